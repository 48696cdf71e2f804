"""What a referee or organiser of a season has to look at."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureSeat, FixtureState, RoundCheck, Season, Seat, Table, Verdict
from games.pages.match import ChecksPage, NightLink, QueuedRound, TypedBy
from games.rules.confirmation import Standing
from games.rules.season import season_rules
from games.selectors.league_access import SeasonAccess
from games.selectors.ledger import sheets_of
from games.selectors.match_rounds import match_round, side_names_of
from games.selectors.nights import today
from games.selectors.round_checks import CheckedRound, checked_rounds, score_of, typed_at
from games.selectors.season_nav import season_nav
from games.wording.match import match_title, night_text

_MOST_MATCHES: Final = 40
"""Matches of one list that are looked through."""
_MOST_NIGHTS: Final = 12


@dataclass(frozen=True, slots=True)
class Looked:
    """A match whose rounds were looked up: its table, who sits there, and its rounds as they stand."""

    fixture: Fixture
    table: Table
    players: tuple[str, ...]
    seats: tuple[FixtureSeat, ...]
    rounds: tuple[CheckedRound, ...]


Queue = tuple[tuple[Looked, CheckedRound], ...]
"""Rounds to look at, each with its match."""


@dataclass(frozen=True, slots=True)
class ToCheck:
    """What is to be looked at: what is disputed, what waits for a referee, what of ``night`` nobody looked at yet.

    ``nights`` are those on which something was played, the last one first; ``more`` tells that there were more matches
    on ``night`` than were looked through.
    """

    nights: tuple[date, ...]
    night: date | None
    disputed: Queue
    waiting: Queue
    unticked: Queue
    more: bool


def to_check(season: Season, asked: date | None = None) -> ToCheck:
    """What is to be looked at in a season, the rounds that nobody ticked for the night ``asked``, or the last one."""
    nights = _nights(season)
    night = asked if asked in nights else next(iter(nights), None)
    disputed, waiting, tonight = _disputed(season), _waiting(season), _of_night(season, night)
    looked = _looked(season, [*disputed, *waiting, *tonight[:_MOST_MATCHES]])
    return ToCheck(
        nights=tuple(nights),
        night=night,
        disputed=_queue(looked, disputed, lambda one: one.standing is Standing.DISPUTED),
        waiting=_queue(looked, waiting, lambda one: one.standing is Standing.PENDING),
        unticked=_queue(looked, tonight[:_MOST_MATCHES], _not_looked_at),
        more=len(tonight) > _MOST_MATCHES,
    )


def checks_page(at: SeasonAccess, asked: date | None = None) -> ChecksPage:
    """What is to be looked at in a season, the rounds that nobody ticked for the night ``asked``, or the last one."""
    season, found = at.season, to_check(at.season, asked)
    night = found.night
    url, now = reverse("checks", args=[season.public_id]), today(season.league)
    here = f"{url}?{urlencode({'night': night.isoformat()})}" if night else url
    return ChecksPage(
        nav=season_nav(at, "checks"),
        url=here,
        refresh_url=f"{here}{'&' if night else '?'}seen={season.revision}",
        disputed=_shown(found.disputed, season),
        waiting=_shown(found.waiting, season),
        nights=tuple(
            NightLink(night_text(one, now), f"{url}?{urlencode({'night': one.isoformat()})}", one == night)
            for one in found.nights
        ),
        night=night_text(night, now) if night else "",
        phones=_by_phone(_shown(found.unticked, season)),
        more=found.more,
        closed=season.closed_at is not None,
    )


def _not_looked_at(one: CheckedRound) -> bool:
    return not one.ticked and one.standing not in (Standing.APPROVED, Standing.DISPUTED)


def _nights(season: Season) -> list[date]:
    """The nights on which something was played, the last one first."""
    played = season.fixtures.filter(table__isnull=False, night__isnull=False).order_by("-night")
    return [night for night in played.values_list("night", flat=True).distinct()[:_MOST_NIGHTS] if night]


def _disputed(season: Season) -> list[Fixture]:
    """The matches of which some round was disputed, and which are not settled."""
    return list(_open(season).filter(checks__verdict=Verdict.DISPUTED).distinct()[:_MOST_MATCHES])


def _waiting(season: Season) -> list[Fixture]:
    """The matches that wait for a referee, where he approves every round; the oldest first."""
    if season_rules(season.rules).confirmation != "referee":
        return []
    return list(_open(season)[:_MOST_MATCHES])


def _open(season: Season) -> QuerySet[Fixture]:
    counting = (FixtureState.RUNNING, FixtureState.PLAYED)
    return season.fixtures.filter(final=False, state__in=counting).order_by("night", "number")


def _of_night(season: Season, night: date | None) -> list[Fixture]:
    """The matches of a night, one more than are shown."""
    if night is None:
        return []
    counting = (FixtureState.RUNNING, FixtureState.PLAYED)
    return list(season.fixtures.filter(night=night, state__in=counting).order_by("number")[: _MOST_MATCHES + 1])


def _looked(season: Season, fixtures: Iterable[Fixture]) -> dict[int, Looked]:
    """The rounds of matches, by the match's primary key: as many queries for one as for all."""
    wanted = {fixture.pk for fixture in fixtures}
    seats = Prefetch("seats", FixtureSeat.objects.select_related("side__entrant__member", "member"))
    checks = Prefetch("checks", RoundCheck.objects.order_by("pk"))
    loaded = Fixture.objects.filter(pk__in=wanted).select_related("table").prefetch_related(seats, checks)
    tables = {fixture.pk: fixture.table for fixture in loaded if fixture.table}
    names: dict[int, list[str]] = {}
    for table, name in (
        Seat.objects.filter(table__in=tables.values()).order_by("number").values_list("table", "player__name")
    ):
        names.setdefault(table, []).append(name)
    sheets = sheets_of(list(tables.values()), {table: len(some) for table, some in names.items()})
    rules = season_rules(season.rules)
    seated = {fixture.pk: tuple(fixture.seats.all()) for fixture in loaded}
    typed = typed_at(season.league, {table.pk: seated[fixture] for fixture, table in tables.items()}, rules)
    found = {}
    for fixture in loaded:
        table_there = tables.get(fixture.pk)
        score = score_of(sheets[table_there.pk], seated[fixture.pk], rules) if table_there else None
        if table_there and score:
            there = table_there.pk
            rounds = checked_rounds(sheets[there], score, rules, fixture.checks.all(), typed.get(there, {}))
            found[fixture.pk] = Looked(fixture, table_there, tuple(names[there]), seated[fixture.pk], rounds)
    return found


