"""The page of a match."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Fixture, FixtureSide, FixtureState
from games.pages.match import MatchPage, MatchRound, MatchSide
from games.rules.season import SeasonRules, season_rules
from games.selectors.game_view import players_at
from games.selectors.league_access import FixtureAccess, SeasonAccess
from games.selectors.ledger import sheet_of
from games.selectors.lineups import entrant_name
from games.selectors.match_rounds import match_round
from games.selectors.nights import today
from games.selectors.round_checks import MatchSheet
from games.selectors.season_nav import season_nav
from games.wording.match import (
    closed_text,
    match_title,
    over_text,
    provisional_text,
    score_text,
    stage_text,
    state_text,
    when_text,
)

_ENDED = (FixtureState.CANCELLED, FixtureState.FORFEITED, FixtureState.BYE)


def match_page(at: FixtureAccess, error: str = "") -> MatchPage:
    """A match with its rounds, for whoever looks at it; ``error`` is why it could not be opened."""
    fixture, rules = at.fixture, season_rules(at.season.rules)
    sides = list(fixture.sides.select_related("entrant__member"))
    names = [entrant_name(side.entrant) for side in sides]
    match = MatchSheet(fixture, at.seats, sheet_of(fixture.table)) if fixture.table else None
    may_judge = at.access.may("judge")
    where = [at.season.public_id, fixture.number]
    now = today(at.season.league)
    return MatchPage(
        nav=season_nav(SeasonAccess(at.access, at.season), "fixtures"),
        title=match_title(names),
        number=fixture.number,
        when=when_text(fixture.night, fixture.at, now),
        place=fixture.place.name if fixture.place else "",
        stands=_stands(match, fixture, names, sides),
        remarks=_remarks(at, match),
        sides=tuple(_side(at, side, rules) for side in sides),
        counted="games" if rules.length == "games" else "points",
        rounds=_rounds(match, names),
        play_url=reverse("play_fixture", args=where) if may_play(at) else "",
        play_text=_play_text(at),
        watch_url=reverse("watch_fixture", args=where) if fixture.table and not may_play(at) else "",
        checks_url=reverse("checks", args=[at.season.public_id]) if may_judge else "",
        change_url=reverse("change_fixture", args=where),
        error=error,
    )


def may_play(at: FixtureAccess) -> bool:
    """Whether the table can be opened, or is open, and whoever looks may sit down at it."""
    if not at.fixture.table and (at.season.closed_at or at.fixture.state != FixtureState.PLANNED):
        return False
    return at.may_score or at.may_sit_down


def _play_text(at: FixtureAccess) -> str:
    if not at.fixture.table:
        return pgettext("button", "Play")
    return _("Open the table") if at.fixture.state == FixtureState.PLAYED else _("Go on scoring")


def _stands(match: MatchSheet | None, fixture: Fixture, names: list[str], sides: list[FixtureSide]) -> str:
    if fixture.state in _ENDED:
        return state_text(fixture.state)
    if match is None or match.score is None:
        return _("To be played")
    if fixture.state == FixtureState.PLAYED:
        by_games = match.rules.length == "games"
        return over_text(score_text(names, [s.games if by_games else s.points for s in sides]))
    return stage_text(match.rules, len(match.sheet.games), len(match.score.rounds))


def _remarks(at: FixtureAccess, match: MatchSheet | None) -> tuple[str, ...]:
    open_still = match is not None and at.fixture.state not in _ENDED and not match.all_good
    told = (
        closed_text() if at.season.closed_at else "",
        state_text("", stopped=at.fixture.stopped),
        provisional_text() if open_still else "",
    )
    return tuple(text for text in told if text)


def _side(at: FixtureAccess, side: FixtureSide, rules: SeasonRules) -> MatchSide:
    name = entrant_name(side.entrant)
    people = [
        _("%(name)s (substitute)") % {"name": seat.member.name} if seat.substitute else seat.member.name
        for seat in at.seats
        if seat.side_id == side.pk
    ]
    counts = bool(side.outcome) and at.fixture.state in (FixtureState.RUNNING, FixtureState.PLAYED)
    return MatchSide(
        name=name,
        people=() if people == [name] else tuple(people),
        outcome="" if at.fixture.state == FixtureState.RUNNING else side.outcome,
        score=str(side.games if rules.length == "games" else side.points) if counts else "",
        points=side.points,
        boxes=side.boxes,
    )


def _rounds(match: MatchSheet | None, names: list[str]) -> tuple[MatchRound, ...]:
    """The rounds of a match, newest first."""
    if match is None or match.fixture.table is None:
        return ()
    table, several = match.fixture.table, match.rules.length == "games"
    players = players_at(table)
    return tuple(match_round(table, one, players, names, games=several) for one in reversed(match.rounds))
