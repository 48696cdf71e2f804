"""The page that lists the achievements, with the switch that hides them on this phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages.table.achievement_views import achievement_explanations
from games.pages.table.achievements import AchievementsPage

COOKIE = "achievements"
_COOKIE_MAX_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def achievements(request: HttpRequest) -> HttpResponse:
    """List the achievements; POST shows or hides them on this phone (a cookie) and returns to the page before.

    They are shown by default. It's a choice of each phone: not everybody likes them, and they don't change the score.
    """
    back = _local_path(request.POST.get("back", "") if request.method == "POST" else request.GET.get("back", ""))
    if request.method != "POST":
        on = request.COOKIES.get(COOKIE) != "off"
        return render(
            request, "table/achievements.html", {"page": AchievementsPage(achievement_explanations(), on, back)}
        )
    response = redirect(back or reverse("achievements"))
    if request.POST.get("achievements") == "off":
        response.set_cookie(
            COOKIE, "off", max_age=_COOKIE_MAX_AGE, httponly=True, secure=request.is_secure(), samesite="Lax"
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _local_path(back: str) -> str:
    """Return ``back`` if it is a path of this site; "" otherwise."""
    is_local = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back[:200] if is_local else ""
