"""The webhooks of an account as its pages show them."""

from typing import Final

from django.urls import reverse

from games.models import Account, Delivery, Duty, League, Table, Webhook
from games.pages.webhooks import DeliveryView, WebhookPage, WebhookView
from games.selectors.webhooks import deliveries_of, waiting_for
from games.wording import day, listed
from games.wording.webhooks import EVENT_NAMES, OFF, delivery_text

_SHOWN: Final = 20
"""The newest messages."""
_TABLES: Final = 50
"""The newest tables to choose from."""


def places_of(account: Account) -> list[tuple[str, str]]:
    """Where an account may have webhooks: a value for the form, and what it is called."""
    leagues = League.objects.filter(offices__account=account, offices__duty=Duty.ORGANISER).order_by("name", "pk")
    tables = Table.objects.filter(account=account).order_by("-pk")[:_TABLES]
    return [
        *((f"league:{league.public_id}", f"The league {league.name}") for league in leagues),
        *((f"table:{table.public_id}", _table_name(table)) for table in tables),
    ]


def webhook_view(webhook: Webhook) -> WebhookView:
    """A webhook in the list."""
    place = f"The league {webhook.league.name}" if webhook.league else _table_name(webhook.table)
    return WebhookView(
        place=place,
        url=webhook.url,
        events=listed([EVENT_NAMES[event] for event in webhook.events]),
        state=_state(webhook),
        off=webhook.off_at is not None,
        page_url=reverse("webhook", args=[webhook.public_id]),
    )


def webhook_page(webhook: Webhook, notice: str = "", secret: str = "") -> WebhookPage:
    """The page of one webhook, perhaps with the ``secret`` that it was given a moment ago."""
    here = [webhook.public_id]
    return WebhookPage(
        webhook=webhook_view(webhook),
        deliveries=tuple(_delivery_view(delivery) for delivery in deliveries_of(webhook)[:_SHOWN]),
        notice=notice,
        secret=secret,
        test_url=reverse("test_webhook", args=here),
        switch_url=reverse("switch_webhook", args=here),
        secret_url=reverse("webhook_secret", args=here),
        delete_url=reverse("delete_webhook", args=here),
        back_url=reverse("webhooks"),
    )


def _state(webhook: Webhook) -> str:
    """How it stands, in words."""
    if webhook.off_at is not None:
        return f"{OFF[webhook.off_why]}, {day(webhook.off_at)}"
    waiting = waiting_for(webhook)
    waits = f"{waiting} waiting" if waiting else ""
    if webhook.failing_since is not None:
        return f"Sent in vain since {day(webhook.failing_since)}; {waits}".rstrip("; ")
    return waits or "On"


def _delivery_view(delivery: Delivery) -> DeliveryView:
    numbers = [f"game {delivery.game}" if delivery.game else "", f"round {delivery.round}" if delivery.round else ""]
    numbers += [f"match {delivery.fixture.number}" if delivery.fixture else ""]
    what = ", ".join(filter(None, [f"{delivery.event} {delivery.action}", *numbers]))
    return DeliveryView(
        what=what[0].upper() + what[1:],
        at=day(delivery.at),
        state=delivery_text(delivery.state, delivery.status, delivery.error, delivery.attempts),
        answer=delivery.answer,
    )


def _table_name(table: Table | None) -> str:
    if table is None:
        return ""
    return f"The table {table.name}" if table.name else f"A table without a name, begun {day(table.created_at)}"
