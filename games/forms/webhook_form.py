"""Read the form that makes a webhook, and build the page with the list of webhooks and that form."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Account, HookEvent
from games.models.webhook import URL_LENGTH
from games.pages import AccountField, TokenChoice
from games.pages.webhooks import WebhooksPage
from games.selectors.webhook_pages import places_of, webhook_view
from games.selectors.webhooks import own_webhooks
from games.wording.webhooks import EVENTS


@dataclass(slots=True)
class TypedWebhook:
    """The submitted form. ``errors`` are sentences by field name; ``general`` belong to no field."""

    url: str = ""
    events: Sequence[HookEvent] = (HookEvent.MATCH, HookEvent.STANDINGS)
    place: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    general: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the form has no errors."""
        return not (self.errors or self.general)


def read_webhook(data: QueryDict, account: Account) -> TypedWebhook:
    """Read the form; whether the address can be reached is not checked here."""
    typed = TypedWebhook(url=data.get("url", "")[: URL_LENGTH + 1].strip(), place=data.get("place", ""))
    typed.events = [event for event in HookEvent if event in EVENTS and event in data.getlist("event")]
    missing = [_("Please tick what it is to be told of.")] if not typed.events else []
    if typed.place not in [value for value, __ in places_of(account)]:
        typed.place = ""
        missing.append(_("Please pick a table or a league."))
    typed.general = tuple(missing)
    return typed


def webhooks_page(typed: TypedWebhook, account: Account, secret: str = "") -> WebhooksPage:
    """Build the page: the list, the form (empty or with errors), and the ``secret`` of a webhook just made."""
    note = _("Of this network too, as at home.") if settings.WEBHOOKS_INSIDE else _("It begins with https://.")
    return WebhooksPage(
        webhooks=tuple(webhook_view(webhook) for webhook in own_webhooks(account)),
        url=AccountField("url", _("Address"), "url", "off", typed.url, note, typed.errors.get("url", ())),
        events=tuple(TokenChoice(value, _(text), value in typed.events) for value, text in EVENTS.items()),
        places=tuple(TokenChoice(value, text, value == typed.place) for value, text in places_of(account)),
        errors=typed.general,
        secret=secret,
        action=reverse("webhooks"),
        back_url=reverse("account"),
    )
