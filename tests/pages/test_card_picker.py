"""The card picker as the page gets it."""

import pytest

from games.forms.table.round_form import TypedRound
from games.pages.cards.card_picker import card_picker
from games.pages.table.entry import CardPicker
from games.rules.presets import presets
from games.rules.ruleset import RuleSet

OKLAHOMA = presets()["lets_play_oklahoma"].rules
GAMESGRID = presets()["gamesgrid_points"].rules
COLORS = RuleSet(deck="rumski70", limit_source="upcard", knock_limit=13, wild_value=20)


def picker(rules: RuleSet, rank: str = "", suit: str = "", error: str = "") -> CardPicker:
    made = card_picker(rules, TypedRound({}, {}, rank=rank, suit=suit, card_error=error))
    assert made is not None
    return made


@pytest.mark.parametrize("preset", ["standard", "ginski", "knock_rummy", "partnership", "hollywood"])
def test_rules_that_look_at_no_card_have_no_picker(preset: str) -> None:
    assert card_picker(presets()[preset].rules, TypedRound({}, {})) is None


@pytest.mark.parametrize("preset", ["lets_play_oklahoma", "gamesgrid_flop", "oklahoma", "tournament_partners"])
def test_rules_that_look_at_a_card_have_one(preset: str) -> None:
    assert card_picker(presets()[preset].rules, TypedRound({}, {})) is not None


def test_every_rank_says_its_limit() -> None:
    ranks = picker(OKLAHOMA).ranks
    assert [rank.label for rank in ranks] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [rank.value for rank in ranks][9:] == ["T", "J", "Q", "K"]
    assert [rank.limit for rank in ranks] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert (ranks[6].effect, ranks[6].spoken) == ("knock with 7 or less", "seven")
    assert (picker(GAMESGRID).ranks[0].limit, picker(GAMESGRID).ranks[0].effect) == (0, "gin only")


def test_doubling_suit_is_announced() -> None:
    suits = {suit.value: suit for suit in picker(OKLAHOMA).suits}
    assert [suit.doubles for suit in suits.values()] == [True, False, False, False]
    assert (suits["s"].effect, suits["s"].spoken, suits["h"].effect) == ("counts double", "spades, counts double", "")
    assert [suit.red for suit in suits.values()] == [False, True, True, False]
    assert all(suit.limit is None and not suit.is_whole_card for suit in suits.values())


@pytest.mark.parametrize(
    ("rules", "card", "face", "means", "red"),
    [
        (OKLAHOMA, ("7", "s"), "7\u2660\ufe0e", "knock with 7 or less, counts double", False),
        (OKLAHOMA, ("T", "h"), "10\u2665\ufe0e", "knock with 10 or less", True),
        (GAMESGRID, ("A", "d"), "A\u2666\ufe0e", "gin only", True),
        (OKLAHOMA, ("7", ""), "", "", False),
        (OKLAHOMA, ("", "s"), "", "", False),
        (OKLAHOMA, ("7", "x"), "", "", False),
        (COLORS, ("9", "R"), "9 Red", "knock with 9 or less", False),
        (COLORS, ("", "W"), "Wild", "knock with 13 or less", False),
        (COLORS, ("4", "W"), "Wild", "knock with 13 or less", False),
        (RuleSet(limit_source="upcard", knock_limit=None), ("K", "c"), "K\u2663\ufe0e", "knock with 10 or less", False),
        (RuleSet(double_suits=frozenset("s")), ("7", "s"), "7\u2660\ufe0e", "counts double", False),
    ],
)
def test_a_chosen_card_says_what_it_means(
    rules: RuleSet, card: tuple[str, str], face: str, means: str, red: bool
) -> None:
    made = picker(rules, *card)
    assert (made.face, made.effect, made.red) == (face, means, red)


def test_halves_that_were_chosen_stay_chosen() -> None:
    made = picker(OKLAHOMA, "7", "")
    assert [rank.value for rank in made.ranks if rank.checked] == ["7"]
    assert [suit.value for suit in picker(OKLAHOMA, "", "h").suits if suit.checked] == ["h"]


def test_a_picker_is_called_as_its_rules_call_the_card_and_keeps_its_fault() -> None:
    assert (picker(OKLAHOMA).title, picker(GAMESGRID).title) == ("Upcard", "Knock card")
    assert picker(OKLAHOMA, error="missing").error == "missing"


def test_only_an_upcard_may_be_wild() -> None:
    assert [suit.label for suit in picker(COLORS).suits] == ["Red", "Blue", "Green", "Yellow", "Purple", "Wild"]
    doubling = RuleSet(deck="rumski70", double_suits=frozenset("R"))
    assert [suit.label for suit in picker(doubling).suits] == ["Red", "Blue", "Green", "Yellow", "Purple"]
