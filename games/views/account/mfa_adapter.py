"""What allauth's two-step login does differently here: its secrets are encrypted in the database."""

from allauth.mfa.adapter import DefaultMFAAdapter

from games.selectors.secrets import encryption


class MFAAdapter(DefaultMFAAdapter):
    """allauth's adapter for two-step login. A copy of the database without the server's key lets nobody in."""

    def encrypt(self, text: str) -> str:
        """Return ``text`` encrypted with the server's key."""
        return encryption("second_factor").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the text that ``encrypt`` was given; former keys of the server work, too."""
        return encryption("second_factor").decrypt(encrypted_text).decode()
