"""For each term of the game, the sentences of a rule set that are about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language

from games.rules.rule_properties import game_bonus as amount_of_game_bonus
from games.rules.rule_properties import has_shutout
from games.rules.ruleset import RuleSet
from games.wording.rules.boxes import boxes, hollywood
from games.wording.rules.cards import knocking, layoffs, melds, values, wild_value, wilds
from games.wording.rules.end import closing, game_bonus, line_bonus, settlement, shutout
from games.wording.rules.score import (
    big_gin,
    doubling,
    false_knock,
    flop,
    gin_hand,
    knock,
    no_gin_of_others,
)
from games.wording.rules.table import dead, opening, sitting_out, teams
from games.wording.rules.undercut import undercut


def sentences_about(term: str, rules: RuleSet) -> tuple[str, ...]:
    """Return the sentences of ``rules`` about a term that has a meaning under them."""
    return _about(term, rules, get_language())


@lru_cache(maxsize=4096)
def _about(term: str, rules: RuleSet, _language: str | None) -> tuple[str, ...]:
    return tuple(sentence for part in _PARTS[term] for sentence in part(rules))


def _deadwood(rules: RuleSet) -> Iterator[str]:
    """Yield what cards count, without the sentences about deck and hand."""
    yield values(rules)
    if rules.deck == "rumski70":
        yield wild_value(rules)


def _upcard(rules: RuleSet) -> Iterator[str]:
    if rules.opening == "upcard_offer":
        yield tuple(opening(rules))[-1]
    if rules.limit_source == "upcard":
        yield from knocking(rules)
    yield from doubling(rules)


def _game_bonus(rules: RuleSet) -> Iterator[str]:
    if amount_of_game_bonus(rules):
        yield from closing(rules)
        yield from game_bonus(rules)


def _shutout(rules: RuleSet) -> Iterator[str]:
    if rules.settlement == "one_point" and has_shutout(rules):
        yield from settlement(rules)
    yield from shutout(rules)


_Part = Callable[[RuleSet], Iterable[str]]
_PARTS: Final[Mapping[str, tuple[_Part, ...]]] = {
    "meld": (melds,),
    "wild": (wilds,),
    "deadwood": (_deadwood,),
    "upcard": (_upcard,),
    "knock-card": (knocking, doubling),
    "knock": (knocking, flop, knock),
    "layoff": (layoffs,),
    "undercut": (undercut,),
    "gin": (flop, gin_hand, no_gin_of_others),
    "big-gin": (big_gin,),
    "dead-hand": (dead,),
    "false-knock": (false_knock,),
    "box": (boxes,),
    "columns": (hollywood,),
    "captain": (sitting_out,),
    "teams": (teams,),
    "game-bonus": (_game_bonus,),
    "line-bonus": (line_bonus,),
    "shutout": (_shutout,),
}
"""The functions whose sentences are about each term."""
