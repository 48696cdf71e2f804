"""Compare a season before and after a change of results: who moves, which drawn matches it concerns, who goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from games.models import Season
from games.rules.league.standings import StandingsRow
from games.selectors.season.group_stage import right_entrants
from games.selectors.season.season_rows import season_rows
from games.selectors.season.wrong_pairs import WrongPair, wrong_pairs


@dataclass(frozen=True, slots=True)
class Move:
    """An entrant (primary key) with league points and place before and after; the place is None without one."""

    entrant: int
    points: tuple[int, int]
    place: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class StageChange:
    """Who no longer goes on from the groups to ``bracket``, and who does now: entrants of the groups (primary keys).

    ``undecided`` if nobody can tell any more.
    """

    bracket: Season
    out: tuple[int, ...] = ()
    into: tuple[int, ...] = ()
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class ResultChanges:
    """What a change of results brings with it.

    ``moves`` are the entrants with other points or another place, first those with other points. ``wrong`` are drawn
    matches to which others come then, ``righted`` those that have the right pair again.
    """

    moves: tuple[Move, ...] = ()
    wrong: tuple[WrongPair, ...] = ()
    righted: tuple[WrongPair, ...] = ()
    stages: tuple[StageChange, ...] = ()

    def __bool__(self) -> bool:
        """Whether more than points changes."""
        moved = any(move.place[0] != move.place[1] for move in self.moves)
        return moved or bool(self.wrong or self.righted or self.stages)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What results decide in a season, at one moment."""

    rows: Mapping[int, StandingsRow]
    wrong: Sequence[WrongPair]
    stages: Mapping[Season, set[int] | None]

    @classmethod
    def of(cls, season: Season) -> Self:
        """Return the snapshot of a season as it is now."""
        return cls(
            {row.entrant: row for row in season_rows(season)},
            [pair for group in wrong_pairs(season) for pair in group],
            {bracket: right_entrants(bracket) for bracket in season.final_stages.filter(closed_at=None)},
        )

    def changes(self, after: "Snapshot") -> ResultChanges:
        """Return what is different in ``after``."""
        moves = (_move(pk, self.rows.get(pk), after.rows.get(pk)) for pk in {**after.rows, **self.rows})
        moved = [one for one in moves if one.points[0] != one.points[1] or one.place[0] != one.place[1]]
        still_wrong = {pair.match for pair in after.wrong}
        return ResultChanges(
            moves=tuple(sorted(moved, key=lambda one: one.points[0] == one.points[1])),
            wrong=tuple(pair for pair in after.wrong if pair not in self.wrong),
            righted=tuple(pair for pair in self.wrong if pair.match not in still_wrong),
            stages=tuple(
                _stage_change(bracket, before, after.stages[bracket])
                for bracket, before in self.stages.items()
                # Closed in the meantime, a bracket asks nobody any more.
                if before is not None and bracket in after.stages and before != after.stages[bracket]
            ),
        )


def _move(entrant: int, before: StandingsRow | None, after: StandingsRow | None) -> Move:
    was, now = ((row.points, row.place or None) if row else (0, None) for row in (before, after))
    return Move(entrant, (was[0], now[0]), (was[1], now[1]))


def _stage_change(bracket: Season, before: set[int], after: set[int] | None) -> StageChange:
    if after is None:
        return StageChange(bracket, undecided=True)
    return StageChange(bracket, tuple(sorted(before - after)), tuple(sorted(after - before)))
