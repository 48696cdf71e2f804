"""Who is asking: from a cookie's or a token's secret to an Access, and the admission to a live stream."""

import hashlib
from dataclasses import dataclass

from django.core import signing
from django.db import connections

from games.live import Admission, Refusal
from games.models import AccessLink, Device, Pass, Table
from games.permissions import Access
from games.refusals import Refused

_STREAM_SALT = "games.live"
_STREAM_AGE = 30 * 24 * 3600
"""Seconds a page's stream address is good for. The link behind it is looked up at every connection, so this only
bounds how long an address that leaked could be tried."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """What came with a request: the secret of a device's cookie, or a token, either may be missing."""

    device_secret: str = ""
    token: str = ""


def hashed(secret: str) -> str:
    """The SHA-256 of a secret, as stored. The secrets are long and random, so a fast hash is the right one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_of(secret: str) -> Device | None:
    """The device whose cookie holds ``secret``."""
    return Device.objects.filter(secret_hash=hashed(secret)).first() if secret else None


def access_by_device(public_id: str, device: Device | None) -> Access:
    """The best role that ``device`` has at a table.

    Raises Refused: "not_found" where the device never had one (the same as for a table that does not exist), and
    "link_revoked" where every link it came by is switched off.
    """
    passes = (
        # With the fixture that is played there, if one is: its table's page asks no more often than any other.
        Pass.objects.filter(device=device, link__table__public_id=public_id).select_related(
            "link__table__fixture__season__league"
        )
        if device
        else Pass.objects.none()
    )
    links = [p.link for p in passes]
    if not links:
        raise Refused("not_found")
    open_links = [link for link in links if link.revoked_at is None]
    if not open_links:
        raise Refused("link_revoked")
    order = ["watch", "score", "owner"]
    link = max(open_links, key=lambda held: order.index(held.role))
    return access_through(link, device)


def access_by_token(public_id: str, token: str) -> Access:
    """The role that ``token``, a link's secret, gives at a table. Raises Refused as ``access_by_device`` does."""
    link = link_of(token)
    if link is None or link.table.public_id != public_id:
        raise Refused("not_found")
    if link.revoked_at is not None:
        raise Refused("link_revoked")
    return access_through(link, None)


def access_through(link: AccessLink, device: Device | None) -> Access:
    """What ``link`` lets ``device`` do."""
    from games.models import Role

    return Access(table=link.table, role=Role(link.role), link=link, device=device)


def link_of(secret: str) -> AccessLink | None:
    """The link with this secret, switched off or not."""
    if not secret or len(secret) > 100:
        return None
    return AccessLink.objects.filter(secret_hash=hashed(secret)).select_related("table").first()


def stream_address(access: Access) -> str:
    """The path of the live stream for ``access``: signed, so that the stream needs neither cookie nor database."""
    return f"/live/{signing.dumps([access.table.public_id, access.link.pk], salt=_STREAM_SALT)}/"


def admit_stream(token: str) -> Admission | Refusal:
    """Who may listen under ``token``, and the table's newest revision. Gives its database connection back."""
    try:
        public_id, link = signing.loads(token, salt=_STREAM_SALT, max_age=_STREAM_AGE)
    except signing.SignatureExpired:
        return Refusal.GONE
    except signing.BadSignature:
        return Refusal.UNKNOWN
    try:
        table = Table.objects.filter(public_id=public_id, links=link, links__revoked_at__isnull=True).first()
        return Admission(table=public_id, link=link, revision=table.revision) if table else Refusal.GONE
    finally:
        connections.close_all()
