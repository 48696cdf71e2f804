"""Views for people who aren't logged in: sign up, log in and out, reset a forgotten password."""

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account.account_form import (
    TypedAccount,
    read_email,
    read_log_in,
    read_new_account,
    read_new_password,
    read_sign_up,
)
from games.models import Account
from games.models.account import same_email
from games.pages.account.account import AccountFormPage
from games.pages.account.account_form_pages import (
    choose_password_page,
    code_page,
    log_in_page,
    new_account_page,
    reset_page,
    reset_sent_page,
    sign_up_page,
    sign_up_sent_page,
)
from games.refusals import RefusedError
from games.selectors.account.email_links import sign_up_link
from games.selectors.account.password_resets import account_from_reset_link
from games.services.account.accounts import change_password, make_account
from games.services.account.emails import send_sign_up
from games.services.account.password_reset import send_reset
from games.services.account.passwords import account_with
from games.views.account import authentication
from games.views.account.login_steps import complete_login, start_login
from games.views.account.passkeys import is_right_passkey, passkey_form
from games.views.account.second_factor import is_right_code
from games.web.base_url import base_url
from games.web.login_attempts import hash_one_at_a_time
from games.web.passkeys import remember_challenge
from games.web.pending_login import pending_login_of
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Sign up and log in. Where mail can be sent, a link in a mail does it, and nobody learns who has an account.

    Without mail, the e-mail and password of an existing account just log in, so that tapping twice does no harm.
    """
    following = authentication.next_path(request)
    if request.method != "POST":
        page = sign_up_page(TypedAccount(), following)
        if settings.SENDS_MAIL and "sent" in request.GET:
            page = sign_up_sent_page(following)
        return _unless_logged_in(request, page)
    if settings.SENDS_MAIL:
        return _send_link(request, following)
    typed = read_sign_up(request.POST)
    if not typed.ready:
        return _page(request, sign_up_page(typed, following), 400)
    check_rate(request, "sign_up")
    account = _create_account(request, typed, confirmed=False)
    if account is None:
        return _page(request, sign_up_page(typed, following), 409)
    return start_login(request, account, following)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the link in that mail: a form that makes the account and logs in."""
    link = sign_up_link(token)
    if link is None:
        check_rate(request, "wrong_link")
        gone = TypedAccount(
            non_field_errors=(_("This link has been used or has expired. You can get a new one here."),)
        )
        return _page(request, sign_up_page(gone, ""), 410)
    if request.method != "POST":
        return _page(request, new_account_page(TypedAccount(email=link.email), request.path))
    typed = read_new_account(request.POST, email=link.email)
    if not typed.ready:
        return _page(request, new_account_page(typed, request.path), 400)
    account = _create_account(request, typed, confirmed=True)
    if account is None:
        return _page(request, new_account_page(typed, request.path), 409)
    return start_login(request, account, link.next_path)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in. The page doesn't say which of e-mail and password is wrong."""
    following = authentication.next_path(request)
    if request.method != "POST":
        lead = _("Password changed. Log in with the new one.") if request.GET.get("done") == "reset" else ""
        return _unless_logged_in(request, log_in_page(TypedAccount(), following, lead))
    typed = read_log_in(request.POST)
    account = _account_with_password(request, typed)
    if account is None:
        typed.non_field_errors = (_("Wrong e-mail or password."),)
        return _page(request, log_in_page(typed, following), 400)
    return start_login(request, account, following)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in_code(request: HttpRequest) -> HttpResponse:
    """The second step after the password: a code or a passkey. Input that can't be a code isn't counted."""
    step = pending_login_of(request)
    if step is None:
        return redirect("account:log_in")
    recovery = "recovery" in request.GET
    typed = TypedAccount()
    if request.method == "POST" and "credential" in request.POST:
        if is_right_passkey(request, step.account, request.POST["credential"]):
            return complete_login(request, step.account, step.following)
        typed.non_field_errors = (refusal_text(RefusedError("wrong_passkey")),)
    elif request.method == "POST":
        typed.code = request.POST.get("code", "").strip()[:100]
        if is_right_code(request, step.account, typed.code):
            return complete_login(request, step.account, step.following)
        typed.errors["code"] = (_("That code isn't right. Wait for the next one and try again."),)
        if recovery:
            typed.errors["code"] = (_("That isn't one of your codes, or you've used it before."),)
    status = 200 if typed.ready else 400
    # HEAD only asks whether the server is up; it must not replace the challenge of the open page.
    passkey_step = None if recovery or request.method == "HEAD" else passkey_form(request, step.account)
    if passkey_step is None:
        return _page(request, code_page(typed, recovery=recovery), status)
    form, challenge = passkey_step
    response = _page(request, code_page(typed, recovery=False, passkey=form), status)
    remember_challenge(request, response, step.account, challenge)
    return response


