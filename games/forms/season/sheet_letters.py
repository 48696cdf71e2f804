"""Decode an uploaded table: UTF-8, UTF-16 or one of the code pages in which our languages' spreadsheets save."""

import codecs
import re
from collections.abc import Mapping
from typing import Final

CODE_PAGES: Final = ("cp1252", "cp1250", "iso8859_2")
"""Western and Central European Windows, and the older Central European one (Polish)."""
_MOST_SAMPLES: Final = 3
"""Cells that are shown, if they suffice to tell the readings apart."""
_SHOWN: Final = 60
_CELL_ENDS: Final = re.compile('[,;\t\r\n"]+')
_CONTROLS: Final = re.compile("[\x80-\x9f]")
"""Characters that no table has: bytes read in the wrong code page."""


def sheet_readings(raw: bytes) -> dict[str, str]:
    r"""Return the texts that an uploaded file can mean, by encoding: one where it is clear, none for no text.

    Two or more differ in some letter; only a person can say which is right.

    >>> sheet_readings("name\nZoë".encode())
    {'utf-8': 'name\nZoë'}
    >>> sheet_readings("name\nŁukasz".encode("cp1250"))
    {'cp1252': 'name\n£ukasz', 'cp1250': 'name\nŁukasz'}
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
    return found


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
