"""Read the handicaps that an organizer typed: a number of points for each entrant, blank for none."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.forms.typed_values import parse_whole_number

_FIELD: Final = re.compile(r"handicap-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class TypedHandicaps:
    """The texts of the fields by entrant (primary key), the points, and what is wrong with them."""

    texts: Mapping[int, str] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    errors: Mapping[int, str] = field(default_factory=dict)


def read_handicaps(data: Mapping[str, str], most: int) -> TypedHandicaps:
    """Return the handicaps of a form; ``most`` is what the season's rules allow."""
    texts = {int(found[1]): str(text).strip() for name, text in data.items() if (found := _FIELD.fullmatch(name))}
    typed = {entrant: parse_whole_number(text or "0", 5) for entrant, text in texts.items()}
    points = {entrant: number for entrant, number in typed.items() if number is not None and 0 <= number <= most}
    sentence = _("A handicap is a whole number from 0 to %(most)s.") % {
        "most": number_format(most, force_grouping=True)
    }
    return TypedHandicaps(texts, points, {entrant: sentence for entrant in texts if entrant not in points})
