"""The editor of house rules: what is typed in it as parameters, and what is wrong with that."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.start_form import bad_name_text
from games.rules.faults import Fault, Illegal
from games.rules.house_rules import HouseRule, applies, house_rules
from games.rules.names import BadName, clean_name
from games.rules.parameters import Parameter, parameters
from games.rules.ruleset import RuleSet, as_json, changed, differences
from games.selectors.rules_choices import numbers_that_suit
from games.wording.words import either

PREFIX: Final = "p-"
"""What the form's fields put before a parameter's name."""
LONGEST_TEXT: Final = 100
_SEATS: Final = ("min", "max", "best")


@dataclass(slots=True)
class TypedRules:
    """What the editor holds: ``texts`` as typed, by field; ``values`` what they come to, by parameter, as JSON.

    ``base`` are the rules that are being changed, ``rules`` what came of them, None where something is wrong.
    ``fixed`` are parameters that cannot be changed here.
    """

    base: RuleSet
    fixed: Collection[str]
    title: str
    texts: dict[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    title_error: str = ""
    rules: RuleSet | None = None

    def can_change(self, rule: HouseRule) -> bool:
        """Whether everything that a named house rule says can be changed here."""
        return not any(name in self.fixed for name in rule.overrides)

    @property
    def changed(self) -> tuple[str, ...]:
        """The parameters that differ from the base, as far as what is typed can be; in the order of rules 8."""
        if self.rules is not None:
            return differences(self.rules, self.base)
        usual = as_json(self.base)
        return tuple(name for name, value in self.values.items() if value != usual.get(name))


def shown(fixed: Collection[str]) -> tuple[Parameter, ...]:
    """The parameters that can be changed, in the order of the editor."""
    return tuple(parameter for name, parameter in parameters().items() if name not in fixed)


def untouched(base: RuleSet, rules: RuleSet, title: str, fixed: Collection[str] = ()) -> TypedRules:
    """The editor as it opens: ``rules`` against ``base``."""
    texts: dict[str, str] = {}
    told = as_json(rules)
    for parameter in shown(fixed):
        texts |= texts_of(parameter, told.get(parameter.name))
    return _checked(TypedRules(base, fixed, title, texts))


def read_rules(data: Mapping[str, str], base: RuleSet, fixed: Collection[str] = ()) -> TypedRules:
    """What the editor in ``data`` says. A field that was not sent is as in ``base``."""
    usual = as_json(base)
    texts: dict[str, str] = {}
    for parameter in shown(fixed):
        mark = PREFIX + parameter.name
        sent = {name: text[:LONGEST_TEXT] for name, text in data.items() if name == mark or name.startswith(f"{mark}-")}
        texts |= sent or texts_of(parameter, usual.get(parameter.name))
    return _checked(TypedRules(base, fixed, data.get("title", "")[: 10 * LONGEST_TEXT], texts))


def check_title(typed: TypedRules) -> str:
    """The title as a clean name; empty where it is none, and the sentence for it is in ``title_error``."""
    try:
        return clean_name(typed.title)
    except BadName as bad:
        typed.title_error = bad_name_text(bad)
        return ""


def is_on(rule: HouseRule, values: Mapping[str, Any]) -> bool:
    """Whether the parameters are as ``rule`` has them."""
    return all(values.get(name) == value for name, value in rule.overrides.items())


def switches(typed: TypedRules) -> tuple[HouseRule, ...]:
    """The named house rules worth offering: those that change the base, or make sense with what is typed."""
    usual = as_json(typed.base)
    offered = []
    for rule in house_rules().values():
        if is_on(rule, usual) or not typed.can_change(rule):
            continue
        here = typed.rules is not None and applies(rule, typed.rules)
        if applies(rule, typed.base) or here or is_on(rule, typed.values):
            offered.append(rule)
    return tuple(offered)


def switched(typed: TypedRules, rule_id: str) -> TypedRules:
    """The editor after a tap on a named house rule: on, or where it was on, as in the base again."""
    rule = house_rules().get(rule_id)
    if rule is None or not typed.can_change(rule):
        return typed
    off, usual = is_on(rule, typed.values), as_json(typed.base)
    for name, value in rule.overrides.items():
        parameter = parameters()[name]
        for gone in [text for text in typed.texts if text == PREFIX + name or text.startswith(f"{PREFIX}{name}-")]:
            del typed.texts[gone]
        typed.texts |= texts_of(parameter, usual.get(name) if off else value)
    return _checked(TypedRules(typed.base, typed.fixed, typed.title, typed.texts))


def texts_of(parameter: Parameter, value: Any) -> dict[str, str]:
    """The form's fields for a parameter that has ``value`` (JSON)."""
    name = PREFIX + parameter.name
    match parameter.kind:
        case "yes_no":
            return {name: "yes" if value else "no"}
        case "numbers":
            return {name: " ".join(str(n) for n in value)}
        case "suits":
            return {name: "1"} | {f"{name}-{letter}": "1" for letter in value}
        case "seats":
            return {f"{name}-{part}": str(value[part]) for part in _SEATS}
    # No number stands for null, and for the word that may be in place of one.
    if value is None or (parameter.kind == "number_or_word" and isinstance(value, str)):
        return {name: ""}
    return {name: str(value)}


