"""What of a season goes on paper: the place to choose from, and the sheets: pairings, slips, results, standings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Match, MatchSide, MatchState, Season
from games.models.season import BRACKETS
from games.pages.league.league import SeasonNav
from games.pages.league.league_codes import qr_code
from games.pages.season.match_groups import OPEN_STATES, MatchGroups, matches_of
from games.pages.season.match_list_page import PAIRINGS_WITH_SITTING_OUT, sitting_out_text
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FieldOption
from games.pages.season.standings_table import StandingsTable, season_standings
from games.rules.league.season import COLUMNS, TieBreak, season_rules
from games.rules.league.typed_result import counts_asked
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.match_titles import match_names, with_sides
from games.selectors.season.season_state import is_hidden
from games.wording.season.match import state_text
from games.wording.season.season_events import night_text
from games.wording.words import clock_text

SHEETS: Final = ("pairings", "slips", "results", "table")
"""The sheets, as they are called in addresses."""
_MOST_MATCHES: Final = 400
"""The most matches on a sheet; more are printed once these have results."""
_SLIPS_ON_A_PAGE: Final = 4
_ALWAYS_PRINTED: Final = ("wins", "point_difference", "boxes", "fewest_losses")
"""The criteria that the printed standings always show."""
_COLUMNS: Final = {
    "games": gettext_noop("Games won"),
    "points": gettext_noop("Points"),
    "boxes": gettext_noop("Boxes"),
    "gins": gettext_noop("Gins"),
    "shutouts": gettext_noop("Shutouts"),
}


@dataclass(frozen=True, slots=True)
class PrintLink:
    """A sheet to print."""

    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class SeasonPrintPage:
    """The place to choose a sheet from; ``options`` are the nights and rounds, ``column`` is added to the standings."""

    nav: SeasonNav
    options: tuple[FieldOption, ...]
    links: tuple[PrintLink, ...]
    column: str


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """A match on paper. ``results`` are the numbers of each side by column, "" to be filled in by hand."""

    number: int
    names: tuple[str, ...]
    place: str
    when: str
    note: str
    results: tuple[tuple[str, ...], ...]
    round: str
    """The heading of its round, where a sheet has several."""
    qr: str = ""

    @property
    def sides(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each side's name with its results."""
        return tuple(zip(self.names, self.results, strict=True))


@dataclass(frozen=True, slots=True)
class SeasonSheetPage:
    """A sheet: ``sheet`` is one of SHEETS. ``slips`` are pages of slips, ``columns`` what is written for each side."""

    sheet: str
    season: str
    title: str
    about: str
    back_url: str
    matches: tuple[PrintedMatch, ...] = ()
    byes: tuple[str, ...] = ()
    sitting_out: str = ""
    slips: tuple[tuple[PrintedMatch, ...], ...] = ()
    columns: tuple[str, ...] = ()
    timed: bool = False
    """Whether the matches of a list have a time or night beside them."""
    lines: range = range(0)
    table: StandingsTable | None = None
    nothing: str = ""
    more: int = 0
    """How many matches did not fit."""

    @property
    def results_span(self) -> int:
        """How many columns the list for results has."""
        return 3 + len(self.columns)

    @property
    def standings_span(self) -> int:
        """How many columns the standings have."""
        return 8 if self.table and self.table.column else 7


def season_print_page(season_access: SeasonAccess, chosen: str, today: date, column: str = "") -> SeasonPrintPage:
    """Return the place to print from, for the ``chosen`` night or round, or else for the one that comes next.

    ``column`` is the one that the reader added to the standings.
    """
    season, groups = season_access.season, MatchGroups.of(season_access.season)
    chosen = _chosen(groups, chosen, today)

    def link(title: str, text: str, sheet: str) -> PrintLink:
        address = reverse("season:sheet", args=[season.public_id, sheet])
        return PrintLink(title, text, f"{address}?of={chosen}")

    column = column if column in COLUMNS else ""
    table_url = reverse("season:sheet", args=[season.public_id, "table"]) + (f"?column={column}" if column else "")

    links = [PrintLink(pgettext("standings", "Standings"), _("as they are now"), table_url)]
    if groups.matches:
        links = [
            link(_("Pairings"), _("who plays whom, when and where"), "pairings"),
            link(_("Score slips"), _("one for each open match, four to a page, with its QR code"), "slips"),
            link(_("Round sheet"), _("all matches on one list, with room for the results"), "results"),
            *links,
        ]
    if season.pairing in BRACKETS:
        url = reverse("season:bracket", args=[season.public_id])
        links.append(PrintLink(_("Bracket"), _("print it from your browser's menu"), url))
    return SeasonPrintPage(season_nav(season_access, "print"), groups.options(chosen, today), tuple(links), column)


