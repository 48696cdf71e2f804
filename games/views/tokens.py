"""Tokens for programs, on the page of their account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.token_form import TypedToken, read_token, token_page
from games.models import Account, Scope
from games.refusals import Refused
from games.services.api_tokens import make_token, revoke_token
from games.services.passwords import is_password_of
from games.views.signed_in import needs_account, proven
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def new_token(request: HttpRequest, own: Account) -> HttpResponse:
    """Make a token, and tell it this once. Who found a browser logged in cannot: it asks for the password."""
    if request.method != "POST":
        return render(request, "token.html", {"page": token_page(TypedToken(), own)})
    typed = read_token(request.POST)
    if not proven(request, own.email, lambda: is_password_of(account=own, password=typed.password)):
        typed.errors["password"] = (_("This is not your password."),)
    made, status = None, 400
    if typed.ready:
        try:
            made = make_token(account=own, label=typed.label, scope=Scope(typed.scope), days=typed.days)
            status = 201
        except Refused as why:
            typed.general, status = (refusal_text(why),), why.status
    return render(request, "token.html", {"page": token_page(typed, own, made)}, status=status)


@never_cache
@require_POST
@needs_account
def end_token(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Revoke a token."""
    revoke_token(account=own, public_id=public_id)
    return redirect(f"{reverse('account')}?done=token")
