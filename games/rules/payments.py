"""Work out who pays whom when a game is settled, for two players, several players, and a captain against the others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.declaration import Declaration
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult, Score, rounded


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of ``amount`` from player ``frm`` to player ``to``, in points or in hundredths of the stakes' unit."""

    frm: int
    to: int
    amount: int


def payments(rules: RuleSet, standing: Score, end: GameResult, *, complete: bool = True) -> tuple[Payment, ...]:
    """Return what each side pays each better one when a game with score ``standing`` ends as ``end``, in points.

    Two sides pay the net. With more, each pays the difference of the totals. Once the game is ``complete`` (the target
    was reached), each loser who fails the shutout test pays the winner extra for that (rules 5.12c, 3.3 C6). Ordered by
    payer, then by payee.
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
                    amount += shutout_payment(rules, standing, end, frm)
                amount = rounded(rules, amount * (rules.column_multipliers[0] if rules.columns == 1 else 1))
            paid.append(Payment(frm, to, amount))
    return tuple(payment for payment in paid if payment.amount)


def shutout_payment(rules: RuleSet, standing: Score, end: GameResult, loser: int) -> int:
    """Return what ``loser``, one of several, pays the winner for being shut out (points; rules 5.12c, 3.3 C6).

    0 if all losers are shut out, because then the winner's total already includes it.
    """
    winner = end.winner
    counted = standing.points if rules.shutout_test == "no_points" else standing.hands_won
    if winner is None or end.shutout or counted[loser]:
        return 0
    points = end.totals[winner] if rules.settlement == "one_point" else standing.points[winner]
    amounts = {"none": 0, "add": rules.shutout_amount, "double_points": points, "double_total": end.totals[winner]}
    return amounts[rules.shutout]


def round_balance(declaration: Declaration, result: RoundResult) -> dict[int, int]:
    """Return what one round wins or costs each seat where losers pay separately (rules 5.14); the sum is zero.

    A winner collects from each other player that player's deadwood, less the winner's own where it is subtracted for
    each, and the gin bonus where each pays it. Everything else (the undercut bonus, the penalty for a false knock) is
    paid by the ender, or if the ender is the winner, by the first of the others.
    """
    balance = dict.fromkeys(declaration.active, 0)
    for winner in (seat for seat in declaration.active if result.points[seat]):
        others = [seat for seat in declaration.active if seat != winner]
        shares = _shares(declaration, result, winner, others)
        payer = declaration.ender if declaration.ender in others else others[0]
        shares[payer] += result.points[winner] - sum(shares.values())
        for seat in others:
            balance[seat] -= shares[seat]
            balance[winner] += shares[seat]
    return balance


def _shares(declaration: Declaration, result: RoundResult, winner: int, others: Sequence[int]) -> dict[int | None, int]:
    """Return each opponent's share of a winner's points, as far as the score lines assign it to one of them."""
    shares: dict[int | None, int] = dict.fromkeys(others, 0)
    factor = 2 if any(line.kind == "doubled" and line.points for line in result.lines if line.seat == winner) else 1
    for line in (line for line in result.lines if line.seat == winner):
        match line.kind:
            case "caught":
                payers = others if len(line.terms) == len(others) else [declaration.ender]
                for seat, amount in zip(payers, line.terms, strict=True):
                    shares[seat] += amount * factor
            case "own" if line.terms[1] == len(others):
                for seat in others:
                    shares[seat] -= line.terms[0] * factor
            case "gin" | "big_gin" if line.terms[1] == len(others):
                for seat in others:
                    shares[seat] += line.terms[0] * factor
    return shares


def captain_payments(net: int, others: int = 2) -> tuple[Payment, ...]:
    """Return what each of the ``others`` pays the captain, player 0, or gets if ``net`` (points) is below 0.

    >>> captain_payments(140)
    (Payment(frm=1, to=0, amount=140), Payment(frm=2, to=0, amount=140))
    """
    return tuple(sorted(settling_payments(captain_balance(net, others)), key=lambda payment: (payment.frm, payment.to)))


def balance(paid: Iterable[Payment], players: int) -> dict[int, int]:
    """Return the sum of payments for each of so many players; the total is zero."""
    total = dict.fromkeys(range(players), 0)
    for payment in paid:
        total[payment.frm] -= payment.amount
        total[payment.to] += payment.amount
    return total


def settling_payments(balance: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return few payments that settle ``balance`` (by player, with a sum of zero), the largest debts first.

    >>> settling_payments({0: 50, 1: -20, 2: -30})
    (Payment(frm=2, to=0, amount=30), Payment(frm=1, to=0, amount=20))
    """
    open_balances = {player: amount for player, amount in balance.items() if amount}
    payments = []
    while open_balances:
        to = max(open_balances, key=lambda player: (open_balances[player], -player))
        frm = min(open_balances, key=lambda player: (open_balances[player], player))
        amount = min(open_balances[to], -open_balances[frm])
        payments.append(Payment(frm, to, amount))
        for player, change in ((to, -amount), (frm, amount)):
            open_balances[player] += change
            if not open_balances[player]:
                del open_balances[player]
    return tuple(payments)


def captain_balance(captain_net: int, others: int = 2) -> dict[int, int]:
    """Return the balances for a captain's net (points): seat 0 gets or pays it once for each other (rules 5.12d)."""
    return {0: others * captain_net} | dict.fromkeys(range(1, others + 1), -captain_net)
