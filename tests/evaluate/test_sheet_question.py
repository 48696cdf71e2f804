"""Evaluate: questions about results already counted: Hollywood sheets, teams, settlements, and who deals."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.evaluate.engine import answer
from games.evaluate.question_input import MOST_HANDS
from tests.evaluate.questions import CAPTAIN, HOLLYWOOD, ROTATION, SETTLEMENT, TEAMS, Question, code, error_of, faults

NO_NUMBERS = [True, False, 1.0, "5", None, [5], {}, -1, 10**9, 10**399]


def sheet(*entries: tuple[str | None, int, int], **changes: Any) -> Question:
    results = [{"winner": winner, "points": points, "boxes": boxes} for winner, points, boxes in entries]
    return HOLLYWOOD | {"entries": results} | changes


# Hollywood sheets.


def test_an_empty_sheet_is_open() -> None:
    assert answer(sheet()) == {"id": 1, "sheet": [], "columns": [None] * 3, "net": None}


def test_a_dead_hand_is_entered_nowhere() -> None:
    result = answer(sheet((None, 0, 0), ("Ann", 20, 1)))
    assert [line["columns"] for line in result["sheet"]] == [[], [1]]
    assert result["sheet"][0]["winner"] is None


def test_a_sheet_of_three_columns_is_settled_column_by_column() -> None:
    """The third counts double, and the loser of all is shut out of that one alone."""
    entries = [("Ann", 60, 1), ("Ben", 20, 1), ("Ann", 50, 1), ("Ann", 30, 1), ("Ann", 40, 1), ("Ann", 90, 1)]
    result = answer(sheet(*entries, house_rules={"column_multipliers": [1, 1, 2]}))
    assert [line["closed"] for line in result["sheet"]] == [[], [], [1], [1], [1, 2], [1, 2, 3]]
    assert [column["net"] for column in result["columns"]] == [
        110 + 100 + 40 - 40,
        (120 + 100 + 60) * 2,
        (160 + 160) * 2,
    ]
    assert [column["credit"] for column in result["columns"]] == [210, 560, 1280]
    assert [column["shutout"] for column in result["columns"]] == [False, True, True]
    assert result["net"] == {"winner": "Ann", "amount": 2050}


def test_a_single_column_is_the_plain_game() -> None:
    result = answer(sheet(("Ann", 120, 1), preset="bicycle", house_rules={"column_multipliers": [2]}))
    assert result["columns"] == [
        {
            **{"totals": {"Ann": 345, "Ben": 0}, "winner": "Ann", "shutout": True, "net": 690},
            **{"multiplier": 2, "credit": 690},
        }
    ]
    assert result["net"] == {"winner": "Ann", "amount": 690}


def test_entries_after_the_end_are_refused(snapshot: SnapshotAssertion) -> None:
    question = sheet(("Ann", 120, 1), ("Ben", 5, 1), preset="bicycle")
    assert error_of(question)["message"] == snapshot


def test_a_sheet_is_for_two_sides() -> None:
    assert code(sheet(players=["Ann", "Ben", "Cleo"])) == "invalid_value"
    shared = answer(sheet(("Cleo", 20, 1), preset="captain", players=["Ann", "Ben", "Cleo"]))
    assert shared["sheet"][0]["cumulative"] == [{"Ann": 0, "Ben": 20, "Cleo": 20}]


def test_an_entry_has_whole_numbers(subtests: pytest.Subtests) -> None:
    for amount in NO_NUMBERS:
        for key in ["points", "boxes"]:
            with subtests.test(amount=amount, key=key):
                error = error_of(HOLLYWOOD | {"entries": [{"winner": "Ann", "points": 5, "boxes": 1, key: amount}]})
                assert error["code"] == "invalid_value"
                assert error["message"].startswith(f"The {key} of entry 1 must be a whole number from 0 to ")


def test_entries_that_cannot_be_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *((wrong, "invalid_value") for wrong in (None, {}, "none", 5, [None], [5], ["x"], [[]])),
        ([{"winner": "Ann", "points": 5}], "missing_key"),
        ([{"winner": "Ann", "points": 5, "boxes": 1, "event": "gin"}], "unknown_key"),
        ([{"winner": "Cleo", "points": 5, "boxes": 1}], "unknown_player"),
        ([{"winner": None, "points": 5, "boxes": 0}], "invalid_value"),
        ([{"winner": None, "points": 0, "boxes": 0}] * (MOST_HANDS + 1), "invalid_value"),
    ]
    for entries, expected in cases:
        with subtests.test(entries=entries, expected=expected):
            assert code(HOLLYWOOD | {"entries": entries}) == expected


# Teams.


def tables(*given: tuple[str, str | None, int], **changes: Any) -> Question:
    other = {"North": "East", "East": "North"}
    results = [{"team": team, "vs": other[team], "player": player, "points": points} for team, player, points in given]
    return TEAMS | {"tables": results} | changes


@pytest.mark.parametrize(
    ("given", "house", "expected"),
    [
        ([("North", "A", 30), ("East", "D", 18)], {}, ("North", 12, 1)),
        ([("North", "A", 30), ("East", "D", 42), ("North", "E", 5)], {}, ("East", 7, 1)),
        ([("East", "B", 9)], {"box_win": 2}, ("East", 9, 2)),
        ([("North", "A", 30), ("East", "D", 30)], {}, (None, 0, 0)),
        ([("North", None, 0), ("East", "D", 5)], {}, ("East", 5, 1)),
        ([("North", None, 0)], {}, (None, 0, 0)),
        ([], {}, (None, 0, 0)),
        ([("North", "A", 30), ("East", "D", 18)], {"team_netting": "sum"}, ("North", 30, 1)),
        ([("North", "A", 30), ("East", "D", 18), ("North", "C", 2)], {"team_netting": "sum"}, ("North", 32, 2)),
        ([("North", "A", 30), ("East", "D", 30)], {"team_netting": "sum"}, (None, 0, 0)),
        ([("North", "A", 30), ("North", "C", 18)], {"sweep_boxes": 5}, ("North", 48, 1)),
    ],
)
def test_tables_are_netted(given: Any, house: dict[str, Any], expected: tuple[Any, int, int]) -> None:
    result = answer(tables(*given, house_rules=house))
    assert (result["winner"], result["points"], result["win_boxes"]) == expected


def test_tables_are_netted_under_rules_for_two_as_well() -> None:
    """The how-to page adds up what each team's members won (rules 3.3, C5)."""
    result = answer(tables(("North", "A", 30), ("East", "D", 18), preset="how_to"))
    assert result == {"id": 1, "winner": "North", "points": 30, "win_boxes": 1}


