"""What is to be checked in a season: tick rounds, approve them, and keep up with what comes in."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Verdict
from games.pages import Notice
from games.refusals import Refused
from games.selectors.checks_page import checks_page
from games.selectors.league_access import SeasonAccess
from games.services.checks import Seen, check_round, tick_rounds
from games.views.league_doors import season_at
from games.views.match_table import seen_round
from games.views.posted import whole_number
from games.wording import refusal_text

_TOLD_ON_THE_PAGE = ("stale", "season_closed", "not_playable", "not_found")
_MOST_ROUNDS = 1_000


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page; and what its buttons do: tick a round, or all that came from one phone, or approve one."""
    at = season_at(request, public_id)
    at.access.demand("judge")
    notice, status = None, 200
    if request.method == "POST":
        try:
            notice = Notice("good", _done(request, at))
        except Refused as why:
            if why.code not in _TOLD_ON_THE_PAGE:
                raise
            notice, status = Notice("bad", refusal_text(why)), why.status
        at = season_at(request, public_id)
        if not request.htmx and status == 200:  # type: ignore[attr-defined]
            return redirect(checks_page(at, _night(request)).url)
    elif request.GET.get("seen") == str(at.season.revision):
        return HttpResponse(status=204)
    page = checks_page(at, _night(request))
    template = "league/checks.html#checks" if request.htmx else "league/checks.html"  # type: ignore[attr-defined]
    return render(request, template, {"page": page, "notice": notice}, status=status)


def _done(request: HttpRequest, at: SeasonAccess) -> str:
    """Do what a button says, and say it was done. Raises Refused ("invalid_value" for no button of the page)."""
    do, seen = request.POST.get("do", ""), [_seen(value) for value in request.POST.getlist("round")[:_MOST_ROUNDS]]
    if do == "tick" and seen:
        ticked = tick_rounds(access=at.access, season=at.season, rounds=seen)
        if not ticked:
            raise Refused("stale")
        return ngettext("%(n)d round ticked", "%(n)d rounds ticked", ticked) % {"n": ticked}
    if do != "approve" or len(seen) != 1:
        raise Refused("invalid_value", what="do")
    number, one = seen[0]
    check_round(
        access=at.access,
        season=at.season,
        number=number,
        game=one.game,
        round_number=one.round,
        revision=one.revision,
        verdict=Verdict.APPROVED,
    )
    return _("Approved")


def _seen(value: str) -> tuple[int, Seen]:
    """The round that a form names with its match, "3:1:4:17". Raises Refused ("invalid_value") for something else."""
    match, __, rest = value.partition(":")
    number = whole_number(match)
    if number is None:
        raise Refused("invalid_value", what="round")
    return number, seen_round(rest)


def _night(request: HttpRequest) -> date | None:
    """The night that the address asks for; None for none, or for what is no date."""
    try:
        return date.fromisoformat(request.GET.get("night", ""))
    except ValueError:
        return None
