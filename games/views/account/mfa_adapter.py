"""What allauth's two-step login does differently here: its secrets are encrypted in the database."""

import base64
import secrets

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken

from games.models import Account
from games.selectors.secrets import encryption
from games.views.devices import device_label


class MFAAdapter(DefaultMFAAdapter):
    """allauth's adapter for two-step login. A copy of the database without the server's key lets nobody in."""

    def encrypt(self, text: str) -> str:
        """Return ``text`` encrypted with the server's key."""
        return encryption("second_factor").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the text that ``encrypt`` was given; former keys of the server work, too.

        If its key is lost, return a random secret, which no code fits: `manage.py two_step_off` is the way out.
        """
        try:
            return encryption("second_factor").decrypt(encrypted_text).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def generate_authenticator_name(self, user: Account, type: Authenticator.Type) -> str:  # noqa: A002 - its name
        """Return the suggested name of a new passkey: that of this device."""
        return device_label(context.request)
