"""Cards as a page shows them: the grid with its boxes, and a hand in its melds with what it comes to."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages import CardView, GridCell, GridSuit, GridView, HandView, MeldView
from games.rules.arrangement import MOST, best_arrangement, best_discard, value
from games.rules.cards import DECKS, RANKS, RUMSKI_WILDS, SUITS, Card
from games.rules.declaration import ShownHand
from games.rules.faults import Illegal
from games.rules.melds import Kind, Meld, NotAMeld, meld_of, order, window
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, knock_limit
from games.wording import (
    SUIT_SIGNS,
    as_typed,
    card_face,
    card_name,
    event_word,
    not_a_meld_text,
    rank_letter,
    suit_name,
)

_NOTATION: Final = {"french52": "7h 8h 9h / 5555 / Ks", "rumski70": "R5-8 / B9 G9 W1"}


class HandTyped(Protocol):
    """A hand as a form holds it; ``games.forms.cards_text.CardsTyped`` is one."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, each once."""

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """Those that somebody put together; () where nobody did."""

    @property
    def numbers(self) -> Mapping[Card, int]:
        """The ranks that wilds were said to be."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Sentences about what was typed."""

    @property
    def text(self) -> str:
        """What the field is to show."""

    @property
    def named(self) -> tuple[Card, ...]:
        """The cards that stand in what was typed."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """What a hand is good for: the ``headline``, its ``tone`` as in HandView, and further sentences."""

    headline: str
    tone: str = ""
    notes: tuple[str, ...] = ()


def card_view(card: Card, number: int = 0, said: int = 0, *, wrong: bool = False) -> CardView:
    """A card as it is drawn; ``number`` is the rank, 1 to 13, that a wild stands for, 0 where nobody knows.

    ``said`` is what somebody said it is, 0 for nothing.

    >>> card_view(Card(10, "d")).spoken
    'ten of diamonds'
    """
    rank = "W" if card.wild else rank_letter(card.rank) if card.suit in SUITS["french52"] else str(card.rank)
    spoken = card_name(card)
    if card.wild and number:
        spoken = _("wild %(number)d, as %(rank)d") % {"number": card.wild, "rank": number}
    typed = f"{card.text}={said}" if said else as_typed(card.text)
    return CardView(card.text, rank, SUIT_SIGNS[card.suit], card.suit, spoken, str(number or ""), typed, wrong)


def hand_view(
    name: str,
    hand: ShownHand,
    rules: RuleSet,
    *,
    typed: HandTyped | None = None,
    prefix: str = "",
    knock_card: Card | None = None,
    judged: bool = True,
    hints: bool = True,
) -> HandView:
    """A hand drawn in its melds, legal or not, with its deadwood (points) and what it is good for under ``rules``.

    ``typed`` is where it came from, for a form: its sentences are shown and cards put together by twos as well.
    ``knock_card`` sets the limit where the rules use one. Where it is not ``judged`` nothing is said of knocking, and
    without ``hints`` nothing of a better arrangement or of what to throw (a league's strict mode).
    """
    melds = tuple(_meld_view(meld, rules, hand.numbers) for meld in hand.melds)
    pairs = tuple(g for g in (typed.groups if typed else ()) if len(g) > 1 and set(g) <= set(hand.unmelded))
    left = sorted(hand.unmelded, key=order)
    sound = not any(meld.fault for meld in melds)
    deadwood = sum(value(card, rules) for card in left) if sound else None
    grouped = bool(typed and typed.groups)
    least = best_arrangement(hand.cards, rules).deadwood if grouped and 0 < len(hand.cards) <= MOST else None
    better = least is not None and (deadwood is None or least < deadwood)
    standing = _standing(hand, left, deadwood, rules, knock_card, grouped=grouped, hints=hints)
    if typed and typed.faults:
        standing = _Standing("")
    elif not judged:
        standing = _Standing("" if deadwood is None else left_text(deadwood))
    notes = standing.notes
    if better and hints and deadwood is not None and least is not None:
        fewer = deadwood - least
        notes += (ngettext("You could have %(n)d fewer.", "You could have %(n)d fewer.", fewer) % {"n": fewer},)

    def drawn(card: Card) -> CardView:
        said = hand.numbers.get(card, 0)
        return card_view(card, said, said)

    in_pairs = {card for pair in pairs for card in pair}
    points = [value(card, rules) for card in left]
    # While cards are missing, or one is to be thrown, the sum would be of the wrong cards.
    complete = len(hand.cards) == rules.hand_size
    return HandView(
        prefix=prefix,
        name=name,
        melds=melds + tuple(MeldView(tuple(map(drawn, pair)), deadwood=True) for pair in pairs),
        left=tuple(drawn(card) for card in left if card not in in_pairs),
        deadwood=deadwood,
        sum=" + ".join(map(str, points)) if len(points) > 1 and sound and (complete or not judged) else "",
        headline=standing.headline,
        tone="bad" if not sound or (typed and typed.faults) else standing.tone,
        notes=notes,
        faults=typed.faults if typed else (),
        text=_field_text(typed) if typed else "",
        best=_in_order(hand.cards) if better and hints else "",
        cards=" ".join(card.text for card in (typed.cards if typed else hand.cards)),
        named=" ".join(card.text for card in (typed.named if typed else ())),
        open=typed is not None,
    )


def arrangeable(view: HandView, typed: HandTyped) -> HandView:
    """The hand with a button that lays grouped cards out best; whether they lie so already is not told by it."""
    return replace(view, best=_in_order(typed.cards) if typed.groups else "")


def _in_order(cards: Iterable[Card]) -> str:
    return as_typed(" ".join(card.text for card in sorted(cards, key=order)))


def _field_text(typed: HandTyped) -> str:
    """What the field is to show: what was typed while it is wrong, else its cards with the letters of the language."""
    return typed.text if typed.faults else as_typed(typed.text)


def marked(view: HandView, wrong: Collection[str]) -> HandView:
    """The hand with a mark on every card whose text is in ``wrong``: those that lie in another hand as well."""

    def mark(cards: tuple[CardView, ...]) -> tuple[CardView, ...]:
        return tuple(replace(card, wrong=True) if card.value in wrong else card for card in cards)

    return replace(view, melds=tuple(replace(m, cards=mark(m.cards)) for m in view.melds), left=mark(view.left))


def left_text(deadwood: int) -> str:
    """How much is left, in words."""
    if deadwood == 0:
        return _("Nothing left over")
    return ngettext("%(n)d left over", "%(n)d left over", deadwood) % {"n": deadwood}


def grid_view(
    rules: RuleSet,
    typed: HandTyped,
    blocked: Mapping[Card, str],
    prefix: str,
    *,
    name: str = "",
    holds: str = "",
    most: int | None = None,
) -> GridView:
    """The grid with the boxes of ``typed`` ticked, and every card that cannot be in the hand switched off.

    ``blocked`` are such cards with the reason ("in Ben's hand", "the upcard"). ``most`` is how many cards the hand may
    have, by default one more than is dealt: the card that was drawn. ``name`` is whose hand it is ("Ben's hand"), by
    default this one, and ``holds`` what is said in the grid of another hand of a card that is ticked in this one.
    """
    limit = most if most is not None else rules.hand_size + 1
    full = ngettext(
        "A hand has at most %(n)d card: take one out first.",
        "A hand has at most %(n)d cards: take one out first.",
        limit,
    ) % {"n": limit}
    # Translators: how many cards of a hand are entered: "7 of 10".
    counting = _("%(n)s of %(size)s")
    held = set(typed.cards)

    def cell(card: Card) -> GridCell:
        checked = card in held
        reason = "" if checked else blocked.get(card, full if len(held) >= limit else "")
        blocks = card in blocked and not checked
        return GridCell(card_view(card), f"card-{prefix}-{card.text}", checked, bool(reason), reason, blocks)

    suits, deck = SUITS[rules.deck], DECKS[rules.deck]
    rows = [tuple(cell(Card(rank, suit)) for suit in suits) for rank in range(1, RANKS + 1)]
    if rules.deck == "rumski70":
        rows.append(tuple(cell(deck[f"W{n}"]) for n in range(1, RUMSKI_WILDS + 1)))
    return GridView(
        prefix=prefix,
        name=name or _("this hand"),
        holds=holds,
        deck=rules.deck,
        suits=tuple(GridSuit(SUIT_SIGNS[suit], suit, capfirst(suit_name(suit))) for suit in suits),
        rows=tuple(rows),
        text=_field_text(typed),
        seen=" ".join(card.text for card in (typed.named if typed.faults else typed.cards)),
        hint=as_typed(_NOTATION[rules.deck]),
        count=counting % {"n": len(held), "size": rules.hand_size},
        counting=counting % {"n": "{n}", "size": rules.hand_size},
        most=limit,
        full=full,
        faults=typed.faults,
    )


def _meld_view(meld: tuple[Card, ...], rules: RuleSet, said: Mapping[Card, int]) -> MeldView:
    """Cards that were laid together: in order where they are a meld, else with the reason why they are none."""
    found = meld_of(meld, rules, said)
    if isinstance(found, NotAMeld):
        concerned = set(found.cards).intersection(meld) or set(meld)
        cards = tuple(card_view(c, said.get(c, 0), said.get(c, 0), wrong=c in concerned) for c in meld)
        return MeldView(cards, not_a_meld_text(meld, found, card_face))
    stands_for = {**_numbers(found), **said}
    return MeldView(tuple(card_view(card, stands_for.get(card, 0), said.get(card, 0)) for card in found.cards))


def _numbers(meld: Meld) -> dict[Card, int]:
    """What the wilds of a meld stand for, where there is one way to see it."""
    if meld.kind is Kind.SET:
        return {card: meld.cards[0].rank for card in meld.cards if card.wild}
    if len(meld.windows) != 1:
        return {}
    ranks = window(meld.windows[0], len(meld.cards))
    return {card: rank for card, rank in zip(meld.cards, ranks, strict=True) if card.wild}


def _standing(
    hand: ShownHand,
    left: Sequence[Card],
    deadwood: int | None,
    rules: RuleSet,
    knock_card: Card | None,
    *,
    grouped: bool,
    hints: bool,
) -> _Standing:
    number, size = len(hand.cards), rules.hand_size
    if not number:
        return _Standing(ngettext("Enter %(n)d card", "Enter %(n)d cards", size) % {"n": size})
    if deadwood is None:
        how = _("Cards in no meld are typed after a dash: %(example)s") % {"example": as_typed("- 2c Ks")}
        return _Standing(_("Not all of these are melds"), "bad", (how,) if grouped else ())
    if number < size:
        return _Standing(_so_far(number, size, deadwood))
    if number == size:
        return _end_with(deadwood, rules, knock_card)
    if number > size + 1:
        text = ngettext("%(n)d card is too many", "%(n)d cards are too many", number)
        return _Standing(text % {"n": number}, "bad")
    if deadwood == 0 and rules.big_gin_bonus is not None:
        return _Standing(event_word(Event.BIG_GIN, rules), "good")
    if not hints:
        return _Standing(left_text(deadwood))
    thrown, kept = best_discard(hand.cards, rules)
    after = kept.deadwood
    if grouped and left:
        thrown = max(left, key=lambda card: value(card, rules))
        after = deadwood - value(thrown, rules)
    then = _end_with(after, rules, knock_card)
    return _Standing(then.headline, then.tone, (_("Throw the %(card)s.") % {"card": card_face(thrown)}, *then.notes))


def _so_far(number: int, size: int, deadwood: int) -> str:
    """How many cards of a hand are there, and what is left over of these."""
    if deadwood == 0:
        text = ngettext("%(n)d of %(size)d card: nothing left over", "%(n)d of %(size)d cards: nothing left over", size)
    else:
        text = ngettext(
            # Translators: %(n)d cards of %(size)d are entered, and %(left)d points of them lie in no meld.
            "%(n)d of %(size)d card: %(left)d left over",
            "%(n)d of %(size)d cards: %(left)d left over",
            size,
        )
    return text % {"n": number, "size": size, "left": deadwood}


def _end_with(deadwood: int, rules: RuleSet, knock_card: Card | None) -> _Standing:
    """Whether a hand of the size that is dealt may end the round with so much."""
    if deadwood == 0:
        return _Standing(event_word(Event.GIN, rules), "good")
    try:
        limit = knock_limit(rules, knock_card)
    except Illegal:
        if rules.limit_source == "upcard":
            return _Standing(left_text(deadwood), notes=(_("The upcard says whether that is enough to knock."),))
        return _Standing(left_text(deadwood), notes=(_("The knock card says whether that is enough to knock."),))
    if limit is None or deadwood <= limit:
        return _Standing(_("May knock with %(n)d") % {"n": deadwood}, "good")
    if limit == 0:
        text = ngettext(
            "%(n)d left over: only gin ends this hand", "%(n)d left over: only gin ends this hand", deadwood
        )
        return _Standing(text % {"n": deadwood})
    text = ngettext("%(n)d left over: the limit is %(limit)d", "%(n)d left over: the limit is %(limit)d", deadwood)
    return _Standing(text % {"n": deadwood, "limit": limit})