def _queue(looked: dict[int, Looked], fixtures: Sequence[Fixture], wanted: Callable[[CheckedRound], bool]) -> Queue:
    return tuple(
        (looked[fixture.pk], one)
        for fixture in fixtures
        if fixture.pk in looked
        for one in looked[fixture.pk].rounds
        if wanted(one)
    )


def _shown(queue: Queue, season: Season) -> tuple[QueuedRound, ...]:
    return tuple(_queued(match, one, season) for match, one in queue)


def _queued(match: Looked, one: CheckedRound, season: Season) -> QueuedRound:
    number, sides = match.fixture.number, side_names_of(match.seats)
    several = season_rules(season.rules).length == "games"
    shown = match_round(match.table, one, match.players, sides, games=several)
    where = [season.public_id, number]
    return QueuedRound(
        match=_("Match %(number)d: %(who)s") % {"number": number, "who": match_title(sides)},
        match_url=reverse("fixture", args=where),
        play_url=reverse("play_fixture", args=where),
        value=f"{number}:{shown.value}",
        round=shown,
        open=not one.standing.good,
    )


def _by_phone(rounds: Sequence[QueuedRound]) -> tuple[TypedBy, ...]:
    """Rounds by who typed them, in the order of their names."""
    ordered = sorted(rounds, key=lambda queued: queued.round.by)
    return tuple(TypedBy(by, tuple(some)) for by, some in groupby(ordered, key=lambda queued: queued.round.by))
