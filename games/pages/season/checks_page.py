"""Find the rounds of a season that a referee or organizer has to check, and build their page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.models import Match, MatchSeat, MatchState, RoundCheck, Season, Seat, Table, Verdict
from games.pages.season.match import ChecksPage, NightLink, QueuedRound, RoundsFromDevice
from games.pages.season.match_rounds import match_round, side_names_of
from games.pages.season.season_nav import season_nav
from games.rules.confirmation import RoundStatus
from games.rules.league.season import season_rules
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.selectors.season.round_checks import CheckedRound, checked_rounds, entering_sides, score_at_table
from games.selectors.table.ledger import sheets_of
from games.wording.season.match import approve_text, match_title, night_text

_MOST_MATCHES: Final = 40
"""The most matches of one list that are searched."""
_MOST_NIGHTS: Final = 12


@dataclass(frozen=True, slots=True)
class MatchToCheck:
    """A match with its table, its players and the state of its rounds."""

    match: Match
    table: Table
    players: tuple[str, ...]
    seats: tuple[MatchSeat, ...]
    rounds: tuple[CheckedRound, ...]


CheckQueue = tuple[tuple[MatchToCheck, CheckedRound], ...]
"""Rounds to check, each with its match."""


@dataclass(frozen=True, slots=True)
class RoundsToCheck:
    """The rounds to check: disputed ones, those waiting for a referee, and those of ``night`` not checked yet.

    ``nights`` are those on which something was played, newest first; ``more`` means that ``night`` had more matches
    than were searched.
    """

    nights: tuple[date, ...]
    night: date | None
    disputed: CheckQueue
    waiting: CheckQueue
    unticked: CheckQueue
    more: bool


def rounds_to_check(season: Season, requested_night: date | None = None) -> RoundsToCheck:
    """Return the rounds to check in a season; unticked rounds are those of ``requested_night`` or the last night."""
    nights = _nights(season)
    night = requested_night if requested_night in nights else next(iter(nights), None)
    disputed, waiting, of_night = _disputed(season), _waiting(season), _of_night(season, night)
    matches = _load_matches(season, [*disputed, *waiting, *of_night[:_MOST_MATCHES]])
    return RoundsToCheck(
        nights=tuple(nights),
        night=night,
        disputed=_queue(matches, disputed, lambda line: line.standing is RoundStatus.DISPUTED),
        waiting=_queue(matches, waiting, lambda line: line.standing is RoundStatus.PENDING),
        unticked=_queue(matches, of_night[:_MOST_MATCHES], _unchecked),
        more=len(of_night) > _MOST_MATCHES,
    )


def disputed_rounds(season: Season) -> tuple[QueuedRound, ...]:
    """Return the disputed rounds of the matches that aren't final, each with its match."""
    matches = _disputed(season)
    if not matches:
        return ()
    queue = _queue(_load_matches(season, matches), matches, lambda line: line.standing is RoundStatus.DISPUTED)
    return _queued_rounds(queue, season)


def checks_page(season_access: SeasonAccess, requested_night: date | None = None) -> ChecksPage:
    """Return the page of the rounds to check; unticked rounds are those of ``requested_night`` or the last night."""
    season, queues = season_access.season, rounds_to_check(season_access.season, requested_night)
    night = queues.night
    url, league_today = reverse("season:checks", args=[season.public_id]), date_in_league(season.league)
    today = calendar_date_in_league(season.league)
    night_url = f"{url}?{urlencode({'night': night.isoformat()})}" if night else url
    return ChecksPage(
        nav=season_nav(season_access, "checks"),
        url=night_url,
        refresh_url=f"{night_url}{'&' if night else '?'}seen={season.revision}",
        disputed=_queued_rounds(queues.disputed, season),
        waiting=_queued_rounds(queues.waiting, season),
        nights=tuple(
            NightLink(
                night_text(other, league_today, today),
                f"{url}?{urlencode({'night': other.isoformat()})}",
                other == night,
            )
            for other in queues.nights
        ),
        night=night_text(night, league_today, today) if night else "",
        night_open=any(match.match.night == night for match, _line in (*queues.disputed, *queues.waiting)),
        phones=_by_phone(_queued_rounds(queues.unticked, season)),
        more=queues.more,
        closed=season.closed_at is not None,
    )


def _unchecked(line: CheckedRound) -> bool:
    return not line.ticked and line.standing not in (RoundStatus.APPROVED, RoundStatus.DISPUTED)


