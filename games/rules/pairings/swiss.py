"""Swiss pairings: players with equal scores meet, and nobody meets the same opponent twice while that is possible.

The criteria are those of FIDE Handbook C.04.1, basic rules for Swiss systems (no rematch, no second bye, equal scores,
a difference of sides of at most 2, not the same side three times in a row), and of C.04.3, the Dutch system (the bye
for the lowest score, the upper half of a score against the lower). Unlike there, all pairs of a round are found at once
as the cheapest ``matching``, not score by score, and scores come before the limits of first deals: who deals first
matters less in gin rummy than who plays White in chess.

A small field looks ahead (``swiss_ahead``): it takes the best of the pairings that leave most rounds without a rematch.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import Final

from games.rules.pairings import Pairing, Round, distinct
from games.rules.pairings.matching import cheapest_matching
from games.rules.pairings.swiss_ahead import LookAhead, OpenField

Cost = tuple[int, ...]
"""The penalties of a pair, the most important first: see ``swiss_pairings``."""
Costs = Mapping[tuple[int, int], Cost]
"""The penalties of each pair of places; the place after the last player is the bye."""

MOST_AHEAD: Final = 12
"""The most players for whom the rounds after the next one are looked at."""
_FAULTS: Final = 2
"""How many of the penalties may not occur while there is another way: an unfair bye, and a rematch."""


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """An ``entrant`` (an id) with the facts that Swiss pairing needs.

    ``score`` are league points; ``opponents`` are all opponents so far, in order, ``opponent_rounds`` in which round
    each was met (without it, the first in round 1, and so on); ``matches`` is the number of matches and
    ``first_deals`` in how many of them the entrant dealt first; ``byes`` counts every win without a match; ``seed`` is
    the number before the first round, the best being lowest. ``recent_first_deals`` says for the last two matches, the
    latest last, whether the entrant dealt first; without it, three in a row can't be avoided, only the difference is
    balanced.
    """

    entrant: int
    score: int
    opponents: tuple[int, ...]
    first_deals: int
    matches: int
    byes: int
    seed: int
    recent_first_deals: tuple[bool, ...] = ()
    opponent_rounds: tuple[int, ...] = ()

    def last_met(self, other: int) -> int:
        """Return the round in which the entrant met ``other`` last; 0 if never."""
        rounds = self.opponent_rounds or range(1, 1 + len(self.opponents))
        return max((met for opponent, met in zip(self.opponents, rounds, strict=True) if opponent == other), default=0)

    def deal(self, first: bool) -> tuple[int, int]:
        """Return the penalties for dealing ``first`` (or not): whether a limit is broken, and the imbalance."""
        side = 1 if first else -1
        difference = 2 * self.first_deals - self.matches + side
        broken = side * difference > 2 or self.recent_first_deals[-2:] == (first, first)
        return broken, 2 * difference**2 + (self.recent_first_deals[-1:] == (first,))


def swiss_pairings(players: Sequence[SwissPlayer], absent: Sequence[SwissPlayer] = ()) -> Round:
    """Return the pairings of the next round, from the highest score down, with a bye last.

    Entrants who left the tournament are not among ``players``; those who miss this round alone are ``absent``. With an
    odd number, one of those with the fewest byes gets a bye. Nobody meets an earlier opponent again while that is
    possible; up to ``MOST_AHEAD`` players also leave as many further rounds without a rematch as they can. Among all
    such pairings the best one, in this order,

    1. gives the bye to the lowest score,
    2. has the smallest differences in score (the least sum of their squares, so that many equals meet),
    3. breaks the limits of first deals least often: a difference of at most 2 between first deals and others, and not
       the same three times in a row,
    4. balances first deals, alternating where they are balanced,
    5. pairs the upper half of a score, by seed, with the lower half, and the lowest of a score with the highest of the
       next.

    In the first round the better seed deals first and second alternately. The order of ``players`` doesn't matter. As
    long as there are at most half as many rounds as players, nobody has to meet twice, because each player has more
    than half of the others left (G. A. Dirac, "Some theorems on abstract graphs", 1952). Where somebody has to, there
    are as few rematches as can be, and of these the ones that are longest ago.

    Raises:
        ValueError: an entrant occurs twice.

    >>> swiss_pairings([SwissPlayer(entrant, 0, (), 0, 0, 0, entrant) for entrant in (1, 2, 3, 4, 5)])
    ((1, 3), (4, 2), (5,))
    >>> ann, ben = SwissPlayer(1, 2, (2,), 1, 1, 0, 1), SwissPlayer(2, 0, (1,), 0, 1, 0, 2)
    >>> swiss_pairings([ann, ben])
    ((2, 1),)
    """
    distinct([player.entrant for player in [*players, *absent]], 0)
    ranked = sorted(players, key=lambda player: (-player.score, player.seed, player.entrant))
    costs = _costs(ranked)
    pairs = _cheapest(costs)
    if any(any(costs[pair][:_FAULTS]) for pair in pairs):
        pairs = _cheapest(_with_age(ranked, costs))
    elif len(players) + len(absent) <= MOST_AHEAD:
        pairs = _leaving_most_rounds(ranked, absent, costs, pairs)
    return tuple(
        _who_deals(ranked, place, mate) for place, mate in sorted(pairs, key=lambda both: both[1] == len(ranked))
    )


def _cheapest(costs: Costs) -> list[tuple[int, int]]:
    """Return the pairs of places that are cheapest together, the higher place first."""
    mates = cheapest_matching(_weights(costs))
    return [(place, mate) for place, mate in enumerate(mates) if place < mate]


def _with_age(ranked: Sequence[SwissPlayer], costs: Costs) -> Costs:
    """Return ``costs`` in which, after the number of rematches, those of the latest round count most, and so on."""
    met = {pair: _last_met(ranked, *pair) for pair in costs}
    rounds = sorted({number for number in met.values() if number}, reverse=True)
    return {
        pair: (*cost[:_FAULTS], *(int(met[pair] == number) for number in rounds), *cost[_FAULTS:])
        for pair, cost in costs.items()
    }


def _last_met(ranked: Sequence[SwissPlayer], p: int, q: int) -> int:
    """Return the round in which the players at two places met last; 0 if never, or for a bye."""
    if q == len(ranked):
        return 0
    return max(ranked[p].last_met(ranked[q].entrant), ranked[q].last_met(ranked[p].entrant))


def _leaving_most_rounds(
    ranked: Sequence[SwissPlayer], absent: Sequence[SwissPlayer], costs: Costs, best: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the best pairs after which everyone can play most rounds without a rematch."""
    field, ahead = _open_field([*ranked, *absent]), LookAhead()
    ways: list[list[tuple[int, int]]] = []
    for rounds in range(field.most_rounds() - (not absent), 0, -1):
        if ahead.can_play(_rest(field, best, len(ranked)), rounds):
            return best
        if absent or ahead.can_play(field, rounds + 1):
            ways = ways or _best_first(costs, len(ranked))
            for pairs in ways:
                if ahead.can_play(_rest(field, pairs, len(ranked)), rounds):
                    return pairs
    return best


