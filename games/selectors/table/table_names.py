"""The names of the players at a table, of those in a game, and of a game's rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Seat, Table
from games.refusals import RefusedError
from games.rules.presets import presets
from games.rules.sheet import GameSheet


def player_names(table: Table) -> tuple[str, ...]:
    """Return the names at a table by player number, that is by the seat each was first given.

    Raises RefusedError if the table was removed from the database since it was loaded: no table is without seats.
    """
    names = tuple(Seat.objects.filter(table=table).order_by("number").values_list("player__name", flat=True))
    if not names:
        raise RefusedError("not_found")
    return names


def names_by_seat(game: GameSheet, players: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat in ``game``, following swaps of seats."""
    return tuple(players[number] for number in game.seating)


def rules_title(game: GameSheet) -> str:
    """Return the title of a game's rules: the house rules' own title, or the preset's."""
    if game.title:
        return game.title
    known = presets().get(game.preset)
    return _(known.title) if known else game.preset
