"""Who pays whom when a game is settled, in points: between two, several who play for themselves, and the captain."""

from collections.abc import Iterable

from games.rules.ruleset import RuleSet
from games.rules.settlement import Final, Standing, rounded
from games.rules.stakes import Payment, captain_balance, debts


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
                    amount += _shutout(rules, standing, end, frm, to)
                amount = rounded(rules, amount * (rules.column_multipliers[0] if rules.columns == 1 else 1))
            paid.append(Payment(frm, to, amount))
    return tuple(payment for payment in paid if payment.amount)


def _shutout(rules: RuleSet, standing: Standing, end: Final, loser: int, winner: int) -> int:
    """What ``loser`` pays for having nothing to show; nothing where the winner's total holds it, all being shut out."""
    counted = standing.points if rules.shutout_test == "no_points" else standing.hands_won
    if end.shutout or counted[loser]:
        return 0
    points = end.totals[winner] if rules.settlement == "one_point" else standing.points[winner]
    amounts = {"none": 0, "add": rules.shutout_amount, "double_points": points, "double_total": end.totals[winner]}
    return amounts[rules.shutout]


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
