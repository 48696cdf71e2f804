"""Seasons to test with: drawn by hypothesis, or by chance from a number."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from games.rules.league.season import TIE_BREAKS, SeasonRules
from games.rules.league.standings import MatchResult, Outcome, PointsPenalty, Record, SideResult, Tally

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


@st.composite
def all_rules(draw: st.DrawFn) -> SeasonRules:
    """Draw any rules that season_rules would take."""
    length = draw(st.sampled_from(("game", "games", "rounds")))
    loss, between, win = sorted(draw(st.tuples(*[st.integers(0, 100)] * 3)))
    order = [name for name in draw(st.permutations(TIE_BREAKS)) if name != "lot"][: draw(st.integers(1, 9))]
    return SeasonRules(
        length=length,
        count=1 if length == "game" else draw(st.integers(1, 100)),
        win=win,
        draw=between,
        loss=loss,
        bonus_shutout=draw(st.integers(0, 20)),
        bonus_gin=draw(st.integers(0, 20)),
        bonus_box_lead=draw(st.integers(0, 20)),
        bye=draw(st.sampled_from(("win", "draw", "nothing"))),
        minimum=draw(st.integers(0, 1000)),
        best_nights=draw(st.none() | st.integers(1, 1000)),
        order=(*order, *draw(st.sampled_from(((), ("lot",))))),
        confirmation=draw(st.sampled_from(("trust", "opponent", "referee"))),
        strict=draw(st.booleans()),
    )


def side(entrant: int, outcome: Outcome, luck: random.Random) -> SideResult:
    """Draw small numbers, so that much comes out level."""
    return SideResult(
        entrant,
        outcome,
        *(luck.randrange(0, 3) for _ in range(5)),
        box_lead=luck.random() < 0.3,
    )


def outcomes(sides: int, luck: random.Random) -> list[Outcome]:
    """Draw how a match came out for so many sides: mostly with one winner."""
    best = luck.sample(range(sides), 1 if luck.random() < 0.7 else luck.randint(2, sides))
    return [LOSS if i not in best else WIN if len(best) == 1 else DRAW for i in range(sides)]


def match(number: int, night: int, entrants: Sequence[int], luck: random.Random) -> MatchResult:
    """Draw the result of a match, a bye where there is one entrant only."""
    if len(entrants) == 1:
        return MatchResult(number, night, (SideResult(entrants[0], WIN),), final=luck.random() < 0.8)
    sides = tuple(side(e, o, luck) for e, o in zip(entrants, outcomes(len(entrants), luck), strict=True))
    return MatchResult(
        *(number, night, sides),
        void=luck.random() < 0.1,
        final=luck.random() < 0.8,
        forfeit=luck.random() < 0.1,
    )


def rules_by_chance(luck: random.Random) -> SeasonRules:
    """Draw rules that matter: every tie-break anywhere, small points, few nights."""
    order = luck.sample([name for name in TIE_BREAKS if name != "lot"], luck.randint(1, 6))
    if luck.random() < 0.6:
        order = ["points", *(name for name in order if name != "points")]
    return replace(
        luck.choice(
            [SeasonRules(), SeasonRules(win=3), SeasonRules(win=1, draw=1), SeasonRules(win=4, draw=2, loss=1)]
        ),
        bonus_shutout=luck.choice([0, 0, 1]),
        bonus_gin=luck.choice([0, 0, 2]),
        bonus_box_lead=luck.choice([0, 0, 1]),
        bye=luck.choice(["win", "draw", "nothing"]),
        minimum=luck.choice([0, 0, 2, 4]),
        best_nights=luck.choice([None, None, 1, 2, 3]),
        order=(*order, *(("lot",) if luck.random() < 0.3 else ())),
    )


class Season:
    """A season by chance: `rules`, `entrants`, their `results` and `penalties`, the same for the same number.

    Everybody meets everybody, or any meet any; some sit three or four at a table, or have a bye. The last entrant of
    the results may be no longer in the season.
    """

    def __init__(self, number: int, *, sides: int = 4, byes: bool = True) -> None:
        luck = random.Random(number)  # noqa: S311 - tests need no secrets
        self.rules = rules_by_chance(luck)
        everybody = luck.sample(range(1, 100), luck.randint(2, 7))
        meetings: list[Sequence[int]] = []
        if luck.random() < 0.5:
            meetings = [(a, b) for i, a in enumerate(everybody) for b in everybody[:i]] * luck.randint(1, 2)
        else:
            largest = min(sides, len(everybody))
            for _ in range(luck.randint(0, 14)):
                size = luck.choice([2, 2, 2, luck.randint(1 if byes else 2, largest)])
                meetings.append(luck.sample(everybody, size))
        self.results = [match(i, luck.randrange(5), among, luck) for i, among in enumerate(meetings, 1)]
        self.entrants = everybody[: luck.choice([len(everybody)] * 3 + [max(1, len(everybody) - 1)])]
        self.penalties = [
            PointsPenalty(luck.choice(everybody), luck.randint(-2, 3)) for _ in range(luck.choice([0, 0, 1, 3]))
        ]


def added(*tallies: Tally) -> Tally:
    """Return tallies as one: their records added up key by key, as SQL would."""
    sums: tuple[dict[int, Record], dict[tuple[int, int], Record], dict[tuple[int, int], Record]] = ({}, {}, {})
    for part in tallies:
        for total, records in zip(sums, (part.records, part.pairs, part.nights), strict=True):
            for key, record in records.items():  # type: ignore[attr-defined]
                total[key] = total.get(key, Record()) + record  # type: ignore[index, call-overload]
    return Tally(*sums)
