"""Where a table's pages are, so that what pages are given can name them."""

from functools import lru_cache

from django.urls import reverse

from games.models import Table


def at_table(table: Table, rest: str = "") -> str:
    """The path of a table's page, or of ``rest`` below it."""
    return _page(table.public_id) + rest


@lru_cache(maxsize=256)
def _page(public_id: str) -> str:
    # A page names its table for each of its rounds.
    return reverse("table", args=[public_id])
