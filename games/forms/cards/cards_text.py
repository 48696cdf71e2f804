"""Read a hand of cards from a text field ("7h 8h 9h / 5555 / Ks") and from checkboxes.

How one word is read is in ``card_words``. A word that cannot be read becomes an error sentence, an ambiguous one a
sentence with both readings and how to write them; no input raises. The notation of whole games
(``games.rules.notation``) is stricter.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.cards.card_words import SUIT_SIGNS, WILD, french_readings, lacks_suits, rumski_cards, suit_first_card
from games.rules.cards import DECKS, RANKS, RUMSKI_WILDS, Card
from games.rules.declaration import ShownHand
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement
from games.rules.hands.melds import MIN_MELD_SIZE, card_sort_key
from games.rules.ruleset import RuleSet
from games.wording.cards import as_typed, card_names, not_in_deck
from games.wording.words import listed

MAX_TEXT_LENGTH: Final = 300
"""Characters of a text field; a hand takes about fifty."""
MAX_WORD_LENGTH: Final = 40
_MOST_TICKED: Final = 70
"""Cards of the largest deck."""

_BLACK: Final = str.maketrans("\u2664\u2661\u2662\u2667", SUIT_SIGNS)
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


@dataclass(frozen=True, slots=True)
class SubmittedHand:
    """A hand as it was entered.

    ``cards`` are all cards that were understood, each once; ``groups`` the same as they were grouped, a single card
    being one that is in no meld, and () if the hand was not grouped; ``numbers`` the ranks given to wilds. ``faults``
    are error sentences. ``text`` is what the field shows again: the cards in a plain form, or with faults what was
    typed. ``cards_in_text`` are the cards in the typed text, ticked or not.
    """

    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    numbers: Mapping[Card, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    text: str = ""
    cards_in_text: tuple[Card, ...] = ()


def read_submitted_hand(data: MultiValueDict[str, str], name: str, rules: RuleSet) -> SubmittedHand:
    """Read a hand from the grid's form fields ``cards-<name>``, ``card-<name>`` and ``seen-<name>``."""
    return read_cards_field(
        data.get(f"cards-{name}", ""), data.getlist(f"card-{name}"), rules, data.get(f"seen-{name}", "")
    )


def read_cards_field(text: str, ticked: Sequence[str], rules: RuleSet, seen: str = "") -> SubmittedHand:
    """Read a hand from its text and its ticked boxes, under ``rules``.

    ``seen`` are the cards that the text showed when the form was made. A card of these that is gone from the text or
    from the boxes was removed; any other card that is in either belongs to the hand.

    >>> [card.text for card in read_cards_field("7-9h", ["Ks"], RuleSet()).cards]
    ['Ks', '7h', '8h', '9h']
    """
    reader = _HandTextReader(rules)
    reader.read(text)
    boxes = reader.ticks(ticked)
    seen_cards = _cards_of(seen, rules)
    typed = list(dict.fromkeys(reader.cards))
    removed = {card for card in seen_cards if card not in typed or card not in boxes}
    added = [card for card in boxes if card not in typed and card not in removed]
    cards = tuple(card for card in (*typed, *added) if card not in removed)
    reader.check(cards)
    groups = tuple(
        remaining for group in reader.groups if (remaining := tuple(card for card in group if card not in removed))
    )
    if reader.groups:
        groups += tuple((card,) for card in added)
    else:
        cards = tuple(sorted(cards, key=card_sort_key))
    numbers = {card: rank for card, rank in reader.numbers.items() if card in cards}
    faults = tuple(dict.fromkeys(reader.faults))
    shown = text[:MAX_TEXT_LENGTH] if faults else _in_groups(groups, numbers) if groups else _words(cards, numbers)
    return SubmittedHand(cards, groups, numbers, faults, shown, tuple(sorted(typed, key=card_sort_key)))


def arranged_hand(typed: SubmittedHand, rules: RuleSet, discard: Card | None = None) -> ShownHand:
    """Return the entered hand with its melds: groups of three or more, legal or not; if ungrouped, arranged best.

    A wild with a number is arranged as that card only. ``discard`` is left out of the hand, even if it was entered.
    """
    cards = tuple(card for card in typed.cards if card != discard)
    numbers = {card: rank for card, rank in typed.numbers.items() if card != discard}
    if typed.groups:
        groups = (tuple(card for card in group if card != discard) for group in typed.groups)
        return ShownHand(cards, tuple(group for group in groups if len(group) >= MIN_MELD_SIZE), discard, numbers)
    melds = best_arrangement(cards, rules, numbers).melds if 0 < len(cards) <= MAX_CARDS else ()
    return ShownHand(cards, melds, discard, numbers)


def cards_text(hand: ShownHand) -> str:
    """Return a hand as text that reads back as the same hand, without its discard.

    >>> cards_text(ShownHand(tuple(Card(7, suit) for suit in "shd")))
    '- 7s 7h 7d'
    """
    return _in_groups((*hand.melds, *((card,) for card in hand.unmelded)), hand.numbers)


def _in_groups(groups: Iterable[Sequence[Card]], numbers: Mapping[Card, int]) -> str:
    together = [group for group in groups if len(group) > 1]
    single_cards = [card for group in groups if len(group) == 1 for card in group]
    text = " / ".join(_words(group, numbers) for group in together)
    # A single group gets a mark too, which tells it from an ungrouped hand.
    mark = "-" if len(single_cards) > 1 or not together else "/" if single_cards or len(together) == 1 else ""
    return f"{text} {mark} {_words(single_cards, numbers)}".strip()


