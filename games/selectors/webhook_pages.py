"""The webhooks of an account as its pages show them."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Account, Delivery, Duty, League, Table, Webhook
from games.pages.webhooks import DeliveryView, WebhookPage, WebhookView
from games.selectors.webhooks import deliveries_of, waiting_for
from games.wording import day, listed
from games.wording.webhooks import EVENT_NAMES, OFF, delivery_text, happened_text

_SHOWN: Final = 20
"""The newest messages."""
_TABLES: Final = 50
"""The newest tables to choose from."""


def places_of(account: Account) -> list[tuple[str, str]]:
    """Where an account may have webhooks: a value for the form, and what it is called."""
    leagues = League.objects.filter(offices__account=account, offices__duty=Duty.ORGANISER).order_by("name", "pk")
    tables = Table.objects.filter(account=account).order_by("-pk")[:_TABLES]
    return [
        *((f"league:{league.public_id}", _league_name(league)) for league in leagues),
        *((f"table:{table.public_id}", _table_name(table)) for table in tables),
    ]


def webhook_view(webhook: Webhook) -> WebhookView:
    """A webhook in the list."""
    place = _league_name(webhook.league) if webhook.league else _table_name(webhook.table)
    return WebhookView(
        place=place,
        url=webhook.url,
        events=listed([_(EVENT_NAMES[event]) for event in webhook.events]),
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
        return _("%(why)s, %(day)s") % {"why": _(OFF[webhook.off_why]), "day": day(webhook.off_at)}
    waiting = waiting_for(webhook)
    if webhook.failing_since is None:
        return ngettext("%(n)d waiting", "%(n)d waiting", waiting) % {"n": waiting} if waiting else _("On")
    told = {"day": day(webhook.failing_since), "n": waiting}
    if waiting:
        text = ngettext(
            "Sent in vain since %(day)s; %(n)d waiting", "Sent in vain since %(day)s; %(n)d waiting", waiting
        )
        return text % told
    return _("Sent in vain since %(day)s") % told


def _delivery_view(delivery: Delivery) -> DeliveryView:
    match = delivery.fixture.number if delivery.fixture else None
    return DeliveryView(
        what=happened_text(delivery.event, delivery.action, delivery.game, delivery.round, match),
        at=day(delivery.at),
        state=delivery_text(delivery.state, delivery.status, delivery.error, delivery.attempts),
        answer=delivery.answer,
    )


def _league_name(league: League) -> str:
    return _("The league %(name)s") % {"name": league.name}


def _table_name(table: Table | None) -> str:
    if table is None:
        return ""
    if table.name:
        return _("The table %(name)s") % {"name": table.name}
    return _("A table without a name, begun %(day)s") % {"day": day(table.created_at)}
