"""Evaluate: questions about cards: wilds with a declared rank, and faults in them."""

import random
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.evaluate.engine import answer
from games.rules.cards import DECKS
from games.rules.presets import rule_set
from games.rules.ruleset import as_json
from tests.rules import brute_cards as brute

SEED = 20_051_113
CARDS = {"id": 1, "preset": "standard"}


def answer_to(kind: str, **more: Any) -> dict[str, Any]:
    return answer(CARDS | {"kind": kind} | more)


def code(kind: str, **more: Any) -> str:
    result = answer_to(kind, **more)
    assert sorted(result) == ["error", "id"]
    return str(result["error"]["code"])


@pytest.mark.parametrize(
    ("preset", "cards"),
    [
        ("standard", "8s 9s Js"),
        ("standard", "8s 9s"),
        ("standard", "Qh Kh Ah"),
        ("standard", "5s 5h 5s"),
        ("ginski", "R5 W1 R8"),
        ("ginski", "R5 W1 W2"),
        ("ginski", "R5 R6 W1=9"),
    ],
)
def test_the_reason_why_cards_are_no_meld_is_reported(preset: str, cards: str, snapshot: SnapshotAssertion) -> None:
    result = answer_to("meld", preset=preset, cards=cards)
    assert result.pop("reason") == snapshot
    assert result == {"id": 1, "meld": None}


def test_a_wild_may_say_its_number() -> None:
    assert answer_to("meld", preset="ginski", cards="R5 R6 W1=4") == {"id": 1, "meld": "run"}


@pytest.mark.parametrize(
    "word", ["W1=0", "W1=14", "W1=", "W1=07", "W1=-4", "W1=4=4", "W1=\u0664", "R7=7", "W1=R7", "W6=7"]
)
def test_invalid_wild_rank_is_refused(word: str) -> None:
    result = answer_to("meld", preset="ginski", cards=f"R5 R6 {word}")
    assert [(f["code"], f["cards"]) for f in result["error"]["detail"]["faults"]] == [("unknown_card", [word])]


@pytest.mark.parametrize("kind", ["meld", "min_deadwood", "ender_arrangement"])
def test_all_invalid_cards_are_refused_together(kind: str) -> None:
    result = answer_to(kind, cards="As 1X Zz 2s")
    assert result["error"]["code"] == "unknown_card"
    assert [fault["cards"] for fault in result["error"]["detail"]["faults"]] == [["1X"], ["Zz"]]


@pytest.mark.parametrize("cards", [None, 7, ["As"], {}, True, "", "   "])
def test_cards_that_are_not_a_list_are_refused(cards: object) -> None:
    assert code("meld", cards=cards) == "invalid_value"


@pytest.mark.parametrize("kind", ["meld", "min_deadwood", "ender_arrangement"])
@pytest.mark.parametrize("cards", ["As " * 15, "As" * 5_000, "As " * 10_000])
def test_more_than_fourteen_cards_are_refused(kind: str, cards: str) -> None:
    assert code(kind, cards=cards) == "too_many_cards"


def test_a_card_there_twice_is_refused_by_name() -> None:
    error = answer_to("min_deadwood", cards="As As 2s")["error"]
    assert error["code"] == "duplicate_card"
    assert [fault["cards"] for fault in error["detail"]["faults"]] == [["As"]]


