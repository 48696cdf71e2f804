"""Build the pages of an account's webhooks."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Delivery, Webhook
from games.pages.account.webhooks import DeliveryContext, WebhookContext, WebhookPage
from games.selectors.sharing.webhook_places import league_name, table_name
from games.selectors.sharing.webhooks import deliveries_of, pending_deliveries
from games.wording.webhooks import EVENT_NAMES, OFF_REASONS, delivery_text, happened_text
from games.wording.words import day_text, listed

_SHOWN: Final = 20
"""How many of the newest deliveries are shown."""


def webhook_view(webhook: Webhook) -> WebhookContext:
    """Return a webhook for the list."""
    target_name = league_name(webhook.league) if webhook.league else table_name(webhook.table)
    return WebhookContext(
        place=target_name,
        url=webhook.url,
        events=listed([_(EVENT_NAMES[event]) for event in webhook.events]),
        state=_state(webhook),
        switched_off=webhook.off_at is not None,
        page_url=reverse("webhook", args=[webhook.public_id]),
    )


def webhook_page(webhook: Webhook, notice: str = "", secret: str = "") -> WebhookPage:
    """Return the page of one webhook, with its ``secret`` if that was just created."""
    args = [webhook.public_id]
    return WebhookPage(
        webhook=webhook_view(webhook),
        deliveries=tuple(_delivery_view(delivery) for delivery in deliveries_of(webhook)[:_SHOWN]),
        notice=notice,
        secret=secret,
        test_url=reverse("test_webhook", args=args),
        switch_url=reverse("switch_webhook", args=args),
        secret_url=reverse("webhook_secret", args=args),
        delete_url=reverse("delete_webhook", args=args),
        back_url=reverse("webhooks"),
    )


def _state(webhook: Webhook) -> str:
    """Return the state of a webhook in words."""
    if webhook.off_at is not None:
        return _("%(why)s, %(day)s") % {"why": _(OFF_REASONS[webhook.off_why]), "day": day_text(webhook.off_at)}
    waiting = pending_deliveries(webhook)
    if webhook.failing_since is None:
        return ngettext("%(n)d waiting", "%(n)d waiting", waiting) % {"n": waiting} if waiting else _("On")
    values = {"day": day_text(webhook.failing_since), "n": waiting}
    if waiting:
        text = ngettext("Failing since %(day)s; %(n)d waiting", "Failing since %(day)s; %(n)d waiting", waiting)
        return text % values
    return _("Failing since %(day)s") % values


def _delivery_view(delivery: Delivery) -> DeliveryContext:
    match = delivery.fixture.number if delivery.fixture else None
    return DeliveryContext(
        what=happened_text(delivery.event, delivery.action, delivery.game, delivery.round, match),
        time=day_text(delivery.at),
        state=delivery_text(delivery.state, delivery.status, delivery.error, delivery.attempts),
        answer=delivery.answer,
    )
