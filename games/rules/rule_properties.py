"""Properties derived from a rule set: how many people play at a time, and which boxes and bonuses can be earned."""

from games.rules.ruleset import RuleSet
from games.rules.sides import can_seat, seats_for


def table_sizes(r: RuleSet) -> tuple[int, ...]:
    """Return the possible numbers of players, ascending; if the deck is too small for all of them, the allowed ones."""
    seats = seats_for(r)
    candidates = range(seats.min, seats.max + 1)
    return tuple(n for n in candidates if can_seat(r, n)) or tuple(candidates)


def hands_per_round(r: RuleSet) -> int:
    """Return the most hands that are compared in a round: one for each player who plays it."""
    if r.seating == "all_active":
        return table_sizes(r)[-1]
    return table_sizes(r)[-1] - 1 if r.seating == "dealer_sits_out" else 2


def side_count(r: RuleSet) -> int:
    """Return the most sides that score in one game: players, two teams, or the captain and the others."""
    return 2 if r.seating in ("teams", "captain") else table_sizes(r)[-1]


def between_two(r: RuleSet) -> bool:
    """Return whether a game can be between two sides, so that it has a net: the difference of two totals."""
    return side_count(r) == 2 or table_sizes(r)[0] == 2


def has_knocks(r: RuleSet) -> bool:
    """Return whether knocking with deadwood is allowed, so that there are undercuts."""
    return r.knock_limit != 0


def uses_limit_card(r: RuleSet) -> bool:
    """Return whether an upcard or knock card sets the knock limit or doubles the round (rules 5.6)."""
    return r.limit_source != "fixed" or bool(r.double_suits)


def has_boxes(r: RuleSet) -> bool:
    """Return whether anything earns a box."""
    return bool(r.box_win) or has_extra_boxes(r)


def scores_boxes(r: RuleSet) -> bool:
    """Return whether boxes are written down: something earns them, and they are worth points."""
    return has_boxes(r) and r.box_value > 0


def has_extra_boxes(r: RuleSet) -> bool:
    """Return whether anything other than winning earns a box."""
    extra = (r.box_undercut and has_knocks(r)) or r.box_gin or (r.box_big_gin and r.big_gin_bonus is not None)
    return bool(extra or (r.seating == "teams" and r.sweep_boxes))


def game_bonus(r: RuleSet) -> int:
    """Return the bonus for the leader at the end of a game, 0 if there is none or if games have no target."""
    if r.target is None:
        return 0
    return r.target if r.game_bonus == "target" else r.game_bonus


def line_bonus(r: RuleSet) -> int:
    """Return the extra bonus for a clear win, 0 if there is none or if games have no target."""
    return r.line_bonus if r.target is not None else 0


def has_shutout(r: RuleSet) -> bool:
    """Return whether a shutout is worth anything."""
    return r.shutout != "none" and r.target is not None


def teams_sum(r: RuleSet) -> bool:
    """Return whether both teams can score in the same round."""
    return r.seating == "teams" and r.team_netting == "sum"
