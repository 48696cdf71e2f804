"""Build the page with an account's webhooks and the form that makes one."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.sharing.webhook_form import TypedWebhook
from games.models import Account
from games.pages.account.account import AccountField, TokenChoice
from games.pages.account.webhook_pages import webhook_view
from games.pages.account.webhooks import WebhooksPage
from games.selectors.sharing.webhook_places import webhook_targets
from games.selectors.sharing.webhooks import own_webhooks
from games.wording.webhooks import EVENTS


def webhooks_page(typed: TypedWebhook, account: Account, secret: str = "") -> WebhooksPage:
    """Build the page: the list, the form (empty or with errors), and the ``secret`` of a webhook just made."""
    note = _("Addresses on this network work, too.") if settings.WEBHOOKS_INSIDE else _("Must start with https://.")
    return WebhooksPage(
        webhooks=tuple(webhook_view(webhook) for webhook in own_webhooks(account)),
        url=AccountField("url", _("Address"), "url", "off", typed.url, note, typed.errors.get("url", ())),
        events=tuple(TokenChoice(value, _(text), value in typed.events) for value, text in EVENTS.items()),
        places=tuple(TokenChoice(value, text, value == typed.place) for value, text in webhook_targets(account)),
        errors=typed.non_field_errors,
        secret=secret,
        action=reverse("webhooks"),
        back_url=reverse("account"),
    )
