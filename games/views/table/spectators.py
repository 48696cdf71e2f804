"""The update of a table page for all its spectators, rendered once without a request."""

from django.conf import settings
from django.db import close_old_connections
from django.template.loader import render_to_string
from django.utils.translation import override

from games.live import LiveFragment
from games.models import AccessLink, Role
from games.permissions import Access
from games.selectors.table.streams import shows_shared_page
from games.views.table.table import TableSnapshot, latest_news


def render_for_spectators(public_id: str, language: str, shows_earlier_state: bool) -> LiveFragment | None:
    """Call ``table_updates_for_spectators`` outside a request, handling language and database connection as in one."""
    language = language or settings.LANGUAGE_CODE
    if language not in dict(settings.LANGUAGES):
        return None
    close_old_connections()
    try:
        with override(language):
            return table_updates_for_spectators(public_id, shows_earlier_state=shows_earlier_state)
    finally:
        close_old_connections()


def table_updates_for_spectators(public_id: str, *, shows_earlier_state: bool = False) -> LiveFragment | None:
    """Return what ``table_updates`` answers to spectators; None if it isn't the same for all of them."""
    links = AccessLink.objects.filter(table__public_id=public_id, role=Role.WATCH)
    link = links.select_related("table__match").first()
    if link is None or not shows_shared_page(link):
        return None
    snapshot = TableSnapshot(Access(link.table, Role.WATCH, link, None))
    text = render_to_string(
        "table/table.html#moved",
        {"page": snapshot.page(notice=latest_news(snapshot)), "with_entry": True, "has": shows_earlier_state},
    )
    return LiveFragment(snapshot.sheet.revision, text)
