"""API view sets of results from paper: of one match, or of many at once."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsing import InvalidFieldsError
from games.api.permissions import ChangesInLeague
from games.api.season import examples_season
from games.api.season.match_response_serializers import ResultsPreviewSerializer, TypedResultsSerializer
from games.api.season.match_rows import MatchRow
from games.api.season.pairs import pair_fields
from games.api.season.result_request_serializers import (
    NewResultSerializer,
    NewResultsSerializer,
    PreviewedResultSerializer,
)
from games.api.season.season_base import MatchBaseViewSet, SeasonBaseViewSet
from games.api.viewsets import refuses
from games.models import Match
from games.pages.season.result_changes import change_sentences
from games.refusals import RefusedError
from games.rules.league.typed_result import TypedSide, typed_sides
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.match_titles import with_sides
from games.selectors.season.round_names import round_names
from games.services.season.typed_results import TypedResult, preview_results, type_results


class MatchResultViewSet(MatchBaseViewSet):
    """The result of a match from paper."""

    serializer_classes: ClassVar = {"type_result": NewResultSerializer, "preview_result": PreviewedResultSerializer}
    # Where results have to be confirmed, the service demands "judge".
    action_permissions: ClassVar = {
        "preview_result": ChangesInLeague("score_matches"),
        "type_result": ChangesInLeague("score_matches"),
        "take_back_result": ChangesInLeague("score_matches"),
    }

    @extend_schema(examples=[examples_season.result_request])
    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def type_result(self, request: Request, public_id: str, number: int) -> Response:
        """Enter the result of a match from paper. You can still enter its rounds later.

        Once they're complete, they count instead. To correct a result, also send the one it replaces; otherwise the
        response is 412. `preview_result` says what else the correction changes. If rounds have to be confirmed, only
        referees and organizers may do this, and not for their own matches.
        """
        data = self.validated_data()
        result = _result(self.access.match, data)
        type_results(access=self.league_access, season=self.season, results=[result], reason=data.get("reason", ""))
        return self.answer_match()

    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def take_back_result(self, request: Request, public_id: str, number: int) -> Response:
        """Take back the result of a match from paper.

        The match has to be played, or the rounds played at its table count. Doing it again changes nothing.
        """
        stored = self.access.match.typed_result
        seen = None if stored is None else typed_sides(stored, len(stored))
        type_results(access=self.league_access, season=self.season, results=[TypedResult(number, None, seen)])
        return self.answer_match()

    @extend_schema(responses=ResultsPreviewSerializer, examples=[examples_season.result_request])
    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def preview_result(self, request: Request, public_id: str, number: int) -> Response:
        """Preview a match's result from paper, or its correction. Nothing is saved.

        Returns what it would change: league points, places, and the players of matches drawn already. The lists are
        empty while the standings are hidden.
        """
        result = _result(self.access.match, self.validated_data())
        return self.answer(_preview(self.access, [result]), serializer=ResultsPreviewSerializer)


class ResultListViewSet(SeasonBaseViewSet):
    """Results of several matches from paper."""

    tag = "Matches"
    response_class = TypedResultsSerializer
    serializer_classes: ClassVar = dict.fromkeys(("type_results", "preview_results"), NewResultsSerializer)
    action_permissions: ClassVar = dict.fromkeys(("type_results", "preview_results"), ChangesInLeague("score_matches"))

    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def type_results(self, request: Request, public_id: str) -> Response:
        """Enter the results of several matches from paper. Either all are saved or none.

        Sending them again changes nothing.
        """
        results, reason = self._results(), self.validated_data().get("reason", "")
        type_results(access=self.league_access, season=self.season, results=results, reason=reason)
        names = round_names(self.season)
        changed = [MatchRow(match, names) for match in self._matches([result.number for result in results])]
        return self.answer({"revision": self.reload().season.revision, "matches": changed})

    @extend_schema(responses=ResultsPreviewSerializer)
    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def preview_results(self, request: Request, public_id: str) -> Response:
        """Preview the results of several matches from paper. Returns what they'd change together. Nothing is saved."""
        return self.answer(_preview(self.access, self._results()), serializer=ResultsPreviewSerializer)

    def _results(self) -> list[TypedResult]:
        """Return the results of the request. Raises InvalidFieldsError, RefusedError."""
        data = self.validated_data()
        numbers = [entry["match"] for entry in data["results"]]
        if len(set(numbers)) < len(numbers):
            raise InvalidFieldsError({"match": "match names one twice."})
        matches = {match.number: match for match in self._matches(numbers)}
        if set(numbers) - matches.keys():
            raise RefusedError("not_found")
        return [_result(matches[entry["match"]], entry) for entry in data["results"]]

    def _matches(self, numbers: Sequence[int]) -> list[Match]:
        return list(with_sides(self.season.matches.filter(number__in=numbers)).select_related("table"))


def _result(match: Match, data: Mapping[str, Any]) -> TypedResult:
    """Return the result of a request, with its sides in the match's order. Raises InvalidFieldsError."""
    entrants = [side.entrant_id for side in match.sides.all()]
    sides = _in_order("sides", data["sides"], entrants) if "sides" in data else None
    seen = _in_order("replaces", data["replaces"], entrants) if data.get("replaces") else None
    stored = match.typed_result
    if seen is None and stored is not None and sides in (None, typed_sides(stored, len(entrants))):
        seen = typed_sides(stored, len(entrants))  # taken back, or the same request again
    return TypedResult(match.number, sides, seen)


def _preview(access: SeasonAccess, results: Sequence[TypedResult]) -> dict[str, Any]:
    """Return the fields of a ResultsPreviewSerializer."""
    season = access.season
    changes = preview_results(access=access.access, season=season, results=results)
    names = names_of_entrants(season)
    return {
        "revision": season.revision,
        "sentences": change_sentences(season, changes),
        "movers": [
            {
                "entrant": move.entrant,
                "name": names[move.entrant],
                "place": {"before": move.place[0], "after": move.place[1]},
                "points": {"before": move.points[0], "after": move.points[1]},
            }
            for move in changes.moves
        ],
        "wrong_pairs": [pair_fields(pair, names) for pair in changes.wrong],
        "righted": [pair.match.number for pair in changes.righted],
        "stages": changes.stages,
    }


def _in_order(name: str, data: Sequence[Mapping[str, Any]], entrants: Sequence[int]) -> tuple[TypedSide, ...]:
    by_entrant = {entry["entrant"]: entry for entry in data}
    if len(by_entrant) < len(data) or set(by_entrant) != set(entrants):
        raise InvalidFieldsError({name: f"{name} must name every side of the match, each once."})
    counts = ({key: value for key, value in by_entrant[pk].items() if key != "entrant"} for pk in entrants)
    return tuple(TypedSide(**numbers) for numbers in counts)
