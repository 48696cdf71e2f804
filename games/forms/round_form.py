"""The round form: from what was typed to a declaration, with every fault beside its field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.rules.cards import Card, UnknownCard, card
from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Code, Illegal
from games.rules.ledger import Body, SeatsSwapped
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in
from games.wording import fault_text

LONGEST_COUNT: Final = 60
LONGEST_REASON: Final = 200
MOST_CHIPS: Final = 13
"""Knocks up to so many points have a chip each; with a higher limit, or none, the knocker's deadwood is typed."""


@dataclass(slots=True)
class TypedRound:
    """What the form holds: the texts as typed, and what they come to.

    ``endings`` are the checked values of ``end`` by hand: "", "dead", "misdeal", or seat, kind and points as in
    "0:knock:7" ("0:knock" where the knocker's deadwood is typed like the others'). ``counts`` are texts by seat,
    ``rank`` and ``suit`` those of the card that sets the limit. ``errors`` are sentences by seat, ``card_error`` is the
    card's, ``general`` belong to no field. ``told`` is None where there are any. ``missing`` are the seats, and
    ``card_missing`` tells of the card, whose sentence says only that they are not told yet; ``complete`` is set once
    nothing is.
    """

    endings: dict[int, str]
    counts: dict[int, str]
    reason: str = ""
    rank: str = ""
    suit: str = ""
    told: Told | None = None
    errors: dict[int, str] = field(default_factory=dict)
    card_error: str = ""
    general: list[str] = field(default_factory=list)
    missing: set[int] = field(default_factory=set)
    card_missing: bool = False
    complete: bool = True

    @property
    def started(self) -> bool:
        """Whether somebody said how a hand ended."""
        return any(self.endings.values())

    @property
    def wrong(self) -> tuple[str, ...]:
        """A sentence for everything that is wrong; what is only missing so far is not."""
        fields = tuple(self.errors[seat] for seat in sorted(self.errors) if seat not in self.missing)
        card = (self.card_error,) if self.card_error and not self.card_missing else ()
        return (*(self.general if self.started else ()), *fields, *card)


def end_field(hand: int) -> str:
    """The name of the field that says how a hand of the round ended."""
    return "end" if hand == 0 else f"end-{hand}"


def counted(rules: RuleSet) -> bool:
    """Whether the knocker's deadwood is typed like the others', as no row of chips could hold it."""
    return rules.knock_limit is None or rules.knock_limit > MOST_CHIPS


def looks_at_a_card(rules: RuleSet) -> bool:
    """Whether a card sets the knock limit or doubles the round (rules 5.6)."""
    return rules.limit_source != "fixed" or bool(rules.double_suits)


def count_of(text: str) -> int | None:
    """The points that ``text`` says: a whole number or a sum of them, digits of any script; None for an empty field.

    Raises ValueError for anything else.

    >>> count_of("10+6+4")
    20
    """
    text = text.strip().replace("\u2212", "-")
    if not text:
        return None
    if len(text) > LONGEST_COUNT:
        raise ValueError(text)
    parts = [part.strip() for part in text.rstrip("+ ").split("+")]
    if not all(part.removeprefix("-").isdecimal() for part in parts):
        raise ValueError(text)
    return sum(int(part) for part in parts)


