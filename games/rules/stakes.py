"""Stakes: what an evening's games come to in money or matchsticks, and who pays whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.ruleset import RuleSet
from games.rules.settlement import Final as GameEnd
from games.rules.sides import sides_of

MOST: Final = 100_000
"""The most one stake may be, in hundredths of the unit."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """So much a point, a box and a game, in hundredths of ``unit`` (a currency's sign or name, or matchsticks)."""

    unit: str
    point: int = 0
    box: int = 0
    game: int = 0


@dataclass(frozen=True, slots=True)
class Payment:
    """``amount`` that ``frm`` pays ``to``: players by number, in points or in hundredths of the stakes' unit."""

    frm: int
    to: int
    amount: int


def game_balance(
    rules: RuleSet, seats: int, end: GameEnd, boxes: Mapping[int, int], stakes: Stakes, *, complete: bool
) -> dict[int, int]:
    """What a game won or cost each seat, in hundredths; the sum is zero.

    Every side pays each better one the difference of their totals (with two, the game's net), the difference in boxes,
    and, once the game is ``complete``, the winner the stake of a game. Every member of a team pays and is paid in full;
    the captain for each of the others (rules 5.12d).
    """
    members = sides_of(rules, seats)
    balance = dict.fromkeys(range(seats), 0)
    largest = max(len(side) for side in members)
    for one, better in ((a, b) for a in range(len(members)) for b in range(len(members)) if a != b):
        amount = stakes.point * _points_owed(end, one, better)
        amount += stakes.box * max(0, boxes[better] - boxes[one])
        if complete and end.winner == better:
            amount += stakes.game
        for side, sign in ((one, -1), (better, 1)):
            for seat in members[side]:
                balance[seat] += sign * amount * (largest // len(members[side]))
    return balance


def _points_owed(end: GameEnd, one: int, better: int) -> int:
    ahead = end.totals[better] - end.totals[one]
    if ahead <= 0:
        return 0
    return ahead if end.net is None else end.net


def debts(balance: Mapping[int, int]) -> tuple[Payment, ...]:
    """The fewest payments we can find that settle ``balance`` (by player, its sum zero): the largest debts first.

    >>> debts({0: 50, 1: -20, 2: -30})
    (Payment(frm=2, to=0, amount=30), Payment(frm=1, to=0, amount=20))
    """
    left = {player: amount for player, amount in balance.items() if amount}
    payments = []
    while left:
        to = max(left, key=lambda player: (left[player], -player))
        frm = min(left, key=lambda player: (left[player], player))
        amount = min(left[to], -left[frm])
        payments.append(Payment(frm, to, amount))
        for player, change in ((to, -amount), (frm, amount)):
            left[player] += change
            if not left[player]:
                del left[player]
    return tuple(payments)


def added(balances: Iterable[Mapping[int, int]], players: Sequence[int]) -> dict[int, int]:
    """The sum of several balances, by player."""
    total = dict.fromkeys(players, 0)
    for balance in balances:
        for player, amount in balance.items():
            total[player] += amount
    return total


def captain_balance(captain_net: int, others: int = 2) -> dict[int, int]:
    """What a captain's net (points) comes to: seat 0 pays or collects it for each of the ``others`` (rules 5.12d)."""
    return {0: others * captain_net} | dict.fromkeys(range(1, others + 1), -captain_net)
