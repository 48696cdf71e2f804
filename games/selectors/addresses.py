"""Where a table's pages are, so that what pages are given can name them."""

from django.urls import reverse

from games.models import Table


def at_table(table: Table, rest: str = "") -> str:
    """The path of a table's page, or of ``rest`` below it."""
    return reverse("table", args=[table.public_id]) + rest