def read_round(
    data: Mapping[str, str],
    names: Sequence[str],
    rules: RuleSet,
    hands: Sequence[tuple[int, ...]],
    misdealt: str = "",
) -> TypedRound:
    """What the form in ``data`` says of a round under ``rules``.

    ``names`` are by seat; ``hands`` the seats of each hand: one hand for most games, between two teams several at once.
    A misdeal has a reason, and so has a change; what was typed as one before the round became another is dropped.
    ``misdealt`` is the reason that a change of a misdeal was filled in with.
    """
    typed = TypedRound(
        endings={n: data.get(end_field(n), "")[:40] for n in range(len(hands))},
        counts={seat: data.get(f"deadwood-{seat}", "")[: LONGEST_COUNT + 1] for hand in hands for seat in hand},
        reason=printable(data.get("reason", ""))[:LONGEST_REASON],
        rank=data.get("rank", "")[:5],
        suit=data.get("suit", "")[:5],
    )
    active = tuple(sorted(seat for hand in hands for seat in hand))
    if typed.endings[0] == "misdeal":
        typed.told = Declaration(active, Ending.MISDEAL)
        return typed
    if data.get("correction") != "yes" or typed.reason == misdealt:
        typed.reason = ""
    card = card_typed(typed, rules)
    declared = [_hand(typed, n, hand, names, card) for n, hand in enumerate(hands)]
    told = [hand for hand in declared if hand is not None]
    if len(told) < len(hands):
        typed.complete = False
        if not told:
            typed.general.append(_("Say who ended the round, or that it was dead."))
    for hand in told:
        _note_faults(typed, hand, names, rules)
    if typed.complete and not typed.wrong:
        typed.told = told[0] if len(hands) == 1 else TeamDeal(tuple(told))
    return typed


def _hand(
    typed: TypedRound, number: int, seats: tuple[int, ...], names: Sequence[str], card: Card | None
) -> Declaration | None:
    """One hand of the round as typed; None while nobody said how it ended."""
    ending, ender, own = _ending(typed.endings[number], seats)
    if ending is None:
        typed.endings[number] = ""
        return None
    in_order = tuple(sorted(seats))
    if ender is None or ending is Ending.FALSE_KNOCK:
        return Declaration(in_order, ending, ender, knock_card=card)
    deadwood = {} if own is None else {ender: own}
    for seat in in_order:
        if seat in deadwood:
            continue
        try:
            count = count_of(typed.counts[seat])
        except ValueError:
            typed.errors[seat] = _("%(who)s's deadwood must be a whole number, or a sum like 10+6.") % {
                "who": names[seat]
            }
            continue
        if count is not None:
            deadwood[seat] = count
    return Declaration(in_order, ending, ender, deadwood, card)


def _note_faults(typed: TypedRound, hand: Declaration, names: Sequence[str], rules: RuleSet) -> None:
    """Put a sentence for everything that the rules refuse beside its field."""
    for fault in faults_in(hand, rules):
        sentence = fault_text(fault, names)
        if fault.code is Code.MISSING_KNOCK_CARD:
            if not typed.card_error:
                typed.complete, typed.card_missing, typed.card_error = False, True, sentence
        elif fault.seat is None:
            typed.general.append(sentence)
        elif fault.seat not in typed.errors:
            typed.errors[fault.seat] = sentence
            if fault.code is Code.MISSING_DEADWOOD:
                typed.complete = False
                typed.missing.add(fault.seat)


def card_typed(typed: TypedRound, rules: RuleSet) -> Card | None:
    """The card that sets the limit, from the two fields it is typed in; None without one, or while one is missing.

    A wild needs no rank. What is no card of the deck is noted as the card's error.
    """
    if not looks_at_a_card(rules) or not typed.suit or not (typed.rank or typed.suit == "W"):
        return None
    text = typed.rank + typed.suit if rules.deck == "french52" else typed.suit + typed.rank
    if typed.suit == "W" and rules.deck != "french52":
        text = "W1"  # as an upcard one wild is as good as another
    try:
        return card(text, rules.deck)
    except UnknownCard:
        # Translators: %(card)s is what was typed, in quotation marks.
        typed.card_error = _("%(card)s is no card of this deck.") % {"card": repr(text)}
        return None


def reseated(data: Mapping[str, str], swaps: Sequence[Body]) -> dict[str, str]:
    """The form's fields after ``swaps`` of seats: what was typed for a person stays with that person."""
    moved = dict(data)
    for swap in swaps:
        if isinstance(swap, SeatsSwapped):
            one, other = f"deadwood-{swap.one}", f"deadwood-{swap.other}"
            moved[one], moved[other] = moved.get(other, ""), moved.get(one, "")
            ends = {str(swap.one): str(swap.other), str(swap.other): str(swap.one)}
            for name in [name for name in moved if name == "end" or name.startswith("end-")]:
                seat, colon, rest = moved[name].partition(":")
                moved[name] = ends.get(seat, seat) + colon + rest
    return moved


