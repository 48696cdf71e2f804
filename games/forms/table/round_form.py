"""Read the round form into a declaration (the facts of a round), with every fault beside its field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.rules.cards import Card, UnknownCardError, card
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import Code, RulesError
from games.rules.ledger import Body, SeatsSwapped
from games.rules.rule_properties import uses_limit_card
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in
from games.wording.cards import not_in_deck
from games.wording.faults import fault_text
from games.wording.words import printable

LONGEST_COUNT: Final = 60
LONGEST_REASON: Final = 200
MOST_CHIPS: Final = 13
"""Up to this knock limit each count has a button (chip); above it, or without one, the knocker's count is typed."""


@dataclass(slots=True)
class TypedRound:
    """The submitted round form, and the declaration it makes.

    ``endings`` are the values of the field ``end`` by hand: "", "dead", "misdeal", or seat, kind and points as in
    "0:knock:7" ("0:knock" where the knocker's deadwood is typed like the others'). ``counts`` are the deadwood texts by
    seat, ``rank`` and ``suit`` those of the card that sets the limit. ``errors`` are sentences by seat, ``card_error``
    is the card's, ``non_field_errors`` belong to no field. ``declaration`` is the declaration, None if there is any
    error. ``missing`` are the seats whose error only says that a value is still missing, ``card_missing`` says the same
    of the card; ``complete`` is False while anything is missing.
    """

    endings: dict[int, str]
    counts: dict[int, str]
    reason: str = ""
    rank: str = ""
    suit: str = ""
    declaration: RoundDeclaration | None = None
    errors: dict[int, str] = field(default_factory=dict)
    card_error: str = ""
    non_field_errors: list[str] = field(default_factory=list)
    missing: set[int] = field(default_factory=set)
    card_missing: bool = False
    complete: bool = True

    @property
    def started(self) -> bool:
        """Whether the ending of any hand was chosen."""
        return any(self.endings.values())

    @property
    def all_errors(self) -> tuple[str, ...]:
        """All error sentences; what is only missing so far is not an error."""
        fields = tuple(self.errors[seat] for seat in sorted(self.errors) if seat not in self.missing)
        card = (self.card_error,) if self.card_error and not self.card_missing else ()
        return (*(self.non_field_errors if self.started else ()), *fields, *card)


def end_field(hand: int) -> str:
    """Return the name of the field for how a hand of the round ended."""
    return "end" if hand == 0 else f"end-{hand}"


def knock_deadwood_is_typed(rules: RuleSet) -> bool:
    """Whether the knocker's deadwood is typed like the others', as the knock limit is too high for chips."""
    return rules.knock_limit is None or rules.knock_limit > MOST_CHIPS


def parse_count(text: str) -> int | None:
    """Return the points in ``text``, a whole number or a sum, in digits of any script; None if it is empty.

    Raises ValueError for anything else.

    >>> parse_count("10+6+4")
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
    misdeal_reason: str = "",
) -> TypedRound:
    """Read the form as a round under ``rules``.

    ``names`` are by seat; ``hands`` are the seats of each hand: one hand in most games, several at once between teams.
    Only a misdeal and a correction have a reason; any other is dropped. ``misdeal_reason`` is the reason that the form
    of a corrected misdeal was filled in with: if unchanged, it is dropped too.
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
        typed.declaration = Declaration(active, Ending.MISDEAL)
        return typed
    if data.get("correction") != "yes" or typed.reason == misdeal_reason:
        typed.reason = ""
    card = typed_card(typed, rules)
    declared = [_hand(typed, n, hand, names, card) for n, hand in enumerate(hands)]
    declarations = [hand for hand in declared if hand is not None]
    if len(declarations) < len(hands):
        typed.complete = False
        if not declarations:
            typed.non_field_errors.append(_("Who ended the round? Or was it a dead hand?"))
    for hand in declarations:
        _note_faults(typed, hand, names, rules)
    if typed.complete and not typed.all_errors:
        typed.declaration = declarations[0] if len(hands) == 1 else TeamDeal(tuple(declarations))
    return typed


def _hand(
    typed: TypedRound, number: int, seats: tuple[int, ...], names: Sequence[str], card: Card | None
) -> Declaration | None:
    """Return one hand of the round; None while its ending was not chosen."""
    ending, ender, enders_points = _ending(typed.endings[number], seats)
    if ending is None:
        typed.endings[number] = ""
        return None
    in_order = tuple(sorted(seats))
    if ender is None or ending is Ending.FALSE_KNOCK:
        return Declaration(in_order, ending, ender, knock_card=card)
    deadwood = {} if enders_points is None else {ender: enders_points}
    for seat in in_order:
        if seat in deadwood:
            continue
        try:
            count = parse_count(typed.counts[seat])
        except ValueError:
            typed.errors[seat] = _("%(who)s's deadwood must be a whole number, or a sum like 10+6.") % {
                "who": names[seat]
            }
            continue
        if count is not None:
            deadwood[seat] = count
    return Declaration(in_order, ending, ender, deadwood, card)


