"""Start a tryout table: made-up names and a few rounds, to try the app before entering anything."""

from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from games.models import Device, Table
from games.models.table import TRYOUT
from games.refusals import RefusedError
from games.rules.declaration import Declaration, Ending
from games.rules.ledger import GameStarted, RoundEntered, derived_key
from games.rules.presets import preset_named
from games.rules.teams import score_declaration
from games.selectors.access import hash_secret
from games.services.idempotency import check_key
from games.services.table.tables import StartedTable, find_started_table, open_table, players_named

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
    """Start a tryout table, which lasts a week and has a ledger, rules and pages like any other.

    It belongs to no account, the phone does not remember its players, and no statistics count it. ``key``, a random
    one, makes a retry return the same table, also after a double tap. Raises RefusedError for an invalid key or one
    that started another table ("idempotency_key_reused").
    """
    check_key(key)
    try:
        return _started(device, key)
    except IntegrityError:
        # Another request with this key was faster: the origin of a table is unique.
        return _started(device, key)


@transaction.atomic(durable=True)
def _started(device: Device, key: str) -> StartedTable:
    origin = f"{TRYOUT}{hash_secret(key)}"
    if earlier := find_started_table(key, device):
        if earlier.access.table.origin != origin:
            raise RefusedError("idempotency_key_reused")
        return earlier
    started, ledger = open_table(
        players=players_named(NAMES, None),
        title=gettext("Practice table"),
        device=device,
        key=key,
    )
    Table.objects.filter(pk=ledger.table.pk).update(origin=origin)
    ledger.table.origin = origin
    rules = preset_named(PRESET).rules_for(len(NAMES))
    ledger.append(GameStarted(rules, PRESET, 0), game=1)
    for number, declaration in enumerate(ROUNDS, 1):
        ledger.key = derived_key(key, number)
        ledger.append(RoundEntered(declaration, score_declaration(declaration, rules)), game=1, round_number=number)
    return started
