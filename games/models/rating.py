"""Ratings of a league's members, derived from its results alone."""

from django.db import models

from games.models.league import League, Member
from games.models.match import Match


class RatingBook(models.Model):
    """The ratings of a league across its seasons: the row to lock while they are written."""

    league = models.OneToOneField(League, primary_key=True, on_delete=models.CASCADE, related_name="ratings")

    def __str__(self) -> str:
        return str(self.league_id)


class RatingStep(models.Model):
    """A member's rating after one of their matches.

    ``mu`` is the estimated strength, ``sigma`` its uncertainty, both on the rating model's scale. Matches are rated in
    order of ``night`` (the match's, or the earliest date if it has none) and match; ``number`` counts the member's
    matches from 1.
    """

    rating_book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="steps")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rating_steps")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_steps")
    night = models.DateField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ["member", "number"]
        indexes = [models.Index(fields=["rating_book", "night", "match"], name="rating_steps_in_order")]
        constraints = [models.UniqueConstraint(fields=["member", "number"], name="one_rating_step_of_a_number")]

    def __str__(self) -> str:
        return f"{self.member_id}/{self.number}"
