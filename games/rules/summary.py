"""The rules in plain sentences, made from the parameters and from nothing else."""

from functools import lru_cache

from games.rules.ruleset import Preset, RuleSet, changed
from games.rules.summary_cards import cards, knocking, layoffs, melds
from games.rules.summary_end import boxes, end, hollywood, settlement
from games.rules.summary_score import doubling, false_knock, flop, gin_hand, knock, undercut
from games.rules.summary_table import dead, deal, opening, players, teams

_PARTS = (
    *(players, teams, cards, melds, knocking, layoffs),
    *(flop, knock, gin_hand, undercut, doubling, false_knock),
    *(boxes, hollywood, end, settlement),
    *(deal, opening, dead),
)


def preset_summary(preset: Preset, rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` made from ``preset`` say, and how its source seats other numbers of people than two.

    House rules that say themselves how people sit leave nothing to add.
    """
    if not _seated_by_number(preset, rules):
        return summary(rules)
    seated = [(n, changed(rules, laid_over)) for n, laid_over in preset.by_players.items()]
    more = [f"With {n} players: {sentence}" for n, others in seated for sentence in (*_who_plays(others),)]
    return (*summary(as_summed_up(preset, rules)), *more)


def as_summed_up(preset: Preset, rules: RuleSet) -> RuleSet:
    """``rules`` made from ``preset`` as they are summed up: for two, where its source seats other numbers otherwise."""
    two = {"seats": {"min": 2, "max": 2, "best": 2}}
    return changed(rules, two) if _seated_by_number(preset, rules) else rules


def _seated_by_number(preset: Preset, rules: RuleSet) -> bool:
    return bool(preset.by_players) and rules.seating == preset.rules.seating


def _who_plays(rules: RuleSet) -> tuple[str, ...]:
    """Who plays and who sits out, without how many there are."""
    return (*tuple(players(rules))[1:], *teams(rules))


@lru_cache(maxsize=256)
def summary(rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` say, a short sentence or two for each thing a player may ask about, in the order of play."""
    return tuple(sentence for part in _PARTS for sentence in part(rules))
