"""Build the part of the table page that concerns the match played there: stage, rounds to confirm, remarks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, MatchState, RefereeCall, RoundCheck, Season, Table
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
        return self.match.season

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
        return bool(self.score and self.score.finished) or self.match.stopped

    @property
    def counts(self) -> bool:
        """Whether rounds and checks entered here still affect the season."""
        ended = (MatchState.CANCELED, MatchState.FORFEITED)
        return self.season.closed_at is None and self.match.state not in ended

    @property
    def may_check(self) -> bool:
        """Whether the reader may confirm and dispute rounds on this device."""
        return self.counts and (self.access.may("score") or self.side is not None)


def match_at(table: Table) -> Match | None:
    """Return the match played at a table, if any; access selectors load it with the table."""
    match: Match | None = getattr(table, "match", None)
    return match


def table_match(access: Access, sheet: TableSheet) -> TableMatch | None:
    """Return the match at the table of ``access``; None if the table belongs to no match."""
    match = match_at(access.table)
    if match is None:
        return None
    return TableMatch(match, seats_of(match), sheet, access, league_access_at(access, match.season))


def league_access_at(access: Access, season: Season) -> LeagueAccess:
    """Return what the device at a table may do in the league: nothing if it only has a link to the table."""
    try:
        return access_to_league(season.league, None, access.device)
    except RefusedError:
        return LeagueAccess(season.league, device=access.device)


def match_at_table(at_table: TableMatch, players: Sequence[str]) -> MatchAtTable:
    """Return the part of the table page about the match."""
    match, own_rounds, other_rounds = at_table.match, _own_open_rounds(at_table), _other_open_rounds(at_table)
    call = current_call(match)
    may_check = at_table.may_check
    return MatchAtTable(
        title=_("%(season)s, match %(number)s") % {"season": at_table.season.name, "number": match.number},
        url=reverse("season:match", args=[at_table.season.public_id, match.number]),
        stage=_stage(at_table),
        over=at_table.over,
        remarks=_remarks(at_table),
        another_game_text=_next_game_text(at_table),
        rounds_to_confirm=_round_views(at_table, own_rounds, players) if may_check else (),
        waiting_rounds=_round_views(at_table, other_rounds, players)
        if may_check and at_table.access.may("score")
        else (),
        waiting_text=waiting_text(len(other_rounds), _awaited_names(at_table, other_rounds)) if other_rounds else "",
        open=at_table.sheet.current.over and not own_rounds,
        clock=clock_at_table(match) if at_table.counts else None,
        disputes=_disputes(at_table),
        call_url=table_path(at_table.access.table, "call_referee")
        if at_table.counts and at_table.access.may("score")
        else "",
        called=called_since(call),
        referee_coming=referee_coming(call),
        own_side="" if at_table.side is None else at_table.names[at_table.side],
        confirming_sides=tuple(ConfirmingSide(position, name) for position, name in enumerate(at_table.names)),
        check_url=table_path(at_table.access.table, "check") if may_check else "",
        watch_url=table_path(at_table.access.table, "match")
        + f"?seen={match_version(match, at_table.checks[-1].pk if at_table.checks else 0, call)}",
        seconds=POLL_OPEN_SECONDS if not at_table.all_confirmed else POLL_SETTLED_SECONDS,
        next=next(iter(matches_at_place(at_table.league.place)), None)
        if at_table.over and at_table.league.place
        else None,
    )


def with_match_marks(at_table: TableMatch, game: int, rounds: Sequence[RoundContext]) -> tuple[RoundContext, ...]:
    """Return the rounds of a game with the state of each in the match."""
    by_number = {checked.line.number: checked for checked in at_table.rounds if checked.game.number == game}
    return tuple(
        replace(view, mark=_mark(at_table, by_number[view.number])) if view.number in by_number else view
        for view in rounds
    )


def match_version(match: Match, last_check: int, call: RefereeCall | None) -> str:
    """Return a short token that changes with each check, call, answer, and decision about the match or its time."""
    closed = match.season.closed_at is not None
    state = f"{last_check}-{match.state}-{int(match.stopped)}-{int(closed)}"
    answered = "a" if referee_coming(call) else ""
    return f"{state}-{call.pk if call else 0}{answered}-{clock_version(match)}"


def newest_check(match: Match) -> int:
    """Return the newest check of a match's rounds (primary key); 0 if there is none."""
    newest: int | None = RoundCheck.objects.filter(match=match).aggregate(last=Max("pk"))["last"]
    return newest or 0


