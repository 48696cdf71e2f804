"""Views of cards: the grid of checkboxes for entering a hand, and a hand in its melds with its deadwood."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.cards.cards import CardContext, GridCell, GridContext, GridSuit, HandContext, MeldContext
from games.rules.cards import DECKS, RANKS, RUMSKI_WILDS, SUITS, Card
from games.rules.declaration import ShownHand
from games.rules.faults import RulesError
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement, best_discard, card_value
from games.rules.hands.melds import Meld, MeldKind, NotAMeld, card_sort_key, meld_of, window
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, knock_limit
from games.wording.cards import SUIT_SIGNS, as_typed, card_face, card_name, not_a_meld_text, rank_letter, suit_name
from games.wording.scores import event_word

_NOTATION: Final = {"french52": "7h 8h 9h / 5555 / Ks", "rumski70": "R5-8 / B9 G9 W1"}
_DEADWOOD_NOTATION: Final = {"french52": "- 2c Ks", "rumski70": "- G2 P13"}


class TypedHand(Protocol):
    """A hand as entered in a form; implemented by ``games.forms.cards.cards_text.SubmittedHand``."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, each once."""

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The groups of cards that the user separated; () if the cards weren't grouped."""

    @property
    def numbers(self) -> Mapping[Card, int]:
        """The ranks that the user gave to wilds."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Sentences about what is wrong with the text."""

    @property
    def text(self) -> str:
        """The text to show in the field."""

    @property
    def cards_in_text(self) -> tuple[Card, ...]:
        """The cards that appear in the text."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a hand can do: the ``headline``, its ``tone`` as in HandContext, and further sentences."""

    headline: str
    tone: str = ""
    notes: tuple[str, ...] = ()


def card_view(card: Card, number: int = 0, typed_rank: int = 0, *, wrong: bool = False) -> CardContext:
    """Return a card's view; ``number`` is the rank, 1 to 13, that a wild stands for, 0 if unknown.

    ``typed_rank`` is the rank that the user typed for the wild, 0 if none.

    >>> card_view(Card(10, "d")).spoken
    'ten of diamonds'
    """
    rank = "W" if card.wild else rank_letter(card.rank) if card.suit in SUITS["french52"] else str(card.rank)
    spoken = card_name(card)
    if card.wild and number:
        spoken = _("wild %(number)d, as %(rank)d") % {"number": card.wild, "rank": number}
    typed = f"{card.text}={typed_rank}" if typed_rank else as_typed(card.text)
    return CardContext(card.text, rank, SUIT_SIGNS[card.suit], card.suit, spoken, str(number or ""), typed, wrong)


def hand_view(
    name: str,
    hand: ShownHand,
    rules: RuleSet,
    *,
    typed: TypedHand | None = None,
    prefix: str = "",
    knock_card: Card | None = None,
    judged: bool = True,
    hints: bool = True,
) -> HandContext:
    """Return a hand in its melds, legal or not, with its deadwood (points) and what it can do under ``rules``.

    ``typed`` is the form's text the hand came from: its faults and its groups of unmelded cards are shown.
    ``knock_card`` sets the limit if the rules use one. If not ``judged``, nothing is said about knocking; without
    ``hints`` (a league's strict mode) nothing about a better arrangement or which card to discard.
    """
    melds = tuple(_meld_view(meld, rules, hand.numbers) for meld in hand.melds)
    pairs = tuple(
        group for group in (typed.groups if typed else ()) if len(group) > 1 and set(group) <= set(hand.unmelded)
    )
    unmelded = sorted(hand.unmelded, key=card_sort_key)
    melds_legal = not any(meld.fault for meld in melds)
    deadwood = sum(card_value(card, rules) for card in unmelded) if melds_legal else None
    grouped = bool(typed and typed.groups)
    least = best_arrangement(hand.cards, rules).deadwood if grouped and 0 < len(hand.cards) <= MAX_CARDS else None
    improvable = least is not None and (deadwood is None or least < deadwood)
    verdict = _verdict(hand, unmelded, deadwood, rules, knock_card, grouped=grouped, hints=hints)
    if typed and typed.faults:
        verdict = _Verdict("")
    elif not judged:
        verdict = _Verdict("" if deadwood is None else deadwood_text(deadwood))
    notes = verdict.notes
    if improvable and hints and deadwood is not None and least is not None:
        fewer = deadwood - least
        notes += (ngettext("You could save %(n)d point.", "You could save %(n)d points.", fewer) % {"n": fewer},)

    def drawn(card: Card) -> CardContext:
        declared_rank = hand.numbers.get(card, 0)
        return card_view(card, declared_rank, declared_rank)

    in_pairs = {card for pair in pairs for card in pair}
    points = [card_value(card, rules) for card in unmelded]
    # While cards are missing, or one is to be discarded, the sum would be of the wrong cards.
    complete = len(hand.cards) == rules.hand_size
    return HandContext(
        prefix=prefix,
        name=name,
        melds=melds + tuple(MeldContext(tuple(map(drawn, pair)), deadwood=True) for pair in pairs),
        unmelded=tuple(drawn(card) for card in unmelded if card not in in_pairs),
        deadwood=deadwood,
        sum=" + ".join(map(str, points)) if len(points) > 1 and melds_legal and (complete or not judged) else "",
        headline=verdict.headline,
        tone="bad" if not melds_legal or (typed and typed.faults) else verdict.tone,
        notes=notes,
        faults=typed.faults if typed else (),
        text=_field_text(typed) if typed else "",
        best_text=_sorted_text(hand.cards) if improvable and hints else "",
        cards=" ".join(card.text for card in (typed.cards if typed else hand.cards)),
        cards_in_text=" ".join(card.text for card in (typed.cards_in_text if typed else ())),
        open=typed is not None,
    )


