"""Read the form with a season's rules, with an error beside each wrong field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from games.forms.table.start_form import bad_name_text
from games.forms.typed_values import parse_whole_number
from games.models import Pairing, Season
from games.rules.league.new_season import RUNNING as NEW_RUNNING
from games.rules.league.new_season import usual_match_end, usual_order
from games.rules.league.season import TIE_BREAKS, InvalidSeasonRulesError, SeasonRules, season_json, season_rules
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.rules.presets import rule_set
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, rules_by_value
from games.selectors.season.pairing_fit import misfit_reason
from games.services.season.season_rules import NewRules
from games.wording.season.season_setup import misfit_text, season_fault_text
from games.wording.words import printable

NUMBERS: Final = (
    "count",
    "win",
    "draw",
    "loss",
    "bonus_shutout",
    "bonus_gin",
    "bonus_box_lead",
    "minimum",
    "best_nights",
    "walkover",
)
WORDS: Final = ("length", "bye", "confirmation", "unplayed", "running", "match_end", "crossing")
SHOWN_CRITERIA: Final = 10
"""How many positions of the order are shown at least; an order may have as many as there are criteria."""
KEEP_RULE_SET: Final = "keep"
"""The form's value for keeping the rule set that the season already has."""
LONGEST_REASON: Final = 200


@dataclass(slots=True)
class TypedSeason:
    """The submitted form. ``errors`` are sentences by field; ``new_rules`` are the rules if there are no errors.

    ``order`` are the chosen tie-breaks by position, "" for none. In a new season (``is_new``) an order without any is
    the usual one of the format; so is "" for when a match ends.
    """

    name: str = ""
    preset: str = DEFAULT_PRESET
    pairing: str = Pairing.ROUND_ROBIN.value
    teams: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    strict: bool = False
    reason: str = ""
    key: str = ""
    is_new: bool = True
    chosen: ChosenRules | None = None
    new_rules: NewRules | None = None
    errors: dict[str, str] = field(default_factory=dict)


def initial_season(season: Season | None = None) -> TypedSeason:
    """Return the form with initial values: the defaults, or those of ``season``."""
    rules = season_json(season_rules(season.rules) if season else SeasonRules(running=NEW_RUNNING))
    typed = TypedSeason(
        texts={name: "" if rules[name] is None else str(rules[name]) for name in (*NUMBERS, *WORDS)},
        order=_padded_order(list(rules["order"]) if season else []),  # type: ignore[call-overload]
        strict=bool(rules["strict"]),
        is_new=season is None,
    )
    if season is None:
        typed.texts["match_end"] = ""
    else:
        typed.name, typed.preset, typed.pairing, typed.teams = season.name, KEEP_RULE_SET, season.pairing, season.teams
    return typed


def read_season(data: Mapping[str, str], season: Season | None = None, *, fixed: bool = False) -> TypedSeason:
    """Read the form of a new season, or of a change of ``season``; if ``fixed``, its basic rules cannot change."""
    usual = initial_season(season)
    typed = TypedSeason(
        name=data.get("name", "")[: 20 * MAX_NAME_LENGTH],
        preset=data.get("preset", usual.preset)[:60],
        pairing=data.get("pairing", usual.pairing)[:20],
        teams=bool(data.get("teams")),
        texts={name: data.get(name, text).strip()[:20] for name, text in usual.texts.items()},
        order=_padded_order([data.get(f"order-{n}", "")[:30] for n in range(1, len(TIE_BREAKS) + 1)]),
        strict=bool(data.get("strict")),
        reason=" ".join(printable(data.get("reason", "")).split()),
        key=data.get("key", "")[:100],
        is_new=season is None,
    )
    if not any(name.startswith("order-") for name in data):
        typed.order = usual.order
    if fixed and season:
        typed.preset, typed.pairing, typed.teams = KEEP_RULE_SET, season.pairing, season.teams
    if len(typed.reason) > LONGEST_REASON:
        typed.errors["reason"] = _("Keep the reason to %(most)s characters or fewer.") % {"most": LONGEST_REASON}
    name = _name(typed)
    rules = _rules(typed)
    _check_fit(typed, season)
    if name and rules and not typed.errors:
        typed.new_rules = _new_rules(typed, name, rules, season)
    return typed


def _name(typed: TypedSeason) -> str:
    try:
        typed.name = clean_name(typed.name)
    except InvalidNameError as bad:
        typed.errors["name"] = bad_name_text(bad)
        return ""
    return typed.name


def _rules(typed: TypedSeason) -> SeasonRules | None:
    """Return the season's own rules, or None; faults are noted by field."""
    values: dict[str, Any] = {name: typed.texts[name] for name in WORDS}
    for name in NUMBERS:
        text = typed.texts[name]
        number = parse_whole_number(text)
        values[name] = text if number is None else number
    if not typed.texts["best_nights"]:
        values["best_nights"] = None
    if values["length"] == "game":
        values["count"] = 1
    if typed.is_new and not typed.texts["match_end"]:
        values["match_end"] = usual_match_end(typed.pairing)
    order = [name for name in typed.order if name]
    without_first = typed.is_new and not typed.order[0]
    if without_first and not order:
        order, without_first = list(usual_order(typed.pairing)), False
    values |= {"order": order, "strict": typed.strict}
    rules: SeasonRules | None = None
    try:
        rules = season_rules(values)
    except InvalidSeasonRulesError as bad:
        for fault in bad.faults:
            typed.errors.setdefault(fault.field, season_fault_text(fault))
    if without_first:
        typed.errors.setdefault("order", _("Fill in “Rank by” first, or leave every “Then by” blank."))
    return rules


def _check_fit(typed: TypedSeason, season: Season | None) -> None:
    """Check that the rule set and the pairing exist, and that they fit each other and teams."""
    if season and typed.preset == KEEP_RULE_SET:
        rules = rule_set(season.preset, season.house_rules)
    else:
        typed.chosen = rules_by_value(typed.preset)
        if typed.chosen is None:
            typed.errors["preset"] = _("Please choose the rules.")
            return
        rules = typed.chosen.rules
    if typed.pairing not in Pairing.values:
        typed.errors["pairing"] = _("Please choose one of these.")
    elif code := misfit_reason(rules, Pairing(typed.pairing), teams=typed.teams):
        typed.errors["pairing"] = misfit_text(code)


def _new_rules(typed: TypedSeason, name: str, rules: SeasonRules, season: Season | None) -> NewRules:
    chosen_rules = typed.chosen
    unchanged_season = season if chosen_rules is None else None
    return NewRules(
        name=name,
        preset=unchanged_season.preset if unchanged_season else chosen_rules.preset.id if chosen_rules else "",
        house_rules=unchanged_season.house_rules if unchanged_season else chosen_rules.changes if chosen_rules else {},
        rules_title=unchanged_season.rules_title
        if unchanged_season
        else chosen_rules.title
        if chosen_rules and chosen_rules.saved
        else "",
        rules=rules,
        pairing=Pairing(typed.pairing),
        teams=typed.teams,
    )


def _padded_order(order: list[str]) -> list[str]:
    """Return ``order`` with one blank position after the last chosen one, and at least SHOWN_CRITERIA in all."""
    chosen = max((position for position, name in enumerate(order, 1) if name), default=0)
    shown = min(len(TIE_BREAKS), max(SHOWN_CRITERIA, chosen + 1))
    return [*order[:shown], *[""] * (shown - len(order))]
