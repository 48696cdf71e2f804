"""The history of a season and its matches: its events, and their texts."""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Q, QuerySet

from games.models import LeagueEvent, Season
from games.pages.season.entrants_page import ENTRANT_EVENT_KINDS
from games.selectors.league.league_access import SeasonAccess
from games.selectors.league.merged_members import ERASED_NAME
from games.selectors.season.entrant_names import names_of_entrants
from games.wording.league import league_history
from games.wording.season import season_events

_FOR_ALL: Final = (
    *(
        "season_begun",
        "rules_changed",
        "season_closed",
        "season_opened",
        "stage_begun",
        "penalty_given",
        "penalty_lifted",
    ),
    *ENTRANT_EVENT_KINDS,
)
"""Kinds of events that everyone may read. All events of matches are public too; the rest is for the organizer."""


def season_events_of(season_access: SeasonAccess) -> QuerySet[LeagueEvent]:
    """Return the events of a season that the reader may see."""
    events = season_access.season.events.select_related("member")
    if season_access.access.may("manage_league"):
        return events
    return events.filter(Q(kind__in=_FOR_ALL) | Q(match__isnull=False))


def event_rows(season_access: SeasonAccess, events: Iterable[LeagueEvent]) -> list[dict[str, Any]]:
    """Return events from ``season_events_of``, each with its texts. Two more queries, no matter how many events."""
    season, may_manage = season_access.season, season_access.access.may("manage_league")
    names, places = names_of_entrants(season), dict(season.league.places.values_list("pk", "name"))
    return [
        {
            "event": event,
            "text": _text(event, season, names, places),
            "changes": season_events.rule_changes(event.facts),
            "reason": event.reason if may_manage or event.kind not in ENTRANT_EVENT_KINDS else "",
        }
        for event in events
    ]


def _text(event: LeagueEvent, season: Season, names: dict[int, str], places: dict[int, str]) -> str:
    if event.kind not in ENTRANT_EVENT_KINDS:
        return season_events.event_text(event.kind, event.facts, names, places)
    member = event.member.name if event.member else ERASED_NAME
    names_in_text = {"member": member, "entrant": event.facts.get("team") or member, "season": season.name}
    return league_history.event_text(event.kind, event.facts, names_in_text)
