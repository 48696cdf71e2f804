"""Look up the Access to a table that the secret of a device's cookie or of a link gives."""

import hashlib
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import AccessLink, Device, Pass, Role, Table
from games.permissions import Access
from games.refusals import RefusedError

LONGEST_SECRET: Final = 100
"""Characters. Our own secrets are shorter, so anything longer isn't looked up."""


def hash_secret(secret: str) -> str:
    """Return the SHA-256 of a secret, as stored. Secrets are long and random, so a fast hash is safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_by_secret(secret: str) -> Device | None:
    """Return the device whose cookie holds ``secret``."""
    secret_hash = hash_secret(secret)
    return Device.objects.filter(Q(secret_hash=secret_hash) | Q(former_hash=secret_hash)).first() if secret else None


def access_by_device(public_id: str, device: Device | None) -> Access:
    """Return the Access with the highest role that ``device`` has at a table.

    Raises RefusedError: "not_found" if the device never had a role there (the same as for a table that doesn't exist),
    and "link_revoked" if all its links were revoked, its passes ended, or the table was a tryout that has expired.
    """
    return _best_access(_passes(public_id, Q(device=device)) if device else Pass.objects.none())


def access_by_secret(public_id: str, secret: str) -> Access:
    """Like ``access_by_device`` for the device whose cookie holds ``secret``, in a single query."""
    secret_hash = hash_secret(secret)
    holder = Q(device__secret_hash=secret_hash) | Q(device__former_hash=secret_hash)
    return _best_access(_passes(public_id, holder) if secret else Pass.objects.none())


def _passes(public_id: str, holder: Q) -> QuerySet[Pass]:
    """Return the passes at a table, with the match joined so that its page needs no further query."""
    passes = Pass.objects.filter(holder, link__table__public_id=public_id)
    return passes.select_related("device", "link__table__match__season__league", "link__table__match__season__clock")


def _best_access(passes: QuerySet[Pass]) -> Access:
    held_passes = list(passes)
    if not held_passes:
        raise RefusedError("not_found")
    check_tryout_open(held_passes[0].link.table)
    active_links = [held.link for held in held_passes if held.ended_at is None and held.link.revoked_at is None]
    if not active_links:
        raise RefusedError("link_revoked")
    link = max(active_links, key=_rank)
    lost_link = max((held.link for held in held_passes if held.link not in active_links), key=_rank, default=None)
    return Access(link.table, Role(link.role), link, held_passes[0].device, Role(lost_link.role) if lost_link else None)


def access_by_token_link(public_id: str, link: AccessLink | None) -> Access:
    """Return the Access that ``link``, found by its secret, gives to a table.

    Raises RefusedError like ``access_by_device``.
    """
    if link is None or link.table.public_id != public_id:
        raise RefusedError("not_found")
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    check_tryout_open(link.table)
    return access_by_link(link, None)


def check_tryout_open(table: Table) -> None:
    """Raise RefusedError ("link_revoked") if the table is a tryout that has expired."""
    if table.closed:
        raise RefusedError("link_revoked", what="tryout")


def access_by_link(link: AccessLink, device: Device | None) -> Access:
    """Return the Access that ``link`` gives to ``device``."""
    return Access(table=link.table, role=Role(link.role), link=link, device=device)


def is_still_valid(access: Access) -> bool:
    """Query whether ``access`` is still valid: its link isn't revoked and the device's pass hasn't ended."""
    ended = Pass.objects.filter(link=OuterRef("pk"), device=access.device, ended_at__isnull=False)
    active_links = AccessLink.objects.filter(~Exists(ended), pk=access.link.pk, revoked_at=None)
    if access.table.closed:
        return False
    if access.link.api_token_id is not None:
        active_links = active_links.filter(api_token__revoked_at=None, api_token__expires_at__gt=timezone.now())
    return active_links.exists()


def watch_link(table: Table) -> AccessLink | None:
    """Return the oldest link to watch the table that is not switched off."""
    links = AccessLink.objects.filter(table=table, role=Role.WATCH, revoked_at=None, api_token=None)
    return links.select_related("table").order_by("pk").first()


def _rank(link: AccessLink) -> int:
    return [Role.WATCH, Role.SCORE, Role.OWNER].index(Role(link.role))


def link_by_secret(secret: str) -> AccessLink | None:
    """Return the link with this secret, revoked or not."""
    if not secret or len(secret) > LONGEST_SECRET:
        return None
    return AccessLink.objects.filter(secret_hash=hash_secret(secret)).select_related("table").first()
