"""Shared games: links to the summary of one game, for people without access to its table."""

from django.db import models

from games.models.table import Table

LANGUAGE_LENGTH = 16


class SharedGame(models.Model):
    """A link that shows the summary of one game, and nothing else of its table, until it is revoked.

    Only the hash of its secret is stored; see ``AccessLink`` for ``nonce``. ``began`` is the revision of the entry that
    started the game, because its number can become another game's once that entry is undone. ``language`` is that of
    the person who shared it, used for programs that request none.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shared_games")
    game = models.PositiveSmallIntegerField()
    began = models.PositiveIntegerField()
    nonce = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    language = models.CharField(max_length=LANGUAGE_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "game"], condition=models.Q(revoked_at__isnull=True), name="game_shared_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.game}"
