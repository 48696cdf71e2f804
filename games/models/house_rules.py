"""House rules, saved as changes to a preset, and which rules a phone used last."""

from typing import Any

from django.db import models

from games.models.access import Device
from games.models.entry import KEY_LENGTH
from games.models.table import NAME_LENGTH, new_public_id

PRESET_LENGTH = 40
"""The longest id of a preset, in characters."""


class HouseRules(models.Model):
    """Saved house rules; never changed: saving again makes new ones.

    ``changes`` are the parameters that differ from ``preset``, by name as JSON values. ``public_id`` is in the address;
    anyone who knows it may read and use the rules, which contain no names. ``owner`` is the phone that saved them, and
    ``key`` the idempotency key of that save.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    title = models.CharField(max_length=NAME_LENGTH)
    preset = models.CharField(max_length=PRESET_LENGTH)
    changes = models.JSONField()
    owner = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="house_rules")
    key = models.CharField(max_length=KEY_LENGTH, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="house_rules_once_per_key")]

    def __str__(self) -> str:
        return self.public_id

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store new house rules. Raises TypeError for those stored already: a link always shows the same rules."""
        if self.pk is not None:
            raise TypeError("house rules are never changed")
        super().save(*args, **kwargs)


class RulesUse(models.Model):
    """The last time (``used_at``) a phone saved or used some rules, which it is then offered first.

    ``house_rules`` is None for an unchanged preset.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="rules_used")
    preset = models.CharField(max_length=PRESET_LENGTH)
    house_rules = models.ForeignKey(HouseRules, null=True, on_delete=models.CASCADE, related_name="uses")
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device", "preset"], condition=models.Q(house_rules__isnull=True), name="preset_once_per_device"
            ),
            models.UniqueConstraint(
                fields=["device", "house_rules"],
                condition=models.Q(house_rules__isnull=False),
                name="house_rules_once_per_device",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.house_rules_id or self.preset}"
