"""Build sentences about what each entrant of a season still needs, for instance to become champion."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, MatchState, Pairing, Season
from games.models.season import DRAWN_BY_ROUND
from games.pages.league.league import SeasonNav
from games.pages.season.season_nav import season_nav
from games.rules.league.needs import Need, NeedCode, RemainingMatch, bracket_needs, outlook, settled_place
from games.rules.league.standings import PointsPenalty
from games.selectors.caching import cached_once
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.bracket import bracket_of
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking, entrants_in_standings, lot_numbers, penalties_in_force
from games.selectors.season.season_state import is_hidden
from games.selectors.season.season_tally import season_tally
from games.wording.season import season_table as words
from games.wording.season.needs import need_text

SHOWN_FIRST: Final = 4
"""How many entrants' sentences are shown before the rest is unfolded."""
_OPEN_ENDED: Final = (Pairing.FREE, Pairing.GROUPS, *DRAWN_BY_ROUND)
"""Pairings where more matches may follow than are known, so that nothing can be said about the final places."""
_FINAL_PLACE_CODES: Final = (NeedCode.CHAMPION, NeedCode.OUT, NeedCode.WINS_NEEDED, NeedCode.WINS_ENOUGH)


@dataclass(frozen=True, slots=True)
class EntrantNeeds:
    """What one entrant still needs to win, in sentences."""

    entrant: int
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NeedsPage:
    """What each entrant still needs, in the order of the standings; ``about`` says what this is based on.

    ``first`` are the leader and those close behind, ``rest`` all others. ``empty_text`` says why both are empty.
    """

    nav: SeasonNav
    title: str
    first: tuple[EntrantNeeds, ...]
    rest: tuple[EntrantNeeds, ...]
    hidden: bool
    early: bool
    """Whether most matches are still to be played, so that all of this is folded where it isn't the page itself."""
    about: str
    empty_text: str
    url: str
    table_url: str


def needs_page(season_access: SeasonAccess) -> NeedsPage:
    """Return the page of what each entrant still needs; if the standings are hidden, only that."""
    season = season_access.season
    hidden = is_hidden(season_access)
    entries = () if hidden else certain_needs(season, date_in_league(season.league))
    return NeedsPage(
        nav=season_nav(season_access, "page"),
        title=_("%(season)s: what's still needed") % {"season": season.name},
        first=entries[:SHOWN_FIRST],
        rest=entries[SHOWN_FIRST:],
        hidden=hidden,
        early=bool(entries) and _is_early(season.pk, season.revision),
        about=needs_basis_text(season, hidden=hidden),
        empty_text=""
        if entries
        else words.nothing_certain_text(closed=season.closed_at is not None, left=_has_open_matches(season)),
        url=reverse("season:needs", args=[season.public_id]),
        table_url=reverse("season:page", args=[season.public_id]),
    )


def needs_basis_text(season: Season, *, hidden: bool) -> str:
    """Return what the sentences are based on, or that there are none because the standings are ``hidden``."""
    if hidden:
        return words.hidden_text()
    closed = season.closed_at is not None
    return words.needs_explanation(complete=_is_complete(season), closed=closed, bracket=bracket_of(season) is not None)


def certain_needs(season: Season, tonight: date) -> tuple[EntrantNeeds, ...]:
    """Return what is certain about each entrant, in the order of the standings."""
    needs = _needs(season.pk, season.revision, tonight)
    names = {entrant.pk: entrant_name(entrant) for entrant in season.entrants.select_related("member")}
    return tuple(
        EntrantNeeds(entrant, names[entrant], tuple(need_text(need, names) for need in own_needs))
        for entrant, own_needs in groupby(needs, lambda need: need.entrant)
    )


@cached_once
def _needs(season_id: int, revision: int, tonight: date) -> tuple[Need, ...]:
    """Compute the needs of a season; cached by its ``revision``, which every change of the season increases."""
    del revision
    season = Season.objects.select_related("league").get(pk=season_id)
    ranking, open_matches, complete = Ranking.of(season), _open_matches(season, tonight), _is_complete(season)
    if ranking.bracket or (complete and not open_matches):
        return tuple(_settled(ranking, tonight))
    # Matches under way count as undecided.
    tally_now = season_tally(season, ranking.rules, tonight=tonight)
    tally = tally_now
    if ranking.rules.running == "at_once":
        running = season_tally(season, ranking.rules, tonight=tonight, state=MatchState.RUNNING)
        tally = tally_now - running
    needs_by_entrant = outlook(
        [entrant.pk for entrant in entrants_in_standings(ranking.entrants, tally)],
        tally,
        ranking.rules,
        open_matches,
        penalties=[
            PointsPenalty(penalty.entrant_id, penalty.points)
            for penalty in penalties_in_force(season, ranking.penalties, None)
        ],
        seed=season.key,
        lot_numbers=lot_numbers(entrant.pk for entrant in ranking.entrants),
    )
    in_order = [need for row in ranking.rows(tally_now) for need in needs_by_entrant.get(row.entrant, ())]
    return tuple(need for need in in_order if complete or need.code not in _FINAL_PLACE_CODES)


def _settled(ranking: Ranking, tonight: date) -> Iterator[Need]:
    """Yield what the standings alone tell: for a knock-out, and for a season without matches left."""
    rows = ranking.ranked_rows(season_tally(ranking.season, ranking.rules, tonight=tonight))
    closed = ranking.season.closed_at is not None
    for row in rows:
        missing = ranking.rules.minimum - row.record.played
        if missing > 0 and not closed:
            yield Need(NeedCode.UNRANKED, row.entrant, missing)
        yield from settled_place(row) if closed or not row.bracket else bracket_needs(row, len(rows))


def _is_complete(season: Season) -> bool:
    """Return whether all matches that will be played are known."""
    return season.closed_at is not None or (season.pairing not in _OPEN_ENDED and season.matches.exists())


def _open_matches(season: Season, tonight: date) -> list[RemainingMatch]:
    """Return the open matches and coming byes: running ones first, those without a date last."""
    if season.closed_at is not None:
        return []
    coming = season.matches.filter(state__in=(MatchState.PLANNED, MatchState.RUNNING))
    byes = season.matches.filter(state=MatchState.BYE, night__gt=tonight)
    matches = sorted((coming | byes).prefetch_related("sides"), key=_play_order)
    return [RemainingMatch(match.number, tuple(side.entrant_id for side in match.sides.all())) for match in matches]


@cached_once
def _is_early(season_id: int, revision: int) -> bool:
    """Return whether fewer than half of the matches are over; cached by the season's ``revision``."""
    del revision
    matches = Match.objects.filter(season=season_id).exclude(state__in=(MatchState.BYE, MatchState.CANCELED))
    still_open = Q(state__in=(MatchState.PLANNED, MatchState.RUNNING))
    counts = matches.aggregate(open=Count("pk", filter=still_open), all=Count("pk"))
    return bool(counts["open"] * 2 > counts["all"])


def _has_open_matches(season: Season) -> bool:
    """Return whether matches are still to be played, or none was drawn yet."""
    open_matches = season.matches.filter(state__in=(MatchState.PLANNED, MatchState.RUNNING))
    return open_matches.exists() or not season.matches.exists()


def _play_order(match: Match) -> tuple[bool, date, str, int]:
    time_text = match.at.isoformat() if match.at else "~"
    return match.state != MatchState.RUNNING, match.night or date.max, time_text, match.number
