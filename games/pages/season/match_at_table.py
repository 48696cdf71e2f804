"""Build the part of the table page that concerns the match played there: stage, rounds to confirm, remarks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureState, RefereeCall, RoundCheck, Season, Table
from games.pages.season.clock_page import clock_at_table, clock_version
from games.pages.season.match import ConfirmingSide, MatchAtTable, MatchRound
from games.pages.season.match_page import called_since, referee_coming
from games.pages.season.match_rounds import match_round, side_names_of, standing_words
from games.pages.season.own_matches import matches_at_place
from games.pages.table.game import RoundContext, RoundMark
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.rules.confirmation import RoundStatus
from games.rules.sheet import TableSheet
from games.selectors.league.league_access import access_to_league, seats_of
from games.selectors.season.referee_calls import current_call
from games.selectors.season.round_checks import CheckedRound, MatchSheet
from games.selectors.table.table_paths import table_path
from games.wording.season.match import (
    confirmation_flag,
    match_over_text,
    provisional_text,
    round_title,
    score_text,
    season_closed_text,
    stage_text,
    state_text,
    waiting_text,
)

POLL_OPEN_SECONDS, POLL_SETTLED_SECONDS = 8, 30
"""Seconds between two polls for others' checks: while rounds are open, and while none are."""


@dataclass(frozen=True)
class TableMatch(MatchSheet):
    """The match played at a table, its current sheet, and the reader's access to table and league."""

    access: Access
    league: LeagueAccess

    @property
    def season(self) -> Season:
        """Its season."""
        return self.fixture.season

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sides."""
        return side_names_of(self.seats)

    @property
    def side(self) -> int | None:
        """The position of the side for which the reader's device plays."""
        return self.league.side_in(self.seats)

    @property
    def over(self) -> bool:
        """Whether the match was played to its end, or was stopped and counts with its current score."""
        return bool(self.score and self.score.finished) or self.fixture.stopped

    @property
    def counts(self) -> bool:
        """Whether rounds and checks entered here still affect the season."""
        ended = (FixtureState.CANCELED, FixtureState.FORFEITED)
        return self.season.closed_at is None and self.fixture.state not in ended

    @property
    def may_check(self) -> bool:
        """Whether the reader may confirm and dispute rounds on this device."""
        return self.counts and (self.access.may("score") or self.side is not None)


def fixture_at(table: Table) -> Fixture | None:
    """Return the fixture played at a table, if any; access selectors load it with the table."""
    fixture: Fixture | None = getattr(table, "fixture", None)
    return fixture


def table_match(access: Access, sheet: TableSheet) -> TableMatch | None:
    """Return the match at the table of ``access``; None if the table belongs to no match."""
    fixture = fixture_at(access.table)
    if fixture is None:
        return None
    return TableMatch(fixture, seats_of(fixture), sheet, access, league_access_at(access, fixture.season))


def league_access_at(access: Access, season: Season) -> LeagueAccess:
    """Return what the device at a table may do in the league: nothing if it only has a link to the table."""
    try:
        return access_to_league(season.league, None, access.device)
    except RefusedError:
        return LeagueAccess(season.league, device=access.device)


def match_at_table(match: TableMatch, players: Sequence[str]) -> MatchAtTable:
    """Return the part of the table page about the match."""
    fixture, own_rounds, other_rounds = match.fixture, _own_open_rounds(match), _other_open_rounds(match)
    call = current_call(fixture)
    may_check = match.may_check
    return MatchAtTable(
        title=_("%(season)s, match %(number)s") % {"season": match.season.name, "number": fixture.number},
        url=reverse("fixture", args=[match.season.public_id, fixture.number]),
        stage=_stage(match),
        over=match.over,
        remarks=_remarks(match),
        another_game_text=_next_game_text(match),
        rounds_to_confirm=_round_views(match, own_rounds, players) if may_check else (),
        waiting_rounds=_round_views(match, other_rounds, players) if may_check and match.access.may("score") else (),
        waiting_text=waiting_text(len(other_rounds), _awaited_names(match, other_rounds)) if other_rounds else "",
        open=match.sheet.current.over and not own_rounds,
        clock=clock_at_table(fixture) if match.counts else None,
        disputes=_disputes(match),
        call_url=table_path(match.access.table, "call_at_table") if match.counts and match.access.may("score") else "",
        called=called_since(call),
        referee_coming=referee_coming(call),
        own_side="" if match.side is None else match.names[match.side],
        confirming_sides=tuple(ConfirmingSide(position, name) for position, name in enumerate(match.names)),
        check_url=table_path(match.access.table, "check") if may_check else "",
        watch_url=table_path(match.access.table, "match")
        + f"?seen={match_version(fixture, match.checks[-1].pk if match.checks else 0, call)}",
        seconds=POLL_OPEN_SECONDS if not match.all_confirmed else POLL_SETTLED_SECONDS,
        next=next(iter(matches_at_place(match.league.place)), None) if match.over and match.league.place else None,
    )


