"""Read the house rules editor: form texts to rule parameters, with an error beside each wrong field."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.table.start_form import bad_name_text
from games.rules.faults import Fault, RulesError
from games.rules.house_rules import HouseRule, house_rule_applies, house_rules
from games.rules.names import InvalidNameError, clean_name
from games.rules.parameters import Parameter, parameters
from games.rules.ruleset import RuleSet, as_json, differences, with_house_rules
from games.selectors.rulebook.players_for_rules import player_counts
from games.wording.words import either

FIELD_PREFIX: Final = "p-"
"""The prefix of a parameter's name in form fields."""
LONGEST_TEXT: Final = 100
_SEATS: Final = ("min", "max", "best")


@dataclass(slots=True)
class TypedRules:
    """The submitted editor: ``texts`` by form field, and the ``values`` they give, by parameter, as JSON.

    ``base`` are the rules being changed, ``rules`` the result, None while anything is wrong. ``fixed`` are parameters
    that cannot be changed here.
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
        """Whether every parameter of a named house rule can be changed here."""
        return not any(name in self.fixed for name in rule.overrides)

    @property
    def changed(self) -> tuple[str, ...]:
        """The parameters that differ from the base, as far as the texts are valid, in the order of rules 8."""
        if self.rules is not None:
            return differences(self.rules, self.base)
        usual = as_json(self.base)
        return tuple(name for name, value in self.values.items() if value != usual.get(name))


def editable_parameters(fixed: Collection[str]) -> tuple[Parameter, ...]:
    """Return the parameters that can be changed, in the order of the editor."""
    return tuple(parameter for name, parameter in parameters().items() if name not in fixed)


def initial_rules(base: RuleSet, rules: RuleSet, title: str, fixed: Collection[str] = ()) -> TypedRules:
    """Return the editor with its initial values: ``rules``, shown as changes of ``base``."""
    texts: dict[str, str] = {}
    values = as_json(rules)
    for parameter in editable_parameters(fixed):
        texts |= parameter_fields(parameter, values.get(parameter.name))
    return _checked(TypedRules(base, fixed, title, texts))


def read_rules(data: Mapping[str, str], base: RuleSet, fixed: Collection[str] = ()) -> TypedRules:
    """Read the submitted editor; a parameter without a field keeps its value in ``base``."""
    usual = as_json(base)
    texts: dict[str, str] = {}
    for parameter in editable_parameters(fixed):
        prefix = FIELD_PREFIX + parameter.name
        sent = {
            name: text[:LONGEST_TEXT] for name, text in data.items() if name == prefix or name.startswith(f"{prefix}-")
        }
        texts |= sent or parameter_fields(parameter, usual.get(parameter.name))
    return _checked(TypedRules(base, fixed, data.get("title", "")[: 10 * LONGEST_TEXT], texts))


def check_title(typed: TypedRules) -> str:
    """Return the title as a clean name; if it is not valid, set ``title_error`` and return ""."""
    try:
        return clean_name(typed.title)
    except InvalidNameError as bad:
        typed.title_error = bad_name_text(bad)
        return ""


def is_switched_on(rule: HouseRule, values: Mapping[str, Any]) -> bool:
    """Whether the parameters in ``values`` are set as ``rule`` sets them."""
    return all(values.get(name) == value for name, value in rule.overrides.items())


def offered_house_rules(typed: TypedRules) -> tuple[HouseRule, ...]:
    """Return the named house rules to offer: those that change the base, or apply to the rules as edited."""
    usual = as_json(typed.base)
    offered = []
    for rule in house_rules().values():
        if is_switched_on(rule, usual) or not typed.can_change(rule):
            continue
        applies_now = typed.rules is not None and house_rule_applies(rule, typed.rules)
        if house_rule_applies(rule, typed.base) or applies_now or is_switched_on(rule, typed.values):
            offered.append(rule)
    return tuple(offered)


def toggle_house_rule(typed: TypedRules, rule_id: str) -> TypedRules:
    """Return the editor after a named house rule was toggled; turned off, its parameters are those of the base."""
    rule = house_rules().get(rule_id)
    if rule is None or not typed.can_change(rule):
        return typed
    was_on, usual = is_switched_on(rule, typed.values), as_json(typed.base)
    for name, value in rule.overrides.items():
        parameter = parameters()[name]
        for key in [
            text for text in typed.texts if text == FIELD_PREFIX + name or text.startswith(f"{FIELD_PREFIX}{name}-")
        ]:
            del typed.texts[key]
        typed.texts |= parameter_fields(parameter, usual.get(name) if was_on else value)
    return _checked(TypedRules(typed.base, typed.fixed, typed.title, typed.texts))


def parameter_fields(parameter: Parameter, value: Any) -> dict[str, str]:
    """Return the form fields for a parameter with ``value`` (JSON)."""
    name = FIELD_PREFIX + parameter.name
    match parameter.kind:
        case "yes_no":
            return {name: "yes" if value else "no"}
        case "numbers":
            return {name: " ".join(str(n) for n in value)}
        case "suits":
            return {name: "1"} | {f"{name}-{letter}": "1" for letter in value}
        case "seats":
            return {f"{name}-{part}": str(value[part]) for part in _SEATS}
    # An empty field means null, or the word that may stand in place of a number.
    if value is None or (parameter.kind == "number_or_word" and isinstance(value, str)):
        return {name: ""}
    return {name: str(value)}


def _checked(typed: TypedRules) -> TypedRules:
    """Turn the texts into values and the values into rules, and note errors by field."""
    usual = as_json(typed.base)
    for parameter in editable_parameters(typed.fixed):
        try:
            typed.values[parameter.name] = _value(parameter, typed.texts)
        except ValueError as wrong:
            typed.errors[parameter.name] = str(wrong)
    columns, times = typed.values.get("columns"), typed.values.get("column_multipliers")
    if columns and times == usual["column_multipliers"] and len(times) != columns:
        typed.values["column_multipliers"] = [1] * columns  # not changed by hand, so they follow the number of columns
    try:
        rules = with_house_rules(typed.base, typed.values)
    except RulesError as illegal:
        for fault in illegal.faults:
            typed.errors.setdefault(fault.name, _sentence(fault, typed.base))
        return typed
    if not player_counts(rules):
        typed.errors.setdefault("seats", _("These rules don't work with that many players."))
    if not typed.errors:
        typed.rules = rules
    return typed


def _value(parameter: Parameter, texts: Mapping[str, str]) -> Any:
    """Return the value of a parameter as JSON. Raises ValueError with a sentence."""
    name = FIELD_PREFIX + parameter.name
    text = texts.get(name, "").strip()
    words = dict(parameter.choices)
    match parameter.kind:
        case "yes_no":
            if text not in words:
                raise ValueError(_("Please choose one of these."))
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
        text = ngettext(
            "Enter %(n)d number, with spaces between them.",
            "Enter %(n)d numbers, with spaces between them.",
            lengths[0],
        )
        return text % {"n": lengths[0]}
    # Translators: %(numbers)s is "1 or 3".
    text = _("Enter %(numbers)s numbers, with spaces between them.")
    return text % {"numbers": either([str(n) for n in lengths])}


def _number(parameter: Parameter, text: str) -> int:
    """Return a whole number within the parameter's bounds. Raises ValueError with a sentence."""
    low, high = parameter.low or 0, parameter.high or 0
    if not text.isdecimal() or len(text) > 10 or not low <= int(text) <= high:
        raise ValueError(_("Enter a whole number from %(low)d to %(high)d.") % {"low": low, "high": high})
    return int(text)


def _sentence(fault: Fault, base: RuleSet) -> str:
    """Return why a value that is valid alone does not go with the others."""
    texts = {
        "no_target": _("The game bonus can't be the same as the target, because there's no target."),
        "columns": _("Enter one number for each column."),
        "columns_target": _("Columns need a target. Set one above, or play with one column."),
        "columns_sides": _("Columns only work with two players or two teams."),
        "seats": _("The best number of players must be between the fewest and the most."),
        "team_seats": _("Two equal teams need an even number of players."),
        "above_hand": _above_hand(base.most_deadwood),
        "deck_suits": _("That suit isn't in this deck."),
    }
    return texts.get(fault.reason, _("That doesn't work with your other choices."))


def _above_hand(maximum: int) -> str:
    text = ngettext(
        "A hand can't have that much deadwood: the most is %(n)d point.",
        "A hand can't have that much deadwood: the most is %(n)d points.",
        maximum,
    )
    return text % {"n": maximum}
