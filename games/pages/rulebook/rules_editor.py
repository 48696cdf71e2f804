"""Build the house rules editor as its page shows it: switches for named rules, and fields in groups."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms.rulebook.house_rules_form import (
    FIELD_PREFIX,
    TypedRules,
    editable_parameters,
    is_switched_on,
    offered_house_rules,
)
from games.pages.rulebook.house_rules import RuleField, RuleGroup, RuleOption, RuleSwitch
from games.rules.cards import SUITS
from games.rules.house_rules import HouseRule
from games.rules.parameters import GROUPS, Parameter
from games.rules.ruleset import RuleSet
from games.wording.rules.parameters import change_text, choices, meaning, translated
from games.wording.rules.words import unit_text


def rule_switches(typed: TypedRules) -> tuple[RuleSwitch, ...]:
    """Return the switches of the named house rules, on or off, those under one heading together."""
    switches = [
        RuleSwitch(
            id=rule.id,
            group=_heading(rule),
            title=translated(rule.title),
            text=translated(rule.text),
            usual=change_text(next(iter(rule.overrides)), typed.base),
            on=is_switched_on(rule, typed.values),
        )
        for rule in offered_house_rules(typed)
    ]
    headings = list(dict.fromkeys(switch.group for switch in switches))
    return tuple(sorted(switches, key=lambda switch: headings.index(switch.group)))


def _heading(rule: HouseRule) -> str:
    """Return the heading of a named house rule: its group of parameters, but gin and undercuts have their own."""
    parameter = next(iter(rule.overrides))
    if parameter in ("gin_bonus", "big_gin_bonus"):
        return pgettext("word of the game", "Gin")
    if parameter.startswith("undercut"):
        return pgettext("word of the game", "Undercut")
    return translated(GROUPS[rule.group])


def rule_groups(typed: TypedRules) -> tuple[RuleGroup, ...]:
    """Return the parameters by group, each with its present text and error."""
    changed = set(typed.changed)
    groups = []
    for group, title in GROUPS.items():
        members = [x for x in editable_parameters(typed.fixed) if x.group == group]
        differs = tuple(_current_text(x, typed) for x in members if x.name in changed)
        fields = tuple(_field(x, typed, changed=x.name in changed) for x in members)
        groups.append(RuleGroup(group, translated(title), differs, fields, any(x.error for x in fields)))
    return tuple(group for group in groups if group.fields)


def _current_text(parameter: Parameter, typed: TypedRules) -> str:
    """Return a changed parameter with its value in words; while the rules are invalid, only its title."""
    return change_text(parameter.name, typed.rules) if typed.rules else translated(parameter.title)


def _field(parameter: Parameter, typed: TypedRules, *, changed: bool) -> RuleField:
    name = FIELD_PREFIX + parameter.name
    kind, options = _control(parameter, name, typed)
    instead = meaning(parameter, parameter.null_text)
    if parameter.kind == "number_or_word":
        instead = choices(parameter)[0][1]
    return RuleField(
        name=name,
        title=translated(parameter.title),
        help=_help(parameter, instead if kind == "number" else ""),
        kind=kind,
        text=typed.texts.get(name, ""),
        unit=unit_text(parameter.unit) if kind == "number" else "",
        options=options,
        parts=_parts(name, typed) if kind == "seats" else (),
        empty_meaning=instead,
        base_value=change_text(parameter.name, typed.base) if changed else "",
        error=typed.errors.get(parameter.name, ""),
    )


def _control(parameter: Parameter, name: str, typed: TypedRules) -> tuple[str, tuple[RuleOption, ...]]:
    """Return the kind of control for a parameter, and its options."""
    text = typed.texts.get(name, "")
    if parameter.kind == "seats":
        return "seats", ()
    if parameter.kind == "suits":
        letters = _letters(typed.rules or typed.base)
        offered = [(f"{name}-{x}", words) for x, words in choices(parameter) if x in letters]
        return "several", tuple(RuleOption(x, words, bool(typed.texts.get(x))) for x, words in offered)
    if parameter.kind in ("choice", "yes_no") or (parameter.kind == "number" and parameter.choices):
        return "choice", tuple(RuleOption(value, words, value == text) for value, words in choices(parameter))
    return ("numbers" if parameter.kind == "numbers" else "number"), ()


def _parts(name: str, typed: TypedRules) -> tuple[tuple[str, str, str], ...]:
    parts = ((f"{name}-{part}", words) for part, words in _seats().items())
    return tuple((part, words, typed.texts.get(part, "")) for part, words in parts)


def _seats() -> dict[str, str]:
    return {
        "min": pgettext("number of players", "at least"),
        "max": pgettext("number of players", "at most"),
        "best": pgettext("number of players", "best with"),
    }


def _letters(rules: RuleSet) -> frozenset[str]:
    """Return the suits to offer: those of the deck, and any that double now."""
    return rules.double_suits.union(SUITS[rules.deck])


def _help(parameter: Parameter, instead: str) -> str:
    sentences = [translated(parameter.help)]
    plain = parameter.zero_text in ("", "none", "nothing", "no box") or "0" in parameter.help
    if parameter.low == 0 and not plain:
        sentences.append(_("0 means: %(what)s.") % {"what": meaning(parameter, parameter.zero_text)})
    if instead:
        sentences.append(_("Blank means: %(what)s.") % {"what": instead})
    return " ".join(text for text in sentences if text)
