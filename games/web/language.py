"""Choose the language of a response: the one chosen on the phone, else the first of its own that is supported."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from games.web.api_paths import is_api
from games.web.display import set_choice_cookie


class LanguageMiddleware(LocaleMiddleware):
    """Django's LocaleMiddleware, except that the API and static files always use the default language.

    Programs read codes; the sentences beside them are English, like the API's documentation.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the request."""
        if _is_wordless(request):
            translation.activate(settings.LANGUAGE_CODE)
        else:
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the language headers, except for the API and static files."""
        return response if _is_wordless(request) else super().process_response(request, response)


def _is_wordless(request: HttpRequest) -> bool:
    return is_api(request) or request.path.startswith(settings.STATIC_URL)


def chosen_language(request: HttpRequest) -> str:
    """Return the language chosen on this phone; "" where the browser's setting decides."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def remember_language(answer: HttpResponse, request: HttpRequest, chosen: str) -> None:
    """Store the language chosen on this phone; "device" removes the choice, an unknown text changes nothing."""
    if chosen == "device":
        set_choice_cookie(answer, request, settings.LANGUAGE_COOKIE_NAME, "")
    elif chosen in dict(settings.LANGUAGES):
        set_choice_cookie(answer, request, settings.LANGUAGE_COOKIE_NAME, chosen)
