"""Webhooks: make, change and delete one, rotate its secret, send a test, send a delivery again."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import (
    AccessLink,
    Account,
    Delivery,
    DeliveryState,
    HookEvent,
    League,
    OffReason,
    Table,
    Webhook,
)
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.secrets import signing_secret
from games.services.account.security_log import log_security_event

MOST_WEBHOOKS: Final = 10
"""Webhooks at one table or one league, switched-off ones included."""
MOST_OWN: Final = 100
"""Webhooks of one account."""


@dataclass(frozen=True, slots=True)
class MadeWebhook:
    """A webhook and its new secret, which is shown only once."""

    webhook: Webhook
    secret: str


@transaction.atomic(durable=True)
def make_webhook(
    *, holder: Account | AccessLink, place: Table | League, url: str, events: Sequence[HookEvent]
) -> MadeWebhook:
    """Make a webhook at a table or league for a holder who may have one there; ``url`` has been checked.

    Raises RefusedError ("too_many").
    """
    # Locked, so that the count below is exact and later writes at this table or league see ``hooked``.
    kind: type[Table] | type[League] = Table if isinstance(place, Table) else League
    target: Table | League = kind.objects.select_for_update().get(pk=place.pk)
    if target.webhooks.count() >= MOST_WEBHOOKS:
        raise RefusedError("too_many", most=MOST_WEBHOOKS, what="webhooks")
    if isinstance(holder, Account) and holder.webhooks.count() >= MOST_OWN:
        raise RefusedError("too_many", most=MOST_OWN, what="webhooks")
    nonce = secrets.token_hex(16)
    secret = signing_secret(nonce)
    webhook = Webhook.objects.create(
        account=holder if isinstance(holder, Account) else None,
        link=holder if isinstance(holder, AccessLink) else None,
        table=target if isinstance(target, Table) else None,
        league=target if isinstance(target, League) else None,
        url=url,
        events=_in_order(events),
        nonce=nonce,
        secret_hash=hash_secret(secret),
    )
    if not target.hooked:
        target.hooked = True
        target.save(update_fields=["hooked"])
    log_security_event("webhook_made", webhook=webhook.pk, place=target.public_id)
    return MadeWebhook(webhook, secret)


@transaction.atomic(durable=True)
def change_webhook(*, webhook: Webhook, url: str, events: Sequence[HookEvent], active: bool) -> Webhook:
    """Change a webhook's address and events, and turn it on or off.

    Turning it off gives up what still waits. Raises RefusedError ("not_found") where it was deleted meanwhile.
    """
    locked = _locked(webhook)
    locked.url, locked.events = url, _in_order(events)
    locked.save(update_fields=["url", "events"])
    if active and locked.off_at is not None:
        locked.off_at, locked.off_why, locked.failing_since, locked.retry_at = None, "", None, None
        locked.save(update_fields=["off_at", "off_why", "failing_since", "retry_at"])
    elif not active and locked.off_at is None:
        switch_off(locked, OffReason.BY_HAND)
    return locked


def switch_off(webhook: Webhook, why: OffReason) -> None:
    """Turn a webhook off, and give up its waiting deliveries. Call it in a transaction."""
    now = timezone.now()
    webhook.off_at, webhook.off_why, webhook.retry_at = now, why, None
    webhook.save(update_fields=["off_at", "off_why", "retry_at"])
    waiting = webhook.deliveries.filter(state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.GIVEN_UP, ended_at=now)
    log_security_event("webhook_off", webhook=webhook.pk, why=why.value)


@transaction.atomic(durable=True)
def delete_webhook(*, webhook: Webhook) -> None:
    """Delete a webhook and its deliveries. Raises RefusedError ("not_found")."""
    target = _locked_place(webhook)
    _locked(webhook).delete()
    if not target.webhooks.exists():
        target.hooked = False
        target.save(update_fields=["hooked"])
    log_security_event("webhook_deleted", webhook=webhook.pk)


@transaction.atomic(durable=True)
def rotate_secret(*, webhook: Webhook) -> MadeWebhook:
    """Give a webhook a new secret; the former one signs as well for a day. Raises RefusedError ("not_found")."""
    locked = _locked(webhook)
    # A former secret that the server's current key no longer derives cannot sign anything.
    known = hash_secret(signing_secret(locked.nonce)) == locked.secret_hash
    locked.former_nonce, locked.nonce = locked.nonce if known else "", secrets.token_hex(16)
    secret = signing_secret(locked.nonce)
    locked.secret_hash, locked.rotated_at = hash_secret(secret), timezone.now()
    locked.save(update_fields=["former_nonce", "nonce", "secret_hash", "rotated_at"])
    log_security_event("webhook_rotated", webhook=locked.pk)
    return MadeWebhook(locked, secret)


@transaction.atomic(durable=True)
def send_test(*, webhook: Webhook) -> Delivery:
    """Queue a test delivery. Raises RefusedError ("not_found", "webhook_off")."""
    locked = _switched_on(webhook)
    delivery = Delivery.objects.create(webhook=locked, event=HookEvent.PING, action="test", at=timezone.now())
    _send_now(locked)
    return delivery


@transaction.atomic(durable=True)
def send_again(*, webhook: Webhook, delivery_id: int) -> Delivery:
    """Send a delivery again under the same id; a waiting one is tried at once.

    Raises RefusedError ("not_found", "webhook_off").
    """
    locked = _switched_on(webhook)
    delivery = locked.deliveries.select_for_update(of=("self",)).filter(pk=delivery_id).first()
    if delivery is None:
        raise RefusedError("not_found")
    if delivery.state != DeliveryState.WAITING:
        delivery.state, delivery.attempts, delivery.ended_at = DeliveryState.WAITING, 0, None
        delivery.save(update_fields=["state", "attempts", "ended_at"])
    _send_now(locked)
    return delivery


def _locked_place(webhook: Webhook) -> Table | League:
    """Return the table or league of a webhook, locked; always lock it before the webhook itself."""
    if webhook.table_id is not None:
        return Table.objects.select_for_update().get(pk=webhook.table_id)
    return League.objects.select_for_update().get(webhooks=webhook.pk)


def _locked(webhook: Webhook) -> Webhook:
    """Return the current row of a webhook, locked. Raises RefusedError ("not_found")."""
    candidates = Webhook.objects.select_for_update(of=("self",)).select_related("table", "league").filter(pk=webhook.pk)
    found = candidates.first()
    if found is None:
        raise RefusedError("not_found")
    return found


def _switched_on(webhook: Webhook) -> Webhook:
    locked = _locked(webhook)
    if locked.off_at is not None:
        raise RefusedError("webhook_off")
    return locked


def _send_now(webhook: Webhook) -> None:
    """Clear the retry delay of a webhook, and wake the sender after the commit."""
    webhook.retry_at = None
    webhook.save(update_fields=["retry_at"])
    transaction.on_commit(live.wake_webhook_sender, robust=True)


def _in_order(events: Sequence[HookEvent]) -> list[str]:
    return [event.value for event in HookEvent if event in events]
