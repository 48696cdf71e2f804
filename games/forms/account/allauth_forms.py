"""allauth's forms with this site's labels and limits, and the fields and rules that are ours."""

import secrets
from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.forms.account.account_forms import NameField
from games.models import Account
from games.models.account import EMAIL_LENGTH
from games.refusals import RefusedError
from games.services.account.accounts import set_email


class OwnWords:
    """Gives the fields of one of allauth's forms this site's labels and limits."""

    labels: ClassVar = {
        "login": _("E-mail"),
        "email": _("E-mail"),
        "password": _("Password"),
        "oldpassword": _("Current password"),
        "password1": _("New password"),
    }
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A password manager or the phone's "show" catches a slip better than typing it twice.
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(settings.LONGEST_PASSWORD))
                field.help_text = ""
            elif isinstance(field, forms.EmailField):
                field.validators.append(MaxLengthValidator(EMAIL_LENGTH))
                field.widget.attrs |= {"autocomplete": "username", "inputmode": "email", "autocapitalize": "none"}
        if "password1" in self.fields:
            self.fields["password1"].help_text = ngettext_lazy(
                "At least %(shortest)d character. A few words in a row are easy to remember.",
                "At least %(shortest)d characters. A few words in a row are easy to remember.",
                settings.SHORTEST_PASSWORD,
            ) % {"shortest": settings.SHORTEST_PASSWORD}


class LoginForm(OwnWords, allauth_forms.LoginForm):
    """Logs in with e-mail and password."""


class ChangePasswordForm(OwnWords, allauth_forms.ChangePasswordForm):
    """Changes the password; asks for the present one."""

    def clean_oldpassword(self) -> str:
        """Check the present password as a log-in does, so that guesses are counted."""
        password: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class ReauthenticateForm(OwnWords, allauth_forms.ReauthenticateForm):
    """Asks for the password again."""


class ResetPasswordKeyForm(OwnWords, allauth_forms.ResetPasswordKeyForm):
    """Sets a new password by a mailed link."""

    def save(self) -> None:
        """Set it, and end all sessions: this one first, as what follows needs a new one."""
        logout(context.request)
        super().save()


class SignupForm(OwnWords, allauth_forms.SignupForm):
    """Makes an account with a name, an e-mail and a password."""

    labels: ClassVar = OwnWords.labels | {"password1": _("Password")}
    field_order = ("name", "email", "password1")

    name = NameField(label=_("Your name"), help_text=_("This is what others in your league see."))
    hashed_password = ""
    """The hash of the password, made before the account is stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("For logging in and resetting your password. Nobody else sees it.")

    def validate_unique_email(self, value: str) -> str:
        """Return the e-mail. One that an account is only changing to is free."""
        email: str = super().validate_unique_email(value) if Account.objects.filter(email=value).exists() else value
        return email

    def clean(self) -> dict[str, Any]:
        """Compare the password with the name, too; allauth compares it with the e-mail."""
        cleaned: dict[str, Any] = super().clean()
        if password := cleaned.get("password1"):
            try:
                get_adapter().clean_password(password, Account(name=cleaned.get("name", "")))
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; for an e-mail that has one, do the same work and mail its owner."""
        self.hashed_password = get_adapter().hashed(self.cleaned_data.pop("password1"))
        if self.account_already_exists:
            self._work_in_vain(request)
            return super().try_save(request)
        try:
            with transaction.atomic(durable=True):
                return super().try_save(request)
        except IntegrityError as error:
            raise RefusedError("email_taken") from error

    def _work_in_vain(self, request: HttpRequest) -> None:
        """Make an account and take it back, as its making would show in how long the answer takes."""
        email = self.cleaned_data["email"]
        self.account_already_exists, self.cleaned_data["email"] = False, f"{secrets.token_hex(8)}@example.invalid"
        with transaction.atomic(durable=True):
            self.save(request)
            transaction.set_rollback(True)
        self.account_already_exists, self.cleaned_data["email"] = True, email


class ResetPasswordForm(OwnWords, allauth_forms.ResetPasswordForm):
    """Mails a link that resets the password."""

    users: Any

    def clean_email(self) -> str:
        """Find the account of the e-mail; for an unknown one do the same work on an account that is not stored."""
        email: str = super().clean_email()
        # Not one that is only changing to this e-mail: nobody has confirmed that it is its owner's.
        self.users = [each for each in self.users if each.email == email] or [Account(pk=0, email=email)]
        return email


class AddEmailForm(OwnWords, allauth_forms.AddEmailForm):
    """Changes the e-mail: by a mailed link, or at once where no mail can be sent."""

    @property
    def sends_mail(self) -> bool:
        """Whether mail can be sent."""
        return bool(settings.SENDS_MAIL)

    def clean_email(self) -> str:
        """Refuse an e-mail of another account where no mail can tell its owner."""
        email: str = super().clean_email()
        if not settings.SENDS_MAIL and Account.objects.filter(email=email).exists():
            raise get_adapter().validation_error("email_taken")
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """Send the link, or set the e-mail at once."""
        if settings.SENDS_MAIL:
            return super().save(request)
        address = set_email(account=self.user, email=self.cleaned_data["email"])
        get_adapter().add_message(request, messages.SUCCESS, message=_("E-mail saved"))
        return address
