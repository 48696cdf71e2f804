"""How pages look on a phone: its theme, how large letters are, less motion, a colour for each suit.

Cookies remember it, one for each choice, and none for what the device says by itself. What a cookie holds comes from
outside: values that are not among the choices count for nothing, and none but these ever stands on a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("light", "dark", "black", "contrast"),
    "text": ("125", "150", "200"),
    "motion": ("less",),
    "colours": ("four",),
}
"""What may be chosen, by the name of its cookie."""
USUAL: Final[Mapping[str, str]] = {"theme": "device", "text": "100", "motion": "device", "colours": "two"}
"""What a form says for no choice: no cookie."""

DAY: Final = "#17483a"
NIGHT: Final = "#0b1612"
BLACK: Final = "#000000"
CONTRAST_DAY: Final = "#06291e"
"""The grounds of the themes, as their stylesheets have them: the browser's own bar continues the page."""
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
class Look:
    """What was chosen on a phone; "" for what its device says."""

    theme: str = ""
    text: str = ""
    motion: str = ""
    colours: str = ""

    @property
    def four(self) -> bool:
        """Whether each suit has a colour of its own."""
        return self.colours == "four"

    @property
    def sheets(self) -> tuple[tuple[str, str], ...]:
        """The stylesheets over the day's colours, and where each of them counts; never on paper."""
        return _SHEETS[self.theme]

    @property
    def bars(self) -> tuple[tuple[str, str], ...]:
        """The colours of the browser's own bar, and when each of them counts; the first that does is taken."""
        return _BARS[self.theme]


def look_of(request: HttpRequest) -> Look:
    """How pages look on the phone that asks."""
    held = {name: request.COOKIES.get(name, "") for name in CHOICES}
    return Look(**{name: value for name, value in held.items() if value in CHOICES[name]})


def look(request: HttpRequest) -> dict[str, Look]:
    """``look`` for every template (a context processor)."""
    return {"look": look_of(request)}


def remember_look(answer: HttpResponse, request: HttpRequest, chosen: Mapping[str, str]) -> None:
    """Keep what was chosen on this phone. What is not among the choices changes nothing."""
    for name, values in CHOICES.items():
        value = chosen.get(name, "")
        if value in values:
            keep(answer, request, name, value)
        elif value == USUAL[name]:
            keep(answer, request, name, "")


def keep(answer: HttpResponse, request: HttpRequest, name: str, value: str) -> None:
    """Keep a choice on this phone under the name of its cookie; "" lets go of it."""
    if value:
        answer.set_cookie(name, value, max_age=_AGE, httponly=True, secure=request.is_secure(), samesite="Lax")
    else:
        answer.delete_cookie(name, samesite="Lax")
