"""The documentation of the API as a page of our own: no script, nothing from elsewhere, readable on a phone."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from drf_spectacular.utils import extend_schema

from games.api.base import View
from games.api.docs_page import docs_page


class Docs(View):
    """The documentation, for people."""

    @extend_schema(exclude=True)
    def get(self, request: Any) -> HttpResponse:
        """Every operation with its headers, fields, examples and refusals."""
        return render(request._request, "api_docs.html", {"page": docs_page()})
