"""Shown hands: their faults, in the order of the rules, and the deadwood they leave."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import DECKS, Card, card
from games.rules.declaration import Ending
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.arrangement import best_arrangement
from games.rules.hands.layoffs import best_defence
from games.rules.hands.shown_hands import Layoff, ShownHand, ShownHands, count_shown, shown_deadwood
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet

STANDARD = RuleSet()
GINSKI = rule_set("ginski", {"layoff": "unless_gin"})


def cards(text: str) -> tuple[Card, ...]:
    deck = "french52" if text[-1].islower() else "rumski70"
    return tuple(card(word, deck) for word in text.split())


def hand(text: str, *melds: str, discard: str = "", **numbers: int) -> ShownHand:
    fields = {cards(name)[0]: rank for name, rank in numbers.items()}
    return ShownHand(cards(text), tuple(cards(meld) for meld in melds), cards(discard)[0] if discard else None, fields)


ANN = hand("2s 3s 4s 5h 6h 7h 9c Tc Jc 7d", "2s 3s 4s", "5h 6h 7h", "9c Tc Jc", discard="Kd")
BEN = hand("5s 6s Ks Kh Kc 2h 2d 8h 3d 9d", "Ks Kh Kc")


def shown(
    *layoffs: tuple[int, str, int],
    hands: Mapping[int, ShownHand] | None = None,
    ending: Ending = Ending.KNOCK,
    ender: int | None = 0,
) -> ShownHands:
    laid = tuple(Layoff(seat, cards(text)[0], onto) for seat, text, onto in layoffs)
    return ShownHands(ending, ender, hands if hands is not None else {0: ANN, 1: BEN}, laid)


def faults(shown_hands: ShownHands, rules: RuleSet = STANDARD) -> list[tuple[Code, int | None, str, str]]:
    """Return every fault, and make sure that the hands are refused for the same."""
    found = count_shown(shown_hands, rules).faults
    if found:
        with pytest.raises(RulesError) as illegal:
            shown_deadwood(shown_hands, rules)
        assert illegal.value.faults == found
    return [(fault.code, fault.seat, fault.name, fault.reason) for fault in found]


def test_unmelded_cards_count_as_deadwood() -> None:
    assert shown_deadwood(shown(), STANDARD) == {0: 7, 1: 35}


def test_laid_off_cards_count_nothing() -> None:
    laid = shown((1, "5s", 0), (1, "6s", 0), (1, "8h", 1))
    assert shown_deadwood(laid, STANDARD) == {0: 7, 1: 16}


def test_hands_are_scored_as_declared() -> None:
    """The nines would be a meld, but weren't declared as one."""
    nines = hand("9s 9h 9d Ks Kh Kd 2c 2h 3d 4c", "Ks Kh Kd")
    assert shown_deadwood(shown(hands={1: nines}), STANDARD) == {1: 38}


def test_a_hand_that_is_not_shown_is_not_looked_at() -> None:
    assert shown_deadwood(shown(hands={}), STANDARD) == {}
    assert shown_deadwood(shown(hands={1: BEN}, ender=None, ending=Ending.DEAD), STANDARD) == {1: 35}


def test_no_card_occurs_twice() -> None:
    twice = hand("5s 6s Ks Kh Kc 2h 2h 8h 3d 9d", "Ks Kh Kc")
    assert faults(shown(hands={0: ANN, 1: twice})) == [(Code.DUPLICATE_CARD, 1, "2h", "")]
    both = hand("5s 6s Ks Kh Kc 2h 7d 8h 3d 9d", "Ks Kh Kc")
    assert faults(shown(hands={0: ANN, 1: both})) == [(Code.DUPLICATE_CARD, None, "7d", "")]
    thrown = hand("5s 6s Ks Kh Kd 2h 2d 8h 3d 9d", "Ks Kh Kd")
    assert faults(shown(hands={0: ANN, 1: thrown})) == [(Code.DUPLICATE_CARD, None, "Kd", "")]