def with_match_marks(match: TableMatch, game: int, rounds: Sequence[RoundContext]) -> tuple[RoundContext, ...]:
    """Return the rounds of a game with the state of each in the match."""
    by_number = {checked.line.number: checked for checked in match.rounds if checked.game.number == game}
    return tuple(
        replace(view, mark=_mark(match, by_number[view.number])) if view.number in by_number else view
        for view in rounds
    )


def match_version(fixture: Fixture, last_check: int, call: RefereeCall | None) -> str:
    """Return a short token that changes with each check, call, answer, and decision about the match or its time."""
    closed = fixture.season.closed_at is not None
    state = f"{last_check}-{fixture.state}-{int(fixture.stopped)}-{int(closed)}"
    answered = "a" if referee_coming(call) else ""
    return f"{state}-{call.pk if call else 0}{answered}-{clock_version(fixture)}"


def newest_check(fixture: Fixture) -> int:
    """Return the newest check of a fixture's rounds (primary key); 0 if there is none."""
    newest: int | None = RoundCheck.objects.filter(fixture=fixture).aggregate(last=Max("pk"))["last"]
    return newest or 0


def _disputes(match: TableMatch) -> tuple[str, ...]:
    """Return the disputed rounds with who disputes each and why, newest first."""
    several = match.rules.length == "games"
    return tuple(
        f"{round_title(checked.game.number, checked.line.number, games=several)}: "
        f"{standing_words(checked, match.names)}"
        for checked in reversed(match.rounds)
        if checked.standing is RoundStatus.DISPUTED
    )


def _stage(match: TableMatch) -> str:
    if not match.over or match.score is None:
        game_number = [game.number for game in match.sheet.games].index(match.sheet.current.number) + 1
        return stage_text(match.rules, game_number, len(match.rounds))
    by_games = match.rules.length == "games"
    scores = [side.games if by_games else side.points for side in match.score.sides]
    return match_over_text(score_text(match.names, scores))


def _remarks(match: TableMatch) -> tuple[str, ...]:
    if match.season.closed_at is not None:
        return (season_closed_text(),)
    state = state_text(match.fixture.state, stopped=match.fixture.stopped)
    unconfirmed = match.over and not match.all_confirmed
    return tuple(text for text in (state, provisional_text() if unconfirmed else "") if text)


def _next_game_text(match: TableMatch) -> str:
    if match.over or not match.counts:
        return _("Keep playing (it doesn't count)")
    if match.rules.length == "games" and len(match.sheet.games) < match.rules.count:
        return _("Start game %(number)s of %(count)s") % {
            "number": len(match.sheet.games) + 1,
            "count": match.rules.count,
        }
    return ""


def _own_open_rounds(match: TableMatch) -> tuple[CheckedRound, ...]:
    """Return the rounds that the reader's side has to confirm, or has disputed."""
    if match.side is None:
        return ()
    return tuple(
        checked
        for checked in match.rounds
        if match.side in checked.awaited or any(check.side == match.side for check in checked.disputes)
    )


def _other_open_rounds(match: TableMatch) -> tuple[CheckedRound, ...]:
    """Return the rounds that wait for other players, or are disputed by them."""
    own = {checked.key for checked in _own_open_rounds(match)}
    return tuple(
        checked
        for checked in match.rounds
        if checked.key not in own and (checked.awaited or any(check.side is not None for check in checked.disputes))
    )


def _awaited_names(match: TableMatch, rounds: Sequence[CheckedRound]) -> list[str]:
    sides = {side for checked in rounds for side in (*checked.awaited, *(check.side for check in checked.disputes))}
    return [name for position, name in enumerate(match.names) if position in sides]


def _round_views(match: TableMatch, rounds: Sequence[CheckedRound], players: Sequence[str]) -> tuple[MatchRound, ...]:
    table, several = match.access.table, match.rules.length == "games"
    return tuple(match_round(table, checked, players, match.names, games=several) for checked in reversed(rounds))


def _mark(match: TableMatch, checked: CheckedRound) -> RoundMark:
    trusted = checked.standing is RoundStatus.TRUSTED
    return RoundMark(
        sentence="" if trusted else f"{standing_words(checked, match.names)}.",
        flag=confirmation_flag(checked.standing, [match.names[side] for side in checked.awaited]),
        value=":".join(str(part) for part in checked.key)
        if match.may_check and checked.standing is not RoundStatus.DISPUTED
        else "",
    )
