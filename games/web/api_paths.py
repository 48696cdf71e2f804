"""Tell requests to the API from those to pages, before any URL pattern has matched."""

from typing import Final

from django.http import HttpRequest

API: Final = "/api/"
"""Above the path of each version, so that a version that does not exist is answered as the API answers, too."""


def is_api(request: HttpRequest) -> bool:
    """Whether the request is to the API, of whatever version."""
    return request.path.startswith(API)
