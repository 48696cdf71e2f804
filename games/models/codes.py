"""Short codes that people read out: to ask for a place at a table, and to take all games to a new phone."""

from django.db import models

from games.models.access import Device, Role
from games.models.table import NAME_LENGTH, Table, new_public_id


class JoinCode(models.Model):
    """Four letters with which somebody may ask to join a table, shown on its Invite page.

    Only a keyed hash of the code is stored; the page derives the code again from ``nonce`` and the server's key. Each
    look at the page moves ``expires_at``, up to ten minutes after ``made_at``. Rows are deleted a day later, so that an
    expired code is not mistaken for a wrong one.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="join_codes")
    nonce = models.CharField(max_length=32)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table_id}"


class JoinState(models.TextChoices):
    """What became of a request to join."""

    ASKED = "asked"
    ADMITTED = "admitted"
    DECLINED = "declined"


class JoinRequest(models.Model):
    """A phone with the code of a table asks to join it as ``label``; a phone that keeps the score there answers.

    ``role`` is what it asks for, to watch or to score. ``answered_by`` is the label of the phone that answered.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="join_requests")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="join_requests")
    role = models.CharField(max_length=5, choices=Role)
    label = models.CharField(max_length=NAME_LENGTH)
    state = models.CharField(max_length=8, choices=JoinState, default=JoinState.ASKED)
    asked_at = models.DateTimeField()
    answered_by = models.CharField(max_length=NAME_LENGTH, blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "device"], name="one_join_request_per_table_and_device"),
            models.CheckConstraint(condition=models.Q(role__in=[Role.WATCH, Role.SCORE]), name="join_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.public_id}"


class GamesMove(models.Model):
    """A code that moves all games of ``device`` to another phone, once, within ten minutes.

    The other phone then becomes ``device``, with all it owns. The phone before gets ``left_behind``, a device of its
    own without games, by which it is recognized and told. Only a keyed hash of the code is stored (see ``JoinCode``).
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="moves")
    nonce = models.CharField(max_length=32)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    left_behind = models.OneToOneField(Device, null=True, on_delete=models.CASCADE, related_name="moved_away")

    def __str__(self) -> str:
        return f"{self.device_id}"
