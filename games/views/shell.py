"""What makes the site an app: its service worker, its manifest, and its page for when there is no network."""

import hashlib
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.templatetags.bundles import script_files
from games.web.look import DAY

FILES: Final = (
    *("app.css", "icon.svg", "icon-192.png"),
    # All themes: the next one may be chosen, and the device may turn dark, where there is no network.
    *("themes/dark.css", "themes/black.css", "themes/contrast.css"),
    *("offline.js", "shell.js", "live.js", "thumbs.js", "django_htmx/htmx-2.min.js"),
)
SCRIPTS: Final = ("outbox", "entry")
"""What a table's page needs, and nothing else: files, and bundles of scripts."""


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, so that it may answer for every page; asked for anew each time."""
    addresses = [static(name) for name in (*FILES, *(file for name in SCRIPTS for file in script_files(name)))]
    offline = render_to_string("offline.html", request=request)
    version = hashlib.sha256("\n".join([*addresses, _without_token(offline)]).encode()).hexdigest()[:12]
    return render(
        request, "sw.js", {"files": addresses, "version": version}, content_type="text/javascript; charset=utf-8"
    )


def _without_token(page: str) -> str:
    """The page without its form token, which is another one each time."""
    return page.partition("<body")[0] + page.partition("<main")[2]


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put the site among its apps."""
    del request
    icons = [
        {"src": static(f"icon-{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (
            ("192", 192, "any"),
            ("512", 512, "any"),
            ("maskable", 512, "maskable"),
        )
    ]
    body = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keeps the score of gin rummy played with real cards."),
        "start_url": reverse("start"),
        "scope": "/",
        "display": "standalone",
        "background_color": DAY,
        "theme_color": DAY,
        "icons": icons,
    }
    return JsonResponse(body, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What an installed app shows while the server cannot be reached, and it has no copy of the page."""
    return render(request, "offline.html")
