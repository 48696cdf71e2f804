"""The shapes of what is sent about webhooks, for the schema only."""

from rest_framework import serializers

from games.models import HookEvent
from games.models.webhook import URL_LENGTH

EVENTS = [event.value for event in HookEvent if event is not HookEvent.PING]
_URL = "Where messages are posted: an address that begins with `https://`, of the public internet."
_EVENTS = "What it is told of; none twice."


class NewTableWebhook(serializers.Serializer):
    """A webhook at a table."""

    url = serializers.CharField(max_length=URL_LENGTH, help_text=_URL)
    events = serializers.ListField(
        child=serializers.ChoiceField(EVENTS), min_length=1, max_length=len(EVENTS), help_text=_EVENTS
    )


class NewWebhook(NewTableWebhook):
    """A webhook at a table or a league: one of the two."""

    table = serializers.CharField(required=False, help_text="The `id` of a table that the account owns or judges at.")
    league = serializers.CharField(required=False, help_text="The `id` of a league that the account runs.")


class ChangedWebhook(NewTableWebhook):
    """A webhook as it is to be."""

    active = serializers.BooleanField(required=False, help_text="Whether it is switched on. True when left out.")


TAKEN = (NewTableWebhook, NewWebhook, ChangedWebhook)
"""Every shape here that is sent; all of them refuse fields that they do not have."""
