"""Webhooks as their holders see them, whether they may hold them still, and what has become of what was sent."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from games.models import Account, Delivery, DeliveryState, Duty, Office, Role, Table, Webhook
from games.refusals import Refused
from games.selectors.league_access import access_in

Shape = dict[str, Any]
_HERE: Final = ("table", "league")


def own_webhooks(account: Account) -> QuerySet[Webhook]:
    """The webhooks that an account holds, oldest first, with what ``webhook_json`` tells of them."""
    return _counted(Webhook.objects.filter(account=account))


def webhooks_of_table(table: Table) -> QuerySet[Webhook]:
    """The webhooks that the links of a table's owner hold there, in the same way."""
    return _counted(Webhook.objects.filter(table=table, account=None))


def _counted(webhooks: QuerySet[Webhook]) -> QuerySet[Webhook]:
    waiting = Count("deliveries", filter=Q(deliveries__state=DeliveryState.WAITING))
    return webhooks.select_related(*_HERE).annotate(waiting=waiting).order_by("pk")


def webhook_json(webhook: Webhook) -> Shape:
    """A webhook without its secret. ``waiting`` is how much it is still to be told."""
    return {
        "id": webhook.public_id,
        "url": webhook.url,
        "events": list(webhook.events),
        "table": webhook.table.public_id if webhook.table else None,
        "league": webhook.league.public_id if webhook.league else None,
        "active": webhook.off_at is None,
        "off_why": webhook.off_why or None,
        "off_at": _text(webhook.off_at),
        "failing_since": _text(webhook.failing_since),
        "retry_at": _text(webhook.retry_at),
        "waiting": waiting_for(webhook),
        "created_at": webhook.created_at.isoformat(),
    }


def waiting_for(webhook: Webhook) -> int:
    """How many deliveries wait for a webhook."""
    known = getattr(webhook, "waiting", None)
    return webhook.deliveries.filter(state=DeliveryState.WAITING).count() if known is None else int(known)


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """What a webhook was, or is to be, told, newest first."""
    return webhook.deliveries.select_related("table", "season", "fixture").order_by("-pk")


def delivery_json(delivery: Delivery) -> Shape:
    """What became of one delivery, with the last answer to it."""
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
        "tried_at": _text(delivery.tried_at),
        "status": delivery.status,
        "error": delivery.error or None,
        "answer": delivery.answer,
    }


def may_be_held(webhook: Webhook) -> bool:
    """Whether its holder still may: owns the table or judges at it, runs the league, or has the link of the owner."""
    if webhook.link is not None:
        return webhook.link.revoked_at is None and webhook.link.role == Role.OWNER
    if webhook.account is None or not webhook.account.is_active:
        return False
    if webhook.table is not None:
        return may_hook_table(webhook.table, webhook.account)
    return Office.objects.filter(league=webhook.league, account=webhook.account, duty=Duty.ORGANISER).exists()


def may_hook_table(table: Table, account: Account) -> bool:
    """Whether an account may hold a webhook at a table: at its own, and at a league's where it judges."""
    if table.account_id == account.pk:
        return True
    fixture = getattr(table, "fixture", None)
    try:
        return fixture is not None and access_in(fixture.season.league, account, None).may("judge")
    except Refused:
        return False


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
