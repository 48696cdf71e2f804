"""Play a fixture: its table is opened, and every phone that may score it gets its pass there."""

import secrets

from django.db import transaction

from games.models import Fixture, FixtureState, LeaguePass, Member, Opens, Pass, Role, Season, Table
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.ledger import GameStarted
from games.rules.ruleset import preset_named
from games.rules.season import season_rules
from games.selectors.league_access import seats_of
from games.selectors.lineups import regulars
from games.selectors.nights import today
from games.selectors.pairing_fit import rules_for
from games.services.announcing import announce_table
from games.services.devices import rename_device
from games.services.fixtures import locked_fixture, make_fixture, seat_members
from games.services.leagues import link_to, note
from games.services.links import make_link
from games.services.seasons import locked_season, moved
from games.services.tables import open_table


@transaction.atomic(durable=True)
def open_fixture(*, access: LeagueAccess, season: Season, number: int) -> Fixture:
    """The fixture with its table, made when it is first asked for, and a pass to it for the device of ``access``.

    Where nobody said who plays, the regular members do; there must be as many as the rules take. Who judges owns the
    table, the others score there. A device on which a player is logged in is his from then on, as if he had claimed his
    name on it. Raises Refused ("not_allowed" for who may not score it, "season_closed", "not_playable").
    """
    book = locked_season(season.pk)
    fixture = locked_fixture(book, number)
    seats = seats_of(fixture)
    if not seats:
        usual = regulars(fixture.sides.select_related("entrant__member"))
        _seat_regulars(fixture, list(usual.values()))
        seats = seats_of(fixture)
    if not access.may_score(fixture, seats):
        raise Refused("not_allowed", action="score")
    if fixture.table is None:
        if book.closed_at is not None:
            raise Refused("season_closed")
        if fixture.state != FixtureState.PLANNED:
            raise Refused("not_playable", what=fixture.state)
        fixture.table = _table(fixture, [seat.member for seat in seats])
        fixture.night = fixture.night or today(access.league)
        fixture.save(update_fields=["table", "night"])
        note(access, "table_opened", fixture=fixture)
        moved(book)
    _give_pass(access, fixture.table, Role.OWNER if access.may("judge") else Role.SCORE)
    if (
        access.account
        and access.device
        and access.member
        and access.place is None
        and access.side_in(seats) is not None
    ):
        own = link_to(access.league, Opens.MEMBER, member=access.member)
        LeaguePass.objects.get_or_create(device=access.device, link=own)
    return fixture


@transaction.atomic(durable=True)
def watch_fixture(*, access: LeagueAccess, season: Season, number: int) -> Table:
    """The table of a fixture, and a pass to watch it for the device of ``access``: whoever sees the league may.

    Raises Refused ("not_found", "not_playable" before the table was opened).
    """
    fixture = Fixture.objects.select_related("table").filter(season=season, number=number).first()
    if fixture is None:
        raise Refused("not_found")
    if fixture.table is None:
        raise Refused("not_playable", what=fixture.state)
    _give_pass(access, fixture.table, Role.WATCH)
    return fixture.table


@transaction.atomic(durable=True)
def challenge(*, access: LeagueAccess, season: Season, entrants: list[int], key: str) -> Fixture:
    """A fixture of free play between entrants (primary keys), for tonight. ``key`` makes a retry the same one.

    Who scores for the league may ask for any; a member for one of his own. Raises Refused ("not_allowed",
    "invalid_value" where the season is not one of free play, "not_found", "season_closed", "not_playable").
    """
    book = locked_season(season.pk)
    if book.pairing != "free":
        raise Refused("invalid_value", what="pairing")
    if book.closed_at is not None:
        raise Refused("season_closed")
    if known := Fixture.objects.filter(season=book, events__kind="challenged", events__facts__key=key).first():
        return known
    found = {entrant.pk: entrant for entrant in book.entrants.select_related("member").filter(pk__in=entrants)}
    if not set(entrants) <= set(found):
        raise Refused("not_found")
    own = access.member and any(
        found[pk].member_id == access.member.pk
        or found[pk].teammates.filter(member=access.member, left_on=None).exists()
        for pk in entrants
    )
    if not own and not access.may("score_fixtures"):
        raise Refused("not_allowed", action="score")
    fixture = make_fixture(book, [found[pk] for pk in entrants], night=today(access.league))
    note(access, "challenged", fixture=fixture, facts={"key": key})
    moved(book)
    return fixture


def _give_pass(access: LeagueAccess, table: Table, role: Role) -> None:
    """Let the device of ``access``, if there is one, do at a table what ``role`` may."""
    if access.device:
        # The sheet calls a round by who entered it; a referee's computer and a tablet say no name by themselves.
        if access.account:
            rename_device(device=access.device, label=access.label)
        elif access.place and access.member is None:
            rename_device(device=access.device, label=access.place.name)
        link = table.links.filter(role=role, revoked_at=None).order_by("pk").first()
        # The owner may have switched off all of a kind.
        link = link or make_link(table=table, role=role, label=role.label).link
        Pass.objects.update_or_create({"ended_at": None}, device=access.device, link=link)


def _seat_regulars(fixture: Fixture, members: list[list[Member]]) -> None:
    """Seat as many regular members of each side as the season's rules take."""
    rules = preset_named(fixture.season.preset).rules
    each = 1 if len(members) > 2 or rules.seating != "teams" else max(2, rules.seats.best // 2)
    chosen = [some[:each] for some in members]
    if any(len(some) < each for some in chosen):
        raise Refused("not_playable", what="line_up")
    seat_members(fixture, chosen)


def _table(fixture: Fixture, members: list[Member]) -> Table:
    season = fixture.season
    rules = rules_for(season, len(members))
    if rules is None:
        raise Refused("not_playable", what="line_up")
    players = [member.player for member in members]
    # Nobody's own table: whoever opens it gets his pass by his duties, like everybody after him.
    strict = season_rules(season.rules).strict
    started, book = open_table(players=players, title="", device=None, key=secrets.token_hex(16), strict=strict)
    book.append(GameStarted(rules, season.preset, 0, season.rules_title), game=1)
    table = started.access.table
    announce_table(table=table, before=None, sheet=book.sheet, entries=book.entries, fixture=fixture)
    return table
