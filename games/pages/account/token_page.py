"""Build the page that makes an API token."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.forms.account.token_form import TypedToken
from games.models import Account, Scope
from games.pages.account.account import AccountField, TokenChoice, TokenFormPage
from games.services.account.api_tokens import LIFETIMES, MadeToken
from games.wording.words import date_text

_SCOPES: Final = {
    "read": gettext_noop("Read"),
    "score": gettext_noop("Read and score"),
    "manage": gettext_noop("Everything, including starting tables"),
}
"""What each scope allows, by its value."""


def token_page(typed: TypedToken, account: Account, made: MadeToken | None = None) -> TokenFormPage:
    """Build the page: the form, empty or with errors, or the token that was ``made``."""
    return TokenFormPage(
        action=reverse("account:new_token"),
        label=AccountField(
            "label",
            _("What it's for"),
            "text",
            "off",
            typed.label,
            _("The score sheet shows this name beside the program's entries."),
            typed.errors.get("label", ()),
        ),
        password=AccountField(
            "password", _("Your password"), "password", "current-password", errors=typed.errors.get("password", ())
        ),
        scopes=tuple(TokenChoice(value, _(_SCOPES[value]), value == typed.scope) for value in Scope.values),
        lifetimes=tuple(
            TokenChoice(str(n), ngettext("%(n)d day", "%(n)d days", n) % {"n": n}, n == typed.days) for n in LIFETIMES
        ),
        username=account.email,
        errors=typed.non_field_errors,
        back_url=reverse("account:page"),
        secret=made.secret if made else "",
        until=date_text(made.token.expires_at) if made else "",
    )
