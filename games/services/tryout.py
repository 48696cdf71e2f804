"""A table to play with before anybody types a name: made-up people, rounds already written, and an end in sight."""

from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from games.models import Device, Table
from games.models.table import TRYOUT
from games.refusals import Refused
from games.rules.declaration import Declaration, Ending
from games.rules.ledger import GameStarted, RoundTold, key_after
from games.rules.ruleset import preset_named
from games.rules.teams import score_told
from games.selectors.access import hashed
from games.services.keys import check_key
from games.services.tables import StartedTable, open_table, players_named, started_before

PRESET: Final = "standard"
NAMES: Final = ("Ann", "Ben")
ROUNDS: Final = (
    Declaration((0, 1), Ending.KNOCK, 0, {0: 7, 1: 20}),
    Declaration((0, 1), Ending.GIN, 1, {0: 18, 1: 0}),
    Declaration((0, 1), Ending.KNOCK, 0, {0: 9, 1: 8}),
    Declaration((0, 1), Ending.GIN, 0, {0: 0, 1: 22}),
)
"""A knock, a gin, an undercut, and another gin: Ann 60, Ben 69, and one more gin ends the game."""


def start_tryout(*, device: Device, key: str) -> StartedTable:
    """A table to play with, for a week: with a ledger, rules and pages as every other has them.

    It is no account's, its people are nobody whom the phone remembers, and nothing counts it. ``key`` makes a retry the
    same table, also on a second tap that left at the same time; it has to be a random one. Raises Refused for a key
    that is none or that started another table ("idempotency_key_reused").
    """
    check_key(key)
    try:
        return _started(device, key)
    except IntegrityError:
        # The other tap was faster: no two tables have the same origin.
        return _started(device, key)


@transaction.atomic(durable=True)
def _started(device: Device, key: str) -> StartedTable:
    origin = f"{TRYOUT}{hashed(key)}"
    if before := started_before(key, device):
        if before.access.table.origin != origin:
            raise Refused("idempotency_key_reused")
        return before
    started, book = open_table(
        players=players_named(NAMES, None),
        title=gettext("A table to play with"),
        device=device,
        key=key,
    )
    Table.objects.filter(pk=book.table.pk).update(origin=origin)
    book.table.origin = origin
    rules = preset_named(PRESET).at_a_table(len(NAMES))
    book.append(GameStarted(rules, PRESET, 0), game=1)
    for number, told in enumerate(ROUNDS, 1):
        book.key = key_after(key, number)
        book.append(RoundTold(told, score_told(told, rules)), game=1, round_number=number)
    return started