@pytest.mark.parametrize("cards", ["As", "As 2s 3s 4s 5s 6s 7s 8s 9s", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs"])
def test_an_ender_shows_ten_or_eleven_cards(cards: str) -> None:
    assert code("ender_arrangement", cards=cards) == "wrong_hand_size"


def test_an_ender_is_shown_every_arrangement() -> None:
    result = answer_to("ender_arrangement", cards="5s 5c 5d 6s 6c 6d 7s 7c 7d As")
    assert (result["deadwood"], result["melds"]) == (1, ["5s 5d 5c", "6s 6d 6c", "7s 7d 7c"])
    assert result["alternatives"][0] == {key: result[key] for key in ("deadwood", "melds", "unmelded")}
    assert {other["deadwood"] for other in result["alternatives"]} == {1}
    assert len(result["alternatives"]) == 2


def test_discard_is_named() -> None:
    result = answer_to("min_deadwood", cards="As 2s 3s 4d 5d 6d 7h 8h 9h Kc Kd", discard=True)
    assert (result["discard"], result["deadwood"], result["unmelded"]) in (("Kc", 10, "Kd"), ("Kd", 10, "Kc"))


def test_discard_and_layoffs_are_optimized_together() -> None:
    result = answer_to("min_deadwood", cards="8s Kd 2h", discard=True, knocker_melds=["5s 6s 7s"])
    assert (result["discard"], result["deadwood"], result["layoffs"]) == ("Kd", 2, [{"card": "8s", "onto": 0}])


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"discard": 1}, "invalid_value"),
        ({"ender_went_gin": "no"}, "invalid_value"),
        ({"knocker_melds": "5s 6s 7s"}, "invalid_value"),
        ({"knocker_melds": ["5s 6s 7s"] * 15}, "invalid_value"),
        ({"knocker_melds": ["5s 6s Ts"]}, "not_a_meld"),
        ({"knocker_melds": ["5s 6s 7s 8s"]}, "duplicate_card"),
        ({"unknown": 1}, "unknown_key"),
    ],
)
def test_invalid_question_about_a_hand_is_refused(more: dict[str, Any], expected: str) -> None:
    assert code("min_deadwood", cards="8s 9s Kd", **more) == expected


LAYOFFS = {"preset": "ginski", "house_rules": {"layoff": "unless_gin"}}


@pytest.mark.parametrize(
    ("meld", "deadwood", "laid"),
    [
        ("W2 P4 P5", 10, {"P3", "P7"}),
        ("W2=6 P4 P5", 10, {"P3", "P7"}),
        ("W2=3 P4 P5", 20, set()),
        ("P4 W2=3 P5", 20, set()),
    ],
)
def test_a_wild_of_the_ender_is_what_it_was_declared_to_be(meld: str, deadwood: int, laid: set[str]) -> None:
    result = answer_to("min_deadwood", **LAYOFFS, cards="P3 P7 R10", knocker_melds=["B1 B2 B3", meld])
    assert (result["deadwood"], {layoff["card"] for layoff in result["layoffs"]}) == (deadwood, laid)
    assert {layoff["onto"] for layoff in result["layoffs"]} <= {1}
    thrown = answer_to("min_deadwood", **LAYOFFS, cards="P3 P7 R10", knocker_melds=["B1 B2 B3", meld], discard=True)
    assert (thrown["deadwood"], thrown["discard"]) == (deadwood - 10, "R10")


def test_random_deals_are_defended_as_well_as_a_second_engine_can() -> None:
    luck, stated, narrowed = random.Random(SEED), 0, 0  # noqa: S311 - the same deals every time is the point
    plain = as_json(rule_set("ginski", {"layoff": "unless_gin"}))
    for number in range(300):
        near = luck.randint(1, 9)
        pool = [text for text, c in DECKS["rumski70"].items() if c.wild or near <= c.rank < near + 5]
        deal = luck.sample(pool, 20)
        hand, chosen, declared_ranks = deal[:10], list[frozenset[str]](), dict[str, int]()
        melds_there = sorted(brute.all_melds(plain, deal[10:]), key=sorted)
        runs_first = sorted(melds_there, key=lambda meld: len({c[0] for c in meld}))
        for meld in runs_first:
            if not any(meld & other for other in chosen) and luck.random() < 0.6:
                chosen.append(meld)
                for wild in [text for text in sorted(meld) if text[0] == "W" and luck.random() < 0.7]:
                    declared_ranks[wild] = luck.choice(
                        [n for n in range(1, 14) if brute.worlds(plain, meld, {wild: n})]
                    )
        melds = [
            " ".join(f"{c}={declared_ranks[c]}" if c in declared_ranks else c for c in sorted(meld)) for meld in chosen
        ]
        result = answer_to("min_deadwood", **LAYOFFS, cards=" ".join(hand), knocker_melds=melds)
        least = brute.least_defence(plain, hand, chosen, ender_went_gin=False, numbers=declared_ranks)
        assert result["deadwood"] == least, f"seed {SEED}, deal {number}: {hand} against {melds}"
        stated += bool(declared_ranks)
        narrowed += least > brute.least_defence(plain, hand, chosen, ender_went_gin=False)
    assert (stated > 150, narrowed > 5) == (True, True), (stated, narrowed)


