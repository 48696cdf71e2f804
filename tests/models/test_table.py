"""The Table model and its constraints."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from games.models import AccessLink, Device, Pass, Player, Role, Seat, SettledSeat, Table
from tests.makers import Phone, enter, gin, link, start


@pytest.fixture
def ann() -> Phone:
    phone = start()
    enter(phone, gin(0, 75))
    return phone


def seat_again(ann: Phone) -> None:
    Seat.objects.create(table=ann.table, number=0, player=Player.objects.create(name="Cleo", folded="cleo"))


def player_again(ann: Phone) -> None:
    Seat.objects.create(table=ann.table, number=2, player=ann.table.seats.get(number=0).player)


def remembered_again(ann: Phone) -> None:
    Player.objects.create(name="ANN", folded="ann", remembered_by=ann.access.device)


def public_id_again(ann: Phone) -> None:
    Table.objects.create(public_id=ann.table.public_id)


def link_again(ann: Phone) -> None:
    AccessLink.objects.create(table=ann.table, role="watch", secret_hash=link(ann.access, Role.WATCH).secret_hash)


def role_unknown(ann: Phone) -> None:
    AccessLink.objects.create(table=ann.table, role="god", secret_hash="0" * 64)


def device_again(ann: Phone) -> None:
    Device.objects.create(secret_hash=Device.objects.get().secret_hash)


def pass_again(ann: Phone) -> None:
    Pass.objects.create(device=Device.objects.get(), link=ann.access.link)


def settled_again(ann: Phone) -> None:
    row = SettledSeat.objects.get(table=ann.table, seat=0)
    row.pk = None
    row.save()


@pytest.mark.parametrize(
    "doubled",
    [
        seat_again,
        player_again,
        remembered_again,
        public_id_again,
        link_again,
        role_unknown,
        device_again,
        pass_again,
        settled_again,
    ],
)
def test_the_database_refuses_what_there_can_be_but_one_of(ann: Phone, doubled: Callable[[Phone], None]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        doubled(ann)


def test_public_ids_are_random_and_of_one_length() -> None:
    ids = {Table.objects.create().public_id for _ in range(50)}
    assert (len(ids), {len(x) for x in ids}) == (50, {16})
