"""Changing a season's rules: who would move, what is saved, and what can no longer change."""

from dataclasses import replace
from typing import Any

import pytest

from games.models import Duty, Pairing, Season
from games.rules.faults import RulesError
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.services.season.season_rules import NewRules, change_rules, preview_rules
from games.services.season.seasons import start_season
from games.services.season.typed_results import TypedResult, type_results
from games.services.table.games import start_game
from tests import bracket_night
from tests.leagues import Club, club, result, state
from tests.makers import differences_at, gin, knock
from tests.refusals import refused, refused_about


def new_rules(tuesday: Club, *, rules: dict[str, Any] | None = None, **more: Any) -> NewRules:
    season = Season.objects.get(pk=tuesday.season.pk)
    now = NewRules(
        season.name,
        season.preset,
        season.house_rules,
        season.rules_title,
        season_rules(season.rules | (rules or {})),
        Pairing(season.pairing),
        season.teams,
    )
    return replace(now, **more)


def night() -> Club:
    """Ann beat Ben with a gin, Cleo beat Dan by knocking."""
    tuesday = club(house_rules={"target": 10})
    tuesday.play(tuesday.match("Ben", "Ann"), tuesday.access, gin(1, 40))
    tuesday.play(tuesday.match("Cleo", "Dan"), tuesday.access, knock(0, 1, 90))
    return tuesday


def places(tuesday: Club, rows: Any) -> list[tuple[str, int, int]]:
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return [(names[row.entrant], row.place, row.points) for row in rows]


def test_a_preview_says_who_moves_and_changes_nothing() -> None:
    tuesday = night()
    before = Season.objects.get(pk=tuesday.season.pk)
    new = new_rules(tuesday, rules={"bonus_gin": 5, "win": 1})
    now, then = preview_rules(access=tuesday.access, season=tuesday.season, new=new)
    assert places(tuesday, now)[:2] == [("Cleo", 1, 2), ("Ann", 2, 2)]
    assert places(tuesday, then)[:2] == [("Ann", 1, 6), ("Cleo", 2, 1)]
    after = Season.objects.get(pk=tuesday.season.pk)
    assert (after.rules, after.revision) == (before.rules, before.revision)


def test_previewed_change_is_saved_with_a_reason() -> None:
    tuesday = night()
    new = new_rules(tuesday, rules={"win": 3}, name="Winter")
    for _ in range(2):
        change_rules(access=tuesday.access, season=tuesday.season, new=new, reason="As voted")
    season = Season.objects.get(pk=tuesday.season.pk)
    assert (season.name, season.rules["win"]) == ("Winter", 3)
    changed = season.events.filter(kind="rules_changed")
    assert [(one.facts, one.reason, one.by) for one in changed] == [
        ({"changes": {"win": [2, 3], "name": ["Autumn", "Winter"]}}, "As voted", "Olga")
    ]


def test_other_lengths_and_confirmations_are_worked_out_from_the_tables() -> None:
    tuesday = night()
    match = tuesday.season.matches.get(number=1)
    assert state(match) == ("played", True)
    new = new_rules(tuesday, rules={"length": "games", "count": 3, "confirmation": "referee"})
    before = result(match)
    preview_rules(access=tuesday.access, season=tuesday.season, new=new)
    assert (state(match), result(match)) == (("played", True), before)
    change_rules(access=tuesday.access, season=tuesday.season, new=new, reason="")
    assert (state(match), result(match)) == (("running", False), before)


def test_a_match_ends_early_or_goes_on_after_a_change_of_the_rules() -> None:
    three = {"length": "games", "count": 3}
    tuesday = club(rules=season_rules(three))
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, gin(0, 100))
    start_game(access=tuesday.table(match, ann), key="second")
    tuesday.play(match, ann, gin(0, 100))
    for match_end, expected in (("when_decided", ("played", True)), ("all_games", ("running", False))):
        assert state(match) != expected
        new = new_rules(tuesday, rules=three | {"match_end": match_end})
        change_rules(access=tuesday.access, season=tuesday.season, new=new, reason="")
        assert (state(match), result(match)[0][0]) == (expected, "win")
        assert differences_at(tuesday.table(match, ann).table) == []


