"""Somebody's own account: name, password, where it is logged in, and its end."""

from typing import Final

from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account_form import TypedAccount, read_name, read_new_password, typed_password
from games.forms.account_page import change_password_page, delete_page, name_field
from games.models import Account
from games.pages import AccountFormPage
from games.refusals import Refused
from games.selectors.account_page import account_page
from games.services import accounts as services
from games.services.passwords import is_password_of
from games.views.signed_in import needs_account, proven, this_session
from games.wording import refusal_text

_DONE: Final = {
    "name": gettext_noop("Name saved"),
    "password": gettext_noop("Password changed. Every other device has to log in again, and all tokens ended."),
    "token": gettext_noop("That token opens nothing any more"),
    "session": gettext_noop("That device is logged out"),
    "others": gettext_noop("All other devices are logged out"),
}
"""What is said on the account's page after each change, by the word in its address."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def account(request: HttpRequest, own: Account) -> HttpResponse:
    """Show the account, or change its name."""
    typed = TypedAccount(name=own.name)
    if request.method == "POST":
        typed = read_name(request.POST)
        if typed.ready:
            services.rename_account(account=own, name=typed.name)
            return _done("name")
    done = request.GET.get("done", "")
    notice = _(_DONE[done]) if done in _DONE else ""
    page = account_page(own, this_session(request), name_field(typed), notice)
    return render(request, "account.html", {"page": page}, status=200 if typed.ready else 400)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def change_password(request: HttpRequest, own: Account) -> HttpResponse:
    """Change the password. Only this browser stays logged in, under a new key."""
    if request.method != "POST":
        return _form(request, change_password_page(TypedAccount(), own))
    typed = read_new_password(request.POST, email=own.email, name=own.name)
    _demand_password(request, own, typed)
    if not typed.ready:
        return _form(request, change_password_page(typed, own), 400)
    services.change_password(account=own, password=typed.password)
    update_session_auth_hash(request, own)
    return _done("password")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def delete(request: HttpRequest, own: Account) -> HttpResponse:
    """Delete the account."""
    if request.method != "POST":
        return _form(request, delete_page(TypedAccount(), own))
    typed = TypedAccount()
    _demand_password(request, own, typed)
    if not typed.ready:
        return _form(request, delete_page(typed, own), 400)
    try:
        services.delete_account(account=own)
    except Refused as why:
        typed.general = (refusal_text(why),)
        return _form(request, delete_page(typed, own), why.status)
    logout(request)
    return redirect("start")


@never_cache
@require_POST
@needs_account
def end_session(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Log one of the account's browsers out, also this one."""
    services.end_session(account=own, public_id=public_id)
    if public_id == this_session(request):
        logout(request)
        return redirect("start")
    return _done("session")


@never_cache
@require_POST
@needs_account
def end_other_sessions(request: HttpRequest, own: Account) -> HttpResponse:
    """Log all of the account's browsers out but this one."""
    services.end_other_sessions(account=own, this=this_session(request))
    return _done("others")


def _demand_password(request: HttpRequest, own: Account, typed: TypedAccount) -> None:
    """Note in ``typed`` where the password that came is not the account's. Raises Refused ("too_many_requests")."""
    password = typed_password(request.POST)
    if not proven(request, own.email, lambda: is_password_of(account=own, password=password)):
        typed.errors["password"] = (_("This is not your password."),)


def _done(what: str) -> HttpResponse:
    return redirect(f"{reverse('account')}?done={what}")


def _form(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account_form.html", {"page": page}, status=status)
