"""The page that enters results from paper: the matches of one night or round, a line each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Match, MatchSide, MatchState
from games.pages.league.league import SeasonNav
from games.pages.season.match_groups import MatchGroups, matches_of
from games.pages.season.name_search import Search, search_names
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FieldOption
from games.rules.league.season import season_rules
from games.rules.league.typed_result import counts_asked
from games.rules.sheet import TableSheet
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.match_titles import match_title, with_sides
from games.selectors.table.ledger import cached_sheets
from games.wording.season.match import at_table_text, score_text, state_text

_COLUMNS: Final = {
    "points": gettext_noop("Points"),
    "games": gettext_noop("Games won"),
    "boxes": gettext_noop("Boxes"),
    "gins": gettext_noop("Gins"),
    "shutouts": gettext_noop("Shutouts"),
}


@dataclass(frozen=True, slots=True)
class ResultField:
    """A number of one side of a match."""

    name: str
    id: str
    label: str
    column: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class ResultSide:
    """A side of a match with its numbers."""

    name: str
    fields: tuple[ResultField, ...]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A match. ``fixed`` says why its result can't be typed; "" where it can, and where what was typed is refused."""

    number: int
    title: str
    url: str
    action: str
    sides: tuple[ResultSide, ...]
    about: str
    fixed: str
    seen: str
    """The result that is on the screen, as the form sends it back; "" without one."""
    errors: tuple[str, ...]
    done: str
    """What was just done with it."""
    at_table: str
    """That it's being played at a table; "" if it isn't."""
    question: tuple[str, ...] = ()
    """What the correction that was typed would change, so that it has to be confirmed."""
    answer: str = ""
    """What confirms it."""
    round: str = ""
    """The heading of its round, where the list has several."""


