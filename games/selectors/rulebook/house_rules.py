"""Find rules to play by: presets, saved house rules, and those that a phone used last."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Device, Entry, EntryKind, HouseRules, RulesUse, Table
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.rules.ledger import game_started_from
from games.rules.presets import Preset, presets, rule_set
from games.rules.ruleset import RuleSet, differences
from games.wording.rules.parameters import change_text, translated

DEFAULT_PRESET: Final = "standard"
OWN_PREFIX: Final = "own:"
"""The prefix of house rules' ids in the start form; a preset's id has no colon."""


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """Rules to play by: a preset, or with ``saved`` house rules over it (``changes``: parameter to JSON value)."""

    preset: Preset
    rules: RuleSet
    changes: Mapping[str, Any]
    saved: HouseRules | None

    @property
    def value(self) -> str:
        """The value in the start form: "hollywood", "own:0123456789abcdef"."""
        return f"{OWN_PREFIX}{self.saved.public_id}" if self.saved else self.preset.id

    @property
    def row_id(self) -> str:
        """The id of their row in a list: "rules-hollywood"."""
        return f"rules-{self.saved.public_id if self.saved else self.preset.id}"

    @property
    def title(self) -> str:
        """The name that people see: of house rules as it was given, of a preset translated."""
        return self.saved.title if self.saved else translated(self.preset.title)

    @property
    def path(self) -> str:
        """The path of their page."""
        if self.saved:
            return reverse("rules:house_rules", args=[self.saved.public_id])
        return reverse("rules:preset", args=[self.preset.id])


def get_house_rules(public_id: str) -> HouseRules:
    """Return the house rules with this id. Raises RefusedError ("not_found")."""
    house_rules = HouseRules.objects.filter(public_id=public_id).select_related("owner").first()
    if house_rules is None:
        raise RefusedError("not_found")
    return house_rules


def chosen_preset(preset: str) -> ChosenRules:
    """Return a preset without changes. Raises RefusedError ("not_found")."""
    known = presets().get(preset)
    if known is None:
        raise RefusedError("not_found")
    return ChosenRules(known, known.rules, {}, None)


def chosen_house_rules(saved: HouseRules) -> ChosenRules:
    """Return saved house rules. Raises RefusedError ("not_found") if their preset or a parameter no longer exists."""
    try:
        rules = rule_set(saved.preset, saved.changes)
    except RulesError:
        raise RefusedError("not_found") from None
    return ChosenRules(presets()[saved.preset], rules, saved.changes, saved)


def rules_by_value(value: str) -> ChosenRules | None:
    """Return the rules for ``value`` of the start form; None if there are none."""
    try:
        if match := re.fullmatch(f"{OWN_PREFIX}([0-9a-f]{{16}})", value):
            return chosen_house_rules(get_house_rules(match[1]))
        return chosen_preset(value)
    except RefusedError:
        return None


def rules_by_values(values: Sequence[str]) -> tuple[ChosenRules, ...]:
    """Return the rules for several values of the start form, in their order, without those that there are not."""
    ids = [match[1] for value in values if (match := re.fullmatch(f"{OWN_PREFIX}([0-9a-f]{{16}})", value))]
    saved = {f"{OWN_PREFIX}{one.public_id}": one for one in HouseRules.objects.filter(public_id__in=ids)} if ids else {}
    found = []
    for value in values:
        try:
            found.append(chosen_house_rules(saved[value]) if value in saved else chosen_preset(value))
        except RefusedError:
            continue
    return tuple(found)


def last_used_rules(device: Device | None) -> tuple[ChosenRules, ...]:
    """Return the rules that a phone saved or played by, last used first."""
    if device is None:
        return ()
    uses = RulesUse.objects.filter(device=device).select_related("house_rules").order_by("-used_at", "-pk")
    choices = (_choice_of_use(use) for use in uses)
    return tuple(rules for rules in choices if rules is not None)


def _choice_of_use(use: RulesUse) -> ChosenRules | None:
    try:
        return chosen_house_rules(use.house_rules) if use.house_rules else chosen_preset(use.preset)
    except RefusedError:
        return None


def change_lines(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """Return the parameters of ``rules`` that differ from ``base``, a short line for each."""
    return tuple(change_text(name, rules) for name in differences(rules, base))


def changes_count_text(rules: RuleSet, base: RuleSet) -> str:
    """Return how many parameters differ, as shown after a title: "3 changes"."""
    changes = len(differences(rules, base))
    if not changes:
        return _("no changes")
    return ngettext("%(n)d change", "%(n)d changes", changes) % {"n": changes}


def rules_at_start(table: Table, game: int) -> RuleSet:
    """Return the rules with which game number ``game`` of ``table`` began, before any later change."""
    start = Entry.objects.filter(table=table, game=game, kind=EntryKind.START).latest("revision")
    return game_started_from(start.facts).rules
