"""A night of a season: who is in the room, which table calls the referee, and the clock of the round."""

from django.db import models

from games.models.match import Match
from games.models.season import Entrant, Season


class Attendance(models.Model):
    """Whether an entrant is in the room on a night, as the desk said last. Without a row nobody said."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="attendances")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="attendances")
    night = models.DateField()
    here = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "night"], name="one_attendance_per_night")]

    def __str__(self) -> str:
        return f"{self.entrant_id}/{self.night}"


class RefereeCall(models.Model):
    """A call for the referee from a match's table, open until ``closed_at``.

    ``answered``: somebody came. Otherwise the table took it back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    answered = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(closed_at__isnull=True), name="one_open_call_per_match"
            ),
            models.CheckConstraint(
                condition=models.Q(answered=False) | models.Q(closed_at__isnull=False), name="answered_call_is_closed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.pk}"


class ClockEnd(models.TextChoices):
    """What a season asks of its tables when the time of a round is up."""

    HAND = "hand"
    GAME = "game"
    NOTHING = "nothing"


class RoundClock(models.Model):
    """The clock of a season's rounds: how long one lasts, and when the one that is played now is up.

    While it runs ``ends_at`` is set, while it is paused ``remaining`` (seconds), and neither while it is off. ``extra``
    are seconds more for single matches, by their number as text. ``last_hand_at`` is when the last hand was announced.
    ``minutes`` and ``at_end`` stay for the next round.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField()
    at_end = models.CharField(max_length=7, choices=ClockEnd)
    ends_at = models.DateTimeField(null=True)
    remaining = models.PositiveIntegerField(null=True)
    last_hand_at = models.DateTimeField(null=True)
    extra = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(at_end__in=ClockEnd.values), name="clock_end_is_known"),
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(remaining__isnull=True),
                name="clock_runs_or_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}"
