"""The matches of a season: who meets when and where, the table, the result derived from it, and checks."""

from collections.abc import Sequence

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models

from games.models.access import Device
from games.models.entry import MOST_ENTRIES, REASON_LENGTH
from games.models.league import Member, Place
from games.models.season import LARGEST_NUMBER, Entrant, Season
from games.models.table import NAME_LENGTH, Table
from games.rules.league.results import Outcome, RequestedBye
from games.rules.match import RESULT_FIELDS

LARGEST_BRACKET_MATCH = 30_000
"""The largest number in the plan of a bracket."""


class MatchState(models.TextChoices):
    """The state of a match."""

    PLANNED = "planned"
    RUNNING = "running"
    """At least one round is on its sheet; the current score counts."""
    PLAYED = "played"
    FORFEITED = "forfeited"
    BYE = "bye"
    CANCELED = "canceled"
    """It does not count."""


COUNTING = (MatchState.RUNNING, MatchState.PLAYED, MatchState.FORFEITED, MatchState.BYE)
"""The states whose results count in the standings."""


class Match(models.Model):
    """A match of a season, with its ``number`` there. ``round`` is the round of the draw, None outside a draw.

    ``night`` is its date in the league's time zone, None while that is open; ``at`` the time of day. ``final``: the
    result is not provisional, as it was played to its end and every round is confirmed as the season requires.
    ``stopped``: the organizer counts it with the score it had. ``requested_bye`` is the kind of a bye that its entrant
    asked for, "" for the pairing's own, and for a match.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(null=True)
    bracket_match = models.PositiveSmallIntegerField(null=True, validators=[MaxValueValidator(LARGEST_BRACKET_MATCH)])
    """Its number in the plan of a double elimination or of a knock-out with a consolation. None in other seasons."""
    night = models.DateField(null=True)
    at = models.TimeField(null=True)
    place = models.ForeignKey(Place, null=True, on_delete=models.SET_NULL, related_name="matches")
    state = models.CharField(max_length=9, choices=MatchState, default=MatchState.PLANNED)
    final = models.BooleanField(default=False)
    stopped = models.BooleanField(default=False)
    requested_bye = models.CharField(max_length=4, blank=True, choices=[(kind, kind) for kind in RequestedBye])
    imported = models.CharField(max_length=64, blank=True)
    """The SHA-256 of an imported result, so that the same file adds nothing twice; "" for a match played here."""
    typed_result = models.JSONField(null=True, default=None)
    """A result typed from paper: for each side in order its points, boxes, gins, shutouts and games. None without one.

    It counts until the rounds at the match's table are complete.
    """
    table = models.OneToOneField(Table, null=True, on_delete=models.PROTECT, related_name="match")

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["season", "night"], name="matches_of_a_night"),
            models.Index(fields=["season", "state"], name="matches_of_a_state"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_match_of_a_number"),
            models.UniqueConstraint(
                fields=["season", "imported"], condition=~models.Q(imported=""), name="one_match_per_imported_line"
            ),
            models.CheckConstraint(condition=models.Q(state__in=MatchState.values), name="match_state_is_known"),
            models.CheckConstraint(
                condition=models.Q(requested_bye__in=("", *RequestedBye)), name="requested_bye_is_known"
            ),
            models.CheckConstraint(condition=models.Q(number__lte=LARGEST_NUMBER), name="match_number_has_an_end"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.number}"

    @property
    def bye_outcome(self) -> Outcome:
        """What its bye counts as for its only side, as far as pages show an outcome."""
        return Outcome.DRAW if self.requested_bye == RequestedBye.HALF else Outcome.WIN

    @property
    def awaits_rounds(self) -> bool:
        """Whether its result was typed from paper, so that its rounds can be entered later."""
        return self.state == MatchState.PLAYED and self.typed_result is not None and self.table_id is None


class MatchSide(models.Model):
    """One entrant's side of a match, with its result, derived from the table.

    ``outcome`` is "win", "draw", "loss", or "" while nothing counts. ``points`` are game points, bonuses included,
    ``against`` those of the best other side; ``boxes``, ``gins`` (gin and big gin), ``shutouts`` scored and ``games``
    won are counts; ``led_boxes``: no other side had as many boxes.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    position = models.PositiveSmallIntegerField()
    """From 0, in seat order; the first deals first."""
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="sides")
    opponent = models.ForeignKey(Entrant, null=True, on_delete=models.SET_NULL, related_name="+")
    """The only other entrant, so that results against each are added up without a join; None with several others."""
    outcome = models.CharField(max_length=4, blank=True)
    points = models.IntegerField(default=0)
    against = models.IntegerField(default=0)
    boxes = models.IntegerField(default=0)
    gins = models.PositiveIntegerField(default=0)
    shutouts = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    led_boxes = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        indexes = [
            # Everything that the standings add up, so that they are read from this index alone.
            models.Index(
                fields=["entrant", "opponent", "outcome", "match", *RESULT_FIELDS[1:]],
                name="sides_of_the_table",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_side_per_position"),
            models.UniqueConstraint(fields=["match", "entrant"], name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=models.Q(outcome__in=("", "win", "draw", "loss")), name="outcome_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.position}"


def sides_for(match: Match, entrants: Sequence[Entrant]) -> list[MatchSide]:
    """Return the unsaved sides of a new match; one entrant alone has a bye, which counts as won, or half of it."""
    return [
        MatchSide(
            match=match,
            position=position,
            entrant=entrant,
            opponent=entrants[1 - position] if len(entrants) == 2 else None,
            outcome=match.bye_outcome if len(entrants) == 1 else "",
        )
        for position, entrant in enumerate(entrants)
    ]


class MatchSeat(models.Model):
    """A member who plays a match for a side. ``seat`` is the player's number at the table."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="match_seats")
    seat = models.PositiveSmallIntegerField()
    substitute = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_member_per_match_seat"),
            models.UniqueConstraint(fields=["match", "member"], name="nobody_sits_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Verdict(models.TextChoices):
    """A verdict on a round that was entered."""

    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    APPROVED = "approved"
    """By a referee, which is final."""
    CHECKED = "checked"
    """The organizer's tick, which changes nothing."""


class RoundCheck(models.Model):
    """A verdict on a round in its version of ``revision``; a later correction has to be checked again.

    ``side`` is the position that confirmed or disputed it; None for a referee or organizer.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="checks")
    game = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    verdict = models.CharField(max_length=9, choices=Verdict)
    side = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(verdict__in=Verdict.values), name="verdict_is_known"),
            models.CheckConstraint(
                condition=models.Q(game__lte=MOST_ENTRIES, round__lte=MOST_ENTRIES, revision__lte=MOST_ENTRIES),
                name="check_numbers_have_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.game}/{self.round} {self.verdict}"
