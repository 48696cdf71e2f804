"""What a meld is, why a group isn't one, and agreement with a slow second engine."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.rules.cards import DECKS, Card, card
from games.rules.hands.melds import Meld, MeldKind, NotAMeld, NotAMeldReason, card_sort_key, meld_of, window
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from tests.rules.brute_cards import worlds

VECTORS = Path(__file__).parents[2] / "vectors"
PRESETS: dict[str, dict[str, Any]] = json.loads((VECTORS / "presets_all.json").read_text(encoding="utf-8"))["presets"]
BANK = [
    e for e in json.loads((VECTORS / "examples.json").read_text(encoding="utf-8"))["examples"] if e["kind"] == "meld"
]
SEED = 20_051_113
STANDARD = RuleSet()
GINSKI = with_house_rules(STANDARD, PRESETS["ginski"])
CORNER = with_house_rules(STANDARD, {"run_wrap": "around_corner"})
ACE_HIGH = with_house_rules(STANDARD, {"run_wrap": "ace_high"})
TWO_WILDS = with_house_rules(GINSKI, {"max_wilds_per_meld": 2})
FIVE_WILDS = with_house_rules(GINSKI, {"max_wilds_per_meld": 5})
ROUND_GINSKI = with_house_rules(GINSKI, {"run_wrap": "around_corner"})
SETS_ONLY = with_house_rules(GINSKI, {"wild_scope": "sets_only"})
NO_DOUBLE = with_house_rules(GINSKI, {"wild_may_duplicate": False})


def cards(text: str, rules: RuleSet) -> list[Card]:
    return [card(word, rules.deck) for word in text.split()]


def texts(some: tuple[Card, ...]) -> str:
    return " ".join(c.text for c in some)


def meld(text: str, rules: RuleSet, **numbers: int) -> Meld:
    found = meld_of(cards(text, rules), rules, {card(name, rules.deck): rank for name, rank in numbers.items()})
    assert isinstance(found, Meld), found
    return found


def fault(text: str, rules: RuleSet, **numbers: int) -> NotAMeld:
    found = meld_of(cards(text, rules), rules, {card(name, rules.deck): rank for name, rank in numbers.items()})
    assert isinstance(found, NotAMeld), found
    return found


def test_example_is_what_the_notes_say(subtests: pytest.Subtests) -> None:
    for example in BANK:
        with subtests.test(example=example):
            rules = with_house_rules(with_house_rules(STANDARD, PRESETS[example["preset"]]), example["house_rules"])
            found = meld_of(cards(example["cards"], rules), rules)
            assert (found.kind.value if isinstance(found, Meld) else None) == example["expected"]["meld"]


def test_this_many_examples_were_tried() -> None:
    assert len(BANK) == 35


def test_a_run_is_laid_upwards_with_its_wilds_in_place(subtests: pytest.Subtests) -> None:
    cases = [
        ("9s 7s 8s", STANDARD, "7s 8s 9s", (7,)),
        ("Js Ks Qs", STANDARD, "Js Qs Ks", (11,)),
        ("Qs As Ks", ACE_HIGH, "Qs Ks As", (12,)),
        ("2s As 3s", ACE_HIGH, "As 2s 3s", (1,)),
        ("2s As Ks", CORNER, "Ks As 2s", (13,)),
        # rules 4: what a wild may stand for, and that it may lie at either end where both are free.
        ("R12 R13 W1", GINSKI, "W1 R12 R13", (11,)),
        ("R1 R2 W1", GINSKI, "R1 R2 W1", (1,)),
        ("R5 W1 R7", GINSKI, "R5 W1 R7", (5,)),
        ("W1 R6 R5", GINSKI, "R5 R6 W1", (4, 5)),
        ("R5 R6 W1 W2", TWO_WILDS, "R5 R6 W1 W2", (3, 4, 5)),
        ("R5 R8 W1 W2", TWO_WILDS, "R5 W1 W2 R8", (5,)),
        ("R13 R2 W1", ROUND_GINSKI, "R13 W1 R2", (13,)),
        ("R13 R1 W1", ROUND_GINSKI, "R13 R1 W1", (12, 13)),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 W1", GINSKI, "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 W1", (1,)),
    ]
    for text, rules, laid, windows in cases:
        with subtests.test(text=text, rules=rules, laid=laid, windows=windows):
            found = meld(text, rules)
            assert (found.kind, texts(found.cards), found.windows) == (MeldKind.RUN, laid, windows)


@pytest.mark.parametrize(
    ("text", "rules", "laid"),
    [
        ("5c 5s 5d", STANDARD, "5s 5d 5c"),
        ("5c 5s 5d 5h", STANDARD, "5s 5h 5d 5c"),
        ("W3 P5 R5", GINSKI, "R5 P5 W3"),
        ("R5 B5 G5 Y5 P5 W1", GINSKI, "R5 B5 G5 Y5 P5 W1"),
        ("R5 B5 G5 Y5 W1", NO_DOUBLE, "R5 B5 G5 Y5 W1"),
        ("R5 B5 W1", SETS_ONLY, "R5 B5 W1"),
        ("R5 B5 W5 W4 W3 W2 W1", FIVE_WILDS, "R5 B5 W1 W2 W3 W4 W5"),
    ],
)
def test_a_set_is_laid_by_suits_with_its_wilds_last(text: str, rules: RuleSet, laid: str) -> None:
    found = meld(text, rules)
    assert (found.kind, texts(found.cards), found.windows) == (MeldKind.SET, laid, ())


def test_invalid_meld_has_a_reason(subtests: pytest.Subtests) -> None:
    cases = [
        ("8s 9s Js", STANDARD, NotAMeldReason.GAP, MeldKind.RUN, "Ts", 0),
        ("8s 9s Js Ks", STANDARD, NotAMeldReason.GAP, MeldKind.RUN, "Ts Qs", 0),
        ("Qs 2s Ks", CORNER, NotAMeldReason.GAP, MeldKind.RUN, "As", 0),
        ("R5 W1 R8", GINSKI, NotAMeldReason.GAP, MeldKind.RUN, "R6 R7", 1),
        ("Qh Kh Ah", STANDARD, NotAMeldReason.CORNER, MeldKind.RUN, "Ah Qh Kh", None),
        ("Kh Ah 2h", ACE_HIGH, NotAMeldReason.CORNER, MeldKind.RUN, "Ah 2h Kh", None),
        ("R13 R1 W1", GINSKI, NotAMeldReason.CORNER, MeldKind.RUN, "R1 R13", None),
        ("5s 5h", STANDARD, NotAMeldReason.TOO_FEW, None, "", 3),
        ("", STANDARD, NotAMeldReason.TOO_FEW, None, "", 3),
        ("5s 5h 5h", STANDARD, NotAMeldReason.DUPLICATE, None, "5h", None),
        ("5s 6h 7d", STANDARD, NotAMeldReason.MIXED, None, "5s 6h 7d", None),
        ("5s 6s 7d", STANDARD, NotAMeldReason.MIXED, MeldKind.RUN, "7d", None),
        ("As Ac Ad 2s", STANDARD, NotAMeldReason.MIXED, MeldKind.SET, "2s", None),
        ("Js Qs Ks Ac", STANDARD, NotAMeldReason.MIXED, MeldKind.RUN, "Ac", None),
        ("R5 B6 W1", GINSKI, NotAMeldReason.MIXED, None, "R5 B6", None),
        ("R5 W2 W1", GINSKI, NotAMeldReason.TOO_MANY_WILDS, None, "W1 W2", 1),
        ("R5 W2 W1", TWO_WILDS, NotAMeldReason.TWO_NATURALS, None, "W1 W2", 2),
        ("W3 W2 W1", FIVE_WILDS, NotAMeldReason.TWO_NATURALS, None, "W1 W2 W3", 2),
        ("R5 R6 W1", SETS_ONLY, NotAMeldReason.WILD_SCOPE, MeldKind.RUN, "W1", None),
        ("R5 B5 G5 Y5 P5 W1", NO_DOUBLE, NotAMeldReason.SET_TOO_LARGE, MeldKind.SET, "R5 B5 G5 Y5 P5 W1", 5),
    ]
    for text, rules, reason, kind, named, limit in cases:
        with subtests.test(text=text, rules=rules, reason=reason, kind=kind, named=named, limit=limit):
            found = fault(text, rules)
            assert (found.reason, found.kind, texts(found.cards), found.limit) == (reason, kind, named, limit)


@pytest.mark.parametrize("rules", [GINSKI, ROUND_GINSKI])
def test_run_of_all_thirteen_and_a_wild_is_impossible(rules: RuleSet) -> None:
    thirteen = " ".join(f"R{rank}" for rank in range(1, 14))
    assert meld(thirteen, rules).kind is MeldKind.RUN
    found = fault(f"{thirteen} W1", rules)
    assert (found.reason, found.limit) == (NotAMeldReason.TOO_LONG, 13)


def test_wild_with_a_declared_rank_has_that_place() -> None:
    assert meld("R5 R6 W2", GINSKI, W2=4).windows == (4,)
    assert texts(meld("R5 R6 W2", GINSKI, W2=4).cards) == "W2 R5 R6"
    assert texts(meld("R5 R6 W1 W2", TWO_WILDS, W1=7, W2=4).cards) == "W2 R5 R6 W1"
    assert meld("R5 R6 W1 W2", TWO_WILDS, W1=7).windows == (4, 5)
    assert meld("R5 B5 W2", GINSKI, W2=5).kind is MeldKind.SET
    assert meld("R5 R6 R7", GINSKI, W2=5).windows == (5,)


@pytest.mark.parametrize(
    ("text", "rules", "numbers", "named"),
    [
        ("R5 R6 W2", GINSKI, {"W2": 8}, "W2"),
        ("R5 R6 W2", GINSKI, {"W2": 6}, "W2"),
        ("R5 W2 R7", GINSKI, {"W2": 4}, "W2"),
        ("R5 B5 W2", GINSKI, {"W2": 6}, "W2"),
        ("R5 R6 W1 W2", TWO_WILDS, {"W1": 7, "W2": 7}, "W1 W2"),
        ("R5 R6 W1 W2", TWO_WILDS, {"W1": 7, "W2": 3}, "W1 W2"),
        ("R5 R6 W1 W2", TWO_WILDS, {"W1": 7, "W2": 12}, "W2"),
    ],
)
def test_a_wild_cannot_be_every_number(text: str, rules: RuleSet, numbers: dict[str, int], named: str) -> None:
    found = fault(text, rules, **numbers)
    assert (found.reason, texts(found.cards)) == (NotAMeldReason.WILD_NUMBER, named)


def near(luck: random.Random, deck: str) -> list[str]:
    """Draw cards that are often a meld or almost one."""
    start, span = luck.randint(1, 13), luck.randint(2, 6)
    suits = luck.sample("shdc" if deck == "french52" else "RBGYP", luck.choice([1, 1, 2, 3, 4]))
    one_rank = luck.random() < 0.4
    pool = [
        text
        for text, c in DECKS[deck].items()
        if (c.wild and luck.random() < 0.4)
        or (not c.wild and (c.rank == start if one_rank else c.suit in suits and (c.rank - start) % 13 < span))
    ]
    return luck.sample(pool, min(len(pool), luck.choice([2, 3, 3, 4, 4, 5, 6])))


@pytest.mark.parametrize("preset", ["standard", "ginski"])
def test_a_second_engine_agrees(preset: str) -> None:
    luck, melds = random.Random(SEED), 0  # noqa: S311
    for _ in range(4000):
        house: dict[str, Any] = {"run_wrap": luck.choice(["none", "ace_high", "around_corner"])}
        if preset == "ginski":
            house["max_wilds_per_meld"] = luck.choice([0, 1, 1, 2, 3])
            house["wild_scope"] = luck.choice(["any", "any", "sets_only"])
            house["wild_may_duplicate"] = luck.choice([True, False])
        rules = with_house_rules(with_house_rules(STANDARD, PRESETS[preset]), house)
        some = near(luck, rules.deck)
        numbers = {text: luck.randint(1, 13) for text in some if text[0] == "W" and luck.random() < 0.2}
        fields = {card(text, rules.deck): rank for text, rank in numbers.items()}
        found = meld_of([card(text, rules.deck) for text in some], rules, fields)
        expected = worlds(as_json(rules), some, numbers)
        where = f"seed {SEED}: {some} {numbers} {house} {found}"
        assert isinstance(found, Meld) == bool(expected), where
        if isinstance(found, Meld):
            melds += 1
            assert {world[0] for world in expected} == {found.kind.value}, where
            assert sorted(found.cards, key=card_sort_key) == sorted(
                (card(t, rules.deck) for t in some), key=card_sort_key
            ), where
            if found.kind is MeldKind.RUN:
                stretches = {frozenset(window(start, len(some))) for start in found.windows}
                assert stretches == {world[2] for world in expected}, where
                shown = zip(found.cards, window(window_shown(found), len(some)), strict=True)
                assert all(fields.get(c, rank) == rank if c.wild else c.rank == rank for c, rank in shown), where
    assert melds > 1000


def window_shown(run: Meld) -> int:
    """Return the rank at which the run begins as it is laid."""
    at, natural = next((at, c) for at, c in enumerate(run.cards) if not c.wild)
    return (natural.rank - at - 1) % 13 + 1
