"""Views of the offices of a league: who runs it, invitations, and handing it over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.single_fields import typed_row
from games.models import Duty
from games.pages.league.league_admin import offices_page
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.league import offices as services
from games.views.league.league_access import organizer_access_for
from games.web.base_url import base_url
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def offices(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who runs the league; POST makes an invitation."""
    access = organizer_access_for(request, public_id)
    if request.method == "POST":
        duty = request.POST.get("duty", "")
        try:
            if duty not in Duty.values:
                raise RefusedError("invalid_value", what="duty")
            services.invite(access=access, duty=Duty(duty), key=request.POST.get("key", ""))
        except RefusedError as refusal:
            return _page(request, access, refusal)
        return redirect("league:offices", public_id)
    return _page(request, access)


@never_cache
@require_POST
def end_office(request: HttpRequest, public_id: str, office: int) -> HttpResponse:
    """End an office."""
    access = organizer_access_for(request, public_id)
    try:
        services.remove_office(access=access, office_id=office)
    except RefusedError as refusal:
        return _page(request, access, refusal)
    return redirect("league:offices" if access.may("manage_league") else "league:page", public_id)


@never_cache
@require_POST
def hand_over(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand the league over to another account."""
    access = organizer_access_for(request, public_id)
    try:
        services.hand_over(access=access, account_id=typed_row(request.POST, "to"))
    except RefusedError as refusal:
        return _page(request, access, refusal)
    return redirect("league:page", public_id)


def _page(request: HttpRequest, access: LeagueAccess, refusal: RefusedError | None = None) -> HttpResponse:
    if refusal and refusal.status == 404:
        raise refusal
    page = offices_page(access, base_url(request), (refusal_text(refusal),) if refusal else ())
    return render(request, "league/offices.html", {"page": page}, status=refusal.status if refusal else 200)
