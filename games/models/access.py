"""Who may see or score a table: links, the devices that took them up, and the passes those devices hold."""

from django.db import models

from games.models.table import NAME_LENGTH, Table


class Role(models.TextChoices):
    """What a link lets its holder do; each role includes the ones before it."""

    WATCH = "watch"
    SCORE = "score"
    OWNER = "owner"


class Device(models.Model):
    """A phone or browser, known by a cookie of which only the SHA-256 hash is stored.

    ``former_hash`` is that of the cookie before: it holds until the new one was seen, as its answer could be lost.
    """

    secret_hash = models.CharField(max_length=64, unique=True)
    former_hash = models.CharField(max_length=64, null=True, unique=True)
    label = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.label


class AccessLink(models.Model):
    """A capability: whoever holds its secret has its role at its table, until it is revoked.

    The secret itself is never stored, only its SHA-256 hash; ``nonce`` and the server's key make it again for the
    owner's page, so a copy of the database alone opens nothing. One that was made for a token of an account
    (``api_token``) has no secret that anybody knows: it stands for what that token may do at the table. There is one
    for each role that the token came to have there, so that every entry tells by which right it was made.
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
    """A device took up a link. The pass is worth what the link is worth: nothing once the link is revoked.

    It can end before: at ``ended_at`` the scoring was taken over from a phone that came by the link of the owner.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="passes")
    link = models.ForeignKey(AccessLink, on_delete=models.CASCADE, related_name="passes")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "link"], name="one_pass_per_device_and_link")]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.link_id}"
