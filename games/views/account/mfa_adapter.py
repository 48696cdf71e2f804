"""What allauth's two-step login does differently here: its secrets are encrypted in the database."""

import base64
import hashlib

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


class MFAAdapter(DefaultMFAAdapter):
    """allauth's adapter for two-step login. A copy of the database without the server's key lets nobody in."""

    def encrypt(self, text: str) -> str:
        """Return ``text`` encrypted with the server's key."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the text that ``encrypt`` was given; former keys of the server work, too."""
        return _fernet().decrypt(encrypted_text).decode()


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(f"games.second_factor:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