def test_a_hand_has_its_size() -> None:
    short = hand("5s 6s Ks Kh Kc 2h 2d 8h 3d", "Ks Kh Kc")
    found = count_shown(shown(hands={0: ANN, 1: short}), STANDARD)
    assert found.faults == (Fault(Code.WRONG_HAND_SIZE, 1, amount=9, limit=10),)
    assert found.deadwood == {0: 7, 1: 26}
    assert faults(shown(hands={1: short}), RuleSet(hand_size=9)) == []


def test_a_big_gin_has_one_card_more_and_no_discard() -> None:
    eleven = hand("As 2s 3s 4s 5s 6s 7s 8s Jh Qh Kh", "As 2s 3s 4s 5s 6s 7s 8s", "Jh Qh Kh")
    big = shown(hands={0: eleven}, ending=Ending.BIG_GIN)
    assert shown_deadwood(big, STANDARD) == {0: 0}
    assert faults(shown(hands={0: eleven}, ending=Ending.GIN)) == [(Code.WRONG_HAND_SIZE, 0, "", "")]
    assert faults(shown(hands={1: eleven}, ending=Ending.BIG_GIN)) == [(Code.WRONG_HAND_SIZE, 1, "", "")]
    thrown = ShownHand(eleven.cards, eleven.melds, cards("2c")[0])
    assert faults(shown(hands={0: thrown}, ending=Ending.BIG_GIN)) == [(Code.INVALID_VALUE, 0, "discard", "discard")]


def test_only_the_ender_throws_a_card() -> None:
    thrown = ShownHand(BEN.cards, BEN.melds, cards("Qd")[0])
    assert faults(shown(hands={0: ANN, 1: thrown})) == [(Code.INVALID_VALUE, 1, "discard", "discard")]


def test_melds_are_melds() -> None:
    wrong = hand("5s 6s Ks Kh Kc 2h 2d 8h 3d 9d", "Ks Kh", "2h 2d 3d")
    assert faults(shown(hands={0: ANN, 1: wrong})) == [
        (Code.NOT_A_MELD, 1, "Ks Kh", ""),
        (Code.NOT_A_MELD, 1, "2h 2d 3d", ""),
    ]
    assert count_shown(shown(hands={0: ANN, 1: wrong}), STANDARD).deadwood == {0: 7}


def test_a_card_is_in_one_meld() -> None:
    wrong = hand("3h 3d 3s 4s 5s Kh Kd Qc 9c 8c", "3h 3d 3s", "3s 4s 5s")
    assert faults(shown(hands={1: wrong})) == [(Code.CARD_IN_TWO_MELDS, 1, "3s", "")]


def test_melds_are_of_the_hand() -> None:
    wrong = hand("3h 3d 2s 4s 5s Kh Kd Qc 9c 8c", "3h 3d 3c 3s", "Kh Kd Kc")
    assert faults(shown(hands={1: wrong})) == [(Code.CARD_NOT_IN_HAND, 1, "3s 3c Kc", "")]


@pytest.mark.parametrize(
    ("layoff", "code", "reason"),
    [
        ((1, "6s", 0), Code.LAYOFF_NOT_ALLOWED, "no_fit"),
        ((1, "9d", 3), Code.LAYOFF_NOT_ALLOWED, "no_meld"),
        ((1, "9d", -1), Code.LAYOFF_NOT_ALLOWED, "no_meld"),
        ((1, "Kh", 1), Code.LAYOFF_NOT_ALLOWED, "melded"),
        ((0, "7d", 1), Code.LAYOFF_NOT_ALLOWED, "ender"),
        ((1, "8c", 2), Code.CARD_NOT_IN_HAND, ""),
        ((2, "8c", 2), Code.CARD_NOT_IN_HAND, ""),
    ],
)
def test_an_impossible_layoff_is_reported_with_the_reason(
    layoff: tuple[int, str, int], code: Code, reason: str
) -> None:
    assert faults(shown(layoff)) == [(code, layoff[0], layoff[1], reason)]


