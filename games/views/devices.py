"""The cookie by which a phone is recognized. It is set when the phone first does something, not on opening a page."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Device
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.access import access_by_secret, device_by_secret
from games.selectors.sharing.moves import moved_away_from
from games.services.devices import NewDevice, drop_former_secret, make_device, renew_device

_COOKIE_MAX_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
_MAX_USER_AGENT_LENGTH = 400
"""The part of the User-Agent header that is looked at."""
_DEVICE_KINDS = (
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
    """Return the name of the device cookie. Over HTTPS it is bound to this host; plain HTTP can't do that."""
    return "__Host-device" if request.is_secure() else "device"


def known_device(request: HttpRequest) -> Device | None:
    """Return the device that sent ``request``; None if it isn't known."""
    secret = request.COOKIES.get(cookie_name(request), "")
    device = device_by_secret(secret)
    if device is not None:
        drop_former_secret(device=device, secret=secret)
    return device


def acting_device(request: HttpRequest, label: str = "") -> tuple[Device, NewDevice | None]:
    """Return the device of a request that does something, and, if it was made for that, its secret.

    ``set_device_cookie`` puts the secret into the response's cookie. That response may be lost: a form with a random
    ``once`` gets the same device again.
    """
    device = known_device(request)
    if device is not None:
        return device, None
    created = make_device(label=label or device_label(request), once=request.POST.get("once", ""))
    return created.device, created


def set_device_cookie(request: HttpRequest, response: HttpResponse, created: NewDevice | None) -> HttpResponse:
    """Put a new device's secret into the response's cookie; None (a known device) changes nothing."""
    if created is not None:
        response.set_cookie(
            cookie_name(request),
            created.secret,
            max_age=_COOKIE_MAX_AGE,
            httponly=True,
            secure=request.is_secure(),
            samesite="Lax",
            path="/",
        )
    return response


def renew_device_cookie(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give a known device a new secret in the response's cookie. Call it when somebody logs in on it.

    From then on the device may have rights of an account, which nobody who knew the old cookie should get.
    """
    device, secret = known_device(request), request.COOKIES.get(cookie_name(request), "")
    return set_device_cookie(request, response, renew_device(device=device, current_secret=secret) if device else None)


def device_label(request: HttpRequest) -> str:
    """Return what kind of device this is, for the sheet: "iPhone"."""
    agent = request.headers.get("User-Agent", "")[:_MAX_USER_AGENT_LENGTH]
    return next((_(label) for pattern, label in _DEVICE_KINDS if re.search(pattern, agent)), _("A phone"))


def table_access(request: HttpRequest, public_id: str) -> Access:
    """Return what the device behind ``request`` may do at a table. Raises RefusedError if it may do nothing."""
    secret = request.COOKIES.get(cookie_name(request), "")
    try:
        access = access_by_secret(public_id, secret)
    except RefusedError as refusal:
        if refusal.code == "not_found" and moved_away_from(public_id, device_by_secret(secret)):
            raise RefusedError("link_revoked", what="moved") from refusal
        raise
    if access.device is not None:
        drop_former_secret(device=access.device, secret=secret)
    return access
