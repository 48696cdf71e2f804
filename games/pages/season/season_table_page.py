"""Build the page of a season's standings, now or as they were after any night."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import pgettext

from games.pages.league.league import NavLink, SeasonNav
from games.pages.season.name_search import Search, search_names
from games.pages.season.season_nav import season_nav
from games.pages.season.standings_table import StandingsTable, StandingsTableRow, season_standings
from games.pages.sharing.seal_note import season_seal_note
from games.pages.sharing.seals import SealNote
from games.rules.league.season import COLUMNS
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_state import is_hidden
from games.selectors.table.streams import season_stream_path
from games.wording.season import season_table as words

MOST_ROWS: Final = 100
"""How many rows a part of the standings has."""
_NO_PARAMS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A criterion that can be shown as one more column."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeasonTablePage:
    """The page of a season's standings; a ``*_url`` is "" if it does not apply.

    ``as_of`` is the date of past standings, ``as_of_text`` that date in words; ``error`` says what is wrong with it.
    """

    nav: SeasonNav
    title: str
    heading: str
    table: StandingsTable
    nights: tuple[NavLink, ...]
    as_of: str
    as_of_text: str
    error: str
    url: str
    live_url: str
    poll_url: str
    moved_url: str
    columns: tuple[ColumnChoice, ...]
    """The columns to choose from, none first; empty where the standings are hidden."""
    column: str
    """The chosen one as a form value; "" for none."""
    query: Mapping[str, str]
    """What was chosen: ``column``, and ``columns`` ("all")."""
    kept: Mapping[str, str]
    """The query that a search keeps: ``query``, and ``on``."""
    search: Search | None
    """The search for names; None with few rows."""
    parts: Page[StandingsTableRow]
    """The part of the standings that ``table`` is."""
    needs_url: str
    screen_url: str
    hall_url: str
    rating_url: str
    print_url: str
    revision: int
    seal: SealNote | None
    """The season's seal, once it is closed."""


def season_table_page(
    season_access: SeasonAccess, params: Mapping[str, str] = _NO_PARAMS, *, on: date | None = None, error: str = ""
) -> SeasonTablePage:
    """Return the page of the standings, now or after the night ``on``.

    Of the query's ``params``, ``column`` is the criterion to show as one more column; an unknown one is none. On a wide
    screen there are columns for all criteria of the season, or with "all" as ``columns`` for all there are. ``q`` are
    parts of names to search for, ``page`` is the number of the part to show: MOST_ROWS rows of those found. Groups
    aren't divided, so with groups there's one part. ``error`` says what was wrong with the requested date.
    """
    season, tonight = season_access.season, date_in_league(season_access.season.league)
    on_night = on if on is not None and on < tonight else None
    chosen = next((name for name in COLUMNS if name == params.get("column")), None)
    everything = COLUMNS if params.get("columns") == "all" else ()
    query: dict[str, str] = ({"column": chosen} if chosen else {}) | ({"columns": "all"} if everything else {})
    table = season_standings(season_access, on=on_night, column=chosen, columns=everything)
    rows = (*table.rows, *table.unranked)
    search = search_names(params, rows)
    found = [row for row in rows if search is None or search.finds(row.name)]
    parts = Paginator(found, max(len(found), 1) if any(row.group for row in rows) else MOST_ROWS).get_page(
        params.get("page")
    )
    args = [season.public_id]
    url = reverse("season:page", args=args)
    live = on_night is None and season.closed_at is None
    return SeasonTablePage(
        nav=season_nav(season_access, "page"),
        title=pgettext("standings", "%(season)s: standings") % {"season": season.name},
        heading=pgettext("standings", "Final standings")
        if season.closed_at and on_night is None
        else pgettext("standings", "Standings"),
        table=replace(
            table,
            rows=tuple(row for row in parts if not row.missing_text),
            unranked=tuple(row for row in parts if row.missing_text),
        ),
        nights=tuple(
            NavLink(
                words.night_name(night, tonight),
                _with_query(url, {"on": str(night)} | query),
                night == on_night,
            )
            for night in table.nights
        ),
        as_of=on_night.isoformat() if on_night else "",
        as_of_text=words.night_name(on_night, tonight) if on_night else "",
        error=error,
        url=url,
        live_url=season_stream_path(season_access) if live else "",
        poll_url=reverse("season:revision", args=args),
        moved_url=_with_query(reverse("season:moved", args=args), query | _part(search, parts)) if live else "",
        columns=() if table.hidden or not table.rows else _column_choices(chosen or ""),
        column=chosen or "",
        query=query,
        kept=({"on": str(on_night)} if on_night else {}) | query,
        search=search,
        parts=parts,
        needs_url=reverse("season:needs", args=args) if on_night is None and not is_hidden(season_access) else "",
        screen_url=reverse("season:screen", args=args),
        hall_url=reverse("season:hall", args=args),
        rating_url=reverse("league:ratings", args=[season.league.public_id]),
        print_url=_with_query(reverse("season:print", args=args), {"column": chosen} if chosen else {}),
        revision=season.revision,
        seal=season_seal_note(season) if on_night is None else None,
    )


def _part(search: Search | None, parts: Page[StandingsTableRow]) -> dict[str, str]:
    text = {"q": search.text} if search and search.text else {}
    return text | ({"page": str(parts.number)} if parts.number > 1 else {})


def _with_query(url: str, query: Mapping[str, str]) -> str:
    return f"{url}?{urlencode(query)}" if query else url


def _column_choices(chosen: str) -> tuple[ColumnChoice, ...]:
    return (
        ColumnChoice("", pgettext("column of the standings", "None"), not chosen),
        *(ColumnChoice(name, words.criterion_title(name), name == chosen) for name in COLUMNS),
    )
