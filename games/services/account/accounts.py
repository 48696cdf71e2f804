"""Accounts: make one, change its name or password, end its sessions, delete it.

Passwords are hashed before the transaction begins, because hashing is slow and would block all other writes.
"""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Account, AccountSession
from games.refusals import RefusedError
from games.services.account.api_tokens import end_tokens
from games.services.account.emails import send_notice
from games.services.account.security_log import log_security_event
from games.services.league.member_erase import erase_account_name
from games.services.league.offices import leagues_left_alone


def make_account(*, email: str, name: str, password: str, confirmed: bool = False) -> Account:
    """Make an account from a clean name and an acceptable password. Raises RefusedError ("email_taken").

    ``confirmed``: it is made through a link that was mailed to the address.
    """
    confirmed_at = timezone.now() if confirmed else None
    account = Account(email=email, name=name, password=make_password(password), email_confirmed_at=confirmed_at)
    try:
        with transaction.atomic(durable=True):
            account.save()
            log_security_event("account_made", account=account.pk)
    except IntegrityError as error:
        raise RefusedError("email_taken") from error
    return account


def rename_account(*, account: Account, name: str) -> None:
    """Rename an account; ``name`` is a clean one."""
    account.name = name
    account.save(update_fields=["name"])


def change_password(*, account: Account, password: str, confirmed: bool = False) -> None:
    """Set an acceptable new password. All sessions and tokens of the account end.

    ``confirmed``: it is set through a link that was mailed to the address, so the address is confirmed, too.
    """
    account.password = make_password(password)
    if confirmed and account.email_confirmed_at is None:
        account.email_confirmed_at = timezone.now()
    with transaction.atomic(durable=True):
        account.save(update_fields=["password", "email_confirmed_at"])
        account.sessions.all().delete()
        end_tokens(account)
        log_security_event("password_changed", account=account.pk)
    send_notice(account, "password_changed")


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
