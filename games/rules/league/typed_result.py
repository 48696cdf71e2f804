"""Results of league matches that were played on paper: only the totals of each side are known, not the rounds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final

from games.rules.league.season import SeasonRules
from games.rules.league.standings import Outcome
from games.rules.match import SideScore

MOST_TYPED: Final = 100_000
"""The most points of a side, above or below 0."""
MOST_COUNTED: Final = 1_000
"""The most of each count of a side."""


@dataclass(frozen=True, slots=True)
class TypedSide:
    """What was typed for one side: game points with their bonuses, and counts of what the season counts besides.

    ``games`` are the games won, in a season whose matches are several games.
    """

    points: int
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0
    games: int = 0


def typed_scores(sides: Sequence[TypedSide], rules: SeasonRules) -> tuple[SideScore, ...]:
    """Return the score of each of ``sides`` (two or more), as a match over their rounds would give it.

    The side with more games wins where matches are several games, otherwise the one with more points. Level sides draw.

    >>> [side.outcome.value for side in typed_scores([TypedSide(120), TypedSide(85)], SeasonRules())]
    ['win', 'loss']
    """
    points, boxes = [side.points for side in sides], [side.boxes for side in sides]
    outcomes = level_or_won([side.games for side in sides] if rules.length == "games" else points)
    return tuple(
        SideScore(
            outcome=outcome,
            points=side.points,
            against=max(points[:index] + points[index + 1 :]),
            boxes=side.boxes,
            gins=side.gins,
            shutouts=side.shutouts,
            games=side.games,
            led_boxes=side.boxes == max(boxes) and boxes.count(side.boxes) == 1,
        )
        for index, (side, outcome) in enumerate(zip(sides, outcomes, strict=True))
    )


def level_or_won(amounts: Sequence[int]) -> list[Outcome]:
    """Return the outcome of each side: the one with most wins; if several have most, they draw and the others lose."""
    most = max(amounts)
    best = Outcome.WIN if amounts.count(most) == 1 else Outcome.DRAW
    return [best if amount == most else Outcome.LOSS for amount in amounts]


def counts_asked(rules: SeasonRules) -> tuple[str, ...]:
    """Return which counts of ``TypedSide`` a season needs beside the points, as they decide places or bring points."""
    needed = {
        "games": rules.length == "games",
        "boxes": "boxes" in rules.order or rules.bonus_box_lead > 0,
        "gins": "gins" in rules.order or rules.bonus_gin > 0,
        "shutouts": rules.bonus_shutout > 0,
    }
    return tuple(name for name, wanted in needed.items() if wanted)


def typed_sides(data: object, sides: int) -> tuple[TypedSide, ...]:
    """Return a stored result of this number of ``sides``. Raises ValueError for anything else.

    >>> typed_sides([{"points": 120, "boxes": 4}, {"points": 85}], 2)[0].boxes
    4
    """
    if not isinstance(data, list) or len(data) != sides:
        raise ValueError(data)
    return tuple(_side(item) for item in data)


def stored_sides(sides: Sequence[TypedSide]) -> list[dict[str, int]]:
    """Return a result as it is stored; ``typed_sides`` is the inverse."""
    return [asdict(side) for side in sides]


def _side(item: object) -> TypedSide:
    names = {field.name for field in fields(TypedSide)}
    if not isinstance(item, dict) or "points" not in item or not item.keys() <= names:
        raise ValueError(item)
    for name, value in item.items():
        low, high = (-MOST_TYPED, MOST_TYPED) if name == "points" else (0, MOST_COUNTED)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(item)
    return TypedSide(**item)
