"""What a rule set comes to, whatever is said of it: how many play at a time, and what there is to earn."""

from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for, seats_suit


def table_sizes(r: RuleSet) -> tuple[int, ...]:
    """The numbers of people who can play, smallest first; where no deck is large enough, those who would sit down."""
    seats = seats_for(r)
    wanted = range(seats.min, seats.max + 1)
    return tuple(n for n in wanted if seats_suit(r, n)) or tuple(wanted)


def at_once(r: RuleSet) -> int:
    """The most hands that are compared with one another in a round: those of all who play it at one table."""
    if r.seating == "all_active":
        return table_sizes(r)[-1]
    return table_sizes(r)[-1] - 1 if r.seating == "dealer_sits_out" else 2


def side_count(r: RuleSet) -> int:
    """The most sides that keep a score in one game: players, two teams, or the captain and the others."""
    return 2 if r.seating in ("teams", "captain") else table_sizes(r)[-1]


def between_two(r: RuleSet) -> bool:
    """Whether a game may be between two sides, so that it has a net: the difference of two totals."""
    return side_count(r) == 2 or table_sizes(r)[0] == 2


def knocks(r: RuleSet) -> bool:
    """Whether anybody may knock with deadwood, so that there are undercuts."""
    return r.knock_limit != 0


def has_boxes(r: RuleSet) -> bool:
    """Whether anything earns a box."""
    return bool(r.box_win) or has_extra_boxes(r)


def has_extra_boxes(r: RuleSet) -> bool:
    """Whether anything but winning earns a box."""
    extra = (r.box_undercut and knocks(r)) or r.box_gin or (r.box_big_gin and r.big_gin_bonus is not None)
    return bool(extra or (r.seating == "teams" and r.sweep_boxes))


def game_bonus(r: RuleSet) -> int:
    """What is earned by whoever leads at the end of a game; 0 where nothing is, or where no game ends."""
    if r.target is None:
        return 0
    return r.target if r.game_bonus == "target" else r.game_bonus


def line_bonus(r: RuleSet) -> int:
    """What a clear win earns besides; 0 where nothing is earned, or where no game ends."""
    return r.line_bonus if r.target is not None else 0


def has_shutout(r: RuleSet) -> bool:
    """Whether it is worth something to win a game without an answer."""
    return r.shutout != "none" and r.target is not None


def teams_sum(r: RuleSet) -> bool:
    """Whether two teams may both score in one round."""
    return r.seating == "teams" and r.team_netting == "sum"
