"""The glossary of the game: the terms that apply under a rule set, some with an example round scored under it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.rules.cards import SUITS, Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import RulesError
from games.rules.rule_properties import game_bonus, hands_per_round, has_knocks, has_shutout, line_bonus, scores_boxes
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, knock_limit, score_round

OWN: Final = 9
LESS: Final = 7
CAUGHT: Final = 20
FAR: Final = 31
"""Deadwood in the example rounds: the knocker's, an undercut by two points, and two losing hands."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example round: deadwood of the knocker (0 for gin) and of the opponents, the winner, and the score."""

    knocker_deadwood: int
    opponents_deadwood: tuple[int, ...]
    winner: int
    result: RoundResult


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term that applies under the rules, and an example round if there is one."""

    id: str
    example: WorkedExample | None = None


@lru_cache(maxsize=256)
def glossary_terms(rules: RuleSet) -> tuple[GlossaryTerm, ...]:
    """Return the terms that apply under ``rules``, in the order in which they come up in a round."""
    return tuple(GlossaryTerm(name, _worked(name, rules)) for name, holds in _WHERE.items() if holds(rules))


def _always(_: RuleSet) -> bool:
    return True


_WHERE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "meld": _always,
    "wild": lambda r: r.deck == "rumski70",
    "deadwood": _always,
    "upcard": lambda r: r.opening == "upcard_offer" or r.limit_source == "upcard" or _doubled_by_upcard(r),
    "knock-card": lambda r: r.limit_source == "knock_card",
    "knock": has_knocks,
    "layoff": _always,
    "undercut": has_knocks,
    "gin": _always,
    "big-gin": _always,
    "dead-hand": _always,
    "false-knock": has_knocks,
    "box": scores_boxes,
    "columns": lambda r: r.columns > 1,
    "captain": lambda r: r.seating == "captain",
    "teams": lambda r: r.seating == "teams",
    "game-bonus": lambda r: game_bonus(r) > 0,
    "line-bonus": lambda r: line_bonus(r) > 0,
    "shutout": has_shutout,
}
"""The test for each term whether it applies under a rule set."""


def _doubled_by_upcard(r: RuleSet) -> bool:
    return bool(r.double_suits) and r.limit_source == "fixed"


# --- Example rounds --------------------------------------------------------------------------------------------------


def _worked(name: str, r: RuleSet) -> WorkedExample | None:
    """Return the example round for a term, None if it has none or if the rules don't allow such a round."""
    if name not in ("knock", "undercut", "gin", "big-gin"):
        return None
    if name == "big-gin" and r.big_gin_bonus is None:
        return None
    card = _card(r)
    if card is None:
        return None
    ending = {"gin": Ending.GIN, "big-gin": Ending.BIG_GIN}.get(name, Ending.KNOCK)
    limit = knock_limit(r, card)
    knocker_deadwood = 0 if ending is not Ending.KNOCK else OWN if limit is None else min(OWN, limit)
    if ending is Ending.KNOCK and not knocker_deadwood:
        return None
    first_opponent = max(0, knocker_deadwood - (OWN - LESS)) if name == "undercut" else CAUGHT
    others = (first_opponent, FAR) if hands_per_round(r) > 2 else (first_opponent,)
    hands = dict(enumerate((knocker_deadwood, *others)))
    try:
        result = score_round(Declaration(tuple(hands), ending, 0, hands, card), r)
    except RulesError:
        return None
    return WorkedExample(knocker_deadwood, others, result.winners[0], result) if len(result.winners) == 1 else None


def _card(r: RuleSet) -> Card | None:
    """Return a card that sets a high limit and doubles nothing, None if every suit doubles."""
    plain = next((suit for suit in SUITS[r.deck] if suit not in r.double_suits), None)
    return Card(10, plain) if plain else None
