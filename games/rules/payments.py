"""Who pays whom when a game is settled: between two, several who play for themselves, and the captain."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.declaration import Declaration
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import Final, Standing, rounded


@dataclass(frozen=True, slots=True)
class Payment:
    """``amount`` that ``frm`` pays ``to``: players by number, in points or in hundredths of the stakes' unit."""

    frm: int
    to: int
    amount: int


def payments(rules: RuleSet, standing: Standing, end: Final, *, complete: bool = True) -> tuple[Payment, ...]:
    """What every side pays every better one when a game that stood at ``standing`` ends as ``end``, in points.

    Between two it is the net. With more it is the difference of their totals, and once the game is ``complete``
    (somebody reached the target) a loser who fails the shutout test pays the winner for that besides, each for himself
    (rules 5.12c, 3.3 C6). Ordered by who pays, then by who is paid.
    """
    paid = []
    for frm in end.totals:
        for to in end.totals:
            amount = end.totals[to] - end.totals[frm]
            if amount <= 0:
                continue
            if end.net is not None:
                amount = end.net
            else:
                if complete and to == end.winner:
                    amount += owed_for_nothing(rules, standing, end, frm)
                amount = rounded(rules, amount * (rules.column_multipliers[0] if rules.columns == 1 else 1))
            paid.append(Payment(frm, to, amount))
    return tuple(payment for payment in paid if payment.amount)


def owed_for_nothing(rules: RuleSet, standing: Standing, end: Final, loser: int) -> int:
    """What ``loser``, one of several, pays the winner for having nothing to show (points; rules 5.12c, 3.3 C6).

    Nothing where the winner's total holds it already, all losers being shut out.
    """
    winner = end.winner
    counted = standing.points if rules.shutout_test == "no_points" else standing.hands_won
    if winner is None or end.shutout or counted[loser]:
        return 0
    points = end.totals[winner] if rules.settlement == "one_point" else standing.points[winner]
    amounts = {"none": 0, "add": rules.shutout_amount, "double_points": points, "double_total": end.totals[winner]}
    return amounts[rules.shutout]


def round_balance(told: Declaration, result: RoundResult) -> dict[int, int]:
    """What one round brings every seat where each loser pays for himself (rules 5.14); the sum is zero.

    Whoever scores collects from each other player that player's deadwood, less what of the winner's own is taken off
    for him, and gin's bonus from each where each pays it. Everything else is the ender's to pay (the undercut's bonus,
    a false knock's penalty), or the first other's.
    """
    balance = dict.fromkeys(told.active, 0)
    for winner in (seat for seat in told.active if result.points[seat]):
        others = [seat for seat in told.active if seat != winner]
        shares = _shares(told, result, winner, others)
        payer = told.ender if told.ender in others else others[0]
        shares[payer] += result.points[winner] - sum(shares.values())
        for seat in others:
            balance[seat] -= shares[seat]
            balance[winner] += shares[seat]
    return balance


def _shares(told: Declaration, result: RoundResult, winner: int, others: Sequence[int]) -> dict[int | None, int]:
    """What of a winner's points falls on each of ``others``, as far as lines say whose it is."""
    shares: dict[int | None, int] = dict.fromkeys(others, 0)
    factor = 2 if any(line.kind == "doubled" and line.points for line in result.lines if line.seat == winner) else 1
    for line in (line for line in result.lines if line.seat == winner):
        match line.kind:
            case "caught":
                whose = others if len(line.terms) == len(others) else [told.ender]
                for seat, amount in zip(whose, line.terms, strict=True):
                    shares[seat] += amount * factor
            case "own" if line.terms[1] == len(others):
                for seat in others:
                    shares[seat] -= line.terms[0] * factor
            case "gin" | "big_gin" if line.terms[1] == len(others):
                for seat in others:
                    shares[seat] += line.terms[0] * factor
    return shares


def captain_payments(net: int, others: int = 2) -> tuple[Payment, ...]:
    """What the captain, player 0, collects from each of the ``others``, or pays where ``net`` (points) is below 0.

    >>> captain_payments(140)
    (Payment(frm=1, to=0, amount=140), Payment(frm=2, to=0, amount=140))
    """
    return tuple(sorted(debts(captain_balance(net, others)), key=lambda payment: (payment.frm, payment.to)))


def balance(paid: Iterable[Payment], players: int) -> dict[int, int]:
    """What the payments come to for each of so many players; the sum is zero."""
    total = dict.fromkeys(range(players), 0)
    for payment in paid:
        total[payment.frm] -= payment.amount
        total[payment.to] += payment.amount
    return total


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


def captain_balance(captain_net: int, others: int = 2) -> dict[int, int]:
    """What a captain's net (points) comes to: seat 0 pays or collects it for each of the ``others`` (rules 5.12d)."""
    return {0: others * captain_net} | dict.fromkeys(range(1, others + 1), -captain_net)
