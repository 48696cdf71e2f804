"""The API's documentation page. It needs no script and nothing from other servers, and can be read on a phone."""

from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema

from games.api.base import BaseAPIView
from games.api.cached_responses import CODINGS, cached_response, coded_response, coding_for, negotiated_response
from games.api.docs_page import docs_page
from games.web.display import DisplayOptions, display_of

_TEMPLATE: Final = "operating/api_docs.html"
_MAIN_START, _MAIN_END = b'<main id="main">', b"</main>"


class DocsView(BaseAPIView):
    """Show the documentation page."""

    @extend_schema(exclude=True)
    def get(self, request: Any) -> HttpResponse:
        """Return the page with every operation, its headers, fields, examples and refusals."""
        response = _docs_response(request._request)
        patch_vary_headers(response, ["Cookie"])
        return response


def docs_bytes() -> bytes:
    """Return the page in the default theme, as it is prepared at start."""
    return render_to_string(_TEMPLATE, {"page": docs_page(), "look": DisplayOptions()}).encode()


def _docs_response(request: HttpRequest) -> HttpResponse:
    """Return the page in the theme that this phone has chosen."""
    default_page, look = cached_response("docs.html"), display_of(request)
    if look == DisplayOptions():
        return negotiated_response(request, default_page)
    coding = coding_for(request.headers.get("Accept-Encoding", ""))
    tag = sha256(f"{default_page.tag} {look}".encode()).hexdigest()[:20]
    return coded_response(request, coding, lambda: _body_with_look(look, coding), tag, default_page.kind)


def _body_with_look(look: DisplayOptions, coding: str) -> bytes:
    """Return the page in another theme, in a content coding."""
    return _compressed_with_look(look, coding) if coding else _page_with_look(look)


@lru_cache(maxsize=len(CODINGS) * 80)
def _compressed_with_look(look: DisplayOptions, coding: str) -> bytes:
    """Return the compressed page in another theme. It's cached: there are at most 80 themes."""
    return CODINGS[coding](_page_with_look(look))


def _page_with_look(look: DisplayOptions) -> bytes:
    """Return the page in another theme. Only the frame around the contents is rendered again."""
    page = cached_response("docs.html").bodies[""]
    start, end = page.index(_MAIN_START) + len(_MAIN_START), page.rindex(_MAIN_END)
    frame = render_to_string(_TEMPLATE, {"look": look}).encode()
    return frame[: frame.index(_MAIN_START) + len(_MAIN_START)] + page[start:end] + frame[frame.rindex(_MAIN_END) :]
