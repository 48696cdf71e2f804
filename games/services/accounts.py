"""Accounts: make one, change its name or password, end its sessions, delete it.

Passwords are hashed before a transaction begins: that takes a moment, in which nobody else could write.
"""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Account, AccountSession
from games.refusals import Refused
from games.services.api_tokens import end_tokens
from games.services.erasing import forget_account
from games.services.offices import leagues_left_alone
from games.services.security_log import tell


def make_account(*, email: str, name: str, password: str) -> Account:
    """A new account; ``name`` is a clean one, ``password`` one without faults. Raises Refused ("email_taken")."""
    account = Account(email=email, name=name, password=make_password(password))
    try:
        with transaction.atomic(durable=True):
            account.save()
            tell("account_made", account=account.pk)
    except IntegrityError as error:
        raise Refused("email_taken") from error
    return account


def rename_account(*, account: Account, name: str) -> None:
    """Call ``account`` ``name``, a clean one, from now on."""
    account.name = name
    account.save(update_fields=["name"])


def change_password(*, account: Account, password: str) -> None:
    """Give ``account`` a new password, one without faults. All its sessions end, and all its tokens."""
    account.password = make_password(password)
    with transaction.atomic(durable=True):
        account.save(update_fields=["password"])
        account.sessions.all().delete()
        end_tokens(account)
        tell("password_changed", account=account.pk)


def end_session(*, account: Account, public_id: str) -> None:
    """Log one of the account's browsers out. Raises Refused ("not_found") where there is none, or not its own."""
    ended, _ = account.sessions.filter(public_id=public_id).delete()
    if not ended:
        raise Refused("not_found")


def end_other_sessions(*, account: Account, this: str) -> None:
    """Log all of the account's browsers out but the one whose public id is ``this``."""
    account.sessions.exclude(public_id=this).delete()


def clear_sessions() -> None:
    """Delete what nobody can use any more: sessions that ran out."""
    AccountSession.objects.filter(expire_date__lte=timezone.now()).delete()


@transaction.atomic(durable=True)
def delete_account(*, account: Account) -> None:
    """Delete ``account`` with its name, e-mail and sessions. Tables and scores stay: they are the phones'.

    Raises Refused ("last_organiser") while a league would be left without one.
    """
    if alone := leagues_left_alone(account):
        raise Refused("last_organiser", name=alone[0].name)
    tell("account_deleted", account=account.pk)
    end_tokens(account)
    forget_account(account)
    account.delete()
