"""JSON written piece by piece, so that what is large is never whole in memory."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

from games.selectors.audit import snapshot

AT_ONCE: Final = 64 * 1024
"""How many characters go out together."""


def json_pieces(value: Any) -> Iterator[str]:
    """The text of ``value``; an iterator in it, or in a dict in it, is a list whose items are made one at a time.

    Elsewhere keys are in alphabetical order: one database keeps them as they were told, another in an order of its own,
    and what is the same is to be the same file.

    >>> "".join(json_pieces({"a": iter([1, {"b": iter("xy")}]), "c": None}))
    '{"a":[1,{"b":["x","y"]}],"c":null}'
    """
    if isinstance(value, Iterator):
        yield "["
        for at, item in enumerate(value):
            yield "," if at else ""
            yield from json_pieces(item)
        yield "]"
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        yield "{"
        for at, (key, item) in enumerate(value.items()):
            yield ("," if at else "") + json.dumps(key, ensure_ascii=False) + ":"
            yield from json_pieces(item)
        yield "}"
    else:
        yield json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def archive_pieces(value: Any) -> Iterator[str]:
    """The same in larger pieces, with everything read as it stood at one moment, whatever is written meanwhile."""
    held: list[str] = []
    size = 0
    with _unmapped(), snapshot():
        for piece in json_pieces(value):
            held.append(piece)
            size += len(piece)
            if size >= AT_ONCE:
                yield "".join(held)
                held, size = [], 0
    yield "".join(held)


@contextmanager
def _unmapped() -> Iterator[None]:
    """Read a file of SQLite through its small cache alone: mapped into memory, what was read would stay there."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA mmap_size").fetchone() or (0,)
        cursor.execute("PRAGMA mmap_size = 0")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA mmap_size = {int(usual)}")
