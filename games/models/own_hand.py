"""Hands that players enter on their own phones, stored until their round is saved."""

from django.db import models

from games.models.access import Device
from games.models.table import NAME_LENGTH, Table

HAND_LENGTH = 300
"""The longest hand, in characters of its text."""


class OwnHand(models.Model):
    """One player's hand for one round, shown once all hands are in.

    ``player`` is the player's number at the table, which no swap changes. ``cards`` is the hand as text
    (``games.forms.cards.cards_text``), ``device`` and ``by`` the phone it came from. ``revealed_by`` names the phone
    that revealed the hands before all were in, else "".

    It is not part of the ledger. An entry about the round deletes its hands; the start or end of a game deletes all
    hands of the table (``services.table.ledger``).
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
    """The player that a phone at a table belongs to, as last chosen on it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="own_seats")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="own_seats")
    player = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "device"], name="one_own_seat_per_device")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.device_id}/{self.player}"
