"""Compare the lines of an imported file with a season's matches: which are new, already here, or in doubt."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from games.models import Match, MatchSide, MatchState, Pairing, Season
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.rules.league.typed_result import level_or_won
from games.rules.names import folded_name
from games.selectors.season.entrant_names import names_of_entrants


@dataclass(frozen=True, slots=True)
class ImportedSide:
    """One side of an imported result: a clean name, points, and counts."""

    name: str
    points: int
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """An imported match. ``winner`` is a position, where the points do not decide; ``drawn`` means nobody won.

    ``line`` is where it is in its file.
    """

    night: date
    sides: tuple[ImportedSide, ...]
    winner: int | None = None
    drawn: bool = False
    line: int = field(default=0, compare=False)

    @property
    def meeting(self) -> frozenset[str]:
        """Who meets, by folded names."""
        return frozenset(folded_name(side.name) for side in self.sides)

    @property
    def contradicts_points(self) -> bool:
        """Whether the line names a winner who has fewer points than another side, or a tie where one side has most."""
        points = [side.points for side in self.sides]
        if self.winner is not None:
            return points[self.winner] < max(points)
        return self.drawn and points.count(max(points)) == 1

    def outcomes(self) -> list[Outcome]:
        """Return the outcome of each side."""
        if self.drawn:
            return [Outcome.DRAW] * len(self.sides)
        if self.winner is not None:
            return [Outcome.WIN if index == self.winner else Outcome.LOSS for index in range(len(self.sides))]
        return level_or_won([side.points for side in self.sides])


@dataclass(frozen=True, slots=True)
class MatchHere:
    """A match that the season has: its number, and its night and points as they stand now."""

    number: int
    night: date | None
    sides: tuple[tuple[str, int], ...]
    canceled: bool


@dataclass(frozen=True, slots=True)
class DoubtfulLine:
    """A line that seems to be about a match that is ``here`` with something else, or about that of line ``other``.

    Without either, its winner isn't the one whom its points show. It is imported only if somebody says so.
    """

    result: ImportedResult
    here: MatchHere | None = None
    other: int = 0


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line with a new result, its unique key, and the planned match that it fills."""

    result: ImportedResult
    key: str
    planned: Match | None


@dataclass(frozen=True, slots=True)
class ComparedLines:
    """The lines of a file: ``known`` counts those that equal a match as it stands.

    ``mirrored`` are lines that repeat another one with the sides swapped: (line, the other line). ``several`` are
    groups of lines, with new ones, in which the same people play on the same night.
    """

    new: tuple[NewLine, ...]
    known: int
    doubtful: tuple[DoubtfulLine, ...]
    mirrored: tuple[tuple[int, int], ...]
    several: tuple[tuple[ImportedResult, ...], ...]


def compare_lines(season: Season, results: Sequence[ImportedResult], further: Collection[int] = ()) -> ComparedLines:
    """Return what the lines of a file are; those in ``further`` are new: somebody said that they repeat nothing.

    A line that equals a match as it stands is known, wherever that match came from. A line is in doubt whose winner
    isn't the one whom its points show (unless a match is several games, which points don't decide), that is in the
    file twice, whose people have a match with another result on the same night, whose match in the draw has another
    result, or that was imported before into a match that has changed since.
    """
    distinct, mirrored = _without_mirrored(results)
    here = _MatchesHere(season)
    # Equal lines take their match first, so that no other line is compared with it.
    known = {index for index, result in enumerate(distinct) if here.take_equal(result)}
    new, doubtful, taken = list[NewLine](), list[DoubtfulLine](), list[ImportedResult]()
    repetitions, first_lines = Counter[str](), dict[str, int]()
    for index, result in enumerate(distinct):
        text = _canonical_text(result)
        repetitions[text] += 1
        first_line = first_lines.setdefault(text, result.line)
        if index not in known:
            doubt = None if result.line in further else here.doubt(result, repetitions[text], first_line)
            if doubt:
                doubtful.append(doubt)
                continue
            new.append(NewLine(result, here.unused_key(text), here.take_planned(result)))
        taken.append(result)
    return ComparedLines(
        tuple(new), len(known), tuple(doubtful), mirrored, _several(taken, [line.result for line in new])
    )


