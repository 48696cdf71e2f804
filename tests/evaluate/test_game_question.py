"""Evaluate: questions about a whole game, under every seating."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.evaluate.engine import answer
from games.evaluate.question_input import MOST_HANDS
from games.rules.presets import presets, rule_set
from tests.evaluate.questions import GAME, Question, code, error_of, faults


def test_a_game_is_answered() -> None:
    hands = [
        {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}},
        {"event": "dead"},
        {"winner": "Ben", "points": 30, "boxes": 2},
        {"winner": None, "points": 0, "boxes": 0},
        {"event": "gin", "ender": "Ann", "deadwood": {"Ann": 0, "Ben": 62}, "kcard": "Ks", "active": ["Ben", "Ann"]},
    ]
    assert answer(GAME | {"hands": hands}) == {
        "id": 1,
        "per_hand": [
            {
                "points": {"Ann": ann, "Ben": ben},
                "cumulative": {"Ann": ann_now, "Ben": ben_now},
                "cumulative_boxes": {"Ann": ann_boxes, "Ben": ben_boxes},
            }
            for ann, ben, ann_now, ben_now, ann_boxes, ben_boxes in (
                (13, 0, 13, 0, 1, 0),
                (0, 0, 13, 0, 1, 0),
                (0, 30, 13, 30, 1, 2),
                (0, 0, 13, 30, 1, 2),
                (87, 0, 100, 30, 2, 2),
            )
        ],
        "dealers": ["Ann", "Ben", "Ben", "Ann", "Ann"],
        "first_to_act": ["Ben", "Ann", "Ann", "Ben", "Ben"],
        "over": True,
        "cumulative": {"Ann": 100, "Ben": 30},
        "boxes": {"Ann": 2, "Ben": 2},
        "hands_won": {"Ann": 2, "Ben": 1},
        "final": {"totals": {"Ann": 250, "Ben": 80}, "winner": "Ann", "shutout": False, "net": 170},
    }


def test_a_game_under_way_has_no_final() -> None:
    result = answer(GAME)
    assert (result["over"], result["final"]) == (False, None)
    empty = answer(GAME | {"hands": []})
    assert (empty["per_hand"], empty["dealers"], empty["over"], empty["final"]) == ([], [], False, None)


def test_a_game_without_a_target_has_a_final_all_the_same() -> None:
    result = answer(GAME | {"house_rules": {"target": None, "box_value": 0}})
    assert result["over"] is False
    assert result["final"] == {"totals": {"Ann": 13, "Ben": 0}, "winner": "Ann", "shutout": True, "net": 13}


def test_a_game_of_three_has_no_net() -> None:
    hands = [{"winner": "C", "points": 100, "boxes": 1}]
    result = answer(GAME | {"preset": "ginski", "players": ["A", "B", "C"], "hands": hands})
    assert result["final"] == {"totals": {"A": 0, "B": 0, "C": 100}, "winner": "C", "shutout": True}


def test_a_hand_that_not_everybody_played_gives_the_others_nothing() -> None:
    hands = [{"event": "knock", "ender": "C", "deadwood": {"A": 15, "C": 5}, "active": ["C", "A"]}]
    result = answer(GAME | {"preset": "ginski", "players": ["A", "B", "C"], "hands": hands})
    assert result["per_hand"][0]["points"] == {"A": 0, "B": 0, "C": 10}


def game_with(*hands: Any, **changes: Any) -> Question:
    return GAME | {"hands": list(hands)} | changes


@pytest.mark.parametrize("hands", [None, {}, "none", 5, True])
def test_hands_that_are_no_list_are_refused(hands: object) -> None:
    assert code(GAME | {"hands": hands}) == "invalid_value"


def test_a_thousand_hands_are_a_game_and_the_next_one_is_refused_by_name(snapshot: SnapshotAssertion) -> None:
    dead = [{"event": "dead"}] * MOST_HANDS
    assert len(answer(game_with(*dead))["per_hand"]) == 1_000
    error = error_of(game_with(*dead, {"event": "dead"}))
    assert error["code"] == "invalid_value"
    assert error["message"] == snapshot


@pytest.mark.parametrize("hand", [None, 5, "dead", [], ["dead"], True])
def test_hand_must_be_an_object(hand: object) -> None:
    assert code(game_with(hand)) == "invalid_value"


@pytest.mark.parametrize(
    "hand",
    [
        {"winner": "Ann", "points": 5, "boxes": 1, "event": "knock"},
        {"winner": "Ann", "points": 5, "boxes": 1, "ender": "Ann"},
        {"event": "dead", "points": 5},
        {"event": "dead", "upcard": "As"},
        {"event": "dead", "": 1},
    ],
)
def test_a_key_that_a_hand_does_not_know_is_refused(hand: dict[str, Any]) -> None:
    assert code(game_with({"event": "dead"}, hand)) == "unknown_key"
    assert error_of(game_with({"event": "dead"}, hand))["message"].endswith(" in hand 2.")


@pytest.mark.parametrize(
    "hand", [{}, {"ender": "Ann"}, {"winner": "Ann"}, {"winner": "Ann", "points": 5}, {"winner": None, "boxes": 0}]
)
def test_a_hand_that_lacks_a_key_is_refused(hand: dict[str, Any]) -> None:
    assert code(game_with(hand)) == "missing_key"


@pytest.mark.parametrize("winner", ["Cleo", "", 5, True, ["Ann"], {"Ann": 1}])
def test_a_winner_who_is_not_there_is_refused(winner: object) -> None:
    assert code(game_with({"winner": winner, "points": 5, "boxes": 1})) == "unknown_player"


def test_points_and_boxes_are_whole_numbers_from_nothing(subtests: pytest.Subtests) -> None:
    for amount in [-1, 1.0, 1.5, True, False, "5", None, [], {}, 10**9]:
        for key in ["points", "boxes"]:
            with subtests.test(amount=amount, key=key):
                for winner in ("Ann", None):
                    assert code(game_with({"winner": winner, "points": 5, "boxes": 1, key: amount})) == "invalid_value"


def test_the_most_points_and_boxes_of_a_hand() -> None:
    most = {"winner": "Ann", "points": 100_000, "boxes": 1_000}
    assert answer(game_with(most))["cumulative"] == {"Ann": 100_000, "Ben": 0}
    assert code(game_with(most | {"points": 100_001})) == "invalid_value"
    assert code(game_with(most | {"boxes": 1_001})) == "invalid_value"


def test_a_dead_hand_may_not_bring_points() -> None:
    """Nobody won and somebody scored: one of the two is wrong, and to drop the points would be to guess which."""
    for points, boxes in ((50, 1), (50, 0), (0, 1)):
        assert code(game_with({"winner": None, "points": points, "boxes": boxes})) == "invalid_value"
    assert answer(game_with({"winner": None, "points": 0, "boxes": 0}))["hands_won"] == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize("active", [None, "Ann", {}, [], ["Ann"], ["Ann", "Cleo"], ["Ann", 1], ["Ann", []], 5])
def test_active_players_must_be_at_least_two_of_the_table(active: object) -> None:
    hand = {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}, "active": active}
    assert code(game_with(hand)) == "invalid_value"


def test_one_player_named_twice_is_not_two() -> None:
    """Without an opponent a knocker would lose their own deadwood, and gin would win nothing."""
    for event, points in (("knock", 5), ("gin", 0)):
        hand = {"event": event, "ender": "Ann", "deadwood": {"Ann": points}, "active": ["Ann", "Ann"]}
        assert code(game_with(hand)) == "invalid_value"


def test_illegal_hand_is_reported_with_all_its_faults() -> None:
    hand = {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 11, "Ben": 999}}
    assert faults(game_with({"event": "dead"}, hand)) == [("out_of_range", "Ben", []), ("over_knock_limit", "Ann", [])]
    assert error_of(game_with({"event": "dead"}, hand))["detail"]["hand"] == 2
    assert faults(game_with({"event": "pass", "ender": "Cleo"})) == [
        ("invalid_value", None, []),
        ("unknown_player", None, []),
    ]
    assert faults(game_with({"event": "dead", "kcard": "1X"})) == [("unknown_card", None, ["1X"])]


def test_player_who_sat_out_cannot_have_ended_the_hand() -> None:
    hand = {"event": "knock", "ender": "C", "deadwood": {"A": 7, "B": 20}, "active": ["A", "B"]}
    assert faults(game_with(hand, preset="ginski", players=["A", "B", "C"])) == [("not_active", "C", [])]
    counted = {"event": "knock", "ender": "A", "deadwood": {"A": 7, "B": 20, "C": 1}, "active": ["A", "B"]}
    assert faults(game_with(counted, preset="ginski", players=["A", "B", "C"])) == [("not_active", "C", [])]


def test_hands_after_the_end_are_refused(snapshot: SnapshotAssertion) -> None:
    won = {"winner": "Ann", "points": 100, "boxes": 1}
    error = error_of(game_with({"event": "dead"}, won, {"event": "dead"}))
    assert error["code"] == "invalid_value"
    assert error["message"] == snapshot


# Ways of sitting.


def seated(preset: str, names: str, *hands: Any, **house: Any) -> Question:
    return game_with(*hands, preset=preset, players=list(names), house_rules=house)


def won(winner: str | None, points: int = 10, boxes: int = 1) -> dict[str, Any]:
    return {"winner": winner, "points": points if winner else 0, "boxes": boxes if winner else 0}


def knocked(ender: str, **deadwood: int) -> dict[str, Any]:
    return {"event": "knock", "ender": ender, "deadwood": deadwood}


def test_teams_are_named_as_sides_and_no_dealer_is_named() -> None:
    result = answer(seated("partnership", "NE", won("N", 60), won("E", 20), won("N", 70, 2)))
    assert (result["dealers"], result["first_to_act"]) == ([], [])
    assert (result["cumulative"], result["boxes"]) == ({"N": 130, "E": 20}, {"N": 3, "E": 1})
    assert result["final"] == {"totals": {"N": 305, "E": 45}, "winner": "N", "shutout": False, "net": 260}


@pytest.mark.parametrize("names", ["ABC", "ABCD", "ABCDEF"])
def test_teams_are_two(names: str, snapshot: SnapshotAssertion) -> None:
    error = error_of(seated("partnership", names, won("A")))
    assert error["code"] == "invalid_value"
    assert error["message"] == snapshot


def test_the_captains_opponents_share_their_score() -> None:
    result = answer(seated("captain", "ABC", won("A", 30), won("C", 80), knocked("C", A=29, C=4)))
    assert result["per_hand"][1]["points"] == {"A": 0, "B": 80, "C": 80}
    assert (result["over"], result["cumulative"]) == (True, {"A": 30, "B": 105, "C": 105})
    assert result["hands_won"] == {"A": 1, "B": 2, "C": 2}
    assert result["final"] == {"totals": {"A": 55, "B": 255, "C": 255}, "winner": "B", "shutout": False, "net": 200}


def test_the_captains_beaten_opponent_makes_room() -> None:
    hands = (knocked("A", A=1, B=11), knocked("C", A=9, C=4), knocked("C", A=9, C=4))
    result = answer(seated("captain", "ABC", *hands))
    assert result["dealers"] == ["A", "C", "A"]
    assert result["first_to_act"] == ["B", "A", "C"]


@pytest.mark.parametrize("active", [["B", "C"], ["A", "B", "C"]])
def test_a_captain_plays_one_other(active: list[str]) -> None:
    hand = knocked("B", **dict.fromkeys(active, 5)) | {"active": active}
    assert code(seated("captain", "ABC", hand)) == "invalid_value"


def test_who_sits_out_is_worked_out_when_not_given() -> None:
    """The loser sits out and who comes in deals; after a dead hand the same two play on."""
    hands = (knocked("A", A=5, B=15), knocked("C", A=20, C=3), {"event": "dead"}, won("B"), knocked("A", A=3, B=20))
    result = answer(seated("cutthroat", "ABC", *hands))
    assert result["dealers"] == ["A", "C", "B", "B", "A"]
    assert result["first_to_act"] == ["B", "A", "C", "C", "B"]
    assert result["cumulative"] == {"A": 27, "B": 10, "C": 17}


def test_a_dealer_who_sits_out_goes_round() -> None:
    hands = (knocked("B", B=5, C=15), knocked("A", A=5, C=15), {"event": "dead"}, won("B"))
    result = answer(seated("how_to", "ABC", *hands, seating="dealer_sits_out", next_dealer="left"))
    assert result["dealers"] == ["A", "B", "C", "C"]
    assert result["first_to_act"] == ["B", "C", "A", "A"]


def test_given_players_are_used_as_they_are() -> None:
    """By rotation A and B play the first hand; these did otherwise."""
    result = answer(seated("cutthroat", "ABC", knocked("B", B=5, C=15) | {"active": ["C", "B"]}, won("B", 7)))
    assert result["cumulative"] == {"A": 0, "B": 17, "C": 0}
    assert (result["dealers"][0], result["first_to_act"][0]) == ("A", "B")


def test_a_count_of_somebody_who_sits_out_is_refused() -> None:
    assert faults(seated("cutthroat", "ABC", knocked("A", A=5, B=15, C=20))) == [("not_active", "C", [])]
    assert faults(seated("cutthroat", "ABC", knocked("C", A=5, B=15))) == [("not_active", "C", [])]
    assert faults(seated("cutthroat", "ABC", won("C"))) == [("not_active", "C", [])]
    assert code(seated("cutthroat", "ABC", knocked("A", A=5, B=15, C=20) | {"active": ["A", "B", "C"]})) == (
        "invalid_value"
    )


def test_rounds_of_a_hollywood_game_are_counted_once() -> None:
    result = answer(seated("hollywood", "AB", won("A", 60), won("A", 50), won("B", 30)))
    assert result["cumulative"] == {"A": 110, "B": 30}
    assert (result["over"], result["final"]) == (False, None)


def test_a_hollywood_game_ends_with_its_last_column(snapshot: SnapshotAssertion) -> None:
    hands = [won("A", 60), won("A", 50), won("B", 30), won("B", 20), won("A", 60), won("A", 50)]
    result = answer(seated("hollywood", "AB", *hands))
    assert result["final"] == {"totals": {"A": 870, "B": 0}, "winner": "A", "shutout": True, "net": 870}
    assert error_of(seated("hollywood", "AB", *hands, won("A")))["message"] == snapshot


def test_a_hollywood_sheet_has_two_sides(snapshot: SnapshotAssertion) -> None:
    error = error_of(seated("hollywood", "ABC", won("A")))
    assert error["code"] == "invalid_value"
    assert error["message"] == snapshot
    assert answer(seated("captain", "ABC", won("B"), columns=3, column_multipliers=[1, 1, 1]))["cumulative"] == {
        **{"A": 0, "B": 10, "C": 10},
    }


def test_a_game_is_answered_under_every_preset(subtests: pytest.Subtests) -> None:
    """Two players or two sides; the first wins the first hand and the second is dead."""
    for preset in list(presets()):
        with subtests.test(preset=preset):
            hands = [won("A", 20, 2), {"event": "dead"}]
            result = answer(seated(preset, "AB", *hands))
            at_once = 2 * rule_set(preset).box_value if rule_set(preset).box_timing == "immediate" else 0
            assert result["cumulative"] == {"A": 20 + at_once, "B": 0}
            assert (result["boxes"], result["hands_won"], result["over"]) == ({"A": 2, "B": 0}, {"A": 1, "B": 0}, False)
