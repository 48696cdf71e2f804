"""Read the form that makes a webhook."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.models import Account, HookEvent
from games.models.webhook import URL_LENGTH
from games.selectors.sharing.webhook_places import webhook_targets
from games.wording.webhooks import EVENTS


@dataclass(slots=True)
class TypedWebhook:
    """The submitted form. ``errors`` are sentences by field name; ``non_field_errors`` belong to no field."""

    url: str = ""
    events: Sequence[HookEvent] = (HookEvent.MATCH, HookEvent.STANDINGS)
    place: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    non_field_errors: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the form has no errors."""
        return not (self.errors or self.non_field_errors)


def read_webhook(data: QueryDict, account: Account) -> TypedWebhook:
    """Read the form; whether the address can be reached is not checked here."""
    typed = TypedWebhook(url=data.get("url", "")[: URL_LENGTH + 1].strip(), place=data.get("place", ""))
    typed.events = [event for event in HookEvent if event in EVENTS and event in data.getlist("event")]
    missing = [_("Please choose at least one event.")] if not typed.events else []
    if typed.place not in [value for value, __ in webhook_targets(account)]:
        typed.place = ""
        missing.append(_("Please pick a table or a league."))
    typed.non_field_errors = tuple(missing)
    return typed
