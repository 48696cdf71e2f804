"""Uploaded files with members or results, stored between their preview and their import."""

from django.db import models

from games.models.account import Account
from games.models.season import Season


class SheetUpload(models.Model):
    """An uploaded text with a season's members or results, stored until it is imported, for a day at most."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="uploads")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="uploads")
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.season_id}/{self.pk}"