GOOD = {"team": "North", "vs": "East", "player": "A", "points": 5}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        *((wrong, "invalid_value") for wrong in (None, {}, "none", 5, [None], [5], ["x"], [[]], [GOOD] * 13)),
        ([{k: v for k, v in GOOD.items() if k != "vs"}], "missing_key"),
        ([GOOD | {"boxes": 1}], "unknown_key"),
        *(([GOOD | {"points": wrong}], "invalid_value") for wrong in NO_NUMBERS),
        *(([GOOD | {key: wrong}], "invalid_value") for key in ("team", "vs", "player") for wrong in ("", None, 5, [])),
        ([GOOD | {"vs": "North"}], "invalid_value"),
        ([GOOD, GOOD | {"vs": "West"}], "invalid_value"),
        ([GOOD, GOOD | {"team": "West"}], "invalid_value"),
        ([GOOD, GOOD | {"team": "West", "vs": "South"}], "invalid_value"),
    ],
)
def test_tables_that_cannot_be_are_refused(given: object, expected: str) -> None:
    assert code(TEAMS | {"tables": given}) == expected


# Settlements.


def settled(preset: str, *, house: dict[str, Any] | None = None, **inputs: Any) -> Question:
    return SETTLEMENT | {"preset": preset, "house_rules": house or {}, "inputs": inputs}


def test_two_settle_their_net() -> None:
    result = answer(settled("standard", cumulative={"A": 104, "B": 0}, hands_won={"A": 4, "B": 0}))
    assert result["totals"] == {"A": 408, "B": 0}
    assert result["payments"] == [{"frm": "B", "to": "A", "amount": 408}]
    assert result["balance"] == {"A": 408, "B": -408}


def test_boxes_count_before_hands_won() -> None:
    result = answer(
        settled("gamesgrid_points", cumulative={"A": 108, "B": 97}, boxes={"A": 4, "B": 10}, hands_won={"A": 2, "B": 5})
    )
    assert (result["totals"], result["balance"]) == ({"A": 308, "B": 347}, {"A": -39, "B": 39})


