"""The forms that set up a season: what they parse, and each error at its field."""

from datetime import date, time

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.season.season_draw_form import read_draw
from games.forms.season.season_form import read_season
from games.forms.season.written_matches_form import MOST_LINES, read_written_matches
from games.models import Entrant, Pairing, Place, Season
from games.rules.league.new_season import usual_order
from games.rules.league.results import RequestedBye
from games.rules.league.season import TIE_BREAKS, SeasonRules


def test_a_name_is_enough() -> None:
    typed = read_season({"name": " Autumn  2026 "})
    assert typed.new_rules
    assert (typed.new_rules.name, typed.new_rules.preset, typed.new_rules.pairing) == (
        "Autumn 2026",
        "standard",
        Pairing.ROUND_ROBIN,
    )
    assert (typed.new_rules.rules, typed.new_rules.teams) == (SeasonRules(running="when_over"), False)


def test_without_an_order_a_new_season_has_the_usual_one_of_its_format() -> None:
    typed = read_season({"name": "Autumn", "pairing": "swiss", "order-1": "", "order-2": ""})
    assert typed.new_rules
    assert typed.new_rules.rules.order == usual_order("swiss")
    assert typed.new_rules.rules.order != usual_order("round_robin")


def test_a_changed_season_keeps_its_rules_where_the_form_is_older(snapshot: SnapshotAssertion) -> None:
    season = Season(name="Autumn", preset="standard", pairing="swiss", rules={"order": ["points", "boxes"]})
    typed = read_season({"name": "Autumn", "order-1": "points", "order-2": "boxes"}, season)
    assert typed.new_rules
    assert typed.new_rules.rules == SeasonRules(order=("points", "boxes"))
    assert read_season({"name": "Autumn", "order-1": ""}, season).errors == snapshot


def test_a_long_order_shows_one_more_position() -> None:
    order = [name for name in TIE_BREAKS if name != "lot"][:12]
    data = {f"order-{number}": name for number, name in enumerate(order, 1)}
    assert read_season({"name": "Autumn"} | data).order == [*order, ""]
    assert len(read_season({"name": "Autumn"}).order) == 10


def test_everything_is_read() -> None:
    data = {
        "name": "Flop",
        "preset": "gamesgrid_flop",
        "pairing": "swiss",
        "teams": "1",
        "length": "rounds",
        "count": "10",
        "win": "3",
        "draw": "1",
        "loss": "0",
        "bonus_gin": "1",
        "minimum": "4",
        "best_nights": "6",
        "bye": "draw",
        "order-1": "points",
        "order-3": "buchholz",
        "confirmation": "opponent",
        "strict": "1",
        "unplayed": "virtual_opponent",
        "running": "at_once",
        "match_end": "when_decided",
        "crossing": "by_turns",
    }
    typed = read_season(data)
    assert typed.new_rules
    assert typed.new_rules.teams
    assert typed.new_rules.rules == SeasonRules(
        length="rounds",
        count=10,
        win=3,
        bonus_gin=1,
        minimum=4,
        best_nights=6,
        bye="draw",
        order=("points", "buchholz"),
        confirmation="opponent",
        strict=True,
        unplayed="virtual_opponent",
        running="at_once",
        match_end="when_decided",
        crossing="by_turns",
    )


@pytest.mark.parametrize(
    ("pairing", "chosen", "match_end"),
    [
        ("knockout", "", "when_decided"),
        ("consolation", "", "when_decided"),
        ("double_elimination", "", "when_decided"),
        ("knockout", "all_games", "all_games"),
        ("swiss", "", "all_games"),
        ("swiss", "when_decided", "when_decided"),
    ],
)
def test_a_match_in_a_new_bracket_ends_once_it_is_decided(pairing: str, chosen: str, match_end: str) -> None:
    data = {"name": "Cup", "pairing": pairing, "length": "games", "count": "3", "match_end": chosen}
    typed = read_season(data)
    assert typed.new_rules
    assert typed.new_rules.rules.match_end == match_end
    assert typed.texts["match_end"] == chosen


def test_a_season_that_exists_says_when_its_matches_end(snapshot: SnapshotAssertion) -> None:
    season = Season(name="Cup", preset="standard", pairing="knockout", rules={"length": "games", "count": 3})
    data = {"name": "Cup", "length": "games", "count": "3", "order-1": "points"}
    for more, match_end in (({}, "all_games"), ({"match_end": "when_decided"}, "when_decided")):
        typed = read_season(data | more, season)
        assert typed.new_rules
        assert typed.new_rules.rules.match_end == match_end
    assert read_season(data | {"match_end": ""}, season).errors == snapshot


