"""The application's URLs, and two more whose views raise an error."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper import urls

handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500


def breaks(request: HttpRequest) -> HttpResponse:
    """Fail as no view should."""
    raise ZeroDivisionError


urlpatterns = [*urls.urlpatterns, path("breaks/", breaks), path("api/v1/breaks/", breaks)]
