"""What the table page of a match says of the match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureState, RoundCheck, Season, Table
from games.pages import RoundMark, RoundView
from games.pages.match import MatchAtTable, MatchRound, Speaker
from games.permissions import Access, LeagueAccess
from games.refusals import Refused
from games.rules.confirmation import Standing
from games.rules.sheet import TableSheet
from games.selectors.addresses import at_table
from games.selectors.league_access import access_in, seats_of
from games.selectors.match_rounds import match_round, side_names_of, standing_words
from games.selectors.own_matches import matches_at
from games.selectors.round_checks import CheckedRound, MatchSheet
from games.wording.match import (
    closed_text,
    over_text,
    provisional_text,
    score_text,
    stage_text,
    standing_flag,
    state_text,
    waiting_text,
)

OFTEN, SELDOM = 8, 30
"""Seconds between two looks at what others said: while rounds are open, and while none are."""


@dataclass(frozen=True)
class MatchNow(MatchSheet):
    """The match that is played at a table, as the sheet stands, and who looks at it from there."""

    access: Access
    league: LeagueAccess

    @property
    def season(self) -> Season:
        """Its season."""
        return self.fixture.season

    @property
    def names(self) -> tuple[str, ...]:
        """What the sides are called."""
        return side_names_of(self.seats)

    @property
    def side(self) -> int | None:
        """The position of the side whose phone this is."""
        return self.league.side_in(self.seats)

    @property
    def over(self) -> bool:
        """Whether the match was played to its end, or counts as it stands."""
        return bool(self.score and self.score.finished) or self.fixture.stopped

    @property
    def counts(self) -> bool:
        """Whether what is played and said here changes anything in the season."""
        ended = (FixtureState.CANCELLED, FixtureState.FORFEITED)
        return self.season.closed_at is None and self.fixture.state not in ended

    @property
    def may_check(self) -> bool:
        """Whether rounds are confirmed and disputed on this phone."""
        return self.counts and (self.access.may("score") or self.side is not None)


def fixture_at(table: Table) -> Fixture | None:
    """The fixture that is played at a table, if one is: loaded with the table wherever a page asks for it."""
    found: Fixture | None = getattr(table, "fixture", None)
    return found


def match_now(access: Access, sheet: TableSheet) -> MatchNow | None:
    """The match at the table of ``access``; None at a table that is none's."""
    fixture = fixture_at(access.table)
    if fixture is None:
        return None
    return MatchNow(fixture, seats_of(fixture), sheet, access, league_at(access, fixture.season))


def league_at(access: Access, season: Season) -> LeagueAccess:
    """What the device at a table may do in the season's league: nothing, if it came by the table's own link alone."""
    try:
        return access_in(season.league, None, access.device)
    except Refused:
        return LeagueAccess(season.league, device=access.device)


def match_at_table(now: MatchNow, players: Sequence[str]) -> MatchAtTable:
    """What stands on the table page of a match."""
    fixture, asked, others = now.fixture, _asked(now), _others(now)
    may_check = now.may_check
    return MatchAtTable(
        title=_("%(season)s, match %(number)s") % {"season": now.season.name, "number": fixture.number},
        url=reverse("fixture", args=[now.season.public_id, fixture.number]),
        stage=_stage(now),
        over=now.over,
        remarks=_remarks(now),
        another=_another(now),
        asks=_views(now, asked, players) if may_check else (),
        waits=_views(now, others, players) if may_check and now.access.may("score") else (),
        waits_text=waiting_text(len(others), _whom(now, others)) if others else "",
        open=now.sheet.current.over and not asked,
        own="" if now.side is None else now.names[now.side],
        thumbs=tuple(Speaker(position, name) for position, name in enumerate(now.names)),
        check_url=at_table(now.access.table, "check/") if may_check else "",
        watch_url=at_table(now.access.table, f"match/?seen={mark_of(fixture, now.checks[-1].pk if now.checks else 0)}"),
        seconds=OFTEN if not now.all_good else SELDOM,
        next=next(iter(matches_at(now.league.place)), None) if now.over and now.league.place else None,
    )


def marked(now: MatchNow, game: int, rounds: Sequence[RoundView]) -> tuple[RoundView, ...]:
    """The lines of a game of the sheet, with how each stands in the match."""
    by_number = {one.line.number: one for one in now.rounds if one.game.number == game}
    return tuple(
        replace(view, mark=_mark(now, by_number[view.number])) if view.number in by_number else view for view in rounds
    )


def mark_of(fixture: Fixture, last_check: int) -> str:
    """A short word that is the same as long as nobody said anything of the rounds of a fixture, or decided about it."""
    closed = fixture.season.closed_at is not None
    return f"{last_check}-{fixture.state}-{int(fixture.stopped)}-{int(closed)}"


def last_check_of(fixture: Fixture) -> int:
    """The newest word on a round of a fixture (primary key); 0 where there is none."""
    newest: int | None = RoundCheck.objects.filter(fixture=fixture).aggregate(last=Max("pk"))["last"]
    return newest or 0


def _stage(now: MatchNow) -> str:
    if not now.over or now.score is None:
        at = [game.number for game in now.sheet.games].index(now.sheet.current.number) + 1
        return stage_text(now.rules, at, len(now.rounds))
    by_games = now.rules.length == "games"
    scores = [side.games if by_games else side.points for side in now.score.sides]
    return over_text(score_text(now.names, scores))


def _remarks(now: MatchNow) -> tuple[str, ...]:
    if now.season.closed_at is not None:
        return (closed_text(),)
    told = state_text(now.fixture.state, stopped=now.fixture.stopped)
    open_still = now.over and not now.all_good
    return tuple(text for text in (told, provisional_text() if open_still else "") if text)


def _another(now: MatchNow) -> str:
    if now.over or not now.counts:
        return _("Play on, it does not count")
    if now.rules.length == "games" and len(now.sheet.games) < now.rules.count:
        return _("On to game %(number)s of %(count)s") % {
            "number": len(now.sheet.games) + 1,
            "count": now.rules.count,
        }
    return ""


def _asked(now: MatchNow) -> tuple[CheckedRound, ...]:
    """The rounds that the player whose phone this is has to say yes or no to, or said no to."""
    if now.side is None:
        return ()
    return tuple(
        one for one in now.rounds if now.side in one.awaited or any(check.side == now.side for check in one.disputes)
    )


def _others(now: MatchNow) -> tuple[CheckedRound, ...]:
    """The rounds that wait for other players, or are disputed by them."""
    mine = {one.key for one in _asked(now)}
    return tuple(
        one
        for one in now.rounds
        if one.key not in mine and (one.awaited or any(check.side is not None for check in one.disputes))
    )


def _whom(now: MatchNow, rounds: Sequence[CheckedRound]) -> list[str]:
    sides = {side for one in rounds for side in (*one.awaited, *(check.side for check in one.disputes))}
    return [name for position, name in enumerate(now.names) if position in sides]


def _views(now: MatchNow, rounds: Sequence[CheckedRound], players: Sequence[str]) -> tuple[MatchRound, ...]:
    table, several = now.access.table, now.rules.length == "games"
    return tuple(match_round(table, one, players, now.names, games=several) for one in reversed(rounds))


def _mark(now: MatchNow, one: CheckedRound) -> RoundMark:
    trusted = one.standing is Standing.TRUSTED
    return RoundMark(
        says="" if trusted else f"{standing_words(one, now.names)}.",
        flag=standing_flag(one.standing, [now.names[side] for side in one.awaited]),
        value=":".join(str(part) for part in one.key)
        if now.may_check and one.standing is not Standing.DISPUTED
        else "",
    )
