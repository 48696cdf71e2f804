"""Views of the account page: the name, the devices that are logged in, and deleting the account."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.account.account_forms import NameForm
from games.models import Account
from games.pages.account.account_page import account_page
from games.refusals import RefusedError
from games.services.account import accounts as services
from games.views.account.authentication import account_required, current_session_id
from games.web.known_browsers import known_as, remember_browser
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def account(request: HttpRequest, account: Account) -> HttpResponse:
    """Show the account page; POST changes the name."""
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": account.name})
    if form.is_valid():
        services.rename_account(account=account, name=form.cleaned_data["name"])
        messages.success(request, _("Name saved"))
        return redirect("account:page")
    page = account_page(account, current_session_id(request))
    response = render(
        request, "account/account.html", {"page": page, "form": form}, status=400 if form.is_bound else 200
    )
    if not known_as(request, account.email):  # after a change of the e-mail
        remember_browser(request, response, account.email)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@reauthentication_required
def delete_account(request: HttpRequest, account: Account) -> HttpResponse:
    """Delete the account."""
    if request.method != "POST":
        return render(request, "account/delete.html")
    try:
        services.delete_account(account=account)
    except RefusedError as why:
        return render(request, "account/delete.html", {"errors": [refusal_text(why)]}, status=why.status)
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
    messages.success(request, _("That device is logged out"))
    return redirect("account:page")


@never_cache
@require_POST
@account_required
def end_other_sessions(request: HttpRequest, account: Account) -> HttpResponse:
    """Log out all of the account's browsers except this one."""
    services.end_other_sessions(account=account, current_session=current_session_id(request))
    messages.success(request, _("All other devices are logged out"))
    return redirect("account:page")
