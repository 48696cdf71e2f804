"""What another phone said of a round that stands: it said the same, or something else, which is a question."""

from django.db import models

from games.models.access import AccessLink, Device
from games.models.entry import KEY_LENGTH, REASON_LENGTH
from games.models.table import NAME_LENGTH, Table


class Decision(models.TextChoices):
    """What became of a version that was not the one on the sheet."""

    KEPT = "kept"
    TAKEN = "taken"
    OBSOLETE = "obsolete"


class Report(models.Model):
    """A version of a round that did not go into the ledger, because the round stood there already.

    ``revision`` is that of the round it was compared with. Where it ``agrees`` it confirms the round; where it does
    not, it is an open question until ``decision`` says otherwise: a person kept what stood, or took this version
    (which made a correction), or the question became obsolete. ``facts``, ``result``, ``digest``, ``key`` and
    ``reason`` are as in the ledger, of which this is no part: it scores nothing.

    ``link`` is None for one that came in an archive.
    It is seen in what stood right after entry ``since`` of the table and later; as a question, before entry ``until``.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    game = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    facts = models.JSONField()
    result = models.JSONField()
    digest = models.CharField(max_length=64)
    agrees = models.BooleanField()
    key = models.CharField(max_length=KEY_LENGTH)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.RESTRICT, related_name="+")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()
    since = models.PositiveIntegerField()
    decision = models.CharField(max_length=8, choices=Decision, blank=True)
    decided_key = models.CharField(max_length=KEY_LENGTH, blank=True)
    decided_device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="+")
    decided_by = models.CharField(max_length=NAME_LENGTH, blank=True)
    decided_at = models.DateTimeField(null=True)
    until = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "game", "round"], name="reports_of_a_round")]
        constraints = [
            models.UniqueConstraint(fields=["table", "key"], name="one_report_per_key"),
            models.CheckConstraint(
                condition=models.Q(revision__gte=1, game__gte=1, round__gte=1), name="report_counts_from_one"
            ),
            models.CheckConstraint(
                condition=models.Q(decision="", decided_at__isnull=True, until__isnull=True)
                | models.Q(decision__in=Decision.values, agrees=False, decided_at__isnull=False, until__isnull=False),
                name="report_is_decided_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.game}/{self.round} {self.by}"
