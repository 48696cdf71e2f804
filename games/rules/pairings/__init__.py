"""Who meets whom: round robins, tables of three, Swiss rounds and knock-outs, as pure functions over entrants' ids.

Free play pairs nobody, and a season that was scripted beforehand is data: neither has a module here.
"""

from collections.abc import Sequence

Pairing = tuple[int, ...]
"""The entrants who meet, by id: the first deals first, the others sit in this order. One alone has a bye."""
Round = tuple[Pairing, ...]
"""What is played on a night: nobody is in two of its pairings."""


def distinct(entrants: Sequence[int], least: int) -> tuple[int, ...]:
    """The ``entrants`` as they are, at least ``least`` of them.

    Raises:
        ValueError: there are fewer, or one of them is named twice.
    """
    if len(set(entrants)) != len(entrants):
        raise ValueError("an entrant is named twice")
    if len(entrants) < least:
        raise ValueError(f"{len(entrants)} entrants, and it takes {least}")
    return tuple(entrants)
