"""Row seals: a chain of MACs beside the data, made with the server's key, that reveals changes made past the program.

How a seal is made, and which columns it covers, is in ``games.sealing``. Seals are append-only: database triggers
refuse to change or delete one (``games/models/guards.py``).
"""

from django.db import models

from games.models.entry import Entry

CHAIN_LENGTH = 40
MAC_LENGTH = 64
"""A SHA-256 in hexadecimal."""


class SealAction(models.TextChoices):
    """What happened to the row of a seal."""

    MADE = "made"
    CHANGED = "changed"
    REMOVED = "removed"
    IMPORTED = "imported"
    """It was imported from an archive or a file; its earlier history is not known here."""
    SINCE = "since"
    """It existed already when sealing began."""
    ERASED = "erased"
    """The salt of a name was deleted: seals over that name can no longer be checked."""


class SealKey(models.Model):
    """A sealing key: derived from the server's secret and ``number``, and stored nowhere.

    ``check_value`` distinguishes a changed server secret from a seal that does not match.
    """

    number = models.PositiveIntegerField(unique=True)
    check_value = models.CharField(max_length=MAC_LENGTH)
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.number)


class SealSalt(models.Model):
    """The salt for sealing the names of one person (``subject``); deleted when the person is erased."""

    subject = models.CharField(max_length=80, unique=True)
    salt = models.CharField(max_length=MAC_LENGTH)

    def __str__(self) -> str:
        return self.subject


class SealHead(models.Model):
    """The end of a chain: its ``length``, the ``mac`` of its last seal, and ``head``, a MAC over both.

    Former heads are stored nowhere, so the end of a chain cannot be cut off unnoticed.
    """

    chain = models.CharField(max_length=CHAIN_LENGTH, primary_key=True)
    length = models.PositiveIntegerField()
    mac = models.CharField(max_length=MAC_LENGTH)
    head = models.CharField(max_length=MAC_LENGTH)
    key = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.chain


class EntrySeal(models.Model):
    """The seal of one ledger entry, over all its columns and the seal of the entry before.

    ``by`` is the salted code of the name beside the entry, ``salt`` the number of its salt.
    """

    # The database refuses to delete an entry.
    entry = models.OneToOneField(Entry, primary_key=True, on_delete=models.DO_NOTHING, related_name="seal")
    how = models.CharField(max_length=8, choices=SealAction)
    key = models.PositiveIntegerField()
    salt = models.BigIntegerField()
    by = models.CharField(max_length=MAC_LENGTH)
    mac = models.CharField(max_length=MAC_LENGTH)

    def __str__(self) -> str:
        return str(self.entry_id)


class RowSeal(models.Model):
    """A change of a row other than a ledger entry: seal ``number`` of its ``chain``, over the one before.

    ``of`` is the row's database table, ``row`` its primary key as text; ``said`` its columns afterwards, as JSON from
    which no text can be read.
    """

    chain = models.CharField(max_length=CHAIN_LENGTH)
    number = models.PositiveIntegerField()
    of = models.CharField(max_length=40)
    row = models.CharField(max_length=64)
    how = models.CharField(max_length=8, choices=SealAction)
    said = models.TextField()
    at = models.DateTimeField()
    key = models.PositiveIntegerField()
    mac = models.CharField(max_length=MAC_LENGTH)

    class Meta:
        indexes = [models.Index(fields=["of", "row", "number"], name="seals_of_a_row")]
        constraints = [
            models.UniqueConstraint(fields=["chain", "number"], name="one_seal_of_a_number"),
            models.CheckConstraint(condition=models.Q(how__in=SealAction.values), name="seal_says_what_happened"),
        ]

    def __str__(self) -> str:
        return f"{self.chain}/{self.number}"
