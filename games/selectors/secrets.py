"""Derive the secrets of links from a nonce and the server's key; none is stored."""

import base64
import hashlib
import hmac

from django.conf import settings

from games.models import AccessLink, LeagueLink, SharedGame
from games.selectors.access import hash_secret


def derived_secret(nonce: str) -> str:
    """Return the secret of ``nonce`` under this server's key: 192 bits as URL-safe base64."""
    key = hashlib.sha256(b"games.links:" + settings.SECRET_KEY.encode()).digest()
    return base64.urlsafe_b64encode(hmac.new(key, nonce.encode(), hashlib.sha256).digest()[:24]).decode()


def secret_of(link: AccessLink | LeagueLink | SharedGame) -> str:
    """Return the secret of ``link``; empty if the server's key has changed since, though the link still works."""
    secret = derived_secret(link.nonce)
    return secret if hmac.compare_digest(hash_secret(secret), link.secret_hash) else ""
