"""Validate names of people, tables and devices, and compare names that look the same."""

import re
import unicodedata
from typing import Final

MAX_NAME_LENGTH: Final = 60
"""The most characters of a name, counted as code points."""
_MOST_MARKS: Final = 4
"""The most combining marks on one letter; more of them would draw over the lines above."""
_FORMATS: Final = "\u200c\u200d\u200e\u200f"
"""Format characters that names may have: joiners (in many scripts, and in emoji of families) and direction marks."""
_BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0"
"""Letters, marks and symbols that are invisible."""


_LOOKALIKES: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u2032`\u00b4", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)
"""Apostrophes and dashes: phones type others than keyboards do, and nobody sees the difference."""
_SPACES: Final = re.compile(r"[^\S\x1c-\x1f\x85]+")
"""White space, without the control characters that Python counts as white space."""


class InvalidNameError(ValueError):
    """The text can't be a name. ``args[0]`` says why: "required", "too_long", "characters" or "signs"."""


def clean_name(text: str) -> str:
    """Return ``text`` as a name, with spaces trimmed and collapsed.

    Raises InvalidNameError for text that shows nothing, more than MAX_NAME_LENGTH characters, control and
    direction-override characters, lone surrogates, and letters with too many combining marks.

    >>> clean_name("  Aunt   May ")
    'Aunt May'
    """
    if len(text) > 10 * MAX_NAME_LENGTH:
        raise InvalidNameError("too_long")
    name = unicodedata.normalize("NFC", " ".join(_SPACES.split(text)).strip())
    if len(name) > MAX_NAME_LENGTH:
        raise InvalidNameError("too_long")
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if not _shows_nothing(character):
            marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or category in ("Cc", "Cs", "Co", "Zl", "Zp"):
            raise InvalidNameError("characters")
        if category == "Cf" and character not in _FORMATS and not _is_tag(character):
            raise InvalidNameError("characters")
    if not any(unicodedata.category(c)[0] in "LNPS" and not _shows_nothing(c) for c in name):
        raise InvalidNameError("required")
    return name


def clean_listed_name(text: str) -> str:
    """Return a text from a list or file as a name, as ``clean_name`` does.

    Raises InvalidNameError, also for nothing but punctuation and other signs: that is what stands between names.

    >>> clean_listed_name(" J. ")
    'J.'
    """
    name = clean_name(text)
    if not any(unicodedata.category(c) == "So" or unicodedata.category(c)[0] in "LN" for c in name):
        raise InvalidNameError("signs")
    return name


def folded_name(name: str) -> str:
    r"""Return the form in which names are compared: without case, compatibility variants and invisible characters.

    All apostrophes are one, and all dashes.

    >>> folded_name("\uff21nn O\u2019Hara") == folded_name("ann o'hara")
    True
    """
    # Before NFKC, too: it takes an acute accent by itself for a space.
    seen = "".join(c for c in name.translate(_LOOKALIKES) if not _shows_nothing(c))
    plain = unicodedata.normalize("NFKC", seen).casefold()
    folded = unicodedata.normalize("NFKC", plain).translate(_LOOKALIKES)
    return "".join(c for c in folded if not _shows_nothing(c))


def _shows_nothing(character: str) -> bool:
    """Return whether a character is invisible: format characters, variation selectors and blank letters."""
    return (
        unicodedata.category(character) == "Cf"
        or character in _BLANKS
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )


def _is_tag(character: str) -> bool:
    """Return whether this is a tag character, as in the flag emoji of England, Scotland and Wales."""
    return "\U000e0020" <= character <= "\U000e007f"
