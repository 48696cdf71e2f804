"""Translate the default names that the program stores for phones, links and people without a name of their own."""

from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

_PHONES: Final = (
    *("iPhone", "iPad", "Mac", "Chromebook"),
    gettext_noop("A phone"),
    gettext_noop("Android phone"),
    gettext_noop("Android tablet"),
    gettext_noop("Windows computer"),
    gettext_noop("Linux computer"),
)
_UNNAMED: Final = (*_PHONES, gettext_noop("Owner"))
_GIVEN: Final = frozenset((*_UNNAMED, gettext_noop("Scorers"), gettext_noop("Spectators"), gettext_noop("Somebody")))


def label_text(label: str) -> str:
    """Return a stored label for display: a default name is translated, a typed one stays as it is."""
    return _(label) if label in _GIVEN else label


def typed_name(label: str) -> str:
    """Return the name that somebody gave this phone; empty if it only has that of its kind."""
    return "" if label in _kinds_of_phones() else label


def author_text(label: str) -> str:
    """Return who entered something. A phone without a name started the table: all others say who they are."""
    return label_text(typed_name(label)) or _("Owner")


def asker_text(label: str) -> str:
    """Return who asks to join; people who only watch aren't asked for a name."""
    return typed_name(label) or _("Somebody")


@cache
def _kinds_of_phones() -> frozenset[str]:
    """Return what phones are called before they have a name, in every language: it is stored as the phone shows it."""
    kinds = set[str]()
    for language, _name in settings.LANGUAGES:
        with override(language):
            kinds |= {_(phone) for phone in _UNNAMED}
    return frozenset(kinds)
