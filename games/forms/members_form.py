"""Many names at once, one a line, and what is wrong with each."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.forms.start_form import bad_name_text
from games.models import League, Member
from games.pages.members import LineFault
from games.rules.names import LONGEST, BadName, clean_name, folded

_MOST_LINES: Final = 500
_SHOWN: Final = 80
"""Characters of a line that are shown beside what is wrong with it."""


@dataclass(frozen=True, slots=True)
class TypedMembers:
    """What was typed, the clean names in it, and the faults by line; ``error`` is about all of it."""

    text: str
    names: tuple[str, ...]
    faults: tuple[LineFault, ...]
    error: str = ""

    @property
    def ready(self) -> bool:
        """Whether these can be added."""
        return bool(self.names) and not self.faults and not self.error


def read_members(text: str, league: League) -> TypedMembers:
    """The names in ``text`` for a league, where nobody is called like any of them. Empty lines say nothing."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        return TypedMembers(text, (), (), _("Please type a name."))
    if len(lines) > _MOST_LINES:
        facts = {"n": len(lines), "most": _MOST_LINES}
        return TypedMembers(text, (), (), _("%(n)s names are too many at once: %(most)s at most.") % facts)
    here = Member.objects.filter(league=league, merged_into=None, erased_at=None)
    known = {member.folded: member.name for member in here}
    names, faults, seen = list[str](), list[LineFault](), dict[str, int]()
    for number, line in lines:
        try:
            name = clean_name(line[: 20 * LONGEST])
        except BadName as bad:
            faults.append(_fault(number, line, bad_name_text(bad)))
            continue
        own = folded(name)
        if own in known:
            faults.append(_fault(number, line, _("%(name)s is a member already.") % {"name": known[own]}))
        elif own in seen:
            told = _("The same as line %(line)s. Add a letter to tell them apart.") % {"line": seen[own]}
            faults.append(_fault(number, line, told))
        seen.setdefault(own, number)
        names.append(name)
    return TypedMembers(text, tuple(names), tuple(faults))


def _fault(number: int, line: str, text: str) -> LineFault:
    shown = "".join(character if character.isprintable() else "\ufffd" for character in line.strip())
    return LineFault(number, shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…", text)
