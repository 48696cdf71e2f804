"""API views of the entrants of a season: enter, seed, withdraw and return; teams and their members."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IF_NONE_MATCH_ANSWER, SEASON, VERSION, describe
from games.api.pagination import conditional_response, query_params_of
from games.api.parsing import InvalidFieldsError, bool_in, reason_in
from games.api.season import examples_season
from games.api.season.describe_season import ENTRANT, ORGANISER_WRITE, TEAMMATE
from games.api.season.season_base import SeasonAPIView, refreshed
from games.api.season.season_fields import MAX_IDS, date_in, id_in, ids_in, name_in, number_in, objects_in
from games.api.season.season_json import entrants_json
from games.api.season.season_request_serializers import (
    LeavingSerializer,
    NewEntrantsSerializer,
    NewMateSerializer,
    NewTeamNameSerializer,
    SeedsSerializer,
    WithdrawalSerializer,
)
from games.api.season.season_response_serializers import EntrantSerializer, EntrantsSerializer
from games.models import Member, Season
from games.refusals import RefusedError
from games.services.season import entrants as services
from games.services.season.seasons import enter_members

Payload = dict[str, Any]
ENTRANT_RESPONSE: Any = {200: (EntrantSerializer, "The entrant as he is now.")}


def _entrants_body(season: Season) -> Payload:
    return {"season": season.public_id, "revision": season.revision, "entrants": entrants_json(season)}


def _entrant_response(season: Season, entrant: int, status: int = 200) -> Response:
    entrant_body = next((candidate for candidate in entrants_json(season) if candidate["id"] == entrant), None)
    if entrant_body is None:
        raise RefusedError("not_found")
    return Response(entrant_body, status=status)


class EntrantListView(SeasonAPIView):
    """List the entrants; enter members or a team."""

    @describe(
        tag="Entrants",
        operation_id="list_entrants",
        summary="Who competes",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (EntrantsSerializer, "All of them."), 304: (None, "They are as they were.")},
        response_headers=[VERSION(200, 304)],
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Members or teams, who withdrew included, and who plays for which team."""
        season_access = self.season_access(public_id)
        query_params_of(request)
        return conditional_response(request, _entrants_body(season_access.season))

    @describe(
        tag="Entrants",
        operation_id="enter_season",
        summary="Let somebody in",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_body=NewEntrantsSerializer,
        responses={201: (EntrantsSerializer, "Everybody who competes now.")},
        error_codes=["season_closed", "name_taken", "too_many"],
        examples=[examples_season.entrants_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """`members` of the league, after the first match too; or where teams compete, one `team`, with nobody in it."""
        season_access = self.organiser_access(public_id)
        body = self.body(set(), {"members", "team"})
        if len(body) != 1 or ("team" in body) != season_access.season.teams:
            field = "team" if season_access.season.teams else "members"
            raise InvalidFieldsError({field: f"Here it takes {field}, and nothing else."})
        if season_access.season.teams:
            services.make_team(access=season_access.access, season=season_access.season, name=name_in(body, "team"))
        else:
            enter_members(
                access=season_access.access,
                season=season_access.season,
                members=_members_in(season_access.access.league.pk, body),
            )
        return Response(_entrants_body(refreshed(season_access).season), status=201)


class SeedingView(SeasonAPIView):
    """Set the seeds."""

    @describe(
        tag="Entrants",
        operation_id="seed_entrants",
        summary="Say who is seeded",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_body=SeedsSerializer,
        responses={200: (EntrantsSerializer, "Everybody who competes.")},
        error_codes=["season_closed"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """How strong entrants are taken to be: a knock-out and the first round of a Swiss season go by it."""
        season_access = self.organiser_access(public_id)
        entries = objects_in(self.body({"seeds"}), "seeds", {"entrant", "seed"}, MAX_IDS)
        entrants = ids_in({"entrant": [entry["entrant"] for entry in entries]}, "entrant")
        seeds = [number_in(entry, "seed", 1, services.MOST_SEEDS, None) for entry in entries]
        given_seeds = [seed for seed in seeds if seed is not None]
        if len(set(given_seeds)) < len(given_seeds):
            raise InvalidFieldsError({"seed": "Each seed is a number from 1, and nobody else's."})
        services.seed_entrants(
            access=season_access.access, season=season_access.season, seeds=dict(zip(entrants, seeds, strict=True))
        )
        return Response(_entrants_body(refreshed(season_access).season))


class EntrantDetailView(SeasonAPIView):
    """Rename a team; remove an entrant who was entered by mistake."""

    @describe(
        tag="Entrants",
        operation_id="rename_team",
        summary="Call a team otherwise",
        **ORGANISER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=NewTeamNameSerializer,
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed", "name_taken"],
    )
    def put(self, request: Request, public_id: str, entrant: int) -> Response:
        """The same team under another name. A member who competes is called by his own."""
        season_access = self.organiser_access(public_id)
        name = name_in(self.body({"name"}))
        services.rename_team(access=season_access.access, season=season_access.season, entrant_id=entrant, name=name)
        return _entrant_response(season_access.season, entrant)

    @describe(
        tag="Entrants",
        operation_id="take_out_entrant",
        summary="Take out who was entered by mistake",
        **ORGANISER_WRITE,
        parameters=[SEASON, ENTRANT],
        responses={200: (EntrantsSerializer, "Everybody who is left.")},
        error_codes=["season_closed", "not_playable"],
    )
    def delete(self, request: Request, public_id: str, entrant: int) -> Response:
        """Only for whom no match was made yet; anybody else withdraws."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        services.remove_entrant(access=season_access.access, season=season_access.season, entrant_id=entrant)
        return Response(_entrants_body(refreshed(season_access).season))


class EntrantWithdrawView(SeasonAPIView):
    """Withdraw an entrant from the season."""

    @describe(
        tag="Entrants",
        operation_id="withdraw_entrant",
        summary="Let somebody withdraw",
        **ORGANISER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=WithdrawalSerializer,
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """He plays no more from today on: what he has not played is cancelled, with `annul` what he played as well.

        A second time changes nothing.
        """
        season_access = self.organiser_access(public_id)
        body = self.body(set(), {"annul", "reason"})
        services.withdraw(
            access=season_access.access,
            season=season_access.season,
            entrant_id=entrant,
            annul=bool_in(body, "annul"),
            reason=reason_in(body),
        )
        return _entrant_response(season_access.season, entrant)


class EntrantReturnView(SeasonAPIView):
    """Let a withdrawn entrant return."""

    @describe(
        tag="Entrants",
        operation_id="return_entrant",
        summary="Let somebody come back",
        **ORGANISER_WRITE,
        parameters=[SEASON, ENTRANT],
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """With the matches that were cancelled when he left, but those with somebody else who left."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        services.return_entrant(access=season_access.access, season=season_access.season, entrant_id=entrant)
        return _entrant_response(season_access.season, entrant)


class TeammateListView(SeasonAPIView):
    """Add a member to a team."""

    @describe(
        tag="Entrants",
        operation_id="join_team",
        summary="Put a member into a team",
        **ORGANISER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=NewMateSerializer,
        responses={201: (EntrantSerializer, "The team.")},
        error_codes=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """He plays for it from a day on. Nobody is in two teams of a season at a time."""
        season_access = self.organiser_access(public_id)
        body = self.body({"member", "on"})
        on = date_in(body, "on")
        if on is None:
            raise InvalidFieldsError({"on": "on must be a date, as 2026-10-06."})
        member = id_in(body, "member")
        services.join_team(
            access=season_access.access, season=season_access.season, entrant_id=entrant, member_id=member, day=on
        )
        return _entrant_response(season_access.season, entrant, 201)


class TeamLeaveView(SeasonAPIView):
    """Let a member leave a team."""

    @describe(
        tag="Entrants",
        operation_id="leave_team",
        summary="Let a member leave his team, or change to another",
        **ORGANISER_WRITE,
        parameters=[SEASON, TEAMMATE],
        request_body=LeavingSerializer,
        responses={200: (EntrantsSerializer, "All teams.")},
        error_codes=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, mate: int) -> Response:
        """He plays for it no more from a day on, and for the team `to` instead where one is named."""
        season_access = self.organiser_access(public_id)
        body = self.body({"on"}, {"to"})
        on = date_in(body, "on")
        if on is None:
            raise InvalidFieldsError({"on": "on must be a date, as 2026-10-06."})
        to = id_in(body, "to", None)
        services.leave_team(
            access=season_access.access, season=season_access.season, teammate_id=mate, day=on, new_team_id=to
        )
        return Response(_entrants_body(refreshed(season_access).season))


def _members_in(league: int, body: Payload) -> list[Member]:
    """Return the members that a body names, in its order.

    Raises RefusedError ("not_found") for unknown ones, InvalidFieldsError if it names none.
    """
    requested_ids = ids_in(body, "members")
    if not requested_ids:
        raise InvalidFieldsError({"members": "members must name somebody."})
    members_by_id = Member.objects.filter(league=league).in_bulk(requested_ids)
    if len(members_by_id) < len(requested_ids):
        raise RefusedError("not_found")
    return [members_by_id[pk] for pk in requested_ids]
