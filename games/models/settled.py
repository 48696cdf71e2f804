"""Settled rows: one per seat of a finished game, derived from the ledger, for standings and statistics."""

from django.db import models

from games.models.table import Player, Table


class SettledSeat(models.Model):
    """The result of a finished game for one player; in a team, the team's result.

    ``points`` are those of the rounds and of a handicap, ``total`` includes every bonus; ``boxes``, ``hands_won`` and
    ``rounds`` are counts. ``complete`` is False for a game that was finished before a side reached the target; it has
    no shutout.
    ``from_paper`` is True for a game that began with a score from paper: ``points``, ``boxes`` and ``hands_won``
    include that score, ``rounds`` are only those entered here. ``revision`` is the table's when the row was written.
    From ``hands`` on: the player's own statistics, as in ``games.rules.analysis.statistics.SeatStatistics``.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="settled")
    game = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="settled")
    points = models.IntegerField()
    total = models.IntegerField()
    boxes = models.IntegerField()
    hands_won = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    won = models.BooleanField()
    shutout = models.BooleanField()
    complete = models.BooleanField()
    from_paper = models.BooleanField(default=False)
    revision = models.PositiveIntegerField()
    hands = models.PositiveIntegerField(default=0)
    knocks = models.PositiveIntegerField(default=0)
    knock_deadwood = models.PositiveIntegerField(default=0)
    gins = models.PositiveIntegerField(default=0)
    big_gins = models.PositiveIntegerField(default=0)
    undercuts = models.PositiveIntegerField(default=0)
    undercut_by = models.PositiveIntegerField(default=0)
    caught = models.PositiveIntegerField(default=0)
    caught_points = models.PositiveIntegerField(default=0)
    biggest = models.PositiveIntegerField(default=0)
    comeback = models.PositiveIntegerField(default=0)
    shown = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [models.UniqueConstraint(fields=["table", "game", "seat"], name="settled_once")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.game}/{self.seat}"
