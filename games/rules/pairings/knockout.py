"""Knock-outs: a seeded bracket, and each next round from the winners of the last one.

The seeding is the usual one: if the better seed wins every match, the two best meet in the final, the four best reach
the semi-finals, and so on. If the number of entrants isn't a power of two, the best seeds have byes.
"""

from collections.abc import Collection, Sequence

from games.rules.pairings import Pairing, Round, distinct


def bracket(seeds: Sequence[int]) -> Round:
    """Return the first round for ``seeds`` (entrants' ids, the best first); winners of neighboring matches meet next.

    The better and the worse seed deal first alternately.

    Raises:
        ValueError: fewer than two entrants, or one of them twice.

    >>> bracket([1, 2, 3, 4, 5, 6])
    ((1,), (5, 4), (2,), (6, 3))
    """
    players = distinct(seeds, 2)
    order = _seeds_from_the_top(len(players))
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(
        tuple(players[place] for place in pair[:: 1 - number % 2 * 2] if place < len(players))
        for number, pair in enumerate(pairs)
    )


def seed_places(entrants: int) -> tuple[int, ...]:
    """Return for each seed its place in the bracket, from 0 at the top; the places of missing seeds stay empty.

    >>> seed_places(4)
    (0, 2, 3, 1)
    """
    order = _seeds_from_the_top(entrants)
    return tuple(order.index(seed) for seed in range(entrants))


def _seeds_from_the_top(entrants: int) -> list[int]:
    """Return the seeds, from 0, in the order of the bracket; those from ``entrants`` on are missing."""
    order = [0]
    while len(order) < entrants:
        last = 2 * len(order) - 1
        order = [place for better in order for place in (better, last - better)]
    return order


def next_round(
    rounds: Sequence[Round], winners: Collection[int], *, missing: Collection[int] = (), third_place: bool = False
) -> Round:
    """Return the round after ``rounds`` (all so far, the first from ``bracket``), given the ``winners`` of the last.

    Entrants with a bye go on, named among the winners or not. If all of a match are ``missing`` (neither came), nobody
    goes on, and the next opponent has a bye; where nobody comes from two matches, a pairing is empty. Who has dealt
    first less often deals first; among equals the higher and the lower one in the bracket alternately. With
    ``third_place``, the losers of the semi-finals meet beside the final, if there were two. After the final the result
    is ``()``.

    Raises:
        ValueError: a match without a winner or with two, unless both are missing; or a winner who did not play.

    >>> next_round([((1,), (5, 4), (2,), (6, 3))], [5, 3])
    ((1, 5), (3, 2))
    >>> next_round([((1, 8), (5, 4), (2, 7), (6, 3))], [1, 2], missing=[5, 4, 6, 3])
    ((1,), (2,))
    """
    last = rounds[-1]
    if not set(winners) <= {entrant for pairing in last for entrant in pairing}:
        raise ValueError("a winner who did not play")
    advancing = _advancing(last, winners, missing)
    if len(rounds) == len(rounds[0]).bit_length():
        return ()
    pairs = list(zip(advancing[::2], advancing[1::2], strict=True))
    beaten = [entrant for pairing in last for entrant in pairing if entrant not in advancing]
    if third_place and len(advancing) == len(beaten) == 2:
        pairs.append((beaten[0], beaten[1]))
    present = [[entrant for entrant in pair if entrant is not None] for pair in pairs]
    return tuple(
        who_deals(rounds, *pair[:: 1 - number % 2 * 2]) if len(pair) == 2 else tuple(pair)
        for number, pair in enumerate(present)
    )


def _advancing(pairings: Round, winners: Collection[int], missing: Collection[int]) -> list[int | None]:
    """Return who goes on from each of ``pairings``, in their order; None where nobody does."""
    found: list[int | None] = []
    for pairing in pairings:
        advancing = [entrant for entrant in pairing if entrant in winners or len(pairing) == 1]
        if len(advancing) > 1 or (not advancing and not set(pairing) <= set(missing)):
            raise ValueError("a match has one winner")
        found.append(advancing[0] if advancing else None)
    return found


def who_deals(rounds: Sequence[Round], upper: int, lower: int) -> Pairing:
    """Return the pairing of the two, with ``upper`` first unless the other dealt first less often in ``rounds``."""
    matches = [pairing for pairings in rounds for pairing in pairings if len(pairing) == 2]

    def lead(entrant: int) -> int:
        return sum(1 if match[0] == entrant else -1 for match in matches if entrant in match)

    return (lower, upper) if lead(lower) < lead(upper) else (upper, lower)
