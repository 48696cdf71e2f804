"""Serializers of the request bodies about webhooks.

They only describe the requests in the OpenAPI schema. The views read the bodies themselves (``games.api.parsing``).
"""

from rest_framework import serializers

from games.models import HookEvent
from games.models.webhook import URL_LENGTH

EVENTS = [event.value for event in HookEvent if event is not HookEvent.PING]
_URL = "Where messages are posted: an address that begins with `https://`, of the public internet."
_EVENTS = "What it is told of; none twice."


class NewTableWebhookSerializer(serializers.Serializer):
    """A webhook at a table."""

    url = serializers.CharField(max_length=URL_LENGTH, help_text=_URL)
    events = serializers.ListField(
        child=serializers.ChoiceField(EVENTS), min_length=1, max_length=len(EVENTS), help_text=_EVENTS
    )


class NewWebhookSerializer(NewTableWebhookSerializer):
    """A webhook at a table or a league: one of the two."""

    table = serializers.CharField(required=False, help_text="The `id` of a table that the account owns or judges at.")
    league = serializers.CharField(required=False, help_text="The `id` of a league that the account runs.")


class ChangedWebhookSerializer(NewTableWebhookSerializer):
    """A webhook as it is to be."""

    active = serializers.BooleanField(required=False, help_text="Whether it is switched on. True when left out.")


REQUEST_SERIALIZERS = (NewTableWebhookSerializer, NewWebhookSerializer, ChangedWebhookSerializer)
"""Every serializer of this module; the schema says of each that it takes no further fields."""