def test_all_faults_come_at_once_each_at_its_field(snapshot: SnapshotAssertion) -> None:
    data = {
        "name": " ",
        "preset": "mystery",
        "pairing": "draughts",
        "length": "evenings",
        "win": "two",
        "loss": "101",
        "best_nights": "0",
        "order-1": "beauty",
        "order-2": "wins",
        "order-3": "wins",
        "bye": "all",
        "confirmation": "",
        "reason": "x" * 201,
    }
    typed = read_season(data)
    assert typed.new_rules is None
    assert typed.errors == snapshot


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"preset": "standard", "pairing": "trios"}, "pairing"),
        ({"pairing": "draughts"}, "pairing"),
        ({"order-1": "", "order-2": "wins"}, "order"),
        ({"order-1": "lot", "order-2": "wins"}, "order"),
        ({"win": "1", "draw": "2"}, "draw"),
        ({"win": "²"}, "win"),
        ({"count": "0", "length": "games"}, "count"),
    ],
)
def test_one_fault_is_reported(data: dict[str, str], field: str, snapshot: SnapshotAssertion) -> None:
    typed = read_season({"name": "Autumn"} | data)
    assert typed.new_rules is None
    assert list(typed.errors) == [field]
    assert typed.errors[field] == snapshot


def test_a_number_of_games_is_forgotten_where_a_match_is_one() -> None:
    typed = read_season({"name": "Autumn", "length": "game", "count": "7"})
    assert typed.new_rules
    assert typed.new_rules.rules.count == 1


# --- Written matches ------------------------------------------------------------------------------------------------

PEOPLE = {name: Entrant(pk=pk) for pk, name in enumerate(("Ann", "Ben", "Anne-Marie", "Zoë"), 1)}
PLACES = [Place(pk=1, name="Table 1"), Place(pk=2, name="Table 2")]


def test_a_script_is_read_under_its_dates() -> None:
    text = """
    Ann - Ben
    2026-10-06 19:30
    ann v Anne-Marie @ table 2
    20:00 Ben – zoe\u0308 – Ann

    2026-10-13: Ann - Zoë
    2026-10-20
    Ben vs Ann
    """
    script = read_written_matches(text, PEOPLE, PLACES)
    assert script.faults == []
    assert [
        ([entrant.pk for entrant in one.entrants], one.night, one.start_time, one.place and one.place.pk)
        for one in script.planned
    ] == [
        ([1, 2], None, None, None),
        ([1, 3], date(2026, 10, 6), time(19, 30), 2),
        ([2, 4, 1], date(2026, 10, 6), time(20), None),
        ([1, 4], date(2026, 10, 13), time(19, 30), None),
        ([2, 1], date(2026, 10, 20), None, None),
    ]


def test_each_wrong_line_is_reported_with_its_number(snapshot: SnapshotAssertion) -> None:
    lines = ["Ann", "Ann - Ann", "2026-13-40", "Ann - Carl", "Ann - Ben @ The cellar", "Ann - Ben", "Ben - Ann"]
    script = read_written_matches("\n".join([*lines, "25:00 Ann - Zoë", "1999-01-01"]), PEOPLE, PLACES)
    assert [(fault.line, fault.fault) for fault in script.faults] == snapshot


def test_rounds_and_byes_are_read_in_any_language() -> None:
    text = """
    Ann - Ben
    Round 1
    Ann - Ben
    Zoë - bye
    Runde 2:
    Ben - half bye
    Ann - Full bye
    """
    script = read_written_matches(text, PEOPLE, PLACES)
    assert script.faults == []
    found = [(one.round_number, [entrant.pk for entrant in one.entrants], one.requested_bye) for one in script.planned]
    assert found == [
        (None, [1, 2], None),
        (1, [1, 2], None),
        (1, [4], None),
        (2, [2], RequestedBye.HALF),
        (2, [1], RequestedBye.FULL),
    ]


def test_nobody_is_twice_in_a_round_and_byes_belong_to_one(snapshot: SnapshotAssertion) -> None:
    lines = ["Ann - bye", "Round 0", "Round 1", "Ann - Ben", "Ben - Zoë", "Ann - bye", "Round 2", "Ann - Ben"]
    script = read_written_matches("\n".join(lines), PEOPLE, PLACES)
    assert [(fault.line, fault.fault) for fault in script.faults] == snapshot


def test_a_script_has_an_end(snapshot: SnapshotAssertion) -> None:
    assert read_written_matches("Ann - Ben\n" * (MOST_LINES + 5), PEOPLE, PLACES).faults[-1].line == MOST_LINES + 1
    assert read_written_matches("x" * 50_000, PEOPLE, PLACES).faults[-1].fault == snapshot


# --- Draws ----------------------------------------------------------------------------------------------------------


def test_a_draw_is_read() -> None:
    data = {"first": "2026-10-06", "weeks": "2", "per_night": "", "at": "19:30", "rounds": "7", "third": "1"}
    plan = read_draw(data, ["2", "99"], PLACES).plan
    assert plan
    assert (plan.first, plan.weeks, plan.per_night, plan.start_time) == (date(2026, 10, 6), 2, 1, time(19, 30))
    assert (plan.rounds, plan.third_place, [place.pk for place in plan.places]) == (7, True, [2])
    assert not plan.accelerate
    accelerated = read_draw(data | {"accelerate": "1"}, [], PLACES).plan
    assert accelerated
    assert accelerated.accelerate


def test_faults_of_a_draw_are_reported_at_once(snapshot: SnapshotAssertion) -> None:
    typed = read_draw({"first": "tomorrow", "weeks": "0", "per_night": "21", "at": "evening", "rounds": "-1"}, [], [])
    assert typed.plan is None
    assert typed.errors == snapshot
    late = read_draw({"first": "9999-12-31"}, [], [])
    assert late.errors == snapshot
