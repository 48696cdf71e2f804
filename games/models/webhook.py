"""Webhooks, which notify an address of events at a table or in a league, and their queue of deliveries."""

import secrets

from django.db import models

from games.models.access import AccessLink
from games.models.account import Account
from games.models.entry import MOST_ENTRIES
from games.models.fixture import Fixture
from games.models.league import League
from games.models.season import Season
from games.models.stored import StoredModel
from games.models.table import Table, new_public_id

URL_LENGTH = 500
ANSWER_LENGTH = 500
"""Characters of a response that are stored."""


class HookEvent(models.TextChoices):
    """The events of webhooks; a ping is only sent on request."""

    ROUND = "round"
    GAME = "game"
    MATCH = "match"
    STANDINGS = "standings"
    PING = "ping"


class OffReason(models.TextChoices):
    """Why a webhook is turned off."""

    BY_HAND = "by_hand"
    FAILING = "failing"
    """Every message failed for days."""
    GONE = "gone"
    """The address answered 410 (Gone)."""
    NO_RIGHT = "no_right"
    """Its holder has lost the right to have it."""
    NEW_KEY = "new_key"
    """The server's key changed, and with it the derived secret, which the receiver does not know."""


class Webhook(StoredModel):
    """An address that gets the ``events`` of one table or league, until it is turned off.

    It belongs to an account, or to the link of a table's owner. The signing secret is stored nowhere: it is derived
    from ``nonce`` and the server's key; ``former_nonce`` is that of the former secret, which signs as well for a day
    after ``rotated_at``. Nothing is sent before ``retry_at``, and until ``leased_until`` only by the sender with the
    ``lease``. ``failing_since`` is the first failure since the last success.
    """

    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="webhooks")
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.CASCADE, related_name="webhooks")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="webhooks")
    league = models.ForeignKey(League, null=True, on_delete=models.CASCADE, related_name="webhooks")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    url = models.CharField(max_length=URL_LENGTH)
    events = models.JSONField(default=list)
    nonce = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64)
    former_nonce = models.CharField(max_length=32, blank=True)
    rotated_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    retry_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    lease = models.CharField(max_length=32, blank=True)
    leased_until = models.DateTimeField(null=True)
    off_at = models.DateTimeField(null=True)
    off_why = models.CharField(max_length=8, choices=OffReason, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(account=None, link__isnull=False, league=None)
                | models.Q(account__isnull=False, link=None),
                name="webhook_is_held_by_an_account_or_a_link",
            ),
            models.CheckConstraint(
                condition=models.Q(table=None, league__isnull=False) | models.Q(table__isnull=False, league=None),
                name="webhook_is_at_a_table_or_a_league",
            ),
            models.CheckConstraint(
                condition=models.Q(off_at=None, off_why="")
                | models.Q(off_at__isnull=False, off_why__in=OffReason.values),
                name="webhook_says_why_it_is_off",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


def new_message_id() -> str:
    """Return a new message id; it stays the same however often the message is sent."""
    return f"msg_{secrets.token_hex(10)}"


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


class Delivery(StoredModel):
    """An event queued for a webhook, stored in the transaction in which it happened.

    It refers to rows and holds no names: the message is built when it is sent, from the state at ``revision``.
    ``status`` and ``answer`` are those of the last response; without one, ``error`` is a code of
    ``games.wording.webhooks``.
    """

    # No foreign key constraint, so that a webhook deleted at this moment does not make a round fail.
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_constraint=False)
    public_id = models.CharField(max_length=24, unique=True, default=new_message_id)
    event = models.CharField(max_length=9, choices=HookEvent)
    action = models.CharField(max_length=10)
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, null=True, on_delete=models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, null=True, on_delete=models.CASCADE, related_name="+")
    game = models.PositiveSmallIntegerField(null=True)
    round = models.PositiveSmallIntegerField(null=True)
    revision = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=16, blank=True)
    answer = models.CharField(max_length=ANSWER_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["webhook", "id"], condition=models.Q(state=DeliveryState.WAITING), name="deliveries_that_wait"
            ),
            models.Index(fields=["at"], name="deliveries_by_age"),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(event__in=HookEvent.values), name="delivery_event_is_known"),
            models.CheckConstraint(condition=models.Q(state__in=DeliveryState.values), name="delivery_state_is_known"),
            models.CheckConstraint(
                condition=models.Q(revision=None) | models.Q(revision__lte=MOST_ENTRIES),
                name="delivery_revision_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id
