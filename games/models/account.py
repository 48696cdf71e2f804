"""Accounts of those who run something, and where each of them is logged in. Everybody else plays without one."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower

from games.models.table import NAME_LENGTH, new_public_id

EMAIL_LENGTH = 254
"""The longest address that a mail can be sent to, in characters."""


class AccountManager(BaseUserManager["Account"]):
    """Finds accounts by e-mail, however its letters were typed."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        """The account with this e-mail. Raises Account.DoesNotExist."""
        return self.get(email=same_email(username or ""))


def same_email(text: str) -> str:
    """The one form in which an e-mail is stored and compared: two that differ in case are the same."""
    return text.strip().lower()


class Account(AbstractBaseUser):
    """Somebody who logs in by e-mail and password; others see the ``name`` (a clean one) and never the e-mail.

    Whoever is not ``is_active`` cannot log in, and is logged out everywhere.
    """

    email = models.EmailField(max_length=EMAIL_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = AccountManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="account_email_in_small_letters")
        ]

    def __str__(self) -> str:
        return str(self.pk)  # not the e-mail: this is what a log would show

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the account, its e-mail in the form in which it is compared."""
        self.email = same_email(self.email)
        super().save(*args, **kwargs)


class Scope(models.TextChoices):
    """What a token may do at the tables of its account; each includes the ones before it."""

    READ = "read"
    SCORE = "score"
    MANAGE = "manage"


class ApiToken(models.Model):
    """What lets a program act for an account: at tables, within its scope, until it ends.

    The token itself is never stored, only its SHA-256 hash. It ends by ``expires_at``, when it is revoked, and with
    every new password of the account.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    label = models.CharField(max_length=NAME_LENGTH)
    secret_hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=6, choices=Scope)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(scope__in=Scope.values), name="token_scope_is_known")]

    def __str__(self) -> str:
        return self.public_id


class AccountSession(AbstractBaseSession):
    """A browser that is logged in. ``session_key`` is the SHA-256 hash of what its cookie holds, never the key itself.

    ``public_id`` names the session on the page that ends it, ``label`` the device as it looked when it logged in.
    ``account`` is None for the moment in which Django has a key made and nobody in it yet.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="sessions")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    label = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.public_id
