"""Work out who deals, who plays and who sits out in each round (rules 8, group F; 5.12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sides import side_of, sides_of


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer of a round and those who play it, from the dealer's left.

    Both are seats. In games between teams every seat plays, and they are sides: all members of one side deal.
    """

    dealer: int
    active: tuple[int, ...]

    @property
    def in_seat_order(self) -> tuple[int, ...]:
        """The seats (or sides) that play, in seat order."""
        return tuple(sorted(self.active))


def first_deal(rules: RuleSet, seats: int, dealer: int) -> Deal:
    """Return the deal of the first round at a table of ``seats`` seats, with seat ``dealer`` (or its team) dealing."""
    if rules.seating == "teams":
        return _all_play(side_of(rules, dealer), 2)
    if seats < 3 or rules.seating == "all_active":
        return _all_play(dealer, seats)
    if rules.seating in ("dealer_sits_out", "loser_deals_and_sits"):
        return _dealer_out(dealer, seats)
    other = 0 if rules.seating == "captain" and dealer else (dealer + 1) % seats
    return Deal(dealer, (other, dealer))


def next_deal(rules: RuleSet, seats: int, deal: Deal, result: RoundResult) -> Deal:
    """Return the deal after ``deal`` ended with ``result``.

    After a round without a winner (a dead hand, a voided gin) ``dead_hand_dealer`` decides; after a misdeal or a false
    knock the same dealer deals again. If several won, the first winner from the dealer's left deals. With more than two
    players the loser is the one with the most deadwood, among equals the first from the dealer's left.
    """
    if result.event in (Event.MISDEAL, Event.FALSE_KNOCK):
        return deal
    if rules.seating == "teams":
        return _all_play(_dealer(rules, deal, result), 2)
    if seats < 3 or rules.seating == "all_active":
        return _all_play(_dealer(rules, deal, result), seats)
    deal = _as_played(rules, seats, deal, result)
    if rules.seating in ("dealer_sits_out", "loser_deals_and_sits"):
        return _dealer_out(_dealer_who_sits(rules, seats, deal, result), seats)
    if rules.seating == "captain":
        return _captain(rules, seats, deal, result)
    return _loser_out(rules, seats, deal, result)


def _as_played(rules: RuleSet, seats: int, deal: Deal, result: RoundResult) -> Deal:
    """Return ``deal`` with those who really played: others, if an earlier round was corrected after this one."""
    played = tuple(result.deadwood if rules.seating == "captain" else result.points)
    if len(played) != len(deal.active) or set(played) == set(deal.active):
        return deal
    if rules.seating in ("dealer_sits_out", "loser_deals_and_sits"):
        return _dealer_out(next(seat for seat in range(seats) if seat not in played), seats)
    dealer = deal.dealer if deal.dealer in played else max(played)
    return Deal(dealer, (*(seat for seat in played if seat != dealer), dealer))


def first_to_act(rules: RuleSet, deal: Deal, cumulative: Mapping[int, int]) -> int:
    """Return who plays first in ``deal``: the dealer's left, or with ``first_turn`` "lower_score" the lowest score.

    ``cumulative`` is each side's score so far (points). If scores are equal, the dealer's left plays first (rules 3.5).
    """
    if rules.first_turn == "lower_score":
        # With teams these are sides already, and side_of returns them unchanged.
        score = {place: cumulative[side_of(rules, place)] for place in deal.active}
        lowest = [place for place in deal.active if score[place] == min(score.values())]
        if len(lowest) == 1:
            return lowest[0]
    return deal.active[0]


def _all_play(dealer: int, places: int) -> Deal:
    return Deal(dealer, tuple((dealer + i) % places for i in range(1, places + 1)))


def _dealer_out(dealer: int, seats: int) -> Deal:
    return Deal(dealer, tuple((dealer + i) % seats for i in range(1, seats)))


def _winners(rules: RuleSet, active: Sequence[int], result: RoundResult) -> list[int]:
    """Return those of ``active`` whose side won."""
    if rules.seating == "captain":
        return [seat for seat in active if side_of(rules, seat) in result.winners]
    return [seat for seat in active if seat in result.winners]


def _loser(rules: RuleSet, active: Sequence[int], result: RoundResult) -> int:
    """Return who lost: the one with the most deadwood, the first of ``active`` among equals."""
    winners = _winners(rules, active, result)
    losers = [seat for seat in active if seat not in winners] or list(active)
    return max(losers, key=lambda seat: result.deadwood.get(seat, 0))


def _dealer(rules: RuleSet, deal: Deal, result: RoundResult) -> int:
    """Return the next dealer among those who play."""
    winners = _winners(rules, deal.active, result)
    if not winners:
        return deal.dealer if rules.dead_hand_dealer == "same" else deal.active[0]
    if rules.next_dealer == "winner":
        return winners[0]
    if rules.next_dealer == "loser":
        return _loser(rules, deal.active, result)
    return deal.active[0]


def _dealer_who_sits(rules: RuleSet, seats: int, deal: Deal, result: RoundResult) -> int:
    """Return the next dealer where the dealer sits out: the loser, the winner, or the next to the left."""
    winners = _winners(rules, deal.active, result)
    if not winners:
        return deal.dealer if rules.dead_hand_dealer == "same" else deal.active[0]
    if rules.seating == "loser_deals_and_sits" or rules.next_dealer == "loser":
        return _loser(rules, deal.active, result)
    if rules.next_dealer == "winner":
        return winners[0]
    return deal.dealer if rules.next_dealer == "idle_player" else (deal.dealer + 1) % seats


def _captain(rules: RuleSet, seats: int, deal: Deal, result: RoundResult) -> Deal:
    """Return the next deal with a captain: seat 0 plays every round, an opponent who loses is replaced (5.12d)."""
    opponent = max(deal.active)
    other = opponent
    if result.winners == (0,):
        other = opponent % (seats - 1) + 1
    dealer = 0 if _dealer(rules, deal, result) == 0 else other
    return Deal(dealer, (other, 0) if dealer == 0 else (0, other))


def _loser_out(rules: RuleSet, seats: int, deal: Deal, result: RoundResult) -> Deal:
    """Return the next deal where the loser sits out; after a dead hand the same two play again.

    The player who comes in deals, unless the rules let the winner deal (5.12c).
    """
    winners = _winners(rules, deal.active, result)
    if not winners:
        dealer = _dealer(rules, deal, result)
        return Deal(dealer, (*(s for s in deal.active if s != dealer), dealer))
    winner = winners[0]
    idle = next(seat for seat in range(seats) if seat not in deal.active)
    dealer, other = (winner, idle) if rules.next_dealer == "winner" else (idle, winner)
    return Deal(dealer, (other, dealer))


def sitting_out(rules: RuleSet, seats: int, deal: Deal) -> tuple[int, ...]:
    """Return the seats that don't play in ``deal``."""
    if rules.seating == "teams":
        return ()
    return tuple(seat for seat in range(seats) if seat not in deal.active)


def dealing_seats(rules: RuleSet, seats: int, place: int) -> tuple[int, ...]:
    """Return the seats of a ``place`` in a Deal: the seat itself, or with teams the members of that side."""
    return sides_of(rules, seats)[place] if rules.seating == "teams" else (place,)
