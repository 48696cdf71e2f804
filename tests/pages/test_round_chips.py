"""The choices of the round form: how a hand ended, who ended it, and which fields follow."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.table.round_form import TypedRound, read_round
from games.pages.table.entry import EntryHand
from games.pages.table.round_chips import entry_hands
from games.rules.presets import presets
from games.rules.ruleset import RuleSet

FOUR = ("Ann", "Ben", "Cleo", "Dan")
TABLES = ((0, 1), (2, 3))
PARTNERS = presets()["partnership"].rules
KNOCK_RUMMY = presets()["knock_rummy"].rules


def one(rules: RuleSet, seats: int = 2, **typed: str) -> EntryHand:
    """The only hand of a round between the first ``seats`` players with what was ``typed``."""
    hands = (tuple(range(seats)),)
    data = {name.replace("_", "-"): text for name, text in typed.items()}
    (hand,) = entry_hands(FOUR, hands, rules, read_round(data, FOUR, rules, hands))
    return hand


def teams(**typed: str) -> tuple[EntryHand, ...]:
    data = {name.replace("_", "-"): text for name, text in typed.items()}
    return entry_hands(FOUR, TABLES, PARTNERS, read_round(data, FOUR, PARTNERS, TABLES))


@pytest.mark.parametrize(
    ("rules", "labels"),
    [
        (presets()["standard"].rules, ["BIG", "GIN", *map(str, range(1, 11))]),
        (presets()["ginski"].rules, ["BIG", "GINSKI", *map(str, range(1, 14))]),
        (presets()["straight"].rules, ["BIG", "GIN"]),
        (KNOCK_RUMMY, ["GIN", "KNOCK"]),
        (RuleSet(knock_limit=14), ["BIG", "GIN", "KNOCK"]),
        (RuleSet(knock_limit=5, big_gin_bonus=None), ["GIN", "1", "2", "3", "4", "5"]),
    ],
)
def test_a_strip_has_a_chip_for_every_way_to_end_a_hand(rules: RuleSet, labels: list[str]) -> None:
    for seat in one(rules).seats:
        assert [choice.label for choice in seat.choices] == labels


def test_chips_say_who_does_what_and_with_how_much() -> None:
    big, gin, *knocks = one(presets()["standard"].rules).seats[1].choices
    assert [(x.value, x.spoken, x.kind, x.amount) for x in (big, gin, knocks[6])] == [
        ("1:big_gin", "Ben goes big gin", "big_gin", 0),
        ("1:gin", "Ben goes gin", "gin", 0),
        ("1:knock:7", "Ben knocks with 7", "knock", 7),
    ]
    count = one(KNOCK_RUMMY).seats[0].choices[-1]
    assert (count.value, count.spoken, count.kind, count.amount) == ("0:knock", "Ann knocks", "count", 1)
    assert one(presets()["ginski"].rules).seats[0].choices[1].spoken == "Ann goes Ginski"


def test_a_key_that_the_rules_do_not_have_is_left_out() -> None:
    labels = [choice.label for choice in one(presets()["lets_play"].rules).seats[0].choices]
    assert labels == ["GIN", *map(str, range(1, 11))]


def test_one_hand_has_no_title_and_is_open() -> None:
    hand = one(presets()["standard"].rules, end="0:knock:7", deadwood_1="20")
    assert (hand.title, hand.pair, hand.open, hand.field) == ("", "", True, "end")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({}, ""),
        ({"deadwood_1": "20"}, ""),
        ({"end": "0:knock:7"}, "Ann knocks with 7"),
        ({"end": "0:knock:7", "deadwood_0": "9", "deadwood_1": "10+2"}, "Ann knocks with 7, Ben 10+2"),
        ({"end": "1:gin", "deadwood_0": "20"}, "Ben goes gin, Ann 20"),
        ({"end": "dead", "deadwood_0": "20"}, "Dead hand"),
        ({"end": "misdeal"}, "Misdeal"),
        ({"end": "1:false_knock", "deadwood_0": "20"}, "Ben made a false knock"),
    ],
)
def test_a_folded_hand_says_what_was_declared(typed: dict[str, str], says: str) -> None:
    assert one(RuleSet(false_knock_penalty=20), **typed).summary == says


def test_ender_has_a_deadwood_field_only_if_it_counts() -> None:
    assert [seat.ended for seat in one(presets()["standard"].rules, end="0:knock:7").seats] == [True, False]
    assert [seat.ended for seat in one(KNOCK_RUMMY, end="0:knock").seats] == [False, False]
    assert [seat.ended for seat in one(KNOCK_RUMMY, end="0:gin").seats] == [True, False]


def test_fault_is_shown_with_the_player_it_is_about(snapshot: SnapshotAssertion) -> None:
    hand = one(presets()["standard"].rules, end="0:knock:12", deadwood_1="x")
    assert [seat.ended for seat in hand.seats] == [True, False]
    assert [seat.error for seat in hand.seats] == snapshot


def test_several_hands_are_distinguished() -> None:
    first, second = teams()
    assert [(x.number, x.field, x.title, x.pair) for x in (first, second)] == [
        (0, "end", "Ann plays Ben", "Ann and Ben"),
        (1, "end-1", "Cleo plays Dan", "Cleo and Dan"),
    ]
    assert [seat.field for seat in second.seats] == ["deadwood-2", "deadwood-3"]


@pytest.mark.parametrize(
    ("typed", "is_open"),
    [
        ({}, [True, False]),
        ({"end": "0:knock:7"}, [True, False]),
        ({"end": "0:knock:7", "deadwood_1": "20"}, [False, True]),
        ({"end": "dead", "end_1": "3:gin", "deadwood_2": "x"}, [False, True]),
        ({"end_1": "3:gin", "deadwood_2": "9"}, [True, False]),
        ({"end": "dead", "end_1": "dead"}, [False, False]),
        ({"end": "misdeal"}, [False, False]),
    ],
)
def test_first_missing_hand_is_expanded(typed: dict[str, str], is_open: list[bool]) -> None:
    assert [hand.open for hand in teams(**typed)] == is_open


def test_a_false_knock_is_offered_where_it_costs_something() -> None:
    rules = RuleSet(false_knock_penalty=20)
    assert [(x.value, x.label) for x in one(rules).false_knocks] == [
        ("0:false_knock", "Ann made a false knock: 20 to Ben"),
        ("1:false_knock", "Ben made a false knock: 20 to Ann"),
    ]
    three = one(rules, seats=3, end="1:false_knock").false_knocks
    assert three[0].label == "Ann made a false knock: 20 each to Ben and Cleo"
    assert [x.checked for x in three] == [False, True, False]
    assert one(presets()["standard"].rules).false_knocks == ()
    hands = entry_hands(FOUR, TABLES, RuleSet(seating="teams", false_knock_penalty=9), TypedRound({}, {}))
    assert [x.value for x in hands[1].false_knocks] == ["2:false_knock", "3:false_knock"]
