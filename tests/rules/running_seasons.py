"""Unfinished seasons, every way they may end, and whether an outlook's claim is true in it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from games.rules.league.needs import Need, NeedCode, RemainingMatch, outlook
from games.rules.league.results import with_walkover
from games.rules.league.scenarios import results
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak
from games.rules.league.standings import MatchResult, Outcome, PointsPenalty, SideResult, StandingsRow, standings, tally
from tests.rules.seasons import DRAW, LOSS, WIN, Season, match

SEED = "lot"
OUTCOMES_ONLY: tuple[TieBreak, ...] = ("wins", "head_to_head", "fewest_losses", "buchholz", "sonneborn_berger", "lot")


def finished(
    left: RemainingMatch, outcome: Sequence[Outcome], great: int | None, rules: SeasonRules, night: int
) -> MatchResult:
    """Return the result of a match in which one side, whatever the outcome, has all there is to have, or none."""
    others = len(left.entrants) - 1
    sides = [
        SideResult(entrant, o, 9999, 0, 500, 500, rules.count * others, box_lead=True)
        if side == great
        else SideResult(entrant, o, 0, 0 if great is None else 9999)
        for side, (entrant, o) in enumerate(zip(left.entrants, outcome, strict=True))
    ]
    return with_walkover(MatchResult(left.match, night, tuple(sides)), rules)


@dataclass(frozen=True)
class Running:
    """A season not over yet, and every way in which it may go on."""

    entrants: Sequence[int]
    played: Sequence[MatchResult]
    left: Sequence[RemainingMatch]
    rules: SeasonRules
    penalties: Sequence[PointsPenalty] = ()

    @cached_property
    def needs(self) -> dict[int, dict[NeedCode, list[Need]]]:
        found_needs: dict[int, dict[NeedCode, list[Need]]] = {}
        for entrant, needs in outlook(
            *(self.entrants, tally(self.played), self.rules, self.left), penalties=self.penalties, seed=SEED
        ).items():
            found_needs[entrant] = {}
            for need in needs:
                assert need.entrant == entrant
                found_needs[entrant].setdefault(need.code, []).append(need)
        return found_needs

    def table(self, more: Sequence[MatchResult]) -> dict[int, StandingsRow]:
        totals = tally([*self.played, *more])
        rows = standings(self.entrants, totals, self.rules, penalties=self.penalties, seed=SEED)
        return {row.entrant: row for row in rows}

    def endings(self, left: Sequence[RemainingMatch], *, margins: bool = True) -> Iterator[list[MatchResult]]:
        """Yield every way in which some matches can end: each outcome, with each side great or none."""
        ways = [
            [
                finished(one, outcome, great, self.rules, night)
                for outcome in results(len(one.entrants))
                for great in ([None, *range(len(one.entrants))] if margins and len(one.entrants) > 1 else [None])
                for night in ((0, 100 + one.match) if self.rules.best_nights else (0,))
            ]
            for one in left
        ]
        for way in product(*ways):
            yield list(way)

    @cached_property
    def finals(self) -> list[tuple[dict[int, int], dict[int, int]]]:
        """The places, and the wins in the matches left, by entrant, for every ending."""
        margins = not set(self.rules.order) <= {"points", *OUTCOMES_ONLY} or any(
            (self.rules.bonus_shutout, self.rules.bonus_gin, self.rules.bonus_box_lead)
        )
        finals = []
        for ending in self.endings(self.left, margins=margins):
            places = {entrant: row.place for entrant, row in self.table(ending).items()}
            sides = [side for result in ending if len(result.sides) > 1 for side in result.sides]
            wins = {e: sum(side.entrant == e and side.outcome is WIN for side in sides) for e in self.entrants}
            finals.append((places, wins))
        return finals

    def check(self) -> None:
        """See that every claim is true."""
        now = self.table([])
        for entrant, needs in self.needs.items():
            for code, each in needs.items():
                for need in each:
                    assert CHECKS[code](self, need, now[entrant]), (need, self)


def champion(season: Running, need: Need, _: StandingsRow) -> bool:
    return all(places[need.entrant] == 1 for places, _ in season.finals)


def out(season: Running, need: Need, _: StandingsRow) -> bool:
    return all(places[need.entrant] != 1 for places, _ in season.finals)


def wins_enough(season: Running, need: Need, _: StandingsRow) -> bool:
    enough = [places for places, wins in season.finals if wins[need.entrant] >= need.number]
    return bool(enough) and all(places[need.entrant] == 1 for places in enough)


def wins_needed(season: Running, need: Need, row: StandingsRow) -> bool:
    fewer = [places for places, wins in season.finals if wins[need.entrant] == need.number - 1]
    return wins_enough(season, need, row) and any(places[need.entrant] != 1 for places in fewer)


def unranked(season: Running, need: Need, row: StandingsRow) -> bool:
    return not row.ranked and row.record.played + need.number == season.rules.minimum


def next_match(season: Running, need: Need) -> tuple[RemainingMatch, list[list[MatchResult]]]:
    left = next(one for one in season.left if need.entrant in one.entrants and len(one.entrants) > 1)
    assert left.match == need.match
    return left, list(season.endings([left]))


def came_out(ending: list[MatchResult], entrant: int, outcome: Outcome) -> bool:
    return any(side.entrant == entrant and side.outcome is outcome for side in ending[0].sides)


def next_place(outcome: Outcome, season: Running, need: Need, row: StandingsRow) -> bool:
    _, endings = next_match(season, need)
    after = [season.table(e)[need.entrant].place for e in endings if came_out(e, need.entrant, outcome)]
    return need.place == row.place and max(after) <= need.number <= row.place


def passes(rows: dict[int, StandingsRow], need: Need) -> bool:
    assert need.rival is not None
    return 0 < rows[need.entrant].place < rows[need.rival].place


def pass_by_win(season: Running, need: Need, _: StandingsRow) -> bool:
    _, endings = next_match(season, need)
    return all(passes(season.table(e), need) for e in endings if came_out(e, need.entrant, WIN))


def pass_by_margin(season: Running, need: Need, _: StandingsRow) -> bool:
    left, _ = next_match(season, need)
    (opponent,) = {*left.entrants} - {need.entrant}
    assert need.met == (need.rival == opponent)
    field = {"point_difference": "points_for", "boxes": "boxes", "gins": "gins"}[need.criterion or ""]
    other = {"points_for": "points_against"}.get(field, "")

    def after(by: int, start: int) -> dict[int, StandingsRow]:
        ahead, behind = {field: start + by}, {field: start}
        if other:
            ahead[other], behind[other] = start, start + by
        sides = (SideResult(need.entrant, WIN, **ahead), SideResult(opponent, LOSS, **behind))
        return season.table([MatchResult(left.match, 0, sides)])

    # If the margin is the entrant's own gain, the opponent may gain any amount.
    starts = (0, 7) if need.met or field == "points_for" else (0,)
    held = all(passes(after(need.number + more, start), need) for more in (0, 1, 30) for start in starts)
    rows = after(need.number - 1, 0)
    assert need.rival is not None and need.criterion is not None
    short = rows[need.entrant].values[need.criterion] <= rows[need.rival].values[need.criterion]
    return held and (short or need.number == 1)


CHECKS = {
    NeedCode.CHAMPION: champion,
    NeedCode.OUT: out,
    NeedCode.WINS_ENOUGH: wins_enough,
    NeedCode.WINS_NEEDED: wins_needed,
    NeedCode.UNRANKED: unranked,
    NeedCode.NEXT_WIN: lambda season, need, row: next_place(WIN, season, need, row),
    NeedCode.NEXT_DRAW: lambda season, need, row: next_place(DRAW, season, need, row),
    NeedCode.PASS_BY_WIN: pass_by_win,
    NeedCode.PASS_BY_MARGIN: pass_by_margin,
}


def by_chance(number: int, most: int = 3) -> Running:
    """Return a small season by chance: a few played, a few left."""
    luck = random.Random(number)  # noqa: S311 - tests need no secrets
    season = Season(number)
    entrants = season.entrants[: luck.randint(2, 5)]
    left = []
    for i in range(luck.randint(0, most)):
        size = min(len(entrants), luck.choice([2] * 8 + [1, 3]))
        left.append(RemainingMatch(900 + i, tuple(luck.sample(entrants, size))))
    played = [r for r in season.results if {side.entrant for side in r.sides} <= set(entrants)]
    return Running(
        entrants, played, left, replace(season.rules, minimum=luck.choice([0, 0, 0, 2, 4])), season.penalties
    )


def round_robin(number: int) -> Running:
    """Return a round robin of four or five with its last matches left, points first, and margins that tell."""
    luck = random.Random(number)  # noqa: S311 - tests need no secrets
    entrants = luck.sample(range(1, 100), luck.choice([4, 4, 5]))
    pairs = luck.sample(
        [(a, b) for i, a in enumerate(entrants) for b in entrants[:i]], len(entrants) * (len(entrants) - 1) // 2
    )
    last = luck.randint(1, 3)
    played = [replace(match(i, 1, pair, luck), void=False) for i, pair in enumerate(pairs[last:], 1)]
    first: list[TieBreak] = luck.sample(["wins", *HEAD_TO_HEAD[:2], "fewest_losses"], luck.randint(0, 3))
    margin: TieBreak = luck.choice(["point_difference", "boxes", "gins"])
    rules = SeasonRules(
        bonus_shutout=luck.choice([0, 0, 0, 1]),
        bonus_gin=luck.choice([0, 0, 0, 0, 1]),
        bonus_box_lead=luck.choice([0, 0, 0, 1]),
        order=("points", *first, margin, *luck.choice([(), ("lot",), ("buchholz",)])),
    )
    return Running(entrants, played, [RemainingMatch(900 + i, pair) for i, pair in enumerate(pairs[:last])], rules)
