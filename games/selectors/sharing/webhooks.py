"""Query webhooks and their deliveries, as JSON for the API, and check whether their holders still may have them."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from games.models import Account, Delivery, DeliveryState, Duty, Office, Role, Table, Webhook
from games.refusals import RefusedError
from games.selectors.league.league_access import access_to_league

JsonObject = dict[str, Any]
_RELATED: Final = ("table", "league")


def own_webhooks(account: Account) -> QuerySet[Webhook]:
    """Return the webhooks of an account, oldest first, loaded for ``webhook_json``."""
    return _with_waiting(Webhook.objects.filter(account=account))


def webhooks_of_table(table: Table) -> QuerySet[Webhook]:
    """Return the webhooks created through a table's owner links, loaded for ``webhook_json``."""
    return _with_waiting(Webhook.objects.filter(table=table, account=None))


def _with_waiting(webhooks: QuerySet[Webhook]) -> QuerySet[Webhook]:
    waiting = Count("deliveries", filter=Q(deliveries__state=DeliveryState.WAITING))
    return webhooks.select_related(*_RELATED).annotate(waiting=waiting).order_by("pk")


def webhook_json(webhook: Webhook) -> JsonObject:
    """Return a webhook without its secret. ``waiting`` is the number of pending deliveries."""
    return {
        "id": webhook.public_id,
        "url": webhook.url,
        "events": list(webhook.events),
        "table": webhook.table.public_id if webhook.table else None,
        "league": webhook.league.public_id if webhook.league else None,
        "active": webhook.off_at is None,
        "off_why": webhook.off_why or None,
        "off_at": _iso_text(webhook.off_at),
        "failing_since": _iso_text(webhook.failing_since),
        "retry_at": _iso_text(webhook.retry_at),
        "waiting": pending_deliveries(webhook),
        "created_at": webhook.created_at.isoformat(),
    }


def pending_deliveries(webhook: Webhook) -> int:
    """Return the number of pending deliveries of a webhook."""
    annotated = getattr(webhook, "waiting", None)
    return webhook.deliveries.filter(state=DeliveryState.WAITING).count() if annotated is None else int(annotated)


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook, newest first."""
    return webhook.deliveries.select_related("table", "season", "fixture").order_by("-pk")


def delivery_json(delivery: Delivery) -> JsonObject:
    """Return one delivery with its last response."""
    return {
        "id": delivery.pk,
        "message": delivery.public_id,
        "event": delivery.event,
        "action": delivery.action,
        "table": delivery.table.public_id if delivery.table else None,
        "season": delivery.season.public_id if delivery.season else None,
        "match": delivery.fixture.number if delivery.fixture else None,
        "game": delivery.game,
        "round": delivery.round,
        "revision": delivery.revision,
        "at": delivery.at.isoformat(),
        "state": delivery.state,
        "attempts": delivery.attempts,
        "tried_at": _iso_text(delivery.tried_at),
        "status": delivery.status,
        "error": delivery.error or None,
        "answer": delivery.answer,
    }


def holder_may_have(webhook: Webhook) -> bool:
    """Return whether the holder still has the right: owner or referee of the table, organiser, or owner's link."""
    if webhook.link is not None:
        return webhook.link.revoked_at is None and webhook.link.role == Role.OWNER
    if webhook.account is None or not webhook.account.is_active:
        return False
    if webhook.table is not None:
        return may_have_webhook(webhook.table, webhook.account)
    return Office.objects.filter(league=webhook.league, account=webhook.account, duty=Duty.ORGANISER).exists()


def may_have_webhook(table: Table, account: Account) -> bool:
    """Return whether an account may have a webhook at a table: its own, or a league's where it is a referee."""
    if table.account_id == account.pk:
        return True
    fixture = getattr(table, "fixture", None)
    try:
        return fixture is not None and access_to_league(fixture.season.league, account, None).may("judge")
    except RefusedError:
        return False


def _iso_text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
