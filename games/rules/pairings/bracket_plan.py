"""Plans of brackets in which one loss isn't the end: double elimination, and a knock-out with a consolation.

A plan has every match of the bracket before anything is played, and says where its two sides come from. It depends on
the number of entrants alone. Matches are numbered from 1, and those that a match waits for have lower numbers.

**Double elimination.** The losers' bracket takes turns: its survivors play each other, then those who have just lost in
the winners' bracket. They come in crossed over, so that two who have met meet again as late as possible. The crossings
are published ones: the operations are Binary Beast's ("Superior double elimination losers bracket seeding",
https://tl.net/forum/sc2-tournaments/202139-superior-double-elimination-losers-bracket-seeding), their order is that of
brackets-manager.js for its largest bracket (https://github.com/Drarig29/brackets-manager.js, ``src/ordering.ts``). For
8, 16, 32 and 64 entrants two can't meet again before round 3 of 4, 4 of 6, 5 of 8 and 7 of 10 in the losers' bracket.

The other crossing ("by_turns") keeps those numbers, and is the same for up to 8 entrants. Losers come into the other
half of the losers' bracket after one round, into their own half after the next: reversed, reversed within each half,
halves exchanged, as they are, and so on. It is that of duel (https://github.com/clux/duel, option ``downMix``), and of
the osu! World Cups of 2016, 2017, 2019 and 2020 (https://github.com/ppy/osu-wiki, ``wiki/Tournaments/OWC``).

Byes are for the best seeds, in the first round alone. Where a bye leaves nobody to come into the losers' bracket, the
other side moves on without a match. If the winner of the losers' bracket wins the grand final, both have lost once, and
they play again.

**Consolation.** Everyone who loses their first match plays on, for the places behind those who won one. After a bye the
first match is in the second round. The final isn't counted: its loser is second in any case.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from games.rules.league.season import Crossing
from games.rules.pairings.knockout import bracket

Part = Literal["winners", "losers", "final", "main", "third", "consolation"]
"""The parts of a bracket. "final" is the grand final, round 2 of it the one that is played if needed."""
SourceKind = Literal["seed", "winner", "loser", "first_loser", "later_loser"]
"""How an entrant comes into a match: by seed, or as winner or loser of another. A "first_loser" comes only if that was
their first match, a "later_loser" only if it wasn't."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: the seed ``number`` (from 0), or the match ``number``."""

    kind: SourceKind
    number: int


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of a plan, or a bye where it has one source.

    ``round`` counts from 1 within its part. ``position`` (from 0) is its place in the round as it is drawn on paper,
    where places can be left out.
    """

    number: int
    part: Part
    round: int
    position: int
    sources: tuple[Source, ...]

    @property
    def if_needed(self) -> bool:
        """Whether this is the second grand final."""
        return self.part == "final" and self.round == 2


@dataclass(frozen=True)
class BracketPlan:
    """All matches of a bracket for so many ``entrants``, by number from 1.

    ``positions`` are how many places each round has on paper, by part and round.
    """

    entrants: int
    matches: tuple[PlannedMatch, ...]
    positions: Mapping[tuple[Part, int], int]
    _next: Mapping[tuple[str, int], int] = field(init=False, repr=False)
    _rounds: Mapping[Part, tuple[tuple[PlannedMatch, ...], ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Look up once where winners and losers go, and which rounds there are."""
        following = {
            (source.kind, source.number): match.number
            for match in self.matches
            for source in match.sources
            if source.kind != "seed"
        }
        rounds: defaultdict[Part, defaultdict[int, list[PlannedMatch]]] = defaultdict(lambda: defaultdict(list))
        for match in self.matches:
            rounds[match.part][match.round].append(match)
        object.__setattr__(self, "_next", following)
        object.__setattr__(self, "_rounds", {part: tuple(map(tuple, found.values())) for part, found in rounds.items()})

    def match(self, number: int) -> PlannedMatch:
        """Return the match with this number."""
        return self.matches[number - 1]

    def winner_to(self, number: int) -> int | None:
        """Return the match that the winner of a match goes to; None after the last one."""
        return self._next.get(("winner", number))

    def loser_to(self, number: int) -> int | None:
        """Return the match that the loser of a match goes to; None if they are out."""
        return self._next.get(("loser", number))

    def rounds(self, part: Part) -> tuple[tuple[PlannedMatch, ...], ...]:
        """Return the rounds of a part, in order; () if the bracket doesn't have it."""
        return self._rounds.get(part, ())


