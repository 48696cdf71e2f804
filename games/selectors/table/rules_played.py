"""Find the rules that people last played with so many, to offer them again."""

from collections.abc import Collection, Iterator
from typing import Final

from games.models import Table
from games.models.table import closed_tables
from games.permissions import Access
from games.rules.names import folded_name
from games.selectors.table.ledger import sheet_of
from games.selectors.table.phone_tables import tables_of

_MOST_TABLES: Final = 6
"""How many other tables of the phone are looked at, newest first."""


def played_presets(access: Access, names: Collection[str]) -> tuple[str, ...]:
    """Return the ids of presets played with as many people as ``names``, the likeliest to be played again first.

    First those that the same people played, then others of this table, then others of the phone's newest tables; of
    each the newest first.
    """
    people = frozenset(folded_name(name) for name in names)
    tables = [access.table]
    if access.device:
        others = tables_of(access.device).filter(revision__gt=0).exclude(pk=access.table.pk).exclude(closed_tables())
        tables += others.order_by("-pk")[:_MOST_TABLES]
    games = [game for table in tables for game in _games(table) if len(game[0]) == len(people)]
    games.sort(key=lambda game: game[0] != people)
    return tuple(dict.fromkeys(preset for _, preset in games))


def _games(table: Table) -> Iterator[tuple[frozenset[str], str]]:
    """Yield who played each game of a table, by folded name, and its preset; newest first."""
    folded = list(table.seats.order_by("number").values_list("player__folded", flat=True))
    for game in reversed(sheet_of(table).games):
        yield frozenset(folded[number] for number in game.seating), game.preset
