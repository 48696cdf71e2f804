"""What a fixture comes to as the sheet of its table stands: what is stored of it, and what the audit compares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.models import FixtureState
from games.selectors.round_checks import MatchSheet

FROM_THE_TABLE: Final = (FixtureState.PLANNED, FixtureState.RUNNING, FixtureState.PLAYED)
"""The states in which a fixture's result is what its table says."""


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """The state of a fixture, whether its result is final, and the fields of its sides, by position."""

    state: FixtureState
    final: bool
    sides: Sequence[Mapping[str, Any]]


def result_of(match: MatchSheet, sides: int) -> FixtureResult:
    """The result of a fixture of so many ``sides``."""
    score = match.score
    if score is None:
        nothing = {"outcome": "", "points": 0, "against": 0, "boxes": 0, "gins": 0, "shutouts": 0}
        return FixtureResult(FixtureState.PLANNED, False, [nothing | {"games": 0, "led_boxes": False}] * sides)
    done = score.finished or match.fixture.stopped
    return FixtureResult(
        state=FixtureState.PLAYED if done else FixtureState.RUNNING,
        final=done and match.all_good,
        sides=[
            {
                "outcome": one.outcome,
                "points": one.points,
                "against": one.against,
                "boxes": one.boxes,
                "gins": one.gins,
                "shutouts": one.shutouts,
                "games": one.games,
                "led_boxes": one.led_boxes,
            }
            for one in score.sides
        ],
    )
