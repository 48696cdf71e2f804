"""Template filters for pieces of sentences."""

import re
from collections.abc import Iterable

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

from games.wording import words

register = template.Library()


@register.filter
def in_a_row(texts: Iterable[str]) -> str:
    """Return texts one after the other, with the semicolons of the reader's language."""
    return words.in_a_row(texts)


@register.simple_tag(takes_context=True)
def names_on_page(context: Context) -> Iterable[str]:
    """Return the names that a page says are on it, else those of its league, if it's about one."""
    return getattr(context.get("page"), "people", ()) or context.get("league_people") or ()


_LEAVES_ALONE = re.compile(r'<(script|style|textarea|title|text|tspan|option)\b|<[^>]*\btranslate="no"')
"""A tag whose text isn't translated, or may hold no markup."""
_OPTION = re.compile(r"<option(?![^>]* translate=)[^>]*>([^<]*)")


@register.filter
def keeping(text: str, names: Iterable[str]) -> SafeString:
    """Return a text as HTML in which browsers leave ``names`` as they are when they translate the page.

    ``text`` may be HTML already, if it's safe: a whole page with ``{% filter keeping:page.people %}``. "Mark +13" gets
    a ``<bdi translate="no">`` around "Mark". An option can hold no markup, so one with a name isn't translated at all.
    """
    page = conditional_escape(text)
    longest_first = sorted({re.escape(escape(name)) for name in names if name}, key=len, reverse=True)
    if not longest_first:
        return page
    # Only the places with a name are looked at: that is many times faster than reading all tags of a page.
    any_name = re.compile("|".join(longest_first))

    def option(found: re.Match[str]) -> str:
        has_name = any_name.sub(_kept, found[1]) != found[1]
        return found[0].replace("<option", '<option translate="no"', 1) if has_name else found[0]

    return SafeString(_OPTION.sub(option, any_name.sub(_kept, page)))


def _kept(found: re.Match[str]) -> str:
    page, start, end = found.string, found.start(), found.end()
    if _is_letter(page[start - 1 : start]) or _is_letter(page[end : end + 1]):
        return found[0]
    if page.endswith(("&", "&#"), 0, start):
        return found[0]  # a part of an escaped character: somebody may be called "amp"
    tag = page.rfind("<", 0, start)
    if tag >= 0 and (page.find(">", tag, start) < 0 or _LEAVES_ALONE.match(page, tag, start)):
        return found[0]
    return f'<bdi translate="no">{found[0]}</bdi>'


def _is_letter(text: str) -> bool:
    return text.isalnum() or text == "_"
