"""The state between password and second factor: a signed cookie says for which account the password was right.

It logs nobody in. It is valid for ten minutes, for one account, until its password changes.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.models import Account
from games.selectors.access import hash_secret

MINUTES: Final = 10
_SALT: Final = "games.second_step"


@dataclass(frozen=True, slots=True)
class PendingLogin:
    """The account whose code is still missing, and the path to continue to, or ""."""

    account: Account
    following: str


def remember_pending_login(request: HttpRequest, response: HttpResponse, step: PendingLogin) -> None:
    """Set the cookie that says that the password was right."""
    payload = {"account": step.account.pk, "password": _password_state(step.account), "next": step.following}
    response.set_cookie(
        _cookie_name(request),
        signing.dumps(payload, salt=_SALT, compress=True),
        max_age=MINUTES * 60,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
        path="/",
    )


def pending_login_of(request: HttpRequest) -> PendingLogin | None:
    """Return the pending log-in of this browser; None without a recent right password."""
    try:
        payload = signing.loads(request.COOKIES.get(_cookie_name(request), ""), salt=_SALT, max_age=MINUTES * 60)
    except signing.BadSignature:
        return None
    account = Account.objects.filter(pk=payload["account"], is_active=True).first()
    if account is None or _password_state(account) != payload["password"]:
        return None
    return PendingLogin(account, payload["next"])


def forget_pending_login(request: HttpRequest, response: HttpResponse) -> None:
    """Delete the cookie, if the browser has one."""
    name = _cookie_name(request)
    if name in request.COOKIES:
        response.set_cookie(name, "", max_age=0, httponly=True, secure=request.is_secure(), samesite="Lax", path="/")


def _password_state(account: Account) -> str:
    """Return a value that changes with every new password."""
    return hash_secret(f"{settings.SECRET_KEY} {account.password}")[:32]


def _cookie_name(request: HttpRequest) -> str:
    return "__Host-second" if request.is_secure() else "second"
