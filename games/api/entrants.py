"""Who competes in a season: let in, seeded, withdrawn, back; teams and who plays for them."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import IF_NONE_MATCH_ANSWER, SEASON, VERSION, describe
from games.api.describe_season import ENTRANT, MATE, MOVES
from games.api.paging import query_of, unless_known
from games.api.reading import InvalidFields, reason_in, truth_in
from games.api.season_fields import MOST_IDS, date_in, id_in, ids_in, name_in, number_in, objects_in
from games.api.season_view import SeasonView, as_it_stands
from games.models import Member, Season
from games.refusals import Refused
from games.selectors.season_json import entrants_json
from games.services import entrants as services
from games.services.seasons import enter_members

Given = dict[str, Any]
ONE: Any = {200: (shapes_season.Entrant, "The entrant as he is now.")}


def _everybody(season: Season) -> Given:
    return {"season": season.public_id, "revision": season.revision, "entrants": entrants_json(season)}


def _one(season: Season, entrant: int, status: int = 200) -> Response:
    found = next((one for one in entrants_json(season) if one["id"] == entrant), None)
    if found is None:
        raise Refused("not_found")
    return Response(found, status=status)


class Entrants(SeasonView):
    """Who competes."""

    @describe(
        tag="Entrants",
        operation="list_entrants",
        summary="Who competes",
        scope="read",
        tokenless=True,
        at=[SEASON],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.Entrants, "All of them."), 304: (None, "They are as they were.")},
        sends=[VERSION(200, 304)],
        refuses=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Members or teams, who withdrew included, and who plays for which team."""
        at = self.season_access(public_id)
        query_of(request)
        return unless_known(request, _everybody(at.season))

    @describe(
        tag="Entrants",
        operation="enter_season",
        summary="Let somebody in",
        **MOVES,
        at=[SEASON],
        takes=asks_season.NewEntrants,
        gives={201: (shapes_season.Entrants, "Everybody who competes now.")},
        refuses=["season_closed", "name_taken", "too_many"],
        examples=[examples_season.entrants_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """`members` of the league, after the first match too; or where teams compete, one `team`, with nobody in it."""
        at = self.organiser_of(public_id)
        given = self.body(set(), {"members", "team"})
        if len(given) != 1 or ("team" in given) != at.season.teams:
            what = "team" if at.season.teams else "members"
            raise InvalidFields({what: f"Here it takes {what}, and nothing else."})
        if at.season.teams:
            services.make_team(access=at.access, season=at.season, name=name_in(given, "team"))
        else:
            enter_members(access=at.access, season=at.season, members=_members(at.access.league.pk, given))
        return Response(_everybody(as_it_stands(at).season), status=201)


class Seeds(SeasonView):
    """Who is seeded."""

    @describe(
        tag="Entrants",
        operation="seed_entrants",
        summary="Say who is seeded",
        **MOVES,
        at=[SEASON],
        takes=asks_season.Seeds,
        gives={200: (shapes_season.Entrants, "Everybody who competes.")},
        refuses=["season_closed"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """How strong entrants are taken to be: a knock-out and the first round of a Swiss season go by it."""
        at = self.organiser_of(public_id)
        told = objects_in(self.body({"seeds"}), "seeds", {"entrant", "seed"}, MOST_IDS)
        entrants = ids_in({"entrant": [one["entrant"] for one in told]}, "entrant")
        seeds = [number_in(one, "seed", 1, services.MOST_SEEDS, None) for one in told]
        given = [seed for seed in seeds if seed is not None]
        if len(set(given)) < len(given):
            raise InvalidFields({"seed": "Each seed is a number from 1, and nobody else's."})
        services.seed_entrants(access=at.access, season=at.season, seeds=dict(zip(entrants, seeds, strict=True)))
        return Response(_everybody(as_it_stands(at).season))


class OneEntrant(SeasonView):
    """Somebody who competes."""

    @describe(
        tag="Entrants",
        operation="rename_team",
        summary="Call a team otherwise",
        **MOVES,
        at=[SEASON, ENTRANT],
        takes=asks_season.NewTeamName,
        gives=ONE,
        refuses=["season_closed", "name_taken"],
    )
    def put(self, request: Request, public_id: str, entrant: int) -> Response:
        """The same team under another name. A member who competes is called by his own."""
        at = self.organiser_of(public_id)
        name = name_in(self.body({"name"}))
        services.rename_team(access=at.access, season=at.season, entrant_id=entrant, name=name)
        return _one(at.season, entrant)

    @describe(
        tag="Entrants",
        operation="take_out_entrant",
        summary="Take out who was entered by mistake",
        **MOVES,
        at=[SEASON, ENTRANT],
        gives={200: (shapes_season.Entrants, "Everybody who is left.")},
        refuses=["season_closed", "not_playable"],
    )
    def delete(self, request: Request, public_id: str, entrant: int) -> Response:
        """Only for whom no match was made yet; anybody else withdraws."""
        at = self.organiser_of(public_id)
        self.body(set())
        services.take_out(access=at.access, season=at.season, entrant_id=entrant)
        return Response(_everybody(as_it_stands(at).season))


class Withdraw(SeasonView):
    """Somebody leaves the season."""

    @describe(
        tag="Entrants",
        operation="withdraw_entrant",
        summary="Let somebody withdraw",
        **MOVES,
        at=[SEASON, ENTRANT],
        takes=asks_season.Withdrawal,
        gives=ONE,
        refuses=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """He plays no more from today on: what he has not played is cancelled, with `annul` what he played as well.

        A second time changes nothing.
        """
        at = self.organiser_of(public_id)
        given = self.body(set(), {"annul", "reason"})
        services.withdraw(
            access=at.access,
            season=at.season,
            entrant_id=entrant,
            annul=truth_in(given, "annul"),
            reason=reason_in(given),
        )
        return _one(at.season, entrant)


class Return(SeasonView):
    """Somebody comes back."""

    @describe(
        tag="Entrants",
        operation="return_entrant",
        summary="Let somebody come back",
        **MOVES,
        at=[SEASON, ENTRANT],
        gives=ONE,
        refuses=["season_closed"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """With the matches that were cancelled when he left, but those with somebody else who left."""
        at = self.organiser_of(public_id)
        self.body(set())
        services.come_back(access=at.access, season=at.season, entrant_id=entrant)
        return _one(at.season, entrant)


class Mates(SeasonView):
    """Who plays for a team."""

    @describe(
        tag="Entrants",
        operation="join_team",
        summary="Put a member into a team",
        **MOVES,
        at=[SEASON, ENTRANT],
        takes=asks_season.NewMate,
        gives={201: (shapes_season.Entrant, "The team.")},
        refuses=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, entrant: int) -> Response:
        """He plays for it from a day on. Nobody is in two teams of a season at a time."""
        at = self.organiser_of(public_id)
        given = self.body({"member", "on"})
        on = date_in(given, "on")
        if on is None:
            raise InvalidFields({"on": "on must be a date, as 2026-10-06."})
        member = id_in(given, "member")
        services.join_team(access=at.access, season=at.season, entrant_id=entrant, member_id=member, on=on)
        return _one(at.season, entrant, 201)


class LeaveTeam(SeasonView):
    """Somebody leaves his team."""

    @describe(
        tag="Entrants",
        operation="leave_team",
        summary="Let a member leave his team, or change to another",
        **MOVES,
        at=[SEASON, MATE],
        takes=asks_season.Leaving,
        gives={200: (shapes_season.Entrants, "All teams.")},
        refuses=["season_closed", "in_team", "wrong_day"],
    )
    def post(self, request: Request, public_id: str, mate: int) -> Response:
        """He plays for it no more from a day on, and for the team `to` instead where one is named."""
        at = self.organiser_of(public_id)
        given = self.body({"on"}, {"to"})
        on = date_in(given, "on")
        if on is None:
            raise InvalidFields({"on": "on must be a date, as 2026-10-06."})
        to = id_in(given, "to", None)
        services.leave_team(access=at.access, season=at.season, teammate_id=mate, on=on, to=to)
        return Response(_everybody(as_it_stands(at).season))


def _members(league: int, given: Given) -> list[Member]:
    """The members that a body names, in its order. Raises Refused ("not_found"), InvalidFields where it names none."""
    wanted = ids_in(given, "members")
    if not wanted:
        raise InvalidFields({"members": "members must name somebody."})
    found = Member.objects.filter(league=league).in_bulk(wanted)
    if len(found) < len(wanted):
        raise Refused("not_found")
    return [found[pk] for pk in wanted]
