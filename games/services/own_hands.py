"""Own hands on own phones: say who holds a phone, lay his hand down, take it back, have all of them shown.

Nothing here is an entry of the ledger, and no key is needed: doing the same again changes nothing. Other screens find
out by asking, as the table's revision stays what it was.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from games.models import OwnHand, OwnSeat, Table
from games.models.own_hand import HAND_LENGTH
from games.permissions import Access
from games.refusals import Refused
from games.rules.sheet import GameSheet
from games.selectors.access import is_good
from games.selectors.ledger import sheet_of


def say_who(*, access: Access, seat: int) -> None:
    """Note that whoever sits at ``seat`` of the game under way holds this phone. Raises Refused ("invalid_value")."""
    with _at_table(access) as game:
        player = _player(game, seat)
        OwnSeat.objects.update_or_create({"player": player}, table=access.table, device=access.device)


def lay_down(*, access: Access, game: int, round_number: int, seat: int, cards: str, take_over: bool = False) -> None:
    """Lay down the hand of ``seat`` for the round that is played, in place of what this phone laid down before.

    ``cards`` is its text, which the caller has read and found to be a hand. What another phone laid down stays,
    Refused ("hand_laid_down"), unless this one is to ``take_over``. Raises Refused also for a round that is not the
    one being played ("wrong_game", "stale") and a seat that does not play it ("invalid_value").
    """
    with _at_table(access) as now:
        player = _player(now, seat)
        _being_played(now, game, round_number)
        if seat not in _active(now) or not 0 < len(cards) <= HAND_LENGTH:
            raise Refused("invalid_value", what="seat")
        hands = OwnHand.objects.filter(table=access.table, game=game, round=round_number)
        there = hands.filter(player=player).first()
        if there is not None and not take_over and not _same_phone(there, access):
            raise Refused("hand_laid_down", by=there.by)
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


def take_back(*, access: Access, game: int, round_number: int, seat: int) -> None:
    """Take back the hand that this phone laid down for ``seat``; where there is none, nothing happens.

    Raises Refused ("hand_laid_down") for what another phone laid down.
    """
    with _at_table(access) as now:
        there = OwnHand.objects.filter(
            table=access.table, game=game, round=round_number, player=_player(now, seat)
        ).first()
        if there is not None and not _same_phone(there, access):
            raise Refused("hand_laid_down", by=there.by)
        if there is not None:
            there.delete()


def reveal(*, access: Access, game: int, round_number: int) -> None:
    """Have the hands shown that are there, though some are missing. What is laid down later is shown at once.

    Raises Refused ("invalid_value") for the phone of a player who has not laid down himself: he would see the others'
    cards before he enters his own.
    """
    with _at_table(access) as now:
        hands = OwnHand.objects.filter(table=access.table, game=game, round=round_number)
        own = OwnSeat.objects.filter(table=access.table, device=access.device).first() if access.device else None
        plays = own is not None and own.player in [now.seating[seat] for seat in _active(now)]
        if own is not None and plays and not hands.filter(player=own.player).exists():
            raise Refused("invalid_value", what="hand")
        hands.filter(revealed_by="").update(revealed_by=access.label)


@contextmanager
def _at_table(access: Access) -> Iterator[GameSheet]:
    """Lock the table for a change, and give its game under way. Raises Refused for who may not score."""
    access.demand("score")
    with transaction.atomic(durable=True):
        table = Table.objects.select_for_update().get(pk=access.table.pk)
        if not is_good(access):
            raise Refused("link_revoked")
        yield sheet_of(table).current


def _player(game: GameSheet, seat: int) -> int:
    if not 0 <= seat < len(game.seating):
        raise Refused("invalid_value", what="seat")
    return game.seating[seat]


def _being_played(now: GameSheet, game: int, round_number: int) -> None:
    if game != now.number or now.over:
        raise Refused("wrong_game", current=now.number)
    again = now.open_again
    if round_number != (again.number if again else now.next_round):
        raise Refused("stale")


def _active(game: GameSheet) -> tuple[int, ...]:
    again = game.open_again
    return again.told.declaration.active if again else game.next_active


def _same_phone(row: OwnHand, access: Access) -> bool:
    return access.device is not None and row.device_id == access.device.pk
