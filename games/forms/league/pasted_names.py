"""Take names out of pasted lists: without numbers, bullets, boxes and quotation marks, and with several on a line."""

import re
from collections.abc import Sequence
from typing import Final

_BEFORE: Final = re.compile(
    r"""\s*(?:
        [0-9]{1,3}\ufe0f?\u20e3                      # a keycap
      | [(\[]?\#?[0-9]{1,3}\s*[.:)\]]+(?![0-9])      # 1. 2) (3) [4] 5:
      | \#[0-9]{1,3}(?=\s)                          # #6
      | (?:No|Nr|N[\u00b0\u00ba]|\u2116)\.?\s?[0-9]{1,3}(?=\s)
      | [0-9]{1,3}(?:[\u00b0\u00ba\u00aa]|\s*[-\u2013\u2014]\s|\t)  # 7 -
      | \(?[a-zA-Z]\) | \(?[ivx]{1,5}\)             # a) iv)
      | [-*+>\#\u2013\u2014](?=\s|$)
      | [(\[][ xX\u2713\u2714]?[)\]]                 # [ ] [x]
      | [\u2022\u00b7\u2023\u25e6\u2043\u2219\u25aa\u25ab\u25a0\u25a1\u25cf\u25cb\u25c6\u25c7]\ufe0f?  # bullets
      | [\u2192\u27a4\u25ba\u25b6]\ufe0f?
      | [\u2713\u2714\u2705\u2717\u2718\u2610\u2611\u2612]\ufe0f?
      | [,;|]
    )\s*""",
    re.VERBOSE,
)
"""What lists have before their items."""
_BEHIND: Final = re.compile(r"\s*[,;|]\s*$")
_OPENING: Final = "\"'`\u201c\u201d\u201e\u2018\u201a\u00ab\u00bb\u2039\u203a"
_CLOSING: Final = "\"'`\u201c\u201d\u2018\u2019\u00ab\u00bb\u2039\u203a"
_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u00ab\u00bb')
"""Quotation marks that aren't apostrophes."""
_PARTS: Final = re.compile(r'(?:"[^"]*"|[^,;])+')
"""The names on a line: commas and semicolons are between them, unless they are in quotation marks."""
_NUMBERED: Final = re.compile(r"\s*[(\[#]*[0-9]{1,3}(?![0-9])")
_BARE_NUMBER: Final = re.compile(r"^\s*[0-9]{1,3}\s+(?=\S)")


def names_on_line(line: str) -> tuple[str, ...]:
    """Return the parts of a line that are between commas and semicolons.

    >>> names_on_line("Anna, Bert;"), names_on_line('"Müller, Anna"')
    (('Anna', 'Bert'), ('"Müller, Anna"',))
    """
    return tuple(part.strip() for part in _PARTS.findall(line) if part.strip())


def without_list_marks(items: Sequence[str]) -> list[str]:
    """Return the items of a list without the marks before and around them; "" for one of nothing but marks.

    A number with nothing behind it is a mark if every one of several items begins with a number.

    >>> without_list_marks(["1. Anna", "(4) Ida", "[ ] Otto", "3 - Carl", "2 Bob"])
    ['Anna', 'Ida', 'Otto', 'Carl', '2 Bob']
    >>> without_list_marks(["1 Anna", "2 Bob"])
    ['Anna', 'Bob']
    """
    numbered = len(items) > 1 and all(_NUMBERED.match(item) for item in items)
    return [_without_marks(_BARE_NUMBER.sub("", item, count=1) if numbered else item) for item in items]


def _without_marks(item: str) -> str:
    before = ""
    while item != before:
        before = item
        item = _BEHIND.sub("", item)
        if mark := _BEFORE.match(item):
            item = item[mark.end() :]
        item = _without_quotes(item.strip())
    return item


def _without_quotes(item: str) -> str:
    """Return a text without the quotation marks around all of it."""
    inside = item[1:-1]
    if len(item) > 2 and item[0] in _OPENING and item[-1] in _CLOSING and _QUOTES.isdisjoint(inside):
        return inside.strip()
    return item
