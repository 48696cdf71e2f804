"""Hands entered card by card: the round they make, layoffs, and points that were missed."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from games.rules.analysis.hindsight import missed_points
from games.rules.cards import DECKS, Card, card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand, TeamDeal
from games.rules.hands.arrangement import best_arrangement, card_value
from games.rules.hands.inference import least_deadwood, likely_discard, likely_ender, likely_ending
from games.rules.hands.layoff_moves import cards_by_meld, fitting_melds, in_legal_order, proposed_layoffs, without_cards
from games.rules.hands.layoffs import layoff_refusal
from games.rules.hands.shown_hands import ShownHands, count_shown
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet, with_house_rules
from tests.rules.kit import GINSKI, STANDARD

RUMSKI_LAYOFFS = with_house_rules(GINSKI, {"layoff": "unless_gin"})
ALWAYS = with_house_rules(STANDARD, {"layoff": "always"})
NO_BIG_GIN = with_house_rules(STANDARD, {"big_gin_bonus": None})

KNOCK = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
POOR = "2s 3c 5h 7c 8c 8s 9s Td Qd Kh"
GIN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Kh"


def cards(text: str, rules: RuleSet = STANDARD) -> tuple[Card, ...]:
    return tuple(card(word, rules.deck) for word in text.split())


def hand(text: str, rules: RuleSet = STANDARD) -> ShownHand:
    """A hand with its groups before slashes: "5s 6s 7s / Ks Kc Kd / 2d"; the last are left over."""
    *groups, left = [cards(part, rules) for part in text.split("/")]
    return ShownHand((*[c for group in groups for c in group], *left), tuple(groups))


# --- What the cards say ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (KNOCK, 10),
        (GIN, 0),
        (f"{KNOCK} 2d", 2),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd Jd", 40),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / 2d 3d", 2),
        ("5s 6s 8s / 9c Tc Jc / Ks Kc Kd / 2d", 21),
        ("5s 6s / 9c Tc Jc / Ks Kc Kd / 2d 3d", 16),
    ],
)
def test_a_hand_may_end_the_round_with_what_is_left_of_it(text: str, points: int) -> None:
    assert least_deadwood(hand(text), STANDARD) == points


def test_more_than_fourteen_cards_are_not_arranged() -> None:
    assert least_deadwood(ShownHand(tuple(DECKS["french52"].values())[:15]), STANDARD) == STANDARD.most_deadwood


@pytest.mark.parametrize(
    ("hands", "rules", "upcard", "ender"),
    [
        ((KNOCK, POOR), STANDARD, "", 0),
        ((POOR, KNOCK), STANDARD, "", 1),
        ((KNOCK, "5h 6h 7h 9h Th Jh 2s 2c 2d 2h"), STANDARD, "", 1),
        ((f"{POOR} As", KNOCK.replace("Jd", "Ah")), STANDARD, "", 0),
        ((KNOCK, KNOCK.replace("Jd", "Ah")), STANDARD, "", None),
        ((POOR, ""), STANDARD, "", None),
        ((KNOCK[:20], POOR), STANDARD, "", None),
        ((KNOCK, POOR), rule_set("oklahoma"), "5d", None),
        ((KNOCK, POOR), rule_set("oklahoma"), "Td", 0),
        ((KNOCK, POOR), rule_set("oklahoma"), "", 0),
    ],
)
def test_ender_is_inferred_from_the_cards(hands: Sequence[str], rules: RuleSet, upcard: str, ender: int | None) -> None:
    entered = {seat: hand(text) for seat, text in enumerate(hands)}
    assert likely_ender(entered, rules, card(upcard, rules.deck) if upcard else None) == ender


@pytest.mark.parametrize(
    ("text", "rules", "called", "thrown"),
    [
        (f"{KNOCK} 2d", STANDARD, None, "Jd"),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / 2d 3d", STANDARD, None, "3d"),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc / 2d 3d 4d", STANDARD, None, "Ks"),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / 2d 3d", STANDARD, Ending.BIG_GIN, None),
        (KNOCK, STANDARD, None, None),
        (f"{GIN} 8s", STANDARD, None, None),
        (f"{GIN} 8s", STANDARD, Ending.GIN, "Kh"),
        (f"{GIN} 8s", NO_BIG_GIN, None, "Kh"),
        ("5s 6s 7s 8s / 9c Tc Jc / Ks Kc Kd Kh /", STANDARD, None, None),
    ],
)
def test_discard_is_inferred_from_the_cards(
    text: str, rules: RuleSet, called: Ending | None, thrown: str | None
) -> None:
    found = likely_discard(hand(text), rules, called)
    if text.endswith("8s") and thrown:
        left = tuple(c for c in hand(text).cards if c != found)
        assert not best_arrangement(left, rules).deadwood
    else:
        assert (found.text if found else None) == thrown


def test_no_discard_is_guessed_for_too_many_cards() -> None:
    assert likely_discard(ShownHand(tuple(DECKS["french52"].values())[:15]), STANDARD) is None


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / Jd", Ending.KNOCK),
        ("5s 6s 7s / 9c Tc Jc / Ks Kc Kd Kh /", Ending.GIN),
        ("5s 6s 7s 8s / 9c Tc Jc / Ks Kc Kd Kh /", Ending.BIG_GIN),
        ("5s 6s 8s / 9c Tc Jc / Ks Kc Kd Kh /", Ending.KNOCK),
    ],
)
def test_how_the_round_ended(text: str, ending: Ending) -> None:
    assert likely_ending(hand(text), STANDARD) is ending


# --- Layoffs at a table ----------------------------------------------------------------------------------------------

ENDER = hand("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / Ad")


def layoffs(*each_layoff: tuple[int, str, int], rules: RuleSet = STANDARD) -> list[Layoff]:
    return [Layoff(seat, card(text, rules.deck), onto) for seat, text, onto in each_layoff]


def test_every_order_of_the_same_layoffs_becomes_a_legal_one() -> None:
    ordered = layoffs((1, "8s", 0), (2, "9s", 0), (1, "4s", 0), (2, "8c", 1), (1, "Qc", 1), (1, "Kh", 2))
    for some in permutations(ordered):
        done: list[Layoff] = []
        for layoff in in_legal_order(some, ENDER, STANDARD):
            laid = cards_by_meld(done).get(layoff.onto, [])
            assert (
                layoff_refusal(layoff.card, ENDER.melds[layoff.onto], STANDARD, ender_went_gin=False, laid=laid) is None
            )
            done.append(layoff)
        assert set(done) == set(ordered)


def test_impossible_layoffs_are_ordered_last() -> None:
    ordered = layoffs((1, "2h", 0), (1, "9s", 0), (1, "8s", 0), (1, "3h", 7))
    assert [x.card.text for x in in_legal_order(ordered, ENDER, STANDARD)] == ["8s", "9s", "2h", "3h"]


def test_longest_chain_of_layoffs_is_used_where_two_exclude_each_other() -> None:
    ender = hand("R5 R6 W1 / B1", RUMSKI_LAYOFFS)
    ordered = layoffs((1, "R9", 0), (1, "R7", 0), (1, "R4", 0), (2, "R8", 0), rules=RUMSKI_LAYOFFS)
    assert [x.card.text for x in in_legal_order(ordered, ender, RUMSKI_LAYOFFS)] == ["R7", "R8", "R9", "R4"]


def test_a_card_fits_where_it_may_be_laid_off_now() -> None:
    nine, king = cards("9s Kh")
    assert fitting_melds(nine, ENDER, (), STANDARD, gin=False) == ()
    laid = layoffs((1, "8s", 0))
    assert fitting_melds(nine, ENDER, laid, STANDARD, gin=False) == (0,)
    assert fitting_melds(nine, ENDER, laid, STANDARD, gin=True) == ()
    assert fitting_melds(king, ENDER, laid, ALWAYS, gin=True) == (2,)


def test_those_who_lay_off_do_it_one_after_the_other() -> None:
    hands = {2: cards("8s 2h 3d"), 1: cards("9s 4h 6d")}
    found = proposed_layoffs(hands, ENDER, STANDARD, gin=False)
    assert found is not None
    assert [(seat, c.text, onto) for seat, best in found.items() for c, onto in best.layoffs] == [
        (2, "8s", 0),
        (1, "9s", 0),
    ]
    assert [best.deadwood for best in found.values()] == [5, 10]


@pytest.mark.parametrize("text", ["5s 2h 3d", "2h 2h 3d"])
def test_duplicate_card_proposes_no_layoffs(text: str) -> None:
    assert proposed_layoffs({1: cards(text)}, ENDER, STANDARD, gin=False) is None


def test_laid_off_cards_leave_their_melds_and_two_cards_are_not_a_meld() -> None:
    own = hand("8c 8s 8d / 2s 2c 2d 2h / Ac 7c")
    after = without_cards(own, cards("8s 2h"))
    assert after.melds == (cards("2s 2c 2d"),)
    assert after.cards == own.cards


# --- Missed points ---------------------------------------------------------------------------------------------------


def declared(
    ender: ShownHand, *others: ShownHand, rules: RuleSet = STANDARD, laid: Sequence[Layoff] = ()
) -> Declaration:
    """A knock or gin of seat 0 with its cards and their deadwood."""
    shown, ending = dict(enumerate((ender, *others))), likely_ending(ender, rules)
    counted = count_shown(ShownHands(ending, 0, shown, tuple(laid)), rules)
    assert not counted.faults
    return Declaration(tuple(shown), ending, 0, counted.deadwood, shown=shown, layoffs=tuple(laid))


BEN = hand("2s 2c 2d 2h / 8c 8s 8d / 7c 9s Ac")


def test_layoffs_and_melds_together_are_what_an_opponent_could_have_done() -> None:
    laid = layoffs((1, "8s", 0), (1, "9s", 0), (1, "8c", 1), (1, "7c", 1))
    assert missed_points(declared(ENDER, BEN), STANDARD) == {1: 8}
    assert missed_points(declared(ENDER, without_cards(BEN, cards("8s 8c")), laid=laid), STANDARD) == {}


def test_an_ender_is_measured_by_the_melds_alone() -> None:
    plain = ShownHand(ENDER.cards, ENDER.melds[:2])
    assert missed_points(declared(plain), STANDARD) == {0: 30}


def test_after_gin_there_was_nothing_to_lay_off() -> None:
    gin = hand("5s 6s 7s / 9c Tc Jc / Ks Kc Kd Kh /")
    assert missed_points(declared(gin, BEN), STANDARD) == {}
    assert missed_points(declared(gin, BEN, rules=ALWAYS), ALWAYS) == {1: 8}


def test_a_knock_with_nothing_left_is_a_gin_for_that_too() -> None:
    gin = declared(hand("5s 6s 7s / 9c Tc Jc / Ks Kc Kd Kh /"), BEN)
    called = Declaration(gin.active, Ending.KNOCK, 0, gin.deadwood, shown=gin.shown)
    assert missed_points(called, STANDARD) == {}


def test_one_without_the_enders_cards_is_measured_by_melds() -> None:
    declaration = Declaration(
        (0, 1), Ending.KNOCK, 0, {0: 3, 1: 25}, shown={1: hand("8c 8s 8d / Ac 2s 2c 2d 2h 7c 9s")}
    )
    assert missed_points(declaration, STANDARD) == {1: 8}


def test_no_hint_where_others_laid_off_the_same_card() -> None:
    cleo = hand("9s / Th Jh Qh / 3d 3h 3c As 4d 4h")
    ben = hand("8s 9h 9d / 2s 2c 2d / Qs Jd 5h 6c")
    # Cleo laid the nine off after Ben's eight: without that eight her own chain would not reach.
    declaration = Declaration(
        (0, 1, 2),
        Ending.KNOCK,
        0,
        {0: 1, 1: 60, 2: 40},
        shown={0: ENDER, 1: ben, 2: ShownHand(cleo.cards)},
        layoffs=tuple(layoffs((1, "8s", 0), (2, "9s", 0))),
    )
    found = missed_points(declaration, STANDARD)
    assert 1 not in found
    assert found[2] > 0


def test_every_hand_of_a_team_deal_is_looked_at_and_no_dead_one() -> None:
    dead = Declaration((2, 3), Ending.DEAD, shown={3: BEN})
    assert missed_points(TeamDeal((declared(ENDER, BEN), dead)), STANDARD) == {1: 8}


def test_no_hint_above_the_maximum_of_cards() -> None:
    many = ShownHand(tuple(DECKS["french52"].values())[:15])
    declaration = Declaration((0, 1), Ending.KNOCK, 0, {0: 1, 1: 90}, shown={1: many})
    assert missed_points(declaration, STANDARD) == {}


def test_hint_never_exceeds_what_was_possible() -> None:
    """Random hands: missed points never exceed the deadwood, and the proposed layoffs reach the best result."""
    draw = random.Random(20_261_121)  # noqa: S311 - hands to deal, nothing secret
    deck = [c for c in DECKS["french52"].values() if c not in ENDER.cards]
    for _ in range(60):
        other = ShownHand(tuple(draw.sample(deck, 10)))
        declaration = declared(ENDER, other)
        left = sum(card_value(c, STANDARD) for c in other.cards)
        best = missed_points(declaration, STANDARD).get(1, 0)
        assert 0 <= best <= left
        found = proposed_layoffs({1: other.cards}, ENDER, STANDARD, gin=False)
        assert found is not None
        assert left - best == found[1].deadwood
