"""Move everything that a phone owns to a new phone, by a code that is good once."""

import secrets
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import live
from games.models import (
    Device,
    GamesMove,
    HouseRules,
    JoinRequest,
    LeaguePass,
    OwnHand,
    OwnSeat,
    Pass,
    Player,
    RulesUse,
)
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.sharing.joining import CODE_LASTS
from games.selectors.sharing.moves import games_count, move_by_code
from games.selectors.short_codes import derived_code, hash_code
from games.services.account.security_log import log_security_event
from games.services.devices import NewDevice

_KEPT: Final = timedelta(days=1)
_ATTEMPTS: Final = 20


@transaction.atomic(durable=True)
def offer_games(*, device: Device) -> str:
    """Return a new code that moves all games of ``device`` to another phone. A code before it is good no longer.

    Raises RefusedError ("not_found") for a phone without games.
    """
    Device.objects.select_for_update().get(pk=device.pk)
    if not games_count(device):
        raise RefusedError("not_found")
    now = timezone.now()
    open_moves = GamesMove.objects.filter(done_at=None)
    open_moves.filter(made_at__lte=now - _KEPT).delete()
    open_moves.filter(device=device, expires_at__gt=now).update(expires_at=now)
    for _ in range(_ATTEMPTS):
        nonce = secrets.token_hex(16)
        code = derived_code("move", nonce)
        values = {"nonce": nonce, "code_hash": hash_code("move", code), "made_at": now, "expires_at": now + CODE_LASTS}
        try:
            with transaction.atomic():
                made = GamesMove.objects.create(device=device, **values)
        except IntegrityError:
            continue
        log_security_event("move_offered", device=device.pk, move=made.pk)
        return code
    raise RefusedError("busy")


@transaction.atomic(durable=True)
def withdraw_offer(*, device: Device) -> None:
    """Let the code of this phone's games be good no longer."""
    now = timezone.now()
    GamesMove.objects.filter(device=device, done_at=None, expires_at__gt=now).update(expires_at=now)


@transaction.atomic(durable=True)
def move_games(*, code: str, device: Device, current_secret: str) -> NewDevice:
    """Move everything that the phone of ``code`` owns to the phone whose cookie holds ``current_secret``.

    That phone, until now ``device``, becomes the device of the code, so that each entry stays its own. What ``device``
    owned is added. The cookie before is valid until the new one is used: the response may be lost. The phone of the
    code becomes a device of its own, which owns nothing. Raises RefusedError ("wrong_code") like ``move_by_code``.
    """
    typed = move_by_code(code, device)
    # The rows of both phones, always in the same order, and only then what the code is good for.
    locked = Device.objects.select_for_update().filter(pk__in=[typed.device_id, device.pk]).order_by("pk")
    devices = {row.pk: row for row in locked}
    move = move_by_code(code, device)
    moving, joining = devices[move.device_id], devices[device.pk]
    links = set(Pass.objects.filter(device__in=devices, ended_at=None).values_list("link", flat=True))
    _add_belongings(joining, moving)
    before = {"secret_hash": moving.secret_hash, "former_hash": moving.former_hash}
    secret = secrets.token_urlsafe(24)
    # Nobody has this secret: the row stays only because entries refer to it.
    joining.secret_hash, joining.former_hash = hash_secret(secrets.token_urlsafe(24)), None
    joining.save(update_fields=["secret_hash", "former_hash"])
    moving.secret_hash, moving.former_hash = hash_secret(secret), hash_secret(current_secret)
    moving.save(update_fields=["secret_hash", "former_hash"])
    GamesMove.objects.filter(device=joining, done_at=None).delete()
    move.left_behind = Device.objects.create(label=moving.label, **before)
    move.done_at = timezone.now()
    move.save(update_fields=["left_behind", "done_at"])
    # Open pages of the phone before connect again, and find out that it may no longer see them.
    for link in links:
        transaction.on_commit(partial(live.publish_revocation, link), robust=True)
    log_security_event("games_moved", device=moving.pk, move=move.pk, joined=joining.pk)
    return NewDevice(moving, secret)


def _add_belongings(source: Device, target: Device) -> None:
    """Give everything that the device ``source`` owns to ``target``, which keeps what it has already."""
    active = Pass.objects.filter(device=source, ended_at=None).values("link")
    Pass.objects.filter(device=target, link__in=active).update(ended_at=None)
    held = Pass.objects.filter(device=target).values("link")
    Pass.objects.filter(device=source).exclude(link__in=held).update(device=target)
    in_leagues = LeaguePass.objects.filter(device=target).values("link")
    LeaguePass.objects.filter(device=source).exclude(link__in=in_leagues).update(device=target)
    seated = OwnSeat.objects.filter(device=target).values("table")
    OwnSeat.objects.filter(device=source).exclude(table__in=seated).update(device=target)
    OwnHand.objects.filter(device=source).update(device=target)
    known = Player.objects.filter(remembered_by=target).values("folded")
    Player.objects.filter(remembered_by=source).exclude(folded__in=known).update(remembered_by=target)
    keys = HouseRules.objects.filter(owner=target).values("key")
    HouseRules.objects.filter(owner=source).exclude(key__in=keys).update(owner=target)
    used = RulesUse.objects.filter(device=target)
    RulesUse.objects.filter(device=source).exclude(
        house_rules__in=used.exclude(house_rules=None).values("house_rules")
    ).exclude(house_rules=None, preset__in=used.filter(house_rules=None).values("preset")).update(device=target)
    asked = JoinRequest.objects.filter(device=target).values("table")
    JoinRequest.objects.filter(device=source).exclude(table__in=asked).update(device=target)
