"""Random games through the rules and through the script of the phone, equal to the last line."""

import random
from collections.abc import Iterator

import pytest

from games.rules.presets import presets
from tests.conformance.comparing import check
from tests.conformance.played import PlayedGame
from tests.conformance.random_games import Attempt, preset_rules, random_game, random_rules

GAMES_PER_RULE_SET = 5


def luck_of(own: int) -> random.Random:
    """Return the chance that a test follows."""
    return random.Random(own)  # noqa: S311 - tests need no secrets


def preset_games(luck: random.Random, count: int, attempts: list[Attempt]) -> Iterator[PlayedGame]:
    """Yield random games of every preset."""
    for name in presets():
        for _ in range(count):
            yield random_game(luck, preset_rules(luck, name), attempts)


@pytest.mark.parametrize("number", [20, pytest.param(1_000, marks=pytest.mark.slow)])
def test_games_of_every_preset_are_scored_alike(number: int) -> None:
    luck, attempts = luck_of(1), list[Attempt]()
    assert check(preset_games(luck, number, attempts), attempts) == len(presets()) * number
    assert attempts


@pytest.mark.parametrize("number", [120, pytest.param(1_000, marks=pytest.mark.slow)])
def test_games_under_random_rules_are_scored_alike(number: int) -> None:
    luck, attempts = luck_of(2), list[Attempt]()
    rule_sets = (random_rules(luck) for _ in range(number))
    games = (random_game(luck, rules, attempts) for rules in rule_sets for _ in range(GAMES_PER_RULE_SET))
    assert check(games, attempts) == number * GAMES_PER_RULE_SET
    assert attempts