def _open_field(players: Sequence[SwissPlayer]) -> OpenField:
    """Return who of ``players`` can still meet, by their places."""
    unmet = [0] * len(players)
    for q, player in enumerate(players):
        for p, other in enumerate(players[:q]):
            if player.entrant not in other.opponents and other.entrant not in player.opponents:
                unmet[p] |= 1 << q
                unmet[q] |= 1 << p
    fewest = min((player.byes for player in players), default=0)
    return OpenField(tuple(unmet), tuple(player.byes - fewest for player in players))


def _rest(field: OpenField, pairs: Sequence[tuple[int, int]], bye: int) -> OpenField:
    """Return the field after ``pairs``, in which the place ``bye`` stands for nobody."""
    return field.after([(place,) if mate == bye else (place, mate) for place, mate in pairs])


def _best_first(costs: Costs, players: int) -> list[list[tuple[int, int]]]:
    """Return all ways to pair so many ``players`` without a rematch or an unfair bye, the cheapest first."""
    weights = _weights(costs)

    def ways(waiting: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        if not waiting:
            yield []
        for mate in waiting[1:]:
            if not any(costs[waiting[0], mate][:_FAULTS]):
                rest = tuple(place for place in waiting[1:] if place != mate)
                yield from ([(waiting[0], mate), *pairs] for pairs in ways(rest))

    everyone = tuple(range(players + players % 2))
    return sorted(ways(everyone), key=lambda pairs: sum(weights[place][mate] for place, mate in pairs))


def accelerated(players: Sequence[SwissPlayer], points: int) -> list[SwissPlayer]:
    """Return ``players`` with so many ``points`` more for the upper half by seed, to pair an accelerated round.

    In the first rounds the strongest then meet each other, and fewer have won everything when the scores begin to
    differ. These points count for pairing alone. The upper half is that of FIDE's Baku acceleration (C.04.5.1): twice
    a quarter of the players, rounded up. There, as here, the points are those of a win; Baku gives half of them in the
    second half of the accelerated rounds, which is left out, as the organizer says round by round what is accelerated.

    >>> players = [SwissPlayer(entrant, 0, (), 0, 0, 0, entrant) for entrant in (1, 2, 3, 4, 5)]
    >>> [player.score for player in accelerated(players, 2)]
    [2, 2, 2, 2, 0]
    >>> swiss_pairings(accelerated(players[:4], 2))
    ((1, 2), (3, 4))
    """
    by_seed = sorted(players, key=lambda player: (player.seed, player.entrant))
    upper = {player.entrant for player in by_seed[: 2 * -(-len(players) // 4)]}
    return [replace(player, score=player.score + points) if player.entrant in upper else player for player in players]


def _costs(ranked: Sequence[SwissPlayer]) -> Costs:
    """Return the penalties of each pair of places in ``ranked``; a place after the last is the bye."""
    size = Counter(player.score for player in ranked)
    costs = {(p, q): _cost(ranked, p, q, size) for q in range(len(ranked)) for p in range(q)}
    if len(ranked) % 2:
        fewest = min(player.byes for player in ranked)
        for place, player in enumerate(ranked):
            missed = player.score - ranked[-1].score
            costs[place, len(ranked)] = (player.byes > fewest, 0, missed, 0, 0, 0, len(ranked) - 1 - place)
    return costs


def _cost(ranked: Sequence[SwissPlayer], p: int, q: int, size: Mapping[int, int]) -> Cost:
    """Return the penalties of a match of places ``p < q``; ``size`` is the number of players with each score."""
    upper, lower = ranked[p], ranked[q]
    rematch = _last_met(ranked, p, q) > 0
    broken, uneven = min(_deals(upper, lower), _deals(lower, upper))
    apart = size[upper.score] // 2 if upper.score == lower.score else 1
    return 0, rematch, 0, (upper.score - lower.score) ** 2, broken, uneven, (q - p - apart) ** 2


def _deals(first: SwissPlayer, second: SwissPlayer) -> tuple[int, int]:
    """Return the penalties for ``first`` dealing first in a match of these two."""
    (broken, uneven), (other_broken, other_uneven) = first.deal(True), second.deal(False)
    return broken + other_broken, uneven + other_uneven


def _weights(costs: Costs) -> list[list[int]]:
    """Return the costs as single numbers, in which less important penalties never outweigh more important ones."""
    places = 1 + max((mate for _, mate in costs), default=-1)
    units, unit = [], 1
    for level in reversed(list(zip(*costs.values(), strict=True))):
        units.append(unit)
        unit *= 1 + max(level) * places // 2
    weights = [[0] * places for _ in range(places)]
    for (place, mate), cost in costs.items():
        weight = sum(map(mul, reversed(cost), units))
        weights[place][mate] = weights[mate][place] = weight
    return weights


def _who_deals(ranked: Sequence[SwissPlayer], p: int, q: int) -> Pairing:
    """Return the entrants at places ``p < q`` in the order with fewer penalties; if equal, alternating by place."""
    if q == len(ranked):
        return (ranked[p].entrant,)
    upper, lower = ranked[p], ranked[q]
    upper_first, lower_first = _deals(upper, lower), _deals(lower, upper)
    if upper_first < lower_first or (upper_first == lower_first and p % 2 == 0):
        return (upper.entrant, lower.entrant)
    return (lower.entrant, upper.entrant)
