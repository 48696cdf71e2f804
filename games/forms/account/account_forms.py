"""The forms of an account that are not allauth's: its name, and a new API token."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.forms.table.start_form import bad_name_text
from games.models import Scope
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.services.account.api_tokens import LIFETIMES, USUAL_LIFETIME


class NameField(forms.CharField):
    """A name that others see, cleaned to a valid one."""

    def __init__(self, *, autocomplete: str = "name", **options: Any) -> None:
        attributes = {"autocomplete": autocomplete, "autocapitalize": "words", "maxlength": MAX_NAME_LENGTH}
        # Not required, as an empty name has a sentence of its own.
        super().__init__(widget=forms.TextInput(attributes), required=False, **options)

    def clean(self, value: Any) -> str:
        """Return the clean name. Raises ValidationError."""
        try:
            return clean_name(super().clean(value))
        except InvalidNameError as bad:
            raise ValidationError(bad_name_text(bad)) from bad


class NameForm(forms.Form):
    """Changes the name of an account."""

    name = NameField(label=_("Your name"))


class TokenForm(forms.Form):
    """Makes an API token."""

    label = NameField(
        label=_("What it's for"),
        help_text=_("The score sheet shows this name beside the program's entries."),
        autocomplete="off",
    )
    scope = forms.ChoiceField(
        label=_("What it can do"),
        choices=(
            (Scope.READ.value, _("Read")),
            (Scope.SCORE.value, _("Read and score")),
            (Scope.MANAGE.value, _("Everything, including starting tables")),
        ),
    )
    days = forms.TypedChoiceField(
        label=_("How long it works"),
        coerce=int,
        choices=lambda: [(n, ngettext("%(n)d day", "%(n)d days", n) % {"n": n}) for n in LIFETIMES],
        initial=USUAL_LIFETIME,
    )

    def clean_scope(self) -> Scope:
        """Return the scope."""
        return Scope(self.cleaned_data["scope"])
