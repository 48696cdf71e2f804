"""A season as JSON for the API: its state, rules, entrants, penalties, draw and calendars."""

from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse

from games.models import Pairing, Season
from games.pages.season.season_rules_page import game_title
from games.rules.league.season import season_json as parameters
from games.rules.league.season import season_rules
from games.rules.league.standings import StandingsRow
from games.rules.presets import presets, rule_set
from games.rules.ruleset import as_json
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.bracket import follows_bracket
from games.selectors.season.calendar_links import calendar_url
from games.selectors.season.draw_state import draw_state, has_missing_matches
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.next_rounds import next_draw
from games.selectors.season.season_state import is_under_way
from games.wording.rules.season import season_sentences
from games.wording.rules.summary import preset_summary
from games.wording.season.season_setup import pairing_sentences

JsonObject = dict[str, Any]
HIDDEN_FOREVER_YEAR: Final = 9999
"""The year of ``hidden_until`` for standings that stay hidden until somebody shows them."""


def season_summary_json(season: Season) -> JsonObject:
    """Return a season for a list."""
    return {
        "id": season.public_id,
        "name": season.name,
        "revision": season.revision,
        "pairing": season.pairing,
        "teams": season.teams,
        "preset": season.preset,
        "created_at": season.created_at.isoformat(),
        "closed_at": season.closed_at.isoformat() if season.closed_at else None,
    }


def season_json(season_access: SeasonAccess) -> JsonObject:
    """Return a season and its progress."""
    season, state = season_access.season, draw_state(season_access.season)
    hidden_until = season.hidden_until if not season.table_shown else None
    return season_summary_json(season) | {
        "league": season.league.public_id,
        "under_way": is_under_way(season),
        "hidden": hidden_until is not None,
        "hidden_until": hidden_until.isoformat() if hidden_until and hidden_until.year < HIDDEN_FOREVER_YEAR else None,
        "entrants": season.entrants.filter(withdrawn_on=None).count(),
        "matches": state.matches,
        "left": state.unplayed,
        "url": reverse("season:page", args=[season.public_id]),
        "duties": sorted(duty.value for duty in season_access.access.duties),
        "member": season_access.access.member.pk if season_access.access.member else None,
    }


def rules_json(season: Season) -> JsonObject:
    """Return the rules of a season: every parameter, and the same in plain sentences."""
    rules, game = season_rules(season.rules), rule_set(season.preset, season.house_rules)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "name": season.name,
        "preset": season.preset,
        "house_rules": season.house_rules,
        "rules_title": season.rules_title,
        "rules": parameters(rules),
        "pairing": season.pairing,
        "teams": season.teams,
        "fixed": is_under_way(season),
        "sentences": [
            *pairing_sentences(Pairing(season.pairing)),
            *season_sentences(rules, bracket=follows_bracket(season)),
        ],
        "game": {
            "title": game_title(season),
            "parameters": as_json(game),
            "sentences": list(preset_summary(presets()[season.preset], game)),
            "sources": [presets()[season.preset].source],
        },
    }


def movers_json(season: Season, before: Iterable[StandingsRow], after: Iterable[StandingsRow]) -> list[JsonObject]:
    """Return every entrant's place and points before and after a change, in the new order."""
    old_rows, names = {row.entrant: row for row in before}, names_of_entrants(season)
    return [
        {
            "entrant": row.entrant,
            "name": names[row.entrant],
            "place": {"before": old_rows[row.entrant].place or None, "after": row.place or None},
            "points": {"before": old_rows[row.entrant].points, "after": row.points},
        }
        for row in after
    ]


def draw_json(season_access: SeasonAccess) -> JsonObject:
    """Return how far the draw of a season has come."""
    season, state = season_access.season, draw_state(season_access.season)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "pairing": season.pairing,
        "sentences": list(pairing_sentences(Pairing(season.pairing))),
        "matches": state.matches,
        "left": state.unplayed,
        "last_round": state.last_round or None,
        "next_round": None if season.closed_at else next_draw(season).round or None,
        "open_in_last_round": state.open_in_last_round,
        "last_round_begun": state.last_round_begun,
        "last_night": state.last_night.isoformat() if state.last_night else None,
        "lacks_matches": has_missing_matches(season),
    }


def calendar_json(season_access: SeasonAccess, base_url: str) -> JsonObject:
    """Return the URLs of the calendars to subscribe to; they work without a token."""
    member = season_access.access.member
    return {
        "url": base_url + calendar_url(season_access.season),
        "own_url": base_url + calendar_url(season_access.season, member) if member else None,
    }
