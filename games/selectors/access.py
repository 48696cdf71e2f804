"""Who is asking: from a cookie's or a token's secret to an Access."""

import hashlib
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import AccessLink, Device, Pass, Role, Table
from games.permissions import Access
from games.refusals import Refused

LONGEST_SECRET: Final = 100
"""Characters; whatever is longer is no secret of ours."""


def hashed(secret: str) -> str:
    """The SHA-256 of a secret, as stored. The secrets are long and random, so a fast hash is the right one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_of(secret: str) -> Device | None:
    """The device whose cookie holds ``secret``."""
    known = hashed(secret)
    return Device.objects.filter(Q(secret_hash=known) | Q(former_hash=known)).first() if secret else None


def access_by_device(public_id: str, device: Device | None) -> Access:
    """The best role that ``device`` has at a table.

    Raises Refused: "not_found" where the device never had one (the same as for a table that does not exist), and
    "link_revoked" where every link it came by is switched off, or its passes ended, or the table was one to try out.
    """
    return _best(_passes(public_id, Q(device=device)) if device else Pass.objects.none())


def access_by_secret(public_id: str, secret: str) -> Access:
    """The same for the device whose cookie holds ``secret``, for one query."""
    known = hashed(secret)
    whose = Q(device__secret_hash=known) | Q(device__former_hash=known)
    return _best(_passes(public_id, whose) if secret else Pass.objects.none())


def _passes(public_id: str, whose: Q) -> QuerySet[Pass]:
    """With the fixture that is played there, if one is: its table's page asks no more often than any other."""
    held = Pass.objects.filter(whose, link__table__public_id=public_id)
    return held.select_related("device", "link__table__fixture__season__league")


def _best(passes: QuerySet[Pass]) -> Access:
    held = list(passes)
    if not held:
        raise Refused("not_found")
    check_open(held[0].link.table)
    good = [p.link for p in held if p.ended_at is None and p.link.revoked_at is None]
    if not good:
        raise Refused("link_revoked")
    link = max(good, key=_rank)
    lost = max((p.link for p in held if p.link not in good), key=_rank, default=None)
    return Access(link.table, Role(link.role), link, held[0].device, Role(lost.role) if lost else None)


def access_by_token(public_id: str, token: str) -> Access:
    """The role that ``token``, a link's secret, gives at a table. Raises Refused as ``access_by_device`` does."""
    link = link_of(token)
    if link is None or link.table.public_id != public_id:
        raise Refused("not_found")
    if link.revoked_at is not None:
        raise Refused("link_revoked")
    check_open(link.table)
    return access_through(link, None)


def check_open(table: Table) -> None:
    """Raise Refused ("link_revoked") for a table to try things out whose time is over."""
    if table.closed:
        raise Refused("link_revoked", what="tryout")


def access_through(link: AccessLink, device: Device | None) -> Access:
    """What ``link`` lets ``device`` do."""
    return Access(table=link.table, role=Role(link.role), link=link, device=device)


def is_good(access: Access) -> bool:
    """Whether the link of ``access`` is still switched on and its device's pass by it has not ended: asked anew."""
    ended = Pass.objects.filter(link=OuterRef("pk"), device=access.device, ended_at__isnull=False)
    good = AccessLink.objects.filter(~Exists(ended), pk=access.link.pk, revoked_at=None)
    if access.table.closed:
        return False
    if access.link.api_token_id is not None:
        good = good.filter(api_token__revoked_at=None, api_token__expires_at__gt=timezone.now())
    return good.exists()


def _rank(link: AccessLink) -> int:
    return [Role.WATCH, Role.SCORE, Role.OWNER].index(Role(link.role))


def link_of(secret: str) -> AccessLink | None:
    """The link with this secret, switched off or not."""
    if not secret or len(secret) > LONGEST_SECRET:
        return None
    return AccessLink.objects.filter(secret_hash=hashed(secret)).select_related("table").first()
