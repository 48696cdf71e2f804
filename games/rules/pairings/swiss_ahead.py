"""Look ahead in a Swiss system: how many more rounds a small field can be paired without a rematch.

A round that is best by itself can leave players who have all met each other beside too few others: six players can be
stuck after three rounds, though each of them has two left to meet. A round is therefore chosen among those that leave
most rounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

Places = tuple[int, ...]
"""The places of those who meet, numbered as the players are. A single one has a bye."""

MOST_STEPS: Final = 20_000
"""Rounds that one question looks at. Beyond it the answer is yes; the next draw asks again, with fewer rounds left."""


@dataclass(frozen=True, slots=True)
class OpenField:
    """Who can still meet: for each place the set of those not met, as bits, and the number of byes so far."""

    unmet: tuple[int, ...]
    byes: tuple[int, ...]

    def after(self, pairs: Sequence[Places]) -> "OpenField":
        """Return the field after a round with these ``pairs``."""
        unmet, byes = list(self.unmet), list(self.byes)
        for pair in pairs:
            if len(pair) == 1:
                byes[pair[0]] += 1
            else:
                unmet[pair[0]] &= ~(1 << pair[1])
                unmet[pair[1]] &= ~(1 << pair[0])
        fewest = min(byes, default=0)
        return OpenField(tuple(unmet), tuple(count - fewest for count in byes))

    def most_rounds(self) -> int:
        """Return a number of rounds that can't be exceeded without a rematch."""
        left = [others.bit_count() for others in self.unmet]
        if len(left) % 2 == 0 or len(left) == 1:
            return min(left, default=0)
        # In each round one has a bye and all others play: enough matches are left, and nobody needs too many byes.
        most = sum(left) // (len(left) - 1)
        return next(rounds for rounds in range(most, -1, -1) if sum(max(0, rounds - count) for count in left) <= rounds)

    def rounds(self) -> Iterator[list[Places]]:
        """Yield all rounds without a rematch; with an odd number, one of those with the fewest byes has another."""
        everyone = (1 << len(self.unmet)) - 1
        if len(self.unmet) % 2 == 0:
            yield from self._pairs(everyone)
            return
        fewest = min(self.byes)
        alone = [place for place, count in enumerate(self.byes) if count == fewest]
        for place in sorted(alone, key=lambda place: self.unmet[place].bit_count()):
            yield from ([*pairs, (place,)] for pairs in self._pairs(everyone & ~(1 << place)))

    def _pairs(self, waiting: int) -> Iterator[list[Places]]:
        if not waiting:
            yield []
            return
        # Whoever has the fewest left to meet chooses first, so that dead ends show at once.
        place = min(_bits(waiting), key=lambda bit: (self.unmet[bit] & waiting).bit_count())
        for other in _bits(self.unmet[place] & waiting):
            rest = waiting & ~(1 << place) & ~(1 << other)
            yield from ([(place, other), *pairs] for pairs in self._pairs(rest))

    def is_split(self) -> bool:
        """Return whether two groups of an odd size have nobody left to meet outside: they would need two byes."""
        waiting, odd = (1 << len(self.unmet)) - 1, 0
        while waiting:
            group, grown = 0, waiting & -waiting
            while group != grown:
                group = grown
                for place in _bits(group):
                    grown |= self.unmet[place]
            odd += group.bit_count() % 2
            waiting &= ~group
        return odd > len(self.unmet) % 2


@dataclass(slots=True)
class LookAhead:
    """Answers whether a field can play so many rounds without a rematch, and remembers what it has found out."""

    _known: dict[tuple[OpenField, int], bool] = field(default_factory=dict)
    _steps: int = 0

    def can_play(self, players: OpenField, rounds: int) -> bool:
        """Return whether ``players`` can play so many more rounds without a rematch or an unfair bye."""
        self._steps = 0
        return self._can_play(players, rounds)

    def _can_play(self, players: OpenField, rounds: int) -> bool:
        if rounds <= 0:
            return True
        if players.most_rounds() < rounds or players.is_split():
            return False
        if (known := self._known.get((players, rounds))) is not None:
            return known
        found = False
        for pairs in players.rounds():
            self._steps += 1
            if self._steps > MOST_STEPS:
                return True
            if self._can_play(players.after(pairs), rounds - 1):
                found = True
                break
        self._known[players, rounds] = found
        return found


def _bits(places: int) -> Iterator[int]:
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest
