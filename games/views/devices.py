"""The cookie that makes a phone known again: set when it first does something, never by opening a page."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Device
from games.permissions import Access
from games.selectors.access import access_by_secret, device_of
from games.services.devices import NewDevice, forget_former, make_device, renew_device

_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
_LONGEST_AGENT = 400
"""Characters of what a browser says of itself that are looked at."""
_KINDS = (
    (r"iPad", "iPad"),
    (r"iPhone", "iPhone"),
    (r"Android.*Mobile", gettext_noop("Android phone")),
    (r"Android", gettext_noop("Android tablet")),
    (r"Macintosh", "Mac"),
    (r"Windows", gettext_noop("Windows computer")),
    (r"CrOS", "Chromebook"),
    (r"Linux", gettext_noop("Linux computer")),
)


def cookie_name(request: HttpRequest) -> str:
    """The device cookie's name: bound to this host over HTTPS, plain where a home network has only http."""
    return "__Host-device" if request.is_secure() else "device"


def known_device(request: HttpRequest) -> Device | None:
    """The device that sent ``request``, if it is known."""
    secret = request.COOKIES.get(cookie_name(request), "")
    device = device_of(secret)
    if device is not None:
        forget_former(device=device, secret=secret)
    return device


def new_device(request: HttpRequest, label: str = "") -> NewDevice:
    """A device for whoever sent ``request``; its cookie goes into the answer by ``remember``."""
    return make_device(label=label or device_label(request))


def remember(request: HttpRequest, response: HttpResponse, made: NewDevice | None) -> HttpResponse:
    """Put a new device's secret into the answer's cookie; nothing for a device that was known."""
    if made is not None:
        response.set_cookie(
            cookie_name(request),
            made.secret,
            max_age=_AGE,
            httponly=True,
            secure=request.is_secure(),
            samesite="Lax",
            path="/",
        )
    return response


def renewed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give a known device another secret, in the answer's cookie; to be called where somebody logs in on it.

    What a phone may do can come to hang on an account then: whoever knew its cookie before is not to have it too.
    """
    device, held = known_device(request), request.COOKIES.get(cookie_name(request), "")
    return remember(request, response, renew_device(device=device, held=held) if device else None)


def device_label(request: HttpRequest) -> str:
    """What kind of device this says it is, for the sheet: "iPhone"."""
    agent = request.headers.get("User-Agent", "")[:_LONGEST_AGENT]
    return next((_(label) for pattern, label in _KINDS if re.search(pattern, agent)), _("A phone"))


def access_to(request: HttpRequest, public_id: str) -> Access:
    """What the device behind ``request`` may do at a table. Raises Refused where it may do nothing."""
    secret = request.COOKIES.get(cookie_name(request), "")
    access = access_by_secret(public_id, secret)
    if access.device is not None:
        forget_former(device=access.device, secret=secret)
    return access
