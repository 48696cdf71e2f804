"""What the forms about accounts say, and everything that is wrong with it at once."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.forms.start_form import bad_name_text
from games.models.account import EMAIL_LENGTH
from games.rules.names import LONGEST, BadName, clean_name
from games.services.passwords import is_email, password_faults
from games.wording import password_fault_text


@dataclass(slots=True)
class TypedAccount:
    """What such a form holds. ``errors`` are sentences by the name of the field; ``general`` belong to none."""

    email: str = ""
    name: str = ""
    password: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    general: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether nothing is wrong with it."""
        return not (self.errors or self.general)


def read_sign_up(data: Mapping[str, str]) -> TypedAccount:
    """The form that makes an account: a clean name, an e-mail, a password without faults."""
    typed = read_name(data)
    typed.email, typed.password = _email(data), typed_password(data)
    _check_email(typed)
    _check_password(typed, "password", email=typed.email, name=typed.name)
    return typed


def read_log_in(data: Mapping[str, str]) -> TypedAccount:
    """The form that logs in; whether it is right is not for the form to say."""
    return TypedAccount(email=_email(data), password=typed_password(data))


def read_email(data: Mapping[str, str]) -> TypedAccount:
    """The form that asks for a link by e-mail."""
    typed = TypedAccount(email=_email(data))
    _check_email(typed)
    return typed


def read_name(data: Mapping[str, str]) -> TypedAccount:
    """The form with a name."""
    typed = TypedAccount(name=data.get("name", "")[: 20 * LONGEST])
    try:
        typed.name = clean_name(typed.name)
    except BadName as bad:
        typed.errors["name"] = (bad_name_text(bad),)
    return typed


def read_new_password(data: Mapping[str, str], *, email: str, name: str) -> TypedAccount:
    """The field "new-password", for the account of this e-mail and name."""
    typed = TypedAccount(password=typed_password(data, "new-password"))
    _check_password(typed, "new-password", email=email, name=name)
    return typed


def typed_password(data: Mapping[str, str], name: str = "password") -> str:
    """A password as it was typed, spaces and all; an é is the same whichever way a keyboard composed it."""
    return unicodedata.normalize("NFC", data.get(name, ""))


def _email(data: Mapping[str, str]) -> str:
    return data.get("email", "").strip()[: 2 * EMAIL_LENGTH]


def _check_email(typed: TypedAccount) -> None:
    if not is_email(typed.email):
        typed.errors["email"] = (_("This is no e-mail address."),)


def _check_password(typed: TypedAccount, place: str, *, email: str, name: str) -> None:
    faults = password_faults(typed.password, email=email, name=name)
    if faults:
        typed.errors[place] = tuple(password_fault_text(code) for code in faults)