def _nights(season: Season) -> list[date]:
    """Return the nights on which something was played, newest first."""
    played = season.matches.filter(table__isnull=False, night__isnull=False).order_by("-night")
    return [night for night in played.values_list("night", flat=True).distinct()[:_MOST_NIGHTS] if night]


def _disputed(season: Season) -> list[Match]:
    """Return the matches with a disputed round whose result isn't final."""
    return list(_open_matches(season).filter(checks__verdict=Verdict.DISPUTED).distinct()[:_MOST_MATCHES])


def _waiting(season: Season) -> list[Match]:
    """Return the matches waiting for a referee, oldest first; none unless a referee approves every round."""
    if season_rules(season.rules).confirmation != "referee":
        return []
    return list(_open_matches(season)[:_MOST_MATCHES])


def _open_matches(season: Season) -> QuerySet[Match]:
    counting = (MatchState.RUNNING, MatchState.PLAYED)
    return season.matches.filter(final=False, state__in=counting).order_by("night", "number")


def _of_night(season: Season, night: date | None) -> list[Match]:
    """Return the matches of a night, one more than are shown."""
    if night is None:
        return []
    counting = (MatchState.RUNNING, MatchState.PLAYED)
    return list(season.matches.filter(night=night, state__in=counting).order_by("number")[: _MOST_MATCHES + 1])


def _load_matches(season: Season, matches: Iterable[Match]) -> dict[int, MatchToCheck]:
    """Return matches with their rounds, by primary key, with a constant number of queries."""
    keys = {match.pk for match in matches}
    seats = Prefetch("seats", MatchSeat.objects.select_related("side__entrant__member", "member"))
    checks = Prefetch("checks", RoundCheck.objects.order_by("pk"))
    loaded = Match.objects.filter(pk__in=keys).select_related("table").prefetch_related(seats, checks)
    tables = {match.pk: match.table for match in loaded if match.table}
    names: dict[int, list[str]] = {}
    for table, name in (
        Seat.objects.filter(table__in=tables.values()).order_by("number").values_list("table", "player__name")
    ):
        names.setdefault(table, []).append(name)
    sheets = sheets_of(list(tables.values()), {table: len(some) for table, some in names.items()})
    rules = season_rules(season.rules)
    seated = {match.pk: tuple(match.seats.all()) for match in loaded}
    typed = entering_sides(season.league, {table.pk: seated[match] for match, table in tables.items()}, rules)
    to_check = {}
    for match in loaded:
        match_table = tables.get(match.pk)
        score = score_at_table(sheets[match_table.pk], seated[match.pk], rules) if match_table else None
        if match_table and score:
            table_key = match_table.pk
            rounds = checked_rounds(sheets[table_key], score, rules, match.checks.all(), typed.get(table_key, {}))
            to_check[match.pk] = MatchToCheck(match, match_table, tuple(names[table_key]), seated[match.pk], rounds)
    return to_check


def _queue(
    to_check: dict[int, MatchToCheck], matches: Sequence[Match], wanted: Callable[[CheckedRound], bool]
) -> CheckQueue:
    return tuple(
        (to_check[match.pk], line)
        for match in matches
        if match.pk in to_check
        for line in to_check[match.pk].rounds
        if wanted(line)
    )


def _queued_rounds(queue: CheckQueue, season: Season) -> tuple[QueuedRound, ...]:
    return tuple(_queued(match, line, season) for match, line in queue)


def _queued(checked: MatchToCheck, line: CheckedRound, season: Season) -> QueuedRound:
    number, sides = checked.match.number, side_names_of(checked.seats)
    several = season_rules(season.rules).length == "games"
    shown = match_round(checked.table, line, checked.players, sides, games=several)
    args = [season.public_id, number]
    return QueuedRound(
        match=_("Match %(number)d: %(who)s") % {"number": number, "who": match_title(sides)},
        match_number=number,
        match_url=reverse("season:match", args=args),
        play_url=reverse("season:play_match", args=args),
        value=f"{number}:{shown.value}",
        round=shown,
        open=not line.standing.is_agreed,
        approve_text=approve_text(shown.title, shown.gains),
    )


def _by_phone(rounds: Sequence[QueuedRound]) -> tuple[RoundsFromDevice, ...]:
    """Group rounds by the person who entered them, in the order of their names."""
    ordered = sorted(rounds, key=lambda queued: queued.round.by)
    return tuple(RoundsFromDevice(by, tuple(some)) for by, some in groupby(ordered, key=lambda queued: queued.round.by))
