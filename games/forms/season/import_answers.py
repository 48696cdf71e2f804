"""Read what was answered about a file with results: the order of its dates, and which names are the same person."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.forms.season.csv_cells import DATE_ORDERS
from games.forms.season.results_csv import CsvContent, CsvFault
from games.rules.names import folded_name
from games.services.season.results_import import ImportedResult

MOST_NAMES: Final = 100
"""The most names that are asked about."""


@dataclass(frozen=True, slots=True)
class ImportAnswers:
    """The chosen order of dates, "" to find out; and for names of the file the known name, "" for a new person."""

    order: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def hidden_fields(self) -> tuple[tuple[str, str], ...]:
        """Return the answers as fields of a form, as ``read_import_answers`` reads them."""
        found = [("dates", self.order)]
        for number, (name, same) in enumerate(self.names.items()):
            found += [(f"asked-{number}", name), (f"same-{number}", same)]
        return tuple(found)


def read_import_answers(data: QueryDict) -> ImportAnswers:
    """Return the answers in a form; a name without a chosen answer is left out."""
    order, texts = data.get("dates", ""), data.dict()
    names = {
        str(texts[f"asked-{number}"]): str(texts[f"same-{number}"])
        for number in range(MOST_NAMES)
        if f"asked-{number}" in texts and f"same-{number}" in texts
    }
    return ImportAnswers(order if order in DATE_ORDERS else "", names)


def with_answers(content: CsvContent, answers: ImportAnswers) -> CsvContent:
    """Return a file's content with the names that are meant; a match of one person against themselves is a fault."""
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


def _renamed(result: ImportedResult, same: Mapping[str, str]) -> ImportedResult:
    return replace(
        result,
        sides=tuple(replace(side, name=same.get(folded_name(side.name), side.name)) for side in result.sides),
    )
