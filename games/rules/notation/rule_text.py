"""House rules in notation: ``parameter=value``, only those that differ from what they are laid over."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final, NoReturn

from games.rules.faults import Illegal
from games.rules.notation.tokens import Faults, Stop, Token, number
from games.rules.notation.values import Wrong
from games.rules.ruleset import FIXED, Preset, RuleSet, Seats, changed, differences

_FIELDS: Final = {f.name: f for f in fields(RuleSet)}
_YES_NO: Final = {"yes": True, "no": False}
_LETTERS: Final = {letter.lower(): letter for letter in "shdcRBGYP"}


def house_rules_of(rules: RuleSet, preset: Preset, players: int) -> tuple[str, ...]:
    """The names of the parameters that make ``rules`` of ``preset`` at a table of so many ``players``."""
    names = differences(rules, preset.at_a_table(players))
    if "seating" not in names:
        return names
    # House rules that say how people sit are laid over the preset itself, not over what it has for their number.
    own = {*differences(rules, preset.rules), "seating"}
    return tuple(name for name in _FIELDS if name in own)


def rules_text(rules: RuleSet, names: tuple[str, ...]) -> str:
    """The parameters ``names`` of ``rules`` as text."""
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
    """The parameters that ``text`` names, as JSON values, and where each stands. Faults are noted."""
    values, places = dict[str, Any](), dict[str, Token]()
    for part in text.split(","):
        name, equals, told = part.text.partition("=")
        key = "_".join(name.lower().replace("-", " ").replace("_", " ").split())
        if not (key and equals and told.strip()):
            faults.add(part, Wrong.NOT_A_RULE)
        elif key in places:
            faults.add(part, Wrong.TWICE)
        else:
            places[key] = part
            try:
                values[key] = _value(key, part.part(len(name) + 1), faults)
            except Stop:
                continue
    return values, places


def _value(name: str, token: Token, faults: Faults) -> Any:
    """The JSON value that is written as ``token``; what it cannot be is left to the rules. Raises Stop for a number."""
    word, parameter = token.word, _FIELDS.get(name)
    if parameter is None:
        return word
    words = [found for found in token.pieces().tokens if found.text != ","]
    if name == "seats":
        numbers = [number(w, faults) for w in words]
        return dict(zip(asdict(Seats()), numbers, strict=False)) if len(numbers) == len(asdict(Seats())) else word
    if name == "double_suits":
        return [] if word == "none" else [_LETTERS.get(w.word, w.text) for w in words]
    if parameter.metadata and parameter.metadata["lengths"]:
        return [number(w, faults) for w in words]
    if word[:1].isdigit():
        return number(token, faults)
    if isinstance(parameter.default, bool):
        return _YES_NO.get(word, word)
    if word == "none" and parameter.metadata:
        return None
    return word.replace(" ", "_").replace("-", "_")


def read_rules(preset: Preset, players: int, text: Token | None, faults: Faults) -> RuleSet:
    """The rules of a game. Raises Stop with all faults noted where they cannot be."""
    if text is None:
        return preset.at_a_table(players)
    values, places = read_parameters(text, faults)
    try:
        return preset.at_a_table(players, values)
    except Illegal as illegal:
        _refuse(illegal, text, places, faults)


def read_change(rules: RuleSet, text: Token, faults: Faults) -> RuleSet:
    """What ``rules`` become in mid-game. Raises Stop with all faults noted where that cannot be."""
    before = len(faults.found)
    values, places = read_parameters(text, faults)
    try:
        result = changed(rules, values)
    except Illegal as illegal:
        _refuse(illegal, text, places, faults)
    names = differences(result, rules)
    for name in names:
        if name in FIXED:
            faults.add(places[name], Wrong.FIXED_RULE, name)
    if not names and len(faults.found) == before:
        faults.add(text, Wrong.NO_CHANGE)
    return result


def _refuse(illegal: Illegal, text: Token, places: Mapping[str, Token], faults: Faults) -> NoReturn:
    for fault in illegal.faults:
        faults.add(places.get(fault.name, text), Wrong.ILLEGAL, fault=fault)
    raise Stop
