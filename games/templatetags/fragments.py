"""Template tags that render a fragment once and reuse the cached HTML for every screen that shows it."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Template
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

Values = tuple[tuple[str, object], ...]
"""The context that a fragment is rendered with: names and immutable values."""


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str, **values: object) -> SafeString:
    """Render the template ``name`` with only ``values``: no request, so no CSRF token and nothing about the phone.

    The result is cached by language and values. Values have to be hashable: texts, numbers, and frozen dataclasses of
    them. Raises TypeError for others.
    """
    return _render_cached(_get_template(context, name), get_language(), tuple(values.items()))


@register.simple_tag(takes_context=True)
def preserved_fragment(context: Context, name: str, likely: bool, **values: object) -> SafeString:
    """Render like ``fragment``, with an element id that is a hash of the text.

    If the screen already ``has`` the fragment (a context variable) and it is ``likely`` unchanged, only an empty
    element with that id and ``hx-preserve`` is sent: htmx keeps the existing one with its focus and state. If the
    screen doesn't have it after all, it finds the empty element and requests the whole (``swaps.js``). The template
    must be a single element.
    """
    return _named(_get_template(context, name), get_language(), tuple(values.items())).shown(
        there=likely and has(context)
    )


@register.simple_tag(takes_context=True)
def round_fragments(context: Context, rounds: Iterable[object]) -> SafeString:
    """Render the line of each of ``rounds``, the newest first, and what happened between them, from the cache.

    A round's line is the same on all screens with the same language, and usually doesn't change after later rounds. If
    the screen ``has`` the earlier lines, as in ``preserved_fragment``, only the newest is sent in full.
    """
    line, between, language = (
        _get_template(context, "table/sheet/_line.html"),
        _get_template(context, "table/sheet/_between.html"),
        get_language(),
    )
    text, still_on_screen = [], False
    for round_line in rounds:
        values = (("round", round_line),)
        text += [_named(line, language, values).shown(there=still_on_screen), _render_cached(between, language, values)]
        still_on_screen = has(context)
    return SafeString("".join(text))


def has(context: Context) -> bool:
    """Return whether the screen still has the previous version of the page."""
    return bool(context.get("has"))


def _get_template(context: Context, name: str) -> Template:
    engine_template: Any = context.template
    template: Template = engine_template.engine.get_template(name)
    return template


@lru_cache(maxsize=4096)
def _render_cached(piece: Template, language: str | None, values: Values) -> SafeString:
    # A line of the sheet has 2 to 3 KB, so the cache takes about 10 MB at most.
    return piece.render(Context(dict(values)))


@dataclass(frozen=True, slots=True)
class _IdentifiedElement:
    """A rendered element with a hash of its text as id, and an empty element with the same id."""

    whole: SafeString
    empty: SafeString

    def shown(self, *, there: bool) -> SafeString:
        """Return the empty element if the screen has the whole one, otherwise the whole one."""
        return self.empty if there else self.whole


_START = re.compile(r"\s*<(\w+)")


@lru_cache(maxsize=4096)
def _named(piece: Template, language: str | None, values: Values) -> _IdentifiedElement:
    text = piece.render(Context(dict(values)))
    start = _START.match(text)
    if start is None:
        raise ValueError(f"{piece.name} is no element.")
    name = f'id="k{hashlib.sha256(text.encode()).hexdigest()[:10]}"'
    element = start[1]
    whole = f"<{element} {name}{text[start.end() :]}"
    return _IdentifiedElement(SafeString(whole), SafeString(f"<{element} {name} hx-preserve></{element}>"))
