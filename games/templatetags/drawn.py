"""Pieces of pages that are drawn once, however many screens show them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Template
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **values: object) -> SafeString:
    """The template ``name`` with ``values`` and nothing else: no request, so no form token and nothing of a phone.

    What was drawn from equal values before, in the language of whoever asks, is shown again. Only values that cannot
    change will do: texts, numbers, and the frozen pages made of them. Raises TypeError for a value that can change.
    """
    return _drawn(_piece(context, name), get_language(), tuple(values.items()))


@register.simple_tag(takes_context=True)
def drawn_each(context: Context, name: str, rounds: Iterable[object]) -> SafeString:
    """The template ``name`` once for each of ``rounds``, as ``drawn`` does it with that ``round``.

    A round's line is the same on all screens of its table that speak one language, and after every later round.
    """
    piece, language = _piece(context, name), get_language()
    return SafeString("".join([_drawn(piece, language, (("round", one),)) for one in rounds]))


def _piece(context: Context, name: str) -> Template:
    drawn_in: Any = context.template
    found: Template = drawn_in.engine.get_template(name)
    return found


@lru_cache(maxsize=4096)
def _drawn(
    piece: Template,
    language: str | None,
    values: tuple[tuple[str, object], ...],
) -> SafeString:
    # A line of the sheet has 2 to 3 KB: about 10 MB are kept at most.
    return piece.render(Context(dict(values)))
