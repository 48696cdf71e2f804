"""The public page that checks a seal. Details are only for those who may see what was sealed."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Seal
from games.pages.sharing.seal_page import seal_page
from games.pages.sharing.seals import SealPage
from games.refusals import RefusedError
from games.rules.seals import MAX_SEAL_INPUT, read_seal
from games.selectors.league.league_access import access_to_league
from games.views.account.authentication import current_account
from games.views.devices import known_device, table_access
from games.web.throttles import check_rate
from games.wording.seals import not_a_seal_text


@never_cache
@require_safe
def check_seal(request: HttpRequest) -> HttpResponse:
    """Check the seal in the query and say whether what it seals is unchanged; without one, ask for it."""
    typed = request.GET.get("seal", "")
    if not typed.strip():
        return render(request, "sharing/seal.html", {"page": SealPage("")})
    check_rate(request, "seal")
    seal = read_seal(typed)
    if seal is None:
        page = SealPage(typed[:MAX_SEAL_INPUT], error=not_a_seal_text())
        return render(request, "sharing/seal.html", {"page": page}, status=400)
    page = seal_page(typed, seal, lambda candidate: _may_see(request, candidate))
    return render(request, "sharing/seal.html", {"page": page})


def _may_see(request: HttpRequest, seal: Seal) -> bool:
    """Return whether the sender may see what was sealed."""
    with suppress(RefusedError):
        if seal.table is not None:
            return bool(table_access(request, seal.table.public_id))
        if seal.season is not None:
            return bool(access_to_league(seal.season.league, current_account(request), known_device(request)))
    return False
