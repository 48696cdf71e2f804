"""Pairings of a season: round robins, tables of three, Swiss rounds and knock-outs, as functions of entrants' ids.

Seasons of free play have no pairings, and those of a scripted season are data, so neither has a module here.
"""

from collections.abc import Sequence

Pairing = tuple[int, ...]
"""The entrants who meet, by id: the first deals first, the others sit in this order. A single one has a bye."""
Round = tuple[Pairing, ...]
"""The pairings of one night, with nobody in two of them."""


def distinct(entrants: Sequence[int], least: int) -> tuple[int, ...]:
    """Return ``entrants`` as a tuple, after checking that they are distinct and at least ``least``.

    Raises:
        ValueError: there are fewer, or one of them occurs twice.
    """
    if len(set(entrants)) != len(entrants):
        raise ValueError("an entrant is named twice")
    if len(entrants) < least:
        raise ValueError(f"{len(entrants)} entrants, and it takes {least}")
    return tuple(entrants)
