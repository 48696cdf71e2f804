"""Start playing a fixture: open its table, and give each phone that may score or watch it a pass."""

import secrets

from django.db import transaction

from games.models import Fixture, FixtureState, LeaguePass, LinkTarget, Member, Pass, Role, Season, Table
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.ledger import GameStarted
from games.rules.presets import preset_named
from games.selectors.league.league_access import seats_of
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.lineups import regulars_by_side
from games.selectors.season.pairing_fit import rules_for
from games.services.devices import rename_device
from games.services.league.leagues import ensure_link, record_event
from games.services.season.fixtures import locked_fixture, make_fixture, seat_members
from games.services.season.seasons import locked_season, publish_season_change
from games.services.sharing.links import make_link
from games.services.table.tables import open_table


@transaction.atomic(durable=True)
def open_fixture(*, access: LeagueAccess, season: Season, number: int) -> Fixture:
    """Open the table of a fixture, made at the first call, and give the device of ``access`` a pass to it.

    Without a line-up the regular members play; there must be as many as the rules need. Referees and organizers get the
    owner's pass, others one to score. A device on which a player is logged in counts as theirs from then on, as if they
    had claimed their name on it. Raises RefusedError ("not_allowed" without the right to score, "season_closed",
    "not_playable").
    """
    locked = locked_season(season.pk)
    fixture = locked_fixture(locked, number)
    seats = seats_of(fixture)
    if not seats:
        regular_members = regulars_by_side(fixture.sides.select_related("entrant__member"))
        _seat_regulars(fixture, list(regular_members.values()))
        seats = seats_of(fixture)
    if not access.may_score(fixture, seats):
        raise RefusedError("not_allowed", action="score")
    if fixture.table is None:
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        if fixture.state != FixtureState.PLANNED and not fixture.awaits_rounds:
            raise RefusedError("not_playable", what=fixture.state)
        fixture.table = _table(fixture, [seat.member for seat in seats])
        fixture.night = fixture.night or date_in_league(access.league)
        fixture.save(update_fields=["table", "night"])
        record_event(access, "table_opened", fixture=fixture)
        publish_season_change(locked)
    _give_pass(access, fixture.table, Role.OWNER if access.may("judge") else Role.SCORE)
    if (
        access.account
        and access.device
        and access.member
        and access.place is None
        and access.side_in(seats) is not None
    ):
        link = ensure_link(access.league, LinkTarget.MEMBER, member=access.member)
        LeaguePass.objects.get_or_create(device=access.device, link=link)
    return fixture


@transaction.atomic(durable=True)
def watch_fixture(*, access: LeagueAccess, season: Season, number: int) -> Table:
    """Return the table of a fixture, and give the device of ``access`` a pass to watch it, as all viewers may.

    Raises RefusedError ("not_found", "not_playable" before the table was opened).
    """
    fixture = Fixture.objects.select_related("table").filter(season=season, number=number).first()
    if fixture is None:
        raise RefusedError("not_found")
    if fixture.table is None:
        raise RefusedError("not_playable", what=fixture.state)
    _give_pass(access, fixture.table, Role.WATCH)
    return fixture.table


@transaction.atomic(durable=True)
def challenge_entrants(*, access: LeagueAccess, season: Season, entrants: list[int], key: str) -> Fixture:
    """Make a fixture of free play between entrants (primary keys), for tonight.

    ``key`` makes a retry return the same one. Officers of the league may make any, a member only their own. Raises
    RefusedError ("not_allowed", "invalid_value" where the season is not one of free play, "not_found", "season_closed",
    "not_playable").
    """
    locked = locked_season(season.pk)
    if locked.pairing != "free":
        raise RefusedError("invalid_value", what="pairing")
    if locked.closed_at is not None:
        raise RefusedError("season_closed")
    if known := Fixture.objects.filter(season=locked, events__kind="challenged", events__facts__key=key).first():
        return known
    found = {entrant.pk: entrant for entrant in locked.entrants.select_related("member").filter(pk__in=entrants)}
    if not set(entrants) <= set(found):
        raise RefusedError("not_found")
    own_match = access.member and any(
        found[pk].member_id == access.member.pk
        or found[pk].teammates.filter(member=access.member, left_on=None).exists()
        for pk in entrants
    )
    if not own_match and not access.may("score_fixtures"):
        raise RefusedError("not_allowed", action="score")
    fixture = make_fixture(locked, [found[pk] for pk in entrants], night=date_in_league(access.league))
    record_event(access, "challenged", fixture=fixture, facts={"key": key})
    publish_season_change(locked)
    return fixture


def _give_pass(access: LeagueAccess, table: Table, role: Role) -> None:
    """Give the device of ``access``, if there is one, a pass to a table in a role."""
    if access.device:
        # The sheet shows who entered a round; a referee's computer or a tablet has no name of its own.
        if access.account:
            rename_device(device=access.device, label=access.label)
        elif access.place and access.member is None:
            rename_device(device=access.device, label=access.place.name)
        link = table.links.filter(role=role, revoked_at=None).order_by("pk").first()
        # The owner may have revoked all links of this role.
        link = link or make_link(table=table, role=role, label=role.label).link
        Pass.objects.update_or_create({"ended_at": None}, device=access.device, link=link)


def _seat_regulars(fixture: Fixture, members: list[list[Member]]) -> None:
    """Seat as many regular members of each side as the season's rules take."""
    rules = preset_named(fixture.season.preset).rules
    per_side = 1 if len(members) > 2 or rules.seating != "teams" else max(2, rules.seats.best // 2)
    chosen = [side_members[:per_side] for side_members in members]
    if any(len(side_members) < per_side for side_members in chosen):
        raise RefusedError("not_playable", what="line_up")
    seat_members(fixture, chosen)


def _table(fixture: Fixture, members: list[Member]) -> Table:
    season = fixture.season
    rules = rules_for(season, len(members))
    if rules is None:
        raise RefusedError("not_playable", what="line_up")
    players = [member.player for member in members]
    # The table has no owner's device: each person gets a pass by their duties, the one who opens it included.
    strict = season_rules(season.rules).strict
    started, ledger = open_table(players=players, title="", device=None, key=secrets.token_hex(16), strict=strict)
    ledger.append(GameStarted(rules, season.preset, 0, season.rules_title), game=1)
    return started.access.table
