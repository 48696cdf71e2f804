"""allauth's forms for the second step of a log-in, with wrong codes counted by this site's counters."""

import re
from typing import Any, Final

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from django.utils.translation import gettext as _

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
