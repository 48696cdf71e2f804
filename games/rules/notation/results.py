"""Parse the result at the end of a round in gin notation: points by side, and totals."""

from dataclasses import dataclass

from games.rules.notation.tokens import Faults, ParseError, Token, TokenStream, number
from games.rules.notation.values import TextFaultCode


@dataclass(slots=True)
class ParsedResult:
    """The points by side (without zeros) and the totals of all sides as written, None where they are missing."""

    token: Token
    totals_token: Token
    points: dict[int, int] | None = None
    totals: tuple[int, ...] | None = None


def read_result(tokens: TokenStream, names: tuple[str, ...], faults: Faults) -> ParsedResult:
    """Parse the text after ``=``, with sides given by their ``names``; after a fault the result is empty."""
    result = ParsedResult(tokens.next, tokens.next)
    try:
        if tokens.next.text != "(":
            result.points = _points(tokens, names, faults)
        result.totals_token = tokens.next
        if tokens.next.text:
            result.totals = _totals(tokens, faults)
    except ParseError:
        return ParsedResult(result.token, result.token)
    return result


def side_named(token: Token, names: tuple[str, ...], faults: Faults) -> int:
    """Return the side whose letters ``token`` is. Raises ParseError after adding a fault."""
    letters = "".join(sorted(token.text.upper()[:9]))
    if letters not in names:
        faults.stop(token, TextFaultCode.UNKNOWN_SIDE, wanted=" ".join(names))
    return names.index(letters)


def _points(tokens: TokenStream, names: tuple[str, ...], faults: Faults) -> dict[int, int]:
    if tokens.took("0"):
        return {}
    points = dict[int, int]()
    while True:
        token = tokens.take()
        side = side_named(token, names, faults)
        if side in points:
            faults.stop(token, TextFaultCode.TWICE)
        points[side] = _amount(tokens, faults)
        if not tokens.took(","):
            return {side: amount for side, amount in points.items() if amount}


def _totals(tokens: TokenStream, faults: Faults) -> tuple[int, ...]:
    if not tokens.took("("):
        faults.stop(tokens.next, TextFaultCode.UNEXPECTED, wanted="(")
    totals = [_amount(tokens, faults)]
    while tokens.took(":"):
        totals.append(_amount(tokens, faults))
    if not tokens.took(")"):
        faults.stop(tokens.next, TextFaultCode.UNEXPECTED, wanted=")")
    if tokens.next.text:
        faults.stop(tokens.next, TextFaultCode.UNEXPECTED, wanted=";")
    return tuple(totals)


def _amount(tokens: TokenStream, faults: Faults) -> int:
    """Parse a number with or without a sign; a plus is part of the word, a minus is a token of its own."""
    if tokens.took("-"):
        return -number(tokens.take(), faults)
    token = tokens.take()
    return number(token.part(1) if token.text.startswith("+") else token, faults)
