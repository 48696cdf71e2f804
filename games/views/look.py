"""How it looks: a page on which a phone chooses, for itself alone, how all pages look on it."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages import LookChoice, LookOption, LookPage, Swatch
from games.views.signed_in import following
from games.web.language import chosen_language, remember_language
from games.web.look import BLACK, CHOICES, CONTRAST_DAY, DAY, NIGHT, USUAL, Look, look_of, remember_look
from games.wording.look import look_legends, look_words

_LIGHT: Final = Swatch(DAY, "#fdfaf1", "#1b1e1b", "#fdfaf1")
_DARK: Final = Swatch(NIGHT, "#1b2d24", "#f6efde", "#1b2d24")
SWATCHES: Final = {
    "device": (_LIGHT, _DARK),
    "light": (_LIGHT,),
    "dark": (_DARK,),
    "black": (Swatch(BLACK, "#0f1311", "#f3ecdb", "#303934"),),
    "contrast": (
        Swatch(CONTRAST_DAY, "#ffffff", "#000000", "#000000"),
        Swatch(BLACK, "#000000", "#ffffff", "#ffffff"),
    ),
}
"""The colours of the themes as their stylesheets have them, to be seen side by side."""
_SUITS: Final = {"two": 2, "four": 4}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """Show what can be chosen; or keep what was, and go back to the page it was chosen from."""
    back = following(request)
    if request.method == "POST":
        answer = redirect(back or reverse("look"))
        remember_look(answer, request, {name: request.POST.get(name, "") for name in CHOICES})
        remember_language(answer, request, request.POST.get("language", ""))
        return answer
    page = LookPage(back, (_languages(chosen_language(request)), *_looks(look_of(request))))
    return render(request, "look.html", {"page": page})


def _languages(chosen: str) -> LookChoice:
    """The languages, each in its own: who reads none of the others still finds it."""
    options = [LookOption(code, name, "", chosen == code, language=code) for code, name in settings.LANGUAGES]
    device = LookOption("device", _("As the device"), _("the first of its languages that is spoken here"), not chosen)
    return LookChoice("language", _("Language"), (device, *options))


def _looks(now: Look) -> tuple[LookChoice, ...]:
    words = look_words()
    chosen = {name: getattr(now, name) or USUAL[name] for name in CHOICES}
    return tuple(
        LookChoice(
            name,
            legend,
            tuple(
                LookOption(
                    value=value,
                    label=label,
                    note=note,
                    chosen=chosen[name] == value,
                    swatches=SWATCHES[value] if name == "theme" else (),
                    suits=_SUITS[value] if name == "colours" else 0,
                )
                for (of, value), (label, note) in words.items()
                if of == name
            ),
        )
        for name, legend in look_legends().items()
    )
