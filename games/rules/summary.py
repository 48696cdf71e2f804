"""The rules in plain sentences, made from the parameters and from nothing else."""

from functools import lru_cache

from games.rules.ruleset import RuleSet
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


@lru_cache(maxsize=256)
def summary(rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` say, a short sentence or two for each thing a player may ask about, in the order of play."""
    return tuple(sentence for part in _PARTS for sentence in part(rules))
