"""Round robins by the circle method, and the matches of those who come later.

The rounds and who deals first are those of the Berger tables, FIDE Handbook C.05 Annex 1: one entrant stays, the others
go round the circle half its length at a time. Where everybody meets twice, the annex has the first cycle's last two
rounds change places, lest somebody has the same side three times running.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from games.rules.pairings import Pairing, Round, distinct


def round_robin(entrants: Sequence[int], *, double: bool = False) -> tuple[Round, ...]:
    """Rounds in which each of ``entrants`` (ids, two or more) meets every other once, or twice where ``double``.

    An odd number of entrants has a bye each round, in turn. The single leaves nobody with more than one first deal
    more or fewer than others' (none, where the number is odd), the double leaves everybody with as many as not.

    Raises:
        ValueError: fewer than two entrants, or one of them twice.

    >>> round_robin([1, 2, 3, 4])
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    players = distinct(entrants, 2)
    size = len(players) + len(players) % 2
    cycle = [_round(players, number, size) for number in range(1, size)]
    if not double:
        return tuple(cycle)
    back = [tuple(pairing[::-1] for pairing in pairings) for pairings in cycle]
    return (*cycle[:-2], *cycle[:-3:-1], *back)


def _round(players: Sequence[int], number: int, size: int) -> Round:
    """Round ``number`` (from 1) of the Berger table for ``size`` places; a place nobody has is a bye."""
    turning = size - 1
    pivot = number // 2 if number % 2 else size // 2 + number // 2 - 1
    opener = (pivot, turning) if number % 2 else (turning, pivot)
    places = [opener, *(((pivot + step) % turning, (pivot - step) % turning) for step in range(1, size // 2))]
    return tuple(tuple(players[place] for place in pair if place < len(players)) for pair in places)


def join(
    rounds: Sequence[Round], entrants: Sequence[int], newcomer: int, *, played: int = 0, double: bool = False
) -> tuple[Round, ...]:
    """The ``rounds`` of a season and, added to them, what ``newcomer`` needs to meet each of ``entrants``.

    No match that stands is touched. The first ``played`` rounds are left as they are; after those the newcomer takes
    the place of byes and meets others whom a round leaves free, as many as can be; what is left are rounds at the end,
    a match each. Nobody plays twice in a round. Whom the newcomer met already (twice, where ``double``) is not met
    again, so that asking twice adds nothing, and in a second meeting the other deals first. No bye is made.

    >>> join([((1, 2), (3,)), ((3, 1), (2,)), ((2, 3), (1,))], [1, 2, 3], 4, played=1)
    (((1, 2), (3,)), ((3, 1), (4, 2)), ((2, 3), (1, 4)), ((4, 3),))
    """
    others = [entrant for entrant in entrants if entrant != newcomer]
    pairs = [pairing for pairings in rounds for pairing in pairings if len(pairing) == 2]
    met = Counter(entrant for pair in pairs if newcomer in pair for entrant in pair)
    wanted = [other for turn in range(1 + double) for other in others if met[other] <= turn]
    nights = _nights(wanted, {n: _free(rounds[n], others, newcomer) for n in range(played, len(rounds))})
    extra = [index for index in range(len(wanted)) if index not in nights.values()]
    nights |= {len(rounds) + number: index for number, index in enumerate(extra)}
    whole = [*rounds, *((),) * len(extra)]
    in_turn = sorted(nights)
    deals = _deals(pairs, [wanted[nights[night]] for night in in_turn], newcomer)
    for night, pair in zip(in_turn, deals, strict=True):
        whole[night] = (*(pairing for pairing in whole[night] if not set(pairing) <= set(pair)), pair)
    return tuple(whole)


def _free(pairings: Round, others: Sequence[int], newcomer: int) -> set[int]:
    """Those of ``others`` whom the newcomer can meet in this round."""
    busy = {entrant for pairing in pairings if len(pairing) > 1 for entrant in pairing}
    return set() if newcomer in busy else set(others) - busy


def _nights(wanted: Sequence[int], free: Mapping[int, Collection[int]]) -> dict[int, int]:
    """The index in ``wanted`` of whom to meet, by night: as many as can be (Kuhn's method of augmenting paths)."""
    taken: dict[int, int] = {}

    def find(index: int, tried: set[int]) -> bool:
        for night in free:
            if wanted[index] in free[night] and night not in tried:
                tried.add(night)
                if night not in taken or find(taken[night], tried):
                    taken[night] = index
                    return True
        return False

    for index in range(len(wanted)):
        find(index, set())
    return taken


def _deals(pairs: Sequence[Pairing], others: Sequence[int], newcomer: int) -> Iterator[Pairing]:
    """The newcomer with each of ``others``: first the one who in ``pairs`` and before dealt first too seldom.

    Two who met already meet the other way round.
    """
    lead = Counter(pair[0] for pair in pairs)
    lead.subtract(pair[1] for pair in pairs)
    before = set(pairs)
    for other in others:
        due = (lead[other], -lead[newcomer]) < (0, 0) and (other, newcomer) not in before
        pair = (other, newcomer) if due or (newcomer, other) in before else (newcomer, other)
        before.add(pair)
        lead.update({pair[0]: 1, pair[1]: -1})
        yield pair