@never_cache
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out on this browser."""
    logout(request)
    return redirect("start")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Send a link that resets the password. The answer doesn't tell whether anybody has that e-mail."""
    if request.method != "POST":
        return _page(request, reset_sent_page() if "sent" in request.GET else reset_page(TypedAccount()))
    typed = read_email(request.POST)
    if not typed.ready:
        return _page(request, reset_page(typed), 400)
    check_rate(request, "ask_reset")
    check_rate(None, "reset_mail", same_email(typed.email))
    send_reset(email=typed.email, base_url=base_url(request))
    return redirect(f"{reverse('account:reset')}?sent=1")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset_by_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Open that link: a form for a new password. Only its POST changes anything."""
    account = account_from_reset_link(uid, token)
    if account is None:
        check_rate(request, "wrong_link")
        gone = TypedAccount(
            non_field_errors=(_("This link has been used or has expired. You can get a new one here."),)
        )
        return _page(request, reset_page(gone), 410)
    typed = TypedAccount()
    if request.method == "POST":
        typed = read_new_password(request.POST, email=account.email, name=account.name)
        if typed.ready:
            with hash_one_at_a_time():
                change_password(account=account, password=typed.password, confirmed=settings.SENDS_MAIL)
            return redirect(f"{reverse('account:log_in')}?done=reset")
    return _page(request, choose_password_page(typed, account, request.path), 200 if typed.ready else 400)


def _send_link(request: HttpRequest, following: str) -> HttpResponse:
    """Send the link. The answer and its cost are the same whether anybody has that e-mail or not."""
    typed = read_email(request.POST)
    if not typed.ready:
        return _page(request, sign_up_page(typed, following), 400)
    check_rate(request, "sign_up")
    check_rate(None, "reset_mail", same_email(typed.email))
    send_sign_up(email=typed.email, following=following, base_url=base_url(request))
    onward = f"&{urlencode({'next': following})}" if following else ""
    return redirect(f"{reverse('account:sign_up')}?sent=1{onward}")


def _create_account(request: HttpRequest, typed: TypedAccount, *, confirmed: bool) -> Account | None:
    """Return the new account, or the existing one with this e-mail and password; None, with the reason in ``typed``."""
    try:
        with hash_one_at_a_time():
            return make_account(email=typed.email, name=typed.name, password=typed.password, confirmed=confirmed)
    except RefusedError as refusal:
        if refusal.code != "email_taken":
            raise
        existing = _account_with_password(request, typed)
        if existing is None:
            typed.non_field_errors = (refusal_text(refusal),)
        return existing


def _account_with_password(request: HttpRequest, typed: TypedAccount) -> Account | None:
    email, password = typed.email, typed.password
    return authentication.verify_password(
        request, email, password, lambda: account_with(email=email, password=password)
    )


def _unless_logged_in(request: HttpRequest, page: AccountFormPage) -> HttpResponse:
    if authentication.current_account(request):
        return redirect(page.next or reverse("account:page"))
    return _page(request, page)


def _page(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account/account_form.html", {"page": page}, status=status)
