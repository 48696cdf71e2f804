"""Build the name fields of the start form."""

from games.forms.table.start_form import MOST_NAMES, TypedStart
from games.pages.table.start import NameField


def name_fields(typed: TypedStart | None) -> tuple[NameField, ...]:
    """Return the name fields of the form as they were submitted."""
    texts = typed.texts if typed else [""] * MOST_NAMES
    errors = typed.name_errors if typed else {}
    return tuple(NameField(n, text, errors.get(n, ""), n > 2, 2 - n % 2) for n, text in enumerate(texts, 1))
