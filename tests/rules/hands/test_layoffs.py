"""Legal layoffs and the best defense: vectors, every order of every layoff, invariants.

Random pairs of hands are compared for each deck, many more of them by the tests marked slow.
"""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import DECKS, Card, card
from games.rules.faults import Code, RulesError
from games.rules.hands.arrangement import all_best, best_arrangement, card_value
from games.rules.hands.layoffs import Defence, LayoffRefusal, best_defence, layoff_refusal, meld_on_table
from games.rules.hands.melds import Meld, meld_of
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from tests.rules import brute_cards as brute

VECTORS = Path(__file__).parents[2] / "vectors"
PRESETS: dict[str, dict[str, Any]] = json.loads((VECTORS / "presets_all.json").read_text(encoding="utf-8"))["presets"]
EXAMPLES = json.loads((VECTORS / "examples.json").read_text(encoding="utf-8"))["examples"]
BANK = [example for example in EXAMPLES if example["kind"] == "layoff"]
WITH_MELDS = [example for example in EXAMPLES if example["kind"] == "min_deadwood" and "knocker_melds" in example]
ROUNDS = [example for example in EXAMPLES if example["kind"] == "round" and "layoffs" in example]
LAYOFF_QUESTIONS = [
    json.loads(line) for line in (VECTORS / "vectors_layoff.jsonl").read_text(encoding="utf-8").splitlines()
]  # fmt: skip
SEED = 20_051_113
STANDARD = RuleSet()
ALWAYS = with_house_rules(STANDARD, {"layoff": "always"})
CORNER = with_house_rules(STANDARD, {"run_wrap": "around_corner"})
GINSKI = with_house_rules(with_house_rules(STANDARD, PRESETS["ginski"]), {"layoff": "unless_gin"})
NO_DOUBLE = with_house_rules(GINSKI, {"wild_may_duplicate": False})


def cards(texts: str | Sequence[str], rules: RuleSet) -> list[Card]:
    return [card(text, rules.deck) for text in (texts.split() if isinstance(texts, str) else texts)]


def refusal_of(
    text: str, onto: str, rules: RuleSet, laid: str = "", gin: bool = False, **numbers: int
) -> LayoffRefusal | None:
    fields = {card(name, rules.deck): rank for name, rank in numbers.items()}
    meld, before = cards(onto, rules), cards(laid, rules)
    return layoff_refusal(card(text, rules.deck), meld, rules, ender_went_gin=gin, laid=before, declared_ranks=fields)


def is_legal(
    found: Defence,
    hand: Sequence[Card],
    ender: Sequence[Sequence[Card]],
    rules: RuleSet,
    *,
    gin: bool = False,
    numbers: Mapping[Card, int] | None = None,
) -> bool:
    """Say whether each layoff in its order and each meld is one, every card is in one place, and the sum is right."""
    laid: dict[int, list[Card]] = {}
    for thrown, at in found.layoffs:
        before = laid.setdefault(at, [])
        if layoff_refusal(thrown, ender[at], rules, ender_went_gin=gin, laid=before, declared_ranks=numbers):
            return False
        before.append(thrown)
    shown = [c for meld in found.melds for c in meld] + list(found.unmelded) + [c for c, _ in found.layoffs]
    return (
        all(isinstance(meld_of(meld, rules), Meld) for meld in found.melds)
        and len(shown) == len(hand)
        and set(shown) == set(hand)
        and found.deadwood == sum(card_value(c, rules) for c in found.unmelded)
    )


def test_vector_is_defended_as_well_as_it_can_be(subtests: pytest.Subtests) -> None:
    for vector in LAYOFF_QUESTIONS:
        with subtests.test(vector=vector):
            hand, ender = (
                cards(vector["defender"], STANDARD),
                [cards(meld, STANDARD) for meld in vector["knocker_melds"]],
            )
            found = best_defence(hand, ender, STANDARD, ender_went_gin=vector["gin"])
            assert found.deadwood == vector["expect"]["deadwood"]
            assert is_legal(found, hand, ender, STANDARD, gin=vector["gin"])
            assert not (vector["gin"] and found.layoffs)
            assert best_arrangement(hand, STANDARD).deadwood == vector["expect"]["own_melds_only"]


