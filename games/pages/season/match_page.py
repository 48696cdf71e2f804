"""Build the page of a match: its sides, result and rounds."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Fixture, FixtureSide, FixtureState, RefereeCall
from games.pages.season.match import MatchPage, MatchRound, MatchSide
from games.pages.season.match_rounds import match_round
from games.pages.season.season_nav import season_nav
from games.rules.league.season import SeasonRules, season_rules
from games.selectors.league.league_access import FixtureAccess, SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.selectors.season.referee_calls import current_call
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of
from games.selectors.table.streams import season_stream_path
from games.selectors.table.table_names import player_names
from games.wording.season.match import (
    match_over_text,
    match_title,
    provisional_text,
    score_text,
    season_closed_text,
    stage_text,
    state_text,
    when_text,
)
from games.wording.words import time_text

_NOT_PLAYED_STATES = (FixtureState.CANCELED, FixtureState.FORFEITED, FixtureState.BYE)


def match_page(fixture_access: FixtureAccess, error: str = "") -> MatchPage:
    """Return the page of a match; ``error`` says why its table couldn't be opened."""
    fixture, rules = fixture_access.fixture, season_rules(fixture_access.season.rules)
    sides = list(fixture.sides.select_related("entrant__member"))
    names = [entrant_name(side.entrant) for side in sides]
    match = MatchSheet(fixture, fixture_access.seats, sheet_of(fixture.table)) if fixture.table else None
    call, season_access = current_call(fixture), SeasonAccess(fixture_access.access, fixture_access.season)
    may_judge = fixture_access.access.may("judge")
    args = [fixture_access.season.public_id, fixture.number]
    league_today = date_in_league(fixture_access.season.league)
    return MatchPage(
        nav=season_nav(season_access, "fixtures"),
        title=match_title(names),
        number=fixture.number,
        when=when_text(fixture.night, fixture.at, league_today, calendar_date_in_league(fixture_access.season.league)),
        place=fixture.place.name if fixture.place else "",
        status=_status_text(match, fixture, names, sides),
        remarks=_remarks(fixture_access, match),
        sides=tuple(_side(fixture_access, side, rules) for side in sides),
        counted="games" if rules.length == "games" else "points",
        rounds=_rounds(match, names),
        play_url=reverse("play_fixture", args=args) if may_play(fixture_access) else "",
        play_text=_play_text(fixture_access),
        watch_url=reverse("watch_fixture", args=args) if fixture.table and not may_play(fixture_access) else "",
        checks_url=reverse("checks", args=[fixture_access.season.public_id]) if may_judge else "",
        call_url=reverse("call_referee", args=args) if _may_call(fixture_access) else "",
        called=called_since(call),
        referee_coming=referee_coming(call),
        url=reverse("fixture", args=args),
        live_url="" if fixture_access.season.closed_at else season_stream_path(season_access),
        poll_url=reverse("season_revision", args=args[:1]),
        revision=fixture_access.season.revision,
        change_url=reverse("change_fixture", args=args),
        error=error,
    )


def may_play(fixture_access: FixtureAccess) -> bool:
    """Return whether the table is open or can be opened, and the reader may play or score there."""
    fixture = fixture_access.fixture
    startable = fixture.state == FixtureState.PLANNED or fixture.awaits_rounds
    if not fixture.table and (fixture_access.season.closed_at or not startable):
        return False
    return fixture_access.may_score or fixture_access.may_sit_down


def called_since(call: RefereeCall | None) -> str:
    """Return since when the referee is called, as time of day; "" if they are not."""
    return time_text(call.at) if call and call.closed_at is None else ""


def referee_coming(call: RefereeCall | None) -> bool:
    """Return whether somebody has answered the call."""
    return call is not None and call.answered


def _may_call(fixture_access: FixtureAccess) -> bool:
    """Return whether the reader may call the referee to the match: its players, once it has its table or its night."""
    fixture = fixture_access.fixture
    if fixture_access.season.closed_at or fixture.state in _NOT_PLAYED_STATES:
        return False
    if not (fixture_access.may_score or fixture_access.may_sit_down):
        return False
    return fixture.table_id is not None or fixture.night == date_in_league(fixture_access.season.league)


def _play_text(fixture_access: FixtureAccess) -> str:
    if fixture_access.fixture.awaits_rounds:
        return _("Enter the rounds")
    if not fixture_access.fixture.table:
        return pgettext("button", "Play")
    return _("Open the table") if fixture_access.fixture.state == FixtureState.PLAYED else _("Continue scoring")


def _status_text(match: MatchSheet | None, fixture: Fixture, names: list[str], sides: list[FixtureSide]) -> str:
    if fixture.state in _NOT_PLAYED_STATES:
        return state_text(fixture.state)
    if fixture.state == FixtureState.PLAYED:
        by_games = season_rules(fixture.season.rules).length == "games"
        return match_over_text(score_text(names, [side.games if by_games else side.points for side in sides]))
    if match is None or match.score is None:
        return _("To be played")
    return stage_text(match.rules, len(match.sheet.games), len(match.score.rounds))


def _remarks(fixture_access: FixtureAccess, match: MatchSheet | None) -> tuple[str, ...]:
    unconfirmed = (
        match is not None
        and fixture_access.fixture.state not in _NOT_PLAYED_STATES
        and not fixture_access.fixture.final
        and not match.all_confirmed
    )
    remarks = (
        season_closed_text() if fixture_access.season.closed_at else "",
        state_text("", stopped=fixture_access.fixture.stopped),
        provisional_text() if unconfirmed else "",
    )
    return tuple(text for text in remarks if text)


def _side(fixture_access: FixtureAccess, side: FixtureSide, rules: SeasonRules) -> MatchSide:
    name = entrant_name(side.entrant)
    people = [
        _("%(name)s (substitute)") % {"name": seat.member.name} if seat.substitute else seat.member.name
        for seat in fixture_access.seats
        if seat.side_id == side.pk
    ]
    counts = bool(side.outcome) and fixture_access.fixture.state in (FixtureState.RUNNING, FixtureState.PLAYED)
    return MatchSide(
        name=name,
        people=() if people == [name] else tuple(people),
        outcome="" if fixture_access.fixture.state == FixtureState.RUNNING else side.outcome,
        score=str(side.games if rules.length == "games" else side.points) if counts else "",
        points=side.points,
        boxes=side.boxes,
    )


def _rounds(match: MatchSheet | None, names: list[str]) -> tuple[MatchRound, ...]:
    """Return the rounds of a match, newest first."""
    if match is None or match.fixture.table is None:
        return ()
    table, several = match.fixture.table, match.rules.length == "games"
    players = player_names(table)
    return tuple(match_round(table, checked, players, names, games=several) for checked in reversed(match.rounds))
