"""What a message to a webhook is signed with, as "Standard Webhooks" (standardwebhooks.com) has it.

``webhook-signature`` holds ``v1,`` and the base64 of an HMAC-SHA256 over ``<webhook-id>.<webhook-timestamp>.<body>``,
once for each secret that holds, with a space between them; the key is what stands in base64 behind ``whsec_``.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable

PREFIX = "whsec_"


def signed_headers(message: str, at: int, body: bytes, secrets: Iterable[str]) -> dict[str, str]:
    """The headers that sign ``body``: the id of the message, the second at which it is sent, and the signatures."""
    signed = f"{message}.{at}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(_signature(secret, signed) for secret in secrets),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
