"""Build the pages around a table's code: what the Invite page shows of it, and the page of a phone that waits."""

from django.utils import timezone

from games.models import JoinRequest, JoinState
from games.pages.sharing.enter_code import WaitingPage
from games.pages.sharing.join_code import InviteCode
from games.pages.sharing.join_questions import join_questions
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.selectors.sharing.joining import CODE_LASTS, shown_code
from games.selectors.short_codes import written_code
from games.selectors.table.streams import stream_path
from games.selectors.table.table_names import player_names
from games.selectors.table.table_paths import table_path
from games.wording.labels import asker_text, author_text
from games.wording.words import time_text


def invite_code(access: Access, base_url: str) -> InviteCode:
    """Return the code that is good now, if any; ``base_url`` is this server's URL as other phones reach it."""
    table = access.table
    shown = shown_code(table)
    return InviteCode(
        text=written_code(shown[0]) if shown else "",
        url=table_path(table, "invite_code"),
        site=base_url.partition("://")[2],
        until=time_text(shown[1].expires_at) if shown else "",
        live_url=stream_path(access),
        poll_url=table_path(table, "revision"),
        revision=table.revision,
        changes_beside=table.changes_beside,
        joins=join_questions(access),
    )


def waiting_page(request: JoinRequest) -> WaitingPage:
    """Return the page of a phone that has asked to join."""
    expired = request.state == JoinState.ASKED and request.asked_at <= timezone.now() - CODE_LASTS
    return WaitingPage(
        state="expired" if expired else request.state,
        table_title=table_title(request.table, player_names(request.table)),
        label=asker_text(request.label),
        answered_by=author_text(request.answered_by),
    )
