"""Sign webhook messages as specified by "Standard Webhooks" (standardwebhooks.com).

``webhook-signature`` holds ``v1,`` and the base64 of an HMAC-SHA256 over ``<webhook-id>.<webhook-timestamp>.<body>``,
once for each valid secret, separated by spaces; the key is the base64 text after ``whsec_``.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable

PREFIX = "whsec_"


def signed_headers(message: str, at: int, body: bytes, secrets: Iterable[str]) -> dict[str, str]:
    """Return the headers that sign ``body``: the message's id, the time of sending in seconds, and the signatures."""
    signed = f"{message}.{at}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(_signature(secret, signed) for secret in secrets),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
