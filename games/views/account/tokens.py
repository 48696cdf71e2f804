"""Views that make and revoke an account's API tokens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account.token_form import TypedToken, read_token
from games.models import Account, Scope
from games.pages.account.token_page import token_page
from games.refusals import RefusedError
from games.services.account.api_tokens import make_token, revoke_token
from games.services.account.passwords import is_password_of
from games.views.account.authentication import account_required, verify_password
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def new_token(request: HttpRequest, account: Account) -> HttpResponse:
    """Make a token and show it once. It takes the password, so an open browser isn't enough."""
    if request.method != "POST":
        return render(request, "account/token.html", {"page": token_page(TypedToken(), account)})
    typed = read_token(request.POST)
    if not verify_password(
        request, account.email, typed.password, lambda: is_password_of(account=account, password=typed.password)
    ):
        typed.errors["password"] = (_("That isn't your password."),)
    created, status = None, 400
    if typed.ready:
        try:
            created = make_token(account=account, label=typed.label, scope=Scope(typed.scope), days=typed.days)
            status = 201
        except RefusedError as refusal:
            typed.non_field_errors, status = (refusal_text(refusal),), refusal.status
    return render(request, "account/token.html", {"page": token_page(typed, account, created)}, status=status)


@never_cache
@require_POST
@account_required
def end_token(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Revoke a token."""
    revoke_token(account=account, public_id=public_id)
    return redirect(f"{reverse('account:page')}?done=token")
