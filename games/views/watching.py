"""What all who only watch a table see of it, drawn without any of them."""

from django.db import close_old_connections
from django.template.loader import render_to_string

from games.models import AccessLink, Role
from games.permissions import Access
from games.selectors.streams import is_shared
from games.views.table import AtTable, news


def moved_for_watchers(public_id: str) -> str | None:
    """What ``views.table.moved`` answers to whoever watches; None where that is not the same for all of them.

    Runs beside the requests: it looks after its own connection to the database.
    """
    close_old_connections()
    try:
        links = AccessLink.objects.filter(table__public_id=public_id, role=Role.WATCH)
        link = links.select_related("table__fixture").first()
        if link is None or not is_shared(link):
            return None
        at = AtTable(Access(link.table, Role.WATCH, link, None))
        return render_to_string("table.html#moved", {"page": at.page(notice=news(at)), "with_entry": True})
    finally:
        close_old_connections()
