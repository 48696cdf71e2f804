"""Passkeys as the second step of a log-in: add one, verify its signature, remove it.

Yubico's ``fido2`` does the checks that WebAuthn requires; which challenges and passkeys are accepted is decided here.
The library takes a fifth of a second to import, so it is imported only where a passkey is used.
"""

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import IntegrityError, transaction

from games.models import Account, Passkey, SecondFactor
from games.models.passkey import CREDENTIAL_LENGTH
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.services.account.emails import send_notice
from games.services.account.security_log import log_security_event

if TYPE_CHECKING:
    from fido2.cose import CoseKey
    from fido2.server import Fido2Server

MOST_PASSKEYS: Final = 10
CHALLENGE_MINUTES: Final = 5
"""How long a challenge is valid."""
_LONGEST_ANSWER: Final = 20_000
"""Characters of a browser's response; with a certificate in it, one has about 4,000."""
_SECOND: Final = 1_000_000
"""In microseconds."""


@dataclass(frozen=True, slots=True)
class PasskeySite:
    """The site that passkeys are bound to: ``rp_id`` is its host name, ``origin`` its scheme, host and port."""

    rp_id: str
    origin: str


@dataclass(frozen=True, slots=True)
class PasskeyChallenge:
    """A challenge for an authenticator to sign, in base64url; ``made_at`` is its time in microseconds since 1970."""

    value: str
    made_at: int


def new_challenge() -> PasskeyChallenge:
    """Make a random challenge."""
    return PasskeyChallenge(secrets.token_urlsafe(32), int(time.time() * _SECOND))


def passkeys_of(account: Account) -> list[Passkey]:
    """Return the account's passkeys, the oldest first."""
    return list(Passkey.objects.filter(factor__account=account).order_by("pk"))


def has_passkey(account: Account, site: PasskeySite) -> bool:
    """Whether the account has a passkey for ``site``."""
    return Passkey.objects.filter(factor__account=account, rp_id=site.rp_id).exists()


