"""Build the page of a season's rules, with the history of their changes."""

from collections.abc import Iterable

from django.urls import reverse

from games.models import LeagueEvent, Pairing, Season
from games.pages.rulebook.house_rules import RulesPage
from games.pages.rulebook.rules_page import rules_page_fields
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import HistoryEntry, SeasonRulesPage, StandingsChange
from games.rules.league.season import season_rules
from games.rules.league.standings import StandingsRow
from games.rules.presets import presets, rule_set
from games.selectors.league.league_access import SeasonAccess
from games.selectors.rulebook.house_rules import ChosenRules
from games.selectors.season.bracket import follows_bracket
from games.selectors.season.entrant_names import names_of_entrants
from games.wording.rules.parameters import translated
from games.wording.rules.season import season_sentences
from games.wording.season.season_events import event_text, moment_text, rule_changes
from games.wording.season.season_setup import pairing_sentences, pairing_title
from games.wording.words import MINUS, rank_place_text

_HISTORY_KINDS = ("season_begun", "rules_changed", "season_closed", "season_opened")
"""Kinds of events in the history of the rules."""
_BELOW_ALL = 1_000_000
"""A place below all others, for entrants who aren't ranked."""


def season_rules_page(season_access: SeasonAccess) -> SeasonRulesPage:
    """Return the page of a season's rules, its penalties, and the history of both."""
    season, zone, names = (
        season_access.season,
        season_access.access.league.zone,
        names_of_entrants(season_access.season),
    )
    pairing = Pairing(season.pairing)
    return SeasonRulesPage(
        nav=season_nav(season_access, "rules"),
        name=season.name,
        pairing=pairing_title(pairing),
        pairing_sentences=pairing_sentences(pairing),
        sentences=season_sentences(
            season_rules(season.rules),
            bracket=follows_bracket(season),
            losers=pairing is Pairing.DOUBLE_ELIMINATION,
        ),
        game_title=game_title(season),
        game_url=reverse("season:game_rules", args=[season.public_id]),
        penalties=history_notes(season.events.filter(kind__in=("penalty_given", "penalty_lifted")), zone, names),
        history=history_notes(season.events.filter(kind__in=_HISTORY_KINDS), zone, names),
        change_url=_change_url(season_access),
        closed=moment_text(season.closed_at, zone) if season.closed_at else "",
    )


def season_game_rules_page(season: Season) -> RulesPage:
    """Return the page that explains the rule set of a season's games."""
    preset = presets()[season.preset]
    rules = rule_set(season.preset, season.house_rules)
    return RulesPage(
        **rules_page_fields(ChosenRules(preset, rules, season.house_rules, None)) | {"title": game_title(season)},
        back_url=reverse("season:rules", args=[season.public_id]),
        back_text=season.name,
        start_url="",
        change_url="",
        print_url="",
        share_url="",
        qr="",
        copy_url="",
        delete_url="",
    )


def game_title(season: Season) -> str:
    """Return the title of a season's rule set."""
    return season.rules_title or translated(presets()[season.preset].title)


def history_notes(events: Iterable[LeagueEvent], zone: str, names: dict[int, str]) -> tuple[HistoryEntry, ...]:
    """Return events as lines of a history, newest first; ``names`` are those of the season's entrants."""
    return tuple(
        HistoryEntry(
            text=event_text(event.kind, event.facts, names, {}),
            when=moment_text(event.at, zone),
            by=event.by,
            reason=event.reason,
            more=rule_changes(event.facts),
        )
        for event in reversed(list(events))
    )


def preview_movers(
    before: Iterable[StandingsRow], after: Iterable[StandingsRow], names: dict[int, str]
) -> tuple[StandingsChange, ...]:
    """Return every entrant's line in the preview of a change, in the new order."""
    old_rows = {row.entrant: row for row in before}
    lines = []
    for row in after:
        old = old_rows[row.entrant]
        change = (row.place or _BELOW_ALL) - (old.place or _BELOW_ALL)
        direction = "up" if change < 0 else "down" if change else ""
        points_before, points_after = (str(line.points).replace("-", MINUS) for line in (old, row))
        lines.append(
            StandingsChange(names[row.entrant], _place(old), _place(row), points_before, points_after, direction)
        )
    return tuple(lines)


def _place(row: StandingsRow) -> str:
    return rank_place_text(row.place, shared=row.shared) if row.place else ""


def _change_url(season_access: SeasonAccess) -> str:
    if not season_access.access.may("manage_league") or season_access.season.closed_at:
        return ""
    return reverse("season:change_rules", args=[season_access.season.public_id])
