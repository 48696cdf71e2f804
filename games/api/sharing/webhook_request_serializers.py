"""Serializers of the request bodies about webhooks."""

from typing import Any, ClassVar

from django.conf import settings
from rest_framework import serializers

from games.api.fields import StrictBooleanField, StrictChoiceField, StrictField, StrictListField, StrictTextField
from games.api.parsing import InvalidFieldsError
from games.api.serializers import BodySerializer
from games.models import HookEvent
from games.models.webhook import URL_LENGTH
from games.web.outbound_addresses import AddressError, parse_target
from games.wording.webhooks import ADDRESS_FAULTS

_MAX_ID_LENGTH = 16
EVENTS = [event.value for event in HookEvent if event is not HookEvent.PING]
_URL = "URL for the messages. It must start with `https://` and be on the public internet."
_EVENTS = "Events to send, each once."


class TargetField(StrictField, serializers.CharField):
    """An address that messages can be posted to."""

    def to_internal_value(self, data: Any) -> str:
        """Return the address."""
        url = data if isinstance(data, str) else ""
        try:
            parse_target(url, allow_private=settings.WEBHOOKS_INSIDE)
        except AddressError as bad:
            self.refuse(ADDRESS_FAULTS[bad.code])
        return url


class EventsField(StrictListField):
    """Some of the events, each once."""

    default_error_messages: ClassVar = {"invalid": f"{{field}} must be a list with some of: {', '.join(EVENTS)}."}

    def __init__(self, **options: Any) -> None:
        """Set the choices."""
        super().__init__(child=StrictChoiceField(EVENTS), min_length=1, max_length=len(EVENTS), **options)

    def to_internal_value(self, data: Any) -> list[HookEvent]:
        """Return the events."""
        events = super().to_internal_value(data)
        return [HookEvent(event) for event in events] if len(set(events)) == len(events) else self.fail("invalid")


class NewTableWebhookSerializer(BodySerializer):
    """A webhook for a table."""

    url = TargetField(max_length=URL_LENGTH, help_text=_URL)
    events = EventsField(help_text=_EVENTS)


def _id_field(text: str) -> StrictTextField:
    return StrictTextField(
        required=False,
        min_length=1,
        max_length=_MAX_ID_LENGTH,
        error_messages={"invalid": "{field} must be an id."},
        help_text=text,
    )


class NewWebhookSerializer(NewTableWebhookSerializer):
    """A webhook for a table or a league."""

    table = _id_field("`id` of a table that the account owns or referees.")
    league = _id_field("`id` of a league that the account runs.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a body that names neither or both."""
        if ("table" in attrs) == ("league" in attrs):
            raise InvalidFieldsError({"table": "Send either a table or a league."})
        return attrs


class ChangedWebhookSerializer(NewTableWebhookSerializer):
    """The webhook's new settings."""

    active = StrictBooleanField(required=False, help_text="Whether the webhook is turned on. Defaults to true.")