def _disputes(at_table: TableMatch) -> tuple[str, ...]:
    """Return the disputed rounds with who disputes each and why, newest first."""
    several = at_table.rules.length == "games"
    return tuple(
        f"{round_title(checked.game.number, checked.line.number, games=several)}: "
        f"{standing_words(checked, at_table.names)}"
        for checked in reversed(at_table.rounds)
        if checked.standing is RoundStatus.DISPUTED
    )


def _stage(at_table: TableMatch) -> str:
    if not at_table.over or at_table.score is None:
        return stage_text(at_table.rules, at_table.sheet.current_position, at_table.names, at_table.score)
    by_games = at_table.rules.length == "games"
    scores = [side.games if by_games else side.points for side in at_table.score.sides]
    return match_over_text(score_text(at_table.names, scores))


def _remarks(at_table: TableMatch) -> tuple[str, ...]:
    if at_table.season.closed_at is not None:
        return (season_closed_text(),)
    state = state_text(at_table.match.state, stopped=at_table.match.stopped)
    unconfirmed = at_table.over and not at_table.all_confirmed
    return tuple(text for text in (state, provisional_text() if unconfirmed else "") if text)


def _next_game_text(at_table: TableMatch) -> str:
    if at_table.over or not at_table.counts:
        return _("Keep playing (it doesn't count)")
    if at_table.rules.length == "games" and len(at_table.sheet.games) < at_table.rules.count:
        facts = {"number": len(at_table.sheet.games) + 1, "count": at_table.rules.count}
        if at_table.rules.best_of:
            return _("Start game %(number)s (best of %(count)s)") % facts
        return _("Start game %(number)s of %(count)s") % facts
    return ""


def _own_open_rounds(at_table: TableMatch) -> tuple[CheckedRound, ...]:
    """Return the rounds that the reader's side has to confirm, or has disputed."""
    if at_table.side is None:
        return ()
    return tuple(
        checked
        for checked in at_table.rounds
        if at_table.side in checked.awaited or any(check.side == at_table.side for check in checked.disputes)
    )


def _other_open_rounds(at_table: TableMatch) -> tuple[CheckedRound, ...]:
    """Return the rounds that wait for other players, or are disputed by them."""
    own = {checked.key for checked in _own_open_rounds(at_table)}
    return tuple(
        checked
        for checked in at_table.rounds
        if checked.key not in own and (checked.awaited or any(check.side is not None for check in checked.disputes))
    )


def _awaited_names(at_table: TableMatch, rounds: Sequence[CheckedRound]) -> list[str]:
    sides = {side for checked in rounds for side in (*checked.awaited, *(check.side for check in checked.disputes))}
    return [name for position, name in enumerate(at_table.names) if position in sides]


def _round_views(
    at_table: TableMatch, rounds: Sequence[CheckedRound], players: Sequence[str]
) -> tuple[MatchRound, ...]:
    table, several = at_table.access.table, at_table.rules.length == "games"
    return tuple(match_round(table, checked, players, at_table.names, games=several) for checked in reversed(rounds))


def _mark(at_table: TableMatch, checked: CheckedRound) -> RoundMark:
    trusted = checked.standing is RoundStatus.TRUSTED
    return RoundMark(
        sentence="" if trusted else f"{standing_words(checked, at_table.names)}.",
        flag=confirmation_flag(checked.standing, [at_table.names[side] for side in checked.awaited]),
        value=":".join(str(part) for part in checked.key)
        if at_table.may_check and checked.standing is not RoundStatus.DISPUTED
        else "",
    )
