"""The score of a round as JSON, as evaluate answers it."""

from collections.abc import Mapping, Sequence

from games.evaluate.question_input import Answer
from games.rules.scoring import RoundResult
from games.wording.scores import line_text


def score_json(result: RoundResult, names: Sequence[str], sides: Sequence[str] | None = None) -> Answer:
    """Return what a round scores, and why. ``sides`` are the names by side, if they differ from those by seat."""
    scoring = sides or names
    return {
        "event": result.event.value,
        "winners": [scoring[side] for side in result.winners],
        "points": by_name(result.points, scoring),
        "boxes": by_name(result.boxes, scoring),
        "deadwood": {names[seat]: points for seat, points in result.deadwood.items()},
        "lines": [
            {
                "text": line_text(line, names, scoring),
                "player": scoring[line.seat],
                "points": line.points,
                "boxes": line.boxes,
                "parameter": line.parameter,
            }
            for line in result.lines
        ],
    }


def by_name(amounts: Mapping[int, int], names: Sequence[str]) -> dict[str, int]:
    """Return ``amounts`` by name; a seat or side without one has 0."""
    return {name: amounts.get(seat, 0) for seat, name in enumerate(names)}
