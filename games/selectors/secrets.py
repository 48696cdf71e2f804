"""The secrets of links and webhooks, made again from nonce and key: they are stored nowhere."""

import base64
import hashlib
import hmac

from django.conf import settings

from games.models import AccessLink, LeagueLink, SharedGame
from games.selectors.access import hashed


def derived_secret(nonce: str) -> str:
    """The secret that belongs to ``nonce`` under this server's key: 192 bits, in letters that a link may have."""
    key = hashlib.sha256(b"games.links:" + settings.SECRET_KEY.encode()).digest()
    return base64.urlsafe_b64encode(hmac.new(key, nonce.encode(), hashlib.sha256).digest()[:24]).decode()


def secret_of(link: AccessLink | LeagueLink | SharedGame) -> str:
    """The secret of ``link``; empty where the server's key has changed since, which does not harm the link itself."""
    secret = derived_secret(link.nonce)
    return secret if hmac.compare_digest(hashed(secret), link.secret_hash) else ""


def signing_secret(nonce: str) -> str:
    """The secret of ``nonce`` that signs what a webhook is sent: 192 bits, in the form that "Standard Webhooks" has."""
    key = hashlib.sha256(b"games.webhooks:" + settings.SECRET_KEY.encode()).digest()
    return "whsec_" + base64.b64encode(hmac.new(key, nonce.encode(), hashlib.sha256).digest()[:24]).decode()
