"""Parse and write house rules in gin notation, as ``parameter=value`` for each parameter that differs."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final, NoReturn

from games.rules.faults import RulesError
from games.rules.notation.tokens import Faults, ParseError, Token, number
from games.rules.notation.values import TextFaultCode
from games.rules.presets import Preset
from games.rules.ruleset import FIXED_PARAMETERS, RuleSet, Seats, differences, with_house_rules

_FIELDS: Final = {f.name: f for f in fields(RuleSet)}
_YES_NO: Final = {"yes": True, "no": False}
_LETTERS: Final = {letter.lower(): letter for letter in "shdcRBGYP"}


def house_rules_of(rules: RuleSet, preset: Preset, players: int) -> tuple[str, ...]:
    """Return the names of the parameters in which ``rules`` differ from ``preset`` for so many ``players``."""
    names = differences(rules, preset.rules_for(players))
    if "seating" not in names:
        return names
    # House rules with ``seating`` apply to the preset itself, not to its variant for this number of players.
    own = {*differences(rules, preset.rules), "seating"}
    return tuple(name for name in _FIELDS if name in own)


def rules_text(rules: RuleSet, names: tuple[str, ...]) -> str:
    """Return the parameters ``names`` of ``rules`` as text."""
    return ", ".join(f"{name}={_value_text(getattr(rules, name))}" for name in names)


def _value_text(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "none"
        case Seats(least, most, best):
            return f"{least} {most} {best}"
        case frozenset() | tuple():
            items = sorted(value) if isinstance(value, frozenset) else value
            return " ".join(map(str, items)) or "none"
        case _:
            return str(value)


def read_parameters(text: Token, faults: Faults) -> tuple[dict[str, Any], dict[str, Token]]:
    """Return the parameters in ``text`` as JSON values, and the token of each; adds faults."""
    values, places = dict[str, Any](), dict[str, Token]()
    for part in text.split(","):
        name, equals, value_text = part.text.partition("=")
        key = "_".join(name.lower().replace("-", " ").replace("_", " ").split())
        if not (key and equals and value_text.strip()):
            faults.add(part, TextFaultCode.NOT_A_RULE)
        elif key in places:
            faults.add(part, TextFaultCode.TWICE)
        else:
            places[key] = part
            try:
                values[key] = _value(key, part.part(len(name) + 1), faults)
            except ParseError:
                continue
    return values, places


def _value(name: str, token: Token, faults: Faults) -> Any:
    """Return the JSON value of a parameter's text; ``ruleset`` checks it later.

    Raises ParseError for an invalid number.
    """
    word, parameter = token.word, _FIELDS.get(name)
    if parameter is None:
        return word
    words = [found for found in token.tokenize().tokens if found.text != ","]
    if name == "seats":
        numbers = [number(token_of_word, faults) for token_of_word in words]
        return dict(zip(asdict(Seats()), numbers, strict=False)) if len(numbers) == len(asdict(Seats())) else word
    if name == "double_suits":
        return (
            [] if word == "none" else [_LETTERS.get(token_of_word.word, token_of_word.text) for token_of_word in words]
        )
    if parameter.metadata and parameter.metadata["lengths"]:
        return [number(token_of_word, faults) for token_of_word in words]
    if word[:1].isdigit():
        return number(token, faults)
    if isinstance(parameter.default, bool):
        return _YES_NO.get(word, word)
    if word == "none" and parameter.metadata:
        return None
    return word.replace(" ", "_").replace("-", "_")


def read_rules(preset: Preset, players: int, text: Token | None, faults: Faults) -> RuleSet:
    """Return the rules of a game. Raises ParseError after adding all faults if they are invalid."""
    if text is None:
        return preset.rules_for(players)
    values, places = read_parameters(text, faults)
    try:
        return preset.rules_for(players, values)
    except RulesError as illegal:
        _refuse(illegal, text, places, faults)


def read_change(rules: RuleSet, text: Token, faults: Faults) -> RuleSet:
    """Return ``rules`` after a change during the game. Raises ParseError after adding all faults if it is invalid."""
    before = len(faults.found)
    values, places = read_parameters(text, faults)
    try:
        result = with_house_rules(rules, values)
    except RulesError as illegal:
        _refuse(illegal, text, places, faults)
    names = differences(result, rules)
    for name in names:
        if name in FIXED_PARAMETERS:
            faults.add(places[name], TextFaultCode.FIXED_RULE, name)
    if not names and len(faults.found) == before:
        faults.add(text, TextFaultCode.NO_CHANGE)
    return result


def _refuse(illegal: RulesError, text: Token, places: Mapping[str, Token], faults: Faults) -> NoReturn:
    for fault in illegal.faults:
        faults.add(places.get(fault.name, text), TextFaultCode.ILLEGAL, fault=fault)
    raise ParseError
