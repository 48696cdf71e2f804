"""The words of the game, each with what it means under the rules in force, and with a round worked out by them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.rules.cards import SUITS, Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Illegal
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, knock_limit, score_round
from games.rules.summary_cards import cards, knocking, layoffs, melds
from games.rules.summary_end import boxes, end, game_bonus, hollywood, line_bonus, settlement, shutout
from games.rules.summary_score import doubling, false_knock, flop, gin_hand, knock, undercut
from games.rules.summary_table import dead, opening, players, teams
from games.rules.summary_words import at_once, capital, card_values, has_boxes, knocks

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
    """A word of the game: what the rules in force say of it, in their own sentences, and a round as they score it."""

    id: str
    sentences: tuple[str, ...]
    worked: Worked | None = None


@lru_cache(maxsize=256)
def terms(rules: RuleSet) -> tuple[Term, ...]:
    """The words that mean something under ``rules``, in the order in which a round comes to them."""
    return tuple(_terms(rules))


def _terms(r: RuleSet) -> Iterator[Term]:
    for name, parts in _PARTS.items():
        if _WHERE.get(name, _always)(r):
            sentences = tuple(sentence for part in parts for sentence in part(r))
            if sentences:
                yield Term(name, sentences, _worked(name, r))


def _always(_: RuleSet) -> bool:
    return True


def _values(r: RuleSet) -> Iterator[str]:
    """What cards count, without the deck and the hand."""
    yield f"{capital(card_values(r))}."
    yield from tuple(cards(r))[1:-1]


def _melds(r: RuleSet) -> Iterable[str]:
    return tuple(melds(r))[:1]


def _wilds(r: RuleSet) -> Iterable[str]:
    return tuple(melds(r))[1:]


def _gin(r: RuleSet) -> Iterator[str]:
    yield from flop(r)
    yield from (sentence for sentence in gin_hand(r) if not _of_big(sentence))


def _big_gin(r: RuleSet) -> Iterator[str]:
    yield from (sentence for sentence in gin_hand(r) if _of_big(sentence))


def _of_big(sentence: str) -> bool:
    return sentence.startswith("Big ")


def _captain(r: RuleSet) -> Iterable[str]:
    return tuple(players(r))[1:]


def _upcard(r: RuleSet) -> Iterator[str]:
    if r.opening == "upcard_offer":
        yield tuple(opening(r))[-1]
    if r.limit_source == "upcard":
        yield from knocking(r)
    yield from doubling(r)


def _game_bonus(r: RuleSet) -> Iterator[str]:
    if any(game_bonus(r)):
        yield from tuple(end(r))[: 1 if r.columns == 1 else 2]
        yield from game_bonus(r)


def _shutout(r: RuleSet) -> Iterator[str]:
    if r.settlement == "one_point" and r.target is not None and r.shutout != "none":
        yield from settlement(r)
    yield from shutout(r)


def _knock(r: RuleSet) -> Iterator[str]:
    yield from knocking(r)
    yield from flop(r)
    yield from knock(r)


_Part = Callable[[RuleSet], Iterable[str]]
_PARTS: Final[Mapping[str, tuple[_Part, ...]]] = {
    "meld": (_melds,),
    "wild": (_wilds,),
    "deadwood": (_values,),
    "upcard": (_upcard,),
    "knock-card": (knocking, doubling),
    "knock": (_knock,),
    "layoff": (layoffs,),
    "undercut": (undercut,),
    "gin": (_gin,),
    "big-gin": (_big_gin,),
    "dead-hand": (dead,),
    "false-knock": (false_knock,),
    "box": (boxes,),
    "columns": (hollywood,),
    "captain": (_captain,),
    "teams": (teams,),
    "game-bonus": (_game_bonus,),
    "line-bonus": (line_bonus,),
    "shutout": (_shutout,),
}
"""What of the rules' sentences is about each word."""
_WHERE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "wild": lambda r: r.deck == "rumski70",
    "upcard": lambda r: r.opening == "upcard_offer" or r.limit_source == "upcard" or _doubled_by_upcard(r),
    "knock-card": lambda r: r.limit_source == "knock_card",
    "knock": knocks,
    "undercut": knocks,
    "false-knock": knocks,
    "box": has_boxes,
    "columns": lambda r: r.columns > 1,
    "captain": lambda r: r.seating == "captain",
    "teams": lambda r: r.seating == "teams",
}


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
