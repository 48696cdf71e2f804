"""Access to a table: links, the devices that accepted them, and the passes that those devices hold."""

from django.db import models

from games.models.table import NAME_LENGTH, Table


class Role(models.TextChoices):
    """What a link lets its holder do; each role includes the ones before it."""

    WATCH = "watch"
    SCORE = "score"
    OWNER = "owner"


class Device(models.Model):
    """A phone or browser, identified by a cookie of which only the SHA-256 hash is stored.

    ``former_hash`` is that of the former cookie, which is valid until the new one is used: the response that set it may
    have been lost.
    """

    secret_hash = models.CharField(max_length=64, unique=True)
    former_hash = models.CharField(max_length=64, null=True, unique=True)
    label = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.label


class AccessLink(models.Model):
    """A capability: the holder of its secret has its role at its table, until it is revoked.

    Only the secret's SHA-256 hash is stored; for the owner's page the secret is derived again from ``nonce`` and the
    server's key, so a copy of the database alone opens nothing. A link made for an account's API token (``api_token``)
    has no known secret: it stands for what the token may do at the table. There is one for each role that the token has
    had there, so that every entry shows by which right it was made.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=5, choices=Role)
    label = models.CharField(max_length=NAME_LENGTH)
    nonce = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    api_token = models.ForeignKey("games.ApiToken", null=True, on_delete=models.SET_NULL, related_name="links")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="link_role_is_known"),
            models.UniqueConstraint(fields=["table", "api_token", "role"], name="one_link_per_table_token_and_role"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.role}/{self.label}"


class Pass(models.Model):
    """A device's acceptance of a link. It is valid as long as the link is not revoked.

    It can end earlier: ``ended_at`` is when the scoring was taken over from a phone that had used the owner's link.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="passes")
    link = models.ForeignKey(AccessLink, on_delete=models.CASCADE, related_name="passes")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "link"], name="one_pass_per_device_and_link")]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.link_id}"
