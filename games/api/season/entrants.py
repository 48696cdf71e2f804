"""API view sets of the entrants of a season: enter, seed, withdraw and return; teams and their members."""

from collections.abc import Sequence
from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import SEASON
from games.api.parsing import InvalidFieldsError
from games.api.season import examples_season
from games.api.season.entrant_serializers import (
    EntrantSerializer,
    EntrantsSerializer,
    HandicapsSerializer,
    LeavingSerializer,
    NewEntrantsSerializer,
    NewMateSerializer,
    NewTeamNameSerializer,
    SeedsSerializer,
    WithdrawalSerializer,
)
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_parameters import ENTRANT, TEAMMATE
from games.api.viewsets import filtered, refuses
from games.models import Member
from games.refusals import RefusedError
from games.selectors.season.entrants import entrants_of
from games.selectors.season.seed_orders import SeedSource
from games.services.season import entrants as services
from games.services.season.seasons import enter_members


class _EntrantBaseViewSet(SeasonBaseViewSet):
    tag = "Entrants"
    path_parameters = (SEASON, ENTRANT, TEAMMATE)
    response_class = EntrantsSerializer

    def all_entrants(self, status: int = 200) -> Response:
        """Answer with all entrants as they are now."""
        season = self.reload().season
        fields = {"season": season.public_id, "revision": season.revision, "entrants": entrants_of(season)}
        return Response(EntrantsSerializer(fields).data, status=status)

    def one_entrant(self, entrant: int, status: int = 200) -> Response:
        """Answer with one entrant as it is now. Raises Http404."""
        found = get_object_or_404(entrants_of(self.season), pk=entrant)
        return Response(EntrantSerializer(found).data, status=status)


class EntrantViewSet(_EntrantBaseViewSet):
    """The entrants of a season: members, or teams."""

    noun, lookup_url_kwarg = "entrant", "entrant"
    serializer_classes: ClassVar = {
        "create": NewEntrantsSerializer,
        "seed_entrants": SeedsSerializer,
        "update": NewTeamNameSerializer,
        "set_handicaps": HandicapsSerializer,
        "withdraw_entrant": WithdrawalSerializer,
        "join_team": NewMateSerializer,
    }

    @filtered()
    def list(self, request: Request, public_id: str) -> Response:
        """List the entrants. Entrants are members or teams.

        Includes withdrawn entrants and the players of each team.
        """
        return Response(self.all_entrants().data)

    @extend_schema(responses={201: EntrantsSerializer}, examples=[examples_season.entrants_request])
    @refuses("season_closed", "name_taken", "too_many")
    def create(self, request: Request, public_id: str) -> Response:
        """Add entrants. Add `members` of the league, even after the first match.

        In a team season, add one empty `team` instead.
        """
        data = self.validated_data()
        if len(data) != 1 or ("team" in data) != self.season.teams:
            field = "team" if self.season.teams else "members"
            raise InvalidFieldsError({field: f"This season only accepts {field} here."})
        if self.season.teams:
            services.make_team(access=self.league_access, season=self.season, name=data["team"])
        else:
            members = _members(self.league_access.league.pk, data["members"])
            enter_members(access=self.league_access, season=self.season, members=members)
        return self.all_entrants(201)

    @action(detail=False, methods=["put"], url_path="seeds", url_name="seeds")
    @refuses("season_closed", "not_playable")
    def seed_entrants(self, request: Request, public_id: str) -> Response:
        """Set the seeds. Brackets and the first Swiss round use them."""
        data = self.validated_data()
        if "by" in data:
            source = SeedSource(data["by"])
            services.seed_entrants_from(access=self.league_access, season=self.season, source=source)
        else:
            seeds = {entry["entrant"]: entry["seed"] for entry in data["seeds"]}
            services.seed_entrants(access=self.league_access, season=self.season, seeds=seeds)
        return self.all_entrants()

    @action(detail=False, methods=["put"], url_path="handicaps", url_name="handicaps")
    @refuses("season_closed")
    def set_handicaps(self, request: Request, public_id: str) -> Response:
        """Set the handicaps. Games that start afterwards begin with these points."""
        handicaps = {entry["entrant"]: entry["handicap"] for entry in self.validated_data()["handicaps"]}
        services.set_handicaps(access=self.league_access, season=self.season, handicaps=handicaps)
        return self.all_entrants()

    @extend_schema(responses=EntrantSerializer)
    @refuses("season_closed", "name_taken")
    def update(self, request: Request, public_id: str, entrant: int) -> Response:
        """Rename a team. Members compete under their own names."""
        self.change_season(services.rename_team, entrant_id=entrant)
        return self.one_entrant(entrant)

    @refuses("season_closed", "not_playable")
    def destroy(self, request: Request, public_id: str, entrant: int) -> Response:
        """Remove an entrant who has no matches. All others can only withdraw."""
        self.change_season(services.remove_entrant, entrant_id=entrant)
        return self.all_entrants()

    @extend_schema(responses=EntrantSerializer)
    @action(detail=True, methods=["post"], url_path="withdraw", url_name="withdraw")
    @refuses("season_closed")
    def withdraw_entrant(self, request: Request, public_id: str, entrant: int) -> Response:
        """Withdraw an entrant. From today on, open matches are canceled.

        With `annul`, past matches don't count, either. In a Swiss system or a bracket, the opponent wins the open match
        of the round by forfeit instead. Doing it again changes nothing.
        """
        self.change_season(services.withdraw, entrant_id=entrant)
        return self.one_entrant(entrant)

    @extend_schema(responses=EntrantSerializer)
    @action(detail=True, methods=["post"], url_path="return", url_name="return")
    @refuses("season_closed")
    def return_entrant(self, request: Request, public_id: str, entrant: int) -> Response:
        """Bring an entrant back. Their canceled matches return, except those against other withdrawn entrants."""
        self.change_season(services.return_entrant, entrant_id=entrant)
        return self.one_entrant(entrant)

    @extend_schema(responses={201: EntrantSerializer})
    @action(detail=True, methods=["post"], url_path="mates", url_name="mates")
    @refuses("season_closed", "in_team", "wrong_day")
    def join_team(self, request: Request, public_id: str, entrant: int) -> Response:
        """Add a member to a team. Nobody can be on two teams in a season at the same time."""
        self.change_season(services.join_team, entrant_id=entrant)
        return self.one_entrant(entrant, 201)


class TeammateViewSet(_EntrantBaseViewSet):
    """The members of a season's teams."""

    noun, lookup_url_kwarg = "teammate", "mate"
    serializer_classes: ClassVar = {"leave_team": LeavingSerializer}

    @action(detail=True, methods=["post"], url_path="leave", url_name="leave")
    @refuses("season_closed", "in_team", "wrong_day")
    def leave_team(self, request: Request, public_id: str, mate: int) -> Response:
        """Remove a member from a team. With `to`, the member joins that team instead."""
        self.change_season(services.leave_team, teammate_id=mate)
        return self.all_entrants()


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