def test_layoffs_are_judged_in_the_order_given() -> None:
    """A refused layoff does not help the next card; a legal one leaves the hand."""
    assert faults(shown((1, "5s", 0), (1, "6s", 0))) == []
    assert faults(shown((1, "6s", 0), (1, "5s", 0))) == [(Code.LAYOFF_NOT_ALLOWED, 1, "6s", "no_fit")]
    assert faults(shown((1, "5s", 0), (1, "5s", 0))) == [(Code.CARD_NOT_IN_HAND, 1, "5s", "")]


def test_two_players_may_lay_off_on_one_meld() -> None:
    third = hand("6s 7s Qh Qd Qc 2c 3c 4c Js 8d", "Qh Qd Qc", "2c 3c 4c")
    second = hand("5s 8h Ks Kh Kc 2h 2d 8c 3d 9d", "Ks Kh Kc")
    hands = {0: ANN, 1: second, 2: third}
    laid = shown((1, "5s", 0), (2, "6s", 0), (1, "8h", 1), (2, "7s", 0), hands=hands)
    assert shown_deadwood(laid, STANDARD) == {0: 7, 1: 24, 2: 18}


@pytest.mark.parametrize(
    ("rules", "ending", "reason"),
    [
        (RuleSet(layoff="never"), Ending.KNOCK, "never"),
        (STANDARD, Ending.GIN, "after_gin"),
        (STANDARD, Ending.BIG_GIN, "after_gin"),
        (RuleSet(layoff="always"), Ending.GIN, None),
    ],
)
def test_layoffs_hang_on_the_rules_and_the_ending(rules: RuleSet, ending: Ending, reason: str | None) -> None:
    gin = hand("2s 3s 4s 5h 6h 7h 9c Tc Jc Qc", "2s 3s 4s", "5h 6h 7h", "9c Tc Jc Qc", discard="Kd")
    found = count_shown(shown((1, "5s", 0), hands={0: gin, 1: BEN}, ending=ending), rules).faults
    reasons = [fault.reason for fault in found if fault.code is Code.LAYOFF_NOT_ALLOWED]
    assert reasons == ([] if reason is None else [reason])


def test_a_knock_with_nothing_left_is_a_gin_that_takes_no_layoffs() -> None:
    gin = hand("2s 3s 4s 5h 6h 7h 9c Tc Jc Qc", "2s 3s 4s", "5h 6h 7h", "9c Tc Jc Qc", discard="Kd")
    knocked = shown((1, "5s", 0), hands={0: gin, 1: BEN})
    assert faults(knocked) == [(Code.LAYOFF_NOT_ALLOWED, 1, "5s", "after_gin")]
    assert shown_deadwood(knocked, RuleSet(layoff="always")) == {0: 0, 1: 30}


def test_after_a_dead_hand_nothing_is_laid_off() -> None:
    dead = shown((1, "5s", 0), hands={1: BEN}, ending=Ending.DEAD, ender=None)
    assert faults(dead) == [(Code.LAYOFF_NOT_ALLOWED, 1, "5s", "dead")]


def test_the_enders_false_meld_is_the_enders_fault_alone() -> None:
    wrong = hand("2s 3s 4s 5h 6h 7h 9c Tc Jc 7d", "2s 3s 5h", "9c Tc Jc")
    assert faults(shown((1, "5s", 0), hands={0: wrong, 1: BEN})) == [(Code.NOT_A_MELD, 0, "2s 3s 5h", "")]


def test_layoffs_on_hands_that_are_not_shown_are_on_no_meld() -> None:
    assert faults(shown((1, "5s", 0), hands={1: BEN})) == [(Code.LAYOFF_NOT_ALLOWED, 1, "5s", "no_meld")]