def with_arrange_button(view: HandContext, typed: TypedHand) -> HandContext:
    """Return the hand with a button that rearranges grouped cards; it is there even if they already lie best."""
    return replace(view, best_text=_sorted_text(typed.cards) if typed.groups else "")


def _sorted_text(cards: Iterable[Card]) -> str:
    return as_typed(" ".join(card.text for card in sorted(cards, key=card_sort_key)))


def _field_text(typed: TypedHand) -> str:
    """Return the text for the field: the raw text while it is wrong, else the cards in the language's letters."""
    return typed.text if typed.faults else as_typed(typed.text)


def with_marked_cards(view: HandContext, wrong: Collection[str]) -> HandContext:
    """Return the hand with every card whose text is in ``wrong`` marked: cards that another hand has as well."""

    def mark(cards: tuple[CardContext, ...]) -> tuple[CardContext, ...]:
        return tuple(replace(card, wrong=True) if card.value in wrong else card for card in cards)

    return replace(
        view, melds=tuple(replace(meld, cards=mark(meld.cards)) for meld in view.melds), unmelded=mark(view.unmelded)
    )


def deadwood_text(deadwood: int) -> str:
    """Return the deadwood in words."""
    if deadwood == 0:
        return _("No deadwood")
    return _("Deadwood %(n)d") % {"n": deadwood}


def grid_view(
    rules: RuleSet,
    typed: TypedHand,
    blocked: Mapping[Card, str],
    prefix: str,
    *,
    name: str = "",
    holds: str = "",
    most: int | None = None,
) -> GridContext:
    """Return the grid with the cards of ``typed`` checked, and every card that can't be in the hand disabled.

    ``blocked`` are such cards with the reason ("in Ben's hand", "the upcard"). ``most`` is the largest number of cards,
    by default the hand size plus the card drawn. ``name`` names the hand ("Ben's hand"), by default "this hand", and
    ``holds`` is the reason shown in the grid of another hand for a card that is checked in this one.
    """
    limit = most if most is not None else rules.hand_size + 1
    full = ngettext(
        "A hand has at most %(n)d card. Take one out first.",
        "A hand has at most %(n)d cards. Take one out first.",
        limit,
    ) % {"n": limit}
    # Translators: how many cards of a hand are entered: "7 of 10".
    counting = _("%(n)s of %(size)s")
    checked_cards = set(typed.cards)

    def cell(card: Card) -> GridCell:
        checked = card in checked_cards
        reason = "" if checked else blocked.get(card, full if len(checked_cards) >= limit else "")
        blocks = card in blocked and not checked
        return GridCell(card_view(card), f"card-{prefix}-{card.text}", checked, bool(reason), reason, blocks)

    suits, deck = SUITS[rules.deck], DECKS[rules.deck]
    rows = [tuple(cell(Card(rank, suit)) for suit in suits) for rank in range(1, RANKS + 1)]
    if rules.deck == "rumski70":
        rows.append(tuple(cell(deck[f"W{n}"]) for n in range(1, RUMSKI_WILDS + 1)))
    return GridContext(
        prefix=prefix,
        name=name or _("this hand"),
        held_reason=holds,
        deck=rules.deck,
        suits=tuple(GridSuit(SUIT_SIGNS[suit], suit, capfirst(suit_name(suit))) for suit in suits),
        rows=tuple(rows),
        text=_field_text(typed),
        seen=" ".join(card.text for card in (typed.cards_in_text if typed.faults else typed.cards)),
        hint=as_typed(_NOTATION[rules.deck]),
        count=counting % {"n": len(checked_cards), "size": rules.hand_size},
        count_pattern=counting % {"n": "{n}", "size": rules.hand_size},
        max_cards=limit,
        full_reason=full,
        faults=typed.faults,
    )


