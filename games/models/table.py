"""Tables, their seats, and the players in them."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils import timezone

from games.models.chain import MAC_LENGTH

NAME_LENGTH = 60
"""The longest name of a person, table or device, in characters."""
ORIGIN_LENGTH = 100
TRYOUT: Final = "tryout:"
"""The prefix of ``origin`` for tryout tables."""
TRYOUT_LASTS: Final = timedelta(days=7)


def new_public_id() -> str:
    """Return a random public id; knowing one gives no access."""
    return secrets.token_hex(8)


class Player(models.Model):
    """A person under the name used at the table. A device remembers the players it has seated."""

    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=18 * NAME_LENGTH)
    """The name for comparisons: names that look alike are equal. One character becomes at most 18."""
    remembered_by = models.ForeignKey("games.Device", null=True, on_delete=models.SET_NULL, related_name="players")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["remembered_by", "folded"],
                condition=models.Q(remembered_by__isnull=False),
                name="player_once_per_device",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A sitting: people at a table and their games. ``revision`` is that of its newest ledger entry, 0 at first.

    Only a database trigger changes ``revision``, with each entry (``games/models/guards.py``). ``chain_head`` is the
    code of where the ledger ends.

    ``redaction_count`` counts how often a phone's name was removed from what is shown of the ledger; the ledger itself
    stays. At a ``strict`` table, as in leagues, nothing hints at better plays; as that changes no score, it is not in
    the ledger.
    ``takeover``: players may take over the scoring on their own phones. ``account`` owns the table through its tokens,
    if one of them started it or it was imported; None for all others. ``origin`` is the account and archive of an
    imported table, so that it is not imported twice, or the key of a tryout table; None for all others. Imported
    entries have no device, only its label.

    ``report_count`` counts the reports and decisions beside the ledger (see ``Report``), ``last_report_revision`` is
    the table's revision at the last of them. ``request_count`` and ``last_request_revision`` are the same for requests
    to join and their answers; ``request_count`` counts calls for the referee and the round's clock, too. All only grow.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    revision = models.PositiveIntegerField(default=0)
    chain_head = models.CharField(max_length=MAC_LENGTH, blank=True)
    redaction_count = models.PositiveSmallIntegerField(default=0)
    strict = models.BooleanField(default=False)
    report_count = models.PositiveIntegerField(default=0)
    last_report_revision = models.PositiveIntegerField(default=0)
    request_count = models.PositiveIntegerField(default=0, db_default=0)
    last_request_revision = models.PositiveIntegerField(default=0, db_default=0)
    takeover = models.BooleanField(default=False)
    account = models.ForeignKey("games.Account", null=True, on_delete=models.SET_NULL, related_name="tables")
    origin = models.CharField(max_length=ORIGIN_LENGTH, null=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.public_id

    @property
    def changes_beside(self) -> int:
        """How often something changed beside the ledger: with the revision it identifies what a page shows."""
        return self.report_count + self.request_count

    @property
    def closes_at(self) -> datetime | None:
        """When a tryout table closes; None for all other tables, which never do."""
        return self.created_at + TRYOUT_LASTS if self.origin and self.origin.startswith(TRYOUT) else None

    @property
    def closed(self) -> bool:
        """Whether it is an expired tryout table, which nobody can open any more."""
        return self.closes_at is not None and self.closes_at <= timezone.now()


def closed_tables() -> models.Q:
    """Return the condition for tables that are ``closed``."""
    return models.Q(origin__startswith=TRYOUT, created_at__lte=timezone.now() - TRYOUT_LASTS)


class Seat(models.Model):
    """A seat at a table, numbered from 0 in the order of the deal. The ledger refers to seats only by these numbers."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"
