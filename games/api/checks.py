"""Rounds of matches: confirm, dispute, approve, tick; and the list of what is to be checked."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_match
from games.api.describe import QUERY, SEASON, describe
from games.api.describe_season import MATCH
from games.api.matches import match_shape
from games.api.paging import query_of
from games.api.reading import InvalidFields, reason_in
from games.api.season_fields import Given, asked_date, choice_in, ids_in, number_in, objects_in
from games.api.season_view import SeasonView
from games.models import Scope, Verdict
from games.models.entry import MOST_ENTRIES
from games.models.season import MOST
from games.refusals import Refused
from games.selectors.checks_json import checks_json
from games.selectors.league_access import fixture_access
from games.selectors.matches_json import positions_of
from games.services.checks import Seen, check_rounds, tick_rounds
from games.wording.match import say_why_text

_ROUND = {"game", "round", "revision"}


class ToCheck(SeasonView):
    """What a referee or organiser has to look at."""

    @describe(
        tag="Checks",
        operation="list_to_check",
        summary="What is to be checked",
        scope="read",
        duty=True,
        at=[SEASON, QUERY("night", "Of which night `unticked` tells.", {"type": "string", "format": "date"})],
        gives={200: (shapes_match.ToCheck, "What is to be looked at.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What is disputed, what waits for a referee, and what nobody looked at yet of the last night, or another.

        A round that is wrong is corrected at its table; by who judges, with a token of the scope `manage`, that
        approves it.
        """
        at = self.season_access(public_id, duty="judge")
        night = asked_date(query_of(request, "night"), "night")
        return Response(checks_json(at.season, night))

    @describe(
        tag="Checks",
        operation="tick_rounds",
        summary="Tick rounds that you looked at",
        scope="score",
        duty=True,
        changes=True,
        at=[SEASON],
        takes=asks_season.Ticks,
        gives={200: (shapes_match.Ticked, "How many were ticked.")},
        refuses=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A tick changes nothing but this list. What was changed since it was seen is left out: look at it again."""
        at = self.season_access(public_id, Scope.SCORE, "judge")
        told = objects_in(self.body({"rounds"}), "rounds", _ROUND | {"match"}, asks_season.MOST_ROUNDS)
        seen = [(number_in(one, "match", 1, MOST), _seen(one)) for one in told]
        return Response({"ticked": tick_rounds(access=at.access, season=at.season, rounds=seen)})


class Checks(SeasonView):
    """What is said of rounds of a match."""

    @describe(
        tag="Checks",
        operation="check_rounds",
        summary="Confirm, dispute or approve rounds",
        scope="score",
        duty=True,
        changes=True,
        at=[SEASON, MATCH],
        takes=asks_season.NewCheck,
        gives={200: (shapes_match.Match, "The match as it stands.")},
        refuses=["season_closed", "stale", "not_playable"],
        examples=[examples_season.check_ask],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Say of rounds, as they were seen, that they are right or not: of all of them, or of none.

        Who plays confirms or disputes for his side; who scores there may speak for the `entrants` that told him. Who
        judges approves, which settles a round, or disputes. The same again changes nothing.
        """
        at = self.fixture_access(public_id, number, Scope.SCORE)
        if not at.may_score:
            raise Refused("not_allowed", action="score")
        given = self.body({"verdict", "rounds"}, {"entrants", "reason"})
        verdict = Verdict(choice_in(given, "verdict", Verdict.values, ""))
        rounds = [_seen(one) for one in objects_in(given, "rounds", _ROUND, asks_season.MOST_ROUNDS)]
        if not rounds:
            raise InvalidFields({"rounds": "rounds must name a round."})
        positions, entrants, reason = positions_of(at.seats), ids_in(given, "entrants"), reason_in(given)
        if not set(entrants) <= set(positions):
            raise Refused("not_found")
        if verdict == Verdict.DISPUTED and not reason:
            raise InvalidFields({"reason": say_why_text()})
        check_rounds(
            access=at.access,
            season=at.season,
            number=number,
            rounds=rounds,
            verdict=verdict,
            sides=[positions[entrant] for entrant in entrants],
            reason=reason if verdict == Verdict.DISPUTED else "",
        )
        return Response(match_shape(fixture_access(public_id, number, at.access.account, None)))


def _seen(one: Given) -> Seen:
    return Seen(*(number_in(one, name, 1, MOST_ENTRIES) for name in ("game", "round", "revision")))
