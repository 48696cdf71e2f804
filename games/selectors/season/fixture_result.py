"""Compute the result of a fixture from the sheet of its table, for storing it and for the audit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.models import FixtureState
from games.selectors.season.round_checks import MatchSheet

COMPUTED_STATES: Final = (FixtureState.PLANNED, FixtureState.RUNNING, FixtureState.PLAYED)
"""The states in which a fixture's result is computed from its table."""


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """The state of a fixture, whether its result is final, and the fields of its sides, by position."""

    state: FixtureState
    final: bool
    sides: Sequence[Mapping[str, Any]]


def compute_result(match: MatchSheet, sides: int) -> FixtureResult:
    """Return the result of a fixture that has this number of ``sides``."""
    score = match.score
    if score is None:
        nothing = {"outcome": "", "points": 0, "against": 0, "boxes": 0, "gins": 0, "shutouts": 0}
        return FixtureResult(FixtureState.PLANNED, False, [nothing | {"games": 0, "led_boxes": False}] * sides)
    done = score.finished or match.fixture.stopped
    return FixtureResult(
        state=FixtureState.PLAYED if done else FixtureState.RUNNING,
        final=done and match.all_confirmed,
        sides=[
            {
                "outcome": side.outcome,
                "points": side.points,
                "against": side.against,
                "boxes": side.boxes,
                "gins": side.gins,
                "shutouts": side.shutouts,
                "games": side.games,
                "led_boxes": side.led_boxes,
            }
            for side in score.sides
        ],
    )
