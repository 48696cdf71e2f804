"""In which language a phone is answered: the one chosen on it, otherwise the first of its own that is spoken here."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from games.web.look import keep

_WORDLESS = ("/api/", "/static/")


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, but for files, which say nothing, and for programs, which are answered in one language.

    What programs go by are codes; the sentences beside them are English, as the API's documentation is.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Speak the language of whoever asks, from here on."""
        if request.path.startswith(_WORDLESS):
            translation.activate(settings.LANGUAGE_CODE)
        else:
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say in the headers which language it is, where there are several."""
        return response if request.path.startswith(_WORDLESS) else super().process_response(request, response)


def chosen_language(request: HttpRequest) -> str:
    """The language that was chosen on the phone that asks; "" where its own decides."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def remember_language(answer: HttpResponse, request: HttpRequest, chosen: str) -> None:
    """Keep the language that was chosen on this phone; "device" lets go of it, any other text changes nothing."""
    if chosen == "device":
        keep(answer, request, settings.LANGUAGE_COOKIE_NAME, "")
    elif chosen in dict(settings.LANGUAGES):
        keep(answer, request, settings.LANGUAGE_COOKIE_NAME, chosen)
