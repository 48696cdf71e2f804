"""Read what was answered about a file: the order of its dates, and which of its names are the same person."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.forms.season.csv_cells import DATE_ORDERS
from games.forms.season.results_csv import CsvContent, CsvFault
from games.forms.typed_values import parse_whole_number
from games.rules.names import MAX_NAME_LENGTH, folded_name
from games.services.season.imported_lines import ImportedResult

MOST_NAMES: Final = 100
"""The most names that are asked about."""
MOST_DOUBTFUL: Final = 100
"""The most doubtful lines that are asked about; the others are left out."""


@dataclass(frozen=True, slots=True)
class ImportAnswers:
    """The chosen order of dates, "" to find out; and for names of the file the known name, "" for a new person.

    ``people`` says for names that are in the file more than once how many people they are: "one" or "several".
    ``further`` are the doubtful lines that are matches of their own; None if nobody was asked.
    """

    order: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    further: frozenset[int] | None = None

    def hidden_fields(self) -> tuple[tuple[str, str], ...]:
        """Return the answers as fields of a form, as ``read_import_answers`` reads them."""
        found = [("dates", self.order)]
        for number, (name, same) in enumerate(self.names.items()):
            found += [(f"asked-{number}", name), (f"same-{number}", same)]
        for number, (name, people) in enumerate(self.people.items()):
            found += [(f"repeated-{number}", name), (f"people-{number}", people)]
        if self.further is not None:
            found += [("doubted", "1"), *(("further", str(line)) for line in sorted(self.further))]
        return tuple(found)


def read_import_answers(data: QueryDict) -> ImportAnswers:
    """Return the answers in a form; a name without a chosen answer is left out."""
    order, texts = data.get("dates", ""), data.dict()

    def answered(question: str, answer: str) -> dict[str, str]:
        return {
            str(texts[f"{question}-{number}"]): str(texts[f"{answer}-{number}"])
            for number in range(MOST_NAMES)
            if f"{question}-{number}" in texts and f"{answer}-{number}" in texts
        }

    lines = (parse_whole_number(text) for text in data.getlist("further"))
    return ImportAnswers(
        order if order in DATE_ORDERS else "",
        answered("asked", "same"),
        answered("repeated", "people"),
        frozenset(line for line in lines if line is not None) if "doubted" in data else None,
    )


def with_answers(content: CsvContent, answers: ImportAnswers) -> CsvContent:
    """Return a file's content with the names that are meant; a match of one person against themselves is a fault."""
    content = replace(content, names=_one_by_one(content.names, answers.people))
    same = {folded_name(name): known for name, known in answers.names.items() if known}
    if not same:
        return content
    names = tuple(same.get(folded_name(name), name) for name in content.names)
    results = tuple(_renamed(result, same) for result in content.results)
    faults = tuple(
        CsvFault(result.line, _("Nobody can play against themselves."))
        for result in results
        if len({folded_name(side.name) for side in result.sides}) < len(result.sides)
    )
    return CsvContent(faults=faults) if faults else replace(content, names=names, results=results)


def _one_by_one(names: Sequence[str], people: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of a file; the second of several people with a name is "Ann (2)"."""
    several = {folded_name(name) for name, answer in people.items() if answer == "several"}
    seen = Counter[str]()
    found = list[str]()
    for name in names:
        seen[folded_name(name)] += 1
        number = seen[folded_name(name)]
        if number == 1:
            found.append(name)
        elif folded_name(name) in several:
            found.append(numbered_name(name, number))
    return tuple(found)


def numbered_name(name: str, number: int) -> str:
    """Return the name by which one of several people called ``name`` is told apart.

    >>> numbered_name("Ann", 2)
    'Ann (2)'
    """
    suffix = f" ({number})"
    return f"{name[: MAX_NAME_LENGTH - len(suffix)]}{suffix}"


def _renamed(result: ImportedResult, same: Mapping[str, str]) -> ImportedResult:
    return replace(
        result,
        sides=tuple(replace(side, name=same.get(folded_name(side.name), side.name)) for side in result.sides),
    )
