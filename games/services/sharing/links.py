"""Access links of a table: make one, accept it on a device, revoke it."""

import secrets
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import live
from games.models import AccessLink, Device, Pass, Role, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.access import access_by_link, check_tryout_open, hash_secret, link_by_secret, watch_link
from games.selectors.secrets import derived_secret
from games.services.account.security_log import log_security_event

MOST_LINKS: Final = 20
"""Active links of a table at the same time."""


@dataclass(frozen=True, slots=True)
class MadeLink:
    """A link and its secret."""

    link: AccessLink
    secret: str


def link_labels() -> dict[Role, str]:
    """Return the labels of the links that every table has from its start, by role."""
    return {
        Role.OWNER: _("Owner"),
        Role.SCORE: _("Scorers"),
        Role.WATCH: _("Spectators"),
    }


def make_link(*, table: Table, role: Role, label: str, nonce: str = "") -> MadeLink:
    """Make a link to ``table``. Its secret has 192 bits, and is derived from ``nonce`` where one is given."""
    made = new_link(table, role, label, nonce)
    made.link.save()
    return made


def new_link(table: Table, role: Role, label: str, nonce: str = "") -> MadeLink:
    """Return a link as ``make_link`` does, unsaved."""
    nonce = nonce or secrets.token_hex(16)
    secret = derived_secret(nonce)
    return MadeLink(
        AccessLink(table=table, role=role, label=label, nonce=nonce, secret_hash=hash_secret(secret)), secret
    )


@transaction.atomic(durable=True)
def create_link(*, access: Access, role: Role, label: str) -> MadeLink:
    """Make another link to the owner's table.

    Raises RefusedError ("not_allowed", "too_many_links").
    """
    access.demand("manage_links")
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    if AccessLink.objects.filter(table=table, revoked_at__isnull=True).count() >= MOST_LINKS:
        raise RefusedError("too_many_links", most=MOST_LINKS)
    made = make_link(table=table, role=role, label=label)
    log_security_event("link_made", table=table.public_id, link=made.link.pk, role=role.value)
    return made


@transaction.atomic(durable=True)
def revoke_link(*, access: Access, link_id: int) -> AccessLink:
    """Revoke a link, with every pass and live stream that it gave. A second time changes nothing.

    Raises RefusedError ("not_allowed", "not_found", and "invalid_value" for the owner's own link).
    """
    access.demand("manage_links")
    # A write that has begun is finished first: none may be committed after its link was revoked.
    Table.objects.select_for_update().get(pk=access.table.pk)
    link = AccessLink.objects.select_for_update().filter(table=access.table, pk=link_id).first()
    if link is None:
        raise RefusedError("not_found")
    if link.pk == access.link.pk:
        raise RefusedError("invalid_value", what="own_link")
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        transaction.on_commit(lambda: live.publish_revocation(link.pk), robust=True)
        log_security_event("link_revoked", table=access.table.public_id, link=link.pk, by=access.link.pk)
    return link


@transaction.atomic(durable=True)
def accept_link(*, secret: str, device: Device, watch_only: bool = False) -> Access:
    """Give ``device`` a pass through the link of ``secret``. A second time changes nothing.

    A pass that had ended becomes valid again: its holder was let in once more. With ``watch_only`` the pass is one
    through the table's link to watch, which gives less.

    Raises RefusedError ("not_found", "link_revoked").
    """
    link = link_by_secret(secret)
    if link is None:
        raise RefusedError("not_found")
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    check_tryout_open(link.table)
    if watch_only:
        to_watch = watch_link(link.table)
        if to_watch is None:
            raise RefusedError("link_revoked")
        link = to_watch
    Pass.objects.update_or_create({"ended_at": None}, device=device, link=link)
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    log_security_event("link_taken_up", table=link.table.public_id, link=link.pk, device=device.pk)
    return access_by_link(link, device)
