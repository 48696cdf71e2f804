"""Name rounds by their numbers within a sentence."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.words import listed

MOST_NAMED: Final = 4
"""The most rounds that are listed; more are only counted."""


def round_numbers(numbers: Sequence[int], *, capital: bool = False) -> str:
    """Return rounds as text: "round 4", "rounds 1 to 8", "rounds 1, 3 and 5", "9 of the rounds from 2 to 31"."""
    first, last, count = numbers[0], numbers[-1], len(numbers)
    # Translators: these name rounds in other sentences, as %(rounds)s.
    if count == 1:
        text = _("round %(number)d") % {"number": first}
    elif count > 2 and last - first == count - 1:
        text = _("rounds %(first)d to %(last)d") % {"first": first, "last": last}
    elif count <= MOST_NAMED:
        text = _("rounds %(numbers)s") % {"numbers": listed([str(n) for n in numbers])}
    else:
        text = ngettext(
            "%(n)d of the rounds from %(first)d to %(last)d", "%(n)d of the rounds from %(first)d to %(last)d", count
        )
        text %= {"n": count, "first": first, "last": last}
    return text[0].upper() + text[1:] if capital else text
