"""Two-step login: turn it on and off, and check the codes that people type.

A code comes from an authenticator app (TOTP, RFC 6238, computed by django-otp) or is one of ten recovery codes. The
database holds the secret of neither, so a copy of it lets nobody in.
"""

import re
import secrets
import time
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django_otp.oath import TOTP

from games.models import Account, RecoveryCode, SecondFactor
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.secrets import app_secret
from games.services.account.security_log import log_security_event

RECOVERY_CODES: Final = 10
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of recovery codes, without those that look alike."""
_LENGTH: Final = 16
"""Characters of a recovery code: 79 bits, so a fast hash is enough."""
_NONCE: Final = re.compile(r"[0-9a-f]{32}")
_TOLERANCE: Final = 1
"""Steps of 30 seconds by which a phone's clock may be off."""


def new_nonce() -> str:
    """Make a random nonce, from which an app's secret is derived."""
    return secrets.token_hex(16)


def is_nonce(text: str) -> bool:
    """Whether ``text`` has the form of ``new_nonce``."""
    return _NONCE.fullmatch(text) is not None


def turn_on(*, account: Account, nonce: str, code: str, current_session: str) -> tuple[str, ...]:
    """Turn two-step login on; return the recovery codes, which are shown only once.

    ``code`` proves that the app has the secret of ``nonce``. All sessions end except the one with the public id
    ``current_session``. Raises RefusedError ("wrong_code", "second_factor_on").
    """
    step = _step_of(nonce, code, after=-1) if is_nonce(nonce) else None
    if step is None:
        raise RefusedError("wrong_code")
    try:
        with transaction.atomic(durable=True):
            factor = SecondFactor.objects.create(account=account, nonce=nonce, last_step=step)
            codes = _new_codes(factor)
            account.sessions.exclude(public_id=current_session).delete()
            log_security_event("second_factor_on", account=account.pk)
    except IntegrityError as error:
        raise RefusedError("second_factor_on") from error
    return codes


def new_recovery_codes(*, account: Account) -> tuple[str, ...]:
    """Make ten new recovery codes; the former ones become invalid.

    Raises RefusedError ("not_found") where it is off.
    """
    with transaction.atomic(durable=True):
        factor = SecondFactor.objects.select_for_update().filter(account=account).first()
        if factor is None:
            raise RefusedError("not_found")
        factor.recovery_codes.all().delete()
        codes = _new_codes(factor)
        log_security_event("recovery_codes_made", account=account.pk)
    return codes


@transaction.atomic(durable=True)
def turn_off(*, account: Account) -> bool:
    """Turn two-step login off; return whether it was on."""
    deleted, _ = SecondFactor.objects.filter(account=account).delete()
    if deleted:
        log_security_event("second_factor_off", account=account.pk)
    return bool(deleted)


def has_second_factor(account: Account) -> bool:
    """Whether two-step login is on."""
    return SecondFactor.objects.filter(account=account).exists()


def codes_left(account: Account) -> int:
    """Return how many recovery codes are still unused."""
    return RecoveryCode.objects.filter(factor__account=account, used_at=None).count()


def can_be_code(text: str) -> bool:
    """Whether ``text`` looks like a code of either kind; anything else need not be checked."""
    return _is_app_code(_plain(text)) or len(_plain(text)) == _LENGTH


def check_code(*, account: Account, code: str) -> str:
    """Check a code and use it up; return its kind, "app" or "recovery", or "" if it is wrong, used or too old."""
    code = _plain(code)
    factor = SecondFactor.objects.filter(account=account).first()
    if factor is None:
        return ""
    if _is_app_code(code):
        step = _step_of(factor.nonce, code, after=factor.last_step)
        # Checked again in the update: of two simultaneous requests with one code only one succeeds.
        unused_step = (
            SecondFactor.objects.filter(pk=factor.pk, nonce=factor.nonce, last_step__lt=step) if step else None
        )
        return "app" if unused_step is not None and unused_step.update(last_step=step) else ""
    with transaction.atomic(durable=True):
        unused = factor.recovery_codes.filter(code_hash=_code_hash(code), used_at=None)
        if not unused.update(used_at=timezone.now()):
            return ""
        log_security_event("recovery_code_used", account=account.pk)
    return "recovery"


def _step_of(nonce: str, code: str, *, after: int) -> int | None:
    """Return the number of the 30-second step, later than ``after``, whose code this is; None for a wrong code."""
    code = _plain(code)
    if not _is_app_code(code):
        return None
    codes = TOTP(app_secret(nonce))
    codes.time = time.time()
    return int(codes.t()) if codes.verify(int(code), tolerance=_TOLERANCE, min_t=after + 1) else None


def _new_codes(factor: SecondFactor) -> tuple[str, ...]:
    codes = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, code_hash=_code_hash(code)) for code in codes)
    return tuple("-".join(code[at : at + 4] for at in range(0, _LENGTH, 4)) for code in codes)


def _plain(code: str) -> str:
    """Return a typed code without spaces and hyphens, in lower case."""
    return re.sub(r"[\s-]", "", code[:100]).lower()


def _is_app_code(code: str) -> bool:
    return len(code) == 6 and code.isascii() and code.isdigit()


def _code_hash(code: str) -> str:
    return hash_secret(f"recovery:{code}")
