"""API view sets of results from paper: of one match, or of many at once."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsing import InvalidFieldsError
from games.api.permissions import ChangesInLeague
from games.api.season import examples_season
from games.api.season.match_response_serializers import TypedResultsSerializer
from games.api.season.match_rows import MatchRow
from games.api.season.result_request_serializers import NewResultSerializer, NewResultsSerializer
from games.api.season.season_base import MatchViewSet, SeasonViewSet
from games.api.viewsets import refuses
from games.models import Match
from games.refusals import RefusedError
from games.rules.league.typed_result import TypedSide, typed_sides
from games.selectors.season.match_titles import with_sides
from games.selectors.season.round_names import round_names
from games.services.season.typed_results import TypedResult, type_results


class MatchResultViewSet(MatchViewSet):
    """The result of a match from paper."""

    serializer_classes: ClassVar = {"type_result": NewResultSerializer}
    action_permissions: ClassVar = {
        "type_result": ChangesInLeague("score_matches"),
        "take_back_result": ChangesInLeague("score_matches"),
    }

    @extend_schema(examples=[examples_season.result_request])
    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def type_result(self, request: Request, public_id: str, number: int) -> Response:
        """Enter the result of a match from paper. You can still enter its rounds later.

        Once they're complete, they count instead. To correct a result, also send the one it replaces; otherwise the
        response is 412. If rounds have to be confirmed, only referees and organizers may do this, and not for their own
        matches.
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


class ResultListViewSet(SeasonViewSet):
    """Results of several matches from paper."""

    tag = "Matches"
    response_class = TypedResultsSerializer
    serializer_classes: ClassVar = {"type_results": NewResultsSerializer}
    action_permissions: ClassVar = {"type_results": ChangesInLeague("score_matches")}

    @refuses("season_closed", "not_playable", "not_allowed", "stale")
    def type_results(self, request: Request, public_id: str) -> Response:
        """Enter the results of several matches from paper. Either all are saved or none.

        Sending them again changes nothing.
        """
        data = self.validated_data()
        numbers = [entry["match"] for entry in data["results"]]
        if len(set(numbers)) < len(numbers):
            raise InvalidFieldsError({"match": "match names one twice."})
        matches = {match.number: match for match in self._matches(numbers)}
        if set(numbers) - matches.keys():
            raise RefusedError("not_found")
        results = [_result(matches[entry["match"]], entry) for entry in data["results"]]
        type_results(access=self.league_access, season=self.season, results=results, reason=data.get("reason", ""))
        names = round_names(self.season)
        changed = [MatchRow(match, names) for match in self._matches(numbers)]
        return self.answer({"revision": self.reload().season.revision, "matches": changed})

    def _matches(self, numbers: Sequence[int]) -> list[Match]:
        return list(with_sides(self.season.matches.filter(number__in=numbers)).select_related("table"))


def _result(match: Match, data: Mapping[str, Any]) -> TypedResult:
    """Return the result of a request, with its sides in the match's order. Raises InvalidFieldsError."""
    entrants = [side.entrant_id for side in match.sides.all()]
    sides = _in_order("sides", data["sides"], entrants)
    seen = _in_order("replaces", data["replaces"], entrants) if data.get("replaces") else None
    stored = match.typed_result
    if seen is None and stored is not None and sides == typed_sides(stored, len(entrants)):
        seen = sides  # the same request again
    return TypedResult(match.number, sides, seen)


def _in_order(name: str, data: Sequence[Mapping[str, Any]], entrants: Sequence[int]) -> tuple[TypedSide, ...]:
    by_entrant = {entry["entrant"]: entry for entry in data}
    if len(by_entrant) < len(data) or set(by_entrant) != set(entrants):
        raise InvalidFieldsError({name: f"{name} must name every side of the match, each once."})
    counts = ({key: value for key, value in by_entrant[pk].items() if key != "entrant"} for pk in entrants)
    return tuple(TypedSide(**numbers) for numbers in counts)
