"""E-mail addresses of accounts: confirm one by a mailed link, change it, and mail notices about the account."""

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Account
from games.models.account import same_email
from games.refusals import RefusedError
from games.selectors.account.email_links import email_change_path, sign_up_path
from games.services.account.mail_queue import PlainMail, send_soon
from games.services.account.security_log import log_security_event
from games.wording.account.account_mails import (
    CHANGE_SUBJECT,
    KNOWN_SUBJECT,
    NEWS_SUBJECT,
    SIGN_UP_SUBJECT,
    change_text,
    known_text,
    news_text,
    sign_up_text,
)


def send_sign_up(*, email: str, following: str, base_url: str) -> None:
    """Mail a link that makes an account; to an address that has one, a mail that says so and how to log in.

    Both take the same work, so only the reader of the mail learns which it was. ``base_url`` is this server's public
    address without a slash at the end; ``following`` is the path to continue to, or "".
    """
    email = same_email(email)
    known = Account.objects.filter(email=email).exists()

    def write() -> PlainMail:
        if known:
            return _known_letter(email, base_url)
        return PlainMail(email, _(SIGN_UP_SUBJECT), sign_up_text(base_url + sign_up_path(email, following)))

    send_soon(write)


def send_email_link(*, account: Account, email: str, base_url: str) -> None:
    """Mail a link that gives ``account`` this address, or confirms the one it has.

    Where the address belongs to another account, its owner gets a mail that says so, with the same work.
    """
    email = same_email(email)
    taken = Account.objects.filter(email=email).exclude(pk=account.pk).exists()

    def write() -> PlainMail:
        if taken:
            return _known_letter(email, base_url)
        return PlainMail(email, _(CHANGE_SUBJECT), change_text(base_url + email_change_path(account, email)))

    send_soon(write)


def set_email(*, account: Account, email: str, confirmed: bool) -> None:
    """Set the account's e-mail, ``confirmed`` by a mailed link or not. Raises RefusedError ("email_taken").

    The former address is notified if it had been confirmed.
    """
    former, was_confirmed = account.email, account.email_confirmed_at is not None
    account.email, account.email_confirmed_at = same_email(email), timezone.now() if confirmed else None
    try:
        with transaction.atomic(durable=True):
            account.save(update_fields=["email", "email_confirmed_at"])
            log_security_event("email_confirmed" if former == account.email else "email_changed", account=account.pk)
    except IntegrityError as error:
        account.refresh_from_db()
        raise RefusedError("email_taken") from error
    if was_confirmed and former != account.email:
        _send_news(former, "email_changed")


def send_notice(account: Account, what: str) -> None:
    """Mail a notice of a change to the account, if this server sends mail and the address is confirmed.

    ``what`` is a key of ``games.wording.account.account_mails.NEWS``.
    """
    if account.email_confirmed_at is not None:
        _send_news(account.email, what)


def _send_news(email: str, what: str) -> None:
    if settings.SENDS_MAIL:
        send_soon(lambda: PlainMail(email, _(NEWS_SUBJECT), news_text(what)))


def _known_letter(email: str, base_url: str) -> PlainMail:
    return PlainMail(
        email, _(KNOWN_SUBJECT), known_text(base_url + reverse("account:log_in"), base_url + reverse("account:reset"))
    )
