"""Translate the default names that the program stores for phones, links and people without a name of their own."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_GIVEN: Final = frozenset(
    (
        gettext_noop("A phone"),
        gettext_noop("Android phone"),
        gettext_noop("Android tablet"),
        gettext_noop("Windows computer"),
        gettext_noop("Linux computer"),
        gettext_noop("Owner"),
        gettext_noop("Scorers"),
        gettext_noop("Spectators"),
        gettext_noop("Somebody"),
    )
)


def label_text(label: str) -> str:
    """Return a stored label for display: a default name is translated, a typed one stays as it is."""
    return _(label) if label in _GIVEN else label