def test_this_many_vectors_were_tried() -> None:
    assert len(LAYOFF_QUESTIONS) == 200


def test_the_enders_choice_of_the_notes_is_among_the_best() -> None:
    for vector in LAYOFF_QUESTIONS:
        hand = cards(vector["knocker_hand"], STANDARD)
        laid = {frozenset(cards(meld, STANDARD)) for meld in vector["knocker_melds"]}
        found = all_best(hand, STANDARD)
        assert laid in [{frozenset(meld) for meld in a.melds} for a in found], vector["id"]
        assert found[0].deadwood == vector["knocker_points"], vector["id"]


def test_example_is_what_the_notes_say(subtests: pytest.Subtests) -> None:
    for example in BANK:
        with subtests.test(example=example):
            rules = with_house_rules(with_house_rules(STANDARD, PRESETS[example["preset"]]), example["house_rules"])
            reason = refusal_of(example["card"], example["onto"], rules, gin=example["ender_went_gin"])
            assert (reason is None) == example["expected"]["allowed"]


@pytest.mark.parametrize("example", WITH_MELDS, ids=lambda example: example["id"])
def test_example_against_melds_is_what_the_notes_say(example: dict[str, Any]) -> None:
    rules = with_house_rules(with_house_rules(STANDARD, PRESETS[example["preset"]]), example["house_rules"])
    hand, ender = cards(example["cards"], rules), [cards(meld, rules) for meld in example["knocker_melds"]]
    found = best_defence(hand, ender, rules, ender_went_gin=False)
    assert found.deadwood == example["expected"]["deadwood"]
    assert is_legal(found, hand, ender, rules)


@pytest.mark.parametrize("example", ROUNDS, ids=lambda example: example["id"])
def test_a_round_of_the_notes_cannot_be_defended_better(example: dict[str, Any]) -> None:
    rules = with_house_rules(with_house_rules(STANDARD, PRESETS[example["preset"]]), example["house_rules"])
    ender, gin = example["ender"], example["declared"] != "knock"
    melds = [cards(meld, rules) for meld in example["hands"][ender]["melds"]]
    for name, hand in example["hands"].items():
        if name != ender:
            laid: dict[int, list[Card]] = {}
            for layoff in example["layoffs"]:
                before = laid.setdefault(layoff["onto"], [])
                thrown = card(layoff["card"], rules.deck)
                assert layoff_refusal(thrown, melds[layoff["onto"]], rules, ender_went_gin=gin, laid=before) is None
                before.append(thrown)
            found = best_defence(cards(hand["cards"], rules), melds, rules, ender_went_gin=gin)
            assert found.deadwood == example["deadwood_after_layoffs"][name]


def test_this_many_examples_were_tried() -> None:
    assert (len(BANK), len(WITH_MELDS), len(ROUNDS)) == (16, 1, 6)


def test_cards_that_fit_a_meld_may_be_laid_off(subtests: pytest.Subtests) -> None:
    cases = [
        ("5c", "6c 7c 8c", STANDARD, False, None),
        ("5c", "6c 7c 8c", STANDARD, True, LayoffRefusal.AFTER_GIN),
        ("5c", "6c 7c 8c", ALWAYS, True, None),
        ("5c", "6c 7c 8c", with_house_rules(STANDARD, {"layoff": "never"}), False, LayoffRefusal.NEVER),
        ("4c", "6c 7c 8c", STANDARD, False, LayoffRefusal.NO_FIT),
        ("7c", "6c 7c 8c", STANDARD, False, LayoffRefusal.NO_FIT),
        ("5c", "5s 5h", STANDARD, False, LayoffRefusal.NOT_A_MELD),
        ("As", "Js Qs Ks", STANDARD, False, LayoffRefusal.NO_FIT),
        ("As", "Js Qs Ks", CORNER, False, None),
        ("2s", "As Qs Ks", CORNER, False, None),
        ("Js", "As Qs Ks", with_house_rules(STANDARD, {"run_wrap": "ace_high"}), False, None),
        ("2s", "As Qs Ks", with_house_rules(STANDARD, {"run_wrap": "ace_high"}), False, LayoffRefusal.NO_FIT),
        ("Ks", "As 2s 3s", with_house_rules(STANDARD, {"run_wrap": "ace_high"}), False, LayoffRefusal.NO_FIT),
        ("W2", "R4 R5 R6", GINSKI, False, LayoffRefusal.WILD),
        ("P5", "R5 B5 W1", GINSKI, False, None),
        ("P5", "R5 B5 G5 Y5 W1", GINSKI, False, None),
        ("P5", "R5 B5 G5 Y5 W1", NO_DOUBLE, False, LayoffRefusal.NO_FIT),
        ("P6", "R5 B5 W1", GINSKI, False, LayoffRefusal.NO_FIT),
    ]
    for text, onto, rules, gin, reason in cases:
        with subtests.test(text=text, onto=onto, rules=rules, gin=gin, reason=reason):
            assert refusal_of(text, onto, rules, gin=gin) == reason


