"""Data for the form that changes a match: its description, history, possible places and line-up."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Match, Member, Place
from games.pages.season.season_setup import HistoryEntry
from games.rules.presets import preset_named
from games.selectors.league.league_access import MatchAccess
from games.selectors.season.entrant_names import entrant_name, names_of_entrants
from games.selectors.season.lineups import regulars_by_side
from games.selectors.season.match_titles import with_sides
from games.selectors.season.round_names import round_names
from games.wording.season.season_events import event_text, moment_text, when_text


def loaded_match(match_access: MatchAccess) -> Match:
    """Return the match loaded with sides, entrants, place and table."""
    match = with_sides(match_access.season.matches.all()).select_related("table").get(pk=match_access.match.pk)
    match.season = match_access.season
    return match


def match_lines(match: Match) -> tuple[str, ...]:
    """Return lines about a match: when, where, and which round."""
    when = when_text(match.night, match.at)
    lines = [
        _("When: %(when)s") % {"when": when},
        # Translators: the table at which one sits.
        _("Table: %(place)s") % {"place": match.place.name} if match.place else "",
    ]
    lines.append(round_names(match.season).of_match(match))
    return tuple(line for line in lines if line)


def match_history(match: Match) -> tuple[HistoryEntry, ...]:
    """Return the history of a match, newest first; it comes from ``loaded_match``."""
    league = match.season.league
    names = names_of_entrants(match.season)
    places = dict(league.places.values_list("pk", "name"))
    return tuple(
        HistoryEntry(
            event_text(event.kind, event.facts, names, places),
            moment_text(event.at, league.zone),
            event.by,
            event.reason,
        )
        for event in match.events.order_by("-pk")
    )


def places_of(match: Match) -> Sequence[Place]:
    """Return the tables of the league's room."""
    return list(match.season.league.places.all())


def members_of(match: Match) -> Sequence[Member]:
    """Return all members of the league who could play."""
    return list(Member.objects.active().filter(league=match.season.league_id))


def line_up_of(match_access: MatchAccess, match: Match) -> list[tuple[str, Sequence[Member], Sequence[Member | None]]]:
    """Return for each side its name, its regular players, and its line-up: as set, or else the regular players."""
    sides = list(match.sides.all())
    regular_players = regulars_by_side(sides)
    rules = preset_named(match_access.season.preset).rules
    players_a_side = 1 if len(sides) > 2 or rules.seating != "teams" else max(2, rules.seats.best // 2)
    line_up: list[tuple[str, Sequence[Member], Sequence[Member | None]]] = []
    for side in sides:
        seated: list[Member | None] = [seat.member for seat in match_access.seats if seat.side_id == side.pk]
        sitting = seated or list(regular_players[side.pk][:players_a_side])
        sitting += [None] * (players_a_side - len(sitting))
        line_up.append((entrant_name(side.entrant), regular_players[side.pk], sitting))
    return line_up