def _checked(typed: TypedRules) -> TypedRules:
    """Turn the texts into values, the values into rules, and say what cannot be at the field it is about."""
    usual = as_json(typed.base)
    for parameter in shown(typed.fixed):
        try:
            typed.values[parameter.name] = _value(parameter, typed.texts)
        except ValueError as wrong:
            typed.errors[parameter.name] = str(wrong)
    columns, times = typed.values.get("columns"), typed.values.get("column_multipliers")
    if columns and times == usual["column_multipliers"] and len(times) != columns:
        typed.values["column_multipliers"] = [1] * columns  # nobody said otherwise
    try:
        rules = changed(typed.base, typed.values)
    except Illegal as illegal:
        for fault in illegal.faults:
            typed.errors.setdefault(fault.name, _sentence(fault, typed.base))
        return typed
    if not numbers_that_suit(rules):
        typed.errors.setdefault("seats", _("So many people cannot play by these rules."))
    if not typed.errors:
        typed.rules = rules
    return typed


def _value(parameter: Parameter, texts: Mapping[str, str]) -> Any:
    """What the texts say a parameter is, as JSON. Raises ValueError with a sentence."""
    name = PREFIX + parameter.name
    text = texts.get(name, "").strip()
    words = dict(parameter.choices)
    match parameter.kind:
        case "yes_no":
            if text not in words:
                raise ValueError(_("Please choose one of the two."))
            return text == "yes"
        case "choice":
            if text not in words:
                raise ValueError(_("Please choose one of these."))
            return text
        case "suits":
            return sorted(letter for letter in words if texts.get(f"{name}-{letter}"))
        case "seats":
            return {part: _number(parameter, texts.get(f"{name}-{part}", "").strip()) for part in _SEATS}
        case "numbers":
            numbers = re.split(r"[\s,;/]+", text)
            if len(numbers) not in parameter.lengths:
                raise ValueError(_how_many_numbers(parameter.lengths))
            return [_number(parameter, number) for number in numbers]
    if parameter.kind == "number" and words and text not in words:
        raise ValueError(_("Please choose one of these."))
    if not text and parameter.null_text:
        return None
    if not text and parameter.kind == "number_or_word":
        return parameter.choices[0][0]
    return _number(parameter, text)


def _how_many_numbers(lengths: Sequence[int]) -> str:
    if len(lengths) == 1:
        told = ngettext(
            "Please give %(n)d number, with spaces between them.",
            "Please give %(n)d numbers, with spaces between them.",
            lengths[0],
        )
        return told % {"n": lengths[0]}
    # Translators: %(numbers)s is "1 or 3".
    told = _("Please give %(numbers)s numbers, with spaces between them.")
    return told % {"numbers": either([str(n) for n in lengths])}


def _number(parameter: Parameter, text: str) -> int:
    """A whole number within the parameter's bounds. Raises ValueError with a sentence."""
    low, high = parameter.low or 0, parameter.high or 0
    if not text.isdecimal() or len(text) > 10 or not low <= int(text) <= high:
        raise ValueError(_("Please give a whole number from %(low)d to %(high)d.") % {"low": low, "high": high})
    return int(text)


def _sentence(fault: Fault, base: RuleSet) -> str:
    """Why a value that is possible by itself cannot stand with the others."""
    texts = {
        "no_target": _("Without a target the bonus cannot be as many points as it."),
        "columns": _("There must be as many of these numbers as columns."),
        "columns_target": _("Columns need a target: give one above, or play with one column."),
        "columns_sides": _("Columns are for two sides, two players or two teams."),
        "seats": _("The best number must lie between the fewest and the most."),
        "team_seats": _("Two teams of one size need an even number of players."),
        "above_hand": _above_hand(base.most_deadwood),
        "deck_suits": _("That suit is not in this deck."),
    }
    return texts.get(fault.reason, _("That cannot be."))


def _above_hand(most: int) -> str:
    told = ngettext(
        "No hand holds that much: %(n)d point is the most.", "No hand holds that much: %(n)d points are the most.", most
    )
    return told % {"n": most}
