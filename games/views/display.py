"""The page on which a phone chooses how all pages look on it."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages.display import DisplayOption, DisplayPage, DisplaySetting, Swatch
from games.views.account.authentication import next_path
from games.web.display import (
    BLACK,
    CHOICES,
    CONTRAST_DAY,
    DAY,
    NIGHT,
    USUAL,
    DisplayOptions,
    display_of,
    remember_display,
)
from games.web.language import chosen_language, remember_language
from games.wording.display_settings import display_legends, display_option_texts

_LIGHT_SWATCH: Final = Swatch(DAY, "#fdfaf1", "#1b1e1b", "#fdfaf1")
_DARK_SWATCH: Final = Swatch(NIGHT, "#1b2d24", "#f6efde", "#1b2d24")
SWATCHES: Final = {
    "device": (_LIGHT_SWATCH, _DARK_SWATCH),
    "light": (_LIGHT_SWATCH,),
    "dark": (_DARK_SWATCH,),
    "black": (Swatch(BLACK, "#0f1311", "#f3ecdb", "#303934"),),
    "contrast": (
        Swatch(CONTRAST_DAY, "#ffffff", "#000000", "#000000"),
        Swatch(BLACK, "#000000", "#ffffff", "#ffffff"),
    ),
}
"""The colors of each theme, as in its stylesheet, to show them side by side."""
_SUIT_COLORS: Final = {"two": 2, "four": 4}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def display_settings(request: HttpRequest) -> HttpResponse:
    """Show the choices; POST stores them and returns to the page before."""
    back = next_path(request)
    if request.method == "POST":
        response = redirect(back or reverse("display"))
        remember_display(response, request, {name: request.POST.get(name, "") for name in CHOICES})
        remember_language(response, request, request.POST.get("language", ""))
        return response
    page = DisplayPage(back, (_language_choice(chosen_language(request)), *_look_choices(display_of(request))))
    return render(request, "account/look.html", {"page": page})


def _language_choice(chosen: str) -> DisplaySetting:
    """Return the languages, each under its own name, so that everybody finds theirs."""
    options = [DisplayOption(code, name, "", chosen == code, language=code) for code, name in settings.LANGUAGES]
    device = DisplayOption("device", _("System"), _("your device's language"), not chosen)
    return DisplaySetting("language", _("Language"), (device, *options))


def _look_choices(current: DisplayOptions) -> tuple[DisplaySetting, ...]:
    texts = display_option_texts()
    chosen = {name: getattr(current, name) or USUAL[name] for name in CHOICES}
    return tuple(
        DisplaySetting(
            name,
            legend,
            tuple(
                DisplayOption(
                    value=value,
                    label=label,
                    note=note,
                    chosen=chosen[name] == value,
                    swatches=SWATCHES[value] if name == "theme" else (),
                    suits=_SUIT_COLORS[value] if name == "colors" else 0,
                )
                for (group, value), (label, note) in texts.items()
                if group == name
            ),
        )
        for name, legend in display_legends().items()
    )
