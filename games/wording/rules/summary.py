"""The rules in plain sentences, made from the parameters and from nothing else."""

from functools import lru_cache

from django.utils.translation import get_language, ngettext

from games.rules.ruleset import Preset, RuleSet, changed
from games.rules.sides import seats_suit
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
    """What ``rules`` made from ``preset`` say, and how its source seats other numbers of people than two.

    House rules that say themselves how people sit leave nothing to add, and numbers that they cannot seat are left out:
    three where Hollywood columns are for two sides.
    """
    if not _seated_by_number(preset, rules):
        return summary(rules)
    more = [
        ngettext("With %(players)d player: %(sentence)s", "With %(players)d players: %(sentence)s", n)
        % {"players": n, "sentence": sentence}
        for n, laid_over in preset.by_players.items()
        if seats_suit(rules, n)
        for sentence in _who_plays(changed(rules, laid_over))
    ]
    return (*summary(as_summed_up(preset, rules)), *more)


def as_summed_up(preset: Preset, rules: RuleSet) -> RuleSet:
    """``rules`` made from ``preset`` as they are summed up: for two, where its source seats other numbers otherwise."""
    two = {"seats": {"min": 2, "max": 2, "best": 2}}
    return changed(rules, two) if _seated_by_number(preset, rules) else rules


def _seated_by_number(preset: Preset, rules: RuleSet) -> bool:
    return bool(preset.by_players) and rules.seating == preset.rules.seating


def _who_plays(rules: RuleSet) -> tuple[str, ...]:
    """Who plays and who sits out, without how many there are."""
    return (*sitting_out(rules), *teams(rules))


def summary(rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` say, a short sentence or two for each thing a player may ask about, in the order of play."""
    return _summary(rules, get_language())


@lru_cache(maxsize=256)
def _summary(rules: RuleSet, _language: str | None) -> tuple[str, ...]:
    return tuple(sentence for part in _PARTS for sentence in part(rules))