def test_a_wild_is_where_it_was_declared_to_be_or_where_the_first_layoff_puts_it() -> None:
    text, melds = "R5 R6 W2 G1 G2 G3 B9 Y9 P9 P1", ("R5 R6 W2", "G1 G2 G3", "B9 Y9 P9")
    other = hand("R7 R3 R4 Y1 Y2 Y3 B1 B2 B3 W1", "Y1 Y2 Y3", "B1 B2 B3")
    on = {"R7": (1, "R7", 0), "R3": (1, "R3", 0), "R4": (1, "R4", 0), "W1": (1, "W1", 0)}
    as_four, as_seven, as_either = hand(text, *melds, W2=4), hand(text, *melds, W2=7), hand(text, *melds)

    def left(ender: ShownHand, *layoffs: str) -> int | str:
        shown_hands = count_shown(shown(*(on[name] for name in layoffs), hands={0: ender, 1: other}), GINSKI)
        return shown_hands.deadwood[1] if not shown_hands.faults else shown_hands.faults[0].name

    assert [left(as_four, name) for name in on] == [27, 31, "R4", "W1"]
    assert [left(as_seven, name) for name in on] == ["R7", "R3", 30, "W1"]
    assert [left(as_either, name) for name in on] == [27, 31, 30, "W1"]
    assert (left(as_either, "R7", "R3"), left(as_either, "R4", "R3"), left(as_either, "R4", "R7")) == (24, 27, "R7")
    assert [fault[:3] for fault in faults(shown(hands={0: hand(text, *melds, W2=9)}), GINSKI)] == [
        (Code.NOT_A_MELD, 0, "R5 R6 W2")
    ]


def test_all_faults_are_reported_in_the_order_of_the_rules() -> None:
    hands = {
        2: hand("2h 2d 2c 4c 5c 6c 7d 8d 9d", "2h 2d 2c", "4c 5c 6d"),
        1: hand("Ks Kh Kc 2h 3h 4h 5d 9s 8s Qd", "Ks Kh Kc", "Kc Kh Ks", "2h 3h 4h"),
        0: hand("As 2s 3s 9c Tc Jc Jh Qh Js Td", "As 2s 3s", "9c Tc Jc Qc", discard="Qd"),
    }
    found = [(code.value, seat, name) for code, seat, name, _ in faults(shown((1, "5d", 0), (1, "6d", 0), hands=hands))]
    assert found == [
        ("duplicate_card", None, "Qd"),
        ("duplicate_card", None, "2h"),
        ("wrong_hand_size", 2, ""),
        ("not_a_meld", 2, "4c 5c 6d"),
        ("card_in_two_melds", 1, "Ks Kh Kc"),
        ("card_not_in_hand", 0, "Qc"),
        ("card_not_in_hand", 2, "6d"),
        ("layoff_not_allowed", 1, "5d"),
        ("card_not_in_hand", 1, "6d"),
    ]


@given(st.permutations(list(DECKS["french52"].values())), st.booleans())
def test_the_best_defence_is_legal_and_counts_what_it_says(deck: list[Card], gin: bool) -> None:
    """The solver's result for two hands is a legal way to show them, and leaves the deadwood it names."""
    rules = RuleSet(layoff="always" if gin else "unless_gin")
    first, second = best_arrangement(deck[:10], rules), tuple(deck[10:20])
    defence = best_defence(second, first.melds, rules, ender_went_gin=gin or not first.deadwood)
    shown_hands = ShownHands(
        Ending.GIN if gin else Ending.KNOCK,
        0,
        {0: ShownHand(tuple(deck[:10]), first.melds, deck[20]), 1: ShownHand(second, defence.melds)},
        tuple(Layoff(1, laid, onto) for laid, onto in defence.layoffs),
    )
    assert shown_deadwood(shown_hands, rules) == {0: first.deadwood, 1: defence.deadwood}
