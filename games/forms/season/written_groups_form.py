"""Read the groups of a season as they were typed: one per line, with commas between the names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant
from games.models.season import MOST_GROUPS
from games.rules.names import folded_name

MAX_TEXT_LENGTH: Final = 20_000
"""Characters."""
_MOST_NAMED: Final = 10


@dataclass(slots=True)
class WrittenGroups:
    """The members of each group (primary keys of entrants), and what is wrong, by line from 1; 0 is the whole text."""

    groups: list[tuple[int, ...]] = field(default_factory=list)
    faults: dict[int, str] = field(default_factory=dict)


def read_written_groups(text: str, entrants: Mapping[str, Entrant]) -> WrittenGroups:
    """Read the groups in ``text``; ``entrants`` are by name, and each has to be in one group.

    Where a name contains a comma, semicolons stand between the names.
    """
    found, by_name = WrittenGroups(), {folded_name(name): entrant.pk for name, entrant in entrants.items()}
    known: set[int] = set()
    for number, line in enumerate(text[:MAX_TEXT_LENGTH].splitlines(), 1):
        names = [" ".join(name.split()) for name in line.split(";" if ";" in line else ",") if name.strip()]
        if not names:
            continue
        members = [by_name.get(folded_name(name), 0) for name in names]
        unknown = next((name for name, pk in zip(names, members, strict=True) if not pk), "")
        twice = next((name for n, name in enumerate(names) if members[n] in {*known, *members[:n]}), "")
        if unknown:
            found.faults[number] = _("Nobody in this season is called %(name)s.") % {"name": unknown[:60]}
        elif twice:
            found.faults[number] = _("%(name)s is in two groups, or twice in one.") % {"name": twice[:60]}
        elif len(members) < 2:
            found.faults[number] = _("A group needs at least two players.")
        known |= {*members}
        found.groups.append(tuple(members))
    missing = [name for name, entrant in entrants.items() if entrant.pk not in known]
    if not found.faults and missing:
        text = ngettext("%(names)s isn't in a group yet.", "%(names)s aren't in a group yet.", len(missing))
        found.faults[0] = text % {"names": ", ".join(missing[:_MOST_NAMED]) + " …" * (len(missing) > _MOST_NAMED)}
    if len(found.groups) == 1:
        found.faults[0] = _("Write at least two groups, one per line.")
    if len(found.groups) > MOST_GROUPS:
        found.faults[0] = _("You can make up to %(most)s groups.") % {"most": MOST_GROUPS}
    return found
