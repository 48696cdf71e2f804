"""Stream JSON piece by piece, so that a large archive is never in memory as a whole."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

from games.selectors.operating.audit import read_snapshot

PIECE_SIZE: Final = 64 * 1024
"""How many characters are joined into one piece."""


def json_pieces(value: Any) -> Iterator[str]:
    """Yield the JSON text of ``value``; an iterator in it becomes a list whose items are produced one at a time.

    Keys of plain dicts are sorted, because databases differ in the order in which they return the keys of stored
    JSON, and equal content must give an equal file.

    >>> "".join(json_pieces({"a": iter([1, {"b": iter("xy")}]), "c": None}))
    '{"a":[1,{"b":["x","y"]}],"c":null}'
    """
    if isinstance(value, Iterator):
        yield "["
        for index, item in enumerate(value):
            yield "," if index else ""
            yield from json_pieces(item)
        yield "]"
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        yield "{"
        for index, (key, item) in enumerate(value.items()):
            yield ("," if index else "") + json.dumps(key, ensure_ascii=False) + ":"
            yield from json_pieces(item)
        yield "}"
    else:
        yield json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def archive_pieces(value: Any) -> Iterator[str]:
    """Yield the same text in larger pieces, with everything read from one snapshot of the database."""
    buffer: list[str] = []
    size = 0
    with _unmapped(), read_snapshot():
        for piece in json_pieces(value):
            buffer.append(piece)
            size += len(piece)
            if size >= PIECE_SIZE:
                yield "".join(buffer)
                buffer, size = [], 0
    yield "".join(buffer)


@contextmanager
def _unmapped() -> Iterator[None]:
    """Switch off SQLite's memory mapping: with it, everything read would stay in memory."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        (former_size,) = cursor.execute("PRAGMA mmap_size").fetchone() or (0,)
        cursor.execute("PRAGMA mmap_size = 0")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA mmap_size = {int(former_size)}")
