"""This server's own address, for links that other devices open."""

from django.conf import settings
from django.http import HttpRequest


def base_url(request: HttpRequest) -> str:
    """The address as other phones reach it: as configured, or as this request came. Without a slash at the end."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
