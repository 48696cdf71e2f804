"""The display settings in words: theme, text size, suit colors and motion."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def display_legends() -> Mapping[str, str]:
    """Return the heading of each setting, by the name of its cookie, in the order of the page."""
    return {
        "theme": _("Theme"),
        "text": _("Text size"),
        "colors": _("Suits"),
        "motion": _("Motion"),
    }


def display_option_texts() -> Mapping[tuple[str, str], tuple[str, str]]:
    """Return label and remark of each option, by cookie and value, in the order of the page."""
    return {
        ("theme", "device"): (_("System"), _("light by day, dark by night")),
        ("theme", "light"): (pgettext("theme", "Light"), ""),
        ("theme", "dark"): (pgettext("theme", "Dark"), ""),
        ("theme", "black"): (pgettext("theme", "Black"), _("for OLED screens")),
        ("theme", "contrast"): (pgettext("theme", "High contrast"), _("the strongest text and lines")),
        ("text", "100"): (pgettext("size of letters", "Normal"), ""),
        ("text", "125"): (_("125%"), ""),
        ("text", "150"): (_("150%"), ""),
        ("text", "200"): (_("200%"), ""),
        ("colors", "two"): (_("Red and black"), ""),
        ("colors", "four"): (_("A color for each suit"), ""),
        ("motion", "device"): (_("System"), ""),
        ("motion", "less"): (_("Less motion"), ""),
    }
