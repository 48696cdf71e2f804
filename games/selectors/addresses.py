"""Paths of a table's pages."""

from functools import lru_cache

from django.urls import reverse

from games.models import Table


def at_table(table: Table, subpath: str = "") -> str:
    """Return the path of a table's page, or of ``subpath`` below it."""
    return _table_path(table.public_id) + subpath


@lru_cache(maxsize=256)
def _table_path(public_id: str) -> str:
    # Cached, because a page builds one link to its table for each round.
    return reverse("table", args=[public_id])
