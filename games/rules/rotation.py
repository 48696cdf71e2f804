"""Who deals the next round and who plays first (rules 8, group F), where everybody plays every round."""

from collections.abc import Mapping, Sequence

from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult


def left_of(seat: int, active: Sequence[int]) -> int:
    """The seat to the left of ``seat``: the next of ``active``, in seat order."""
    return active[(active.index(seat) + 1) % len(active)]


def next_dealer(rules: RuleSet, active: Sequence[int], dealer: int, result: RoundResult) -> int:
    """The seat that deals after ``dealer``'s round came out as ``result``.

    A round without a winner (a dead hand, a voided gin) follows ``dead_hand_dealer``. Where several won, the winner
    that deals is the first from the dealer's left; with more than two at the table the loser is the seat with the most
    deadwood, the first from the dealer's left among equals.
    """
    order = [*active[active.index(dealer) + 1 :], *active[: active.index(dealer) + 1]]
    if not result.winners:
        return dealer if rules.dead_hand_dealer == "same" else order[0]
    if rules.next_dealer == "winner":
        return next(seat for seat in order if seat in result.winners)
    if rules.next_dealer == "loser":
        losers = [seat for seat in order if seat not in result.winners] or order
        return max(losers, key=lambda seat: result.deadwood.get(seat, 0))
    return order[0]


def first_to_act(rules: RuleSet, active: Sequence[int], dealer: int, cumulative: Mapping[int, int]) -> int:
    """The seat that plays first: left of the dealer, or the lower score where ``first_turn`` says so.

    ``cumulative`` is each seat's score so far (points). Equal scores leave it to the dealer's left (rules 3.5).
    """
    left = left_of(dealer, active)
    if rules.first_turn == "lower_score":
        least = min(cumulative[seat] for seat in active)
        lowest = [seat for seat in active if cumulative[seat] == least]
        if len(lowest) == 1:
            return lowest[0]
    return left
