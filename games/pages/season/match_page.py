"""Build the page of a match: its sides, result and rounds."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Match, MatchSide, MatchState, RefereeCall
from games.pages.season.match import MatchPage, MatchRound, ShownSide
from games.pages.season.match_rounds import match_round
from games.pages.season.season_nav import season_nav
from games.rules.league.season import SeasonRules, season_rules
from games.rules.league.standings import Outcome
from games.selectors.league.league_access import MatchAccess, SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.selectors.season.referee_calls import current_call
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of
from games.selectors.table.streams import season_stream_path
from games.selectors.table.table_names import player_names
from games.wording.season.match import (
    forfeited_text,
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

_NOT_PLAYED_STATES = (MatchState.CANCELED, MatchState.FORFEITED, MatchState.BYE)


def match_page(match_access: MatchAccess, error: str = "") -> MatchPage:
    """Return the page of a match; ``error`` says why its table couldn't be opened."""
    match, rules = match_access.match, season_rules(match_access.season.rules)
    sides = list(match.sides.select_related("entrant__member"))
    names = [entrant_name(side.entrant) for side in sides]
    match_sheet = MatchSheet(match, match_access.seats, sheet_of(match.table)) if match.table else None
    call, season_access = current_call(match), SeasonAccess(match_access.access, match_access.season)
    may_check = match_access.access.may("check_rounds")
    args = [match_access.season.public_id, match.number]
    league_today = date_in_league(match_access.season.league)
    return MatchPage(
        nav=season_nav(season_access, "matches"),
        title=match_title(names),
        number=match.number,
        when=when_text(match.night, match.at, league_today, calendar_date_in_league(match_access.season.league)),
        place=match.place.name if match.place else "",
        status=_status_text(match_sheet, match, names, sides),
        remarks=_remarks(match_access, match_sheet),
        sides=tuple(_side(match_access, side, rules) for side in sides),
        counted="games" if rules.length == "games" else "points",
        rounds=_rounds(match_sheet, names),
        play_url=reverse("season:play_match", args=args) if may_play(match_access) else "",
        play_text=_play_text(match_access),
        watch_url=reverse("season:watch_match", args=args) if match.table and not may_play(match_access) else "",
        checks_url=reverse("season:checks", args=[match_access.season.public_id]) if may_check else "",
        call_url=reverse("season:call_referee", args=args) if _may_call(match_access) else "",
        called=called_since(call),
        referee_coming=referee_coming(call),
        url=reverse("season:match", args=args),
        live_url="" if match_access.season.closed_at else season_stream_path(season_access),
        poll_url=reverse("season:revision", args=args[:1]),
        revision=match_access.season.revision,
        change_url=reverse("season:change_match", args=args),
        error=error,
    )


def may_play(match_access: MatchAccess) -> bool:
    """Return whether the table is open or can be opened, and the reader may play or score there."""
    match = match_access.match
    startable = match.state == MatchState.PLANNED or match.awaits_rounds
    if not match.table and (match_access.season.closed_at or not startable):
        return False
    return match_access.may_score or match_access.may_sit_down


def called_since(call: RefereeCall | None) -> str:
    """Return since when the referee is called, as time of day; "" if they are not."""
    return time_text(call.at) if call and call.closed_at is None else ""


def referee_coming(call: RefereeCall | None) -> bool:
    """Return whether somebody has answered the call."""
    return call is not None and call.answered


def _may_call(match_access: MatchAccess) -> bool:
    """Return whether the reader may call the referee to the match: its players, once it has its table or its night."""
    match = match_access.match
    if match_access.season.closed_at or match.state in _NOT_PLAYED_STATES:
        return False
    if not (match_access.may_score or match_access.may_sit_down):
        return False
    return match.table_id is not None or match.night == date_in_league(match_access.season.league)


def _play_text(match_access: MatchAccess) -> str:
    if match_access.match.awaits_rounds:
        return _("Enter the rounds")
    if not match_access.match.table:
        return pgettext("button", "Play")
    goes_on = match_access.match.state in (MatchState.PLANNED, MatchState.RUNNING)
    return _("Continue scoring") if goes_on else _("Open the table")


def _status_text(match_sheet: MatchSheet | None, match: Match, names: list[str], sides: list[MatchSide]) -> str:
    if match.state == MatchState.FORFEITED:
        winners = (name for name, side in zip(names, sides, strict=True) if side.outcome == Outcome.WIN)
        return forfeited_text(next(winners, ""))
    if match.state in _NOT_PLAYED_STATES:
        return state_text(match.state)
    if match.state == MatchState.PLAYED:
        by_games = season_rules(match.season.rules).length == "games"
        return match_over_text(score_text(names, [side.games if by_games else side.points for side in sides]))
    if match_sheet is None or match_sheet.score is None:
        return _("To be played")
    return stage_text(match_sheet.rules, match_sheet.sheet.current_position, names, match_sheet.score)


def _remarks(match_access: MatchAccess, match_sheet: MatchSheet | None) -> tuple[str, ...]:
    unconfirmed = (
        match_sheet is not None
        and match_access.match.state not in _NOT_PLAYED_STATES
        and not match_access.match.final
        and not match_sheet.all_confirmed
    )
    remarks = (
        season_closed_text() if match_access.season.closed_at else "",
        state_text("", stopped=match_access.match.stopped),
        provisional_text() if unconfirmed else "",
    )
    return tuple(text for text in remarks if text)


def _side(match_access: MatchAccess, side: MatchSide, rules: SeasonRules) -> ShownSide:
    name = entrant_name(side.entrant)
    people = [
        _("%(name)s (substitute)") % {"name": seat.member.name} if seat.substitute else seat.member.name
        for seat in match_access.seats
        if seat.side_id == side.pk
    ]
    counts = bool(side.outcome) and match_access.match.state in (MatchState.RUNNING, MatchState.PLAYED)
    return ShownSide(
        name=name,
        people=() if people == [name] else tuple(people),
        outcome="" if match_access.match.state == MatchState.RUNNING else side.outcome,
        score=str(side.games if rules.length == "games" else side.points) if counts else "",
        points=side.points,
        boxes=side.boxes,
    )


def _rounds(match_sheet: MatchSheet | None, names: list[str]) -> tuple[MatchRound, ...]:
    """Return the rounds of a match, newest first."""
    if match_sheet is None or match_sheet.match.table is None:
        return ()
    table, several = match_sheet.match.table, match_sheet.rules.length == "games"
    players = player_names(table)
    return tuple(match_round(table, checked, players, names, games=several) for checked in reversed(match_sheet.rounds))
