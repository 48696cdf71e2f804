"""The rules of a season in sentences: every parameter has one."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import given

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


def test_default_season_rules_as_sentences() -> None:
    assert season_sentences(SeasonRules()) == (
        "A match is one game.",
        "A win is worth 2 league points, a draw 1, a loss 0.",
        "There are no bonus points.",
        "A bye earns as many points as a win, but doesn't count as a match, a win or an opponent.",
        "A match counts from its first round, but only provisionally until it's over.",
        "Everyone gets a place, however few matches they've played.",
        "Every night counts.",
        "Players are ranked by league points, most first.",
        "Ties are broken by these, in order:",
        "1. Matches won, most first.",
        "2. Head-to-head: points for wins and draws among the tied players, without bonuses. It counts only "
        "if they've all played each other the same number of times.",
        "3. Point difference: your game points minus your best opponent's in each match.",
        "4. Boxes won, most first.",
        "5. Drawing lots, once for the whole season.",
        "A round counts as soon as it's entered. Nobody has to confirm it.",
        "When cards are entered, everyone can see if there was a better play.",
    )


def test_best_of_several_games_is_said_first() -> None:
    rules = SeasonRules(length="games", count=3, match_end="when_decided")
    assert season_sentences(rules)[0] == "Best of 3: a match ends once nobody can catch up."
    for length, first in (("game", "A match is one game."), ("rounds", "A match is 3 rounds.")):
        assert season_sentences(replace(rules, length=length))[0] == first


def test_a_knock_out_is_placed_by_its_bracket() -> None:
    rules = SeasonRules(order=("points", "lot"))
    lines = season_sentences(rules, bracket=True)
    third = "If there's a match for third place, it decides who's third and who's fourth."
    assert season_sentences(rules, bracket=True, losers=True) == tuple(line for line in lines if line != third)
    assert lines[7:-2] == (
        "Places follow the bracket: everyone eliminated in the same round shares a place.",
        third,
        "Players who share a place are listed by these, in order:",
        "1. League points, most first.",
        "2. Drawing lots, once for the whole season.",
    )


def test_unusual_season_rules_as_sentences() -> None:
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
    assert season_sentences(rules) == (
        "A match is 20 rounds.",
        "A win is worth 3 league points, a draw 1, a loss 0.",
        "Winning by a shutout earns 1 extra league point.",
        "Each gin or big gin earns 2 extra league points.",
        "Having the most boxes in a match earns 1 extra league point.",
        "A bye earns no points, and doesn't count as a match, a win or an opponent.",
        "For Buchholz and Sonneborn–Berger, a missed round or a bye counts as a match against a virtual opponent. That "
        "opponent has as many league points as you, but never more than a draw in every round would earn.",
        "A match counts once it's over. Until then, the standings show that it's being played.",
        "You need 6 matches to be ranked. Players with fewer are listed below, without a place.",
        "Only each player's 5 best nights count: those with the most league points. If nights tie, the "
        "earlier one counts.",
        "Points the organizer adds or deducts always count.",
        "Players are ranked by league points, most first.",
        "Ties are broken by these, in order:",
        "1. Buchholz: the league points of all your opponents added up, so tougher opponents help.",
        "2. Sonneborn–Berger: the league points of opponents you beat, plus half those of opponents you drew with.",
        "Players who are still tied share the place.",
        "A referee approves each round. Until then, the round counts provisionally.",
        "When cards are entered, better plays stay hidden.",
    )
