"""A software authenticator that creates and uses passkeys as WebAuthn requires, or forges them."""

import json
import secrets
import struct
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey. ``counter`` is its next signature counter; phones, whose counter stays 0, have ``counts`` False."""

    def __init__(self, origin: str, *, counts: bool = True) -> None:
        self.origin, self.counts, self.counter = origin, counts, 0
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)

    def make(self, options: dict[str, Any], **forged: Any) -> str:
        """What a browser sends for a new passkey."""
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(forged.get("rp", options["rp"]["id"]), ATTESTED | forged.get("flags", PRESENT)) + attested
        client = self._client("webauthn.create", options, forged)
        statement = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(clientDataJSON=client, attestationObject=statement)

    def sign(self, options: dict[str, Any], **forged: Any) -> str:
        """What a browser sends to log in."""
        data = self._data(forged.get("rp", options["rpId"]), forged.get("flags", PRESENT | VERIFIED))
        client = self._client("webauthn.get", options, forged)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def copy(self) -> "Authenticator":
        """The same passkey in other hands."""
        other = Authenticator(self.origin, counts=self.counts)
        other.key, other.id, other.counter = self.key, self.id, self.counter
        return other

    def _data(self, rp: str, flags: int) -> bytes:
        self.counter += self.counts
        return sha256(rp.encode()).digest() + bytes([flags]) + struct.pack(">I", self.counter)

    def _client(self, kind: str, options: dict[str, Any], forged: dict[str, Any]) -> bytes:
        fields = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(fields | forged.get("client", {})).encode()

    def _answer(self, **parts: bytes) -> str:
        name = websafe_encode(self.id)
        response = {part: websafe_encode(value) for part, value in parts.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
