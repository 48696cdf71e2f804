"""Hands that were laid down and wait for the others: nobody gets another's cards before all may see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import OwnHand, OwnSeat
from games.permissions import Access
from games.rules.sheet import GameSheet


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A hand that was laid down: at which ``seat`` of the game, from which phone, and its text.

    ``mine`` says whether the phone that asks laid it down. ``cards`` is None where that phone may not see it yet.
    """

    seat: int
    by: str
    mine: bool
    cards: str | None


@dataclass(frozen=True, slots=True)
class Laying:
    """How far the hands of a round are: those ``laid``, the seats still ``missing``, and whether all may be seen.

    ``revealed_by`` names the phone that had them shown before all were there; "" where none did.
    """

    laid: tuple[LaidDown, ...]
    missing: tuple[int, ...]
    open: bool
    revealed_by: str = ""

    def at(self, seat: int) -> LaidDown | None:
        """What was laid down at ``seat``, if anything was."""
        return next((hand for hand in self.laid if hand.seat == seat), None)


def laying_of(
    access: Access, game: GameSheet, round_number: int, active: Sequence[int], own: int | None = None
) -> Laying:
    """The hands of a round of ``game`` between the seats ``active``, as the phone of ``access`` may see them.

    All are to be seen once every one of ``active`` is there, or once somebody who scores had them shown. Until then a
    phone sees only the hand of the seat ``own``, and that only where it laid it down itself: one phone may go from hand
    to hand. Raises Refused ("not_allowed") for who only watches.
    """
    access.demand("score")
    rows = OwnHand.objects.filter(table=access.table, game=game.number, round=round_number)
    found = {game.seating.index(row.player): row for row in rows if row.player in game.seating}
    found = {seat: row for seat, row in found.items() if seat in active}
    missing = tuple(seat for seat in active if seat not in found)
    revealed_by = next((row.revealed_by for row in found.values() if row.revealed_by), "")
    everyone = bool(found) and (not missing or bool(revealed_by))
    laid = []
    for seat, row in sorted(found.items()):
        mine = access.device is not None and row.device_id == access.device.pk
        laid.append(LaidDown(seat, row.by, mine, row.cards if everyone or (mine and seat == own) else None))
    return Laying(tuple(laid), missing, everyone, revealed_by)


def own_seat(access: Access, game: GameSheet) -> int | None:
    """The seat in ``game`` of whoever holds the phone of ``access``, as was last said; None where nobody said so."""
    said = OwnSeat.objects.filter(table=access.table, device=access.device).values_list("player", flat=True).first()
    return game.seating.index(said) if said is not None and said in game.seating else None
