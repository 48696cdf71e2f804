"""The rules that a new season starts with, where its organizer chooses nothing else.

They aren't the defaults of ``SeasonRules``: seasons that exist keep the rules under which they were stored.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.rules.league.season import MatchEnd, Running, TieBreak

_BRACKETS: Final = ("knockout", "consolation", "double_elimination")
_BRACKET_ORDER: Final[tuple[TieBreak, ...]] = ("points", "point_difference", "boxes", "lot")
_ORDERS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "swiss": ("points", "buchholz", "buchholz_cut_1", "head_to_head", "wins", "point_difference", "lot"),
    "free": ("points", "head_to_head", "wins", "fewest_losses", "point_difference", "lot"),
    "trios": ("points", "wins", "points_scored", "gins", "lot"),
    **dict.fromkeys(_BRACKETS, _BRACKET_ORDER),
}
_OTHER_ORDER: Final[tuple[TieBreak, ...]] = ("points", "wins", "head_to_head", "point_difference", "boxes", "lot")
"""Where everybody meets everybody, or nothing is known."""
RUNNING: Final[Running] = "when_over"


def usual_order(pairing: str) -> tuple[TieBreak, ...]:
    """Return the order of the standings that suits a format, by its name.

    In a Swiss system opponents differ, so their points come first. In free play numbers of matches differ, so losses
    count too. At tables of three the best of several takes a match, so each player's own points tell more than
    differences. In a bracket only those who share a place are ordered.

    >>> usual_order("swiss")[:2]
    ('points', 'buchholz')
    """
    return _ORDERS.get(pairing, _OTHER_ORDER)


def usual_match_end(pairing: str) -> MatchEnd:
    """Return when a match of several games ends in a format, by its name: in a bracket only who wins matters."""
    return "when_decided" if pairing in _BRACKETS else "all_games"


def new_season_values(pairing: str) -> dict[str, Any]:
    """Return the parameters of a new season of this format that differ from the defaults of stored ones, as JSON."""
    return {"order": list(usual_order(pairing)), "running": RUNNING, "match_end": usual_match_end(pairing)}