def test_enders_wild_declared_as_an_impossible_card_makes_the_meld_invalid() -> None:
    assert code("min_deadwood", **LAYOFFS, cards="P3 P7 R10", knocker_melds=["W2=8 P4 P5"]) == "not_a_meld"


def test_a_card_of_the_ender_lies_in_one_meld() -> None:
    melds = ["W2=3 P4 P5", "W2=9 B9 G9"]
    assert code("min_deadwood", **LAYOFFS, cards="P3 P7 R10", knocker_melds=melds) == "card_in_two_melds"


@pytest.mark.parametrize(
    ("wild", "deadwood", "melds"),
    [
        ("W1", 11, ["B9 G9 W1"]),
        ("W1=9", 11, ["B9 G9 W1=9"]),
        ("W1=7", 18, ["R5 R6 W1=7"]),
        ("W1=4", 18, ["W1=4 R5 R6"]),
        ("W1=2", 49, []),
    ],
)
def test_a_wild_in_a_hand_is_what_it_was_declared_to_be(wild: str, deadwood: int, melds: list[str]) -> None:
    cards = f"R5 R6 {wild} B9 G9"
    result = answer_to("min_deadwood", preset="ginski", cards=cards)
    assert (result["deadwood"], result["melds"]) == (deadwood, melds)
    thrown = answer_to("min_deadwood", preset="ginski", cards=f"{cards} R13", discard=True)
    assert (thrown["deadwood"], thrown["discard"]) == ((42, "W1=2") if wild == "W1=2" else (deadwood, "R13"))


@pytest.mark.parametrize(
    ("wild", "deadwood", "meld"),
    [("W1", 8, "R5 R6 W1"), ("W1=7", 8, "R5 R6 W1=7"), ("W1=4", 8, "W1=4 R5 R6"), ("W1=2", 21, "Y1 W1=2 Y3")],
)
def test_an_ender_lays_a_wild_as_what_it_was_declared_to_be(wild: str, deadwood: int, meld: str) -> None:
    result = answer_to("ender_arrangement", preset="ginski", cards=f"R5 R6 {wild} Y1 Y2 Y3 G11 G12 G13 B8")
    assert (result["deadwood"], meld in result["melds"], len(result["alternatives"])) == (deadwood, True, 1)


def test_a_hand_beside_the_enders_melds_is_free_to_use_its_wilds() -> None:
    assert code("min_deadwood", **LAYOFFS, cards="P3 W1=7 R10", knocker_melds=["W2=3 P4 P5"]) == "invalid_value"


@pytest.mark.parametrize(
    ("preset", "card", "onto", "gin"),
    [
        ("standard", "8s", "5s 6s 7s", True),
        ("standard", "9s", "5s 6s 7s", False),
        ("standard", "8s", "5s 6s", False),
        ("ginski", "R7", "R4 R5 R6", False),
    ],
)
def test_an_illegal_layoff_is_reported_with_the_reason(
    preset: str, card: str, onto: str, gin: bool, snapshot: SnapshotAssertion
) -> None:
    result = answer_to("layoff", preset=preset, card=card, onto=onto, ender_went_gin=gin)
    assert result.pop("reason") == snapshot
    assert result == {"id": 1, "allowed": False}


def test_one_card_is_laid_off_at_a_time() -> None:
    assert code("layoff", card="8s 9s", onto="5s 6s 7s") == "invalid_value"
    assert answer_to("layoff", card="8s", onto="5s 6s 7s") == {"id": 1, "allowed": True}