def _note_faults(typed: TypedRound, hand: Declaration, names: Sequence[str], rules: RuleSet) -> None:
    """Note a sentence beside its field for every fault that the rules find."""
    for fault in faults_in(hand, rules):
        sentence = fault_text(fault, names)
        if fault.code is Code.MISSING_KNOCK_CARD:
            if not typed.card_error:
                typed.complete, typed.card_missing, typed.card_error = False, True, sentence
        elif fault.seat is None:
            typed.non_field_errors.append(sentence)
        elif fault.seat not in typed.errors:
            typed.errors[fault.seat] = sentence
            if fault.code is Code.MISSING_DEADWOOD:
                typed.complete = False
                typed.missing.add(fault.seat)


def typed_card(typed: TypedRound, rules: RuleSet) -> Card | None:
    """Return the card that sets the limit, from its fields rank and suit; None if there is none or one is missing.

    A wild needs no rank. A card that is not in the deck is noted as ``card_error``.
    """
    if not uses_limit_card(rules) or not typed.suit or not (typed.rank or typed.suit == "W"):
        return None
    text = typed.rank + typed.suit if rules.deck == "french52" else typed.suit + typed.rank
    if typed.suit == "W" and rules.deck != "french52":
        text = "W1"  # as an upcard one wild is as good as another
    try:
        return card(text, rules.deck)
    except UnknownCardError:
        typed.card_error = not_in_deck(text)
        return None


def swap_seats_in_fields(data: Mapping[str, str], swaps: Sequence[Body]) -> dict[str, str]:
    """Return the form data after ``swaps`` of seats, so that what was typed for a player stays with that player."""
    moved = dict(data)
    for swap in swaps:
        if isinstance(swap, SeatsSwapped):
            one, other = f"deadwood-{swap.first_seat}", f"deadwood-{swap.second_seat}"
            moved[one], moved[other] = moved.get(other, ""), moved.get(one, "")
            swapped = {str(swap.first_seat): str(swap.second_seat), str(swap.second_seat): str(swap.first_seat)}
            for name in [name for name in moved if name == "end" or name.startswith("end-")]:
                seat, colon, rest = moved[name].partition(":")
                moved[name] = swapped.get(seat, seat) + colon + rest
    return moved


def initial_round(
    declaration: RoundDeclaration, rules: RuleSet, hands: Sequence[tuple[int, ...]], reason: str = ""
) -> TypedRound:
    """Return the form filled in with a saved round under ``rules``; ``hands`` as for ``read_round``."""
    played = {
        hand.active: hand for hand in (declaration.hands if isinstance(declaration, TeamDeal) else (declaration,))
    }
    card = declaration.knock_card
    typed = TypedRound({}, {}, reason=reason, declaration=declaration)
    if card is not None:
        typed.rank, typed.suit = rank_text(card), card.suit
    for number, seats in enumerate(hands):
        hand = played.get(
            tuple(sorted(seats)), declaration if isinstance(declaration, Declaration) and not number else None
        )
        if hand is None:
            continue  # a misdeal is one of the whole deal, entered in the first hand's field
        typed.endings[number] = _ending_text(hand, rules)
        typed.counts |= {seat: str(points) for seat, points in hand.deadwood.items()}
        if hand.ender is not None and typed.endings[number] != f"{hand.ender}:knock":
            typed.counts[hand.ender] = ""
    return typed


def _ending_text(hand: Declaration, rules: RuleSet) -> str:
    if hand.ender is None:
        return hand.ending.value
    enders_points = hand.deadwood.get(hand.ender)
    if hand.ending is Ending.KNOCK and enders_points:
        return f"{hand.ender}:knock" if knock_deadwood_is_typed(rules) else f"{hand.ender}:knock:{enders_points}"
    kind = Ending.GIN if hand.ending is Ending.KNOCK else hand.ending
    return f"{hand.ender}:{kind.value}"


def rank_text(card: Card) -> str:
    """Return a card's rank as text: "A", "7", "T"; of the Rumski deck "7", "13"; empty for a wild."""
    return "" if card.wild else card.text.removeprefix(card.suit).removesuffix(card.suit)


def _ending(text: str, seats: Sequence[int]) -> tuple[Ending | None, int | None, int | None]:
    """Split an ``end`` field into ending, ender's seat and points; (None, None, None) if it is invalid.

    The points are None if they are typed in the ender's own field.
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
        points = parse_count(amount)
    except ValueError:
        return None, None, None
    return (Ending.KNOCK, ender, points) if points is not None else (None, None, None)


def plausibility_warnings(
    declaration: RoundDeclaration, rules: RuleSet, names: Sequence[str], previous: RoundDeclaration | None
) -> tuple[str, ...]:
    """Return questions about legal but unlikely facts, each to be confirmed before the round is saved.

    More deadwood than six court cards is rare, and a round exactly like the ``previous`` one is more often one round
    entered twice. A hand that was entered card by card is not questioned.
    """
    dearest = max(rules.rank_values)
    hands = declaration.hands if isinstance(declaration, TeamDeal) else (declaration,)
    warnings = [
        _("Did %(who)s really have %(points)d deadwood?") % {"who": names[seat], "points": points}
        for hand in hands
        for seat, points in hand.deadwood.items()
        if seat != hand.ender and points > 6 * dearest and seat not in hand.shown
    ]
    if previous is not None and declaration == previous and any(hand.ender is not None for hand in hands):
        warnings.append(_("Same as the last round. Save it anyway?"))
    return tuple(warnings)


def fault_sentences(illegal: RulesError, names: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences for all faults of an illegal round."""
    return tuple(fault_text(fault, names) for fault in illegal.faults)
