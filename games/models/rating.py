"""Ratings: a statistic beside the tables of a league, derived from its results and from nothing else."""

from django.db import models

from games.models.fixture import Fixture
from games.models.league import League, Member


class RatingBook(models.Model):
    """All ratings of a league, across its seasons; locked while they are written."""

    league = models.OneToOneField(League, primary_key=True, on_delete=models.CASCADE, related_name="ratings")

    def __str__(self) -> str:
        return str(self.league_id)


class RatingStep(models.Model):
    """What a member's rating was after one match of his.

    ``mu`` is the estimate of his strength, ``sigma`` its uncertainty, both on the scale of the model. Matches are rated
    in the order of ``night`` (the fixture's; the first of all dates where it has none) and fixture; ``number`` counts
    the member's own from 1.
    """

    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="steps")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rating_steps")
    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="rating_steps")
    night = models.DateField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ["member", "number"]
        indexes = [models.Index(fields=["book", "night", "fixture"], name="rating_steps_in_order")]
        constraints = [models.UniqueConstraint(fields=["member", "number"], name="one_rating_step_of_a_number")]

    def __str__(self) -> str:
        return f"{self.member_id}/{self.number}"
