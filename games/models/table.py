"""A table, the seats at it, and the people in them."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils import timezone

NAME_LENGTH = 60
"""The longest name of a person, table or device, in characters."""
ORIGIN_LENGTH = 100
TRYOUT: Final = "tryout:"
"""What ``origin`` of a table begins with that somebody made to try things out."""
TRYOUT_LASTS: Final = timedelta(days=7)


def new_public_id() -> str:
    """A table's public id: random, and of no use without a link."""
    return secrets.token_hex(8)


class Player(models.Model):
    """A person, under the name used at the table. A device remembers the people it seated."""

    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=18 * NAME_LENGTH)
    """The name as it is compared: two names that look alike fold alike, one character into at most 18."""
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
    """A sitting. ``revision`` is that of the newest entry in its ledger, and the only clock of the table.

    The database itself moves it, with each entry, and to nothing else: 0 at first (``games/migrations/_guards.py``).

    ``forgot`` counts how often the name of a phone was taken out of what is shown of the ledger, which itself stays.
    At a ``strict`` table, as leagues play, nothing says or hints what could have been better. It changes no score, and
    so it is no entry of the ledger. ``takeover`` is whether players may take over the scoring on phones of their own.
    ``account`` owns the table by its tokens, where one of them started it or it brought it; None for all others.
    ``origin`` is the account and the archive that it came in, so that the same archive brings no second one; None for a
    table that began here. Who made the entries of an archive is not known here, only what they were called. A table to
    try things out has one of its own, made of the key it was started under.
    ``account`` owns the table by its tokens, where one of them started it; None for all others. ``hooked`` tells that
    a webhook may be there: of any other table nobody is told, and to find that out costs nothing.

    ``said`` counts what was said of rounds beside the ledger (see ``Report``), the decisions that made no entry
    included; ``said_at`` is the revision at which the last of it was said. Both only grow.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    revision = models.PositiveIntegerField(default=0)
    forgot = models.PositiveSmallIntegerField(default=0)
    strict = models.BooleanField(default=False)
    said = models.PositiveIntegerField(default=0)
    said_at = models.PositiveIntegerField(default=0)
    takeover = models.BooleanField(default=False)
    account = models.ForeignKey("games.Account", null=True, on_delete=models.SET_NULL, related_name="tables")
    hooked = models.BooleanField(default=False, db_default=False)
    origin = models.CharField(max_length=ORIGIN_LENGTH, null=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.public_id

    @property
    def closes_at(self) -> datetime | None:
        """When a table to try things out closes; None for all others, which never do."""
        return self.created_at + TRYOUT_LASTS if self.origin and self.origin.startswith(TRYOUT) else None

    @property
    def closed(self) -> bool:
        """Whether it is a table to try things out whose time is over: then it is there for nobody."""
        return self.closes_at is not None and self.closes_at <= timezone.now()


def closed_tables() -> models.Q:
    """Which tables are ``closed``."""
    return models.Q(origin__startswith=TRYOUT, created_at__lte=timezone.now() - TRYOUT_LASTS)


class Seat(models.Model):
    """A place at a table, numbered from 0 in the order of the deal. The ledger knows seats only by these numbers."""

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
