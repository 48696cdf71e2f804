"""Accounts: change the name or the password, end sessions, delete one.

Passwords are hashed before the transaction begins, because hashing is slow and would block all other writes.
"""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Account, AccountSession
from games.refusals import RefusedError
from games.services.account.api_tokens import end_tokens
from games.services.account.security_log import log_security_event
from games.services.league.member_erase import erase_account_name
from games.services.league.offices import leagues_left_alone


def rename_account(*, account: Account, name: str) -> None:
    """Rename an account; ``name`` is a clean one."""
    account.name = name
    account.save(update_fields=["name"])


def set_email(*, account: Account, email: str) -> EmailAddress:
    """Set the e-mail of an account at once, unconfirmed. Raises RefusedError ("email_taken")."""
    try:
        with transaction.atomic(durable=True):
            EmailAddress.objects.filter(user=account).delete()
            address = EmailAddress.objects.create(user=account, email=email)
            address.set_as_primary()
            log_security_event("email_changed", account=account.pk)
    except IntegrityError as error:
        account.refresh_from_db()
        raise RefusedError("email_taken") from error
    return address


def change_password(*, account: Account) -> None:
    """Store the new password that ``account`` has been given. All its sessions and tokens end."""
    with transaction.atomic(durable=True):
        account.save(update_fields=["password"])
        account.sessions.all().delete()
        end_tokens(account)
        log_security_event("password_changed", account=account.pk)


def end_session(*, account: Account, public_id: str) -> None:
    """Log out one of the account's browsers. Raises RefusedError ("not_found") for a session it does not have."""
    ended, _ = account.sessions.filter(public_id=public_id).delete()
    if not ended:
        raise RefusedError("not_found")


def end_other_sessions(*, account: Account, current_session: str) -> None:
    """Log all of the account's browsers out but the one whose public id is ``current_session``."""
    account.sessions.exclude(public_id=current_session).delete()


def clear_sessions() -> None:
    """Delete expired sessions."""
    AccountSession.objects.filter(expire_date__lte=timezone.now()).delete()


def clear_unconfirmed() -> None:
    """Delete accounts that nobody has logged in to because their e-mail was never confirmed."""
    too_old = timezone.now() - timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)
    Account.objects.filter(last_login=None, emailaddress__verified=False, created_at__lt=too_old).delete()


@transaction.atomic(durable=True)
def delete_account(*, account: Account) -> None:
    """Delete an account with its name, e-mail and sessions. Tables and scores stay: they belong to the phones.

    Raises RefusedError ("last_organizer") while it is the only organizer of a league.
    """
    if leagues := leagues_left_alone(account):
        raise RefusedError("last_organizer", name=leagues[0].name)
    log_security_event("account_deleted", account=account.pk)
    end_tokens(account)
    erase_account_name(account)
    account.delete()
