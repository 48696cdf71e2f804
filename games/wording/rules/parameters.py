"""Translate the texts of the rules' data files, and describe the value of each parameter.

The data are ``parameters.json``, ``house_rules.json`` and ``presets.json`` in ``games/rules``, written in English.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.parameters import Parameter, parameters
from games.rules.presets import Preset
from games.rules.ruleset import RuleSet, Seats
from games.wording.rules.words import amount, card_values, times
from games.wording.words import listed


def translated(text: str) -> str:
    """Return a title or sentence of the data, translated; empty if it is empty."""
    return _(text) if text else ""


def meaning(parameter: Parameter, text: str) -> str:
    """Return the label ``text`` of a value of ``parameter``, translated with the parameter's title as context."""
    return pgettext(parameter.title, text) if text else ""


def choices(parameter: Parameter) -> tuple[tuple[str, str], ...]:
    """Return the options of a parameter: each value with its label."""
    return tuple((value, meaning(parameter, text)) for value, text in parameter.choices)


def note(preset: Preset, rules: RuleSet) -> str:
    """Return the notes on what is uncertain in ``preset``, as far as they still apply to ``rules`` made from it."""
    return " ".join(translated(text) for text in preset.notes_under(rules))


def source(preset: Preset, rules: RuleSet) -> str:
    """Return the source of ``rules``, or that of the ``preset`` they were made from."""
    if preset.is_unchanged(rules):
        return _("Source: %(source)s") % {"source": translated(preset.source)}
    # Translators: %(rules)s is the name of the rules that somebody changed: "Source of Straight gin: …".
    return _("Source for %(rules)s: %(source)s") % {
        "rules": translated(preset.title),
        "source": translated(preset.source),
    }


def readings(preset: Preset, rules: RuleSet) -> tuple[str, ...]:
    """Return the interpretations of the preset's source that still apply to ``rules`` made from it."""
    return tuple(translated(text) for text in preset.readings_under(rules))


def made_from(title: str, changes: str) -> str:
    """Return what house rules are based on: "Gin rummy, 3 changes"."""
    return _("%(rules)s, %(changes)s") % {"rules": title, "changes": changes}


def change_text(name: str, rules: RuleSet) -> str:
    """Return the value of parameter ``name`` in ``rules`` as a short line.

    Raises KeyError for an unknown parameter.

    >>> change_text("knock_limit", RuleSet(knock_limit=7)), change_text("big_gin_bonus", RuleSet(big_gin_bonus=None))
    ('Knock limit: 7 points', 'Big gin: not played')
    """
    parameter = parameters()[name]
    # Translators: a rule and how it is set: "Knock limit: 7 points".
    return _("%(rule)s: %(value)s") % {"rule": translated(parameter.title), "value": value_text(parameter, rules)}


def value_text(parameter: Parameter, rules: RuleSet) -> str:
    """Return the value of a parameter in ``rules`` in words: "7 points", "not played"."""
    value, words = getattr(rules, parameter.name), dict(parameter.choices)
    match parameter.kind:
        case "yes_no":
            return meaning(parameter, words["yes" if value else "no"])
        case "suits":
            named = [meaning(parameter, text) for letter, text in parameter.choices if letter in value]
            return listed(named) if named else meaning(parameter, parameter.zero_text)
        case "seats":
            return _seats_text(value)
        case "numbers":
            return card_values(rules) if parameter.name == "rank_values" else listed([times(n) for n in value])
    if value is None:
        return meaning(parameter, parameter.null_text)
    if str(value) in words:
        return meaning(parameter, words[str(value)])
    if value == 0 and parameter.zero_text:
        return meaning(parameter, parameter.zero_text)
    return amount(value, parameter.unit)


def _seats_text(seats: Seats) -> str:
    if seats.min == seats.max:
        return str(seats.min)
    # Translators: how many players: "2 to 4, best with 3".
    text = _("%(fewest)d to %(most)d, best with %(best)d")
    return text % {"fewest": seats.min, "most": seats.max, "best": seats.best}
