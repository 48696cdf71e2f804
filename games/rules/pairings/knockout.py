"""Knock-outs: a bracket by seeds, and each round from the winners of the one before.

The order is the usual one: were every match won by the better seed, the first would meet the second in the final, the
four best would be the last four, and so on; where the number is no power of two, the best seeds have the byes.
"""

from collections.abc import Collection, Sequence

from games.rules.pairings import Pairing, Round, distinct


def bracket(seeds: Sequence[int]) -> Round:
    """The first round for ``seeds``, the entrants' ids from the best: neighbours' winners meet in the next round.

    The better and the worse seed deal first by turns.

    Raises:
        ValueError: fewer than two entrants, or one of them twice.

    >>> bracket([1, 2, 3, 4, 5, 6])
    ((1,), (5, 4), (2,), (6, 3))
    """
    players = distinct(seeds, 2)
    order = [0]
    while len(order) < len(players):
        last = 2 * len(order) - 1
        order = [place for better in order for place in (better, last - better)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(
        tuple(players[place] for place in pair[:: 1 - number % 2 * 2] if place < len(players))
        for number, pair in enumerate(pairs)
    )


def next_round(rounds: Sequence[Round], winners: Collection[int], *, third_place: bool = False) -> Round:
    """The round after ``rounds`` (all so far, the first from ``bracket``), where ``winners`` won those of the last.

    Who has a bye goes on, named among the winners or not. Of two who meet, the one deals first who did so less often
    than not; of equals the one higher up in the bracket and the one lower down by turns. Where ``third_place``, the
    losers of the last four meet beside the final, unless one of them was not there. After the final nothing is left:
    ``()``.

    Raises:
        ValueError: a match without a winner or with two, or a winner who did not play.

    >>> next_round([((1,), (5, 4), (2,), (6, 3))], [5, 3])
    ((1, 5), (3, 2))
    """
    last = rounds[-1]
    if not set(winners) <= {entrant for pairing in last for entrant in pairing}:
        raise ValueError("a winner who did not play")
    ahead = _winners(last, winners)
    if len(rounds) == len(rounds[0]).bit_length():
        return ()
    pairs = list(zip(ahead[::2], ahead[1::2], strict=True))
    beaten = [entrant for pairing in last for entrant in pairing if entrant not in ahead]
    if third_place and len(ahead) == len(beaten) == 2:
        pairs.append((beaten[0], beaten[1]))
    return tuple(_who_deals(rounds, *pair[:: 1 - number % 2 * 2]) for number, pair in enumerate(pairs))


def _winners(pairings: Round, winners: Collection[int]) -> list[int]:
    """Who goes on from each of ``pairings``, in their order."""
    found = []
    for pairing in pairings:
        ahead = [entrant for entrant in pairing if entrant in winners or len(pairing) == 1]
        if len(ahead) != 1:
            raise ValueError("a match has one winner")
        found += ahead
    return found


def _who_deals(rounds: Sequence[Round], one: int, other: int) -> Pairing:
    """The two, ``one`` first unless the other dealt first less often in ``rounds``."""
    matches = [pairing for pairings in rounds for pairing in pairings if len(pairing) == 2]

    def lead(entrant: int) -> int:
        return sum(1 if match[0] == entrant else -1 for match in matches if entrant in match)

    return (other, one) if lead(other) < lead(one) else (one, other)
