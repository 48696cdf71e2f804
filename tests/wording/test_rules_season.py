"""The rules of a season in sentences: every parameter has one."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from games.rules.league.season import TIE_BREAKS, SeasonRules
from games.wording.rules.season import season_sentences
from tests.rules.seasons import all_rules

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
    "unplayed": ("nothing", "virtual_opponent", "fide_2009", "fide_2023", "fide_2026"),
    "running": ("at_once", "when_over"),
    "match_end": ("all_games", "when_decided"),
    "crossing": ("every_round", "by_turns"),
    "walkover": (0, 1, 1000),
}


def test_no_parameter_is_silent() -> None:
    assert set(DIFFERENT) == {field.name for field in fields(SeasonRules)}
    for name, values in DIFFERENT.items():
        several = name in ("count", "match_end")
        base = SeasonRules(length="games", count=3) if several else SeasonRules()
        found = {season_sentences(replace(base, **{name: value}), losers=True) for value in values}
        assert len(found) == len(values), name


@given(all_rules())
def test_sentences_are_whole(rules: SeasonRules) -> None:
    for sentence in season_sentences(rules):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence[-1] in ".:"
        assert not {"_", "None"} & {sentence, *sentence.split()}


def test_default_season_rules_as_sentences(snapshot: SnapshotAssertion) -> None:
    assert season_sentences(SeasonRules()) == snapshot


def test_best_of_several_games_is_said_first(snapshot: SnapshotAssertion) -> None:
    rules = SeasonRules(length="games", count=3, match_end="when_decided")
    assert season_sentences(rules)[0] == snapshot
    for length in ("game", "rounds"):
        assert season_sentences(replace(rules, length=length))[0] == snapshot


def test_a_knock_out_is_placed_by_its_bracket(snapshot: SnapshotAssertion) -> None:
    rules = SeasonRules(order=("points", "lot"))
    lines = season_sentences(rules, bracket=True)
    assert lines == snapshot
    # With a losers' bracket, there is no match for third place.
    without_third = season_sentences(rules, bracket=True, losers=True)
    assert [line for line in lines if line not in without_third] == snapshot
    assert without_third == tuple(line for line in lines if line in without_third)


def test_unusual_season_rules_as_sentences(snapshot: SnapshotAssertion) -> None:
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
        unplayed="virtual_opponent",
        running="when_over",
    )
    assert season_sentences(rules) == snapshot