def test_card_may_be_laid_off_on_an_earlier_layoff() -> None:
    assert refusal_of("Qh", "8h 9h Th", STANDARD) is LayoffRefusal.NO_FIT
    assert refusal_of("Qh", "8h 9h Th", STANDARD, laid="Jh") is None
    assert refusal_of("Jh", "8h 9h Th", STANDARD, laid="Jh") is LayoffRefusal.NO_FIT
    assert refusal_of("Kh", "8h 9h Th", STANDARD, laid="Qh") is LayoffRefusal.NOT_A_MELD
    assert refusal_of("P5", "R5 B5 W1", NO_DOUBLE, laid="G5") is None
    assert refusal_of("P5", "R5 B5 W1", NO_DOUBLE, laid="G5 Y5") is LayoffRefusal.NO_FIT


def test_a_wild_at_an_open_end_is_where_the_first_layoff_puts_it() -> None:
    # rules 4: R5 R6 W1 is 4-5-6 or 5-6-7 until somebody lays a card on it.
    assert [refusal_of(f"R{rank}", "R5 R6 W1", GINSKI) for rank in (3, 4, 7, 8)] == [None] * 4
    assert refusal_of("R2", "R5 R6 W1", GINSKI) is LayoffRefusal.NO_FIT
    after_seven = [refusal_of(f"R{rank}", "R5 R6 W1", GINSKI, laid="R7") is None for rank in (2, 3, 4, 8, 9)]
    assert after_seven == [False, True, False, True, False]
    assert refusal_of("R7", "R5 R6 W1", GINSKI, laid="R3") is None
    assert refusal_of("R4", "R5 R6 W1", GINSKI, laid="R3") is LayoffRefusal.NO_FIT
    state = meld_on_table(cards("R5 R6 W1", GINSKI), GINSKI, cards("R7 R8", GINSKI))
    assert state is not None
    assert (state.starts, state.size) == ((4,), 5)


def test_a_wild_that_was_named_stays() -> None:
    assert refusal_of("R7", "R5 R6 W1", GINSKI, W1=7) is LayoffRefusal.NO_FIT
    assert refusal_of("R8", "R5 R6 W1", GINSKI, W1=7) is None
    assert refusal_of("R4", "R5 R6 W1", GINSKI, W1=7) is None
    assert refusal_of("R4", "R5 R6 W1", GINSKI, W1=9) is LayoffRefusal.NOT_A_MELD
    hand, ender = cards("R7 R8 B2", GINSKI), [cards("R5 R6 W1", GINSKI)]
    free = best_defence(hand, ender, GINSKI, ender_went_gin=False)
    named = best_defence(hand, ender, GINSKI, ender_went_gin=False, declared_ranks={card("W1", "rumski70"): 7})
    assert [c.text for c, _ in free.layoffs] == ["R7", "R8"]
    assert [c.text for c, _ in named.layoffs] == ["R8"]


def test_the_third_player_lays_on_what_the_second_laid() -> None:
    hand, ender = cards("8h 9h 2c", STANDARD), [cards("Ks Kh Kd", STANDARD), cards("4h 5h 6h", STANDARD)]
    assert best_defence(hand, ender, STANDARD, ender_went_gin=False).deadwood == 19
    found = best_defence(hand, ender, STANDARD, ender_went_gin=False, laid={1: cards("7h", STANDARD)})
    assert ([(c.text, at) for c, at in found.layoffs], found.deadwood) == ([("8h", 1), ("9h", 1)], 2)


