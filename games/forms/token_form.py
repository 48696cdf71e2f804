"""Read and build the form that makes an API token."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.forms.account_form import typed_password
from games.forms.start_form import bad_name_text
from games.models import Account, Scope
from games.pages import AccountField, TokenChoice, TokenFormPage
from games.rules.names import LONGEST, BadName, clean_name
from games.services.api_tokens import LIFETIMES, USUAL_LIFETIME, MadeToken
from games.wording import date_text

_SCOPES: Final = {
    "read": gettext_noop("It may read"),
    "score": gettext_noop("It may read and score"),
    "manage": gettext_noop("It may do everything, and start tables"),
}
"""What each scope allows, by its value."""


@dataclass(slots=True)
class TypedToken:
    """The submitted form. ``errors`` are sentences by field name; ``general`` belong to no field."""

    label: str = ""
    scope: str = Scope.READ.value
    days: int = USUAL_LIFETIME
    password: str = ""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    general: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the form has no errors."""
        return not (self.errors or self.general)


def read_token(data: Mapping[str, str]) -> TypedToken:
    """Read the form; the password is not verified here."""
    typed = TypedToken(label=data.get("label", "")[: 20 * LONGEST], password=typed_password(data))
    try:
        typed.label = clean_name(typed.label)
    except BadName as bad:
        typed.errors["label"] = (bad_name_text(bad),)
    typed.scope, days = data.get("scope", ""), data.get("days", "")
    if typed.scope not in Scope.values or days not in [str(n) for n in LIFETIMES]:
        typed.scope, typed.general = Scope.READ.value, (_("Please pick one of these."),)
    else:
        typed.days = int(days)
    return typed


def token_page(typed: TypedToken, account: Account, made: MadeToken | None = None) -> TokenFormPage:
    """Build the page: the form, empty or with errors, or the token that was ``made``."""
    return TokenFormPage(
        action=reverse("new_token"),
        label=AccountField(
            "label",
            _("What it is for"),
            "text",
            "off",
            typed.label,
            _("The sheet calls what the program enters by this name."),
            typed.errors.get("label", ()),
        ),
        password=AccountField(
            "password", _("Your password"), "password", "current-password", errors=typed.errors.get("password", ())
        ),
        scopes=tuple(TokenChoice(value, _(_SCOPES[value]), value == typed.scope) for value in Scope.values),
        lifetimes=tuple(
            TokenChoice(str(n), ngettext("%(n)d day", "%(n)d days", n) % {"n": n}, n == typed.days) for n in LIFETIMES
        ),
        whose=account.email,
        errors=typed.general,
        back_url=reverse("account"),
        secret=made.secret if made else "",
        until=date_text(made.token.expires_at) if made else "",
    )
