"""Read codes to join a table, requests to join, and who is there already."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.models import AccessLink, Device, JoinCode, JoinRequest, JoinState, Role, Table
from games.refusals import RefusedError
from games.rules.names import folded_name
from games.selectors.access import check_tryout_open
from games.selectors.short_codes import derived_code, hash_code

CODE_LASTS: Final = timedelta(minutes=10)
"""The longest that a code to join, a request to join or a code to move games is good."""


def shown_code(table: Table) -> tuple[str, JoinCode] | None:
    """Return the newest code of a table that is still good, with its row; None if there is none.

    Also None if the server's key has changed since, as the code can't be derived again.
    """
    row = JoinCode.objects.filter(table=table, expires_at__gt=timezone.now()).order_by("-pk").first()
    code = derived_code("join", row.nonce) if row else ""
    return (code, row) if row and hash_code("join", code) == row.code_hash else None


def table_by_code(code: str) -> Table:
    """Return the table whose code this is. Raises RefusedError ("wrong_code", or "link_revoked" for a closed table)."""
    row = JoinCode.objects.filter(code_hash=hash_code("join", code)).select_related("table").first() if code else None
    if row is None:
        raise RefusedError("wrong_code", what="join")
    check_tryout_open(row.table)
    if row.expires_at <= timezone.now():
        raise RefusedError("wrong_code", what="join_expired")
    return row.table


def role_links(table: Table) -> dict[Role, AccessLink]:
    """Return by role the link through which a phone is let in: the oldest that is not switched off."""
    links = AccessLink.objects.filter(
        table=table, role__in=[Role.WATCH, Role.SCORE], revoked_at=None, api_token=None
    ).order_by("-pk")
    return {Role(link.role): link for link in links}


def folded_labels(table: Table, device: Device | None) -> frozenset[str]:
    """Return the names, folded, of the other phones at a table."""
    others = Device.objects.filter(passes__link__table=table, passes__ended_at=None, passes__link__revoked_at=None)
    return frozenset(folded_name(other.label) for other in others.distinct() if other != device)


def open_requests(table: Table) -> Sequence[JoinRequest]:
    """Return the requests to join a table that wait for an answer, oldest first."""
    if not table.request_count:
        return ()
    since = timezone.now() - CODE_LASTS
    rows = JoinRequest.objects.filter(table=table, state=JoinState.ASKED, asked_at__gt=since)
    return list(rows.select_related("device").order_by("asked_at", "pk"))


def newest_request(device: Device | None) -> JoinRequest | None:
    """Return what a phone asked for last; None if it never did, or days ago."""
    if device is None:
        return None
    return JoinRequest.objects.filter(device=device).select_related("table", "device").order_by("-asked_at").first()


def last_answer(table: Table) -> JoinRequest | None:
    """Return the request to join that was answered last, if that is the newest change at the table; else None."""
    if not table.request_count or table.last_request_revision != table.revision:
        return None
    rows = JoinRequest.objects.filter(table=table)
    newest = max(rows, key=lambda row: row.answered_at or row.asked_at, default=None)
    return newest if newest is not None and newest.state != JoinState.ASKED else None
