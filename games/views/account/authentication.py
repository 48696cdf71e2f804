"""Who is logged in, for the few views that need an account; and checking a posted password.

All other views never look the session up, so they cost no query for it.
"""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django_htmx.http import HttpResponseClientRedirect

from games.models import Account
from games.services.account.passwords import can_be_password, is_email
from games.services.account.security_log import log_security_event
from games.web.known_browsers import known_as
from games.web.login_attempts import count_attempt, hash_one_at_a_time, uncount_attempt

_SEEN_INTERVAL: Final = timedelta(minutes=10)
"""How exact "last seen" is. Not every page view is worth a write."""
_MAX_PATH_LENGTH: Final = 500

ViewArgs = ParamSpec("ViewArgs")
ProofT = TypeVar("ProofT")
ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


def current_account(request: HttpRequest) -> Account | None:
    """Return the account that is logged in and still active; None if there's none.

    Now and then it notes that the session is in use, which also keeps it from expiring.
    """
    if not request.user.is_authenticated:
        return None
    now, last_seen = timezone.now(), request.session.get("seen")
    if last_seen is None or now - datetime.fromisoformat(last_seen) > _SEEN_INTERVAL:
        request.session["seen"] = now.isoformat()
    return request.user


def account_required(
    view: Callable[Concatenate[HttpRequest, Account, ViewArgs], ResponseT],
) -> Callable[Concatenate[HttpRequest, ViewArgs], ResponseT | HttpResponse]:
    """Decorate a view to get the account after the request; redirect everybody else to the login and back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: ViewArgs.args, **kwargs: ViewArgs.kwargs) -> ResponseT | HttpResponse:
        account = current_account(request)
        return view(request, account, *args, **kwargs) if account else _redirect_to_login(request)

    return guarded


def has_session_cookie(request: HttpRequest) -> bool:
    """Return whether the browser has a session cookie. Whether the session is valid isn't looked up."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def account_for_new_table(request: HttpRequest) -> Account | None:
    """Return the account that will own a table started in this browser; None, without a query, if there's none."""
    return current_account(request) if has_session_cookie(request) else None


def current_session_id(request: HttpRequest) -> str:
    """Return the public id of the session that is logged in."""
    return str(request.session.get("id", ""))


def verify_password(request: HttpRequest, email: str, password: str, check: Callable[[], ProofT]) -> ProofT | None:
    """Return the result of ``check`` for the ``password`` posted with ``email``; it is falsy if the password is wrong.

    The attempt is counted before it is checked, so that nobody makes the server hash without end, and given back if it
    was right. Input that can't be an e-mail and a password, for instance an empty one, is neither counted nor checked.
    Raises RefusedError ("too_many_requests", "busy").
    """
    if not (is_email(email) and can_be_password(password)):
        return None
    guesses = count_attempt(request, email)
    with nullcontext() if known_as(request, email) else hash_one_at_a_time():
        result = check()
    if result:
        uncount_attempt(guesses)
    else:
        log_security_event("wrong_password")
    return result


def next_path(request: HttpRequest) -> str:
    """Return the path in ``next`` if it is one of this site; "" otherwise."""
    path = request.POST.get("next", "") or request.GET.get("next", "")
    return path if is_path_here(path) else ""


def is_path_here(path: str) -> bool:
    """Return whether ``path`` is one of this site that it may redirect to."""
    is_local = path.startswith("/") and len(path) <= _MAX_PATH_LENGTH
    return is_local and url_has_allowed_host_and_scheme(path, allowed_hosts=None)


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the login, and from there back to this page if it can be opened with GET."""
    return_path = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse(settings.LOGIN_URL))
    return redirect(reverse(settings.LOGIN_URL) + (f"?{urlencode({'next': return_path})}" if return_path else ""))
