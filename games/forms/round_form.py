"""The round form: from what was typed to a declaration, with every fault beside its field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Illegal
from games.rules.ledger import Body, SeatsSwapped
from games.rules.ruleset import RuleSet
from games.rules.scoring import faults_in
from games.wording import fault_text

LONGEST_COUNT: Final = 60
LONGEST_REASON: Final = 200


@dataclass(slots=True)
class TypedRound:
    """What the form holds: the texts as typed, by seat, and what they come to.

    ``ending`` is the checked value of ``end``: "", "dead", or seat, kind and points as in "0:knock:7". ``errors`` are
    sentences by seat, ``general`` those that belong to no field. ``declaration`` is None where there are any.
    """

    ending: str
    counts: dict[int, str]
    reason: str = ""
    declaration: Declaration | None = None
    errors: dict[int, str] = field(default_factory=dict)
    general: list[str] = field(default_factory=list)
    complete: bool = True


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
    data: Mapping[str, str], names: Sequence[str], rules: RuleSet, *, knock_card: Card | None = None
) -> TypedRound:
    """What the form in ``data`` says of a round between ``names`` (by seat) under ``rules``."""
    typed = TypedRound(
        ending=data.get("end", "")[:40],
        counts={seat: data.get(f"deadwood-{seat}", "")[: LONGEST_COUNT + 1] for seat in range(len(names))},
        reason=printable(data.get("reason", ""))[:LONGEST_REASON],
    )
    ending, ender, own = _ending(typed, len(names))
    if ending is None:
        typed.ending, typed.complete = "", False
        typed.general.append("Say who ended the round, or that it was dead.")
        return typed
    deadwood = {} if ender is None else {ender: own}
    if ender is not None:
        for seat, text in typed.counts.items():
            if seat == ender:
                continue
            try:
                count = count_of(text)
            except ValueError:
                typed.errors[seat] = f"{names[seat]}'s deadwood must be a whole number, or a sum like 10+6."
                continue
            if count is not None:
                deadwood[seat] = count
    declaration = Declaration(tuple(range(len(names))), ending, ender, deadwood, knock_card)
    for fault in faults_in(declaration, rules):
        if fault.seat in typed.errors:
            continue
        typed.complete &= fault.code is not Code.MISSING_DEADWOOD
        if fault.seat is None:
            typed.general.append(fault_text(fault, names))
        else:
            typed.errors[fault.seat] = fault_text(fault, names)
    if not typed.errors and not typed.general:
        typed.declaration = declaration
    return typed


def reseated(data: Mapping[str, str], swaps: Sequence[Body]) -> dict[str, str]:
    """The form's fields after ``swaps`` of seats: what was typed for a person stays with that person."""
    moved = dict(data)
    for swap in swaps:
        if isinstance(swap, SeatsSwapped):
            one, other = f"deadwood-{swap.one}", f"deadwood-{swap.other}"
            moved[one], moved[other] = moved.get(other, ""), moved.get(one, "")
            seat, colon, rest = moved.get("end", "").partition(":")
            ends = {str(swap.one): str(swap.other), str(swap.other): str(swap.one)}
            moved["end"] = ends.get(seat, seat) + colon + rest
    return moved


def printable(text: str) -> str:
    """``text`` without what cannot be shown: control characters and marks that turn the direction of reading."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def typed_from(declaration: Declaration) -> TypedRound:
    """The form filled in with a round that was entered before."""
    d = declaration
    if d.ender is None:
        ending = "dead"
    elif d.deadwood[d.ender]:
        ending = f"{d.ender}:knock:{d.deadwood[d.ender]}"
    else:
        ending = f"{d.ender}:{d.ending.value if d.ending is Ending.BIG_GIN else 'gin'}"
    counts = {seat: "" if seat == d.ender else str(points) for seat, points in d.deadwood.items()}
    return TypedRound(ending, counts, declaration=declaration)


def _ending(typed: TypedRound, seats: int) -> tuple[Ending | None, int | None, int]:
    """How the round ended, by whom, and with what: the parts of the ``end`` field, or (None, …) where it is none."""
    if typed.ending == "dead":
        return Ending.DEAD, None, 0
    seat, _, rest = typed.ending.partition(":")
    kind, _, amount = rest.partition(":")
    if not (seat.isascii() and seat.isdigit() and int(seat) < seats) or kind not in ("knock", "gin", "big_gin"):
        return None, None, 0
    if kind != "knock":
        return Ending(kind), int(seat), 0
    try:
        own = count_of(amount)
    except ValueError:
        return None, None, 0
    return (Ending.KNOCK, int(seat), own) if own is not None else (None, None, 0)


def doubts_about(
    declaration: Declaration, rules: RuleSet, names: Sequence[str], previous: Declaration | None
) -> tuple[str, ...]:
    """Questions about what is possible but unlikely, each asked once before the round is saved.

    Six court cards left in a hand are seen once in an evening; a round that repeats the one before it to the point is
    more often one round entered twice. ``previous`` is the round before, if there is one.
    """
    dearest = max(rules.rank_values)
    doubts = [
        f"{names[seat]} was caught with {points}?"
        for seat, points in declaration.deadwood.items()
        if seat != declaration.ender and points > 6 * dearest
    ]
    if previous is not None and declaration == previous and declaration.ender is not None:
        doubts.append("This is the same as the round before. Was it played twice like that?")
    return tuple(doubts)


def illegal_text(illegal: Illegal, names: Sequence[str]) -> tuple[str, ...]:
    """The sentences for everything that the rules refuse."""
    return tuple(fault_text(fault, names) for fault in illegal.faults)
