"""Decide who may upload a file before any of it is read, so that a stranger's upload never is."""

from http.cookies import CookieError, SimpleCookie

from django.conf import settings
from django.db import connections

from games.live.protocol import Scope, header, local_path
from games.selectors.account.api_tokens import is_active_account
from games.web.limits import SMALL, largest_body


def largest_upload(scope: Scope) -> int:
    """Return the most bytes a request may have: a file only at paths that take one, and only from an account.

    Closes its database connection.
    """
    largest = largest_body(local_path(scope))
    if largest <= SMALL:
        return largest
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load((header(scope, b"cookie") or b"").decode("latin-1"))
    except CookieError:
        cookies.clear()
    names = (settings.SESSION_COOKIE_NAME, f"__Host-{settings.SESSION_COOKIE_NAME}")
    kind, _, secret = (header(scope, b"authorization") or b"").decode("latin-1").partition(" ")
    sessions = [cookies[name].value for name in names if name in cookies]
    try:
        allowed = is_active_account(sessions=sessions, secret=secret.strip() if kind.lower() == "bearer" else "")
    finally:
        connections.close_all()
    return largest if allowed else SMALL
