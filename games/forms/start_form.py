"""The start form: names, rules, target, who deals first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.pages import NameField, PresetChoice
from games.rules.faults import Illegal
from games.rules.names import LONGEST, BadName, clean_name, folded
from games.rules.ruleset import Preset, RuleSet, presets, rule_set
from games.rules.summary import summary
from games.wording import fault_text, listed

MOST_NAMES: Final = 4
DEFAULT_PRESET: Final = "standard"


@dataclass(slots=True)
class TypedStart:
    """What the start form holds and what is wrong with it; ``names`` are clean where nothing is."""

    texts: list[str]
    preset: str
    target: str
    dealer: str
    key: str
    names: list[str] = field(default_factory=list)
    house_rules: dict[str, Any] = field(default_factory=dict)
    name_errors: dict[int, str] = field(default_factory=dict)
    target_error: str = ""
    dealer_error: str = ""
    general: list[str] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        """Whether a table can be started with this."""
        return not (self.name_errors or self.target_error or self.dealer_error or self.general)

    @property
    def dealer_seat(self) -> int | None:
        """The seat that deals first, by its place among the names given; None to draw."""
        if self.dealer == "draw":
            return None
        given = [i for i, text in enumerate(self.texts, 1) if text.strip()]
        return given.index(int(self.dealer))


_NAME_TEXT: Final = {
    "required": "Please give a name.",
    "too_long": f"A name has {LONGEST} characters at most.",
    "characters": "The name has characters that cannot be shown.",
}


def bad_name_text(bad: BadName) -> str:
    """Why a text cannot be a name, in a sentence."""
    return _NAME_TEXT[bad.args[0]]


def name_faults(names: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """The clean names, and by place (from 0) a sentence for each that cannot be used."""
    clean, errors, seen = list[str](), dict[int, str](), dict[str, str]()
    for place, text in enumerate(names):
        try:
            name = clean_name(text)
        except BadName as bad:
            errors[place] = bad_name_text(bad)
            clean.append("")
            continue
        clean.append(name)
        first = seen.setdefault(folded(name), name)
        if first is not name:
            errors[place] = f"There is already a player {first}. Add a letter so that they can be told apart."
    return clean, errors


def seats_fault(preset: Preset, count: int) -> str:
    """A sentence where ``count`` players do not suit the preset; empty where they do."""
    low, high = preset.rules.seats.min, preset.rules.seats.max
    if low <= count <= high:
        return ""
    many = f"{low}" if low == high else f"{low} to {high}"
    return f"{preset.title} is for {many} players; {count} {'name was' if count == 1 else 'names were'} given."


def read_start(data: Mapping[str, str]) -> TypedStart:
    """What the start form in ``data`` says."""
    typed = TypedStart(
        texts=[data.get(f"name-{n}", "")[: 20 * LONGEST] for n in range(1, MOST_NAMES + 1)],
        preset=data.get("preset", DEFAULT_PRESET),
        target=data.get("target", "").strip()[:20],
        dealer=data.get("dealer", "draw"),
        key=data.get("key", "")[:100],
    )
    preset = presets().get(typed.preset)
    if preset is None:
        typed.general.append("Please choose the rules.")
        return typed
    _read_names(typed, preset)
    _read_target(typed)
    given = {str(n) for n, text in enumerate(typed.texts, 1) if text.strip()}
    if typed.dealer not in given | {"draw"}:
        typed.dealer_error = "Whoever deals first must be one of the players."
    return typed


def _read_names(typed: TypedStart, preset: Preset) -> None:
    places = [n for n, text in enumerate(typed.texts, 1) if text.strip()]
    clean, errors = name_faults([typed.texts[n - 1] for n in places])
    typed.names = clean
    typed.name_errors = {places[i]: text for i, text in errors.items()}
    for n in range(1, preset.rules.seats.min + 1):
        if n not in places and len(places) < preset.rules.seats.min:
            typed.name_errors[n] = _NAME_TEXT["required"]
    if not typed.name_errors and (wrong := seats_fault(preset, len(clean))):
        typed.general.append(wrong)


def _read_target(typed: TypedStart) -> None:
    if not typed.target:
        return
    if not typed.target.isdecimal() or not 1 <= int(typed.target) <= 10_000:
        typed.target_error = "The target must be a whole number from 1 to 10000."
        return
    typed.house_rules = {"target": int(typed.target)}
    try:
        rules = rule_set(typed.preset, typed.house_rules)
    except Illegal as illegal:
        typed.target_error = fault_text(illegal.faults[0], ())
        return
    if rules == presets()[typed.preset].rules:
        typed.house_rules = {}


def name_fields(typed: TypedStart | None) -> tuple[NameField, ...]:
    """The name fields of the form, as typed."""
    texts = typed.texts if typed else [""] * MOST_NAMES
    errors = typed.name_errors if typed else {}
    return tuple(NameField(n, text, errors.get(n, ""), n > 2) for n, text in enumerate(texts, 1))


def preset_choices(checked: str) -> tuple[PresetChoice, ...]:
    """The presets to choose from, with their rules in sentences."""
    return tuple(_choice(preset, checked) for preset in presets().values())


def _what_counts(rules: RuleSet) -> str:
    """What is paid at the end besides the rounds' points: the shortest way to tell one set of rules from another."""
    paid = [
        (rules.box_value, "boxes"),
        (rules.game_bonus, "game bonus"),
        (rules.line_bonus, "line bonus"),
        (rules.shutout != "none", "shutout"),
    ]
    named = [name for amount, name in paid if amount]
    return f"with {listed(named)}" if named else "points only, no bonuses"


def _choice(preset: Preset, checked: str) -> PresetChoice:
    rules = preset.rules
    low, high = rules.seats.min, rules.seats.max
    players = f"{low} players" if low == high else f"{low} to {high} players, best with {rules.seats.best}"
    return PresetChoice(
        id=preset.id,
        title=preset.title,
        tagline=f"{players} \u00b7 to {rules.target} \u00b7 {_what_counts(rules)}",
        sentences=summary(rules),
        source=preset.source,
        note=preset.note,
        target=rules.target or 0,
        seats_min=low,
        seats_max=high,
        checked=preset.id == checked,
    )
