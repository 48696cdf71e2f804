"""Accounts, their API tokens and their sessions. Only people who run something need one; others play without."""

import unicodedata
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower

from games.models.table import NAME_LENGTH, new_public_id

EMAIL_LENGTH = 254
"""The longest valid e-mail address, in characters."""


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts, and finds them by e-mail, ignoring case."""

    def create_user(self, email: str, password: str, **columns: Any) -> "Account":
        """Make an account."""
        account = self.model(email=email, **columns)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def get_by_natural_key(self, username: str | None) -> "Account":
        """Return the account with this e-mail. Raises Account.DoesNotExist."""
        return self.get(email=same_email(username or ""))


def same_email(text: str) -> str:
    """Normalize an e-mail address as it is stored and compared: in lower case."""
    return text.strip().lower()


def display_name(account: "Account") -> str:
    """Return what allauth calls the account in its mails and messages: its name."""
    return account.name


class Account(AbstractBaseUser):
    """A user who logs in by e-mail and password; others see the ``name`` and never the e-mail.

    An inactive account cannot log in, and is logged out everywhere. Whether the e-mail is confirmed is in allauth's
    ``EmailAddress``.
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
        """Store the account with its e-mail normalized."""
        self.email = same_email(self.email)
        super().save(*args, **kwargs)

    def set_password(self, raw_password: str | None) -> None:
        """Set the password, in NFC, so that an é is the same however the keyboard composed it."""
        super().set_password(raw_password and unicodedata.normalize("NFC", raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password."""
        return super().check_password(raw_password and unicodedata.normalize("NFC", raw_password))


class Scope(models.TextChoices):
    """What a token may do at the tables of its account; each includes the ones before it."""

    READ = "read"
    SCORE = "score"
    MANAGE = "manage"


class ApiToken(models.Model):
    """An API token, by which a program acts for an account within a scope.

    Only its SHA-256 hash is stored. It ends at ``expires_at``, when it is revoked, and with a new password of the
    account.
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
    """A browser's session. ``session_key`` is the SHA-256 hash of the key in its cookie, never the key itself.

    ``public_id`` names the session on the page that ends it, ``label`` describes the device at log-in. ``account`` is
    None until somebody logs in.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="sessions")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    label = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.public_id
