"""The help page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.help import help_page


@require_safe
def help_view(request: HttpRequest) -> HttpResponse:
    """Answer the questions of new players; of a search, only those that match."""
    return render(request, "operating/help.html", {"page": help_page(request.GET.get("q", "").strip()[:60])})
