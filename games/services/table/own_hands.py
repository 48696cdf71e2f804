"""Hands that players enter on their own phones before the round is saved: claim a seat, enter, withdraw, reveal.

Nothing here is an entry of the ledger, and no idempotency key is needed: a repeated call changes nothing. Other screens
poll for changes, as the table's revision stays the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from games.models import OwnHand, OwnSeat, Table
from games.models.own_hand import HAND_LENGTH
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.sheet import GameSheet
from games.selectors.access import is_still_valid
from games.selectors.table.ledger import sheet_of


def claim_seat(*, access: Access, seat: int) -> None:
    """Note that this phone belongs to the player at ``seat`` of the current game.

    Raises RefusedError ("invalid_value").
    """
    with _locked_table(access) as game:
        player = _player(game, seat)
        OwnSeat.objects.update_or_create({"player": player}, table=access.table, device=access.device)


def submit_hand(
    *, access: Access, game: int, round_number: int, seat: int, cards: str, take_over: bool = False
) -> None:
    """Store the hand of ``seat`` for the current round, replacing one that this phone stored before.

    ``cards`` is its text, which the caller has validated. Raises RefusedError where another phone stored the hand and
    ``take_over`` isn't set ("hand_laid_down"), for a round that isn't the current one ("wrong_game", "stale"), and for
    a seat that doesn't play it ("invalid_value").
    """
    with _locked_table(access) as current:
        player = _player(current, seat)
        _check_round_is_current(current, game, round_number)
        if seat not in _active(current) or not 0 < len(cards) <= HAND_LENGTH:
            raise RefusedError("invalid_value", what="seat")
        hands = OwnHand.objects.filter(table=access.table, game=game, round=round_number)
        existing = hands.filter(player=player).first()
        if existing is not None and not take_over and not _same_phone(existing, access):
            raise RefusedError("hand_laid_down", by=existing.by)
        shown = hands.exclude(revealed_by="").values_list("revealed_by", flat=True).first()
        OwnHand.objects.update_or_create(
            {
                "cards": cards,
                "revealed_by": shown or "",
                "device": access.device,
                "by": access.label,
                "at": timezone.now(),
            },
            table=access.table,
            game=game,
            round=round_number,
            player=player,
        )


def withdraw_hand(*, access: Access, game: int, round_number: int, seat: int) -> None:
    """Delete the hand that this phone stored for ``seat``, if there is one.

    Raises RefusedError ("hand_laid_down") for a hand that another phone stored.
    """
    with _locked_table(access) as current:
        existing = OwnHand.objects.filter(
            table=access.table, game=game, round=round_number, player=_player(current, seat)
        ).first()
        if existing is not None and not _same_phone(existing, access):
            raise RefusedError("hand_laid_down", by=existing.by)
        if existing is not None:
            existing.delete()


def reveal_hands(*, access: Access, game: int, round_number: int) -> None:
    """Reveal the stored hands although some are missing. Hands stored later are then shown at once.

    Raises RefusedError ("invalid_value") for the phone of a player without a stored hand, who would see the others'
    cards before entering their own.
    """
    with _locked_table(access) as current:
        hands = OwnHand.objects.filter(table=access.table, game=game, round=round_number)
        own_seat = OwnSeat.objects.filter(table=access.table, device=access.device).first() if access.device else None
        plays = own_seat is not None and own_seat.player in [current.seating[seat] for seat in _active(current)]
        if own_seat is not None and plays and not hands.filter(player=own_seat.player).exists():
            raise RefusedError("invalid_value", what="hand")
        hands.filter(revealed_by="").update(revealed_by=access.label)


@contextmanager
def _locked_table(access: Access) -> Iterator[GameSheet]:
    """Lock the table for a change, and yield its current game. Raises RefusedError without the right to score."""
    access.demand("score")
    with transaction.atomic(durable=True):
        table = Table.objects.select_for_update().get(pk=access.table.pk)
        if not is_still_valid(access):
            raise RefusedError("link_revoked")
        yield sheet_of(table).current


def _player(game: GameSheet, seat: int) -> int:
    if not 0 <= seat < len(game.seating):
        raise RefusedError("invalid_value", what="seat")
    return game.seating[seat]


def _check_round_is_current(current: GameSheet, game: int, round_number: int) -> None:
    if game != current.number or current.over:
        raise RefusedError("wrong_game", current=current.number)
    reopened = current.round_to_reenter
    if round_number != (reopened.number if reopened else current.next_round):
        raise RefusedError("stale")


def _active(game: GameSheet) -> tuple[int, ...]:
    reopened = game.round_to_reenter
    return reopened.latest.declaration.active if reopened else game.next_active


def _same_phone(row: OwnHand, access: Access) -> bool:
    return access.device is not None and row.device_id == access.device.pk