def season_sheet_page(
    season_access: SeasonAccess, sheet: str, chosen: str, today: date, base_url: str, *, column: str = ""
) -> SeasonSheetPage:
    """Return one of SHEETS for a night or round; ``base_url`` is the address of the site, for the codes.

    ``column`` is a criterion to show in the standings; by default, the first that breaks ties.
    """
    season = season_access.season
    season_name = f"{season_access.access.league.name} \u00b7 {season.name}"
    place = reverse("season:print", args=[season.public_id])
    if sheet == "table":
        table = season_standings(season_access, column=_criterion_column(season, column))
        return SeasonSheetPage(
            sheet,
            season_name,
            pgettext("standings", "Final standings") if season.closed_at else pgettext("standings", "Standings"),
            night_text(today, year=True),
            place,
            table=table,
            nothing="" if table.rows or table.unranked or table.hidden else _("Nobody has joined this season yet."),
        )
    groups = MatchGroups.of(season)
    chosen = _chosen(groups, chosen, today)
    found = matches_of(season, chosen)
    counted = found.exclude(state__in=(MatchState.BYE, MatchState.CANCELED))
    if sheet == "slips":
        counted = counted.filter(state__in=OPEN_STATES)
    ordered = with_sides(counted).order_by("night", F("round").asc(nulls_last=True), "at", "number")
    matches = list(ordered[: _MOST_MATCHES + 1])
    headings = groups.headings(matches)
    rules = season_rules(season.rules)
    asked = counts_asked(rules)
    # The number that decides the match comes first.
    columns = [*(name for name in asked if name == "games"), "points", *(name for name in asked if name != "games")]
    printed = tuple(
        _printed(
            season_access,
            match,
            columns,
            headings[match.number],
            base_url if sheet == "slips" else "",
            dated=sheet == "slips" or not chosen.startswith("night-"),
        )
        for match in matches[:_MOST_MATCHES]
    )
    return SeasonSheetPage(
        sheet=sheet,
        season=season_name,
        title=_sheet_title(sheet),
        about=groups.title(chosen) if groups.matches else "",
        back_url=f"{place}?of={chosen}",
        matches=printed if sheet != "slips" else (),
        byes=tuple(
            name
            for match in with_sides(found.filter(state=MatchState.BYE)).order_by("number")[:_MOST_MATCHES]
            for name in match_names(match)
        )
        if sheet == "pairings"
        else (),
        sitting_out=_sitting_out(season, chosen, found) if sheet == "pairings" else "",
        slips=tuple(_pages(printed)) if sheet == "slips" else (),
        timed=any(one.when for one in printed),
        columns=tuple(_(_COLUMNS[column]) for column in columns),
        lines=range(10),
        nothing=""
        if printed
        else _("There are no open matches.")
        if sheet == "slips"
        else _("There are no matches yet."),
        more=counted.count() - _MOST_MATCHES if len(matches) > _MOST_MATCHES else 0,
    )


def _chosen(groups: MatchGroups, chosen: str, today: date) -> str:
    return chosen if chosen in groups.matches else groups.likely_on_paper(today)


def _criterion_column(season: Season, column: str) -> TieBreak | None:
    """Return the criterion to print: ``column``, or the first that breaks ties unless it's in the standings anyway."""
    first = next((name for name in season_rules(season.rules).order if name != "points"), "")
    wanted = column if column in COLUMNS else "" if first in _ALWAYS_PRINTED else first
    return next((name for name in COLUMNS if name == wanted), None)


def _sheet_title(sheet: str) -> str:
    return {"pairings": _("Pairings"), "slips": _("Score slips"), "results": _("Round sheet")}[sheet]


def _sitting_out(season: Season, chosen: str, found: QuerySet[Match]) -> str:
    if not chosen.startswith("round-") or season.pairing not in PAIRINGS_WITH_SITTING_OUT:
        return ""
    playing = MatchSide.objects.filter(match__in=found).values("entrant")
    free = season.entrants.filter(withdrawn_on=None).exclude(pk__in=playing).select_related("member")[:3]
    return sitting_out_text([entrant_name(entrant) for entrant in free])


def _pages(matches: Sequence[PrintedMatch]) -> Iterator[tuple[PrintedMatch, ...]]:
    for start in range(0, len(matches), _SLIPS_ON_A_PAGE):
        yield tuple(matches[start : start + _SLIPS_ON_A_PAGE])


def _printed(
    season_access: SeasonAccess, match: Match, columns: Sequence[str], heading: str, base_url: str, *, dated: bool
) -> PrintedMatch:
    address = reverse("season:match", args=[season_access.season.public_id, match.number])
    played = match.state == MatchState.PLAYED and not is_hidden(season_access)
    when = [night_text(match.night)] if match.night and dated else []
    return PrintedMatch(
        number=match.number,
        names=match_names(match),
        place=match.place.name if match.place else "",
        when=", ".join([*when, clock_text(match.at)] if match.at else when),
        note=state_text(match.state),
        results=tuple(
            tuple(str(getattr(side, column)) if played else "" for column in columns) for side in match.sides.all()
        ),
        round=heading,
        qr=qr_code(f"{base_url}{address}") if base_url else "",
    )
