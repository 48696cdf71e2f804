"""Links: make one, take it up, switch it off."""

import secrets
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import live
from games.models import AccessLink, Device, Pass, Role, Table
from games.permissions import Access
from games.refusals import Refused
from games.selectors.access import access_through, check_open, hashed, link_of
from games.selectors.secrets import derived_secret
from games.services.security_log import tell

MOST_LINKS: Final = 20
"""Links of a table that are switched on at the same time."""


@dataclass(frozen=True, slots=True)
class MadeLink:
    """A link and its secret."""

    link: AccessLink
    secret: str


def link_labels() -> dict[Role, str]:
    """What the links are called that every table has from its start, by their role."""
    return {
        Role.OWNER: _("Owner"),
        Role.SCORE: _("Scorers"),
        Role.WATCH: _("Spectators"),
    }


def make_link(*, table: Table, role: Role, label: str, nonce: str = "") -> MadeLink:
    """A new link to ``table``. Its secret has 192 bits, and is made of ``nonce`` where one is given."""
    nonce = nonce or secrets.token_hex(16)
    secret = derived_secret(nonce)
    link = AccessLink.objects.create(table=table, role=role, label=label, nonce=nonce, secret_hash=hashed(secret))
    return MadeLink(link, secret)


@transaction.atomic(durable=True)
def create_link(*, access: Access, role: Role, label: str) -> MadeLink:
    """One more link to the owner's table.

    Raises Refused ("not_allowed", "too_many_links").
    """
    access.demand("manage_links")
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    if AccessLink.objects.filter(table=table, revoked_at__isnull=True).count() >= MOST_LINKS:
        raise Refused("too_many_links", most=MOST_LINKS)
    made = make_link(table=table, role=role, label=label)
    tell("link_made", table=table.public_id, link=made.link.pk, role=role.value)
    return made


@transaction.atomic(durable=True)
def revoke_link(*, access: Access, link_id: int) -> AccessLink:
    """Switch a link off, with every pass and open stream that came by it. A second time changes nothing.

    Raises Refused ("not_allowed", "not_found", and "invalid_value" for the link the owner came by).
    """
    access.demand("manage_links")
    # A write that has begun ends first: none is to be later than the end of the link it came by.
    Table.objects.select_for_update().get(pk=access.table.pk)
    link = AccessLink.objects.select_for_update().filter(table=access.table, pk=link_id).first()
    if link is None:
        raise Refused("not_found")
    if link.pk == access.link.pk:
        raise Refused("invalid_value", what="own_link")
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        transaction.on_commit(lambda: live.close_link(link.pk), robust=True)
        tell("link_revoked", table=access.table.public_id, link=link.pk, by=access.link.pk)
    return link


@transaction.atomic(durable=True)
def take_up_link(*, secret: str, device: Device) -> Access:
    """Give ``device`` the pass that the link of ``secret`` stands for. A second time changes nothing.

    A pass that had ended holds again: whoever has the secret was let in anew.

    Raises Refused ("not_found", "link_revoked").
    """
    link = link_of(secret)
    if link is None:
        raise Refused("not_found")
    if link.revoked_at is not None:
        raise Refused("link_revoked")
    check_open(link.table)
    Pass.objects.update_or_create({"ended_at": None}, device=device, link=link)
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    tell("link_taken_up", table=link.table.public_id, link=link.pk, device=device.pk)
    return access_through(link, device)
