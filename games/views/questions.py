"""Two phones told one round differently: somebody at the table says which version is right."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.forms.round_form import illegal_text
from games.pages import Notice
from games.refusals import Refused
from games.rules.faults import Illegal
from games.selectors.addresses import at_table
from games.services.questions import keep_version, take_version
from games.views.devices import access_to
from games.views.posted import whole_number
from games.views.table import AtTable, has_before
from games.wording import refusal_text

_TOLD_ON_THE_PAGE = ("stale", "question_decided", "revision_required", "unknown_question", "table_full")


@never_cache
@require_POST
def decide(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep what is on the sheet, or take another version: ``right``, out of the versions ``question``."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    right, seen = request.POST.get("right", ""), whole_number(request.POST.get("revision", ""))
    shown = [number for text in request.POST.getlist("question") if (number := whole_number(text)) is not None]
    notice, status = Notice("good", pgettext("done", "Decided")), 200
    try:
        _decide(at, right, shown, seen)
    except Refused as why:
        if why.code not in _TOLD_ON_THE_PAGE:
            raise
        notice, status = Notice("bad", refusal_text(why)), why.status
    except Illegal as illegal:
        notice, status = Notice("bad", " ".join(illegal_text(illegal, at.players))), 400
    if request.POST.get("away") == "yes" and request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": at_table(at.table)})
    if not request.htmx and status == 200:  # type: ignore[attr-defined]
        return redirect(at_table(at.table))
    at = AtTable(access_to(request, public_id))
    page = at.page(notice=notice)
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "table.html", {"page": page}, status=status)
    # Out of the round form the answer takes its place; from the question above it, a form in use is left alone.
    template = "table.html#saved" if "key" in request.POST else "table.html#moved"
    told = {"page": page, "with_entry": request.POST.get("typing") != "1", "has": has_before(request)}
    return render(request, template, told, status=status)


def _decide(at: AtTable, right: str, shown: list[int], seen: int | None) -> None:
    """Carry it out. The same answer from the same screen is one answer: its key says what was seen."""
    taken = whole_number(right)
    if right == "keep":
        key = f"keep:{','.join(map(str, shown[:20]))}:{seen}"
        keep_version(access=at.access, key=key, questions=shown, revision=seen)
    elif taken is not None:
        others = [number for number in shown if number != taken]
        take_version(access=at.access, key=f"take:{taken}:{seen}", question=taken, others=others[:20], revision=seen)
    else:
        raise Refused("invalid_value")
