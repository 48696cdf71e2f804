"""The view that decides which version of a round is right, after two phones entered it differently."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.forms.table.round_form import fault_sentences
from games.forms.typed_values import parse_whole_number
from games.pages.table.table import Notice
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.selectors.table.table_paths import table_path
from games.services.table.questions import keep_version, take_version
from games.views.devices import table_access
from games.views.table.table import TableSnapshot, shows_earlier_state
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("stale", "question_decided", "revision_required", "unknown_question", "table_full")


@never_cache
@require_POST
def decide(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Keep the version on the sheet, or take another one of the versions shown (``question``)."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    choice, seen_revision = request.POST.get("right", ""), parse_whole_number(request.POST.get("revision", ""))
    question_ids = [
        number for text in request.POST.getlist("question") if (number := parse_whole_number(text)) is not None
    ]
    notice, status = Notice("good", pgettext("done", "Decided")), 200
    try:
        _decide(snapshot, choice, question_ids, seen_revision)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        notice, status = Notice("bad", refusal_text(refusal)), refusal.status
    except RulesError as illegal:
        notice, status = Notice("bad", " ".join(fault_sentences(illegal, snapshot.players))), 400
    if request.POST.get("away") == "yes" and request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": table_path(snapshot.table)})
    if not request.htmx and status == 200:
        return redirect(table_path(snapshot.table))
    snapshot = TableSnapshot(table_access(request, public_id))
    page = snapshot.page(notice=notice)
    if not request.htmx:
        return render(request, "table/table.html", {"page": page}, status=status)
    # An answer to the round form replaces it; to the question above it, it leaves a form in use alone.
    template = "table/table.html#saved" if "key" in request.POST else "table/table.html#moved"
    context = {"page": page, "with_entry": request.POST.get("typing") != "1", "has": shows_earlier_state(request)}
    return render(request, template, context, status=status)


def _decide(snapshot: TableSnapshot, choice: str, question_ids: list[int], seen_revision: int | None) -> None:
    """Carry out the decision. The key contains what was seen, so that sending it twice counts once."""
    version_id = parse_whole_number(choice)
    if choice == "keep":
        key = f"keep:{','.join(map(str, question_ids[:20]))}:{seen_revision}"
        keep_version(access=snapshot.access, key=key, questions=question_ids, revision=seen_revision)
    elif version_id is not None:
        others = [number for number in question_ids if number != version_id]
        take_version(
            access=snapshot.access,
            key=f"take:{version_id}:{seen_revision}",
            question=version_id,
            others=others[:20],
            revision=seen_revision,
        )
    else:
        raise RefusedError("invalid_value")
