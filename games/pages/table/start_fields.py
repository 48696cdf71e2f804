"""Build the name fields of the start form."""

from collections.abc import Sequence

from games.forms.table.start_form import MOST_NAMES, TypedStart
from games.pages.table.start import NameField


def name_fields(typed: TypedStart | None, usual: Sequence[str] = ()) -> tuple[NameField, ...]:
    """Return the name fields of the form as they were submitted, or else with the ``usual`` names."""
    texts = typed.texts if typed else [*usual, *[""] * (MOST_NAMES - len(usual))]
    errors = typed.name_errors if typed else {}
    return tuple(NameField(n, text, errors.get(n, ""), n > 2, 2 - n % 2) for n, text in enumerate(texts, 1))
