"""Display options of a phone: theme, text size, less motion, four-color suits.

Each choice is stored in a cookie of its own; without a cookie the device's setting decides. Cookie values come from
outside: values that are not among the choices are ignored and never get into a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("light", "dark", "black", "contrast"),
    "text": ("125", "150", "200"),
    "motion": ("less",),
    "colors": ("four",),
}
"""The values of each option, by the name of its cookie."""
USUAL: Final[Mapping[str, str]] = {"theme": "device", "text": "100", "motion": "device", "colors": "two"}
"""The form values that stand for no choice, and so for no cookie."""

DAY: Final = "#17483a"
NIGHT: Final = "#0b1612"
BLACK: Final = "#000000"
CONTRAST_DAY: Final = "#06291e"
"""The background colors of the themes, as in their stylesheets, for the browser's address bar."""
_BY_DAY, _BY_NIGHT = "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"
_MORE: Final = "(prefers-contrast: more)"

_SHEETS: Final = {
    "": (
        ("themes/dark.css", f"screen and {_BY_NIGHT}"),
        ("themes/contrast.css", f"screen and {_MORE}"),
    ),
    "light": (),
    **{theme: ((f"themes/{theme}.css", "screen"),) for theme in ("dark", "black", "contrast")},
}
_BARS: Final = {
    "": (
        (CONTRAST_DAY, f"{_MORE} and {_BY_DAY}"),
        (BLACK, f"{_MORE} and {_BY_NIGHT}"),
        (DAY, _BY_DAY),
        (NIGHT, _BY_NIGHT),
    ),
    "light": ((DAY, "all"),),
    "dark": ((NIGHT, "all"),),
    "black": ((BLACK, "all"),),
    "contrast": ((CONTRAST_DAY, _BY_DAY), (BLACK, _BY_NIGHT)),
}

_AGE: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The display options chosen on a phone; "" where the device's setting decides."""

    theme: str = ""
    text: str = ""
    motion: str = ""
    colors: str = ""

    @property
    def four_colors(self) -> bool:
        """Whether each suit has its own color."""
        return self.colors == "four"

    @property
    def stylesheets(self) -> tuple[tuple[str, str], ...]:
        """The theme's stylesheets besides the light one, each with its media query (never print)."""
        return _SHEETS[self.theme]

    @property
    def theme_colors(self) -> tuple[tuple[str, str], ...]:
        """The colors of the browser's address bar, each with its media query; the first match counts."""
        return _BARS[self.theme]


def display_of(request: HttpRequest) -> DisplayOptions:
    """Return the display options of this phone, from its cookies."""
    cookies = {name: request.COOKIES.get(name, "") for name in CHOICES}
    return DisplayOptions(**{name: value for name, value in cookies.items() if value in CHOICES[name]})


def display(request: HttpRequest) -> dict[str, DisplayOptions]:
    """Context processor: the display options as ``display`` in every template."""
    return {"look": display_of(request)}


def remember_display(answer: HttpResponse, request: HttpRequest, chosen: Mapping[str, str]) -> None:
    """Store the options chosen on this phone; unknown values change nothing."""
    for name, values in CHOICES.items():
        value = chosen.get(name, "")
        if value in values:
            set_choice_cookie(answer, request, name, value)
        elif value == USUAL[name]:
            set_choice_cookie(answer, request, name, "")


def set_choice_cookie(answer: HttpResponse, request: HttpRequest, name: str, value: str) -> None:
    """Store a choice in the cookie ``name``; "" deletes the cookie."""
    if value:
        answer.set_cookie(name, value, max_age=_AGE, httponly=True, secure=request.is_secure(), samesite="Lax")
    else:
        answer.delete_cookie(name, samesite="Lax")
