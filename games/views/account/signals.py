"""What else happens when an account's logins change: the security log, and logging other devices out."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.signals import email_changed, email_confirmed
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authentication_failed,
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
    authenticator_used,
)
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Account
from games.services.account.accounts import end_other_sessions
from games.services.account.security_log import log_security_event


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def log_authenticator(
    signal: Any, request: HttpRequest, user: Account, authenticator: Authenticator, **kwargs: Any
) -> None:
    """Log a change of two-step login, and log all other devices out."""
    change = {id(authenticator_added): "added", id(authenticator_removed): "removed"}.get(id(signal), "reset")
    log_security_event(f"{authenticator.type}_{change}", account=user.pk)
    end_other_sessions(account=user, current_session=request.session.get("id", ""))


@receiver(authenticator_used)
def log_recovery_code(user: Account, authenticator: Authenticator, **kwargs: Any) -> None:
    """Mail a notice when a recovery code was used."""
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        log_security_event("recovery_code_used", account=user.pk)
        get_adapter().send_notification_mail("account/email/recovery_code_used", user)


@receiver(authentication_failed)
def log_wrong_code(user: Account, **kwargs: Any) -> None:
    """Log a wrong code."""
    log_security_event("wrong_code", account=user.pk)


@receiver(email_changed)
def log_email_changed(user: Account, from_email_address: Any, **kwargs: Any) -> None:
    """Log a new e-mail; the first one of an account is none."""
    if from_email_address is not None:
        log_security_event("email_changed", account=user.pk)


@receiver(email_confirmed)
def log_email_confirmed(email_address: Any, **kwargs: Any) -> None:
    """Log a confirmed e-mail."""
    log_security_event("email_confirmed", account=email_address.user_id)
