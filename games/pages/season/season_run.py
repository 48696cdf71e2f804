"""Collect the state of a season for the page on which its organizer manages it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant, Pairing, Season
from games.pages.season.season_manage import PenaltyContext
from games.pages.season.season_rules_page import history_notes
from games.pages.season.season_setup import HistoryEntry
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import draw_state
from games.wording.season.season_events import event_text, moment_text
from games.wording.season.season_setup import pairing_title

_HISTORY_LINES = 30
"""How many lines of the history are shown."""
_HISTORY_KINDS = (
    *("season_begun", "rules_changed", "season_closed", "season_opened", "stage_begun", "table_hidden", "table_shown"),
    *("imported", "import_undone", "drawn", "put_in", "drawn_again", "played_on", "scripted", "missing_added"),
    *("withdrawn", "returned", "penalty_given", "penalty_lifted", "clock_started"),
)
"""Kinds of events in that history: decisions about the whole season."""
_FOREVER_YEAR = 9999
"""The year of ``hidden_until`` for standings that stay hidden until somebody shows them."""


@dataclass(frozen=True, slots=True)
class SeasonRunState:
    """The state of a season in words; see ``SeasonManagePage``."""

    entrants: str
    entrants_url: str
    matches: str
    draw_url: str
    print_url: str
    draw_text: str
    final_stage_url: str
    penalties: tuple[PenaltyContext, ...]
    hidden_until: str
    closed_since: str
    history: tuple[HistoryEntry, ...]


def season_run_state(
    season_access: SeasonAccess, entrants: Mapping[int, Entrant], names: dict[int, str]
) -> SeasonRunState:
    """Return the state of a season; ``entrants`` and their ``names`` are by primary key."""
    season, zone = season_access.season, season_access.access.league.zone
    state = draw_state(season)
    competing = sum(1 for entrant in entrants.values() if entrant.withdrawn_on is None)
    return SeasonRunState(
        entrants=_competing(competing, teams=season.teams),
        entrants_url=reverse("season:entrants", args=[season.public_id]),
        matches=_matches(state.matches, state.unplayed),
        draw_url="" if season.closed_at else reverse("season:draw", args=[season.public_id]),
        print_url=reverse("season:print", args=[season.public_id]),
        draw_text=pairing_title(Pairing(season.pairing)),
        final_stage_url=reverse("season:final_stage", args=[season.public_id])
        if season.pairing == Pairing.GROUPS
        else "",
        penalties=_penalties(season, zone, names),
        hidden_until=_hidden_until_text(season, zone),
        closed_since=moment_text(season.closed_at, zone) if season.closed_at else "",
        history=history_notes(
            reversed(season.events.filter(kind__in=_HISTORY_KINDS).order_by("-pk")[:_HISTORY_LINES]), zone, names
        ),
    )


def _penalties(season: Season, zone: str, names: dict[int, str]) -> tuple[PenaltyContext, ...]:
    return tuple(
        PenaltyContext(
            penalty.pk,
            event_text("penalty_given", {"entrant": penalty.entrant_id, "points": penalty.points}, names, {}),
            penalty.reason,
            f"{moment_text(penalty.at, zone)}, {penalty.by}",
        )
        for penalty in season.penalties.filter(lifted_at=None)
    )


def _hidden_until_text(season: Season, zone: str) -> str:
    until = season.hidden_until
    if until is None or until <= timezone.now():
        return ""
    if until.year >= _FOREVER_YEAR:
        # Translators: behind "hidden".
        return _("until you show them")
    return _("until %(moment)s") % {"moment": moment_text(until, zone)}


def _competing(number: int, *, teams: bool) -> str:
    """Return how many compete, in words."""
    if not number:
        return _("No teams") if teams else _("No players")
    text = ngettext("%(n)d team", "%(n)d teams", number) if teams else ngettext("%(n)d player", "%(n)d players", number)
    return text % {"n": number}


def _matches(number: int, left: int) -> str:
    """Return how many matches there are, and how many are still to be played, in words."""
    if not number:
        return _("No matches yet")
    text = ngettext("%(n)d match, %(left)d left to play", "%(n)d matches, %(left)d left to play", number)
    return text % {"n": number, "left": left}
