"""The table of a season as the API tells it, and what each entrant still needs."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from games.pages.season_table import StandingRow
from games.rules.season import season_rules
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.season_needs import about_needs, needed
from games.selectors.season_table import is_hidden, standing

Shape = dict[str, Any]


def standings_json(at: SeasonAccess, on: date | None = None) -> Shape:
    """The table now, or after the night of ``on``; only names where it is hidden from whoever asks."""
    season, tonight = at.season, today(at.season.league)
    then = on if on is not None and on < tonight else None
    table = standing(at, on=then)
    members = dict(season.entrants.values_list("pk", "member"))
    lines = (*table.rows, *table.unranked)
    shared = {line.row.place for line in lines if line.place.endswith("=")}
    return {
        "season": season.public_id,
        "revision": season.revision,
        "on": then.isoformat() if then else None,
        "nights": [night.isoformat() for night in table.nights],
        "closed": season.closed_at is not None,
        "hidden": is_hidden(at),
        "names": list(table.names),
        "order": list(season_rules(season.rules).order),
        "rows": [_row(line, members, shared=line.row.ranked and line.row.place in shared) for line in lines],
        "sentences": [table.hidden, *table.sentences] if table.hidden else list(table.sentences),
    }


def needs_json(at: SeasonAccess) -> Shape:
    """What can be said for certain of each entrant, in the order of the table; nothing of a table that is hidden."""
    season, hidden = at.season, is_hidden(at)
    told = () if hidden else needed(season, today(season.league))
    return {
        "season": season.public_id,
        "revision": season.revision,
        "hidden": hidden,
        "about": about_needs(season, hidden=hidden),
        "entrants": [{"entrant": x.entrant, "name": x.name, "sentences": list(x.sentences)} for x in told],
    }


def _row(line: StandingRow, members: Mapping[int, int | None], *, shared: bool) -> Shape:
    """One line: numbers to reckon with, sentences to show."""
    row, record = line.row, line.row.record
    return {
        "entrant": row.entrant,
        "name": line.name,
        "member": members.get(row.entrant),
        "place": row.place if row.ranked else None,
        "shared": shared,
        "points": row.points,
        "penalty": row.penalty,
        "played": record.played,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "byes": record.byes,
        "provisional": record.provisional,
        "points_for": record.points_for,
        "points_against": record.points_against,
        "boxes": record.boxes,
        "gins": record.gins,
        "form": [{"outcome": mark.outcome, "final": not mark.provisional} for mark in line.form],
        "moved": {"way": line.shift.way, "by": line.shift.by} if line.shift else None,
        "values": {criterion: float(value) for criterion, value in row.values.items() if criterion != "lot"},
        "why": line.why,
        "notes": list(line.notes),
        "lacks": line.lacks,
    }
