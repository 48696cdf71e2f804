"""Views of the account page: name, password, e-mail, sessions, and deleting the account."""

from typing import Final

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account.account_form import TypedAccount, read_email, read_name, read_new_password, typed_password
from games.models import Account
from games.models.account import same_email
from games.pages.account.account import AccountFormPage
from games.pages.account.account_form_pages import (
    change_email_page,
    change_password_page,
    confirm_email_page,
    delete_page,
    email_link_invalid_page,
    email_sent_page,
    name_field,
)
from games.pages.account.account_page import account_page
from games.refusals import RefusedError
from games.selectors.account.email_links import email_from_link
from games.services.account import accounts as services
from games.services.account.emails import send_email_link, set_email
from games.services.account.passwords import is_password_of
from games.views.account.authentication import account_required, current_session_id, verify_password
from games.web.base_url import base_url
from games.web.known_browsers import remember_browser
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

_NOTICES: Final = {
    "name": gettext_noop("Name saved"),
    "password": gettext_noop(
        "Password changed. Every other device is logged out, and all API tokens have been revoked."
    ),
    "email": gettext_noop("E-mail saved"),
    "two_step_off": gettext_noop("Two-step login is off"),
    "token": gettext_noop("Token revoked"),
    "session": gettext_noop("That device is logged out"),
    "others": gettext_noop("All other devices are logged out"),
}
"""Notices on the account's page after a change, by the value of ``?done=``."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def account(request: HttpRequest, account: Account) -> HttpResponse:
    """Show the account page; POST changes the name."""
    typed = TypedAccount(name=account.name)
    if request.method == "POST":
        typed = read_name(request.POST)
        if typed.ready:
            services.rename_account(account=account, name=typed.name)
            return _redirect_with_notice("name")
    notice_key = request.GET.get("done", "")
    notice = _(_NOTICES[notice_key]) if notice_key in _NOTICES else ""
    page = account_page(account, current_session_id(request), name_field(typed), notice)
    return render(request, "account/account.html", {"page": page}, status=200 if typed.ready else 400)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def change_password(request: HttpRequest, account: Account) -> HttpResponse:
    """Change the password. Only this browser stays logged in, under a new session key."""
    if request.method != "POST":
        return _form(request, change_password_page(TypedAccount(), account))
    typed = read_new_password(request.POST, email=account.email, name=account.name)
    check_password_field(request, account, typed)
    if not typed.ready:
        return _form(request, change_password_page(typed, account), 400)
    services.change_password(account=account, password=typed.password)
    update_session_auth_hash(request, account)
    return _redirect_with_notice("password")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def change_email(request: HttpRequest, account: Account) -> HttpResponse:
    """Change or confirm the account's e-mail. Where mail can be sent, a link in a mail confirms it."""
    if request.method != "POST":
        if "sent" in request.GET:
            return _form(request, email_sent_page())
        unconfirmed = settings.SENDS_MAIL and account.email_confirmed_at is None
        return _form(request, change_email_page(TypedAccount(email=account.email if unconfirmed else ""), account))
    typed = read_email(request.POST)
    if (
        typed.ready
        and same_email(typed.email) == account.email
        and (account.email_confirmed_at or not settings.SENDS_MAIL)
    ):
        typed.errors["email"] = (_("That's already your e-mail."),)
    if typed.ready:
        check_password_field(request, account, typed)
    if not typed.ready:
        return _form(request, change_email_page(typed, account), 400)
    if settings.SENDS_MAIL:
        check_rate(request, "ask_reset")
        check_rate(None, "reset_mail", same_email(typed.email))
        send_email_link(account=account, email=typed.email, base_url=base_url(request))
        return redirect(f"{reverse('account:change_email')}?sent=1")
    try:
        set_email(account=account, email=typed.email, confirmed=False)
    except RefusedError as why:
        typed.non_field_errors = (refusal_text(why),)
        return _form(request, change_email_page(typed, account), why.status)
    return _redirect_email_saved(request, account)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def confirm_email(request: HttpRequest, account: Account, token: str) -> HttpResponse:
    """Open the link in that mail, for the account that asked for it. Only the page's button changes anything."""
    email = email_from_link(account, token)
    if not email:
        check_rate(request, "wrong_link")
        return _form(request, email_link_invalid_page(), 410)
    if request.method != "POST":
        return _form(request, confirm_email_page(email, request.path))
    try:
        set_email(account=account, email=email, confirmed=True)
    except RefusedError as why:
        if why.code != "email_taken":
            raise
        return _form(request, email_link_invalid_page(), 410)
    return _redirect_email_saved(request, account)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def delete_account(request: HttpRequest, account: Account) -> HttpResponse:
    """Delete the account."""
    if request.method != "POST":
        return _form(request, delete_page(TypedAccount(), account))
    typed = TypedAccount()
    check_password_field(request, account, typed)
    if not typed.ready:
        return _form(request, delete_page(typed, account), 400)
    try:
        services.delete_account(account=account)
    except RefusedError as why:
        typed.non_field_errors = (refusal_text(why),)
        return _form(request, delete_page(typed, account), why.status)
    logout(request)
    return redirect("start")


@never_cache
@require_POST
@account_required
def end_session(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Log out one of the account's browsers, which may be this one."""
    services.end_session(account=account, public_id=public_id)
    if public_id == current_session_id(request):
        logout(request)
        return redirect("start")
    return _redirect_with_notice("session")


@never_cache
@require_POST
@account_required
def end_other_sessions(request: HttpRequest, account: Account) -> HttpResponse:
    """Log out all of the account's browsers except this one."""
    services.end_other_sessions(account=account, current_session=current_session_id(request))
    return _redirect_with_notice("others")


def check_password_field(request: HttpRequest, account: Account, typed: TypedAccount) -> None:
    """Add an error to ``typed`` if the posted password is wrong. Raises RefusedError ("too_many_requests")."""
    password = typed_password(request.POST)
    if not verify_password(
        request, account.email, password, lambda: is_password_of(account=account, password=password)
    ):
        typed.errors["password"] = (_("That isn't your password."),)


def _redirect_email_saved(request: HttpRequest, account: Account) -> HttpResponse:
    response = _redirect_with_notice("email")
    remember_browser(request, response, account.email)
    return response


def _redirect_with_notice(notice_key: str) -> HttpResponse:
    return redirect(f"{reverse('account:page')}?done={notice_key}")


def _form(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account/account_form.html", {"page": page}, status=status)
