"""The link that opens a table with the owner's rights."""

from django.urls import reverse

from games.models import Role, Table
from games.selectors.secrets import secret_of
from games.selectors.table.table_paths import table_path


def owner_path(table: Table) -> str:
    """Return the path of the owner's link; if all owner's links are revoked, that of the table's page."""
    link = table.links.filter(role=Role.OWNER, revoked_at=None, api_token=None).order_by("pk").first()
    secret = secret_of(link) if link else ""
    return reverse("join", args=[secret]) if secret else table_path(table)
