"""This server's public address, for links that other devices open."""

from django.conf import settings
from django.http import HttpRequest


def base_url(request: HttpRequest) -> str:
    """Return PUBLIC_URL, or else scheme and host of this request; without a slash at the end."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
