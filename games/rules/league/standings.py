"""Rank the entrants of a season by the criteria of its rules, whose values ``tie_breaks`` computes.

Our own decisions:

* A bye gives its points and its walkover, nothing else. It isn't a match played, a win or an opponent, unless the
  season counts a virtual opponent for it.
* A forfeit is a match like any other: the one who came won, the other lost, and they have met.
* With three or more at a table, each of the others is an opponent, with one's own outcome against each.
* Head-to-head criteria that follow each other are those of one table of the matches among the tied ones. It is made
  anew for those who are level in all of them, as UEFA (Regulations of the Euro 2024, article 20) and FIDE do.
* ``best_nights`` chooses nights by league points, among equals the earlier ones. The chosen nights give the points and
  the counted record (wins, losses, points scored, boxes and so on). Head-to-head, Buchholz, Sonneborn-Berger, Koya,
  the progressive score and the minimum number of matches use all matches.
* Buchholz and Sonneborn-Berger add up the points shown in the table, after best nights and penalties, so that anyone
  can check them.
* In a knock-out the bracket decides the places (``games.rules.pairings.bracket_places``). The criteria only order those
  who share a place.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from games.rules.league.results import MatchResult, Outcome, Record, SideResult, Tally, league_points, tally
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak, in_turn
from games.rules.league.tie_breaks import TieBreaks, Value
from games.rules.pairings.bracket_places import BracketPlace

__all__ = [
    "MatchResult",
    "Outcome",
    "PointsPenalty",
    "Record",
    "SideResult",
    "StandingsRow",
    "Tally",
    "Value",
    "draw_lot",
    "head_to_head",
    "league_points",
    "mini_table",
    "rows_before_first_match",
    "standings",
    "tally",
]

_NOTHING = Record()
_Decision = tuple[TieBreak, Value, Value]
"""What put a row below the one above: the criterion, and its values of the row and of the one above."""


@dataclass(frozen=True, slots=True)
class PointsPenalty:
    """League ``points`` taken from an entrant; negative points are given to them."""

    entrant: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the table.

    ``place`` counts from 1, and equals share it (``shared``); it is 0 for those not ``ranked``, who have too few
    matches or aren't in the bracket, and come last. ``points`` are league points after the ``penalty`` (league points).
    ``record`` is of all matches, ``counted`` of the nights that count. ``values`` are those of the criteria in the
    rules and of the columns asked for; head-to-head is included only if it was used, among the last entrants who were
    level. ``decided_by`` is the criterion that put the row below the one above, None if they are level or the row is
    the first of its part of the table; ``compared`` are its values then, of the row and of the one above. ``bracket``
    is how far the entrant of a knock-out came; then ``decided_by`` is None. ``group`` is the group whose table the row
    belongs to, None in a season without groups.
    """

    place: int
    entrant: int
    ranked: bool
    points: int
    record: Record
    counted: Record
    penalty: int
    values: Mapping[TieBreak, Value]
    decided_by: TieBreak | None
    shared: bool = False
    bracket: BracketPlace | None = None
    group: int | None = None
    compared: tuple[Value, Value] | None = None


def standings(
    entrants: Sequence[int],
    tally: Tally,
    rules: SeasonRules,
    *,
    penalties: Sequence[PointsPenalty] = (),
    seed: str = "",
    lot_numbers: Mapping[int, int] | None = None,
    bracket: Mapping[int, BracketPlace] | None = None,
    columns: Collection[TieBreak] = (),
) -> tuple[StandingsRow, ...]:
    """Return the table of ``entrants``: the ranked ones, then those with too few matches for a place.

    The result is the same for any order of the arguments' items. ``seed`` is the seed of the lot, and ``lot_numbers``
    are the numbers under which entrants draw it (default: their ids). Anyone in ``tally`` but not among ``entrants``
    has no row, but counts as an opponent. ``bracket`` has the places of a knock-out; those who aren't in it are not
    ranked. ``columns`` are criteria whose values are wanted besides those of the rules.
    """
    lots = {entrant: draw_lot(seed, (lot_numbers or {}).get(entrant, entrant)) for entrant in entrants}
    table = _Table(entrants, tally, rules, penalties=penalties, lots=lots, columns=columns)
    placed = table.entrants if bracket is None else [entrant for entrant in table.entrants if entrant in bracket]
    ranked = [entrant for entrant in placed if table.record(entrant).played >= rules.minimum]
    unranked = sorted(set(table.entrants).difference(ranked))
    rows = list(table.rows(ranked, ranked=True) if bracket is None else table.rows_of_bracket(ranked, bracket))
    sharing = Counter(row.place for row in rows)
    shared = (replace(row, shared=True) if sharing[row.place] > 1 else row for row in rows)
    return (*shared, *table.rows(unranked, ranked=False))


