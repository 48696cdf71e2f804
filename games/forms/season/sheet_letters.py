"""Decode an uploaded table: UTF-8, UTF-16 or one of the code pages in which our languages' spreadsheets save."""

import codecs
import re
import unicodedata
from collections.abc import Mapping
from typing import Final

_WINDOWS: Final = ("cp1252", "cp1250", "iso8859_2")
"""Western and Central European Windows, and the older Central European one (Polish)."""
CODE_PAGES: Final = (*_WINDOWS, "cp850", "cp852", "mac_roman", "mac_latin2")
"""Besides them those of DOS ("CSV (MS-DOS)" in Excel) and of the Macintosh, Western and Central European both."""
NO_LETTERS: Final = "none"
"""The answer that none of the readings is right."""
_MOST_SAMPLES: Final = 3
"""Cells that are shown, if they suffice to tell the readings apart."""
_SHOWN: Final = 60
_CELL_ENDS: Final = re.compile('[,;\t\r\n"]+')
_CONTROLS: Final = re.compile("[\x80-\x9f]")
"""Characters that no table has: bytes read in the wrong code page."""
_WORDS: Final = re.compile(r"[^\W\d_]+(?:[\u2018\u2019][^\W\d_]+)*")
"""Words, with curly apostrophes inside."""


def sheet_readings(raw: bytes) -> dict[str, str]:
    r"""Return the texts that an uploaded file can mean, by encoding: one where it is clear, none for no text.

    Two or more differ in some letter; only a person can say which is right, or that none is. Those that look like words
    come first. An older file is clear where all Windows code pages read the same words, and DOS and the Macintosh none.

    >>> sheet_readings("name\nZoë".encode())
    {'utf-8': 'name\nZoë'}
    >>> list(sheet_readings("name\nŁukasz Żak".encode("cp1250")).values())[:2]
    ['name\nŁukasz Żak', 'name\n£ukasz ¯ak']
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = _decoded(raw, "utf-16")
        return {} if text is None else {"utf-16": text}
    text = _decoded(raw, "utf-8")
    if text is not None:
        return {"utf-8": text.removeprefix("\ufeff")}
    found = dict[str, str]()
    for page in CODE_PAGES:
        text = _decoded(raw, page)
        if text is not None and not _CONTROLS.search(text) and text not in found.values():
            found[page] = text
    worded = [page for page in found if _has_words_only(found[page])]
    if len(worded) == 1 and [page for page in found if page in _WINDOWS] == worded:
        return {worded[0]: found[worded[0]]}
    return {page: found[page] for page in sorted(found, key=lambda page: page not in worded)}


def _has_words_only(text: str) -> bool:
    """Return whether all letters beyond ASCII are in words as people write them, and nothing else is beyond ASCII.

    >>> [_has_words_only(word) for word in ("Jürgen", "ÉMILE", "O’Brien", "JosÚ", "£ukasz")]
    [True, True, True, False, False]
    """
    if not _WORDS.sub("", text).isascii():
        return False
    return all(_is_word(part) for part in re.split("[\u2018\u2019]|\\W+", text) if not part.isascii())


def _is_word(letters: str) -> bool:
    in_case = letters.islower() or letters.isupper() or letters.istitle()
    return in_case and unicodedata.normalize("NFKC", letters) == letters


def letter_samples(readings: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    r"""Return for each of several readings the first cells in which they differ; no two readings have the same.

    >>> letter_samples({"cp1252": "name\nBo\n£ukasz", "cp1250": "name\nBo\nŁukasz"})
    {'cp1252': ('£ukasz',), 'cp1250': ('Łukasz',)}
    """
    split = [_CELL_ENDS.split(text) for text in readings.values()]
    samples = list[tuple[str, ...]]()
    for cells in dict.fromkeys(zip(*split, strict=True)):
        told_apart = len(set(zip(*samples, strict=True)))
        if told_apart == len(readings) and len(samples) >= _MOST_SAMPLES:
            break
        if len(set(cells)) > 1 and (
            len(samples) < _MOST_SAMPLES or len(set(zip(*samples, cells, strict=True))) > told_apart
        ):
            samples.append(cells)
    return {page: tuple(cells[at].strip()[:_SHOWN] for cells in samples) for at, page in enumerate(readings)}


def reread(stored: str, page: str) -> str:
    """Return the text of a file whose bytes were stored by ``bytes_as_text``, in the chosen code page.

    Raises ValueError for another encoding, and for a text that isn't such a file.
    """
    readings = sheet_readings(stored.encode("latin-1"))
    if page not in readings:
        raise ValueError(page)
    return readings[page]


def bytes_as_text(raw: bytes) -> str:
    """Return a text that keeps the bytes of a file, for ``reread``."""
    return raw.decode("latin-1")


def _decoded(raw: bytes, encoding: str) -> str | None:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text
