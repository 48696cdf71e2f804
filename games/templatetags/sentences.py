"""Template filters for pieces of sentences."""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString

from games.wording import words

register = template.Library()


@register.filter
def in_a_row(texts: Iterable[str]) -> str:
    """Return texts one after the other, with the semicolons of the reader's language."""
    return words.in_a_row(texts)


_MARKUP = (
    r"<(script|style|textarea|title|svg|text|option)\b.*?</\1>"
    r"|<(\w+)[^<>]*\btranslate=\"no\"[^<>]*>.*?</\2>"
    r"|<[^<>]*>"
)
"""What a name is left in as it is: tags, elements without markup inside them, and those that aren't translated."""


@register.filter
def keeping(text: str, names: Iterable[str]) -> SafeString:
    """Return a text as HTML in which browsers leave ``names`` as they are when they translate the page.

    ``text`` may be HTML already, if it's safe: a whole page with ``{% filter keeping:page.people %}``. "Mark +13" gets
    a ``<bdi translate="no">`` around "Mark".
    """
    page = conditional_escape(text)
    longest_first = sorted({re.escape(escape(name)) for name in names if name}, key=len, reverse=True)
    if not longest_first:
        return page
    pieces = rf"{_MARKUP}|(?<!\w)(?P<name>{'|'.join(longest_first)})(?!\w)"
    return SafeString(re.sub(pieces, _kept, page, flags=re.DOTALL))


def _kept(piece: re.Match[str]) -> str:
    return format_html('<bdi translate="no">{}</bdi>', SafeString(piece[0])) if piece["name"] else piece[0]
