"""A season's standings, and what each entrant still needs, as JSON for the API."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from games.pages.season.season_needs import certain_needs, needs_basis_text
from games.pages.season.season_table_page import StandingsTableRow, season_standings
from games.rules.league.season import COLUMNS, season_rules
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_state import is_hidden

JsonObject = dict[str, Any]


def standings_json(season_access: SeasonAccess, on: date | None = None) -> JsonObject:
    """Return the standings now, or after the night ``on``; only names if they are hidden from the reader."""
    season, tonight = season_access.season, date_in_league(season_access.season.league)
    on_night = on if on is not None and on < tonight else None
    table = season_standings(season_access, on=on_night, columns=COLUMNS)
    members = dict(season.entrants.values_list("pk", "member"))
    lines = (*table.rows, *table.unranked)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "on": on_night.isoformat() if on_night else None,
        "nights": [night.isoformat() for night in table.nights],
        "closed": season.closed_at is not None,
        "hidden": is_hidden(season_access),
        "names": list(table.names),
        "order": list(season_rules(season.rules).order),
        "bracket": any(line.row.bracket for line in lines),
        "rows": [_row(line, members) for line in lines],
        "sentences": [table.hidden, *table.sentences] if table.hidden else list(table.sentences),
    }


def needs_json(season_access: SeasonAccess) -> JsonObject:
    """Return what is certain about each entrant, in the order of the standings; nothing if they are hidden."""
    season, hidden = season_access.season, is_hidden(season_access)
    entries = () if hidden else certain_needs(season, date_in_league(season.league))
    return {
        "season": season.public_id,
        "revision": season.revision,
        "hidden": hidden,
        "about": needs_basis_text(season, hidden=hidden),
        "entrants": [
            {"entrant": entry.entrant, "name": entry.name, "sentences": list(entry.sentences)} for entry in entries
        ],
    }


def _row(line: StandingsTableRow, members: Mapping[int, int | None]) -> JsonObject:
    """Return one row: numbers to calculate with, and sentences to show."""
    row, record = line.row, line.row.record
    return {
        "entrant": row.entrant,
        "name": line.name,
        "member": members.get(row.entrant),
        "place": row.place if row.ranked else None,
        "shared": row.shared,
        "points": row.points,
        "penalty": row.penalty,
        "played": record.played,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "byes": record.byes,
        "provisional": record.provisional,
        "running": line.running,
        "points_for": record.points_for,
        "points_against": record.points_against,
        "boxes": record.boxes,
        "gins": record.gins,
        "form": [{"outcome": mark.outcome, "final": not mark.provisional} for mark in line.form],
        "moved": {"way": line.arrow.direction, "by": line.arrow.places} if line.arrow else None,
        "values": {criterion: float(value) for criterion, value in row.values.items() if criterion != "lot"},
        "why": line.decided_by,
        "notes": list(line.notes),
        "lacks": line.missing_text,
    }
