"""What an organiser sees of the season that he runs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from games.models import Entrant, Pairing, Season
from games.pages.run_season import PenaltyView
from games.pages.season_setup import Noted
from games.selectors.draw_state import draw_state
from games.selectors.league_access import SeasonAccess
from games.selectors.season_rules_page import noted
from games.wording.season_events import event_text, moment_text
from games.wording.season_setup import PAIRING_TITLES

_TOLD = 30
"""Lines of the history that are shown."""
_DECIDED = (
    *("season_begun", "rules_changed", "season_closed", "season_opened", "table_hidden", "table_shown", "imported"),
    *("drawn", "scripted", "missing_added", "withdrawn", "returned", "penalty_given", "penalty_lifted"),
)
"""What is told of there: what the organiser decided for all of the season."""
_FOR_EVER = 9999
"""The year until which a table is hidden that somebody has to show."""


@dataclass(frozen=True, slots=True)
class RunState:
    """How a season stands, in words; see ``RunPage``."""

    entrants: str
    entrants_url: str
    matches: str
    draw_url: str
    draw_text: str
    penalties: tuple[PenaltyView, ...]
    hidden: str
    closed: str
    history: tuple[Noted, ...]


def run_state(at: SeasonAccess, entrants: Mapping[int, Entrant], names: dict[int, str]) -> RunState:
    """How a season stands; ``entrants`` and their ``names`` by primary key."""
    season, zone = at.season, at.access.league.zone
    state = draw_state(season)
    here = sum(1 for one in entrants.values() if one.withdrawn_on is None)
    return RunState(
        entrants=_counted(here, "team" if season.teams else "player"),
        entrants_url=reverse("entrants", args=[season.public_id]),
        matches=f"{_counted(state.matches, 'match')}, {state.left} to be played" if state.matches else "No matches yet",
        draw_url="" if season.closed_at else reverse("draw", args=[season.public_id]),
        draw_text=PAIRING_TITLES[Pairing(season.pairing)],
        penalties=_penalties(season, zone, names),
        hidden=_hidden(season, zone),
        closed=moment_text(season.closed_at, zone) if season.closed_at else "",
        history=noted(reversed(season.events.filter(kind__in=_DECIDED).order_by("-pk")[:_TOLD]), zone, names),
    )


def _penalties(season: Season, zone: str, names: dict[int, str]) -> tuple[PenaltyView, ...]:
    return tuple(
        PenaltyView(
            one.pk,
            event_text("penalty_given", {"entrant": one.entrant_id, "points": one.points}, names, {}),
            one.reason,
            f"{moment_text(one.at, zone)}, {one.by}",
        )
        for one in season.penalties.filter(lifted_at=None)
    )


def _hidden(season: Season, zone: str) -> str:
    until = season.hidden_until
    if until is None or until <= timezone.now():
        return ""
    return "until you show it" if until.year >= _FOR_EVER else f"until {moment_text(until, zone)}"


def _counted(number: int, what: str) -> str:
    if number == 1:
        return f"1 {what}"
    return f"{number or 'No'} {what}{'es' if what == 'match' else 's'}"
