"""API views of the entrants of a season: enter, seed, withdraw and return; teams and their members."""

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IF_NONE_MATCH_ANSWER, SEASON, VERSION, describe
from games.api.pagination import conditional_response, query_params_of
from games.api.parsing import InvalidFieldsError
from games.api.permissions import InSeason
from games.api.season import examples_season
from games.api.season.describe_season import ENTRANT, ORGANIZER_WRITE, TEAMMATE
from games.api.season.season_base import SeasonAPIView
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
from games.selectors.season.seed_orders import SeedSource
from games.services.season import entrants as services
from games.services.season.seasons import enter_members

Payload = dict[str, Any]
ENTRANT_RESPONSE: Any = {200: (EntrantSerializer, "The updated entrant.")}


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
        summary="List the entrants",
        permission=InSeason(),
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (EntrantsSerializer, "All entrants."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return members or teams, including those who withdrew, and the players of each team."""
        query_params_of(request)
        return conditional_response(request, _entrants_body(self.season))

    @describe(
        tag="Entrants",
        operation_id="enter_season",
        summary="Add entrants",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_body=NewEntrantsSerializer,
        responses={201: (EntrantsSerializer, "All entrants.")},
        error_codes=["season_closed", "name_taken", "too_many"],
        examples=[examples_season.entrants_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add `members` of the league, even after the first match. Team seasons take one empty `team` instead."""
        data = self.read_body()
        if len(data) != 1 or ("team" in data) != self.season.teams:
            field = "team" if self.season.teams else "members"
            raise InvalidFieldsError({field: f"This season only accepts {field} here."})
        if self.season.teams:
            services.make_team(access=self.rights, season=self.season, name=data["team"])
        else:
            members = _members(self.rights.league.pk, data["members"])
            enter_members(access=self.rights, season=self.season, members=members)
        return Response(_entrants_body(self.reload().season), status=201)


class SeedingView(SeasonAPIView):
    """Set the seeds."""

    @describe(
        tag="Entrants",
        operation_id="seed_entrants",
        summary="Set the seeds",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_body=SeedsSerializer,
        responses={200: (EntrantsSerializer, "All entrants.")},
        error_codes=["season_closed", "not_playable"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Set the entrants' seeds, which brackets and the first Swiss round use."""
        body = self.read_body()
        if "by" in body:
            source = SeedSource(body["by"])
            services.seed_entrants_from(access=self.rights, season=self.season, source=source)
        else:
            seeds = {entry["entrant"]: entry["seed"] for entry in body["seeds"]}
            services.seed_entrants(access=self.rights, season=self.season, seeds=seeds)
        return Response(_entrants_body(self.reload().season))


class EntrantDetailView(SeasonAPIView):
    """Rename a team; remove an entrant who was entered by mistake."""

    @describe(
        tag="Entrants",
        operation_id="rename_team",
        summary="Rename a team",
        **ORGANIZER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=NewTeamNameSerializer,
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed", "name_taken"],
    )
    def put(self, request: Request, public_id: str, entrant: int) -> Response:
        """Rename a team. Members compete under their own names."""
        name = self.read_body()["name"]
        services.rename_team(access=self.rights, season=self.season, entrant_id=entrant, name=name)
        return _entrant_response(self.season, entrant)

    @describe(
        tag="Entrants",
        operation_id="take_out_entrant",
        summary="Remove an entrant",
        **ORGANIZER_WRITE,
        parameters=[SEASON, ENTRANT],
        responses={200: (EntrantsSerializer, "The remaining entrants.")},
        error_codes=["season_closed", "not_playable"],
    )
    def delete(self, request: Request, public_id: str, entrant: int) -> Response:
        """Remove an entrant without matches. All others can only withdraw."""
        self.read_body()
        services.remove_entrant(access=self.rights, season=self.season, entrant_id=entrant)
        return Response(_entrants_body(self.reload().season))


class EntrantWithdrawView(SeasonAPIView):
    """Withdraw an entrant from the season."""

    @describe(
        tag="Entrants",
        operation_id="withdraw_entrant",
        summary="Withdraw an entrant",
        **ORGANIZER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=WithdrawalSerializer,
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """Withdraw an entrant from today. Open matches are canceled, and with `annul` past ones, too.

        In a Swiss system or a bracket, the opponent wins an open match of the round by forfeit instead.

        Doing it again changes nothing.
        """
        data = self.read_body()
        services.withdraw(
            access=self.rights,
            season=self.season,
            entrant_id=entrant,
            annul=data.get("annul", False),
            reason=data.get("reason", ""),
        )
        return _entrant_response(self.season, entrant)


class EntrantReturnView(SeasonAPIView):
    """Let a withdrawn entrant return."""

    @describe(
        tag="Entrants",
        operation_id="return_entrant",
        summary="Bring an entrant back",
        **ORGANIZER_WRITE,
        parameters=[SEASON, ENTRANT],
        responses=ENTRANT_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """Restore an entrant and their canceled matches, except those against other withdrawn entrants."""
        self.read_body()
        services.return_entrant(access=self.rights, season=self.season, entrant_id=entrant)
        return _entrant_response(self.season, entrant)


class TeammateListView(SeasonAPIView):
    """Add a member to a team."""

    @describe(
        tag="Entrants",
        operation_id="join_team",
        summary="Add a member to a team",
        **ORGANIZER_WRITE,
        parameters=[SEASON, ENTRANT],
        request_body=NewMateSerializer,
        responses={201: (EntrantSerializer, "The team.")},
        error_codes=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """Add the member to the team from a date on. Nobody can be in two teams of a season at the same time."""
        data = self.read_body()
        services.join_team(
            access=self.rights, season=self.season, entrant_id=entrant, member_id=data["member"], day=data["on"]
        )
        return _entrant_response(self.season, entrant, 201)


class TeamLeaveView(SeasonAPIView):
    """Let a member leave a team."""

    @describe(
        tag="Entrants",
        operation_id="leave_team",
        summary="Remove a member from a team, or move them",
        **ORGANIZER_WRITE,
        parameters=[SEASON, TEAMMATE],
        request_body=LeavingSerializer,
        responses={200: (EntrantsSerializer, "All teams.")},
        error_codes=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, mate: int) -> Response:
        """Remove the member from the team from a date on. With `to`, the member joins that team instead."""
        data = self.read_body()
        services.leave_team(
            access=self.rights, season=self.season, teammate_id=mate, day=data["on"], new_team_id=data.get("to")
        )
        return Response(_entrants_body(self.reload().season))


def _members(league: int, ids: Sequence[int]) -> list[Member]:
    """Return the members with these ids, in the same order.

    Raises RefusedError ("not_found") for unknown ones, InvalidFieldsError if there are none.
    """
    if not ids:
        raise InvalidFieldsError({"members": "members must contain at least one number."})
    members_by_id = Member.objects.filter(league=league).in_bulk(ids)
    if len(members_by_id) < len(ids):
        raise RefusedError("not_found")
    return [members_by_id[pk] for pk in ids]
