"""The queue of webhook deliveries: take what is due, record the outcome, delete what is old.

A sender leases a whole webhook, so its messages are sent in order and by one sender at a time, however many there are.
The lease of a sender that died runs out, and its message is sent again.
"""

import logging
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games.models import Delivery, DeliveryState, OffReason, Webhook
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.secrets import signing_secret
from games.selectors.sharing.messages import message_body
from games.selectors.sharing.webhooks import holder_may_have
from games.services.sharing.webhooks import switch_off

LEASE: Final = timedelta(seconds=60)
"""Longer than sending any message takes; the slowest part is looking up a host name."""
DELAYS: Final = tuple(timedelta(seconds=n) for n in (10, 60, 300, 1800, 7200, 21600, *[43200] * 5))
"""How long to wait after each failed attempt; after the last of them the message is given up: three days in all."""
OFF_AFTER: Final = timedelta(days=5)
"""A webhook that has accepted nothing for so long is turned off at its next failure."""
RETENTION: Final = timedelta(days=30)
"""How long ended deliveries are stored."""
FORMER_SECRET: Final = timedelta(days=1)
"""How long the former secret signs as well after a rotation."""
_log = logging.getLogger(__name__)
_OK, _GONE, _BEYOND_OK = 200, 410, 300


@dataclass(frozen=True, slots=True)
class DeliveryTask:
    """A message that this sender has leased: its address, its body, and the secrets that sign it."""

    webhook: int
    delivery: int
    lease: str
    message: str
    url: str
    body: bytes
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The outcome of sending: the response's ``status`` and the beginning of its text, or an ``error`` code."""

    status: int | None = None
    answer: str = ""
    error: str = ""


def take_tasks(limit: int) -> Iterator[DeliveryTask]:
    """Lease up to ``limit`` webhooks with due messages, those that waited longest first; yield one message of each."""
    now = timezone.now()
    waiting = Delivery.objects.filter(webhook=OuterRef("pk"), state=DeliveryState.WAITING)
    due = Webhook.objects.filter(_due(now), Exists(waiting)).order_by(F("leased_until").asc(nulls_first=True), "pk")
    for pk in list(due.values_list("pk", flat=True)[:limit]):
        if task := _take(pk):
            yield task


@transaction.atomic(durable=True)
def record_outcome(task: DeliveryTask, outcome: DeliveryOutcome) -> None:
    """Store the outcome of a message, and release the lease of its webhook."""
    webhook = Webhook.objects.select_for_update().filter(pk=task.webhook).first()
    delivery = Delivery.objects.select_for_update().filter(pk=task.delivery).first()
    if webhook is None or delivery is None:
        return
    now = timezone.now()
    delivery.status, delivery.error, delivery.answer = outcome.status, outcome.error, outcome.answer
    accepted = outcome.status is not None and _OK <= outcome.status < _BEYOND_OK
    given_up = not accepted and (delivery.attempts > len(DELAYS) or outcome.status == _GONE)
    if delivery.state == DeliveryState.WAITING and (accepted or given_up):
        delivery.state, delivery.ended_at = DeliveryState.DELIVERED if accepted else DeliveryState.GIVEN_UP, now
    delivery.save(update_fields=["status", "error", "answer", "state", "ended_at"])
    if webhook.lease == task.lease:
        webhook.lease, webhook.leased_until = "", now
    # After a message was given up, the next one is sent at once.
    webhook.retry_at = None if accepted or given_up else now + DELAYS[max(delivery.attempts, 1) - 1]
    webhook.failing_since = None if accepted else webhook.failing_since or now
    webhook.save(update_fields=["lease", "leased_until", "retry_at", "failing_since"])
    if webhook.off_at is None and not accepted:
        if outcome.status == _GONE:
            switch_off(webhook, OffReason.GONE)
        elif webhook.failing_since and now - webhook.failing_since > OFF_AFTER:
            switch_off(webhook, OffReason.FAILING)


def delete_old_deliveries() -> int:
    """Delete ended deliveries and those of deleted webhooks once they are old; return how many."""
    ended = ~Q(state=DeliveryState.WAITING) | ~Exists(Webhook.objects.filter(pk=OuterRef("webhook")))
    return Delivery.objects.filter(ended, at__lt=timezone.now() - RETENTION).delete()[0]


def _due(now: datetime) -> Q:
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    return free & (Q(retry_at=None) | Q(retry_at__lte=now)) & Q(off_at=None)


@transaction.atomic(durable=True)
def _take(pk: int) -> DeliveryTask | None:
    """Lease a webhook and return its next message; None where another sender has it, or nothing waits."""
    now, lease = timezone.now(), secrets.token_hex(16)
    if not Webhook.objects.filter(_due(now), pk=pk).update(lease=lease, leased_until=now + LEASE):
        return None
    webhook = Webhook.objects.select_related("account", "link", "table", "league").get(pk=pk)
    if not holder_may_have(webhook):
        switch_off(webhook, OffReason.NO_RIGHT)
    elif hash_secret(signing_secret(webhook.nonce)) != webhook.secret_hash:
        switch_off(webhook, OffReason.NEW_KEY)
    else:
        waiting = webhook.deliveries.filter(state=DeliveryState.WAITING).order_by("pk")
        first_waiting = waiting.values_list("pk", flat=True)[:1]
        waiting.filter(pk__in=list(first_waiting)).update(attempts=F("attempts") + 1, tried_at=now)
        deliveries = Delivery.objects.select_related("table", "season__league", "fixture__season__league")
        delivery = deliveries.filter(pk__in=list(first_waiting)).first()
        if delivery and (body := _body(delivery)):
            return DeliveryTask(
                webhook=pk,
                delivery=delivery.pk,
                lease=lease,
                message=delivery.public_id,
                url=webhook.url,
                body=body,
                secrets=_secrets(webhook, now),
            )
    Webhook.objects.filter(pk=pk).update(lease="", leased_until=now)
    return None


def _body(delivery: Delivery) -> bytes | None:
    """Return the body to send; None, and given up, where its data is gone because an older backup was restored."""
    try:
        return message_body(delivery)
    except (LookupError, TypeError, ValueError, ObjectDoesNotExist, RefusedError):
        _log.exception("A message to a webhook cannot be read any more: %s", delivery.public_id)
        delivery.state, delivery.ended_at, delivery.error = DeliveryState.GIVEN_UP, timezone.now(), "unreadable"
        delivery.save(update_fields=["state", "ended_at", "error"])
        return None


def _secrets(webhook: Webhook, now: datetime) -> tuple[str, ...]:
    """Return the secrets that sign: the current one and, for a day after a rotation, the former one."""
    signing_secrets = [signing_secret(webhook.nonce)]
    if webhook.former_nonce and webhook.rotated_at and now - webhook.rotated_at < FORMER_SECRET:
        signing_secrets.append(signing_secret(webhook.former_nonce))
    return tuple(signing_secrets)
