"""Who is asking: from a cookie's or a token's secret to an Access."""

import hashlib
from dataclasses import dataclass

from games.models import AccessLink, Device, Pass
from games.permissions import Access
from games.refusals import Refused


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
