"""What the rules' sentences say about each word of the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language

from games.rules.ruleset import RuleSet
from games.rules.traits import game_bonus as amount_of_game_bonus
from games.rules.traits import has_shutout
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


def about(term: str, rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` say about a word that means something under them, in their own sentences."""
    return _about(term, rules, get_language())


@lru_cache(maxsize=4096)
def _about(term: str, rules: RuleSet, _language: str | None) -> tuple[str, ...]:
    return tuple(sentence for part in _PARTS[term] for sentence in part(rules))


def _deadwood(r: RuleSet) -> Iterator[str]:
    """What cards count, without the deck and the hand."""
    yield values(r)
    if r.deck == "rumski70":
        yield wild_value(r)


def _upcard(r: RuleSet) -> Iterator[str]:
    if r.opening == "upcard_offer":
        yield tuple(opening(r))[-1]
    if r.limit_source == "upcard":
        yield from knocking(r)
    yield from doubling(r)


def _game_bonus(r: RuleSet) -> Iterator[str]:
    if amount_of_game_bonus(r):
        yield from closing(r)
        yield from game_bonus(r)


def _shutout(r: RuleSet) -> Iterator[str]:
    if r.settlement == "one_point" and has_shutout(r):
        yield from settlement(r)
    yield from shutout(r)


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
"""What of the rules' sentences is about each word."""
