"""Read the form that makes an API token."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.forms.account.account_form import typed_password
from games.forms.table.start_form import bad_name_text
from games.models import Scope
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.services.account.api_tokens import LIFETIMES, USUAL_LIFETIME


@dataclass(slots=True)
class TypedToken:
    """The submitted form. ``errors`` are sentences by field name; ``non_field_errors`` belong to no field."""

    label: str = ""
    scope: str = Scope.READ.value
    days: int = USUAL_LIFETIME
    password: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    non_field_errors: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the form has no errors."""
        return not (self.errors or self.non_field_errors)


def read_token(data: Mapping[str, str]) -> TypedToken:
    """Read the form; the password is not verified here."""
    typed = TypedToken(label=data.get("label", "")[: 20 * MAX_NAME_LENGTH], password=typed_password(data))
    try:
        typed.label = clean_name(typed.label)
    except InvalidNameError as bad:
        typed.errors["label"] = (bad_name_text(bad),)
    typed.scope, days = data.get("scope", ""), data.get("days", "")
    if typed.scope not in Scope.values or days not in [str(n) for n in LIFETIMES]:
        typed.scope, typed.non_field_errors = Scope.READ.value, (_("Please choose one of these."),)
    else:
        typed.days = int(days)
    return typed
