"""What is stored under a name of the program's own: phones, links and people whom nobody called anything."""

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
    """A stored label as it is shown: one that the program gave is translated, what somebody typed stays as it is."""
    return _(label) if label in _GIVEN else label
