"""Make and read the signed links that confirm an e-mail; not stored, valid for ``PASSWORD_RESET_TIMEOUT`` seconds.

One kind creates an account, the other sets the e-mail of an existing account. Opening a link changes nothing yet.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models import Account
from games.refusals import RefusedError
from games.selectors.access import hash_secret

_SIGN_UP_SALT: Final = "games.email_links.sign_up"
_CHANGE_SALT: Final = "games.email_links.change"
_LONGEST: Final = 2000
"""Characters. Our own links are shorter, so anything longer isn't read."""


@dataclass(frozen=True, slots=True)
class SignUpLink:
    """The content of a sign-up link: the e-mail it was sent to, and the path to redirect to afterwards, or ""."""

    email: str
    next_path: str


def sign_up_path(email: str, following: str) -> str:
    """Return the path of a link that creates an account for ``email`` and then redirects to ``following``, a path."""
    token = signing.dumps({"email": email, "next": following}, salt=_SIGN_UP_SALT, compress=True)
    return reverse("account:sign_up_with", args=[token])


def sign_up_link(token: str) -> SignUpLink | None:
    """Read a sign-up link; None if it is forged or expired, or its e-mail has an account by now."""
    content = _read(token, _SIGN_UP_SALT)
    if content is None or Account.objects.filter(email=content["email"]).exists():
        return None
    return SignUpLink(content["email"], content["next"])


def email_change_path(account: Account, email: str) -> str:
    """Return the path of a link that sets or confirms the e-mail of ``account``.

    It works once: a new password, a new e-mail or a confirmation invalidates it.
    """
    token = signing.dumps({"email": email, **_state(account)}, salt=_CHANGE_SALT, compress=True)
    return reverse("account:confirm_email", args=[token])


def email_from_link(account: Account, token: str) -> str:
    """Return the e-mail in such a link; "" if it is forged, used, expired, or made for another account."""
    content = _read(token, _CHANGE_SALT)
    if content is None:
        return ""
    return content["email"] if {**content} == {"email": content["email"], **_state(account)} else ""


def demand_confirmed_email(account: Account) -> None:
    """Raise RefusedError ("email_unconfirmed") if mail can be sent and the account's e-mail isn't confirmed yet."""
    if settings.SENDS_MAIL and account.email_confirmed_at is None:
        raise RefusedError("email_unconfirmed")


def _state(account: Account) -> dict[str, Any]:
    confirmed = account.email_confirmed_at
    state = f"{account.password} {account.email} {confirmed.isoformat() if confirmed else ''}"
    return {"account": account.pk, "state": hash_secret(state)[:32]}


def _read(token: str, salt: str) -> dict[str, Any] | None:
    if len(token) > _LONGEST:
        return None
    try:
        content: dict[str, Any] = signing.loads(token, salt=salt, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
    return content
