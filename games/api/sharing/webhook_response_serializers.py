"""Serializers of the answers about webhooks.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.api.sharing.webhook_request_serializers import EVENTS
from games.models import DeliveryState, HookEvent, OffReason
from games.wording.webhooks import DELIVERY_ERRORS


class WebhookSerializer(serializers.Serializer):
    """A URL that receives events."""

    id = serializers.CharField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(EVENTS))
    table = serializers.CharField(allow_null=True, help_text="The webhook's table, or null for a league.")
    league = serializers.CharField(allow_null=True, help_text="The webhook's league, or null for a table.")
    active = serializers.BooleanField(help_text="Whether the webhook is turned on.")
    off_why = serializers.ChoiceField(OffReason.values, allow_null=True, help_text="Why it is turned off.")
    off_at = serializers.DateTimeField(allow_null=True, help_text="When it was turned off.")
    failing_since = serializers.DateTimeField(allow_null=True, help_text="When the first failed message was sent.")
    retry_at = serializers.DateTimeField(allow_null=True, help_text="Time of the next attempt after a failure.")
    waiting = serializers.IntegerField(help_text="Number of messages waiting to be sent.")
    created_at = serializers.DateTimeField()


class MadeWebhookSerializer(WebhookSerializer):
    """A webhook with its secret, which is never shown again."""

    secret = serializers.CharField(help_text="Signing secret of the messages: `whsec_` and base64.")


class DeliverySerializer(serializers.Serializer):
    """A message to a webhook, and the result of its delivery."""

    id = serializers.IntegerField()
    message = serializers.CharField(help_text="Message id, the same for every attempt.")
    event = serializers.ChoiceField(HookEvent.values)
    action = serializers.CharField(help_text="The action within the event.")
    table = serializers.CharField(allow_null=True)
    season = serializers.CharField(allow_null=True)
    match = serializers.IntegerField(allow_null=True, help_text="The match's number in its season.")
    game = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(allow_null=True, help_text="Table revision after the event.")
    at = serializers.DateTimeField(help_text="When the event happened.")
    state = serializers.ChoiceField(DeliveryState.values)
    attempts = serializers.IntegerField(help_text="Number of attempts.")
    tried_at = serializers.DateTimeField(allow_null=True, help_text="Time of the last attempt.")
    status = serializers.IntegerField(allow_null=True, help_text="Status of the last response.")
    error = serializers.ChoiceField(list(DELIVERY_ERRORS), allow_null=True, help_text="Why there was no response.")
    answer = serializers.CharField(allow_blank=True, help_text="The first 500 characters of the last response.")


class DeliveriesSerializer(serializers.Serializer):
    """A page of messages to a webhook."""

    deliveries = DeliverySerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="Query of the next page, or null on the last page.")
