"""What a line says that a round came to: points by side, and totals."""

from dataclasses import dataclass

from games.rules.notation.tokens import Faults, Pieces, Stop, Token, number
from games.rules.notation.values import Wrong


@dataclass(slots=True)
class ResultRead:
    """Points by side (without those that scored nothing) and totals of all sides; None where they are not written."""

    at: Token
    totals_at: Token
    points: dict[int, int] | None = None
    totals: tuple[int, ...] | None = None


def read_result(pieces: Pieces, names: tuple[str, ...], faults: Faults) -> ResultRead:
    """What stands after ``=``, sides by their ``names``. Faults are noted, and what has one is not read."""
    result = ResultRead(pieces.next, pieces.next)
    try:
        if pieces.next.text != "(":
            result.points = _points(pieces, names, faults)
        result.totals_at = pieces.next
        if pieces.next.text:
            result.totals = _totals(pieces, faults)
    except Stop:
        return ResultRead(result.at, result.at)
    return result


def side_named(token: Token, names: tuple[str, ...], faults: Faults) -> int:
    """The side whose letters ``token`` is. Raises Stop with a fault noted."""
    letters = "".join(sorted(token.text.upper()[:9]))
    if letters not in names:
        faults.stop(token, Wrong.UNKNOWN_SIDE, wanted=" ".join(names))
    return names.index(letters)


def _points(pieces: Pieces, names: tuple[str, ...], faults: Faults) -> dict[int, int]:
    if pieces.took("0"):
        return {}
    points = dict[int, int]()
    while True:
        at = pieces.take()
        side = side_named(at, names, faults)
        if side in points:
            faults.stop(at, Wrong.TWICE)
        points[side] = _amount(pieces, faults)
        if not pieces.took(","):
            return {side: amount for side, amount in points.items() if amount}


def _totals(pieces: Pieces, faults: Faults) -> tuple[int, ...]:
    if not pieces.took("("):
        faults.stop(pieces.next, Wrong.UNEXPECTED, wanted="(")
    totals = [_amount(pieces, faults)]
    while pieces.took(":"):
        totals.append(_amount(pieces, faults))
    if not pieces.took(")"):
        faults.stop(pieces.next, Wrong.UNEXPECTED, wanted=")")
    if pieces.next.text:
        faults.stop(pieces.next, Wrong.UNEXPECTED, wanted=";")
    return tuple(totals)


def _amount(pieces: Pieces, faults: Faults) -> int:
    """A number with or without a sign. A plus is part of the word, a minus is a mark."""
    if pieces.took("-"):
        return -number(pieces.take(), faults)
    token = pieces.take()
    return number(token.part(1) if token.text.startswith("+") else token, faults)