@cache
def double_elimination(entrants: int, crossing: Crossing = "every_round") -> BracketPlan:
    """Return the plan of a double elimination for so many entrants. Raises ValueError for fewer than two.

    >>> [(match.part, match.round) for match in double_elimination(3).matches]
    [('winners', 1), ('winners', 1), ('winners', 2), ('losers', 1), ('final', 1), ('final', 2)]
    """
    builder = _Builder(entrants)
    winner, lost = builder.knockout("winners")
    alive = lost[0]
    for number, dropped in enumerate(lost[1:], 2):
        alive = builder.round("losers", list(zip(alive[::2], alive[1::2], strict=True)))
        alive = builder.round("losers", list(zip(_crossed(dropped, number, crossing), alive, strict=True)))
    grand_final = builder.round("final", [(winner, alive[0])])[0]
    assert grand_final is not None  # noqa: S101 - with two entrants both sides are there
    builder.round("final", [(grand_final, Source("loser", grand_final.number))])
    return builder.plan()


@cache
def consolation(entrants: int) -> BracketPlan:
    """Return the plan of a knock-out whose first losers play on. Raises ValueError for fewer than two.

    >>> [(match.part, match.round) for match in consolation(4).matches]
    [('main', 1), ('main', 1), ('main', 2), ('consolation', 1)]
    """
    builder = _Builder(entrants)
    _, lost = builder.knockout("main")
    if len(lost) > 2:
        upper, lower = lost[-2]
        assert upper is not None and lower is not None  # noqa: S101 - only the first round has byes
        kind: SourceKind = "later_loser" if len(lost) == 3 and None in lost[0] else "loser"
        builder.round("third", [(Source(kind, upper.number), Source(kind, lower.number))])
    pairs: list[tuple[Source | None, Source | None]] = []
    for index, (first, second) in enumerate(zip(lost[0][::2], lost[0][1::2], strict=False)):
        after = lost[1][index]
        late = Source("first_loser", after.number) if after and len(lost) > 2 and None in (first, second) else None
        found = [source for source in (first, second, late) if source]
        pairs.append((found[0] if found else None, found[1] if len(found) > 1 else None))
    alive = builder.round("consolation", pairs) if pairs else []
    while len(alive) > 1:
        alive = builder.round("consolation", list(zip(alive[::2], alive[1::2], strict=True)))
    return builder.plan()


class _Builder:
    """Numbers the matches of a plan."""

    def __init__(self, entrants: int) -> None:
        self._first = bracket(range(entrants))
        self._entrants = entrants
        self._matches: list[PlannedMatch] = []
        self._positions: dict[tuple[Part, int], int] = {}

    def knockout(self, part: Part) -> tuple[Source, list[list[Source | None]]]:
        """Add a knock-out from the seeds to its final; return its winner, and the losers of each round."""
        alive = []
        lost: list[list[Source | None]] = [[]]
        for position, seeds in enumerate(self._first):
            number = self._add(part, 1, position, [Source("seed", seed) for seed in seeds])
            alive.append(Source("winner", number))
            lost[0].append(Source("loser", number) if len(seeds) == 2 else None)
        self._positions[part, 1] = len(alive)
        while len(alive) > 1:
            pairs = list(zip(alive[::2], alive[1::2], strict=True))
            round_number = len(lost) + 1
            self._positions[part, round_number] = len(pairs)
            numbers = [self._add(part, round_number, position, pair) for position, pair in enumerate(pairs)]
            alive = [Source("winner", number) for number in numbers]
            lost.append([Source("loser", number) for number in numbers])
        return alive[0], lost

    def round(self, part: Part, pairs: Sequence[tuple[Source | None, Source | None]]) -> list[Source | None]:
        """Add a round of a part; return who goes on from each of ``pairs``, without a match where one is alone."""
        number = 1 + max((match.round for match in self._matches if match.part == part), default=0)
        following: list[Source | None] = []
        for position, pair in enumerate(pairs):
            present = [source for source in pair if source]
            if len(present) == 2:
                following.append(Source("winner", self._add(part, number, position, present)))
                self._positions[part, number] = len(pairs)
            else:
                following.append(present[0] if present else None)
        return following

    def plan(self) -> BracketPlan:
        return BracketPlan(self._entrants, tuple(self._matches), self._positions)

    def _add(self, part: Part, round_number: int, position: int, sources: Sequence[Source]) -> int:
        number = len(self._matches) + 1
        self._matches.append(PlannedMatch(number, part, round_number, position, tuple(sources)))
        return number


def _crossed(losers: Sequence[Source | None], round_number: int, crossing: Crossing) -> Sequence[Source | None]:
    """Return the losers of this winners' round in the order in which they come into the losers' bracket."""
    half = len(losers) // 2
    exchanged = [*losers[half:], *losers[:half]]
    if crossing == "by_turns":
        return (exchanged, losers, losers[::-1], exchanged[::-1])[round_number % 4]
    if round_number == 2 or not half:
        return losers[::-1]
    if round_number == 3:
        return exchanged
    return [losers[index ^ 1] for index in range(len(losers))]
