"""Rounds by their numbers, in a sentence."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import listed

MOST_NAMED: Final = 4
"""How many rounds a sentence names before it only counts them."""


def rounds_named(numbers: Sequence[int], *, capital: bool = False) -> str:
    """Rounds by number: "round 4", "rounds 1 to 8", "rounds 1, 3 and 5", "9 rounds from 2 to 31"."""
    first, last, many = numbers[0], numbers[-1], len(numbers)
    # Translators: these name rounds in other sentences, as %(rounds)s.
    if many == 1:
        text = _("round %(number)d") % {"number": first}
    elif many > 2 and last - first == many - 1:
        text = _("rounds %(first)d to %(last)d") % {"first": first, "last": last}
    elif many <= MOST_NAMED:
        text = _("rounds %(numbers)s") % {"numbers": listed([str(n) for n in numbers])}
    else:
        text = ngettext("%(n)d round from %(first)d to %(last)d", "%(n)d rounds from %(first)d to %(last)d", many)
        text %= {"n": many, "first": first, "last": last}
    return text[0].upper() + text[1:] if capital else text
