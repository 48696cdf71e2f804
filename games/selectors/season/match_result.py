"""Compute the result of a match from the sheet of its table, for storing it and for the audit."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from games.models import Match, MatchState
from games.rules.league.season import SeasonRules
from games.rules.league.typed_result import typed_scores, typed_sides
from games.rules.match import NO_RESULT
from games.selectors.season.round_checks import MatchSheet

COMPUTED_STATES: Final = (MatchState.PLANNED, MatchState.RUNNING, MatchState.PLAYED)
"""The states in which a match's result is computed from its table."""


@dataclass(frozen=True, slots=True)
class ComputedResult:
    """The state of a match, whether its result is final, and the fields of its sides, by position."""

    state: MatchState
    final: bool
    sides: Sequence[Mapping[str, Any]]


def compute_result(match_sheet: MatchSheet, sides: int) -> ComputedResult:
    """Return the result of a match that has this number of ``sides``.

    A result typed from paper counts until the rounds at the table are complete; then they do.
    """
    score, typed = match_sheet.score, match_sheet.match.typed_result
    if typed is not None and not (score and score.finished):
        return result_from_paper(match_sheet.match, match_sheet.rules)
    if score is None:
        return ComputedResult(MatchState.PLANNED, False, [NO_RESULT] * sides)
    done = score.finished or match_sheet.match.stopped
    return ComputedResult(
        state=MatchState.PLAYED if done else MatchState.RUNNING,
        final=done and match_sheet.all_confirmed,
        sides=[asdict(side) for side in score.sides],
    )


def result_from_paper(match: Match, rules: SeasonRules) -> ComputedResult:
    """Return the result that was typed for a match. It is final: an officer of the league answers for it."""
    typed = typed_sides(match.typed_result, len(match.typed_result or ()))
    return ComputedResult(MatchState.PLAYED, True, [asdict(side) for side in typed_scores(typed, rules)])
