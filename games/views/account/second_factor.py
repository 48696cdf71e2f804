"""Views of two-step login: turn it on, make new recovery codes, turn it off."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.account.account_form import TypedAccount, read_two_step
from games.models import Account
from games.pages.account.account import AccountFormPage
from games.pages.account.account_form_pages import new_codes_page, two_step_off_page
from games.pages.account.two_step_page import recovery_codes_page, two_step_page
from games.refusals import RefusedError
from games.services.account import second_factor as services
from games.services.account.emails import send_notice
from games.services.account.security_log import log_security_event
from games.views.account.accounts import check_password_field
from games.views.account.authentication import account_required, current_session_id
from games.web.login_attempts import count_attempt, uncount_attempt
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def two_step(request: HttpRequest, account: Account) -> HttpResponse:
    """Turn two-step login on with the password and a code of the app. If it is on, redirect to the account."""
    if services.has_second_factor(account):
        return redirect("account:page")
    if request.method != "POST":
        return _two_step_page(request, TypedAccount(), account, services.new_nonce())
    nonce = request.POST.get("nonce", "")
    if not services.is_nonce(nonce):
        nonce = services.new_nonce()
    typed = read_two_step(request.POST)
    check_password_field(request, account, typed)
    if not typed.ready:
        return _two_step_page(request, typed, account, nonce, 400)
    try:
        codes = services.turn_on(
            account=account, nonce=nonce, code=typed.code, current_session=current_session_id(request)
        )
    except RefusedError as refusal:
        typed.errors["code"] = (refusal_text(refusal),)
        return _two_step_page(request, typed, account, nonce, refusal.status)
    send_notice(account, "second_factor_on")
    return render(
        request, "account/two_step.html", {"page": recovery_codes_page(account, codes, fresh=True)}, status=201
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def new_codes(request: HttpRequest, account: Account) -> HttpResponse:
    """Make new recovery codes and show them once."""
    if not services.has_second_factor(account):
        return redirect("account:two_step")
    if request.method != "POST":
        return _form(request, new_codes_page(TypedAccount(), account))
    typed = check_password_and_code(request, account)
    if not typed.ready:
        return _form(request, new_codes_page(typed, account), 400)
    codes = services.new_recovery_codes(account=account)
    send_notice(account, "recovery_codes_made")
    return render(
        request, "account/two_step.html", {"page": recovery_codes_page(account, codes, fresh=False)}, status=201
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def turn_off(request: HttpRequest, account: Account) -> HttpResponse:
    """Turn two-step login off."""
    if not services.has_second_factor(account):
        return redirect("account:two_step")
    if request.method != "POST":
        return _form(request, two_step_off_page(TypedAccount(), account))
    typed = check_password_and_code(request, account)
    if not typed.ready:
        return _form(request, two_step_off_page(typed, account), 400)
    services.turn_off(account=account)
    send_notice(account, "second_factor_off")
    return redirect(f"{reverse('account:page')}?done=two_step_off")


def is_right_code(request: HttpRequest, account: Account, code: str) -> bool:
    """Return whether ``code``, of the app or for recovery, is the account's; it works once.

    The attempt is counted before it is checked, and given back if it was right. Input that can't be a code isn't
    counted. Raises RefusedError ("too_many_requests").
    """
    if not services.can_be_code(code):
        return False
    guesses = count_attempt(request, account.email, "wrong_code")
    kind = services.check_code(account=account, code=code)
    if not kind:
        log_security_event("wrong_code", account=account.pk)
        return False
    uncount_attempt(guesses)
    if kind == "recovery":
        send_notice(account, "recovery_code_used")
    return True


def check_password_and_code(request: HttpRequest, account: Account, typed: TypedAccount | None = None) -> TypedAccount:
    """Return the form with the errors of its password and code. The code is used up only if all else is right.

    ``typed`` is the form as read so far, if it has more fields than these two.
    """
    typed = read_two_step(request.POST) if typed is None else typed
    check_password_field(request, account, typed)
    if typed.ready and not is_right_code(request, account, typed.code):
        typed.errors["code"] = (_("That code isn't right. Wait for the next one and try again."),)
    return typed


def _two_step_page(
    request: HttpRequest, typed: TypedAccount, account: Account, nonce: str, status: int = 200
) -> HttpResponse:
    return render(request, "account/two_step.html", {"page": two_step_page(typed, account, nonce)}, status=status)


def _form(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account/account_form.html", {"page": page}, status=status)
