"""The words of the game: which of them mean something under the rules in force, with a round worked out by them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.rules.cards import SUITS, Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Illegal
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, knock_limit, score_round
from games.rules.traits import at_once, game_bonus, has_boxes, has_shutout, knocks, line_bonus

OWN: Final = 9
LESS: Final = 7
CAUGHT: Final = 20
FAR: Final = 31
"""Points in the hands of the rounds that are worked out: a knock, an undercut by two, and hands that are caught."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A round worked out: what the knocker had (0 for gin), what the ``others``, who won it, and what it scored."""

    own: int
    others: tuple[int, ...]
    winner: int
    result: RoundResult


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game that means something under the rules in force, and a round as they score it."""

    id: str
    worked: Worked | None = None


@lru_cache(maxsize=256)
def terms(rules: RuleSet) -> tuple[Term, ...]:
    """The words that mean something under ``rules``, in the order in which a round comes to them."""
    return tuple(Term(name, _worked(name, rules)) for name, holds in _WHERE.items() if holds(rules))


def _always(_: RuleSet) -> bool:
    return True


_WHERE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "meld": _always,
    "wild": lambda r: r.deck == "rumski70",
    "deadwood": _always,
    "upcard": lambda r: r.opening == "upcard_offer" or r.limit_source == "upcard" or _doubled_by_upcard(r),
    "knock-card": lambda r: r.limit_source == "knock_card",
    "knock": knocks,
    "layoff": _always,
    "undercut": knocks,
    "gin": _always,
    "big-gin": _always,
    "dead-hand": _always,
    "false-knock": knocks,
    "box": has_boxes,
    "columns": lambda r: r.columns > 1,
    "captain": lambda r: r.seating == "captain",
    "teams": lambda r: r.seating == "teams",
    "game-bonus": lambda r: game_bonus(r) > 0,
    "line-bonus": lambda r: line_bonus(r) > 0,
    "shutout": has_shutout,
}
"""Under which rules each word means something."""


def _doubled_by_upcard(r: RuleSet) -> bool:
    return bool(r.double_suits) and r.limit_source == "fixed"


# --- A round worked out ----------------------------------------------------------------------------------------------


def _worked(name: str, r: RuleSet) -> Worked | None:
    """The round that shows what ``name`` is; None where none does, or where no such round can be under ``r``."""
    if name not in ("knock", "undercut", "gin", "big-gin"):
        return None
    if name == "big-gin" and r.big_gin_bonus is None:
        return None
    card = _card(r)
    if card is None:
        return None
    ending = {"gin": Ending.GIN, "big-gin": Ending.BIG_GIN}.get(name, Ending.KNOCK)
    limit = knock_limit(r, card)
    own = 0 if ending is not Ending.KNOCK else OWN if limit is None else min(OWN, limit)
    if ending is Ending.KNOCK and not own:
        return None
    first = max(0, own - (OWN - LESS)) if name == "undercut" else CAUGHT
    others = (first, FAR) if at_once(r) > 2 else (first,)
    hands = dict(enumerate((own, *others)))
    try:
        result = score_round(Declaration(tuple(hands), ending, 0, hands, card), r)
    except Illegal:
        return None
    return Worked(own, others, result.winners[0], result) if len(result.winners) == 1 else None


def _card(r: RuleSet) -> Card | None:
    """A card that sets a high limit and doubles nothing; None where every suit doubles."""
    plain = next((suit for suit in SUITS[r.deck] if suit not in r.double_suits), None)
    return Card(10, plain) if plain else None
