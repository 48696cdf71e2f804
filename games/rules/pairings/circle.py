"""Round robins by the circle method, and additional matches for entrants who join later.

The rounds and who deals first are those of the Berger tables, FIDE Handbook C.05 Annex 1: one entrant stays, the others
move around the circle by half its length. In a double round robin the annex swaps the last two rounds of the first
cycle, so that nobody has the same side three times in a row.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from games.rules.pairings import Pairing, Round, distinct


def round_robin(entrants: Sequence[int], *, double: bool = False) -> tuple[Round, ...]:
    """Return rounds in which each of ``entrants`` (ids, two or more) meets every other once, or twice if ``double``.

    With an odd number of entrants there is a bye each round, in turn. First deals are balanced: in a single round robin
    to within one (exactly, with an odd number of entrants), in a double one exactly.

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
    return_cycle = [tuple(pairing[::-1] for pairing in pairings) for pairings in cycle]
    return (*cycle[:-2], *cycle[:-3:-1], *return_cycle)


def _round(players: Sequence[int], number: int, size: int) -> Round:
    """Return round ``number`` (from 1) of the Berger table for ``size`` places; an empty place is a bye."""
    turning = size - 1
    pivot = number // 2 if number % 2 else size // 2 + number // 2 - 1
    opener = (pivot, turning) if number % 2 else (turning, pivot)
    places = [opener, *(((pivot + step) % turning, (pivot - step) % turning) for step in range(1, size // 2))]
    return tuple(tuple(players[place] for place in pair if place < len(players)) for pair in places)


def add_newcomer(
    rounds: Sequence[Round], entrants: Sequence[int], newcomer: int, *, played: int = 0, double: bool = False
) -> tuple[Round, ...]:
    """Return the ``rounds`` of a season with the matches added that ``newcomer`` needs to meet each of ``entrants``.

    Existing matches and the first ``played`` rounds are not changed. In later rounds the newcomer meets as many as
    possible of those who are free or have a bye. The remaining matches become new rounds at the end, one match each.
    Nobody plays twice in a round. Opponents whom the newcomer has already met (twice, if ``double``) are skipped, so
    calling it again adds nothing. In a second meeting the other one deals first. No byes are added.

    >>> add_newcomer([((1, 2), (3,)), ((3, 1), (2,)), ((2, 3), (1,))], [1, 2, 3], 4, played=1)
    (((1, 2), (3,)), ((3, 1), (4, 2)), ((2, 3), (1, 4)), ((4, 3),))
    """
    others = [entrant for entrant in entrants if entrant != newcomer]
    pairs = [pairing for pairings in rounds for pairing in pairings if len(pairing) == 2]
    met = Counter(entrant for pair in pairs if newcomer in pair for entrant in pair)
    wanted = [other for turn in range(1 + double) for other in others if met[other] <= turn]
    nights = _nights(wanted, {n: _free(rounds[n], others, newcomer) for n in range(played, len(rounds))})
    extra = [index for index in range(len(wanted)) if index not in nights.values()]
    nights |= {len(rounds) + number: index for number, index in enumerate(extra)}
    all_rounds = [*rounds, *((),) * len(extra)]
    in_turn = sorted(nights)
    deals = _deals(pairs, [wanted[nights[night]] for night in in_turn], newcomer)
    for night, pair in zip(in_turn, deals, strict=True):
        all_rounds[night] = (*(pairing for pairing in all_rounds[night] if not set(pairing) <= set(pair)), pair)
    return tuple(all_rounds)


def _free(pairings: Round, others: Sequence[int], newcomer: int) -> set[int]:
    """Return those of ``others`` whom the newcomer can meet in this round."""
    busy = {entrant for pairing in pairings if len(pairing) > 1 for entrant in pairing}
    return set() if newcomer in busy else set(others) - busy


def _nights(wanted: Sequence[int], free: Mapping[int, Collection[int]]) -> dict[int, int]:
    """Return by night the index in ``wanted`` of whom to meet, as many as possible (Kuhn's augmenting paths)."""
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
    """Yield the pairings of the newcomer with each of ``others``, so that first deals are balanced.

    Two who have met before swap the first deal.
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
