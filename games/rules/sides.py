"""Sides, the units that score: a single player, a team whose members sit alternately, or a captain and the others."""

from games.rules.cards import DECKS
from games.rules.ruleset import RuleSet, Seats


def side_of(rules: RuleSet, seat: int) -> int:
    """Return the side of ``seat``: its own number, except for teams (every second seat) and the captain (seat 0)."""
    if rules.seating == "teams":
        return seat % 2
    if rules.seating == "captain":
        return min(seat, 1)
    return seat


def sides_of(rules: RuleSet, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side at a table of ``seats`` seats, by side.

    >>> sides_of(RuleSet(seating="teams"), 4)
    ((0, 2), (1, 3))
    """
    members: dict[int, tuple[int, ...]] = {}
    for seat in range(seats):
        side = side_of(rules, seat)
        members[side] = (*members.get(side, ()), seat)
    return tuple(members[side] for side in sorted(members))


def seats_for(rules: RuleSet) -> Seats:
    """Return the allowed numbers of players: ``seats``, unless ``seating`` needs other numbers (rules 5.12, 5.13)."""
    least, most, best = {
        "all_active": (2, 8, 2),
        "dealer_sits_out": (3, 4, 3),
        "loser_sits_out": (3, 3, 3),
        "loser_deals_and_sits": (3, 3, 3),
        "captain": (3, 3, 3),
        "teams": (4, 8, 4),
    }[rules.seating]
    if least <= rules.seats.min and rules.seats.max <= most:
        return rules.seats
    return Seats(least, most, best)


def can_seat(rules: RuleSet, count: int) -> bool:
    """Return whether ``count`` people can play: an allowed number, teams of one size, two sides for Hollywood."""
    seats = seats_for(rules)
    if _dealt(rules, count) >= len(DECKS[rules.deck]):
        return False
    if rules.columns > 1 and len(sides_of(rules, count)) != 2:
        return False
    return seats.min <= count <= seats.max and (rules.seating != "teams" or count % 2 == 0)


def _dealt(rules: RuleSet, count: int) -> int:
    """Return how many cards of one deck are dealt to ``count`` people; in team games each pair has its own deck."""
    playing = {"all_active": count, "dealer_sits_out": count - 1}.get(rules.seating, 2)
    return playing * rules.hand_size


def team_pairings(seats: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return who plays whom in round ``number`` (from 1) of a game between two teams at a table of ``seats`` seats.

    Each member of the first team plays those of the other in turn: the next to the left, then the one after (5.13).

    >>> team_pairings(4, 1), team_pairings(4, 2)
    (((0, 1), (2, 3)), ((0, 3), (2, 1)))
    """
    return tuple((seat, (seat + 2 * number - 1) % seats) for seat in range(0, seats, 2))
