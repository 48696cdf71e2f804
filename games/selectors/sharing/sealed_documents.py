"""Build the documents of games and seasons from which seals are computed."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F, Prefetch

from games.models import Entry, MatchSide, Season, Table
from games.rules.match import RESULT_FIELDS
from games.rules.seals import Document, game_document, season_document
from games.selectors.sharing.league_archive import SEASON_FIELDS
from games.selectors.sharing.table_archive import iso_text
from games.selectors.table.table_names import player_names

_ENTRY_FIELDS = ("revision", "kind", "game", "round", "facts", "result", "at")
_CHUNK = 500


def entry_lines(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the entries of a table in the archive's format, without authors."""
    rows = Entry.objects.filter(table=table).order_by("revision")
    return (row | {"at": iso_text(row["at"])} for row in rows.values(*_ENTRY_FIELDS).iterator(chunk_size=_CHUNK))


def entry_line(entry: Entry) -> dict[str, Any]:
    """Return an entry in the archive's format, without its author."""
    return {name: getattr(entry, name) for name in _ENTRY_FIELDS} | {"at": iso_text(entry.at)}


def sealed_game(table: Table, game: int, revision: int | None = None) -> Document:
    """Return the document of a game as of ``revision`` of its table (None: now)."""
    return game_document(player_names(table), entry_lines(table), game, revision)


def sealed_season(season: Season) -> Document:
    """Return the document of a season's current state, in the format of its league's archive."""
    entrants = list(season.entrants.order_by("pk").prefetch_related("teammates"))
    penalties = season.penalties.order_by("pk").values("entrant_id", "points", "lifted_at")
    matches = season.matches.prefetch_related(Prefetch("sides", MatchSide.objects.order_by("position")))
    content = {name: getattr(season, name) for name in SEASON_FIELDS} | {
        "lot": season.key,
        "closed_at": iso_text(season.closed_at),
        "entrants": [
            {
                "number": entrant.pk,
                "name": entrant.name,
                "member": entrant.member_id,
                "seed": entrant.seed,
                **({"group": entrant.group} if entrant.group else {}),
                **({"handicap": entrant.handicap} if entrant.handicap else {}),
                "joined_on": iso_text(entrant.joined_on),
                "withdrawn_on": iso_text(entrant.withdrawn_on),
                "teammates": [
                    {"member": mate.member_id, "joined_on": iso_text(mate.joined_on), "left_on": iso_text(mate.left_on)}
                    for mate in entrant.teammates.all()
                ],
            }
            for entrant in entrants
        ],
        "penalties": [penalty | {"entrant": penalty["entrant_id"]} for penalty in penalties],
        "matches": [
            {
                "number": match.number,
                "round": match.round,
                "night": iso_text(match.night),
                "state": match.state,
                "final": match.final,
                "stopped": match.stopped,
                **({"requested_bye": match.requested_bye} if match.requested_bye else {}),
                "sides": [
                    {"entrant": side.entrant_id} | {name: getattr(side, name) for name in RESULT_FIELDS}
                    for side in match.sides.all()
                ],
            }
            for match in matches.iterator(chunk_size=_CHUNK)
        ],
    }
    members = season.league.members.values("name").annotate(number=F("pk"))
    return season_document(content, list(members))
