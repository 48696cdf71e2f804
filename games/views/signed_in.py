"""Who is logged in: for the few pages that need an account. All others never ask, and cost nothing more."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django_htmx.http import HttpResponseClientRedirect

from games.models import Account
from games.models.account import same_email
from games.models.table import new_public_id
from games.services.accounts import clear_sessions
from games.services.security_log import tell
from games.views.devices import device_label
from games.web.throttles import check_rate, take_back

_SEEN_EVERY: Final = timedelta(minutes=10)
"""How exact "last seen" is. Not every page that somebody opens is worth a write."""
_LONGEST_PATH: Final = 500

Rest = ParamSpec("Rest")
Proof = TypeVar("Proof")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def account_of(request: HttpRequest) -> Account | None:
    """The account that is logged in on the browser behind ``request``, and was not deactivated since; None for nobody.

    Notes every now and then that the session is in use, which also keeps it from running out.
    """
    if not request.user.is_authenticated:
        return None
    now, seen = timezone.now(), request.session.get("seen")
    if seen is None or now - datetime.fromisoformat(seen) > _SEEN_EVERY:
        request.session["seen"] = now.isoformat()
    return request.user


def needs_account(
    view: Callable[Concatenate[HttpRequest, Account, Rest], Answer],
) -> Callable[Concatenate[HttpRequest, Rest], Answer | HttpResponse]:
    """Give ``view`` the account that is logged in, after the request; send everybody else to log in, and back again."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> Answer | HttpResponse:
        account = account_of(request)
        return view(request, account, *args, **kwargs) if account else _to_log_in(request)

    return guarded


def seems_logged_in(request: HttpRequest) -> bool:
    """Whether the browser holds the key of a session. Whether it still opens anything is not looked up."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def starting_account(request: HttpRequest) -> Account | None:
    """The account that is to own a table which this browser starts; None, without a query, for who has none."""
    return account_of(request) if seems_logged_in(request) else None


def this_session(request: HttpRequest) -> str:
    """The public id of the session that is logged in."""
    return str(request.session.get("id", ""))


def log_in(request: HttpRequest, account: Account) -> None:
    """Log ``account`` in on this browser, under a new key: one that was there before opens nothing any more."""
    clear_sessions()
    request.session.flush()
    login(request, account)
    tell("logged_in", account=account.pk)
    now = timezone.now().isoformat()
    request.session.update({"label": device_label(request), "since": now, "seen": now, "id": new_public_id()})


def proven(request: HttpRequest, email: str, proof: Callable[[], Proof]) -> Proof:
    """What ``proof`` finds with the password that came for ``email``; something false where the password is wrong.

    It is counted before it is tried, so that nobody makes the server hash without end, and no longer if it was right.
    Raises Refused ("too_many_requests").
    """
    check_rate(request, "wrong_password", same_email(email))
    check_rate(request, "wrong_passwords")
    found = proof()
    if not found:
        tell("wrong_password")
    if found:
        take_back(request, "wrong_password", same_email(email))
        take_back(request, "wrong_passwords")
    return found


def following(request: HttpRequest) -> str:
    """Where ``next`` asks to go on to: a path of this server, or ""."""
    path = request.POST.get("next", "") or request.GET.get("next", "")
    own = path.startswith("/") and len(path) <= _LONGEST_PATH
    return path if own and url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""


def _to_log_in(request: HttpRequest) -> HttpResponse:
    """The way to the log-in, and from there back to the page that was asked for, if it can be opened again."""
    again = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse("log_in"))
    return redirect(reverse("log_in") + (f"?{urlencode({'next': again})}" if again else ""))
