"""Random games through the rules and through the script of the phone, equal to the last line."""

import random
from collections.abc import Iterator

from games.rules.presets import presets
from tests.conformance.comparing import check
from tests.conformance.played import PlayedGame
from tests.conformance.random_games import Attempt, preset_rules, random_game, random_rules
from tests.tiers import amount, seed

GAMES_PER_PRESET = amount(1_000, 10_000, quick=50)
RULE_SETS, GAMES_PER_RULE_SET = amount(1_000, 10_000, quick=120), amount(20, 20, quick=5)


def luck_of(own: int) -> random.Random:
    """Return the chance that a test follows."""
    return random.Random(seed(own))  # noqa: S311 - tests need no secrets


def preset_games(luck: random.Random, count: int, attempts: list[Attempt]) -> Iterator[PlayedGame]:
    """Yield random games of every preset."""
    for name in presets():
        for _ in range(count):
            yield random_game(luck, preset_rules(luck, name), attempts)


def test_games_of_every_preset_are_scored_alike() -> None:
    luck, attempts = luck_of(1), list[Attempt]()
    assert check(preset_games(luck, GAMES_PER_PRESET, attempts), attempts) == len(presets()) * GAMES_PER_PRESET
    assert attempts


def test_games_under_random_rules_are_scored_alike() -> None:
    luck, attempts = luck_of(2), list[Attempt]()
    rule_sets = (random_rules(luck) for _ in range(RULE_SETS))
    games = (random_game(luck, rules, attempts) for rules in rule_sets for _ in range(GAMES_PER_RULE_SET))
    assert check(games, attempts) == RULE_SETS * GAMES_PER_RULE_SET
    assert attempts
