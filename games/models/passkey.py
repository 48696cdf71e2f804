"""Passkeys: a phishing-resistant second step of a log-in, in addition to the codes of an app."""

from django.db import models

from games.models.second_factor import SecondFactor
from games.models.table import new_public_id

LABEL_LENGTH = 60
CREDENTIAL_LENGTH = 1364
"""Characters of the longest credential id in WebAuthn: 1,023 bytes in base64url."""


class Passkey(models.Model):
    """A public key that an authenticator made for an account. It exists only together with a second factor.

    So there are always recovery codes, and turning two-step login off removes the passkeys, too. ``rp_id`` is the host
    it was made for. ``sign_count`` is the authenticator's counter at its last signature, 0 without a counter.
    ``last_challenge`` is the time of the newest answered challenge, in microseconds since 1970: no answer to that or an
    earlier one is accepted again.
    """

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="passkeys")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    label = models.CharField(max_length=LABEL_LENGTH)
    rp_id = models.CharField(max_length=253)
    credential_id = models.CharField(max_length=CREDENTIAL_LENGTH, unique=True)
    public_key = models.TextField()
    sign_count = models.BigIntegerField()
    last_challenge = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)