class _MatchesHere:
    """The matches of a season, from which lines take those that they equal or fill."""

    def __init__(self, season: Season) -> None:
        self._names = names_of_entrants(season)
        self._drawn = season.pairing != Pairing.FREE
        self._by_points = season_rules(season.rules).length != "games"
        self._by_key: dict[str, Match] = {}
        self._planned: dict[frozenset[str], list[Match]] = {}
        self._begun: dict[frozenset[str], list[Match]] = {}
        self._equaled = set[int]()
        self._filled: dict[frozenset[str], int] = {}
        """The last line that has filled a planned match, by who meets."""
        matches = Match.objects.filter(season=season).exclude(state=MatchState.BYE)
        for match in matches.order_by("number").prefetch_related("sides"):
            if match.imported:
                self._by_key[match.imported] = match
            if match.state == MatchState.CANCELED:
                continue
            waiting = match.state == MatchState.PLANNED and match.table_id is None
            by_meeting = self._planned if waiting else self._begun
            by_meeting.setdefault(frozenset(self._sides(match)), []).append(match)
        self._keys = set(self._by_key)

    def take_equal(self, result: ImportedResult) -> bool:
        """Take a match that stands as in ``result``; return whether there was one."""
        for match in self._free(result):
            if self._equals(match, result):
                self._equaled.add(match.pk)
                return True
        return False

    def take_planned(self, result: ImportedResult) -> Match | None:
        """Take a planned match of these people, preferably of the same night; None if there is none left."""
        planned = self._planned.get(result.meeting)
        if not planned:
            return None
        best = min(planned, key=lambda match: match.night != result.night)
        planned.remove(best)
        self._filled[result.meeting] = result.line
        return best

    def doubt(self, result: ImportedResult, repetition: int, first_line: int) -> DoubtfulLine | None:
        """Return why a line may not be a match of its own; it is the ``repetition``-th like ``first_line``."""
        if repetition > 1:
            return DoubtfulLine(result, other=first_line)
        match = self._same_match(result, repetition)
        if match:
            return DoubtfulLine(result, here=self._match_here(match))
        if self._drawn and not self._planned.get(result.meeting) and result.meeting in self._filled:
            return DoubtfulLine(result, other=self._filled[result.meeting])
        return DoubtfulLine(result) if self._by_points and result.contradicts_points else None

    def unused_key(self, text: str) -> str:
        """Return a key for a line with this canonical text that no match has."""
        repetition = 1
        while (key := _key(text, repetition)) in self._keys:
            repetition += 1
        self._keys.add(key)
        return key

    def _same_match(self, result: ImportedResult, repetition: int) -> Match | None:
        """Return the match that a line seems to be about, though it doesn't stand as the line says."""
        for text in (_canonical_text(result), _canonical_text(_swapped(result))):
            if match := self._by_key.get(_key(text, repetition)):
                return match
        free = self._free(result)
        same_night = next((match for match in free if match.night in (None, result.night)), None)
        if same_night or not self._drawn or self._planned.get(result.meeting):
            return same_night
        begun = self._begun.get(result.meeting, [])
        return next((match for match in [*free, *begun] if match.round is not None), None)

    def _free(self, result: ImportedResult) -> list[Match]:
        """Return the matches of these people that have begun and that no line equals."""
        return [match for match in self._begun.get(result.meeting, ()) if match.pk not in self._equaled]

    def _equals(self, match: Match, result: ImportedResult) -> bool:
        """Return whether a match stands as a line says; counts that the line doesn't give may be anything."""
        if match.state not in (MatchState.PLAYED, MatchState.FORFEITED) or match.night not in (None, result.night):
            return False
        by_name = self._sides(match)
        pairs = [(by_name[folded_name(side.name)], side) for side in result.sides]
        if any(
            here.points != side.points or (here.outcome == Outcome.WIN) != (outcome is Outcome.WIN)
            for (here, side), outcome in zip(pairs, result.outcomes(), strict=True)
        ):
            return False
        given = [count for count in ("boxes", "gins", "shutouts") if any(getattr(side, count) for _, side in pairs)]
        return all(getattr(here, count) == getattr(side, count) for count in given for here, side in pairs)

    def _sides(self, match: Match) -> dict[str, MatchSide]:
        return {folded_name(self._names[side.entrant_id]): side for side in match.sides.all()}

    def _match_here(self, match: Match) -> MatchHere:
        return MatchHere(
            number=match.number,
            night=match.night,
            sides=tuple((self._names[side.entrant_id], side.points) for side in match.sides.all()),
            canceled=match.state == MatchState.CANCELED,
        )


def _without_mirrored(
    results: Sequence[ImportedResult],
) -> tuple[list[ImportedResult], tuple[tuple[int, int], ...]]:
    """Return the results without those that repeat an earlier line with the sides swapped, and the pairs of lines.

    Lists with a line for each player have every match twice.
    """
    distinct, mirrored = list[ImportedResult](), list[tuple[int, int]]()
    unpaired: dict[str, list[int]] = {}
    for result in results:
        twins = unpaired.get(_canonical_text(_swapped(result))) if len(result.sides) == 2 else None
        if twins:
            mirrored.append((result.line, twins.pop(0)))
        else:
            unpaired.setdefault(_canonical_text(result), []).append(result.line)
            distinct.append(result)
    return distinct, tuple(mirrored)


def _several(taken: Sequence[ImportedResult], new: Sequence[ImportedResult]) -> tuple[tuple[ImportedResult, ...], ...]:
    """Return the groups of two or more lines in which the same people play on the same night, with a new one."""
    groups: dict[tuple[date, frozenset[str]], list[ImportedResult]] = {}
    for result in taken:
        groups.setdefault((result.night, result.meeting), []).append(result)
    with_new = dict.fromkeys((result.night, result.meeting) for result in new)
    return tuple(tuple(groups[meeting]) for meeting in with_new if len(groups[meeting]) > 1)


def _key(text: str, repetition: int) -> str:
    return hashlib.sha256(f"{repetition}:{text}".encode()).hexdigest()


def _canonical_text(result: ImportedResult) -> str:
    sides = [[folded_name(s.name), s.points, s.boxes, s.gins, s.shutouts] for s in result.sides]
    return json.dumps([result.night.isoformat(), sides, result.winner, result.drawn])


def _swapped(result: ImportedResult) -> ImportedResult:
    """Return a result of two sides as the other one would write it; any other as it is."""
    if len(result.sides) != 2:
        return result
    return replace(result, sides=result.sides[::-1], winner=None if result.winner is None else 1 - result.winner)
