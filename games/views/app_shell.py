"""The progressive web app: service worker, manifest, and the page that is shown without a network."""

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

from games.pages.help import help_page
from games.templatetags.bundles import bundle_files
from games.web.display import DAY

CACHED_FILES: Final = (
    *("icon.svg", "icon-192.png"),
    # All themes: without a network, another one may be chosen, or the device may turn dark.
    *("themes/dark.css", "themes/black.css", "themes/contrast.css"),
    # The help page.
    *("styles/pages.css", "styles/front.css", "search.js"),
    *("copies.js", "thumbs.js", "django_htmx/htmx-2.min.js"),
    # The table of a match.
    *("styles/match.css", "clock.js"),
)
CACHED_BUNDLES: Final = ("app.css", "table.css", "page.js", "entry.js", "tally.js")
"""The files and bundles that a table's page and the help need."""


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is at the root, so that it covers every page, and is never cached."""
    addresses = [
        static(name) for name in (*CACHED_FILES, *(file for name in CACHED_BUNDLES for file in bundle_files(name)))
    ]
    pages = (
        render_to_string("operating/offline.html", request=request),
        render_to_string("operating/help.html", {"page": help_page()}, request=request),
    )
    version = hashlib.sha256("\n".join([*addresses, *map(_without_form_token, pages)]).encode()).hexdigest()[:12]
    return render(
        request, "sw.js", {"files": addresses, "version": version}, content_type="text/javascript; charset=utf-8"
    )


def _without_form_token(page: str) -> str:
    """Return the page without its form token, which is different each time."""
    return page.partition("<body")[0] + page.partition("<main")[2]


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest."""
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
        "description": _("Keeps score for gin rummy with real cards."),
        "start_url": reverse("start"),
        "scope": reverse("start"),
        "display": "standalone",
        "background_color": DAY,
        "theme_color": DAY,
        "icons": icons,
    }
    return JsonResponse(body, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for when the server can't be reached and there's no copy of the requested page."""
    return render(request, "operating/offline.html")
