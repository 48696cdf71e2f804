"""Paths of a table's pages."""

from functools import cache

from django.urls import reverse

from games.models import Table


def table_path(table: Table, url_name: str = "page", *args: int | str) -> str:
    """Return the path of a table's page: ``url_name`` in the namespace "table", and what follows the id there."""
    return _pattern(url_name, len(args)) % (table.public_id, *args)


@cache
def _pattern(url_name: str, args: int) -> str:
    """Return a path with %s for the table's id and for each of ``args`` arguments.

    Cached, because a page builds links for each round, and reversing each of them takes many times as long.
    """
    # Digits, which every path converter takes.
    marks = [str(10**9 + number) for number in range(args + 1)]
    path = reverse(f"table:{url_name}", args=marks).replace("%", "%%")
    for mark in marks:
        path = path.replace(mark, "%s")
    return path
