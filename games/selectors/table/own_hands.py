"""Read the hands that players entered on their own phones for a round, hidden from others until all are in."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import OwnHand, OwnSeat
from games.permissions import Access
from games.rules.sheet import GameSheet


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """A hand that was entered: the ``seat`` in the game, the label of the phone, and the cards as text.

    ``mine`` tells whether the reader's phone entered it. ``cards`` is None if that phone may not see them yet.
    """

    seat: int
    by: str
    mine: bool
    cards: str | None


@dataclass(frozen=True, slots=True)
class RoundHands:
    """The hands of a round: those ``hands`` down, the seats still ``missing``, and whether all may be seen.

    ``revealed_by`` is the label of the phone that revealed them before all were in; "" if none did.
    """

    hands: tuple[EnteredHand, ...]
    missing: tuple[int, ...]
    all_visible: bool
    revealed_by: str = ""

    def hand_at(self, seat: int) -> EnteredHand | None:
        """Return the hand laid down at ``seat``, if any."""
        return next((hand for hand in self.hands if hand.seat == seat), None)


def hands_of_round(
    access: Access, game: GameSheet, round_number: int, active: Sequence[int], own_seat: int | None = None
) -> RoundHands:
    """Return the hands of a round of ``game`` between the seats ``active``, as the phone of ``access`` may see them.

    All may be seen once the hands of all ``active`` seats are in, or a scorer revealed them. Until then a phone sees
    only the hand of the seat ``own_seat``, and only if it entered that hand itself, because a phone may be passed
    around. Raises RefusedError ("not_allowed") for a watcher.
    """
    access.demand("score")
    rows = OwnHand.objects.filter(table=access.table, game=game.number, round=round_number)
    row_by_seat = {game.seating.index(row.player): row for row in rows if row.player in game.seating}
    row_by_seat = {seat: row for seat, row in row_by_seat.items() if seat in active}
    missing = tuple(seat for seat in active if seat not in row_by_seat)
    revealed_by = next((row.revealed_by for row in row_by_seat.values() if row.revealed_by), "")
    all_visible = bool(row_by_seat) and (not missing or bool(revealed_by))
    laid = []
    for seat, row in sorted(row_by_seat.items()):
        mine = access.device is not None and row.device_id == access.device.pk
        laid.append(EnteredHand(seat, row.by, mine, row.cards if all_visible or (mine and seat == own_seat) else None))
    return RoundHands(tuple(laid), missing, all_visible, revealed_by)


def own_seat(access: Access, game: GameSheet) -> int | None:
    """Return the seat in ``game`` that was last set as this phone's own; None if none was set."""
    player = OwnSeat.objects.filter(table=access.table, device=access.device).values_list("player", flat=True).first()
    return game.seating.index(player) if player is not None and player in game.seating else None
