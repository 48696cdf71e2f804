"""Webhooks: make one, change it, take it away, give it another secret, try it, send something once more."""

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
    OffWhy,
    Table,
    Webhook,
)
from games.refusals import Refused
from games.selectors.access import hashed
from games.selectors.secrets import signing_secret
from games.services.security_log import tell

MOST_WEBHOOKS: Final = 10
"""Webhooks at one table or one league, those that are switched off included."""
MOST_OWN: Final = 100
"""Webhooks of one account."""


@dataclass(frozen=True, slots=True)
class MadeWebhook:
    """A webhook and its secret, which is told this once."""

    webhook: Webhook
    secret: str


@transaction.atomic(durable=True)
def make_webhook(
    *, holder: Account | AccessLink, place: Table | League, url: str, events: Sequence[HookEvent]
) -> MadeWebhook:
    """A webhook at a table or league for who may hold one there; ``url`` is one that may be sent to.

    Raises Refused ("too_many").
    """
    # Locked: so many are counted, and who plays there finds the mark once this is committed.
    kind: type[Table] | type[League] = Table if isinstance(place, Table) else League
    here: Table | League = kind.objects.select_for_update().get(pk=place.pk)
    if here.webhooks.count() >= MOST_WEBHOOKS:
        raise Refused("too_many", most=MOST_WEBHOOKS, what="webhooks")
    if isinstance(holder, Account) and holder.webhooks.count() >= MOST_OWN:
        raise Refused("too_many", most=MOST_OWN, what="webhooks")
    nonce = secrets.token_hex(16)
    secret = signing_secret(nonce)
    webhook = Webhook.objects.create(
        account=holder if isinstance(holder, Account) else None,
        link=holder if isinstance(holder, AccessLink) else None,
        table=here if isinstance(here, Table) else None,
        league=here if isinstance(here, League) else None,
        url=url,
        events=_in_order(events),
        nonce=nonce,
        secret_hash=hashed(secret),
    )
    if not here.hooked:
        here.hooked = True
        here.save(update_fields=["hooked"])
    tell("webhook_made", webhook=webhook.pk, place=here.public_id)
    return MadeWebhook(webhook, secret)


@transaction.atomic(durable=True)
def change_webhook(*, webhook: Webhook, url: str, events: Sequence[HookEvent], active: bool) -> Webhook:
    """Send elsewhere, or of something else, or switch it on or off.

    What waits for one that is switched off is given up. Raises Refused ("not_found") where it was taken away meanwhile.
    """
    own = _locked(webhook)
    own.url, own.events = url, _in_order(events)
    own.save(update_fields=["url", "events"])
    if active and own.off_at is not None:
        own.off_at, own.off_why, own.failing_since, own.retry_at = None, "", None, None
        own.save(update_fields=["off_at", "off_why", "failing_since", "retry_at"])
    elif not active and own.off_at is None:
        switch_off(own, OffWhy.BY_HAND)
    return own


def switch_off(webhook: Webhook, why: OffWhy) -> None:
    """Send nothing more to a webhook, and give up what waits for it. To be called in a transaction."""
    now = timezone.now()
    webhook.off_at, webhook.off_why, webhook.retry_at = now, why, None
    webhook.save(update_fields=["off_at", "off_why", "retry_at"])
    waiting = webhook.deliveries.filter(state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.GIVEN_UP, ended_at=now)
    tell("webhook_off", webhook=webhook.pk, why=why.value)


@transaction.atomic(durable=True)
def delete_webhook(*, webhook: Webhook) -> None:
    """Take a webhook away, with all that it was told. Raises Refused ("not_found")."""
    here = _locked_place(webhook)
    _locked(webhook).delete()
    if not here.webhooks.exists():
        here.hooked = False
        here.save(update_fields=["hooked"])
    tell("webhook_deleted", webhook=webhook.pk)


@transaction.atomic(durable=True)
def rotate_secret(*, webhook: Webhook) -> MadeWebhook:
    """Another secret. The one before signs as well for a day. Raises Refused ("not_found")."""
    own = _locked(webhook)
    # One that the server's key does not make any more signs nothing.
    known = hashed(signing_secret(own.nonce)) == own.secret_hash
    own.former_nonce, own.nonce = own.nonce if known else "", secrets.token_hex(16)
    secret = signing_secret(own.nonce)
    own.secret_hash, own.rotated_at = hashed(secret), timezone.now()
    own.save(update_fields=["former_nonce", "nonce", "secret_hash", "rotated_at"])
    tell("webhook_rotated", webhook=own.pk)
    return MadeWebhook(own, secret)


@transaction.atomic(durable=True)
def ping(*, webhook: Webhook) -> Delivery:
    """Something to try a webhook with. Raises Refused ("not_found", "webhook_off")."""
    own = _switched_on(webhook)
    made = Delivery.objects.create(webhook=own, event=HookEvent.PING, action="test", at=timezone.now())
    _now(own)
    return made


@transaction.atomic(durable=True)
def send_again(*, webhook: Webhook, delivery_id: int) -> Delivery:
    """Send a delivery once more, under the same id; one that waits is tried at once.

    Raises Refused ("not_found", "webhook_off").
    """
    own = _switched_on(webhook)
    delivery = own.deliveries.select_for_update(of=("self",)).filter(pk=delivery_id).first()
    if delivery is None:
        raise Refused("not_found")
    if delivery.state != DeliveryState.WAITING:
        delivery.state, delivery.attempts, delivery.ended_at = DeliveryState.WAITING, 0, None
        delivery.save(update_fields=["state", "attempts", "ended_at"])
    _now(own)
    return delivery


def _locked_place(webhook: Webhook) -> Table | League:
    """The table or league of a webhook, locked: always before the webhook itself."""
    if webhook.table_id is not None:
        return Table.objects.select_for_update().get(pk=webhook.table_id)
    return League.objects.select_for_update().get(webhooks=webhook.pk)


def _locked(webhook: Webhook) -> Webhook:
    """A webhook as it is now, locked. Raises Refused ("not_found")."""
    own = Webhook.objects.select_for_update(of=("self",)).select_related("table", "league").filter(pk=webhook.pk)
    found = own.first()
    if found is None:
        raise Refused("not_found")
    return found


def _switched_on(webhook: Webhook) -> Webhook:
    own = _locked(webhook)
    if own.off_at is not None:
        raise Refused("webhook_off")
    return own


def _now(webhook: Webhook) -> None:
    """Try what waits without waiting any longer."""
    webhook.retry_at = None
    webhook.save(update_fields=["retry_at"])
    transaction.on_commit(live.call_sender, robust=True)


def _in_order(events: Sequence[HookEvent]) -> list[str]:
    return [event.value for event in HookEvent if event in events]
