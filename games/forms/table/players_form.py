"""Read the form that says who plays from the next game on: boxes for the people of the table, and new names."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.http import QueryDict

from games.forms.table.start_form import name_faults
from games.rules.names import MAX_NAME_LENGTH

NEW_NAMES: Final = 3
"""How many people can join at once."""


@dataclass(slots=True)
class TypedPlayers:
    """The submitted form and its errors.

    ``names`` are the clean names of all who play then. ``preset`` is "" also for the one that was only ``offered``.
    """

    plays: frozenset[int]
    texts: tuple[str, ...]
    preset: str
    names: list[str] = field(default_factory=list)
    name_errors: dict[int, str] = field(default_factory=dict)
    non_field_errors: list[str] = field(default_factory=list)


def initial_players(next_players: Sequence[int], preset: str) -> TypedPlayers:
    """Return the form as it is shown at first."""
    return TypedPlayers(frozenset(next_players), ("",) * NEW_NAMES, preset)


def read_players(data: QueryDict, order: Sequence[int], players: Sequence[str]) -> TypedPlayers:
    """Read the form. ``order`` are the people it had boxes for, by number; ``players`` are all names by number.

    People who join sit down after those who stay.
    """
    preset = data.get("preset", "")[:60]
    ticked = set(data.getlist("plays"))
    stays = [number for number in order if str(number) in ticked]
    typed = TypedPlayers(
        plays=frozenset(stays),
        texts=tuple(data.get(f"name-{n}", "")[: 20 * MAX_NAME_LENGTH] for n in range(1, NEW_NAMES + 1)),
        preset="" if preset == data.get("offered") else preset,
    )
    filled = [n for n, text in enumerate(typed.texts, 1) if text.strip()]
    typed.names, errors = name_faults([*(players[n] for n in stays), *(typed.texts[n - 1] for n in filled)])
    typed.name_errors = {filled[place - len(stays)]: text for place, text in errors.items() if place >= len(stays)}
    return typed
