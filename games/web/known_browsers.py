"""A cookie that marks a browser on which an account has logged in: attempts elsewhere don't use up its limit.

This is OWASP's "device cookie". It grants nothing: it holds a random name for the browser, signed for one e-mail, which
is not in it. The cookie remembers the last three accounts that logged in on the browser.
"""

import secrets
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from games.models.account import same_email
from games.selectors.access import hash_secret

MOST: Final = 3
"""Accounts that one browser's cookie remembers."""
_AGE: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
_LONGEST: Final = 100
"""Characters of one signed name."""


def known_as(request: HttpRequest, email: str) -> str:
    """Return the browser's name for the account of ``email``, from its cookie; "" if it is unknown."""
    return next((name for signed in _signed_names(request) if (name := _name_in(signed, email))), "")


def remember_browser(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Set the cookie by which the account of ``email``, which has just logged in, recognizes this browser."""
    others = [signed for signed in _signed_names(request) if not _name_in(signed, email)]
    signed = _signer(email).sign(known_as(request, email) or secrets.token_hex(12))
    response.set_cookie(
        _cookie_name(request),
        ".".join([signed, *others][:MOST]),
        max_age=_AGE,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
        path="/",
    )


def _signed_names(request: HttpRequest) -> Iterator[str]:
    cookie = request.COOKIES.get(_cookie_name(request), "")
    return (signed for signed in cookie.split(".", MOST)[:MOST] if 0 < len(signed) <= _LONGEST)


def _name_in(signed: str, email: str) -> str:
    try:
        return _signer(email).unsign(signed)
    except BadSignature:
        return ""


def _signer(email: str) -> Signer:
    return Signer(key=settings.SECRET_KEY, salt=f"games.known_browsers:{hash_secret(same_email(email))}")


def _cookie_name(request: HttpRequest) -> str:
    """Return the cookie's name; over HTTPS it is bound to this host, like those of devices and sessions."""
    return "__Host-known" if request.is_secure() else "known"
