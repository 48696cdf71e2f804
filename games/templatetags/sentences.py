"""Template filters for pieces of sentences."""

from collections.abc import Iterable

from django import template

from games.wording import words

register = template.Library()


@register.filter
def in_a_row(texts: Iterable[str]) -> str:
    """Return texts one after the other, with the semicolons of the reader's language."""
    return words.in_a_row(texts)
