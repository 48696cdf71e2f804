"""Two-step login: a code from an authenticator app (TOTP), or a recovery code when the phone is lost."""

from django.db import models

from games.models.account import Account


class SecondFactor(models.Model):
    """An account's two-step login. The row is made once a code has proved that the app works.

    The app's secret is stored nowhere: it is derived from ``nonce`` and the server's key. ``last_step`` is the number
    of the 30-second step of the last accepted code; no code of that or an earlier step is accepted again.
    """

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="second_factor")
    nonce = models.CharField(max_length=32, unique=True)
    last_step = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)


class RecoveryCode(models.Model):
    """A single-use code in place of the app. Only its SHA-256 hash is stored."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["factor", "code_hash"], name="one_recovery_code_of_each")]

    def __str__(self) -> str:
        return str(self.pk)
