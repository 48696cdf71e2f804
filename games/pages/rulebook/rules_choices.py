"""Build the choices of rules: those this phone used last, then all presets by group."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.pages.table.start import PresetChoice, PresetGroup
from games.rules.presets import GROUPS, Preset, presets
from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.selectors.caching import cached_by_language
from games.selectors.rulebook.house_rules import ChosenRules, change_lines, changes_count_text, chosen_preset
from games.selectors.rulebook.players_for_rules import are_consecutive, player_counts, player_counts_text
from games.wording.rules.parameters import made_from, note, readings, source, translated
from games.wording.rules.summary import preset_summary

RECENT_RULES: Final = 4
"""How many of the rules used last are shown at the top, one tap each."""

_SEATING: Final = {
    "all_active": "",
    "dealer_sits_out": gettext_noop("With three players, the dealer sits out the round."),
    "loser_sits_out": gettext_noop("Two of the three play, and the loser sits out the next round."),
    "loser_deals_and_sits": gettext_noop("Two of the three play. The loser deals the next round and sits it out."),
    "captain": gettext_noop("The first name is the captain, who plays the other two in turn."),
    "teams": gettext_noop("Partners take every other seat: 1, 3, 5, 7 play against 2, 4, 6, 8."),
}


def rule_choices(
    checked: str, last: Sequence[ChosenRules], preselected: ChosenRules | None = None
) -> tuple[tuple[PresetChoice, ...], tuple[PresetGroup, ...]]:
    """Return the rules at the top of a page, and all others by group; ``checked`` is the selected value.

    ``last`` are the rules this phone used, newest first; ``preselected`` are rules preselected by a link, which come
    first.
    """
    ordered = [rules for rules in last if preselected is None or rules.value != preselected.value]
    ordered = [preselected, *ordered] if preselected is not None else ordered
    recent, others = ordered[:RECENT_RULES], ordered[RECENT_RULES:]
    on_top = {rules.value for rules in recent}
    groups = [(_("Your own rules"), tuple(rule_choice(rules, checked) for rules in others if rules.saved))]
    for group, title in GROUPS.items():
        members = [
            chosen_preset(preset.id)
            for preset in presets().values()
            if preset.group == group and preset.id not in on_top
        ]
        groups.append((translated(title), tuple(rule_choice(rules, checked) for rules in members)))
    return (
        tuple(rule_choice(rules, checked) for rules in recent),
        tuple(PresetGroup(title, shown, any(choice.checked for choice in shown)) for title, shown in groups if shown),
    )


def _how_many_players(rules: RuleSet) -> str:
    """Return how many can play, with the noun: "2 players", "2 to 4 players", "6 or 8 players"."""
    numbers = player_counts(rules)
    if len(numbers) == 1:
        return ngettext("%(n)d player", "%(n)d players", numbers[0]) % {"n": numbers[0]}
    # Translators: %(numbers)s is "2 to 4" or "6 or 8".
    return _("%(numbers)s players") % {"numbers": player_counts_text(rules)}


def tagline(rules: RuleSet) -> str:
    """Return a rule set in one short line: what distinguishes it from others."""
    return joined(*_traits(rules), ends(rules), _what_counts(rules))


def table_line(preset: Preset, rules: RuleSet) -> str:
    """Return who plays in a round by these rules, where that is not two against each other, and their traits."""
    who_plays = translated(_SEATING[rules.seating])
    if who_plays:
        return who_plays
    everyone = player_counts(rules)[-1] > 2 and not preset.by_players
    return joined(_("everyone plays every round") if everyone else "", *_traits(rules), _what_counts(rules))


def joined(*parts: str) -> str:
    """Return the parts that are not empty with dots between them."""
    return " \u00b7 ".join(part for part in parts if part)


def _traits(rules: RuleSet) -> tuple[str, ...]:
    best = seats_for(rules).best
    return (
        _("best with %(n)d") % {"n": best} if are_consecutive(player_counts(rules)) and best > 2 else "",
        _("Rumski deck") if rules.deck == "rumski70" else "",
        _limit(rules),
        _("3 columns") if rules.columns > 1 else "",
    )


def ends(rules: RuleSet) -> str:
    """Return how far a game goes: "to 100"; "no target" without a target."""
    # Translators: the points a game is played to.
    return _("to %(target)d") % {"target": rules.target} if rules.target else _("no target")


def _limit(rules: RuleSet) -> str:
    """Return what limits the knock, unless it is a fixed count."""
    if rules.knock_limit == 0:
        return _("gin only")
    if rules.limit_source == "upcard":
        return _("upcard limit")
    return _("knock card") if rules.limit_source == "knock_card" else ""


def _players(rules: RuleSet) -> str:
    """Return how many can play, in figures: "2", "2-4", "6, 8"."""
    numbers = player_counts(rules)
    if are_consecutive(numbers):
        return f"{numbers[0]}\u2013{numbers[-1]}"
    return ", ".join(str(n) for n in numbers)


def _what_counts(rules: RuleSet) -> str:
    """Return what scores besides the rounds' points."""
    if rules.hand_scoring == "flop":
        return _("1 point per hand")
    if rules.settlement == "one_point":
        return _("1 point per game")
    bonuses = bool(rules.game_bonus or rules.line_bonus or rules.shutout != "none")
    if rules.box_value:
        return _("boxes, bonuses") if bonuses else pgettext("what counts besides the points", "boxes")
    return pgettext("what counts besides the points", "bonuses") if bonuses else _("points only")


def rule_choice(chosen: ChosenRules, checked: str = "") -> PresetChoice:
    """Return a rule set as it is offered; ``checked`` is the value of the selected one."""
    if chosen.saved is None:
        return _preset_choice(chosen.preset.id, chosen.preset.id == checked)
    return _view(chosen, chosen.value == checked)


@cached_by_language(256)
def _preset_choice(preset: str, checked: bool) -> PresetChoice:
    return _view(chosen_preset(preset), checked)


def _view(chosen: ChosenRules, checked: bool) -> PresetChoice:
    rules, preset, saved = chosen.rules, chosen.preset, chosen.saved
    line = tagline(rules)
    if saved is not None:
        line = made_from(translated(preset.title), changes_count_text(rules, preset.rules))
    return PresetChoice(
        id=chosen.value,
        title=chosen.title,
        tagline=line,
        players=_players(rules),
        players_text=_how_many_players(rules),
        more_than_two=player_counts(rules)[-1] > 2,
        source_warning=translated(preset.weakness_label),
        changes=change_lines(rules, preset.rules) if saved else (),
        sentences=preset_summary(preset, rules),
        readings=readings(preset, rules),
        seating=translated(_SEATING[rules.seating]),
        source=source(preset, rules),
        note=note(preset, rules),
        target=rules.target or 0,
        css_classes=name_field_classes(rules),
        url=chosen.path,
        counts=player_counts(rules),
        checked=checked,
    )


def name_field_classes(rules: RuleSet) -> str:
    """Return the CSS classes that show the right number of name fields for ``rules`` and label them."""
    numbers = player_counts(rules)
    seating = rules.seating if rules.seating in ("teams", "captain") else ""
    target = "" if rules.target else "no-target"
    return " ".join(part for part in (f"min-{numbers[0]}", f"max-{numbers[-1]}", seating, target) if part)
