"""Serializers of the answers about webhooks.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.api.sharing.webhook_request_serializers import EVENTS
from games.models import DeliveryState, HookEvent, OffReason
from games.wording.webhooks import DELIVERY_ERRORS


class WebhookSerializer(serializers.Serializer):
    """An address that is told of what happens."""

    id = serializers.CharField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(EVENTS))
    table = serializers.CharField(allow_null=True, help_text="The table it is told of; null: a league.")
    league = serializers.CharField(allow_null=True, help_text="The league it is told of; null: a table.")
    active = serializers.BooleanField(help_text="Whether it is switched on.")
    off_why = serializers.ChoiceField(OffReason.values, allow_null=True, help_text="Why it is off.")
    off_at = serializers.DateTimeField(allow_null=True, help_text="Since when it is off.")
    failing_since = serializers.DateTimeField(allow_null=True, help_text="When the first message was sent in vain.")
    retry_at = serializers.DateTimeField(allow_null=True, help_text="When the next attempt is made after one in vain.")
    waiting = serializers.IntegerField(help_text="How many messages it is still to be sent.")
    created_at = serializers.DateTimeField()


class MadeWebhookSerializer(WebhookSerializer):
    """A webhook with its secret, which is told this once."""

    secret = serializers.CharField(help_text="What its messages are signed with: `whsec_` and base64.")


class DeliverySerializer(serializers.Serializer):
    """A message to a webhook, and how it was taken."""

    id = serializers.IntegerField()
    message = serializers.CharField(help_text="The id that the message bears, however often it is sent.")
    event = serializers.ChoiceField(HookEvent.values)
    action = serializers.CharField(help_text="What happened.")
    table = serializers.CharField(allow_null=True)
    season = serializers.CharField(allow_null=True)
    match = serializers.IntegerField(allow_null=True, help_text="The number of the match in its season.")
    game = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(allow_null=True, help_text="The table's, after it happened.")
    at = serializers.DateTimeField(help_text="When it happened.")
    state = serializers.ChoiceField(DeliveryState.values)
    attempts = serializers.IntegerField(help_text="How often it was sent.")
    tried_at = serializers.DateTimeField(allow_null=True, help_text="When it was sent last.")
    status = serializers.IntegerField(allow_null=True, help_text="The status of the last answer.")
    error = serializers.ChoiceField(list(DELIVERY_ERRORS), allow_null=True, help_text="Why no answer came.")
    answer = serializers.CharField(allow_blank=True, help_text="How the last answer began, in 500 characters at most.")


class DeliveriesSerializer(serializers.Serializer):
    """A page of the messages to a webhook."""

    deliveries = DeliverySerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")