def test_own_meld_stays_if_laying_off_saves_no_more() -> None:
    hand, ender = cards("7h 7d 7c Kc", STANDARD), [cards("4h 5h 6h", STANDARD)]
    found = best_defence(hand, ender, STANDARD, ender_went_gin=False)
    assert (len(found.melds), found.layoffs, found.deadwood) == (1, (), 10)


def test_defence_with_duplicate_cards_or_invalid_melds_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        best_defence(cards("5s 6s 9d", STANDARD), [cards("5s 5h 5d", STANDARD)], STANDARD, ender_went_gin=False)
    assert [(f.code, f.name) for f in refused.value.faults] == [(Code.DUPLICATE_CARD, "5s")]
    with pytest.raises(RulesError) as refused:
        best_defence(cards("5s 6s 9d", STANDARD), [cards("5c 5h", STANDARD)], STANDARD, ender_went_gin=True)
    assert [(f.code, f.name) for f in refused.value.faults] == [(Code.NOT_A_MELD, "5c 5h")]
    with pytest.raises(RulesError) as refused:
        best_defence(list(DECKS["french52"].values())[:15], [], STANDARD, ender_went_gin=False)
    assert [f.code for f in refused.value.faults] == [Code.TOO_MANY_CARDS]


Pair = tuple[RuleSet, list[str], list[list[str]]]


def drawn(luck: random.Random, deck: str, size: int) -> Pair:
    """Draw rules, a defender's hand and some melds of an ender, from cards that lie close together."""
    house: dict[str, Any] = {"layoff": "unless_gin", "knock_limit": 0}
    if luck.random() < 0.4:
        house["run_wrap"] = luck.choice(["none", "ace_high", "around_corner"])
        if luck.random() < 0.3:
            house["rank_values"] = [luck.choice([0, 1, 5, 9, 10, 15]) for _ in range(13)]
        if deck == "rumski70":
            house["max_wilds_per_meld"] = luck.choice([0, 1, 1, 2, 3])
            house["wild_scope"] = luck.choice(["any", "any", "sets_only"])
            house["wild_may_duplicate"] = luck.choice([True, False])
            house["wild_value"] = luck.choice([20, 0, 1, 7])
    rules = with_house_rules(GINSKI if deck == "rumski70" else STANDARD, house)
    plain = as_json(rules)
    while True:
        start, span = luck.randint(1, 13), luck.randint(5 if deck == "french52" else 4, 9)
        pool = [text for text, c in DECKS[deck].items() if c.wild or (c.rank - start) % 13 < span]
        ender = luck.sample(pool, 10)
        melds = sorted(sorted(meld) for meld in brute.all_melds(plain, ender))
        luck.shuffle(melds)
        chosen: list[list[str]] = []
        for meld in melds:
            if not any(set(meld) & set(other) for other in chosen):
                chosen.append(meld)
        if chosen:
            return rules, luck.sample(sorted(set(pool) - set(ender)), min(size, len(pool) - 10)), chosen


