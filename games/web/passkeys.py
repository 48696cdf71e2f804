"""Where passkeys can be used, and the challenge of a log-in, kept in a cookie that this server signs.

There is no session before the log-in, hence the cookie. The database ensures that no challenge is answered twice
(``Passkey.last_challenge``), so a copy of the cookie is worthless.
"""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.models import Account
from games.services.account.passkeys import CHALLENGE_MINUTES, PasskeyChallenge, PasskeySite

_SALT: Final = "games.passkeys"


def passkey_site(request: HttpRequest) -> PasskeySite | None:
    """Return the site that passkeys are bound to on this page; None where passkeys cannot be used.

    With an https ``PUBLIC_URL`` it is that host, and the page must be opened under it. Otherwise only a browser on this
    computer can use passkeys, at ``http://localhost``. A bare IP address cannot have passkeys.
    """
    host = request.get_host().lower()
    if settings.HTTPS:
        public = urlsplit(settings.PUBLIC_URL)
        name, netloc = public.hostname or "", public.netloc.lower().removesuffix(":443")
        usable = request.is_secure() and host.removesuffix(":443") == netloc and not _is_number(name)
        return PasskeySite(name, f"https://{netloc}") if usable else None
    name = host.partition(":")[0]
    here = name == "localhost" and _is_loopback(request.META.get("REMOTE_ADDR", ""))
    return PasskeySite(name, f"http://{host.removesuffix(':80')}") if here and not request.is_secure() else None


def remember_challenge(
    request: HttpRequest, response: HttpResponse, account: Account, challenge: PasskeyChallenge
) -> None:
    """Set the cookie with the challenge that a passkey of ``account`` is to sign."""
    payload = {"account": account.pk, "value": challenge.value, "at": challenge.made_at}
    _set(request, response, signing.dumps(payload, salt=_SALT), CHALLENGE_MINUTES * 60)


def challenge_of(request: HttpRequest, account: Account) -> PasskeyChallenge | None:
    """Return the challenge for ``account`` from this browser's cookie; None if there is none, or it has expired."""
    try:
        payload = signing.loads(
            request.COOKIES.get(_cookie_name(request), ""), salt=_SALT, max_age=CHALLENGE_MINUTES * 60
        )
    except signing.BadSignature:
        return None
    return PasskeyChallenge(payload["value"], payload["at"]) if payload["account"] == account.pk else None


def forget_challenge(request: HttpRequest, response: HttpResponse) -> None:
    """Delete the challenge cookie, if the browser has one."""
    if _cookie_name(request) in request.COOKIES:
        _set(request, response, "", 0)


def _set(request: HttpRequest, response: HttpResponse, value: str, seconds: int) -> None:
    response.set_cookie(
        _cookie_name(request),
        value,
        max_age=seconds,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
        path="/",
    )


def _cookie_name(request: HttpRequest) -> str:
    return "__Host-passkey" if request.is_secure() else "passkey"


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
