"""Find rules to play by: presets, saved house rules, and those that a phone used last."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Device, Entry, EntryKind, HouseRules, RulesUse, Table
from games.refusals import Refused
from games.rules.faults import Illegal
from games.rules.ledger import started
from games.rules.ruleset import Preset, RuleSet, differences, presets, rule_set
from games.wording.rules.parameters import change_text, said

DEFAULT_PRESET: Final = "standard"
OWN: Final = "own:"
"""The prefix of house rules' ids in the start form; a preset's id has no colon."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rules to play by: a preset, or with ``saved`` house rules over it (``changes``: parameter to JSON value)."""

    preset: Preset
    rules: RuleSet
    changes: Mapping[str, Any]
    saved: HouseRules | None

    @property
    def value(self) -> str:
        """The value in the start form: "hollywood", "own:0123456789abcdef"."""
        return f"{OWN}{self.saved.public_id}" if self.saved else self.preset.id

    @property
    def title(self) -> str:
        """The name that people see: of house rules as it was given, of a preset translated."""
        return self.saved.title if self.saved else said(self.preset.title)


def saved_rules(public_id: str) -> HouseRules:
    """Return the house rules with this id. Raises Refused ("not_found")."""
    house_rules = HouseRules.objects.filter(public_id=public_id).select_related("owner").first()
    if house_rules is None:
        raise Refused("not_found")
    return house_rules


def of_preset(preset: str) -> Chosen:
    """Return a preset without changes. Raises Refused ("not_found")."""
    known = presets().get(preset)
    if known is None:
        raise Refused("not_found")
    return Chosen(known, known.rules, {}, None)


def of_saved(saved: HouseRules) -> Chosen:
    """Return saved house rules. Raises Refused ("not_found") if their preset or a parameter no longer exists."""
    try:
        rules = rule_set(saved.preset, saved.changes)
    except Illegal:
        raise Refused("not_found") from None
    return Chosen(presets()[saved.preset], rules, saved.changes, saved)


def chosen(value: str) -> Chosen | None:
    """Return the rules for ``value`` of the start form; None if there are none."""
    try:
        if match := re.fullmatch(f"{OWN}([0-9a-f]{{16}})", value):
            return of_saved(saved_rules(match[1]))
        return of_preset(value)
    except Refused:
        return None


def last_used(device: Device | None) -> tuple[Chosen, ...]:
    """Return the rules that a phone saved or played by, last used first."""
    if device is None:
        return ()
    uses = RulesUse.objects.filter(device=device).select_related("house_rules").order_by("-used_at", "-pk")
    choices = (_choice_of_use(use) for use in uses)
    return tuple(rules for rules in choices if rules is not None)


def _choice_of_use(use: RulesUse) -> Chosen | None:
    try:
        return of_saved(use.house_rules) if use.house_rules else of_preset(use.preset)
    except Refused:
        return None


def what_changed(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """Return the parameters of ``rules`` that differ from ``base``, a short line for each."""
    return tuple(change_text(name, rules) for name in differences(rules, base))


def count_of_changes(rules: RuleSet, base: RuleSet) -> str:
    """Return how many parameters differ, as shown after a title: "3 changes"."""
    changes = len(differences(rules, base))
    if not changes:
        return _("no changes")
    return ngettext("%(n)d change", "%(n)d changes", changes) % {"n": changes}


def rules_at_start(table: Table, game: int) -> RuleSet:
    """Return the rules with which game number ``game`` of ``table`` began, before any later change."""
    start = Entry.objects.filter(table=table, game=game, kind=EntryKind.START).latest("revision")
    return started(start.facts).rules