def test_a_game_that_nobody_finished_pays_no_bonus() -> None:
    result = answer(settled("standard", cumulative={"A": 60, "B": 30}, boxes={"A": 2, "B": 1}))
    assert result["totals"] == {"A": 110, "B": 55}


def test_nobody_pays_if_all_are_tied() -> None:
    result = answer(settled("cutthroat", cumulative={"A": 0, "B": 0, "C": 0}))
    assert (result["payments"], result["balance"]) == ([], {"A": 0, "B": 0, "C": 0})


def test_all_losers_shut_out_pay_for_it_once() -> None:
    result = answer(settled("cutthroat", cumulative={"A": 104, "B": 0, "C": 0}, hands_won={"A": 4, "B": 0, "C": 0}))
    assert result["totals"] == {"A": 404, "B": 0, "C": 0}
    assert result["balance"] == {"A": 808, "B": -404, "C": -404}


def test_a_shutout_that_hangs_on_hands_needs_them() -> None:
    scores = {"A": 104, "B": 0, "C": 20}
    assert error_of(settled("how_to", cumulative=scores))["message"] == (
        "'hands_won' is missing in the inputs: the shutout depends on it."
    )
    assert "error" not in answer(settled("how_to", cumulative=scores, house={"shutout": "none"}))
    result = answer(settled("how_to", cumulative=scores, hands_won={"A": 4, "B": 1, "C": 0}))
    assert result["totals"] == {"A": 304, "B": 25, "C": 20}
    assert [payment["amount"] for payment in result["payments"]] == [304 - 25, 304 - 20 + 100, 25 - 20]


def test_a_captain_collects_or_pays_double() -> None:
    result = answer(CAPTAIN)
    assert (result["totals"], result["balance"]) == (None, {"A": 280, "B": -140, "C": -140})
    assert result["payments"] == [{"frm": "B", "to": "A", "amount": 140}, {"frm": "C", "to": "A", "amount": 140}]
    lost = CAPTAIN | {"inputs": {"captain": "Ben", "captain_net": -30, "players": ["Ann", "Ben", "Cleo", "Dora"]}}
    assert answer(lost)["balance"] == {"Ann": 30, "Ben": -90, "Cleo": 30, "Dora": 30}
    assert [(p["frm"], p["to"]) for p in answer(lost)["payments"]] == [("Ben", n) for n in ("Ann", "Cleo", "Dora")]
    assert answer(CAPTAIN | {"inputs": {"captain": "B", "captain_net": 0}})["payments"] == []


def test_a_captains_inputs_that_cannot_be_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *((wrong, "invalid_value") for wrong in (None, [], "x", 5, True)),
        ({}, "missing_key"),
        ({"captain": "A"}, "missing_key"),
        ({"captain": "A", "captain_net": 5, "cumulative": {}}, "unknown_key"),
        *(({"captain": who, "captain_net": 5}, "unknown_player") for who in ("Dora", 5, None, [], {})),
        *(({"captain": "A", "captain_net": net}, "invalid_value") for net in (True, 1.5, "5", None, 10**9, -(10**400))),
        *(({"captain": "A", "captain_net": 5, "players": p}, "invalid_value") for p in (["A"], "ABC", ["A", "A"], 5)),
    ]
    for inputs, expected in cases:
        with subtests.test(inputs=inputs, expected=expected):
            assert code(CAPTAIN | {"inputs": inputs}) == expected


SCORES = {"A": 104, "B": 20, "C": 0}


def test_inputs_that_cannot_be_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *((wrong, "invalid_value") for wrong in (None, [], "x", 5, True)),
        ({}, "missing_key"),
        ({"cumulative": SCORES, "captain": "A"}, "unknown_key"),
        ({"cumulative": SCORES, "": 1}, "unknown_key"),
        *(({"cumulative": wrong}, "invalid_value") for wrong in (None, [], "x", {}, {"A": 5}, {"": 5, "B": 1})),
        ({"cumulative": {str(n): n for n in range(13)}}, "invalid_value"),
        *(({"cumulative": SCORES | {"A": wrong}}, "invalid_value") for wrong in NO_NUMBERS),
        *(({"cumulative": SCORES, "boxes": SCORES | {"A": w}}, "invalid_value") for w in NO_NUMBERS),
        *(({"cumulative": SCORES, "hands_won": SCORES | {"A": w}}, "invalid_value") for w in NO_NUMBERS),
        *(({"cumulative": SCORES, "boxes": wrong}, "invalid_value") for wrong in (None, [], "x", 5)),
        ({"cumulative": SCORES, "boxes": {"A": 1, "B": 0}}, "missing_key"),
        ({"cumulative": SCORES, "hands_won": SCORES | {"D": 1}}, "unknown_player"),
    ]
    for inputs, expected in cases:
        with subtests.test(inputs=inputs, expected=expected):
            assert code(SETTLEMENT | {"inputs": inputs}) == expected


