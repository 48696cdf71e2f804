"""Requests as ``django_htmx.middleware.HtmxMiddleware`` hands them on."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request whose ``htmx`` tells whether htmx sent it, and what it will do with the answer."""

    htmx: HtmxDetails
