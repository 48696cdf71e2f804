"""Derive the secrets of links from a nonce and the server's key; none is stored. What has to be is encrypted."""

import base64
import hashlib
import hmac

from cryptography.fernet import Fernet, MultiFernet
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


def encryption(purpose: str) -> MultiFernet:
    """Return what encrypts with the server's key for ``purpose``; it decrypts what its former keys encrypted, too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(f"games.{purpose}:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
