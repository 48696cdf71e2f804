"""Find names that are almost alike, so that a person can be asked whether they are the same."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.names import folded_name

_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "þ": "th", "æ": "ae", "œ": "oe"}
)
"""Letters that are typed as others where a keyboard lacks them, and that Unicode doesn't take apart."""
_SHORTEST_MISTYPED: Final = 6
"""The fewest letters of names that may differ by one: "Maria" and "Marie" are two people."""


def similar_names(names: Sequence[str], known: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return which of ``names`` look like others: like ``known`` ones, or like one of ``names`` before them.

    Names alike but for accents, spaces, signs and one letter of a long name look alike. A name that ``folded_name``
    counts as the same is no question.

    >>> similar_names(["Zoe", "B o", "Ann"], ["Zoë", "Bo", "ANN"])
    {'Zoe': ('Zoë',), 'B o': ('Bo',)}
    """
    index: dict[tuple[str, str], list[str]] = {}
    same = set[str]()
    found: dict[str, tuple[str, ...]] = {}
    for position, name in enumerate([*known, *names]):
        if folded_name(name) in same:
            continue
        same.add(folded_name(name))
        forms = list(_forms(name))
        if position >= len(known):
            others = dict.fromkeys(other for form in forms for other in index.get(form, ()))
            if others:
                found[name] = tuple(others)
        for form in forms:
            index.setdefault(form, []).append(name)
    return found


def _forms(name: str) -> Iterator[tuple[str, str]]:
    """Yield the forms of a name; names that share one look alike."""
    plain = unicodedata.normalize("NFKD", folded_name(name).translate(_LETTERS))
    letters = "".join(character for character in plain if character.isalnum()) or folded_name(name)
    yield "letters", letters
    if len(letters) >= _SHORTEST_MISTYPED and letters.isalpha():
        yield "one letter less", letters
        for position in range(len(letters)):
            yield "one letter less", letters[:position] + letters[position + 1 :]
