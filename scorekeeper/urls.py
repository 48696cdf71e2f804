"""The root URLconf: the URL patterns of ``games``, and the error handlers."""

from django.urls import include, path

handler400 = "games.web.problems.bad_request"
handler403 = "games.web.problems.forbidden"
handler404 = "games.web.problems.not_found"
handler429 = "games.web.problems.too_many_requests"
handler500 = "games.web.problems.server_error"

urlpatterns = [path("", include("games.urls"))]
