"""How many people can play by a rule set."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.rules.ruleset import RuleSet
from games.rules.sides import can_seat
from games.wording.words import either

MOST_SEATS: Final = 8


def player_counts(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of people who can play by ``rules``: 2, 3, 4; or 6, 8."""
    return tuple(count for count in range(2, MOST_SEATS + 1) if can_seat(rules, count))


def player_counts_text(rules: RuleSet) -> str:
    """Return how many can play, in words: "2", "2 to 4", "6 or 8"."""
    numbers = player_counts(rules)
    if are_consecutive(numbers):
        return _("%(fewest)d to %(most)d") % {"fewest": numbers[0], "most": numbers[-1]}
    return either([str(n) for n in numbers])


def are_consecutive(numbers: Sequence[int]) -> bool:
    """Whether ``numbers`` are several without a gap."""
    return len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
