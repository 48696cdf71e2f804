"""Changing rules or stakes during a game: ledger entries like any other."""

from collections.abc import Mapping

import pytest

from games.models import Role
from games.rules.ruleset import with_house_rules
from games.rules.stakes import Stakes
from games.services.table.games import change_rules, finish_game, set_stakes, start_game, undo
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    enter,
    gin,
    join,
    knock,
    line,
    outcome,
    revision,
    sheet,
    start,
    totals,
)
from tests.refusals import refused


def change(phone: Phone, rules: Mapping[str, object], key: str = "c", seen: int | None = None) -> str:
    now = with_house_rules(current(phone).rules, rules)
    at = revision(phone) if seen is None else seen
    return outcome(
        lambda: change_rules(access=phone.access, key=key, game=current(phone).number, revision=at, rules=now)
    )


def test_rounds_after_a_change_are_played_under_the_new_rules_those_before_are_not() -> None:
    phone = start()
    enter(phone, gin(0, 10))
    assert change(phone, {"gin_bonus": 20}) == "new"
    enter(phone, gin(0, 10))
    assert (totals(phone), line(phone, 1).rules.gin_bonus, line(phone, 2).rules.gin_bonus) == ([65, 0], 25, 20)
    # A correction of the first round is scored as it was played.
    correct(phone, 1, gin(1, 10))
    assert (totals(phone), current(phone).rules.gin_bonus) == ([30, 35], 20)
    assert [entry.body.through for entry in current(phone).changes] == [1]
    assert_sound(phone)


def test_a_change_after_an_undo_holds_for_the_round_that_is_played_again() -> None:
    phone = start()
    enter(phone, gin(0, 10))
    written = enter(phone, gin(0, 10))
    undo(access=phone.access, key="u", revision=written.revision)
    assert change(phone, {"gin_bonus": 30}) == "new"
    assert [entry.body.through for entry in current(phone).changes] == [1]
    correct(phone, 2, gin(0, 10))
    assert totals(phone) == [75, 0]
    assert_sound(phone)


@pytest.mark.usefixtures("sealed")
def test_a_change_may_be_undone() -> None:
    phone = start()
    enter(phone, gin(0, 10))
    change(phone, {"target": 50})
    assert current(phone).rules.target == 50
    newest = sheet(phone).next_undo
    assert newest is not None
    undo(access=phone.access, key="u", revision=newest.revision)
    assert (current(phone).rules.target, current(phone).changes, totals(phone)) == (100, (), [35, 0])
    assert_sound(phone)


def test_a_higher_target_lets_the_game_go_on_and_a_lower_one_ends_it_later() -> None:
    phone = start()
    enter(phone, gin(0, 30))
    assert change(phone, {"target": 55}) == "target_reached"
    assert change(phone, {"target": 60}) == "new"
    enter(phone, knock(0, 3, 8))
    assert (current(phone).over, totals(phone)) == (True, [60, 0])
    assert_sound(phone)


@pytest.mark.parametrize(
    "rules",
    [
        {"columns": 3, "column_multipliers": [1, 1, 1]},
        {"seating": "dealer_sits_out"},
        {"hand_scoring": "flop"},
        {"box_timing": "immediate"},
        {"deck": "rumski70", "double_suits": []},
        {"seats": {"min": 2, "max": 4, "best": 2}},
    ],
)
def test_fixed_parameters_cannot_change_during_a_game(rules: Mapping[str, object]) -> None:
    phone = start()
    assert (change(phone, rules), revision(phone)) == ("rules_fixed", 1)


def test_a_change_is_refused_where_nothing_changes_or_somebody_was_faster() -> None:
    phone = start()
    assert change(phone, {}) == "invalid_value"
    assert change(phone, {"gin_bonus": 20}, seen=7) == "stale"
    enter(phone, gin(0, 80))
    assert change(phone, {"gin_bonus": 20}) == "game_finished"
    assert_sound(phone)


def test_the_same_key_is_the_same_change() -> None:
    phone = start()
    assert (change(phone, {"gin_bonus": 20}), change(phone, {"gin_bonus": 30}, seen=1)) == ("new", "replayed")
    assert current(phone).rules.gin_bonus == 20


def test_the_next_game_goes_on_under_the_changed_rules() -> None:
    phone = start()
    change(phone, {"gin_bonus": 20})
    enter(phone, gin(0, 80))
    start_game(access=phone.access, key="g")
    assert (current(phone).rules.gin_bonus, current(phone).changes) == (20, ())


def test_stakes_are_for_the_whole_table_and_may_be_removed() -> None:
    phone = start()
    assert sheet(phone).stakes is None
    cents = Stakes("€", point=1, game=100)
    for key, stakes in (("a", cents), ("b", None), ("c", cents)):
        written = set_stakes(access=phone.access, key=key, revision=revision(phone), stakes=stakes)
        assert (written.status, sheet(phone).stakes) == ("new", stakes)
    again = set_stakes(access=phone.access, key="c", revision=1, stakes=cents)
    assert again.status == "replayed"
    assert refused(set_stakes, access=phone.access, key="c", revision=1, stakes=None) == "idempotency_key_reused"
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    start_game(access=phone.access, key="g")
    assert sheet(phone).stakes == cents
    undo(access=phone.access, key="u1", revision=revision(phone))
    undo(access=phone.access, key="u2", revision=5)
    undo(access=phone.access, key="u3", revision=4)
    assert sheet(phone).stakes is None
    assert_sound(phone)


def test_a_link_to_watch_changes_neither() -> None:
    eve = join(start(), Role.WATCH, "Eve's phone")
    assert change(eve, {"gin_bonus": 20}) == "not_allowed"
    assert outcome(lambda: set_stakes(access=eve.access, key="s", revision=1, stakes=None)) == "not_allowed"