def _words(cards: Iterable[Card], numbers: Mapping[Card, int]) -> str:
    return " ".join(f"{card.text}={numbers[card]}" if card in numbers else card.text for card in cards)


def _cards_of(text: str, rules: RuleSet) -> tuple[Card, ...]:
    """Return the cards of a field that this program wrote; anything else in it is ignored."""
    deck = DECKS[rules.deck]
    return tuple(deck[word] for word in text[:MAX_TEXT_LENGTH].split() if word in deck)


@dataclass(slots=True)
class _HandTextReader:
    """What was read from a hand's text so far."""

    rules: RuleSet
    cards: list[Card] = field(default_factory=list)
    groups: list[list[Card]] = field(default_factory=list)
    numbers: dict[Card, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Read all of a field."""
        if len(text) > MAX_TEXT_LENGTH:
            self.faults.append(_("That's too long: the limit is %(number)d characters.") % {"number": MAX_TEXT_LENGTH})
        plain_text, cut = _plain(text[:MAX_TEXT_LENGTH]), len(text) > MAX_TEXT_LENGTH
        groups = [group.split() for group in re.split(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain_text)]
        marks = [mark.strip() for mark in re.findall(r"[/|]|(?:^|(?<=\s))-(?=\s|$)", plain_text)]
        named = {word.upper()[:2] for group in groups for word in group}
        wilds = iter([c for c in self._wilds() if c.text not in named])
        for place, group in enumerate(groups):
            last = cut and place == len(groups) - 1
            cards = [c for word in group[: len(group) - last] for c in self._word(word, wilds)]
            self.cards += cards
            if not marks:
                continue
            # What follows the dash is unmelded: each card is a group of its own.
            after_dash = place > 0 and marks[place - 1] == "-"
            new_cards = [c for c in dict.fromkeys(cards) if not any(c in group for group in self.groups)]
            self.groups += [[c] for c in new_cards] if after_dash else [new_cards] if new_cards else []

    def ticks(self, values: Sequence[str]) -> tuple[Card, ...]:
        """Return the cards whose boxes are ticked."""
        deck, cards = DECKS[self.rules.deck], list[Card]()
        for value in values[:_MOST_TICKED]:
            if value in deck:
                cards.append(deck[value])
            else:
                self._unknown(value)
        return tuple(dict.fromkeys(cards))

    def check(self, cards: Sequence[Card]) -> None:
        """Add faults for cards typed twice and for too many cards."""
        if repeated := [as_typed(card.text) for card, times in Counter(self.cards).items() if times > 1]:
            message = ngettext("You've entered %(cards)s twice.", "You've entered %(cards)s twice.", len(repeated))
            self.faults.append(message % {"cards": listed(repeated)})
        maximum = self.rules.hand_size + 1
        if len(cards) > maximum:
            message = ngettext(
                "You've entered %(number)d card, but a hand has at most %(most)d.",
                "You've entered %(number)d cards, but a hand has at most %(most)d.",
                len(cards),
            )
            self.faults.append(message % {"number": len(cards), "most": maximum})

    def _wilds(self) -> list[Card]:
        return [Card(0, "W", n) for n in range(1, RUMSKI_WILDS + 1)] if self.rules.deck == "rumski70" else []

    def _unknown(self, word: str) -> tuple[Card, ...]:
        self.faults.append(not_in_deck(word[:MAX_WORD_LENGTH]))
        return ()

    def _word(self, word: str, wilds: Iterator[Card]) -> tuple[Card, ...]:
        if len(word) > MAX_WORD_LENGTH:
            return self._unknown(word)
        if self.rules.deck == "rumski70":
            wild = WILD.fullmatch(word)
            return self._wild(word, wild, wilds) if wild else rumski_cards(word) or self._unknown(word)
        readings = french_readings(word)
        if len(readings) == 1:
            return readings[0]
        if readings:
            one, other = (as_typed(card_names(cards)) for cards in readings)
            message = _("“%(word)s” could be %(one)s or %(other)s. Type one of those.")
            self.faults.append(message % {"word": word, "one": one, "other": other})
        elif lacks_suits(word):
            message = _("“%(word)s” doesn't say which suits. For all four of a rank, type it four times, like 5555.")
            self.faults.append(message % {"word": word})
        elif card := suit_first_card(word):
            message = _("“%(word)s”: type the rank first, then the suit, like %(card)s.")
            self.faults.append(message % {"word": word, "card": as_typed(card.text)})
        else:
            return self._unknown(word)
        return ()

    def _wild(self, word: str, match: re.Match[str], wilds: Iterator[Card]) -> tuple[Card, ...]:
        name, number = match[1], match[2]
        if name:
            card = DECKS["rumski70"].get(f"W{name}")
        else:
            card = next(wilds, None)
            if card is None:
                self.faults.append(_("There are only %(number)d wilds.") % {"number": RUMSKI_WILDS})
                return ()
        if card is None:
            return self._unknown(word)
        if number:
            if not 1 <= int(number) <= RANKS:
                message = _("“%(word)s”: a wild can stand for a number from 1 to %(most)d.")
                self.faults.append(message % {"word": word, "most": RANKS})
                return (card,)
            self.numbers[card] = int(number)
        return (card,)


def _plain(text: str) -> str:
    """Return ``text`` with plain dashes and digits, black suit signs, and spaces for commas."""
    text = unicodedata.normalize("NFKC", text.translate(_BLACK))[:MAX_TEXT_LENGTH].translate(_DASHES)
    visible = (c for c in text if c not in "\ufe0e\ufe0f" and unicodedata.category(c) != "Cf")
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else " " if c in ",;+" else c for c in visible)
