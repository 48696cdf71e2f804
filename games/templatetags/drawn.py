"""Pieces of pages that are drawn once, however many screens show them."""

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
"""What a piece is drawn from: names, each with a value that cannot change."""


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **values: object) -> SafeString:
    """The template ``name`` with ``values`` and nothing else: no request, so no form token and nothing of a phone.

    What was drawn from equal values before, in the language of whoever asks, is shown again. Only values that cannot
    change will do: texts, numbers, and the frozen pages made of them. Raises TypeError for a value that can change.
    """
    return _drawn(_piece(context, name), get_language(), tuple(values.items()))


@register.simple_tag(takes_context=True)
def kept(context: Context, name: str, likely: bool, **values: object) -> SafeString:
    """What ``drawn`` shows, under an id that only this very text has.

    Where the screen ``has`` what was there before, says the context, and this is ``likely`` the same, its element is
    named and nothing more: htmx leaves the one of that id where it is, unfolded and focused as it was. A screen that
    has none sees an empty element, and asks for the whole (``swaps.js``). The template is one element.
    """
    return _named(_piece(context, name), get_language(), tuple(values.items())).shown(there=likely and has(context))


@register.simple_tag(takes_context=True)
def drawn_rounds(context: Context, rounds: Iterable[object]) -> SafeString:
    """The line of each of ``rounds``, the newest first, and what came between them; each is drawn once.

    A round's line is the same on all screens of its table that speak one language, and mostly after every later round:
    where the screen ``has`` what was there before, as of ``kept``, the newest alone is sent.
    """
    line, between, language = _piece(context, "_line.html"), _piece(context, "_between.html"), get_language()
    text, there = [], False
    for one in rounds:
        values = (("round", one),)
        text += [_named(line, language, values).shown(there=there), _drawn(between, language, values)]
        there = has(context)
    return SafeString("".join(text))


def has(context: Context) -> bool:
    """Whether the screen this is drawn for still has what was there before."""
    return bool(context.get("has"))


def _piece(context: Context, name: str) -> Template:
    drawn_in: Any = context.template
    found: Template = drawn_in.engine.get_template(name)
    return found


@lru_cache(maxsize=4096)
def _drawn(piece: Template, language: str | None, values: Values) -> SafeString:
    # A line of the sheet has 2 to 3 KB: about 10 MB are kept at most.
    return piece.render(Context(dict(values)))


@dataclass(frozen=True, slots=True)
class _Named:
    """An element under the id of its own text, and one of that id with nothing in it."""

    whole: SafeString
    empty: SafeString

    def shown(self, *, there: bool) -> SafeString:
        """The one to send."""
        return self.empty if there else self.whole


_START = re.compile(r"\s*<(\w+)")


@lru_cache(maxsize=4096)
def _named(piece: Template, language: str | None, values: Values) -> _Named:
    text = piece.render(Context(dict(values)))
    start = _START.match(text)
    if start is None:
        raise ValueError(f"{piece.name} is no element.")
    name = f'id="k{hashlib.sha256(text.encode()).hexdigest()[:10]}"'
    element = start[1]
    whole = f"<{element} {name}{text[start.end() :]}"
    return _Named(SafeString(whole), SafeString(f"<{element} {name} hx-preserve></{element}>"))
