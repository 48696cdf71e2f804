"""What all who only watch a table see of it, drawn without any of them."""

from django.conf import settings
from django.db import close_old_connections
from django.template.loader import render_to_string
from django.utils.translation import override

from games.live import Moved
from games.models import AccessLink, Role
from games.permissions import Access
from games.selectors.streams import is_shared
from games.views.table import AtTable, news


def draw_for_watchers(public_id: str, language: str, has: bool) -> Moved | None:
    """``moved_for_watchers`` beside all requests: it looks after language and connection as a request does."""
    language = language or settings.LANGUAGE_CODE
    if language not in dict(settings.LANGUAGES):
        return None
    close_old_connections()
    try:
        with override(language):
            return moved_for_watchers(public_id, has=has)
    finally:
        close_old_connections()


def moved_for_watchers(public_id: str, *, has: bool = False) -> Moved | None:
    """What ``views.table.moved`` answers to whoever watches; None where that is not the same for all of them."""
    links = AccessLink.objects.filter(table__public_id=public_id, role=Role.WATCH)
    link = links.select_related("table__fixture").first()
    if link is None or not is_shared(link):
        return None
    at = AtTable(Access(link.table, Role.WATCH, link, None))
    text = render_to_string("table.html#moved", {"page": at.page(notice=news(at)), "with_entry": True, "has": has})
    return Moved(at.sheet.revision, text)
