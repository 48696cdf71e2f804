"""The page "Privacy and backups", and security.txt, which says where to report a vulnerability."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.promises import PromisesPage
from games.wording.promises import NOT_PROMISED, PROMISES

_VALID_FOR: Final = timedelta(days=180)
_NO_CONTACT: Final = "# Whoever runs this server has not said where to reach them: SECURITY_CONTACT in its environment."


@require_safe
def promises(request: HttpRequest) -> HttpResponse:
    """Show what is promised and what isn't."""
    groups = tuple((_(heading), tuple(_(text) for text in texts)) for heading, texts in PROMISES.items())
    page = PromisesPage(groups, tuple(_(text) for text in NOT_PROMISED), settings.SECURITY_CONTACT)
    return render(request, "operating/promises.html", {"page": page})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return security.txt (RFC 9116). It has addresses of this server only if PUBLIC_URL is set."""
    del request
    expires = (timezone.now() + _VALID_FOR).strftime("%Y-%m-%dT00:00:00Z")
    contact = settings.SECURITY_CONTACT
    lines = [f"Contact: {contact}" if contact else _NO_CONTACT, f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.PUBLIC_URL:
        lines.append(f"Canonical: {settings.PUBLIC_URL}{reverse('security_txt')}")
        lines.append(f"Policy: {settings.PUBLIC_URL}{reverse('promises')}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
