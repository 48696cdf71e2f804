"""The chain: codes that reveal a change of a ledger or of a league's history that was made past the program.

Every entry of a ledger and every event of a league has a code, a MAC made with the server's key over its own content
and the code before it. ``games.selectors.chains`` says what it covers.
"""

from django.db import models

MAC_LENGTH = 64
"""A SHA-256 in hexadecimal."""


class ChainKey(models.Model):
    """A key of the chain: derived from the server's secret and ``number``, and stored nowhere.

    ``check_value`` distinguishes a changed server secret from a code that does not match.
    """

    number = models.PositiveIntegerField(unique=True)
    check_value = models.CharField(max_length=MAC_LENGTH)
    begun_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.number)


class History(models.Model):
    """A league or a season, whose events are a chain: how many there are, and the code of where they end."""

    history_length = models.PositiveIntegerField(default=0)
    history_head = models.CharField(max_length=MAC_LENGTH, blank=True)

    class Meta:
        abstract = True


class Chained(models.Model):
    """A row with a code: ``mac``, made with the key of the number ``chain_key``."""

    chain_key = models.PositiveIntegerField()
    mac = models.CharField(max_length=MAC_LENGTH)

    class Meta:
        abstract = True
