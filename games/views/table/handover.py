"""Views for taking over the scoring on this phone, and for allowing players to do so."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.typed_values import parse_whole_number
from games.pages.table.handover_page import handover_page
from games.refusals import RefusedError
from games.rules.ledger import LONGEST_KEY
from games.selectors.table.table_paths import table_path
from games.services.table.handover import allow_takeover, take_over
from games.views.devices import table_access
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def handover(request: HttpRequest, public_id: str) -> HttpResponse:
    """Explain what taking over does; POST takes over."""
    access = table_access(request, public_id)
    access.demand("take_over")
    errors: tuple[str, ...] = ()
    status = 200
    key = request.POST.get("key", "")[: LONGEST_KEY + 1] or secrets.token_hex(16)
    if request.method == "POST":
        try:
            take_over(access=access, key=key, player=parse_whole_number(request.POST.get("player", "")))
            return redirect(table_path(access.table))
        except RefusedError as refusal:
            errors, status = (refusal_text(refusal),), refusal.status
    return render(request, "table/handover.html", {"page": handover_page(access, key, errors)}, status=status)


@never_cache
@require_POST
def set_takeover(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set whether the players may take over the scoring."""
    access = table_access(request, public_id)
    allow_takeover(access=access, allowed=request.POST.get("takeover") == "yes")
    return redirect(table_path(access.table, "links"))
