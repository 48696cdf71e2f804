"""Reports: another phone's version of a round that is on the sheet, either a confirmation or an open question."""

from django.db import models

from games.models.access import AccessLink, Device
from games.models.entry import KEY_LENGTH, REASON_LENGTH
from games.models.table import NAME_LENGTH, Table


class Decision(models.TextChoices):
    """The decision about a version that differed from the sheet."""

    KEPT = "kept"
    TAKEN = "taken"
    OBSOLETE = "obsolete"


class Report(models.Model):
    """A version of a round that did not go into the ledger, because the round was on the sheet already.

    ``revision`` is that of the round it was compared with. If it ``agrees``, it confirms the round; if not, it is an
    open question until there is a ``decision``: a person kept the sheet, or took this version (by a correction), or the
    question became obsolete. ``facts``, ``result``, ``digest``, ``key`` and ``reason`` are as in the ledger, but a
    report scores nothing.

    ``link`` is None for an imported report. Sheets of the past show it from right after entry ``since`` on, and as an
    open question until before entry ``until``.
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
