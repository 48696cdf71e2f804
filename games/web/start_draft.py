"""The form of a new table while its rules are chosen on another page: a cookie keeps what was typed, without script.

It is a cookie and not a part of the address, so that no name gets into a log or into the browser's history.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.forms.table.start_form import MOST_NAMES, TypedStart, read_start
from games.rules.names import MAX_NAME_LENGTH

COOKIE: Final = "new_table"
_MAX_AGE: Final = 3600
"""Seconds. After that the names are forgotten."""
_SALT: Final = "games.new_table"
_FIELDS: Final = (*(f"name-{n}" for n in range(1, MOST_NAMES + 1)), "preset", "target", "dealer", "seats")


def read_draft(request: HttpRequest) -> TypedStart | None:
    """Return the form as it was left to choose the rules; None if it was not, or long ago."""
    try:
        fields: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature:
        return None
    return read_start(fields)


def keep_draft(request: HttpRequest, response: HttpResponse, data: Mapping[str, str]) -> HttpResponse:
    """Keep the posted fields of the form, each cut to what it may hold, and return the response."""
    fields = {name: data[name][:MAX_NAME_LENGTH] for name in _FIELDS if data.get(name, "").strip()}
    value = signing.dumps(fields, salt=_SALT, compress=True)
    response.set_cookie(
        COOKIE, value, max_age=_MAX_AGE, httponly=True, secure=request.is_secure(), samesite="Lax", path="/"
    )
    return response


def forget_draft(response: HttpResponse) -> HttpResponse:
    """Remove what was kept, once the table is started, and return the response."""
    response.delete_cookie(COOKIE, samesite="Lax")
    return response
