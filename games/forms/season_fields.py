"""The fields of a season's rules as the form shows them, in groups that say in short what is chosen there."""

from collections.abc import Mapping
from typing import Final

from games.forms.season_form import TypedSeason
from games.models import Pairing
from games.pages.season_setup import FieldGroup, FieldOption, FormField
from games.rules.season import TIE_BREAKS
from games.wording.season_setup import CHOICES, PAIRING_NOTES, PAIRING_TITLES, TIE_BREAK_TITLES

_LABELS: Final[Mapping[str, tuple[str, str, str]]] = {
    "count": ("How many", "", "Of several games or rounds."),
    "win": ("A win", "league points", ""),
    "draw": ("A draw", "league points", ""),
    "loss": ("A loss", "league points", ""),
    "bonus_shutout": ("For each shutout", "more", ""),
    "bonus_gin": ("For each gin or big gin", "more", ""),
    "bonus_box_lead": ("For more boxes in a match", "more", ""),
    "minimum": ("Matches it takes for a place", "", "Whoever has fewer stands below, without one."),
    "best_nights": ("Best nights that count", "", "Empty: every night counts."),
}
"""Label, unit and note of each number."""
_GROUPS: Final = (
    ("match", "A match", ("length", "count")),
    ("points", "Points", ("win", "draw", "loss", "bye", "bonus_shutout", "bonus_gin", "bonus_box_lead")),
    ("counting", "What counts", ("minimum", "best_nights")),
    ("order", "The order of the table", ("order",)),
    ("rounds", "At the table", ("confirmation", "strict")),
)
_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "length": ("What a match is", ""),
    "bye": ("What a bye brings", "In a Swiss system or a knock-out, for whom nobody is left to play."),
    "confirmation": ("Who confirms a round", "Until then it counts for the time being."),
}

_CRITERIA: Final[Mapping[str, str]] = {name: TIE_BREAK_TITLES[name] for name in TIE_BREAKS}


def name_of_season(typed: TypedSeason) -> FormField:
    """The season's name."""
    return FormField("name", "What it is called", value=typed.name, error=typed.errors.get("name", ""))


def pairing_field(typed: TypedSeason) -> FormField:
    """How matches come about."""
    options = tuple(
        FieldOption(pairing.value, PAIRING_TITLES[pairing], typed.pairing == pairing, PAIRING_NOTES[pairing])
        for pairing in Pairing
    )
    label = "How matches come about"
    return FormField("pairing", label, "radio", options=options, error=typed.errors.get("pairing", ""))


def teams_field(typed: TypedSeason) -> FormField:
    """Whether teams compete."""
    return FormField("teams", "Teams compete, not single players", "yes", value="1" if typed.teams else "")


def reason_field(typed: TypedSeason) -> FormField:
    """Why the rules are changed."""
    note = "Everybody can read it beside the change."
    error = typed.errors.get("reason", "")
    return FormField("reason", "Why", value=typed.reason, note=note, error=error, most=200)


def field_groups(typed: TypedSeason) -> tuple[FieldGroup, ...]:
    """Everything else, folded; a group in which something is wrong is open."""
    shown = {**_numbers(typed), **_words(typed), "strict": _strict(typed)}
    groups = []
    for name, title, members in _GROUPS:
        fields = _order(typed) if name == "order" else tuple(shown[member] for member in members)
        wrong = any(member in typed.errors for member in members)
        groups.append(FieldGroup(name, title, _now(name, typed), fields, wrong))
    return tuple(groups)


def _numbers(typed: TypedSeason) -> dict[str, FormField]:
    return {
        name: FormField(
            name,
            label,
            "number",
            typed.texts[name],
            note=note,
            unit=unit,
            error=typed.errors.get(name, ""),
            most=6,
        )
        for name, (label, unit, note) in _LABELS.items()
    }


def _words(typed: TypedSeason) -> dict[str, FormField]:
    return {
        name: FormField(
            name,
            label,
            "options",
            options=tuple(
                FieldOption(value, text, value == typed.texts[name]) for value, text in CHOICES[name].items()
            ),
            note=note,
            error=typed.errors.get(name, ""),
        )
        for name, (label, note) in _WORDS.items()
    }


def _strict(typed: TypedSeason) -> FormField:
    note = "Where cards are entered, nothing is said of what could have been played better."
    return FormField("strict", "Silent about better plays", "yes", "1" if typed.strict else "", note=note)


def _order(typed: TypedSeason) -> tuple[FormField, ...]:
    """One select for each place in the order; what is wrong with it stands at the first."""
    return tuple(
        FormField(
            f"order-{number}",
            "The table goes by" if number == 1 else "Then by",
            "select",
            options=(
                *(() if number == 1 else (FieldOption("", "\u2013", not chosen),)),
                *(FieldOption(name, title, name == chosen) for name, title in _CRITERIA.items()),
            ),
            error=typed.errors.get("order", "") if number == 1 else "",
        )
        for number, chosen in enumerate(typed.order, 1)
    )


def _now(group: str, typed: TypedSeason) -> str:
    """What is chosen in a group, in a few words."""
    texts = typed.texts
    if group == "match":
        several = "" if texts["length"] == "game" else f": {texts['count']}"
        return f"{CHOICES['length'].get(texts['length'], '')}{several}"
    if group == "points":
        extra = any(texts[name] not in ("", "0") for name in ("bonus_shutout", "bonus_gin", "bonus_box_lead"))
        return f"{texts['win']} for a win, {texts['draw']}, {texts['loss']}{', and bonuses' if extra else ''}"
    if group == "counting":
        nights = f"the {texts['best_nights']} best nights" if texts["best_nights"] else "every night"
        least = f", from {texts['minimum']} matches on" if texts["minimum"] not in ("", "0") else ""
        return f"{nights}{least}".capitalize()
    if group == "order":
        chosen = [_CRITERIA[name] for name in typed.order if name in _CRITERIA]
        return ", ".join(chosen[:3]) + (" \u2026" if len(chosen) > 3 else "")
    silent = ", silent about better plays" if typed.strict else ""
    return f"Confirmed by: {CHOICES['confirmation'].get(texts['confirmation'], '').lower()}{silent}"
