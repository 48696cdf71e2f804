"""Start playing a match: open its table, and give each phone that may score or watch it a pass."""

import secrets

from django.db import transaction

from games.models import LeaguePass, LinkTarget, Match, MatchState, Member, Pass, Role, Season, Table
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.ledger import GameStarted
from games.rules.presets import preset_named
from games.selectors.league.league_access import seats_of
from games.selectors.season.handicaps import handicaps_of
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.lineups import regulars_by_side
from games.selectors.season.pairing_fit import rules_for
from games.services.devices import rename_device
from games.services.idempotency import find_by_key
from games.services.league.leagues import ensure_link, record_event
from games.services.season.matches import locked_match, make_match, seat_members
from games.services.season.seasons import locked_season, publish_season_change
from games.services.sharing.links import make_link
from games.services.table.tables import check_opening, open_table


@transaction.atomic(durable=True)
def open_match(*, access: LeagueAccess, season: Season, number: int) -> Match:
    """Open the table of a match, made at the first call, and give the device of ``access`` a pass to it.

    Without a line-up the regular members play; there must be as many as the rules need. Its first game starts with the
    handicaps of the season. Referees and organizers get the owner's pass, others one to score. A device on which a
    player is logged in counts as theirs from then on, as if they had claimed their name on it. Raises RefusedError
    ("not_allowed" without the right to score, "season_closed", "not_playable", "target_reached" for a handicap as high
    as the target).
    """
    locked = locked_season(season.pk)
    match = locked_match(locked, number)
    seats = seats_of(match)
    if not seats:
        regular_members = regulars_by_side(match.sides.select_related("entrant__member"))
        _seat_regulars(match, list(regular_members.values()))
        seats = seats_of(match)
    if not access.may_score(match, seats):
        raise RefusedError("not_allowed", action="score")
    if match.table is None:
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        if match.state != MatchState.PLANNED and not match.awaits_rounds:
            raise RefusedError("not_playable", what=match.state)
        match.table = _table(match, [seat.member for seat in seats])
        match.night = match.night or date_in_league(access.league)
        match.save(update_fields=["table", "night"])
        record_event(access, "table_opened", match=match)
        publish_season_change(locked)
    _give_pass(access, match.table, Role.OWNER if access.may("judge") else Role.SCORE)
    if (
        access.account
        and access.device
        and access.member
        and access.place is None
        and access.side_in(seats) is not None
    ):
        link = ensure_link(access.league, LinkTarget.MEMBER, member=access.member)
        LeaguePass.objects.get_or_create(device=access.device, link=link)
    return match


@transaction.atomic(durable=True)
def watch_match(*, access: LeagueAccess, season: Season, number: int) -> Table:
    """Return the table of a match, and give the device of ``access`` a pass to watch it, as all viewers may.

    Raises RefusedError ("not_found", "not_playable" before the table was opened).
    """
    match = Match.objects.select_related("table").filter(season=season, number=number).first()
    if match is None:
        raise RefusedError("not_found")
    if match.table is None:
        raise RefusedError("not_playable", what=match.state)
    _give_pass(access, match.table, Role.WATCH)
    return match.table


@transaction.atomic(durable=True)
def challenge_entrants(*, access: LeagueAccess, season: Season, entrants: list[int], key: str) -> Match:
    """Make a match of free play between entrants (primary keys), for tonight.

    ``key`` makes a retry return the same one. Officers of the league may make any, a member only their own. Raises
    RefusedError ("idempotency_key_reused", "not_allowed", "invalid_value" where the season is not one of free play,
    "not_found", "season_closed", "not_playable").
    """
    locked = locked_season(season.pk)
    if locked.pairing != "free":
        raise RefusedError("invalid_value", what="pairing")
    if locked.closed_at is not None:
        raise RefusedError("season_closed")
    challenges = Match.objects.filter(season=locked, events__kind="challenged")
    if known := find_by_key(challenges, key, field="events__facts__key"):
        return known
    found = {entrant.pk: entrant for entrant in locked.entrants.select_related("member").filter(pk__in=entrants)}
    if not set(entrants) <= set(found):
        raise RefusedError("not_found")
    own_match = access.member and any(
        found[pk].member_id == access.member.pk
        or found[pk].teammates.filter(member=access.member, left_on=None).exists()
        for pk in entrants
    )
    if not own_match and not access.may("score_matches"):
        raise RefusedError("not_allowed", action="score")
    match = make_match(locked, [found[pk] for pk in entrants], night=date_in_league(access.league))
    record_event(access, "challenged", match=match, facts={"key": key})
    publish_season_change(locked)
    return match


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


def _seat_regulars(match: Match, members: list[list[Member]]) -> None:
    """Seat as many regular members of each side as the season's rules take."""
    rules = preset_named(match.season.preset).rules
    per_side = 1 if len(members) > 2 or rules.seating != "teams" else max(2, rules.seats.best // 2)
    chosen = [side_members[:per_side] for side_members in members]
    if any(len(side_members) < per_side for side_members in chosen):
        raise RefusedError("not_playable", what="line_up")
    seat_members(match, chosen)


def _table(match: Match, members: list[Member]) -> Table:
    season = match.season
    rules = rules_for(season, len(members))
    if rules is None:
        raise RefusedError("not_playable", what="line_up")
    players = [member.player for member in members]
    # The table has no owner's device: each person gets a pass by their duties, the one who opens it included.
    strict = season_rules(season.rules).strict
    started, ledger = open_table(players=players, title="", device=None, key=secrets.token_hex(16), strict=strict)
    start = GameStarted(rules, season.preset, 0, season.rules_title, handicaps=handicaps_of(match.seats.all(), rules))
    check_opening(start, range(len(players)))
    ledger.append(start, game=1)
    return started.access.table
