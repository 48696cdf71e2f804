"""The rounds of a match at its table: say that they are right, or that one is not; and keep up with what others say."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.round_form import printable
from games.models import Fixture, Verdict
from games.models.entry import REASON_LENGTH
from games.pages import Notice
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.league_access import seats_of
from games.selectors.match_at_table import fixture_at, last_check_of, league_at, mark_of
from games.selectors.match_rounds import side_names_of
from games.services.checks import Seen, check_rounds
from games.views.devices import access_to
from games.views.posted import whole_number
from games.views.table import AtTable
from games.wording import refusal_text
from games.wording.match import both_thumbs_text, say_why_text

_TOLD_ON_THE_PAGE = ("stale", "season_closed", "not_playable", "not_found")
_DONE = {
    Verdict.CONFIRMED: gettext_noop("Confirmed"),
    Verdict.DISPUTED: gettext_noop("Disputed. A referee will look at it"),
}
_MOST_ROUNDS = 1_000


@never_cache
@require_POST
def check(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm rounds of the match, or dispute one; for oneself, or with everybody's thumbs on this phone."""
    at = AtTable(access_to(request, public_id))
    fixture = _match_of(at)
    verdict = request.POST.get("verdict", "")
    if verdict not in _DONE:
        raise Refused("invalid_value", what="verdict")
    rounds = [seen_round(value) for value in request.POST.getlist("round")[:_MOST_ROUNDS]]
    if not rounds:
        raise Refused("invalid_value", what="round")
    sides = {side for typed in request.POST.getlist("side") if (side := whole_number(typed)) is not None}
    reason = printable(request.POST.get("reason", "")).strip()[:REASON_LENGTH]
    wrong = say_why_text() if verdict == Verdict.DISPUTED and not reason else _missing_thumbs(request, fixture, sides)
    if wrong:
        return _answer(request, public_id, Notice("bad", wrong), 400)
    try:
        check_rounds(
            access=league_at(at.access, fixture.season),
            season=fixture.season,
            number=fixture.number,
            rounds=rounds,
            verdict=Verdict(verdict),
            sides=sorted(sides),
            reason=reason if verdict == Verdict.DISPUTED else "",
            at_table=at.access,
        )
    except Refused as why:
        if why.code not in _TOLD_ON_THE_PAGE:
            raise
        return _answer(request, public_id, Notice("bad", refusal_text(why)), why.status)
    return _answer(request, public_id, Notice("good", _(_DONE[Verdict(verdict)])), 200)


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """How the rounds stand, for a page that is open: 204 where it has seen that."""
    at = AtTable(access_to(request, public_id))
    fixture = _match_of(at)
    if request.GET.get("seen") == mark_of(fixture, last_check_of(fixture)):
        return HttpResponse(status=204)
    return render(request, "table.html#checked", {"page": at.page()})


def seen_round(value: str) -> Seen:
    """The round that a form names, "1:4:17". Raises Refused ("invalid_value") for something else."""
    numbers = [whole_number(part) for part in value.split(":")]
    if len(numbers) != 3 or None in numbers:
        raise Refused("invalid_value", what="round")
    return Seen(*(number for number in numbers if number is not None))


def _match_of(at: AtTable) -> Fixture:
    """The match played at a table. Raises Http404 where none is."""
    fixture = fixture_at(at.table)
    if fixture is None:
        raise Http404
    return fixture


def _missing_thumbs(request: HttpRequest, fixture: Fixture, sides: set[int]) -> str:
    """What to say where a form for everybody's thumbs came without one of them; "" where it is complete, or is none."""
    if not request.POST.get("thumbs"):
        return ""
    names = side_names_of(seats_of(fixture))
    return "" if sides >= set(range(len(names))) else both_thumbs_text(names)


def _answer(request: HttpRequest, public_id: str, notice: Notice, status: int) -> HttpResponse:
    """The table as it stands now: what changed of it, or without script the page."""
    if not request.htmx and status == 200:  # type: ignore[attr-defined]
        return redirect(at_table(access_to(request, public_id).table))
    at = AtTable(access_to(request, public_id))
    template = "table.html#checked" if request.htmx else "table.html"  # type: ignore[attr-defined]
    return render(request, template, {"page": at.page(notice=notice)}, status=status)