def test_the_rule_set_the_pairing_and_teams_stay_once_a_match_was_begun() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    change = {"access": tuesday.access, "season": tuesday.season, "reason": ""}
    change_rules(new=new_rules(tuesday, preset="oklahoma", pairing=Pairing.SWISS), **change)  # type: ignore[arg-type]
    tuesday.table(match, tuesday.access)
    for more in ({"preset": "standard"}, {"house_rules": {"target": 50}}, {"pairing": Pairing.FREE}, {"teams": True}):
        new = new_rules(tuesday, **more)
        assert refused(change_rules, new=new, **change) == "rules_fixed"
    assert Season.objects.get(pk=tuesday.season.pk).preset == "oklahoma"


def test_a_typed_result_begins_a_season_too() -> None:
    tuesday = club(pairing="knockout")
    match = tuesday.match("Ann", "Ben")
    won = TypedResult(match.number, (TypedSide(100), TypedSide(20)))
    type_results(access=tuesday.access, season=tuesday.season, results=[won])
    new = new_rules(tuesday, pairing=Pairing.SWISS)
    change = {"access": tuesday.access, "season": tuesday.season, "reason": ""}
    assert refused(change_rules, new=new, **change) == "rules_fixed"


def test_losers_cross_as_chosen_until_the_second_round_is_drawn() -> None:
    tuesday = bracket_night.night("double_elimination")
    change = {"access": tuesday.access, "season": tuesday.season, "reason": ""}
    change_rules(new=new_rules(tuesday, rules={"crossing": "by_turns"}), **change)  # type: ignore[arg-type]
    bracket_night.play_others(tuesday, 1)
    bracket_night.draw_round(tuesday, 2)
    new = new_rules(tuesday, rules={"crossing": "every_round"})
    assert refused_about(change_rules, new=new, **change) == ("rules_fixed", "")
    assert Season.objects.get(pk=tuesday.season.pk).rules["crossing"] == "by_turns"
    change_rules(new=new_rules(tuesday, rules={"win": 3}), **change)  # type: ignore[arg-type]


def test_contradicting_values_are_refused() -> None:
    tuesday = club()
    change = {"access": tuesday.access, "season": tuesday.season, "reason": ""}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"pairing": Pairing.TRIOS}, "three"),
        ({"preset": "partnership"}, "partners"),
        ({"preset": "cutthroat", "pairing": Pairing.SWISS}, "two"),
        ({"teams": True}, "entrants"),
    ]
    for more, code in cases:
        new = new_rules(tuesday, **more)
        assert refused_about(change_rules, new=new, **change) == ("invalid_value", code)
    with pytest.raises(RulesError):
        change_rules(new=new_rules(tuesday, house_rules={"target": -5}), **change)  # type: ignore[arg-type]
    rita = tuesday.official(Duty.REFEREE)
    new = new_rules(tuesday, name="Hers")
    assert refused(preview_rules, access=rita, season=tuesday.season, new=new) == "not_your_duty"
    assert refused(change_rules, access=rita, season=tuesday.season, new=new, reason="") == "not_your_duty"


@pytest.mark.parametrize(
    ("preset", "pairing", "teams", "why"),
    [
        ("standard", Pairing.TRIOS, False, "three"),
        ("ginski", Pairing.TRIOS, True, "teams_of_three"),
        ("partnership", Pairing.FREE, False, "partners"),
        ("jersey", Pairing.ROUND_ROBIN, False, "two"),
    ],
)
def test_a_season_begins_only_with_what_goes_together(preset: str, pairing: Pairing, teams: bool, why: str) -> None:
    tuesday = club()
    begin = {"access": tuesday.access, "name": "X", "house_rules": {}, "rules": season_rules({}), "key": "k"}
    fields = {"preset": preset, "pairing": pairing, "teams": teams}
    assert refused_about(start_season, **begin, **fields) == ("invalid_value", why)
    assert Season.objects.filter(league=tuesday.league).count() == 1
