"""The ledger: one immutable row for each event at a table, such as a round, a correction or a finished game."""

from typing import Any, Final

from django.db import models

from games.models.access import AccessLink, Device
from games.models.chain import Chained
from games.models.table import NAME_LENGTH, Table

KEY_LENGTH = 200
REASON_LENGTH = 200
MOST_ENTRIES: Final = 5_000
"""Entries of one table; games and rounds are fewer than entries."""
MOST_ROUNDS: Final = 1_000


class EntryKind(models.TextChoices):
    """The kind of event that an entry records."""

    START = "start"
    ROUND = "round"
    CORRECTION = "correction"
    VOID = "void"
    UNDO = "undo"
    SWAP = "swap"
    FINISH = "finish"
    REOPEN = "reopen"
    RULES = "rules"
    STAKES = "stakes"
    HANDOVER = "handover"
    PLAYERS = "players"


ABOUT_A_ROUND = (EntryKind.ROUND, EntryKind.CORRECTION, EntryKind.VOID)
NOT_ABOUT_A_ROUND = (
    EntryKind.START,
    EntryKind.SWAP,
    EntryKind.FINISH,
    EntryKind.REOPEN,
    EntryKind.RULES,
    EntryKind.STAKES,
    EntryKind.HANDOVER,
    EntryKind.PLAYERS,
)


class Entry(Chained):
    """One line of a table's ledger; never changed or deleted, nor is a table that has one.

    Database triggers enforce that, and gapless revisions (``games/models/guards.py``).

    ``facts`` are the declared facts, ``result`` is the score they gave (both versioned JSON, see
    ``games.rules.ledger``); ``digest`` is the SHA-256 of kind, game, round and facts; ``key`` the writer's idempotency
    key. ``by`` is the device's label at the time.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries")
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EntryKind)
    game = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField(null=True)
    facts = models.JSONField()
    result = models.JSONField(null=True)
    digest = models.CharField(max_length=64)
    key = models.CharField(max_length=KEY_LENGTH)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.RESTRICT, related_name="+")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    class Meta(Chained.Meta):
        abstract = False
        ordering = ["revision"]
        indexes = [models.Index(fields=["key"], condition=models.Q(revision=1), name="table_by_its_first_key")]
        constraints = [
            models.UniqueConstraint(fields=["table", "revision"], name="one_entry_per_revision"),
            models.UniqueConstraint(fields=["table", "key"], name="one_entry_per_key"),
            models.UniqueConstraint(
                fields=["table", "game", "round"], condition=models.Q(kind="round"), name="one_first_entry_per_round"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=EntryKind.values), name="entry_kind_is_known"),
            models.CheckConstraint(condition=models.Q(revision__gte=1, game__gte=1), name="entry_counts_from_one"),
            models.CheckConstraint(
                condition=models.Q(revision__lte=MOST_ENTRIES, game__lte=MOST_ENTRIES)
                & (models.Q(round__isnull=True) | models.Q(round__lte=MOST_ENTRIES)),
                name="entry_numbers_have_an_end",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=ABOUT_A_ROUND, round__isnull=False, round__gte=1)
                | models.Q(kind__in=NOT_ABOUT_A_ROUND, round__isnull=True)
                | models.Q(kind=EntryKind.UNDO),
                name="entry_names_its_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.revision} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new entry. Raises TypeError for one that is stored already: the ledger only grows."""
        if self.pk is not None:
            raise TypeError("an entry of the ledger is never changed")
        super().save(*args, **kwargs)
