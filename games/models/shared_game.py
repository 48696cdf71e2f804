"""The summary of a game that somebody at the table shared with people who have no right there."""

from django.db import models

from games.models.table import Table

LANGUAGE_LENGTH = 16


class SharedGame(models.Model):
    """A link that shows how one game came out, and nothing else of its table, until it is taken back.

    Of its secret only the SHA-256 hash is stored; see ``AccessLink`` for ``nonce``. ``began`` is the revision of the
    entry that started the game: its number may come to be another game's, once that entry is undone. ``language`` is
    that of whoever shared it, in which it is told to programs that name none.
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
