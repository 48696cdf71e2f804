"""Deliveries of webhooks: take what is due, note how it went, put away what is old.

A webhook is taken as a whole, by a lease: what it is told, it is told in order and by one sender at a time, however
many there are. A sender that dies with it leaves a lease that runs out, and what it had taken is sent again.
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

from games.models import Delivery, DeliveryState, OffWhy, Webhook
from games.selectors.access import hashed
from games.selectors.messages import message_body
from games.selectors.secrets import signing_secret
from games.selectors.webhooks import may_be_held
from games.services.webhooks import switch_off

LEASE: Final = timedelta(seconds=60)
"""Longer than any message takes: looking a name up is the slowest part of it."""
DELAYS: Final = tuple(timedelta(seconds=n) for n in (10, 60, 300, 1800, 7200, 21600, *[43200] * 5))
"""How long to wait after each attempt in vain; after one more the message is given up: three days in all."""
OFF_AFTER: Final = timedelta(days=5)
"""A webhook that took nothing for so long is switched off when the next is sent in vain."""
KEPT: Final = timedelta(days=30)
FORMER_SECRET: Final = timedelta(days=1)
"""So long the secret before signs as well."""
_log = logging.getLogger(__name__)
_OK, _GONE, _BEYOND_OK = 200, 410, 300


@dataclass(frozen=True, slots=True)
class Errand:
    """A message that this sender holds: where it goes, what it says, and what signs it."""

    webhook: int
    delivery: int
    lease: str
    message: str
    url: str
    body: bytes
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a message was taken: the ``status`` of the answer and its beginning, or an ``error`` where none came."""

    status: int | None = None
    answer: str = ""
    error: str = ""


def take_errands(most: int) -> Iterator[Errand]:
    """Take what is due of so many webhooks at most, one message of each: those first that waited longest."""
    now = timezone.now()
    waiting = Delivery.objects.filter(webhook=OuterRef("pk"), state=DeliveryState.WAITING)
    due = Webhook.objects.filter(_due(now), Exists(waiting)).order_by(F("leased_until").asc(nulls_first=True), "pk")
    for pk in list(due.values_list("pk", flat=True)[:most]):
        if errand := _take(pk):
            yield errand


@transaction.atomic(durable=True)
def note_outcome(errand: Errand, outcome: Outcome) -> None:
    """Note how a message was taken, and let go of its webhook."""
    webhook = Webhook.objects.select_for_update().filter(pk=errand.webhook).first()
    delivery = Delivery.objects.select_for_update().filter(pk=errand.delivery).first()
    if webhook is None or delivery is None:
        return
    now = timezone.now()
    delivery.status, delivery.error, delivery.answer = outcome.status, outcome.error, outcome.answer
    taken = outcome.status is not None and _OK <= outcome.status < _BEYOND_OK
    given_up = not taken and (delivery.attempts > len(DELAYS) or outcome.status == _GONE)
    if delivery.state == DeliveryState.WAITING and (taken or given_up):
        delivery.state, delivery.ended_at = DeliveryState.DELIVERED if taken else DeliveryState.GIVEN_UP, now
    delivery.save(update_fields=["status", "error", "answer", "state", "ended_at"])
    if webhook.lease == errand.lease:
        webhook.lease, webhook.leased_until = "", now
    # One that was given up is followed by the next at once.
    webhook.retry_at = None if taken or given_up else now + DELAYS[max(delivery.attempts, 1) - 1]
    webhook.failing_since = None if taken else webhook.failing_since or now
    webhook.save(update_fields=["lease", "leased_until", "retry_at", "failing_since"])
    if webhook.off_at is None and not taken:
        if outcome.status == _GONE:
            switch_off(webhook, OffWhy.GONE)
        elif webhook.failing_since and now - webhook.failing_since > OFF_AFTER:
            switch_off(webhook, OffWhy.FAILING)


def put_away() -> int:
    """Delete what was told, or given up, long ago, and what waits for nobody; how many there were."""
    ended = ~Q(state=DeliveryState.WAITING) | ~Exists(Webhook.objects.filter(pk=OuterRef("webhook")))
    return Delivery.objects.filter(ended, at__lt=timezone.now() - KEPT).delete()[0]


def _due(now: datetime) -> Q:
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    return free & (Q(retry_at=None) | Q(retry_at__lte=now)) & Q(off_at=None)


@transaction.atomic(durable=True)
def _take(pk: int) -> Errand | None:
    """The next message of a webhook, unless somebody else has taken it meanwhile or there is none."""
    now, lease = timezone.now(), secrets.token_hex(16)
    if not Webhook.objects.filter(_due(now), pk=pk).update(lease=lease, leased_until=now + LEASE):
        return None
    webhook = Webhook.objects.select_related("account", "link", "table", "league").get(pk=pk)
    if not may_be_held(webhook):
        switch_off(webhook, OffWhy.NO_RIGHT)
    elif hashed(signing_secret(webhook.nonce)) != webhook.secret_hash:
        switch_off(webhook, OffWhy.NEW_KEY)
    else:
        waiting = webhook.deliveries.filter(state=DeliveryState.WAITING).order_by("pk")
        first = waiting.values_list("pk", flat=True)[:1]
        waiting.filter(pk__in=list(first)).update(attempts=F("attempts") + 1, tried_at=now)
        head = Delivery.objects.select_related("table", "season__league", "fixture__season__league")
        delivery = head.filter(pk__in=list(first)).first()
        if delivery and (body := _body(delivery)):
            return Errand(
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
    """What is to be sent. What cannot be told any more is given up: the database was put back to before it happened."""
    try:
        return message_body(delivery)
    except (LookupError, TypeError, ValueError, ObjectDoesNotExist):
        _log.exception("A message to a webhook cannot be read any more: %s", delivery.public_id)
        delivery.state, delivery.ended_at, delivery.error = DeliveryState.GIVEN_UP, timezone.now(), "unreadable"
        delivery.save(update_fields=["state", "ended_at", "error"])
        return None


def _secrets(webhook: Webhook, now: datetime) -> tuple[str, ...]:
    """What signs: the secret, and for a while the one before."""
    found = [signing_secret(webhook.nonce)]
    if webhook.former_nonce and webhook.rotated_at and now - webhook.rotated_at < FORMER_SECRET:
        found.append(signing_secret(webhook.former_nonce))
    return tuple(found)
