"""The one tap that makes a table to play with."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.refusals import Refused
from games.selectors.addresses import at_table
from games.services.house_rules import SECRET_KEY_LENGTH
from games.services.tryout import start_tryout
from games.views.devices import known_device, new_device, remember
from games.web.throttles import check_rate


@never_cache
@require_POST
def try_out(request: HttpRequest) -> HttpResponse:
    """Make a table to play with, and go to it."""
    check_rate(request, "start")
    key = request.POST.get("key", "")
    if len(key) < SECRET_KEY_LENGTH:
        key = secrets.token_hex(16)
    device = known_device(request)
    made = None if device else new_device(request)
    owner = device or (made.device if made else None)
    assert owner is not None  # noqa: S101 - one of the two it was
    try:
        started = start_tryout(device=owner, key=key)
    except Refused as why:
        if why.code != "idempotency_key_reused":
            raise
        started = start_tryout(device=owner, key=secrets.token_hex(16))
    return remember(request, redirect(at_table(started.access.table)), made)
