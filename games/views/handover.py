"""Views for taking over the scoring on this phone, and for allowing players to do so."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.refusals import Refused
from games.rules.ledger import LONGEST_KEY
from games.selectors.addresses import at_table
from games.selectors.handover_page import handover_page
from games.services.handover import allow_takeover, take_over
from games.views.devices import table_access
from games.views.round_submission import parse_whole_number
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
            return redirect(at_table(access.table))
        except Refused as refusal:
            errors, status = (refusal_text(refusal),), refusal.status
    return render(request, "handover.html", {"page": handover_page(access, key, errors)}, status=status)


@never_cache
@require_POST
def set_takeover(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set whether the players may take over the scoring."""
    access = table_access(request, public_id)
    allow_takeover(access=access, allowed=request.POST.get("takeover") == "yes")
    return redirect(at_table(access.table, "links"))