def creation_options(*, account: Account, site: PasskeySite, challenge: PasskeyChallenge) -> dict[str, Any]:
    """Return the browser's options for making a passkey.

    Raises RefusedError ("not_found") where two-step login is off.
    """
    from fido2.utils import websafe_decode
    from fido2.webauthn import (
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    factor = SecondFactor.objects.filter(account=account).first()
    if factor is None:
        raise RefusedError("not_found")
    # The account's id for the authenticator: a number that reveals nothing.
    user = bytes.fromhex(hash_secret(f"passkey:{factor.nonce}"))[:32]
    options, _state = _server(site).register_begin(
        PublicKeyCredentialUserEntity(id=user, name=account.email, display_name=account.name),
        credentials=_descriptors(factor.passkeys.filter(rp_id=site.rp_id)),
        # It comes after e-mail and password, so an authenticator need not store a list of accounts.
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=UserVerificationRequirement.PREFERRED,
        challenge=websafe_decode(challenge.value),
    )
    return dict(options)["publicKey"]  # type: ignore[no-any-return]


def request_options(*, account: Account, site: PasskeySite, challenge: PasskeyChallenge) -> dict[str, Any]:
    """Return the browser's options for signing ``challenge`` with one of the account's passkeys."""
    from fido2.utils import websafe_decode
    from fido2.webauthn import UserVerificationRequirement

    options, _state = _server(site).authenticate_begin(
        _descriptors(Passkey.objects.filter(factor__account=account, rp_id=site.rp_id)),
        user_verification=UserVerificationRequirement.PREFERRED,
        challenge=websafe_decode(challenge.value),
    )
    return dict(options)["publicKey"]  # type: ignore[no-any-return]


def add_passkey(
    *, account: Account, site: PasskeySite, challenge: PasskeyChallenge, label: str, answer: str, current_session: str
) -> None:
    """Store the passkey that a browser made for ``challenge``; ``answer`` is its response, ``label`` a clean name.

    All sessions end except the one with the public id ``current_session``. Raises RefusedError ("wrong_passkey",
    "passkey_known", "too_many_passkeys", "not_found").
    """
    columns = _passkey_columns(site, challenge, answer)
    try:
        with transaction.atomic(durable=True):
            factor = SecondFactor.objects.select_for_update().filter(account=account).first()
            if factor is None:
                raise RefusedError("not_found")
            if factor.passkeys.count() >= MOST_PASSKEYS:
                raise RefusedError("too_many_passkeys")
            Passkey.objects.create(
                factor=factor, label=label, rp_id=site.rp_id, last_challenge=challenge.made_at, **columns
            )
            account.sessions.exclude(public_id=current_session).delete()
            log_security_event("passkey_added", account=account.pk)
    except IntegrityError as error:
        raise RefusedError("passkey_known") from error
    send_notice(account, "passkey_added")


def check_passkey(*, account: Account, site: PasskeySite, challenge: PasskeyChallenge, answer: str) -> bool:
    """Whether ``answer`` is ``challenge`` signed by a passkey of ``account``; it is accepted only once.

    A passkey whose counter did not increase may have been copied: it is rejected, and its owner is notified.
    """
    known = {
        passkey.credential_id: passkey for passkey in Passkey.objects.filter(factor__account=account, rp_id=site.rp_id)
    }
    signed = _signing_passkey(site, challenge, answer, known)
    if signed is None:
        return False
    passkey, count = signed
    if count <= passkey.sign_count and (count or passkey.sign_count):
        log_security_event("passkey_copied", account=account.pk, passkey=passkey.public_id)
        send_notice(account, "passkey_copied")
        return False
    # Checked again in the update: of two simultaneous requests with one answer only one succeeds.
    unchanged = Passkey.objects.filter(
        pk=passkey.pk, sign_count=passkey.sign_count, last_challenge__lt=challenge.made_at
    )
    return bool(unchanged.update(sign_count=count, last_challenge=challenge.made_at))


def remove_passkey(*, account: Account, public_id: str, current_session: str) -> None:
    """Remove a passkey. All other sessions end. Raises RefusedError ("not_found") for a passkey of another account."""
    with transaction.atomic(durable=True):
        deleted, _ = Passkey.objects.filter(factor__account=account, public_id=public_id).delete()
        if not deleted:
            raise RefusedError("not_found")
        account.sessions.exclude(public_id=current_session).delete()
        log_security_event("passkey_removed", account=account.pk)
    send_notice(account, "passkey_removed")


def _server(site: PasskeySite) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    relying = PublicKeyCredentialRpEntity(id=site.rp_id, name="Scorekeeper")
    # The library itself would accept any port, and any subdomain.
    return Fido2Server(relying, verify_origin=lambda origin: origin == site.origin)


def _descriptors(passkeys: Any) -> list[Any]:
    from fido2.utils import websafe_decode
    from fido2.webauthn import PublicKeyCredentialDescriptor, PublicKeyCredentialType

    kind = PublicKeyCredentialType.PUBLIC_KEY
    return [PublicKeyCredentialDescriptor(type=kind, id=websafe_decode(passkey.credential_id)) for passkey in passkeys]


def _passkey_columns(site: PasskeySite, challenge: PasskeyChallenge, answer: str) -> dict[str, Any]:
    """Return the columns of the passkey in a browser's response. Raises RefusedError ("wrong_passkey")."""
    from fido2 import cbor
    from fido2.cose import CoseKey
    from fido2.utils import websafe_encode
    from fido2.webauthn import RegistrationResponse

    response_data = _read(challenge, answer)
    try:
        response = RegistrationResponse.from_dict(response_data)
        data = _server(site).register_complete(_state_of(challenge), response)
        credential = data.credential_data
        credential_id = websafe_encode(credential.credential_id) if credential else ""
        valid = (
            credential is not None
            and not response.response.client_data.cross_origin
            and response.raw_id == credential.credential_id
            and 0 < len(credential_id) <= CREDENTIAL_LENGTH
            and credential.public_key.get(3) in CoseKey.supported_algorithms()
            and _is_whole(credential.public_key)
        )
        key = websafe_encode(cbor.encode(dict(credential.public_key))) if credential else ""
    except Exception as error:
        # The bytes come from outside: whatever the library finds wrong with them, there is no passkey.
        raise RefusedError("wrong_passkey") from error
    if not valid:
        raise RefusedError("wrong_passkey")
    return {"credential_id": credential_id, "public_key": key, "sign_count": data.counter}


def _is_whole(key: "CoseKey") -> bool:
    """Whether signatures can be checked with ``key``: an incomplete key could be stored, but never log anyone in."""
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(b"anything", b"no signature")
    except InvalidSignature:
        return True
    return False


def _signing_passkey(
    site: PasskeySite, challenge: PasskeyChallenge, answer: str, known: Mapping[str, Passkey]
) -> tuple[Passkey, int] | None:
    """Return the passkey among ``known`` that signed ``challenge``, and its counter; None where none of them did."""
    from fido2 import cbor
    from fido2.cose import CoseKey
    from fido2.utils import websafe_decode, websafe_encode
    from fido2.webauthn import Aaguid, AttestedCredentialData, AuthenticationResponse

    try:
        response_data = _read(challenge, answer)
        response = AuthenticationResponse.from_dict(response_data)
        passkey = known[websafe_encode(response.raw_id)]
        stored: Any = cbor.decode(websafe_decode(passkey.public_key))
        key = CoseKey.parse(stored)
        credential = AttestedCredentialData.create(Aaguid.NONE, response.raw_id, key)
        _server(site).authenticate_complete(_state_of(challenge), [credential], response)
        if response.response.client_data.cross_origin:
            return None
        return passkey, response.response.authenticator_data.counter
    except Exception:
        # The bytes come from outside: whatever the library finds wrong with them, nothing was signed.
        return None


def _read(challenge: PasskeyChallenge, answer: str) -> dict[str, Any]:
    """Parse a browser's response to a valid ``challenge``. Raises RefusedError ("wrong_passkey")."""
    late = time.time() * _SECOND - challenge.made_at > CHALLENGE_MINUTES * 60 * _SECOND
    if late or not 0 < len(answer) <= _LONGEST_ANSWER:
        raise RefusedError("wrong_passkey")
    try:
        response_data = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise RefusedError("wrong_passkey") from error
    if not isinstance(response_data, dict):
        raise RefusedError("wrong_passkey")
    return response_data


def _state_of(challenge: PasskeyChallenge) -> dict[str, Any]:
    return {"challenge": challenge.value, "user_verification": None}
