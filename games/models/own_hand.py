"""Hands that wait: each player's own, entered on his own phone, until the round they belong to is saved."""

from django.db import models

from games.models.access import Device
from games.models.table import NAME_LENGTH, Table

HAND_LENGTH = 300
"""The longest hand, in characters of its text."""


class OwnHand(models.Model):
    """A hand that was laid down for one round and one player, to be shown once all are.

    ``player`` is the number of the player's own seat at the table, which no swap changes. ``cards`` are the hand as
    text (``games.forms.cards_text``), ``device`` and ``by`` whose phone it came from. ``revealed_by`` names the phone
    that had the hands shown before all were there, "" where none did.

    This is no part of the ledger. Whoever writes an entry about the round deletes its rows with it, and all of the
    table's where a game begins or is finished (``services.ledger``): a hand has its place on the sheet then, or none.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="own_hands")
    game = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    player = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=HAND_LENGTH)
    revealed_by = models.CharField(max_length=NAME_LENGTH, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="own_hands")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    class Meta:
        ordering = ["player"]
        constraints = [
            models.UniqueConstraint(fields=["table", "game", "round", "player"], name="one_own_hand_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.game}/{self.round}/{self.player}"


class OwnSeat(models.Model):
    """Who holds a phone at a table: the ``player`` whose hand it was last said to enter."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="own_seats")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="own_seats")
    player = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "device"], name="one_own_seat_per_device")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.device_id}/{self.player}"
