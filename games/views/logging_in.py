"""Accounts, for those who are not logged in: make one, log in and out, choose a new password by a link."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account_form import TypedAccount, read_email, read_log_in, read_new_password, read_sign_up
from games.forms.account_page import choose_password_page, log_in_page, reset_page, reset_sent_page, sign_up_page
from games.models.account import same_email
from games.pages import AccountFormPage
from games.refusals import Refused
from games.selectors.resets import account_of_reset
from games.services.accounts import change_password, make_account
from games.services.passwords import account_with
from games.services.resets import send_reset
from games.views import signed_in
from games.views.devices import renewed
from games.web.base_url import base_url
from games.web.throttles import check_rate
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and log in. Who has it already, and tells its password, is just logged in: a second tap is."""
    following = signed_in.following(request)
    if request.method != "POST":
        return _unless_logged_in(request, sign_up_page(TypedAccount(), following))
    typed = read_sign_up(request.POST)
    if not typed.ready:
        return _page(request, sign_up_page(typed, following), 400)
    check_rate(request, "sign_up")
    try:
        account = make_account(email=typed.email, name=typed.name, password=typed.password)
    except Refused as why:
        known = signed_in.proven(request, typed.email, lambda: account_with(email=typed.email, password=typed.password))
        if known is None:
            typed.general = (refusal_text(why),)
            return _page(request, sign_up_page(typed, following), why.status)
        account = known
    signed_in.log_in(request, account)
    return renewed(request, redirect(following or reverse("account")))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in. What is wrong of e-mail and password is not said."""
    following = signed_in.following(request)
    if request.method != "POST":
        lead = _("Your new password holds. Log in with it.") if request.GET.get("done") == "reset" else ""
        return _unless_logged_in(request, log_in_page(TypedAccount(), following, lead))
    typed = read_log_in(request.POST)
    account = signed_in.proven(request, typed.email, lambda: account_with(email=typed.email, password=typed.password))
    if account is None:
        typed.general = (_("This e-mail and this password do not belong together."),)
        return _page(request, log_in_page(typed, following), 400)
    signed_in.log_in(request, account)
    return renewed(request, redirect(following or reverse("account")))


@never_cache
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out on this browser."""
    logout(request)
    return redirect("start")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for a link by e-mail. The answer is the same whether anybody has that e-mail or nobody."""
    if request.method != "POST":
        return _page(request, reset_sent_page() if "sent" in request.GET else reset_page(TypedAccount()))
    typed = read_email(request.POST)
    if not typed.ready:
        return _page(request, reset_page(typed), 400)
    check_rate(request, "ask_reset")
    check_rate(None, "reset_mail", same_email(typed.email))
    send_reset(email=typed.email, base_url=base_url(request))
    return redirect(f"{reverse('reset')}?sent=1")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset_with(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """What that link opens: a form, whose button alone changes anything."""
    account = account_of_reset(uid, token)
    if account is None:
        check_rate(request, "wrong_link")
        gone = TypedAccount(general=(_("This link was used, or is too old. Here you get another one."),))
        return _page(request, reset_page(gone), 410)
    typed = TypedAccount()
    if request.method == "POST":
        typed = read_new_password(request.POST, email=account.email, name=account.name)
        if typed.ready:
            change_password(account=account, password=typed.password)
            return redirect(f"{reverse('log_in')}?done=reset")
    return _page(request, choose_password_page(typed, account, request.path), 200 if typed.ready else 400)


def _unless_logged_in(request: HttpRequest, page: AccountFormPage) -> HttpResponse:
    if signed_in.account_of(request):
        return redirect(page.next or reverse("account"))
    return _page(request, page)


def _page(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account_form.html", {"page": page}, status=status)
