"""Codes to join a table: shown on its Invite page, they let somebody ask; a phone that keeps the score admits."""

import secrets
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import live
from games.models import Device, JoinCode, JoinRequest, JoinState, Pass, Role, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.names import folded_name
from games.selectors.access import check_tryout_open, is_still_valid
from games.selectors.sharing.joining import (
    CODE_LASTS,
    folded_labels,
    open_requests,
    role_links,
    table_by_code,
)
from games.selectors.short_codes import derived_code, hash_code
from games.services.account.security_log import log_security_event
from games.services.devices import rename_device

AFTER_CLOSING: Final = timedelta(minutes=2)
"""How long a code is still good after the page that shows it was closed. The page says every 20 seconds that it is
open, but a browser lets one that isn't in front do so only once a minute."""
REPLACED_AFTER: Final = timedelta(minutes=8)
"""The age at which an open page shows a new code; the one before is good until its end."""
MOST_ASKING: Final = 8
"""Phones that may wait at a table for an answer."""
_KEPT: Final = timedelta(days=1)
_ATTEMPTS: Final = 20
"""Codes that are tried until one is found that nobody has."""


@transaction.atomic(durable=True)
def show_code(*, access: Access, renews: bool) -> str:
    """Return the code of a table for its owner's Invite page, which is open now; make one where there is none.

    With ``renews`` the page says again and again that it is open: then the code is soon over once it doesn't. Raises
    RefusedError ("not_allowed", "link_revoked").
    """
    access.demand("manage_links")
    now = timezone.now()
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    check_tryout_open(table)
    JoinCode.objects.filter(made_at__lte=now - _KEPT).delete()
    JoinRequest.objects.filter(asked_at__lte=now - _KEPT).delete()
    # Also one that has lapsed: the phone that shows it may only have slept for some minutes.
    row = JoinCode.objects.filter(table=table, made_at__gt=now - REPLACED_AFTER).order_by("-pk").first()
    code = derived_code("join", row.nonce) if row else ""
    if row is None or hash_code("join", code) != row.code_hash:
        code, row = _new_code(table)
    latest = row.made_at + CODE_LASTS
    good_until = min(now + AFTER_CLOSING, latest) if renews else latest
    if good_until > row.expires_at:
        row.expires_at = good_until
        row.save(update_fields=["expires_at"])
    return code


def _new_code(table: Table) -> tuple[str, JoinCode]:
    now = timezone.now()
    for _ in range(_ATTEMPTS):
        nonce = secrets.token_hex(16)
        code = derived_code("join", nonce)
        try:
            with transaction.atomic():
                values = {"nonce": nonce, "code_hash": hash_code("join", code), "made_at": now, "expires_at": now}
                return code, JoinCode.objects.create(table=table, **values)
        except IntegrityError:
            continue
    raise RefusedError("busy")


@transaction.atomic(durable=True)
def ask_to_join(*, code: str, device: Device, label: str, player: bool, watch: bool) -> JoinRequest:
    """Ask the phones that keep the score at the table of ``code`` to let ``device`` in as ``label`` (a clean name).

    ``player``: the name was chosen among those of the players, so it may be that of another phone; one that was typed
    may not. A second time asks again. Raises RefusedError ("wrong_code", "link_revoked", "name_taken", "too_many").
    """
    table = Table.objects.select_for_update().get(pk=table_by_code(code).pk)
    role = Role.WATCH if watch else Role.SCORE
    if role not in role_links(table):
        raise RefusedError("link_revoked")
    if not player and not watch and folded_name(label) in folded_labels(table, device):
        raise RefusedError("name_taken", name=label, what="table")
    waiting = open_requests(table)
    if len(waiting) >= MOST_ASKING and device.pk not in {row.device_id for row in waiting}:
        raise RefusedError("too_many", what="requests", most=MOST_ASKING)
    values = {"role": role, "label": label, "state": JoinState.ASKED, "asked_at": timezone.now()}
    asked, _ = JoinRequest.objects.update_or_create(
        values | {"answered_by": "", "answered_at": None}, table=table, device=device
    )
    _tell(table)
    log_security_event("join_asked", table=table.public_id, device=device.pk)
    return asked


@transaction.atomic(durable=True)
def answer_join_request(*, access: Access, request: str, admit: bool) -> JoinRequest:
    """Let the phone of a request (its public id) in, or not. The first answer counts, a later one changes nothing.

    Raises RefusedError ("not_allowed", "link_revoked", "unknown_question", and "wrong_code" if it asked too long ago).
    """
    access.demand("score")
    # A write that has begun is finished first, as when a link is revoked.
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    if not is_still_valid(access):
        raise RefusedError("link_revoked")
    found = JoinRequest.objects.select_related("device").filter(table=table, public_id=request).first()
    if found is None:
        raise RefusedError("unknown_question")
    if found.state != JoinState.ASKED:
        return found
    if found.asked_at <= timezone.now() - CODE_LASTS:
        raise RefusedError("wrong_code", what="ask_expired")
    if admit:
        _let_in(table, found)
    found.state = JoinState.ADMITTED if admit else JoinState.DECLINED
    found.answered_by, found.answered_at = access.label, timezone.now()
    found.save(update_fields=["state", "answered_by", "answered_at"])
    _tell(table)
    event = "join_admitted" if admit else "join_declined"
    log_security_event(event, table=table.public_id, device=found.device_id, by=access.link.pk)
    return found


def _let_in(table: Table, request: JoinRequest) -> None:
    link = role_links(table).get(Role(request.role))
    if link is None:
        raise RefusedError("link_revoked")
    rename_device(device=request.device, label=request.label)
    Pass.objects.update_or_create({"ended_at": None}, device=request.device, link=link)
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])


def _tell(table: Table) -> None:
    """Count a change beside the ledger, and let open pages fetch it after the commit."""
    table.request_count += 1
    table.last_request_revision = table.revision
    table.save(update_fields=["request_count", "last_request_revision"])
    transaction.on_commit(partial(live.publish_wakeup, table.public_id), robust=True)
