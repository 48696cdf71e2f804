"""The form that makes a webhook: what was typed, and the page with the list and the form."""

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
    """What the form holds. ``errors`` are sentences by the name of the field; ``general`` belong to none."""

    url: str = ""
    events: Sequence[HookEvent] = (HookEvent.MATCH, HookEvent.STANDINGS)
    place: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    general: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether nothing is wrong with it."""
        return not (self.errors or self.general)


def read_webhook(data: QueryDict, account: Account) -> TypedWebhook:
    """The form as it came; whether anything can be sent to the address is not for the form to say."""
    typed = TypedWebhook(url=data.get("url", "")[: URL_LENGTH + 1].strip(), place=data.get("place", ""))
    typed.events = [event for event in HookEvent if event in EVENTS and event in data.getlist("event")]
    missing = [_("Please tick what it is to be told of.")] if not typed.events else []
    if typed.place not in [value for value, __ in places_of(account)]:
        typed.place = ""
        missing.append(_("Please pick a table or a league."))
    typed.general = tuple(missing)
    return typed


def webhooks_page(typed: TypedWebhook, account: Account, secret: str = "") -> WebhooksPage:
    """The list and the form, empty or with what is wrong; with the ``secret`` of the one that was made."""
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