def test_teams_settle_as_two_sides() -> None:
    assert code(settled("partnership", cumulative=SCORES)) == "invalid_value"
    result = answer(settled("partnership", cumulative={"AC": 130, "BD": 40}))
    assert result["balance"] == {"AC": 190, "BD": -190}


# Who deals.


def deals(preset: str, names: str, count: int, *winners: Any, **house: Any) -> list[tuple[str, str]]:
    fields = {"preset": preset, "players": list(names), "count": count, "winners": list(winners), "house_rules": house}
    return [(deal["dealer"], "".join(deal["active"])) for deal in answer(ROTATION | fields)["hands"]]


def test_the_deal_goes_round() -> None:
    assert deals("ginski", "ABC", 4) == [("A", "BCA"), ("B", "CAB"), ("C", "ABC"), ("A", "BCA")]
    assert deals("standard", "AB", 3) == [("A", "BA"), ("B", "AB"), ("A", "BA")]
    assert deals("pagat", "AB", 3, "B", "B") == [("A", "BA"), ("B", "AB"), ("B", "AB")]
    assert deals("how_to", "AB", 3, "B", "A") == [("A", "BA"), ("A", "BA"), ("B", "AB")]
    assert deals("cutthroat", "ABC", 3, "B", "C") == [("A", "BA"), ("C", "BC"), ("A", "CA")]
    assert deals("captain", "ABC", 3, "A", "A") == [("A", "BA"), ("C", "AC"), ("A", "BA")]
    assert deals("partnership", "NE", 3, "E", None) == [("N", "EN"), ("E", "NE"), ("N", "EN")]


def test_missing_winners_are_reported_if_the_deal_depends_on_them() -> None:
    question = ROTATION | {"preset": "pagat", "count": 3, "winners": ["Ben"]}
    error = error_of(question)
    assert (error["code"], error["message"]) == (
        "missing_key",
        "'winners' must name the winner of deal 2: the next deal depends on it.",
    )
    without = {k: v for k, v in question.items() if k != "winners"}
    assert error_of(without)["message"] == "'winners' must name the winner of deal 1: the next deal depends on it."
    assert answer(without | {"count": 1})["hands"] == [{"dealer": "Ann", "active": ["Ben", "Ann"]}]


def test_winner_of_the_last_deal_may_be_given() -> None:
    assert answer(ROTATION | {"count": 1, "winners": ["Ben"]}) == answer(ROTATION | {"count": 1, "winners": []})


def test_a_count_that_cannot_be_is_refused(subtests: pytest.Subtests) -> None:
    for count in [0, MOST_HANDS + 1, *NO_NUMBERS]:
        with subtests.test(count=count):
            error = error_of(ROTATION | {"count": count, "winners": []})
            assert (error["code"], error["message"]) == (
                "invalid_value",
                "'count' must be a whole number from 1 to 1000.",
            )


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        *((wrong, "invalid_value") for wrong in (None, {}, "Ben", 5)),
        *(([wrong], "unknown_player") for wrong in ("Cleo", 5, True, [], {}, "")),
        (["Ben"] * 4, "invalid_value"),
    ],
)
def test_winners_that_cannot_be_are_refused(winners: object, expected: str) -> None:
    assert code(ROTATION | {"winners": winners}) == expected


def test_player_who_sits_out_wins_nothing() -> None:
    question = ROTATION | {"preset": "cutthroat", "players": ["A", "B", "C"], "winners": ["C"]}
    assert faults(question) == [("not_active", "C", [])]


def test_a_thousand_deals_are_listed() -> None:
    assert len(deals("standard", "AB", MOST_HANDS)) == MOST_HANDS