def printable(text: str) -> str:
    """``text`` without what cannot be shown: control characters and marks that turn the direction of reading."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def typed_from(told: Told, rules: RuleSet, hands: Sequence[tuple[int, ...]], reason: str = "") -> TypedRound:
    """The form filled in with a round that was entered before under ``rules``; ``hands`` as for ``read_round``."""
    played = {hand.active: hand for hand in (told.hands if isinstance(told, TeamDeal) else (told,))}
    card = told.knock_card
    typed = TypedRound({}, {}, reason=reason, told=told)
    if card is not None:
        typed.rank, typed.suit = rank_text(card), card.suit
    for number, seats in enumerate(hands):
        hand = played.get(tuple(sorted(seats)), told if isinstance(told, Declaration) and not number else None)
        if hand is None:
            continue  # a misdeal is told of all hands at once, in the first one's field
        typed.endings[number] = _ending_text(hand, rules)
        typed.counts |= {seat: str(points) for seat, points in hand.deadwood.items()}
        if hand.ender is not None and typed.endings[number] != f"{hand.ender}:knock":
            typed.counts[hand.ender] = ""
    return typed


def _ending_text(hand: Declaration, rules: RuleSet) -> str:
    if hand.ender is None:
        return hand.ending.value
    own = hand.deadwood.get(hand.ender)
    if hand.ending is Ending.KNOCK and own:
        return f"{hand.ender}:knock" if counted(rules) else f"{hand.ender}:knock:{own}"
    kind = Ending.GIN if hand.ending is Ending.KNOCK else hand.ending
    return f"{hand.ender}:{kind.value}"


def rank_text(card: Card) -> str:
    """The rank of a card as it is written without its suit: "A", "7", "T"; of the Rumski deck "7", "13"; no wild's."""
    return "" if card.wild else card.text.removeprefix(card.suit).removesuffix(card.suit)


def _ending(text: str, seats: Sequence[int]) -> tuple[Ending | None, int | None, int | None]:
    """How a hand ended, by whom, and with what: the parts of an ``end`` field, or (None, …) where it is none.

    The points are None where they are typed in the ender's own field.
    """
    if text == "dead":
        return Ending.DEAD, None, None
    seat, _, rest = text.partition(":")
    kind, colon, amount = rest.partition(":")
    ender = next((place for place in seats if str(place) == seat), None)
    if ender is None or kind not in ("knock", "gin", "big_gin", "false_knock"):
        return None, None, None
    if kind != "knock":
        return Ending(kind), ender, 0
    if not colon:
        return Ending.KNOCK, ender, None
    try:
        own = count_of(amount)
    except ValueError:
        return None, None, None
    return (Ending.KNOCK, ender, own) if own is not None else (None, None, None)


def doubts_about(told: Told, rules: RuleSet, names: Sequence[str], previous: Told | None) -> tuple[str, ...]:
    """Questions about what is possible but unlikely, each asked once before the round is saved.

    Six court cards left in a hand are seen once in an evening; a round that repeats the one before it to the point is
    more often one round entered twice. ``previous`` is the round before, if there is one. Cards prove their count.
    """
    dearest = max(rules.rank_values)
    hands = told.hands if isinstance(told, TeamDeal) else (told,)
    doubts = [
        _("%(who)s was caught with %(points)d?") % {"who": names[seat], "points": points}
        for hand in hands
        for seat, points in hand.deadwood.items()
        if seat != hand.ender and points > 6 * dearest and seat not in hand.shown
    ]
    if previous is not None and told == previous and any(hand.ender is not None for hand in hands):
        doubts.append(_("This is the same as the round before. Was it played twice like that?"))
    return tuple(doubts)


def illegal_text(illegal: Illegal, names: Sequence[str]) -> tuple[str, ...]:
    """The sentences for everything that the rules refuse."""
    return tuple(fault_text(fault, names) for fault in illegal.faults)
