"""Files that were brought and looked at, until somebody says that they are to be taken over."""

from django.db import models

from games.models.account import Account
from games.models.season import Season


class SheetUpload(models.Model):
    """A season's members or results as text, kept between the trial and the word to take them over; a day at most."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="uploads")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="uploads")
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.season_id}/{self.pk}"
