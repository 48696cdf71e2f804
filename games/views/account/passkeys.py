"""Views of an account's passkeys: list, add and remove them; and checking the passkey of a login."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.account.account_form import TypedAccount, read_new_passkey
from games.models import Account
from games.pages.account.account import AccountFormPage, PasskeyForm
from games.pages.account.passkeys_page import (
    finish_passkey_page,
    new_passkey_page,
    passkeys_page,
    remove_passkey_page,
    use_passkey,
)
from games.refusals import RefusedError
from games.services.account import passkeys as services
from games.services.account.second_factor import has_second_factor
from games.services.account.security_log import log_security_event
from games.views.account.authentication import account_required, current_session_id
from games.views.account.second_factor import check_password_and_code
from games.web.login_attempts import count_attempt, uncount_attempt
from games.web.passkeys import challenge_of, passkey_site
from games.wording.refusals import refusal_text

_SESSION_KEY = "passkey"
"""The session key of a new passkey's name and challenge while the authenticator creates it."""


@never_cache
@require_safe
@account_required
def passkeys(request: HttpRequest, account: Account) -> HttpResponse:
    """List the account's passkeys."""
    if not has_second_factor(account):
        return redirect("account:two_step")
    notice = {"added": _("Passkey added"), "removed": _("Passkey removed")}.get(request.GET.get("done", ""), "")
    page = passkeys_page(services.passkeys_of(account), passkey_site(request), notice)
    return render(request, "account/passkeys.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def new_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    """Add a passkey: first its name, the password and a code, then the authenticator creates it."""
    if not has_second_factor(account):
        return redirect("account:two_step")
    site = passkey_site(request)
    if site is None or len(services.passkeys_of(account)) >= services.MOST_PASSKEYS:
        return redirect("account:passkeys")
    typed = TypedAccount()
    if request.method == "POST" and "credential" in request.POST:
        try:
            return _finish(request, account, site)
        except RefusedError as refusal:
            typed.non_field_errors = (refusal_text(refusal),)
            return _form(request, new_passkey_page(typed, account), refusal.status)
    if request.method != "POST":
        return _form(request, new_passkey_page(typed, account))
    typed = read_new_passkey(request.POST)
    check_password_and_code(request, account, typed)
    if not typed.ready:
        return _form(request, new_passkey_page(typed, account), 400)
    challenge = services.new_challenge()
    request.session[_SESSION_KEY] = {"label": typed.name, "value": challenge.value, "at": challenge.made_at}
    options = services.creation_options(account=account, site=site, challenge=challenge)
    return _form(request, finish_passkey_page(json.dumps(options)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def remove(request: HttpRequest, account: Account) -> HttpResponse:
    """Remove the passkey with the public id in the query; it takes the password and a code."""
    passkey = next(
        (candidate for candidate in services.passkeys_of(account) if candidate.public_id == request.GET.get("passkey")),
        None,
    )
    if passkey is None:
        return redirect("account:passkeys")
    if request.method != "POST":
        return _form(request, remove_passkey_page(TypedAccount(), account, passkey))
    typed = check_password_and_code(request, account)
    if not typed.ready:
        return _form(request, remove_passkey_page(typed, account, passkey), 400)
    services.remove_passkey(account=account, public_id=passkey.public_id, current_session=current_session_id(request))
    return redirect(f"{reverse('account:passkeys')}?done=removed")


def passkey_form(request: HttpRequest, account: Account) -> tuple[PasskeyForm, services.PasskeyChallenge] | None:
    """Return the form that logs ``account`` in with a passkey, and its challenge; None if it has no passkey here."""
    site = passkey_site(request)
    if site is None or not services.has_passkey(account, site):
        return None
    challenge = services.new_challenge()
    options = services.request_options(account=account, site=site, challenge=challenge)
    return use_passkey(json.dumps(options)), challenge


def is_right_passkey(request: HttpRequest, account: Account, answer: str) -> bool:
    """Return whether ``answer`` was signed by a passkey of ``account`` for this browser's challenge; it works once.

    Like a code, the attempt is counted before it is checked, and given back if it was right. Without a challenge
    nothing is counted. Raises RefusedError ("too_many_requests").
    """
    site, challenge = passkey_site(request), challenge_of(request, account)
    if site is None or challenge is None or not answer:
        return False
    guesses = count_attempt(request, account.email, "wrong_code")
    if not services.check_passkey(account=account, site=site, challenge=challenge, answer=answer):
        log_security_event("wrong_passkey", account=account.pk)
        return False
    uncount_attempt(guesses)
    return True


def _finish(request: HttpRequest, account: Account, site: services.PasskeySite) -> HttpResponse:
    """Store the passkey that the authenticator created. Its challenge is used up. Raises RefusedError."""
    pending = request.session.pop(_SESSION_KEY, None)
    if pending is None:
        raise RefusedError("wrong_passkey")
    # Save now: a second request with the same challenge must not find it.
    request.session.save()
    services.add_passkey(
        account=account,
        site=site,
        challenge=services.PasskeyChallenge(pending["value"], pending["at"]),
        label=pending["label"],
        answer=request.POST["credential"],
        current_session=current_session_id(request),
    )
    return redirect(f"{reverse('account:passkeys')}?done=added")


def _form(request: HttpRequest, page: AccountFormPage, status: int = 200) -> HttpResponse:
    return render(request, "account/account_form.html", {"page": page}, status=status)
