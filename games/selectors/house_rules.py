"""Rules to choose from: presets and people's own, and which of them a phone played last."""

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

OWN: Final = "own:"
"""What the start form puts before the id of house rules; a preset's id has no colon."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rules to play by: a preset, or with ``saved`` house rules over it (``changes``: parameter to JSON value)."""

    preset: Preset
    rules: RuleSet
    changes: Mapping[str, Any]
    saved: HouseRules | None

    @property
    def value(self) -> str:
        """What the start form calls them: "hollywood", "own:0123456789abcdef"."""
        return f"{OWN}{self.saved.public_id}" if self.saved else self.preset.id

    @property
    def title(self) -> str:
        """What people call them: house rules by the name they were given, a preset by its name in their language."""
        return self.saved.title if self.saved else said(self.preset.title)


def saved_rules(public_id: str) -> HouseRules:
    """The house rules under that id. Raises Refused ("not_found")."""
    found = HouseRules.objects.filter(public_id=public_id).select_related("owner").first()
    if found is None:
        raise Refused("not_found")
    return found


def of_preset(preset: str) -> Chosen:
    """A preset as it stands. Raises Refused ("not_found")."""
    known = presets().get(preset)
    if known is None:
        raise Refused("not_found")
    return Chosen(known, known.rules, {}, None)


def of_saved(saved: HouseRules) -> Chosen:
    """Saved house rules. Raises Refused ("not_found") where this program no longer has what they are made from."""
    try:
        rules = rule_set(saved.preset, saved.changes)
    except Illegal:
        raise Refused("not_found") from None
    return Chosen(presets()[saved.preset], rules, saved.changes, saved)


def chosen(value: str) -> Chosen | None:
    """What the start form's ``value`` stands for; None where it stands for nothing."""
    try:
        if found := re.fullmatch(f"{OWN}([0-9a-f]{{16}})", value):
            return of_saved(saved_rules(found[1]))
        return of_preset(value)
    except Refused:
        return None


def last_used(device: Device | None) -> tuple[Chosen, ...]:
    """The rules a phone saved or played by, those used last first."""
    if device is None:
        return ()
    uses = RulesUse.objects.filter(device=device).select_related("house_rules").order_by("-used_at", "-pk")
    found = (_of_use(use) for use in uses)
    return tuple(rules for rules in found if rules is not None)


def _of_use(use: RulesUse) -> Chosen | None:
    try:
        return of_saved(use.house_rules) if use.house_rules else of_preset(use.preset)
    except Refused:
        return None


def what_changed(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """What ``rules`` have that ``base`` has not, one short line for each parameter."""
    return tuple(change_text(name, rules) for name in differences(rules, base))


def count_of_changes(rules: RuleSet, base: RuleSet) -> str:
    """How many parameters differ, as it stands behind a title: "3 changes"."""
    changes = len(differences(rules, base))
    if not changes:
        return _("no changes")
    return ngettext("%(n)d change", "%(n)d changes", changes) % {"n": changes}


def rules_at_start(table: Table, game: int) -> RuleSet:
    """The rules that game number ``game`` of ``table`` began with, whatever was changed in them later."""
    start = Entry.objects.filter(table=table, game=game, kind=EntryKind.START).latest("revision")
    return started(start.facts).rules
