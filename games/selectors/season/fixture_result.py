"""Compute the result of a fixture from the sheet of its table, for storing it and for the audit."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from games.models import Fixture, FixtureState
from games.rules.league.season import SeasonRules
from games.rules.league.typed_result import typed_scores, typed_sides
from games.rules.match import NO_RESULT
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
    """Return the result of a fixture that has this number of ``sides``.

    A result typed from paper counts until the rounds at the table are complete; then they do.
    """
    score, typed = match.score, match.fixture.typed_result
    if typed is not None and not (score and score.finished):
        return result_from_paper(match.fixture, match.rules)
    if score is None:
        return FixtureResult(FixtureState.PLANNED, False, [NO_RESULT] * sides)
    done = score.finished or match.fixture.stopped
    return FixtureResult(
        state=FixtureState.PLAYED if done else FixtureState.RUNNING,
        final=done and match.all_confirmed,
        sides=[asdict(side) for side in score.sides],
    )


def result_from_paper(fixture: Fixture, rules: SeasonRules) -> FixtureResult:
    """Return the result that was typed for a fixture. It is final: an officer of the league answers for it."""
    typed = typed_sides(fixture.typed_result, len(fixture.typed_result or ()))
    return FixtureResult(FixtureState.PLAYED, True, [asdict(side) for side in typed_scores(typed, rules)])
