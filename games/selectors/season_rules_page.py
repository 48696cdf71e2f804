"""The rules of a season as a page, with what was changed in them and why."""

from collections.abc import Iterable

from django.urls import reverse

from games.models import LeagueEvent, Pairing, Season
from games.pages import RulesPage
from games.pages.season_setup import Mover, Noted, SeasonRulesPage
from games.rules.ruleset import presets, rule_set
from games.rules.season import season_rules
from games.rules.standings import Row
from games.selectors.entrant_names import names_in
from games.selectors.house_rules import Chosen
from games.selectors.league_access import SeasonAccess
from games.selectors.rules_page import rules_of
from games.selectors.season_nav import season_nav
from games.wording import MINUS
from games.wording.rules.parameters import said
from games.wording.rules.season import season_sentences
from games.wording.season_events import event_text, moment_text, rule_changes
from games.wording.season_setup import pairing_sentences, pairing_title

_SHOWN = ("season_begun", "rules_changed", "season_closed", "season_opened")
"""What the rules' history tells; the rest is told where it belongs."""
_LAST = 1_000_000
"""A place below all others, for those who have none."""


def season_rules_page(at: SeasonAccess) -> SeasonRulesPage:
    """The rules of a season, its penalties, and how the rules came to be what they are."""
    season, zone, names = at.season, at.access.league.zone, names_in(at.season)
    pairing = Pairing(season.pairing)
    return SeasonRulesPage(
        nav=season_nav(at, "season_rules"),
        name=season.name,
        pairing=pairing_title(pairing),
        pairing_sentences=pairing_sentences(pairing),
        sentences=season_sentences(season_rules(season.rules)),
        game_title=game_title(season),
        game_url=reverse("season_game_rules", args=[season.public_id]),
        penalties=noted(season.events.filter(kind__in=("penalty_given", "penalty_lifted")), zone, names),
        history=noted(season.events.filter(kind__in=_SHOWN), zone, names),
        change_url=_change_url(at),
        closed=moment_text(season.closed_at, zone) if season.closed_at else "",
    )


def game_rules_page(season: Season) -> RulesPage:
    """The rule set of a season's games, on the page that every rule set has."""
    preset = presets()[season.preset]
    rules = rule_set(season.preset, season.house_rules)
    return RulesPage(
        **rules_of(Chosen(preset, rules, season.house_rules, None)) | {"title": game_title(season)},
        back_url=reverse("season_rules", args=[season.public_id]),
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
    """What a season's rule set is called."""
    return season.rules_title or said(presets()[season.preset].title)


def noted(events: Iterable[LeagueEvent], zone: str, names: dict[int, str]) -> tuple[Noted, ...]:
    """Events as lines of a history, the newest first; ``names`` are those of the season's entrants."""
    return tuple(
        Noted(
            text=event_text(event.kind, event.facts, names, {}),
            when=moment_text(event.at, zone),
            by=event.by,
            reason=event.reason,
            more=rule_changes(event.facts),
        )
        for event in reversed(list(events))
    )


def movers(before: Iterable[Row], after: Iterable[Row], names: dict[int, str]) -> tuple[Mover, ...]:
    """Everybody's line of a preview, in the order in which they would stand."""
    was = {row.entrant: row for row in before}
    lines = []
    for row in after:
        old = was[row.entrant]
        above = (row.place or _LAST) - (old.place or _LAST)
        way = "up" if above < 0 else "down" if above else ""
        was_worth, is_worth = (str(one.points).replace("-", MINUS) for one in (old, row))
        lines.append(Mover(names[row.entrant], _place(old), _place(row), was_worth, is_worth, way))
    return tuple(lines)


def _place(row: Row) -> str:
    return str(row.place) if row.place else ""


def _change_url(at: SeasonAccess) -> str:
    if not at.access.may("manage_league") or at.season.closed_at:
        return ""
    return reverse("change_season_rules", args=[at.season.public_id])
