"""What there is to achieve, and the switch that hides it on this phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages.achievements import AchievementsPage
from games.wording.achievements import achievements_told

COOKIE = "achievements"
_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def achievements(request: HttpRequest) -> HttpResponse:
    """Tell them, or keep in a cookie whether this phone shows them, and go back to where that was asked for.

    They are on where nobody said otherwise. It is a phone's choice: what one finds silly the other one likes, and the
    score is the same for both.
    """
    back = _ours(request.POST.get("back", "") if request.method == "POST" else request.GET.get("back", ""))
    if request.method != "POST":
        on = request.COOKIES.get(COOKIE) != "off"
        return render(request, "achievements.html", {"page": AchievementsPage(achievements_told(), on, back)})
    answer = redirect(back or reverse("achievements"))
    if request.POST.get("achievements") == "off":
        answer.set_cookie(COOKIE, "off", max_age=_AGE, httponly=True, secure=request.is_secure(), samesite="Lax")
    else:
        answer.delete_cookie(COOKIE, samesite="Lax")
    return answer


def _ours(back: str) -> str:
    """An address of this site; empty for any other."""
    known = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back[:200] if known else ""
