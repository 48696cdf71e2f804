"""Issued seals of games and seasons, so that a seal can be looked up and compared with the current data."""

from django.db import models

from games.models.chain import Chained
from games.models.season import Season
from games.models.table import Table

SEAL_LENGTH = 16
DIGEST_LENGTH = 64


class SealKind(models.TextChoices):
    """The kinds of things that are sealed."""

    GAME = "game"
    SEASON = "season"


class Seal(Chained):
    """An issued seal. Database triggers refuse to change or delete it (``games/models/guards.py``).

    ``seal`` is its text without hyphens, the beginning of ``digest``, the SHA-256 of a document. It is about a
    ``season``, or a ``game`` at a ``table``, at that ``revision``. ``bare`` is the SHA-256 of the document without its
    names, and ``names`` has a hash for each name, so that an erased name does not look like a forgery. ``mac`` is over
    all of these.
    """

    kind = models.CharField(max_length=6, choices=SealKind)
    seal = models.CharField(max_length=SEAL_LENGTH, db_index=True)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    bare = models.CharField(max_length=DIGEST_LENGTH)
    names = models.JSONField(default=list)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="seals")
    game = models.PositiveSmallIntegerField(null=True)
    season = models.ForeignKey(Season, null=True, on_delete=models.PROTECT, related_name="seals")
    revision = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta(Chained.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seal", "table", "game"], condition=models.Q(kind="game"), name="game_sealed_once"
            ),
            models.UniqueConstraint(
                fields=["seal", "season"], condition=models.Q(kind="season"), name="season_sealed_once"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=SealKind.values), name="seal_kind_is_known"),
            models.CheckConstraint(
                condition=models.Q(kind="game", table__isnull=False, game__isnull=False, season=None)
                | models.Q(kind="season", season__isnull=False, table=None, game=None),
                name="seal_says_what_it_is_of",
            ),
        ]

    def __str__(self) -> str:
        return self.seal
