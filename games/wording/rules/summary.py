"""Summarize a rule set in plain sentences, made only from its parameters."""

from functools import lru_cache

from django.utils.translation import get_language, ngettext

from games.rules.presets import Preset
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.sides import can_seat
from games.wording.rules.boxes import boxes, hollywood
from games.wording.rules.cards import cards, knocking, layoffs, melds, wilds
from games.wording.rules.end import end, settlement
from games.wording.rules.score import (
    big_gin,
    doubling,
    false_knock,
    flop,
    gin_hand,
    knock,
    no_gin_of_others,
)
from games.wording.rules.table import dead, deal, opening, players, sitting_out, teams
from games.wording.rules.undercut import undercut

_PARTS = (
    *(players, sitting_out, teams, cards, melds, wilds, knocking, layoffs),
    *(flop, knock, gin_hand, big_gin, no_gin_of_others, undercut, doubling, false_knock),
    *(boxes, hollywood, end, settlement),
    *(deal, opening, dead),
)


def preset_summary(preset: Preset, rules: RuleSet) -> tuple[str, ...]:
    """Return the summary of ``rules`` made from ``preset``, and how its source seats other numbers of players than two.

    Nothing is added if house rules set the seating themselves. Numbers that the rules cannot seat are left out, such as
    three with Hollywood columns, which are for two sides.
    """
    if not _seated_by_number(preset, rules):
        return summary(rules)
    more = [
        ngettext("With %(players)d player: %(sentence)s", "With %(players)d players: %(sentence)s", n)
        % {"players": n, "sentence": sentence}
        for n, laid_over in preset.by_players.items()
        if can_seat(rules, n)
        for sentence in _who_plays(with_house_rules(rules, laid_over))
    ]
    return (*summary(as_summed_up(preset, rules)), *more)


def as_summed_up(preset: Preset, rules: RuleSet) -> RuleSet:
    """Return ``rules`` as the summary describes them: for two players if the preset seats other numbers differently."""
    two = {"seats": {"min": 2, "max": 2, "best": 2}}
    return with_house_rules(rules, two) if _seated_by_number(preset, rules) else rules


def _seated_by_number(preset: Preset, rules: RuleSet) -> bool:
    return bool(preset.by_players) and rules.seating == preset.rules.seating


def _who_plays(rules: RuleSet) -> tuple[str, ...]:
    """Return who plays and who sits out, without the number of players."""
    return (*sitting_out(rules), *teams(rules))


def summary(rules: RuleSet) -> tuple[str, ...]:
    """Return ``rules`` in sentences, one or two for each topic, in the order of play."""
    return _summary(rules, get_language())


@lru_cache(maxsize=256)
def _summary(rules: RuleSet, _language: str | None) -> tuple[str, ...]:
    return tuple(sentence for part in _PARTS for sentence in part(rules))
