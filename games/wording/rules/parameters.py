"""The parameters of the rules in words, and what else their data say to people, in the language of whoever reads.

The data are written in English: ``parameters.json``, ``house_rules.json`` and ``presets.json`` beside the rules.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.parameters import Parameter, parameters
from games.rules.ruleset import Preset, RuleSet, Seats
from games.wording.rules.words import amount, card_values, times
from games.wording.words import listed


def said(text: str) -> str:
    """A title or a sentence of the data; empty where it is."""
    return _(text) if text else ""


def meaning(parameter: Parameter, text: str) -> str:
    """What a value of ``parameter`` means (``text`` in its data): short words, whose context is its title."""
    return pgettext(parameter.title, text) if text else ""


def choices(parameter: Parameter) -> tuple[tuple[str, str], ...]:
    """What there is to choose from: each value with its words."""
    return tuple((value, meaning(parameter, text)) for value, text in parameter.choices)


def readings(preset: Preset, rules: RuleSet) -> tuple[str, ...]:
    """The readings of its source that still hold where house rules have made ``rules`` of ``preset``."""
    return tuple(said(text) for text in preset.readings_under(rules))


def made_from(title: str, changes: str) -> str:
    """What house rules are made from: "Gin rummy, 3 changes"."""
    return _("%(rules)s, %(changes)s") % {"rules": title, "changes": changes}


def change_text(name: str, rules: RuleSet) -> str:
    """What parameter ``name`` is in ``rules``, as a short line.

    Raises KeyError for a name that is no parameter.

    >>> change_text("knock_limit", RuleSet(knock_limit=7)), change_text("big_gin_bonus", RuleSet(big_gin_bonus=None))
    ('Knock with at most: 7 points', 'Big gin: not played')
    """
    parameter = parameters()[name]
    # Translators: a rule and how it is set: "Knock with at most: 7 points".
    return _("%(rule)s: %(value)s") % {"rule": said(parameter.title), "value": _value_text(parameter, rules)}


def _value_text(parameter: Parameter, rules: RuleSet) -> str:
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
    told = _("%(fewest)d to %(most)d, best with %(best)d")
    return told % {"fewest": seats.min, "most": seats.max, "best": seats.best}
