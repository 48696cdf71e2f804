"""Read from a table's ledger when another phone took over scorekeeping."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.ledger import HandedOver, LedgerEntry


@dataclass(frozen=True, slots=True)
class Handover:
    """Another phone took over scorekeeping: the ``entry`` about it, and the number of the ``game`` at that time.

    ``player`` is the number at the table of who holds the phone, None if unknown; ``previous_phone`` the label of the
    phone that made the last entry before, "" if there was no other.
    """

    entry: LedgerEntry
    game: int
    player: int | None
    previous_phone: str


def handovers(entries: Iterable[LedgerEntry], last_game: int) -> tuple[Handover, ...]:
    """Return the changes of the scoring phone, oldest first.

    ``last_game`` is the number of the table's last game. Changes in a game that was undone since belong to it.
    """
    known = tuple(entries)
    device_by_revision = {entry.revision: entry.by for entry in known}
    return tuple(
        Handover(
            entry,
            min(entry.game, last_game),
            entry.body.player,
            device_by_revision.get(entry.body.previous_revision or 0, ""),
        )
        for entry in known
        if isinstance(entry.body, HandedOver)
    )
