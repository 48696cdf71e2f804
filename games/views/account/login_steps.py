"""The steps after a right password: log in at once, or ask for a code if the account uses two-step login."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.models import Account
from games.services.account.second_factor import has_second_factor
from games.views.account import authentication
from games.views.devices import renew_device_cookie
from games.web.known_browsers import remember_browser
from games.web.passkeys import forget_challenge
from games.web.pending_login import PendingLogin, forget_pending_login, remember_pending_login


def start_login(request: HttpRequest, account: Account, following: str) -> HttpResponse:
    """Log in after a right password, or redirect to the page that asks for a code."""
    if not has_second_factor(account):
        return complete_login(request, account, following)
    response = redirect("account:log_in_code")
    remember_pending_login(request, response, PendingLogin(account, following))
    return response


def complete_login(request: HttpRequest, account: Account, following: str) -> HttpResponse:
    """Log ``account`` in on this browser, remember the browser, and redirect to ``following``, a path or ""."""
    authentication.log_in(request, account)
    response = renew_device_cookie(request, redirect(following or reverse("account:page")))
    remember_browser(request, response, account.email)
    forget_pending_login(request, response)
    forget_challenge(request, response)
    return response
