"""Read the seeds that an organizer typed: a number for each entrant, or none."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.forms.typed_values import parse_whole_number
from games.services.season.entrants import MOST_SEEDS
from games.wording.words import listed

_FIELD: Final = re.compile(r"seed-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class TypedSeeds:
    """The texts of the fields by entrant (primary key), in the order of the page, and what is wrong with them."""

    texts: Mapping[int, str] = field(default_factory=dict)
    seeds: Mapping[int, int | None] = field(default_factory=dict)
    errors: Mapping[int, str] = field(default_factory=dict)


def read_seeds(data: Mapping[str, str], names: Mapping[int, str]) -> TypedSeeds:
    """Return the seeds of a form; ``names`` are those of the season's entrants."""
    texts = {int(found[1]): str(text).strip() for name, text in data.items() if (found := _FIELD.fullmatch(name))}
    seeds = {entrant: parse_whole_number(text, 5) for entrant, text in texts.items()}
    errors = {}
    for entrant, seed in seeds.items():
        if texts[entrant] and (seed is None or not 1 <= seed <= MOST_SEEDS):
            errors[entrant] = _("A seed is a whole number from 1 to %(most)s, or blank.") % {
                "most": number_format(MOST_SEEDS, force_grouping=True)
            }
        elif others := [names.get(other, "") for other in seeds if seed and other != entrant and seeds[other] == seed]:
            errors[entrant] = _("Same seed as %(names)s.") % {"names": listed(others)}
    return TypedSeeds(texts, seeds, errors)