@pytest.mark.parametrize("pairs", [40, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("deck", ["french52", "rumski70"])
def test_no_order_of_layoffs_is_better(deck: str, pairs: int) -> None:
    print(f"seed {SEED}, {pairs} pairs")  # noqa: T201 - what to repeat a failure with
    luck, useful = random.Random(SEED), 0  # noqa: S311 - the same hands every time is the point
    for number in range(pairs):
        rules, texts, melds = drawn(luck, deck, luck.choice([6, 9, 10, 10, 10, 11, 12]))
        hand, ender = cards(texts, rules), [cards(meld, rules) for meld in melds]
        where = f"pair {number}: {texts} {melds} {as_json(rules)}"
        least = brute.least_defence(as_json(rules), texts, melds, ender_went_gin=False)
        found = best_defence(hand, ender, rules, ender_went_gin=False)
        assert found.deadwood == least, where
        assert is_legal(found, hand, ender, rules), where
        useful += bool(found.layoffs)
        silent = best_defence(hand, ender, rules, ender_went_gin=True)
        assert silent.deadwood == brute.least_defence(as_json(rules), texts, melds, ender_went_gin=True), where
        assert not silent.layoffs, where
    assert useful > pairs // 4


def named(luck: random.Random, rules: RuleSet, melds: list[list[str]]) -> dict[str, int]:
    """Draw what some of the wilds in the ender's melds say they are: numbers that they can be."""
    declared_ranks: dict[str, int] = {}
    for meld in melds:
        for wild in [text for text in meld if text[0] == "W" and luck.random() < 0.7]:
            fitting = [n for n in range(1, 14) if brute.worlds(as_json(rules), meld, {**declared_ranks, wild: n})]
            declared_ranks |= {wild: luck.choice(fitting)}
    return declared_ranks


@pytest.mark.parametrize("pairs", [40, pytest.param(2_000, marks=pytest.mark.slow)])
def test_no_order_of_layoffs_is_better_on_wilds_that_say_what_they_are(pairs: int) -> None:
    print(f"seed {SEED + 2}, {4 * pairs} pairs")  # noqa: T201 - what to repeat a failure with
    luck, narrowed, silent = random.Random(SEED + 2), 0, 0  # noqa: S311 - the same hands every time is the point
    for number in range(4 * pairs):
        rules, texts, melds = drawn(luck, "rumski70", luck.choice([6, 9, 10, 10, 11]))
        declared_ranks = named(luck, rules, melds)
        silent += not declared_ranks
        hand, ender = cards(texts, rules), [cards(meld, rules) for meld in melds]
        numbers = {card(wild, rules.deck): rank for wild, rank in declared_ranks.items()}
        where = f"pair {number}: {texts} {melds} {declared_ranks} {as_json(rules)}"
        least = brute.least_defence(as_json(rules), texts, melds, ender_went_gin=False, numbers=declared_ranks)
        found = best_defence(hand, ender, rules, ender_went_gin=False, declared_ranks=numbers)
        assert found.deadwood == least, where
        assert is_legal(found, hand, ender, rules, numbers=numbers), where
        narrowed += found.deadwood != best_defence(hand, ender, rules, ender_went_gin=False).deadwood
    # A number takes something away often enough to mean something, and there were hands without one.
    assert narrowed > pairs // 15
    assert silent > pairs // 2


@pytest.mark.parametrize("pairs", [40, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("deck", ["french52", "rumski70"])
def test_a_layoff_is_allowed_when_the_second_engine_says_so(deck: str, pairs: int) -> None:
    luck = random.Random(SEED + 1)  # noqa: S311 - the same hands every time is the point
    allowed = 0
    for _ in range(pairs):
        rules, texts, melds = drawn(luck, deck, 12)
        plain = as_json(rules)
        for meld in melds:
            states, laid = brute.worlds(plain, meld), list[str]()
            for text in luck.sample(texts, len(texts)) * 2:
                after = brute.after_layoff(plain, states, text) if text not in laid else frozenset()
                may = refusal_of(text, " ".join(meld), rules, laid=" ".join(laid)) is None
                assert may == bool(after), (text, meld, laid, plain)
                if may:
                    allowed += 1
                    states, laid = after, [*laid, text]
    assert allowed > pairs // 2


# What holds for every pair of hands.


@given(st.randoms(use_true_random=False), st.sampled_from(["french52", "rumski70"]))
def test_layoffs_never_make_it_worse(luck: random.Random, deck: str) -> None:
    rules, texts, melds = drawn(luck, deck, 10)
    hand, ender = cards(texts, rules), [cards(meld, rules) for meld in melds]
    found = best_defence(hand, ender, rules, ender_went_gin=False)
    alone = best_arrangement(hand, rules)
    assert is_legal(found, hand, ender, rules)
    assert found.deadwood <= alone.deadwood
    assert found.layoffs or found.deadwood == alone.deadwood
    assert best_defence(hand, ender, rules, ender_went_gin=True).deadwood == alone.deadwood
    assert best_defence(hand, [], rules, ender_went_gin=False).deadwood == alone.deadwood
    fewer = best_defence(hand, ender[1:], rules, ender_went_gin=False)
    assert found.deadwood <= fewer.deadwood
