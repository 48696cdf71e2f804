"""Choose the few rule sets on the start page: for two the chosen one alone, for more people those that suit them."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.forms.table.start_form import FEWEST_NAMES, MOST_NAMES
from games.pages.rulebook.rules_choices import ends, rule_choice, table_line
from games.pages.table.start import OfferedRules
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, chosen_preset
from games.selectors.rulebook.players_for_rules import player_counts

MOST_OFFERED: Final = 4
"""How many are offered for one number of people."""
FOR_MORE: Final = (
    *("cutthroat", "jersey", "partnership", "ginski", "captain", "how_to", "knock_rummy"),
    *("partnership_6", "tournament_partners"),
)
"""The presets to offer to three or more, the likeliest first."""


def offered_rules(
    chosen: ChosenRules | None, last: Sequence[ChosenRules], seats: int, *, keep: bool
) -> tuple[OfferedRules, ...]:
    """Return the rules to choose from for every number of people, those for ``seats`` marked as shown.

    ``last`` are the rules this phone used, newest first. ``chosen`` is checked if ``seats`` people can play it, with
    ``keep`` even if they can't; otherwise the first that is shown.
    """
    candidates = {rules.value: rules for rules in _candidates(chosen, last)}
    counts: dict[str, list[int]] = {value: [] for value in candidates}
    for count in range(FEWEST_NAMES, MOST_NAMES + 1):
        fitting = [value for value, rules in candidates.items() if count in player_counts(rules.rules)]
        for value in fitting[: 1 if count == FEWEST_NAMES else MOST_OFFERED]:
            counts[value].append(count)
    if chosen is not None and keep and seats not in counts[chosen.value]:
        counts[chosen.value].append(seats)
    shown = [value for value in candidates if seats in counts[value]]
    checked = chosen.value if chosen is not None and chosen.value in shown else next(iter(shown), "")
    return tuple(
        OfferedRules(
            choice=rule_choice(rules),
            ends=ends(rules.rules),
            line=table_line(rules.preset, rules.rules),
            counts=tuple(counts[value]),
            shown=value in shown,
            checked=value == checked,
        )
        for value, rules in candidates.items()
        if counts[value]
    )


def seats_for_rules(rules: ChosenRules | None, people: int) -> int:
    """Return how many name fields to show for ``people`` known names under ``rules``: as near as can play."""
    counts = player_counts(rules.rules) if rules else ()
    return next((count for count in counts if count >= people), counts[-1] if counts else FEWEST_NAMES)


def _candidates(chosen: ChosenRules | None, last: Sequence[ChosenRules]) -> Iterator[ChosenRules]:
    if chosen is not None:
        yield chosen
    yield from last
    yield chosen_preset(DEFAULT_PRESET)
    yield from (chosen_preset(preset) for preset in FOR_MORE)
