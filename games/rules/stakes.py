"""Stakes: convert the results of games into money or matchsticks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from games.rules.declaration import Declaration
from games.rules.payments import payments, round_balance
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult, Score
from games.rules.sides import sides_of

MAX_STAKE: Final = 100_000
"""The most one stake may be, in hundredths of the unit."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes for a point, a box and a game, in hundredths of ``unit`` (the name of a currency, or matchsticks)."""

    unit: str
    point: int = 0
    box: int = 0
    game: int = 0


def game_balance(
    rules: RuleSet,
    seats: int,
    standing: Score,
    end: GameResult,
    stakes: Stakes,
    *,
    complete: bool,
    rounds: Sequence[tuple[Declaration, RoundResult]] = (),
) -> dict[int, int]:
    """Return what a game with the score ``standing`` wins or costs each seat, in hundredths; the sum is zero.

    Points are paid as the game is settled (``payments``), or with ``settlement`` "zero_sum" round by round, by the
    losers of each of the ``rounds`` that counted. Each side also pays each side with more boxes for the difference, and
    once the game is ``complete``, the stake of a game to the winner. Every member of a team pays and is paid in full,
    the captain once for each of the others (rules 5.12d).
    """
    members = sides_of(rules, seats)
    balance = dict.fromkeys(range(seats), 0)
    largest = max(len(side) for side in members)
    points = {(paid.frm, paid.to): paid.amount for paid in payments(rules, standing, end, complete=complete)}
    if rules.settlement == "zero_sum" and largest == 1:
        points = {}
        for declaration, result in rounds:
            for seat, amount in round_balance(declaration, result).items():
                balance[seat] += stakes.point * amount
    for lower, higher in permutations(range(len(members)), 2):
        amount = stakes.point * points.get((lower, higher), 0)
        amount += stakes.box * max(0, standing.boxes[higher] - standing.boxes[lower])
        if complete and end.winner == higher:
            amount += stakes.game
        for side, sign in ((lower, -1), (higher, 1)):
            for seat in members[side]:
                balance[seat] += sign * amount * (largest // len(members[side]))
    return balance


def total_balance(balances: Iterable[Mapping[int, int]], players: Sequence[int]) -> dict[int, int]:
    """Return the sum of several balances by player."""
    total = dict.fromkeys(players, 0)
    for balance in balances:
        for player, amount in balance.items():
            total[player] += amount
    return total
