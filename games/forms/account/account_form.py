"""Read the account forms (sign up, log in, passwords) and collect every error at once."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.forms.table.start_form import bad_name_text
from games.models.account import EMAIL_LENGTH
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.services.account.passwords import is_email, password_faults
from games.services.account.second_factor import can_be_code
from games.wording.account.accounts import password_fault_text


@dataclass(slots=True)
class TypedAccount:
    """Submitted account data. ``errors`` are sentences by field name; ``non_field_errors`` belong to no field."""

    email: str = ""
    name: str = ""
    password: str = ""
    code: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    non_field_errors: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the form has no errors."""
        return not (self.errors or self.non_field_errors)


def read_sign_up(data: Mapping[str, str]) -> TypedAccount:
    """Read the sign-up form: a valid name, an e-mail and an acceptable password."""
    typed = read_name(data)
    typed.email, typed.password = _email(data), typed_password(data)
    _check_email(typed)
    _check_password(typed, "password", email=typed.email, name=typed.name)
    return typed


def read_log_in(data: Mapping[str, str]) -> TypedAccount:
    """Read the login form; the credentials are not checked here."""
    return TypedAccount(email=_email(data), password=typed_password(data))


def read_email(data: Mapping[str, str]) -> TypedAccount:
    """Read the form that requests a link by e-mail."""
    typed = TypedAccount(email=_email(data))
    _check_email(typed)
    return typed


def read_new_account(data: Mapping[str, str], *, email: str) -> TypedAccount:
    """Read the form behind a sign-up link for ``email``: a valid name and an acceptable password."""
    typed = read_name(data)
    typed.email, typed.password = email, typed_password(data)
    _check_password(typed, "password", email=email, name=typed.name)
    return typed


def read_two_step(data: Mapping[str, str]) -> TypedAccount:
    """Read a password and a login code; they are not verified here."""
    typed = TypedAccount(password=typed_password(data), code=data.get("code", "").strip()[:100])
    if not can_be_code(typed.code):
        typed.errors["code"] = (_("Type the six digits or a recovery code."),)
    return typed


def read_new_passkey(data: Mapping[str, str]) -> TypedAccount:
    """Read the form for a new passkey: its name, the password and a login code."""
    typed, proof = read_name(data), read_two_step(data)
    typed.password, typed.code = proof.password, proof.code
    typed.errors |= proof.errors
    return typed


def read_name(data: Mapping[str, str]) -> TypedAccount:
    """Read the field "name"."""
    typed = TypedAccount(name=data.get("name", "")[: 20 * MAX_NAME_LENGTH])
    try:
        typed.name = clean_name(typed.name)
    except InvalidNameError as bad:
        typed.errors["name"] = (bad_name_text(bad),)
    return typed


def read_new_password(data: Mapping[str, str], *, email: str, name: str) -> TypedAccount:
    """Read the field "new-password" and check it for the account with this e-mail and name."""
    typed = TypedAccount(password=typed_password(data, "new-password"))
    _check_password(typed, "new-password", email=email, name=name)
    return typed


def typed_password(data: Mapping[str, str], name: str = "password") -> str:
    """Return a password unstripped, in NFC, so that an é is the same however the keyboard composed it."""
    return unicodedata.normalize("NFC", data.get(name, ""))


def _email(data: Mapping[str, str]) -> str:
    return data.get("email", "").strip()[: 2 * EMAIL_LENGTH]


def _check_email(typed: TypedAccount) -> None:
    if not is_email(typed.email):
        typed.errors["email"] = (_("That isn't an e-mail address."),)


def _check_password(typed: TypedAccount, field_name: str, *, email: str, name: str) -> None:
    faults = password_faults(typed.password, email=email, name=name)
    if faults:
        typed.errors[field_name] = tuple(password_fault_text(code) for code in faults)
