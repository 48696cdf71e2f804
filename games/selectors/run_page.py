"""What an organiser sees of the season that he runs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant, Pairing, Season
from games.pages.run_season import PenaltyView
from games.pages.season_setup import Noted
from games.selectors.draw_state import draw_state
from games.selectors.league_access import SeasonAccess
from games.selectors.season_rules_page import noted
from games.wording.season_events import event_text, moment_text
from games.wording.season_setup import pairing_title

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
        entrants=_competing(here, teams=season.teams),
        entrants_url=reverse("entrants", args=[season.public_id]),
        matches=_matches(state.matches, state.left),
        draw_url="" if season.closed_at else reverse("draw", args=[season.public_id]),
        draw_text=pairing_title(Pairing(season.pairing)),
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
    if until.year >= _FOR_EVER:
        # Translators: behind "hidden".
        return _("until you show it")
    return _("until %(moment)s") % {"moment": moment_text(until, zone)}


def _competing(number: int, *, teams: bool) -> str:
    """How many compete."""
    if not number:
        return _("No teams") if teams else _("No players")
    told = ngettext("%(n)d team", "%(n)d teams", number) if teams else ngettext("%(n)d player", "%(n)d players", number)
    return told % {"n": number}


def _matches(number: int, left: int) -> str:
    """How many matches there are, and how many of them are to be played."""
    if not number:
        return _("No matches yet")
    told = ngettext("%(n)d match, %(left)d to be played", "%(n)d matches, %(left)d to be played", number)
    return told % {"n": number, "left": left}
