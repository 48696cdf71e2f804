"""The table of a season in words: what set two apart, where somebody came from, what may still change."""

from collections.abc import Sequence
from datetime import date, time
from fractions import Fraction
from typing import Final

from games.rules.season import SeasonRules, TieBreak
from games.rules.standings import Row, Value
from games.wording.words import signed

CRITERIA: Final[dict[TieBreak, str]] = {
    "points": "League points",
    "wins": "Wins",
    "head_to_head": "Head-to-head",
    "point_difference": "Point difference",
    "boxes": "Boxes",
    "gins": "Gins",
    "fewest_losses": "Losses",
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn\u2013Berger",
    "lot": "Lot",
}
"""What stands above the values of a criterion."""

HIDDEN: Final = "The table is hidden until the ceremony. Here are all who play, in no order of rank."
MARKS: Final = {"win": ("W", "won"), "draw": ("D", "drawn"), "loss": ("L", "lost")}


def value_text(criterion: TieBreak, value: Value) -> str:
    """The value of a criterion: "+12", "2\u00bd"; "drawn" for the lot, whose numbers say nothing."""
    if criterion == "lot":
        return "drawn"
    if isinstance(value, Fraction) and value.denominator == 2:
        whole = value.numerator // 2
        return f"{whole}\u00bd" if whole else "\u00bd"
    return signed(int(value)) if criterion == "point_difference" else str(value)


def why_text(row: Row, above: Row, rules: SeasonRules, name: str) -> str:
    """What put ``row`` below the one above it, which is called ``name``."""
    first = rules.order[0]
    level = f"Level with {name} on {_small(first)}"
    if row.decided_by is None:
        return f"Level with {name} in everything that counts: they share the place."
    if row.decided_by == "lot":
        return f"Level with {name} in everything else: the lot decides."
    own, other = (value_text(row.decided_by, one.values[row.decided_by]) for one in (row, above))
    if row.decided_by == first:
        return f"Below {name} on {_small(first)}: {own} to {other}."
    if row.decided_by == "fewest_losses":
        return f"{level}; more losses: {own} to {other}."
    return f"{level}; {_small(row.decided_by)} decide{_s(row.decided_by)}: {own} to {other}."


def shift_text(way: str, by: int) -> str:
    """Where a row came from, behind a name."""
    places = "1 place" if by == 1 else f"{by} places"
    return {"up": f"up {places}", "down": f"down {places}", "same": "same place", "new": "new in the table"}[way]


def night_name(night: date, today: date) -> str:
    """A night as it is spoken of: "Tuesday 10 November"; with the year where it is another one."""
    year = f" {night.year}" if night.year != today.year else ""
    return f"{night:%A} {night.day} {night:%B}{year}"


def provisional_text(count: int) -> str:
    """How many matches of a row may still change; "" for none."""
    return f"{_matches(count)} not final yet" if count else ""


def lacks_text(missing: int) -> str:
    """What an unranked one lacks."""
    return f"{_matches(missing)} more for a place"


def penalty_text(points: int, reason: str) -> str:
    """Points that were taken away, or given."""
    amount = "1 league point" if abs(points) == 1 else f"{abs(points)} league points"
    return f"{amount} {'taken away' if points > 0 else 'given'}: {reason}"


def byes_text(count: int) -> str:
    """Byes, which are in the points and nowhere else."""
    return "1 bye" if count == 1 else f"{count} byes"


def counted_text(best: int) -> str:
    """Why the points may be fewer than the matches brought."""
    return "Of everybody only the best night counts." if best == 1 else f"Of everybody the {best} best nights count."


def counting_text(counted: int, played: int) -> str:
    """How many of somebody's matches were on nights that count."""
    return f"{counted} of {_matches(played)} count"


def criteria_listed(order: Sequence[TieBreak]) -> str:
    """The criteria in their order, as a list in a sentence."""
    return ", then ".join(_small(criterion) for criterion in order)


def match_state(state: str, *, final: bool, at: time | None) -> str:
    """How far a match is, on the wall."""
    if state == "planned":
        return f"{at:%H:%M}" if at else "to be played"
    if state == "played":
        return "final" if final else "to be confirmed"
    return {"running": "being played", "forfeited": "not played", "bye": "has a bye"}[state]


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _small(criterion: TieBreak) -> str:
    title = CRITERIA[criterion]
    return title if criterion in ("buchholz", "sonneborn_berger") else title[0].lower() + title[1:]


def _s(criterion: TieBreak) -> str:
    return "" if criterion in ("points", "wins", "boxes", "gins") else "s"


def needs_about(*, complete: bool) -> str:
    """What the sentences about what is needed rest on."""
    if complete:
        return (
            "Worked out from the rules and the matches still to be played, whatever the others do. "
            "Matches that are being played count as still open."
        )
    return "Worked out from the rules, for the next match of each. What comes after it is not known yet."
