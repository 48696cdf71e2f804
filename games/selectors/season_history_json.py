"""What was decided in a season and about its matches, as the API tells it."""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Q, QuerySet

from games.models import LeagueEvent, Season
from games.selectors.entrant_names import names_in
from games.selectors.entrants import ABOUT_ENTRANTS
from games.selectors.league_access import SeasonAccess
from games.selectors.people import SOMEBODY
from games.wording import league_history, season_events

Shape = dict[str, Any]
_FOR_ALL: Final = (
    *("season_begun", "rules_changed", "season_closed", "season_opened", "penalty_given", "penalty_lifted"),
    *ABOUT_ENTRANTS,
)
"""What everybody who sees the season can read of it; the rest is told to who runs it, and of a match to all."""


def season_events_of(at: SeasonAccess) -> QuerySet[LeagueEvent]:
    """What was decided in a season, as far as whoever asks may read it."""
    events = at.season.events.select_related("member", "fixture")
    if at.access.may("manage_league"):
        return events
    return events.filter(Q(kind__in=_FOR_ALL) | Q(fixture__isnull=False))


def history_json(at: SeasonAccess, events: Iterable[LeagueEvent]) -> list[Shape]:
    """Events as lines; they come from ``season_events_of``. Two queries besides, however many they are."""
    names, places = names_in(at.season), dict(at.season.league.places.values_list("pk", "name"))
    manages = at.access.may("manage_league")
    return [
        {
            "id": event.pk,
            "kind": event.kind,
            "text": _text(event, at.season, names, places),
            "changes": list(season_events.rule_changes(event.facts)),
            "match": event.fixture.number if event.fixture else None,
            "by": event.by,
            "at": event.at.isoformat(),
            "reason": event.reason if manages or event.kind not in ABOUT_ENTRANTS else "",
        }
        for event in events
    ]


def _text(event: LeagueEvent, season: Season, names: dict[int, str], places: dict[int, str]) -> str:
    if event.kind not in ABOUT_ENTRANTS:
        return season_events.event_text(event.kind, event.facts, names, places)
    member = event.member.name if event.member else SOMEBODY
    who = {"member": member, "entrant": event.facts.get("team") or member, "season": season.name}
    return league_history.event_text(event.kind, event.facts, who)
