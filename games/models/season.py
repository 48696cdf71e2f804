"""Seasons: their rules, entrants, teams and penalties."""

from django.db import models
from django.utils import timezone

from games.models.chain import History
from games.models.entry import KEY_LENGTH, REASON_LENGTH
from games.models.house_rules import PRESET_LENGTH
from games.models.league import League, Member
from games.models.table import NAME_LENGTH, new_public_id

LARGEST_NUMBER = 1_000_000
"""An upper bound for numbers here: SQLite would store any number, PostgreSQL refuses large ones."""
MOST_GROUPS = 26
"""The largest number of groups in a season: each has a letter."""
LARGEST_HANDICAP = 1000
"""The most points that anyone may start a game with."""


class Pairing(models.TextChoices):
    """How a season's matches are made."""

    FREE = "free"
    """Any two may play, and it counts."""
    ROUND_ROBIN = "round_robin"
    DOUBLE = "double"
    GROUPS = "groups"
    """Everyone meets everyone of their group; those at the top of each go on to a bracket, a season of its own."""
    TRIOS = "trios"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    CONSOLATION = "consolation"
    """A knock-out in which those who lose their first match play on for the places behind."""
    DOUBLE_ELIMINATION = "double_elimination"
    """Two losses, and you're out."""
    SCRIPT = "script"
    """Written by the organizer."""


PLANNED_BRACKETS = (Pairing.CONSOLATION, Pairing.DOUBLE_ELIMINATION)
"""Brackets in which one loss isn't the end; each match has its number in a plan (``Match.bracket_match``)."""
BRACKETS = (Pairing.KNOCKOUT, *PLANNED_BRACKETS)
"""Pairings in which the bracket decides the places."""
DRAWN_BY_ROUND = (Pairing.SWISS, *BRACKETS)
"""Pairings in which a round is drawn from the results of the ones before."""
SEEDED = (Pairing.GROUPS, *DRAWN_BY_ROUND)
"""Pairings that look at the seeds."""


class Season(History):
    """A season of a league. ``revision`` counts every change that its pages show.

    ``preset`` and ``house_rules`` are the rule set of its games, ``rules_title`` names it; ``rules`` are the season's
    own rules (``games.rules.league.season``). ``teams``: teams compete. ``hidden_until`` is when the standings are
    shown again to those who do not run the league; None: they always are. Nothing counts after ``closed_at``. ``key``
    is the idempotency key of its start, and the seed for drawing lots. ``group_stage`` is the season of groups from
    which the entrants of this bracket come.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH)
    preset = models.CharField(max_length=PRESET_LENGTH)
    house_rules = models.JSONField(default=dict)
    rules_title = models.CharField(max_length=NAME_LENGTH, blank=True)
    rules = models.JSONField(default=dict)
    pairing = models.CharField(max_length=20, choices=Pairing)
    teams = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)
    hidden_until = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    key = models.CharField(max_length=KEY_LENGTH)
    group_stage = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="final_stages")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(History.Meta):
        abstract = False
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="one_season_per_key"),
            models.CheckConstraint(condition=models.Q(pairing__in=Pairing.values), name="pairing_is_known"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def table_shown(self) -> bool:
        """Whether everyone who may see the season may see its standings, too."""
        return self.hidden_until is None or self.hidden_until <= timezone.now()


class Entrant(models.Model):
    """A competitor in a season: one member, or a team with its own name.

    ``seed`` orders the entrants for Swiss and knock-out (1 is the strongest; None comes last). ``joined_on`` and
    ``withdrawn_on`` are dates in the league's time zone. ``group`` is the number of their group (1 is A), None before a
    draw and in seasons without groups. ``handicap`` is what they start each game with that begins from now on.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    """A team's name; "" for a member, who has their own."""
    member = models.ForeignKey(Member, null=True, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(null=True)
    group = models.PositiveSmallIntegerField(null=True)
    handicap = models.PositiveSmallIntegerField(default=0)
    joined_on = models.DateField()
    withdrawn_on = models.DateField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "member"], name="one_entrant_per_member"),
            models.CheckConstraint(
                condition=models.Q(seed=None) | models.Q(seed__range=(1, LARGEST_NUMBER)), name="seed_has_an_end"
            ),
            models.CheckConstraint(
                condition=models.Q(group=None) | models.Q(group__range=(1, MOST_GROUPS)), name="group_has_a_letter"
            ),
            models.CheckConstraint(
                condition=models.Q(handicap__range=(0, LARGEST_HANDICAP)), name="handicap_has_an_end"
            ),
            models.UniqueConstraint(fields=["season", "name"], condition=~models.Q(name=""), name="one_team_of_a_name"),
            models.CheckConstraint(
                condition=models.Q(name="", member__isnull=False) | (~models.Q(name="") & models.Q(member=None)),
                name="entrant_is_a_member_or_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.pk}"


class Teammate(models.Model):
    """A member's time in a team, from one date to another."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teammates")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="teammates")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="teams")
    joined_on = models.DateField()
    left_on = models.DateField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "member"], condition=models.Q(left_on__isnull=True), name="one_team_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}/{self.member_id}"


class Penalty(models.Model):
    """League points deducted from an entrant (below 0: added), with the reason, until lifted."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="penalties")
    points = models.IntegerField()
    reason = models.CharField(max_length=REASON_LENGTH)
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__range=(-LARGEST_NUMBER, LARGEST_NUMBER)), name="penalty_has_an_end"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}/{self.points}"
