"""The view that makes a table to try the app with, in one tap."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.refusals import RefusedError
from games.selectors.table.table_paths import table_path
from games.services.idempotency import SECRET_KEY_LENGTH
from games.services.table.tryout import start_tryout
from games.views.devices import acting_device, set_device_cookie
from games.web.throttles import check_rate


@never_cache
@require_POST
def start_tryout_table(request: HttpRequest) -> HttpResponse:
    """Make a table to try the app with, and go to it."""
    check_rate(request, "start")
    key = request.POST.get("key", "")
    if len(key) < SECRET_KEY_LENGTH:
        key = secrets.token_hex(16)
    device, created = acting_device(request)
    try:
        started = start_tryout(device=device, key=key)
    except RefusedError as refusal:
        if refusal.code != "idempotency_key_reused":
            raise
        started = start_tryout(device=device, key=secrets.token_hex(16))
    return set_device_cookie(request, redirect(table_path(started.access.table)), created)
