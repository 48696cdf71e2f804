"""Views that make and revoke an account's API tokens."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account.account_forms import TokenForm
from games.models import Account
from games.refusals import RefusedError
from games.services.account.api_tokens import make_token, revoke_token
from games.views.account.authentication import account_required
from games.wording.refusals import refusal_text
from games.wording.words import date_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@reauthentication_required
def new_token(request: HttpRequest, account: Account) -> HttpResponse:
    """Make a token and show it once. It takes the password or a code, typed a few minutes ago at most."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            made = make_token(account=account, **form.cleaned_data)
        except RefusedError as refusal:
            form.add_error(None, refusal_text(refusal))
            status = refusal.status
        else:
            shown = {"secret": made.secret, "until": date_text(made.token.expires_at)}
            return render(request, "account/token.html", shown, status=201)
    return render(request, "account/token.html", {"form": form}, status=status)


@never_cache
@require_POST
@account_required
def end_token(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Revoke a token."""
    revoke_token(account=account, public_id=public_id)
    messages.success(request, _("Token revoked"))
    return redirect("account:page")
