"""allauth's forms for two-step login: wrong codes are counted by this site's counters, and bad input is refused."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.account.account_forms import NameField
from games.web.login_attempts import count_attempt, uncount_attempt

_CODE: Final = re.compile(r"(?:[0-9][ -]?){6}|(?:[0-9][ -]?){12}")
"""A code of an app, or a recovery code."""


class CountedCode(mfa_forms.BaseAuthenticateForm):
    """Counts each code before it is checked, and gives the attempt back if it was right."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs.pop("placeholder")
        self.fields["code"].label = _("Code from your authenticator app, or a recovery code")

    def clean_code(self) -> str:
        """Return the right code. Input that can't be one isn't counted.

        Raises ValidationError, RefusedError ("too_many_requests").
        """
        if not _CODE.fullmatch(self.cleaned_data["code"]):
            raise get_adapter().validation_error("incorrect_code")
        attempt = count_attempt(context.request, self.user.email, "wrong_code")
        code: str = super().clean_code()
        uncount_attempt(attempt)
        return code


class AuthenticateForm(CountedCode, mfa_forms.AuthenticateForm):
    """Asks for the code at the log-in."""


class ReauthenticateForm(CountedCode, mfa_forms.ReauthenticateForm):
    """Asks for a code again."""


@contextmanager
def _refusing_what_no_browser_sends() -> Iterator[None]:
    """Raise ValidationError where allauth and fido2 rely on the parts of a passkey's answer."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise get_adapter().validation_error("incorrect_code") from error


class CredentialDecoder(json.JSONDecoder):
    """Reads what a passkey answers; JSON that is nested too deep to be read is invalid."""

    def decode(self, text: str, *more: Any) -> Any:
        """Return the parsed JSON. Raises JSONDecodeError."""
        try:
            return super().decode(text, *more)
        except RecursionError as error:
            raise json.JSONDecodeError("Too deep", text, 0) from error


class CheckedPasskey(webauthn_forms.AuthenticateWebAuthnForm):
    """Refuses malformed input as it refuses a wrong answer."""

    credential = forms.JSONField(decoder=CredentialDecoder, widget=forms.HiddenInput)

    def clean_credential(self) -> Authenticator:
        """Return the passkey that was used. Raises ValidationError."""
        with _refusing_what_no_browser_sends():
            passkey: Authenticator = super().clean_credential()
        return passkey


class AuthenticateWebAuthnForm(CheckedPasskey, webauthn_forms.AuthenticateWebAuthnForm):
    """Asks for a passkey at the log-in."""


class ReauthenticateWebAuthnForm(CheckedPasskey, webauthn_forms.ReauthenticateWebAuthnForm):
    """Asks for a passkey again."""


class AddWebAuthnForm(webauthn_forms.AddWebAuthnForm):
    """Adds a passkey, under the name of this device if it is given none."""

    name = forms.CharField(label=_("Name of this device"), required=False)
    credential = forms.JSONField(decoder=CredentialDecoder, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        """Return the clean name. Raises ValidationError."""
        return NameField().clean(super().clean_name())

    def clean(self) -> dict[str, Any]:
        """Check the new passkey. Raises ValidationError."""
        with _refusing_what_no_browser_sends():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class EditWebAuthnForm(webauthn_forms.EditWebAuthnForm):
    """Renames a passkey."""

    name = NameField(label=_("Name of this device"), autocomplete="off")