@dataclass(frozen=True, slots=True)
class SubmittedLine:
    """The line that was sent: its texts, errors of its fields, other messages, and what was done.

    ``question`` is what a correction would change, ``answer`` what confirms it; see ResultLine.
    """

    number: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    done: str = ""
    question: tuple[str, ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The lines of a night or round, and the other nights and rounds to choose from."""

    nav: SeasonNav
    options: tuple[FieldOption, ...]
    chosen: str
    lines: tuple[ResultLine, ...]
    search: Search | None
    """The search for names; None with few lines."""
    url: str
    matches_url: str
    closed: bool
    handicaps: bool
    """Whether any of these entrants has a handicap."""

    @property
    def kept(self) -> dict[str, str]:
        """The query that a search keeps."""
        return {"of": self.chosen}


def may_type_results(season_access: SeasonAccess) -> bool:
    """Return whether the reader may type results: who confirms rounds decides whether a scorer is enough."""
    trusting = season_rules(season_access.season.rules).confirmation == "trust"
    return season_access.access.may("score_matches" if trusting else "judge")


def results_page(
    season_access: SeasonAccess,
    chosen: str,
    today: date,
    submitted: SubmittedLine = SubmittedLine(),
    params: Mapping[str, str] = MappingProxyType({}),
) -> ResultsPage:
    """Return the page for the ``chosen`` night or round ("night-2026-10-06", "round-3", "undated").

    Anything else: the night that most likely waits for results. Of the query's ``params``, ``q`` is what to search for.
    """
    season = season_access.season
    groups = MatchGroups.of(season)
    chosen = chosen if chosen in groups.matches else groups.likely(today)
    found = matches_of(season, chosen).exclude(state=MatchState.BYE).select_related("season")
    # After a second round of the same night its results are the ones to be typed.
    matches = list(with_table(with_sides(found)).order_by(F("round").desc(nulls_last=True), "number"))
    headings = groups.headings(matches)
    sheets = cached_sheets([match.table for match in matches if match.table])
    search = search_names(params, matches)
    return ResultsPage(
        nav=season_nav(season_access, "matches"),
        options=groups.options(chosen, today),
        chosen=chosen,
        lines=tuple(
            result_line(season_access, match, sheets.get(match.table_id or 0), submitted, headings[match.number])
            for match in matches
            if search is None or search.finds(match_title(match))
        ),
        search=search,
        url=reverse("season:results", args=[season.public_id]),
        matches_url=reverse("season:matches", args=[season.public_id]),
        closed=season.closed_at is not None,
        handicaps=any(side.entrant.handicap for match in matches for side in match.sides.all()),
    )


def with_table(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load matches with what ``cached_sheets`` needs of their tables."""
    return matches.select_related("table").prefetch_related("table__seats")


def result_line(
    season_access: SeasonAccess,
    match: Match,
    sheet: TableSheet | None,
    submitted: SubmittedLine = SubmittedLine(),
    heading: str = "",
) -> ResultLine:
    """Return the line of a match; it comes from ``with_sides``, ``sheet`` is that of its table."""
    season, rules = season_access.season, season_rules(season_access.season.rules)
    args = [season.public_id, match.number]
    is_submitted = submitted.number == match.number
    texts, errors = (submitted.texts, submitted.errors) if is_submitted else ({}, {})
    refused = is_submitted and bool(submitted.messages)
    fixed = "" if refused else _fixed_text(match, closed=season.closed_at is not None)
    # The number that decides the match comes first.
    asked = counts_asked(rules)
    columns = [*(name for name in asked if name == "games"), "points", *(name for name in asked if name != "games")]
    sides = []
    for position, side in enumerate(match.sides.all()):
        name = entrant_name(side.entrant)
        fields = []
        for column in columns:
            key = f"{column}-{position}"
            stored = _stored_text(match, side, column)
            fields.append(
                ResultField(
                    name=key,
                    id=f"match-{match.number}-{key}",
                    label=_("%(column)s for %(name)s") % {"column": _(_COLUMNS[column]), "name": name},
                    column=_(_COLUMNS[column]),
                    value=texts.get(key, stored),
                    error=errors.get(key, ""),
                )
            )
        sides.append(ResultSide(name, tuple(fields)))
    return ResultLine(
        number=match.number,
        title=match_title(match),
        url=reverse("season:match", args=args),
        action=reverse("season:type_result", args=args),
        sides=tuple(sides),
        about=" \u00b7 ".join(
            [_("Match %(number)s") % {"number": match.number}, *([match.place.name] if match.place else [])]
        ),
        fixed=fixed,
        seen=json.dumps(match.typed_result) if match.typed_result else "",
        errors=tuple(dict.fromkeys((*errors.values(), *(submitted.messages if is_submitted else ())))),
        done=submitted.done if is_submitted else "",
        question=submitted.question if is_submitted else (),
        answer=submitted.answer if is_submitted else "",
        round=heading,
        at_table="" if fixed or refused else _at_table_text(match, sheet),
    )


def _at_table_text(match: Match, sheet: TableSheet | None) -> str:
    if sheet is None or (match.state != MatchState.RUNNING and sheet.current.over):
        return ""
    rounds = sum(line.counts for game in sheet.games for line in game.rounds)
    return at_table_text(rounds) if rounds else ""


def _stored_text(match: Match, side: MatchSide, column: str) -> str:
    """Return a number of the result that is there: typed, or imported from a file."""
    if match.typed_result:
        return str(match.typed_result[side.position][column])
    return str(getattr(side, column)) if _is_imported(match) else ""


def _is_imported(match: Match) -> bool:
    return match.state == MatchState.PLAYED and match.typed_result is None and match.table_id is None


def _fixed_text(match: Match, *, closed: bool) -> str:
    if match.state in (MatchState.CANCELED, MatchState.FORFEITED):
        return state_text(match.state)
    points = [side.points for side in match.sides.all()]
    typed = [side["points"] for side in match.typed_result or ()]
    if closed or (match.table_id and match.state == MatchState.PLAYED and typed != points):
        # Its rounds are on the sheet of its table.
        by_games = season_rules(match.season.rules).length == "games"
        shown = [(entrant_name(side.entrant), side.games if by_games else side.points) for side in match.sides.all()]
        names, amounts = zip(*shown, strict=True)
        return score_text(names, amounts) if match.state == MatchState.PLAYED else _("No result")
    return ""