def _meld_view(meld: tuple[Card, ...], rules: RuleSet, typed_ranks: Mapping[Card, int]) -> MeldContext:
    """Return grouped cards: in order if they are a meld, else with the reason why they aren't."""
    parsed = meld_of(meld, rules, typed_ranks)
    if isinstance(parsed, NotAMeld):
        concerned = set(parsed.cards).intersection(meld) or set(meld)
        cards = tuple(
            card_view(card, typed_ranks.get(card, 0), typed_ranks.get(card, 0), wrong=card in concerned)
            for card in meld
        )
        return MeldContext(cards, not_a_meld_text(meld, parsed, card_face))
    stands_for = {**_ranks_of_wilds(parsed), **typed_ranks}
    return MeldContext(
        tuple(card_view(card, stands_for.get(card, 0), typed_ranks.get(card, 0)) for card in parsed.cards)
    )


def _ranks_of_wilds(meld: Meld) -> dict[Card, int]:
    """Return the ranks that a meld's wilds stand for, if that is unambiguous."""
    if meld.kind is MeldKind.SET:
        return {card: meld.cards[0].rank for card in meld.cards if card.wild}
    if len(meld.windows) != 1:
        return {}
    ranks = window(meld.windows[0], len(meld.cards))
    return {card: rank for card, rank in zip(meld.cards, ranks, strict=True) if card.wild}


def _verdict(
    hand: ShownHand,
    unmelded: Sequence[Card],
    deadwood: int | None,
    rules: RuleSet,
    knock_card: Card | None,
    *,
    grouped: bool,
    hints: bool,
) -> _Verdict:
    number, size = len(hand.cards), rules.hand_size
    if not number:
        return _Verdict(ngettext("Enter %(n)d card", "Enter %(n)d cards", size) % {"n": size})
    if deadwood is None:
        hint = _("Type unmelded cards after a dash: %(example)s") % {
            "example": as_typed(_DEADWOOD_NOTATION[rules.deck])
        }
        return _Verdict(_("Some of these aren't melds"), "bad", (hint,) if grouped else ())
    if number < size:
        return _Verdict(cards_entered_text(number, size))
    if number == size:
        return _knock_verdict(deadwood, rules, knock_card)
    if number > size + 1:
        text = ngettext("%(n)d card is too many", "%(n)d cards is too many", number)
        return _Verdict(text % {"n": number}, "bad")
    if deadwood == 0 and rules.big_gin_bonus is not None:
        return _Verdict(event_word(Event.BIG_GIN, rules), "good")
    if not hints:
        return _Verdict(deadwood_text(deadwood))
    discard, arrangement = best_discard(hand.cards, rules, None if grouped else hand.numbers)
    after = arrangement.deadwood
    if grouped and unmelded:
        discard = max(unmelded, key=lambda card: card_value(card, rules))
        after = deadwood - card_value(discard, rules)
    after_discard = _knock_verdict(after, rules, knock_card)
    return _Verdict(
        after_discard.headline,
        after_discard.tone,
        (_("Discard the %(card)s.") % {"card": card_face(discard)}, *after_discard.notes),
    )


def cards_entered_text(number: int, size: int) -> str:
    """Return how many cards of a hand are entered, while some are still to come: "3 of 10 cards"."""
    return ngettext("%(n)d of %(size)d card", "%(n)d of %(size)d cards", size) % {"n": number, "size": size}


def _knock_verdict(deadwood: int, rules: RuleSet, knock_card: Card | None) -> _Verdict:
    """Return whether a hand of full size may end the round with this ``deadwood``."""
    if deadwood == 0:
        return _Verdict(event_word(Event.GIN, rules), "good")
    try:
        limit = knock_limit(rules, knock_card)
    except RulesError:
        if rules.limit_source == "upcard":
            return _Verdict(deadwood_text(deadwood), notes=(_("The upcard decides if that's low enough to knock."),))
        return _Verdict(deadwood_text(deadwood), notes=(_("The knock card decides if that's low enough to knock."),))
    if limit is None or deadwood <= limit:
        return _Verdict(_("Can knock with %(n)d") % {"n": deadwood}, "good")
    if limit == 0:
        return _Verdict(_("Deadwood %(n)d: only gin ends this hand") % {"n": deadwood})
    return _Verdict(_("Deadwood %(n)d: the limit is %(limit)d") % {"n": deadwood, "limit": limit})
