"""The form that starts the bracket after the groups of a season."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.account.account_forms import NameField
from games.models import Pairing
from games.models.season import BRACKETS, MOST_GROUPS
from games.selectors.season.group_stage import MOST_ADVANCING, Qualification
from games.wording.season.season_setup import CROSSING_NOTE, choices_of, pairing_title, rule_titles


def _figures() -> forms.TextInput:
    """Return the widget of a small number: without arrows, as the other numbers of a season's forms."""
    return forms.TextInput({"inputmode": "numeric", "maxlength": 3, "autocomplete": "off"})


class QualificationForm(forms.Form):
    """How many go on from the groups."""

    advance = forms.IntegerField(
        label=_("How many advance from each group"), min_value=1, max_value=MOST_ADVANCING, initial=2, widget=_figures()
    )
    best_next = forms.IntegerField(
        label=_("And how many from the next place down"),
        help_text=_("For example, the best third-placed players if two advance from each group."),
        min_value=0,
        max_value=MOST_GROUPS,
        initial=0,
        widget=_figures(),
    )

    def rule(self) -> Qualification:
        """Return what a valid form says."""
        return Qualification(self.cleaned_data["advance"], self.cleaned_data["best_next"])


class FinalStageForm(QualificationForm):
    """The bracket: its name and format, and the rule by which the players in it were shown."""

    name = NameField(label=_("Name"), autocomplete="off")
    pairing = forms.ChoiceField(
        label=_("Format"), choices=lambda: [(pairing.value, pairing_title(Pairing(pairing))) for pairing in BRACKETS]
    )
    crossing = forms.ChoiceField(choices=lambda: [*choices_of("crossing").items()], required=False)
    key = forms.CharField(widget=forms.HiddenInput, max_length=100)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in QualificationForm.base_fields:
            self.fields[name].widget = forms.HiddenInput()
        self.fields["crossing"].label = rule_titles()["crossing"]
        self.fields["crossing"].help_text = _(CROSSING_NOTE)
