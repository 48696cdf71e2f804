"""Views that confirm or dispute the rounds of a match at its table, and keep open screens up to date."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.models import Match, Verdict
from games.models.entry import REASON_LENGTH
from games.pages.season.match_at_table import league_access_at, match_at, match_version, newest_check
from games.pages.season.match_rounds import side_names_of
from games.pages.table.table import Notice
from games.refusals import RefusedError
from games.selectors.league.league_access import seats_of
from games.selectors.season.referee_calls import current_call
from games.selectors.table.table_paths import table_path
from games.services.season.checks import RoundVersion, check_rounds
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text
from games.wording.season.match import press_together_text, reason_required_text
from games.wording.words import printable

_SHOWN_ON_PAGE = ("stale", "season_closed", "not_playable", "not_found")
_NOTICES = {
    Verdict.CONFIRMED: gettext_noop("Confirmed"),
    Verdict.DISPUTED: gettext_noop("Disputed: a referee will look at it"),
}
_MAX_ROUNDS = 1_000


@never_cache
@require_POST
def check(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Confirm rounds of a match or dispute one: for this phone's player, or with all players' thumbs on this phone."""
    snapshot = TableSnapshot(table_access(request, public_id))
    match = _match_at(snapshot)
    verdict = request.POST.get("verdict", "")
    if verdict not in _NOTICES:
        raise RefusedError("invalid_value", what="verdict")
    rounds = [parse_seen_round(value) for value in request.POST.getlist("round")[:_MAX_ROUNDS]]
    if not rounds:
        raise RefusedError("invalid_value", what="round")
    sides = {side for typed in request.POST.getlist("side") if (side := parse_whole_number(typed)) is not None}
    reason = printable(request.POST.get("reason", ""))[:REASON_LENGTH]
    problem = (
        reason_required_text()
        if verdict == Verdict.DISPUTED and not reason
        else _missing_thumbs_text(request, match, sides)
    )
    if problem:
        return _answer(request, public_id, Notice("bad", problem), 400)
    try:
        check_rounds(
            access=league_access_at(snapshot.access, match.season),
            season=match.season,
            number=match.number,
            rounds=rounds,
            verdict=Verdict(verdict),
            sides=sorted(sides),
            reason=reason if verdict == Verdict.DISPUTED else "",
            table_access=snapshot.access,
        )
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        return _answer(request, public_id, Notice("bad", refusal_text(refusal)), refusal.status)
    return _answer(request, public_id, Notice("good", _(_NOTICES[Verdict(verdict)])), 200)


@never_cache
@require_safe
def match_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment with the state of the rounds; 204 if the page has it already."""
    snapshot = TableSnapshot(table_access(request, public_id))
    match = _match_at(snapshot)
    if request.GET.get("seen") == match_version(match, newest_check(match), current_call(match)):
        return HttpResponse(status=204)
    return render(request, "table/table.html#checked", {"page": snapshot.page()})


def parse_seen_round(value: str) -> RoundVersion:
    """Parse a round as it was seen, "1:4:17". Raises RefusedError ("invalid_value") for anything else."""
    numbers = [parse_whole_number(part) for part in value.split(":")]
    if len(numbers) != 3 or None in numbers:
        raise RefusedError("invalid_value", what="round")
    return RoundVersion(*(number for number in numbers if number is not None))


def _match_at(snapshot: TableSnapshot) -> Match:
    """Return the match played at a table. Raises Http404 if there's none."""
    match = match_at(snapshot.table)
    if match is None:
        raise Http404
    return match


def _missing_thumbs_text(request: HttpRequest, match: Match, sides: set[int]) -> str:
    """Return the error if a form that needs everybody's thumbs lacks one; "" otherwise."""
    if not request.POST.get("thumbs"):
        return ""
    names = side_names_of(seats_of(match))
    return "" if sides >= set(range(len(names))) else press_together_text(names)


def _answer(request: HtmxRequest, public_id: str, notice: Notice, status: int) -> HttpResponse:
    """Render the part of the table that changed; without script, redirect to its page."""
    if not request.htmx and status == 200:
        return redirect(table_path(table_access(request, public_id).table))
    snapshot = TableSnapshot(table_access(request, public_id))
    template = "table/table.html#checked" if request.htmx else "table/table.html"
    return render(request, template, {"page": snapshot.page(notice=notice)}, status=status)
