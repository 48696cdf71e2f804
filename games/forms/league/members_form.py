"""Read the form that adds members to a league: one name a line, with an error for each wrong line."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.forms.league.pasted_names import names_on_line, without_list_marks
from games.forms.table.start_form import bad_name_text
from games.models import League
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_listed_name, folded_name

_MOST_LINES: Final = 500
PEOPLE: Final = ("one", "several")
"""How many people a line with commas can be."""
_SHOWN_CHARACTERS: Final = 80
"""Characters of a line that are shown beside its error."""


@dataclass(frozen=True, slots=True)
class MemberLineFault:
    """A faulty line of the typed names: its number from 1, the line, and the error sentence."""

    number: int
    line: str
    text: str


@dataclass(frozen=True, slots=True)
class TypedMembers:
    """The submitted text, its clean names, and its faults by line; ``error`` is about the whole text.

    ``commas`` are the parts of the first line with commas between names; ``people`` says whether such a line is "one"
    person or "several", "" if that has to be asked.
    """

    text: str
    names: tuple[str, ...]
    faults: tuple[MemberLineFault, ...]
    error: str = ""
    commas: tuple[str, ...] = ()
    people: str = ""

    @property
    def ready(self) -> bool:
        """Whether the names can be added."""
        return bool(self.names) and not self.faults and not self.error and bool(self.people or not self.commas)


def read_members(text: str, league: League, people: str = "") -> TypedMembers:
    """Read the names of new members; a name that the league already has is a fault.

    Empty lines are skipped, and the marks of a pasted list are left out. A line with commas is one person or several,
    as ``people`` says.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        return TypedMembers(text, (), (), _("Please enter a name."))
    commas = next((parts for _number, line in lines if len(parts := names_on_line(line)) > 1), ())
    people = people if people in PEOPLE else ""
    if people == "several":
        lines = [(number, part) for number, line in lines for part in names_on_line(line) or (line,)]
    if len(lines) > _MOST_LINES:
        facts = {"n": len(lines), "most": _MOST_LINES}
        return TypedMembers(text, (), (), _("That's %(n)s names. You can add up to %(most)s at a time.") % facts)
    known_names = dict(league.members.active().values_list("folded", "name"))
    names, faults, first_lines = list[str](), list[MemberLineFault](), dict[str, int]()
    items = without_list_marks([line[: 20 * MAX_NAME_LENGTH] for _number, line in lines])
    for (number, line), item in zip(lines, items, strict=True):
        try:
            name = clean_listed_name(item)
        except InvalidNameError as bad:
            faults.append(_fault(number, line, bad_name_text(bad)))
            continue
        key = folded_name(name)
        if key in known_names:
            faults.append(_fault(number, line, _("%(name)s is already a member.") % {"name": known_names[key]}))
        elif key in first_lines:
            message = _("This name is the same as the one on line %(line)s. Add a letter to tell them apart.") % {
                "line": first_lines[key]
            }
            faults.append(_fault(number, line, message))
        first_lines.setdefault(key, number)
        names.append(name)
    return TypedMembers(text, tuple(names), tuple(faults), commas=commas, people=people)


def _fault(number: int, line: str, text: str) -> MemberLineFault:
    shown = "".join(character if character.isprintable() else "\ufffd" for character in line.strip())
    return MemberLineFault(number, shown if len(shown) <= _SHOWN_CHARACTERS else f"{shown[:_SHOWN_CHARACTERS]}…", text)