def rows_before_first_match(rows: Sequence[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Return the ``rows`` of a season of which nothing was played yet: nobody has a place.

    They are ordered by league points, which byes and penalties may have changed, and then as the entrants joined.
    """
    return tuple(
        replace(row, place=0, ranked=False, shared=False, decided_by=None, compared=None)
        for row in sorted(rows, key=lambda row: (-row.points, row.entrant))
    )


def head_to_head(
    tied: Sequence[int], pairs: Mapping[tuple[int, int], Record], rules: SeasonRules
) -> Mapping[int, int] | None:
    """Return the league points from matches among ``tied``, without bonuses (FIDE C.07, article 6, direct encounter).

    None unless all of them have met each other equally often: otherwise those with more matches could have won more.
    The FIDE extension for Swiss tournaments (someone who would be first however the missing matches ended) is left out,
    because nobody could check it on the table.
    """
    points = dict.fromkeys(tied, 0)
    times = 0
    for entrant in tied:
        for opponent in tied:
            if entrant != opponent:
                record = pairs.get((entrant, opponent))
                if record is None or record.played != (times := times or record.played):
                    return None
                points[entrant] += league_points(record, rules)
    return points


def mini_table(
    tied: Sequence[int], tally: Tally, rules: SeasonRules, criteria: Sequence[TieBreak]
) -> Mapping[int, tuple[int, ...]] | None:
    """Return the values of head-to-head ``criteria`` in the table of the matches among ``tied``; None if it is unfair.

    Game points are those of the two in each pair, so the difference adds up to 0.
    """
    points = head_to_head(tied, tally.pairs, rules)
    if points is None:
        return None
    scored = {entrant: sum(tally.scored.get((entrant, other), 0) for other in tied) for entrant in tied}
    against = {entrant: sum(tally.scored.get((other, entrant), 0) for other in tied) for entrant in tied}
    return {
        entrant: tuple(
            points[entrant]
            if criterion == "head_to_head"
            else scored[entrant] - (against[entrant] if criterion == "head_to_head_difference" else 0)
            for criterion in criteria
        )
        for entrant in tied
    }


class _Table:
    """Computes the table: the value of every criterion for every entrant, and the order that follows from them."""

    def __init__(
        self,
        entrants: Sequence[int],
        tally: Tally,
        rules: SeasonRules,
        *,
        penalties: Sequence[PointsPenalty],
        lots: Mapping[int, int],
        columns: Collection[TieBreak],
    ) -> None:
        self.entrants = sorted(entrants)
        self._tally = tally
        self._rules = rules
        self._penalties: defaultdict[int, int] = defaultdict(int)
        for penalty in penalties:
            self._penalties[penalty.entrant] += penalty.points
        self._counted = _best(tally, rules.best_nights, rules) if rules.best_nights else tally.records
        everybody = {*entrants, *tally.records}
        self._points = {
            entrant: league_points(self._counted.get(entrant, _NOTHING), rules) - self._penalties[entrant]
            for entrant in everybody
        }
        tie_breaks = TieBreaks(self.entrants, tally, rules, points=self._points, counted=self._counted, lots=lots)
        self._values = tie_breaks.values(dict.fromkeys((*rules.order, *columns)))
        self._turns = in_turn(rules.order)
        self._direct: dict[int, dict[TieBreak, int]] = {}

    def record(self, entrant: int) -> Record:
        """Return the record of all matches of an entrant."""
        return self._tally.records.get(entrant, _NOTHING)

    def rows(self, entrants: list[int], *, ranked: bool) -> Iterator[StandingsRow]:
        """Yield the rows of one part of the table."""
        place = 1
        for decision, level in self._parts(entrants, self._turns) if entrants else ():
            for number, entrant in enumerate(level):
                yield self._row(entrant, place if ranked else 0, None if number else decision)
            place += len(level)

    def rows_of_bracket(self, entrants: Iterable[int], bracket: Mapping[int, BracketPlace]) -> Iterator[StandingsRow]:
        """Yield the rows of a knock-out by place; those who share a place are in the order of the criteria."""
        sharing: defaultdict[int, list[int]] = defaultdict(list)
        for entrant in entrants:
            sharing[bracket[entrant].place].append(entrant)
        for place, sharers in sorted(sharing.items()):
            for _, level in self._parts(sharers, self._turns):
                for entrant in level:
                    yield replace(self._row(entrant, place, None), bracket=bracket[entrant])

    def _row(self, entrant: int, place: int, decision: _Decision | None) -> StandingsRow:
        values = {criterion: values[entrant] for criterion, values in self._values.items()}
        values |= self._direct.get(entrant, {})
        return StandingsRow(
            place,
            entrant,
            place > 0,
            self._points[entrant],
            self.record(entrant),
            self._counted.get(entrant, _NOTHING),
            self._penalties[entrant],
            values,
            decided_by=decision[0] if decision else None,
            compared=decision[1:] if decision else None,
        )

    def _parts(
        self, tied: Sequence[int], turns: tuple[tuple[TieBreak, ...], ...]
    ) -> Iterator[tuple[_Decision | None, Sequence[int]]]:
        """Split those ``tied`` so far into parts that are still level after ``turns``.

        Each part comes with the criterion that put it below the one above, and the values of both. After a criterion
        separates some entrants, the next one is used inside each part. Only head-to-head is used again, among those who
        are still level, as FIDE does; other criteria would give the same values again.
        """
        if len(tied) == 1 or not turns:
            yield None, tied
            return
        criteria, direct = turns[0], turns[0][0] in HEAD_TO_HEAD
        levels: defaultdict[tuple[Value, ...], list[int]] = defaultdict(list)
        among: Mapping[int, tuple[int, ...]] = self._among(tied, criteria) if direct else {}
        for entrant in tied:
            levels[among.get(entrant, ()) if direct else (self._values[criteria[0]][entrant],)].append(entrant)
        rest = turns if direct and len(levels) > 1 else turns[1:]
        above: tuple[Value, ...] = ()
        for values in sorted(levels, reverse=criteria[0] != "fewest_losses"):
            differs = (one for one in zip(criteria, values, above, strict=False) if one[1] != one[2])
            first = next(differs, None)
            for inside, (decision, part) in enumerate(self._parts(levels[values], rest)):
                yield first if first and not inside else decision, part
            above = values

    def _among(self, tied: Sequence[int], criteria: tuple[TieBreak, ...]) -> Mapping[int, tuple[int, ...]]:
        """Return the values of head-to-head ``criteria``, and keep them for the rows; nothing if they are unfair."""
        table = mini_table(tied, self._tally, self._rules, criteria) or {}
        for entrant, values in table.items():
            self._direct[entrant] = self._direct.get(entrant, {}) | dict(zip(criteria, values, strict=True))
        return table


def _best(tally: Tally, count: int, rules: SeasonRules) -> dict[int, Record]:
    """Return the record of each entrant's ``count`` best nights by league points, among equals the earlier ones."""
    nights: defaultdict[int, list[tuple[int, int, Record]]] = defaultdict(list)
    for (entrant, night), record in tally.nights.items():
        nights[entrant].append((-league_points(record, rules), night, record))
    return {
        entrant: sum((record for *_, record in sorted(entrant_nights, key=itemgetter(0, 1))[:count]), _NOTHING)
        for entrant, entrant_nights in nights.items()
    }


def draw_lot(seed: str, entrant: int) -> int:
    """Return the lot of ``entrant``, the higher the better; it is a hash, so that it is always the same."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{entrant}".encode()).digest()[:8])
