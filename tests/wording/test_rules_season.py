"""The rules of a season in sentences: every parameter has one."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import given, settings

from games.rules.league.season import TIE_BREAKS, SeasonRules
from games.wording.rules.season import season_sentences
from tests.rules.seasons import all_rules
from tests.tiers import examples

seldom = settings(max_examples=examples(100))

DIFFERENT: dict[str, tuple[Any, ...]] = {
    "length": ("game", "games", "rounds"),
    "count": (1, 2, 100),
    "win": (2, 3, 100),
    "draw": (1, 2),
    "loss": (0, 1),
    "bonus_shutout": (0, 1, 20),
    "bonus_gin": (0, 1, 20),
    "bonus_box_lead": (0, 1, 20),
    "bye": ("win", "draw", "nothing"),
    "minimum": (0, 1, 2, 1000),
    "best_nights": (None, 1, 2, 1000),
    "order": (*((name,) for name in TIE_BREAKS), ("points", "wins"), ("points", "lot"), ("wins", "points", "lot")),
    "confirmation": ("trust", "opponent", "referee"),
    "strict": (False, True),
}


def test_no_parameter_is_silent() -> None:
    assert set(DIFFERENT) == {field.name for field in fields(SeasonRules)}
    for name, values in DIFFERENT.items():
        base = SeasonRules(length="games" if name == "count" else "game")
        found = {season_sentences(replace(base, **{name: value})) for value in values}
        assert len(found) == len(values), name


@seldom
@given(all_rules())
def test_sentences_are_whole(rules: SeasonRules) -> None:
    for sentence in season_sentences(rules):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence[-1] in ".:"
        assert not {"_", "None"} & {sentence, *sentence.split()}


def test_a_usual_season_in_sentences() -> None:
    assert season_sentences(SeasonRules()) == (
        "A match is one game.",
        "A win brings 2 league points, a draw 1, a loss 0.",
        "There are no bonus points.",
        "A bye brings the points of a win; it is no match, no win and no opponent.",
        "Everybody gets a place, however few matches were played.",
        "Every night counts.",
        "The table goes by league points: more of them stand higher.",
        "Whoever is level is set apart by what follows, one after the other:",
        "1. Wins: more matches won stand higher.",
        "2. Head-to-head: points for wins and draws in the matches among those who are level, bonuses aside, "
        "if all of them have met each other equally often.",
        "3. Point difference: the game points scored less those of the best of the others.",
        "4. Boxes: more boxes won stand higher.",
        "5. Lot: drawn once, and the same whenever the table is made.",
        "A round counts as it is written down; nobody has to confirm it.",
        "Where cards are entered, everybody may see what could have been played better.",
    )


def test_a_knock_out_is_placed_by_its_bracket() -> None:
    lines = season_sentences(SeasonRules(order=("points", "lot")), bracket=True)
    assert lines[6:-2] == (
        "Places follow the bracket: everyone who goes out in the same round shares a place.",
        "A match for third place decides who is third and who is fourth.",
        "Those who share a place are listed by these, in this order:",
        "1. League points: more of them stand higher.",
        "2. Lot: drawn once, and the same whenever the table is made.",
    )


def test_an_unusual_season_in_sentences() -> None:
    rules = SeasonRules(
        length="rounds",
        count=20,
        win=3,
        bonus_shutout=1,
        bonus_gin=2,
        bonus_box_lead=1,
        bye="nothing",
        minimum=6,
        best_nights=5,
        order=("points", "buchholz", "sonneborn_berger"),
        confirmation="referee",
        strict=True,
    )
    assert season_sentences(rules) == (
        "A match is 20 rounds.",
        "A win brings 3 league points, a draw 1, a loss 0.",
        "Besides, 1 league point for each shutout inflicted.",
        "Besides, 2 league points for each gin or big gin.",
        "Besides, 1 league point for more boxes than the others in a match.",
        "A bye brings no points; it is no match, no win and no opponent.",
        "It takes 6 matches to get a place; whoever has fewer stands below, without one.",
        "Only everybody's 5 best nights count: those with the most league points, of equal ones the earlier.",
        "Points taken away or given by the organiser count in any case.",
        "The table goes by league points: more of them stand higher.",
        "Whoever is level is set apart by what follows, one after the other:",
        "1. Buchholz: the league points of all opponents added up, so that harder opponents help.",
        "2. Sonneborn-Berger: the league points of the opponents beaten and half those of the opponents drawn with, "
        "so that a win over the strong helps.",
        "Whoever is level in all of that shares the place.",
        "A round is approved by a referee; until then it counts for the time being.",
        "Where cards are entered, nothing is said of what could have been played better.",
    )
