"""The presets offered on the start page, each with its rules in one line."""

import pytest

from games.pages.rulebook.rules_choices import name_field_classes, rule_choices, tagline
from games.rules.presets import GROUPS, presets
from games.selectors.rulebook.house_rules import chosen_preset
from games.selectors.rulebook.players_for_rules import player_counts, player_counts_text
from games.wording.rules.summary import preset_summary


@pytest.mark.parametrize(
    ("preset", "many", "line", "classes"),
    [
        ("standard", "2", "to 100 \u00b7 boxes, bonuses", "min-2 max-2"),
        ("ginski", "2 to 4", "best with 3 \u00b7 Rumski deck \u00b7 to 100 \u00b7 points only", "min-2 max-4"),
        ("lets_play_full", "2", "to 100 \u00b7 boxes, bonuses", "min-2 max-2"),
        ("gamesgrid_game_only", "2", "knock card · to 100 · 1 point per game", "min-2 max-2"),
        ("gamesgrid_flop", "2", "knock card · no target · 1 point per hand", "min-2 max-2 no-target"),
        ("oklahoma", "2", "upcard limit \u00b7 to 150 \u00b7 boxes, bonuses", "min-2 max-2"),
        ("straight", "2", "gin only \u00b7 to 100 \u00b7 boxes, bonuses", "min-2 max-2"),
        ("hollywood", "2", "3 columns \u00b7 to 100 \u00b7 boxes, bonuses", "min-2 max-2"),
        ("palace", "2", "to 100 \u00b7 boxes", "min-2 max-2"),
        ("captain", "3", "to 100 \u00b7 boxes, bonuses", "min-3 max-3 captain"),
        ("partnership_6", "6 or 8", "to 150 \u00b7 boxes, bonuses", "min-6 max-8 teams"),
        (
            "tournament_partners",
            "4 or 6",
            "upcard limit \u00b7 3 columns \u00b7 to 300 \u00b7 boxes, bonuses",
            "min-4 max-6 teams",
        ),
        ("knock_rummy", "2 to 5", "best with 4 \u00b7 no target \u00b7 points only", "min-2 max-5 no-target"),
    ],
)
def test_rules_are_distinguished_in_one_line(preset: str, many: str, line: str, classes: str) -> None:
    rules = presets()[preset].rules
    assert (player_counts_text(rules), tagline(rules), name_field_classes(rules)) == (many, line, classes)


@pytest.mark.parametrize("preset", presets())
def test_somebody_can_play_every_preset(preset: str) -> None:
    assert player_counts(presets()[preset].rules)
    assert len(tagline(presets()[preset].rules)) <= 55


def test_every_preset_is_offered_once_with_its_rules_the_documents_first() -> None:
    recent, groups = rule_choices("hollywood", ())
    assert recent == ()
    assert [group.title for group in groups] == list(GROUPS.values())
    offered = [preset for group in groups for preset in group.presets]
    assert sorted(x.id for x in offered) == sorted(presets())
    assert [x.id for x in offered[:9]] == list(presets())[:9]
    assert [x.id for x in offered if x.checked] == ["hollywood"]
    assert [group.title for group in groups if group.open] == [GROUPS["hollywood"]]
    for choice in offered:
        preset = presets()[choice.id]
        assert (choice.title, choice.source_warning, choice.note) == (preset.title, preset.weakness_label, preset.note)
        assert (choice.sentences, choice.readings) == (preset_summary(preset, preset.rules), preset.readings)


def test_last_used_rules_are_on_top_and_listed_once() -> None:
    last = [chosen_preset(name) for name in ("ginski", "palace")]
    recent, groups = rule_choices("ginski", last, chosen_preset("palace"))
    assert [x.id for x in recent] == ["palace", "ginski"]
    assert not {"ginski", "palace"} & {x.id for group in groups for x in group.presets}
    assert not any(group.open for group in groups)
