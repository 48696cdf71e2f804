"""What each still needs: every claim holds in every way in which the season can go on, and the exact ones are exact."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import pytest

from games.rules.chances import results
from games.rules.needs import Left, Need, NeedCode, outlook
from games.rules.season import SeasonRules, TieBreak
from games.rules.standings import MatchResult, Outcome, Penalty, Row, SideResult, standings, tally
from tests.rules.seasons import DRAW, LOSS, WIN, Season, match

SEED = "lot"
OUTCOMES_ONLY: tuple[TieBreak, ...] = ("wins", "head_to_head", "fewest_losses", "buchholz", "sonneborn_berger", "lot")
ANN, BEN, CLEO, DAN = 1, 2, 3, 4


def finished(left: Left, outcome: Sequence[Outcome], great: int | None, rules: SeasonRules, night: int) -> MatchResult:
    """Return the result of a match in which one side, whatever the outcome, has all there is to have, or none."""
    others = len(left.entrants) - 1
    sides = [
        SideResult(entrant, o, 9999, 0, 500, 500, rules.count * others, box_lead=True)
        if side == great
        else SideResult(entrant, o, 0, 0 if great is None else 9999)
        for side, (entrant, o) in enumerate(zip(left.entrants, outcome, strict=True))
    ]
    return MatchResult(left.match, night, tuple(sides))


@dataclass(frozen=True)
class Running:
    """A season not over yet, and every way in which it may go on."""

    entrants: Sequence[int]
    played: Sequence[MatchResult]
    left: Sequence[Left]
    rules: SeasonRules
    penalties: Sequence[Penalty] = ()

    @cached_property
    def needs(self) -> dict[int, dict[NeedCode, list[Need]]]:
        told: dict[int, dict[NeedCode, list[Need]]] = {}
        for entrant, needs in outlook(
            *(self.entrants, tally(self.played), self.rules, self.left), penalties=self.penalties, seed=SEED
        ).items():
            told[entrant] = {}
            for need in needs:
                assert need.entrant == entrant
                told[entrant].setdefault(need.code, []).append(need)
        return told

    def table(self, more: Sequence[MatchResult]) -> dict[int, Row]:
        told = tally([*self.played, *more])
        rows = standings(self.entrants, told, self.rules, penalties=self.penalties, seed=SEED)
        return {row.entrant: row for row in rows}

    def endings(self, left: Sequence[Left], *, margins: bool = True) -> Iterator[list[MatchResult]]:
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
            for code, told in needs.items():
                for need in told:
                    assert CHECKS[code](self, need, now[entrant]), (need, self)


def champion(season: Running, need: Need, _: Row) -> bool:
    return all(places[need.entrant] == 1 for places, _ in season.finals)


def out(season: Running, need: Need, _: Row) -> bool:
    return all(places[need.entrant] != 1 for places, _ in season.finals)


def wins_enough(season: Running, need: Need, _: Row) -> bool:
    enough = [places for places, wins in season.finals if wins[need.entrant] >= need.number]
    return bool(enough) and all(places[need.entrant] == 1 for places in enough)


def wins_needed(season: Running, need: Need, row: Row) -> bool:
    fewer = [places for places, wins in season.finals if wins[need.entrant] == need.number - 1]
    return wins_enough(season, need, row) and any(places[need.entrant] != 1 for places in fewer)


def unranked(season: Running, need: Need, row: Row) -> bool:
    return not row.ranked and row.record.played + need.number == season.rules.minimum


def next_match(season: Running, need: Need) -> tuple[Left, list[list[MatchResult]]]:
    left = next(one for one in season.left if need.entrant in one.entrants and len(one.entrants) > 1)
    assert left.match == need.match
    return left, list(season.endings([left]))


def came_out(ending: list[MatchResult], entrant: int, outcome: Outcome) -> bool:
    return any(side.entrant == entrant and side.outcome is outcome for side in ending[0].sides)


def next_place(outcome: Outcome, season: Running, need: Need, row: Row) -> bool:
    _, endings = next_match(season, need)
    after = [season.table(e)[need.entrant].place for e in endings if came_out(e, need.entrant, outcome)]
    return need.place == row.place and max(after) <= need.number <= row.place


def passes(rows: dict[int, Row], need: Need) -> bool:
    assert need.rival is not None
    return 0 < rows[need.entrant].place < rows[need.rival].place


def pass_by_win(season: Running, need: Need, _: Row) -> bool:
    _, endings = next_match(season, need)
    return all(passes(season.table(e), need) for e in endings if came_out(e, need.entrant, WIN))


def pass_by_margin(season: Running, need: Need, _: Row) -> bool:
    left, _ = next_match(season, need)
    (opponent,) = {*left.entrants} - {need.entrant}
    assert need.met == (need.rival == opponent)
    field = {"point_difference": "points_for", "boxes": "boxes", "gins": "gins"}[need.criterion or ""]
    other = {"points_for": "points_against"}.get(field, "")

    def after(by: int, start: int) -> dict[int, Row]:
        ahead, behind = {field: start + by}, {field: start}
        if other:
            ahead[other], behind[other] = start, start + by
        sides = (SideResult(need.entrant, WIN, **ahead), SideResult(opponent, LOSS, **behind))
        return season.table([MatchResult(left.match, 0, sides)])

    # Where the margin is what he wins himself, the other may win as much as he likes.
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
        left.append(Left(900 + i, tuple(luck.sample(entrants, size))))
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
    first: list[TieBreak] = luck.sample(["wins", "head_to_head", "fewest_losses"], luck.randint(0, 2))
    margin: TieBreak = luck.choice(["point_difference", "boxes", "gins"])
    rules = SeasonRules(
        bonus_shutout=luck.choice([0, 0, 0, 1]),
        bonus_gin=luck.choice([0, 0, 0, 0, 1]),
        bonus_box_lead=luck.choice([0, 0, 0, 1]),
        order=("points", *first, margin, *luck.choice([(), ("lot",), ("buchholz",)])),
    )
    return Running(entrants, played, [Left(900 + i, pair) for i, pair in enumerate(pairs[:last])], rules)


@pytest.mark.parametrize("ten", range(20))
def test_every_claim_in_a_round_robin_is_true(ten: int) -> None:
    for number in range(10 * ten, 10 * ten + 10):
        round_robin(number).check()


@pytest.mark.parametrize("ten", range(30))
def test_every_claim_is_true_in_every_way_in_which_the_season_can_go_on(ten: int) -> None:
    for number in range(10 * ten, 10 * ten + 10):
        by_chance(number).check()


@pytest.mark.parametrize("ten", range(15))
def test_claims_by_bounds_are_true_too(ten: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.needs.MOST_WAYS", 1)
    for number in range(5000 + 10 * ten, 5000 + 10 * ten + 10):
        by_chance(number).check()


@pytest.mark.parametrize("ten", range(10))
def test_where_outcomes_decide_everything_nothing_true_is_left_unsaid(ten: int) -> None:
    for number in range(10 * ten, 10 * ten + 10):
        luck = random.Random(number)  # noqa: S311 - tests need no secrets
        order = ("points", *luck.sample(OUTCOMES_ONLY[:-1], luck.randint(0, 4)), *luck.choice([(), ("lot",)]))
        rules = SeasonRules(win=luck.choice([2, 3]), order=order, minimum=luck.choice([0, 2]))
        season = replace(by_chance(number, 4), rules=rules)
        season.check()
        for entrant in season.entrants:
            places = [(places[entrant], wins[entrant]) for places, wins in season.finals]
            failed = [wins for place, wins in places if place != 1]
            mine = max(wins for _, wins in places)
            said = season.needs[entrant]
            assert (NeedCode.CHAMPION in said) == (not failed)
            if season.left:
                assert (NeedCode.OUT in said) == (len(failed) == len(places))
            if 0 < len(failed) < len(places):
                exact = [Need(NeedCode.WINS_NEEDED, entrant, max(failed) + 1)] if max(failed) < mine else []
                assert said.get(NeedCode.WINS_NEEDED, []) == exact


# Told by example.


def won(winner: int, loser: int, points: int = 0, boxes: int = 0) -> MatchResult:
    return MatchResult(1, 1, (SideResult(winner, WIN, points, 0, boxes), SideResult(loser, LOSS, 0, points)))


def told(
    played: Sequence[MatchResult], left: Sequence[tuple[int, ...]], *order: TieBreak, rules: SeasonRules | None = None
) -> dict[int, list[tuple[str, int]]]:
    """Return what is said of each of Ann, Ben, Cleo and Dan: codes with their numbers."""
    season = running(played, left, *order, rules=rules)
    season.check()
    return {
        entrant: [(code.value, need.number) for code, needs in said.items() for need in needs]
        for entrant, said in season.needs.items()
    }


def running(
    played: Sequence[MatchResult], left: Sequence[tuple[int, ...]], *order: TieBreak, rules: SeasonRules | None = None
) -> Running:
    several = [Left(number, entrants) for number, entrants in enumerate(left, 1)]
    rules = replace(rules or SeasonRules(), order=("points", *order))
    return Running([ANN, BEN, CLEO, DAN], played, several, rules)


def test_the_champion_is_known_before_the_last_match() -> None:
    played = [won(ANN, BEN), won(ANN, CLEO), won(ANN, DAN), won(BEN, CLEO)]
    said = told(played, [(BEN, DAN), (CLEO, DAN)], "head_to_head")
    assert said[ANN] == [("champion", 0)]
    assert said[CLEO][0] == ("out", 1)
    assert said[DAN][0] == ("out", 2)


def test_a_season_that_is_over_has_a_champion_and_no_more_to_say() -> None:
    assert told([won(ANN, BEN), won(ANN, CLEO)], [], "wins") == {ANN: [("champion", 0)], BEN: [], CLEO: [], DAN: []}
    # Without a further tie-break first place is shared, and nobody can pass either.
    assert told([won(ANN, CLEO), won(BEN, DAN)], [])[BEN] == [("champion", 0)]


def test_exactly_so_many_wins_are_needed() -> None:
    played = [won(ANN, CLEO), won(ANN, DAN), won(BEN, CLEO)]
    # With a win over Ben Ann cannot be caught, with none Ben can pass her.
    assert told(played, [(ANN, BEN), (BEN, DAN)], "wins")[ANN][0] == ("wins_needed", 1)
    # Ben needs both: with one only he is behind Ann, or level with her at worst.
    assert told(played, [(ANN, BEN), (BEN, DAN)], "wins")[BEN][0] == ("wins_needed", 2)


def test_in_the_first_round_nobody_can_be_sure() -> None:
    said = told([], [(ANN, BEN), (CLEO, DAN)], "point_difference")
    assert said[ANN] == [("next_win", 1)]


def test_what_a_bye_left_brings_is_counted() -> None:
    said = told([won(ANN, BEN)], [(BEN,), (BEN,), (BEN,), (ANN, CLEO)])
    assert said[BEN] == [("champion", 0)]


def test_gins_that_are_paid_have_no_bound() -> None:
    played = [won(ANN, BEN), won(ANN, CLEO), won(ANN, DAN)]
    said = told(played, [(BEN, DAN)], rules=SeasonRules(bonus_gin=1))
    assert [code for code, _ in said[CLEO]] == ["out"]
    assert "champion" not in {code for needs in said.values() for code, _ in needs}
    assert not {"out", "wins_needed"} & {code for code, _ in said[BEN]}


def test_too_few_matches_to_get_a_place() -> None:
    said = told([won(ANN, BEN), won(ANN, BEN)], [(ANN, CLEO)], rules=SeasonRules(minimum=2))
    assert said[CLEO] == [("out", 1), ("unranked", 2)]
    assert said[DAN] == [("out", 0), ("unranked", 2)]
    assert said[ANN] == [("champion", 0)]


@pytest.mark.parametrize(
    ("criterion", "order", "number"),
    [("boxes", ("wins", "boxes"), 3), ("point_difference", ("point_difference", "boxes"), 31)],
)
def test_a_margin_passes_one_who_does_not_play(criterion: TieBreak, order: tuple[TieBreak, ...], number: int) -> None:
    played = [won(ANN, DAN, 40, 3), won(BEN, DAN, 10, 1), won(ANN, DAN, 0, 0), won(DAN, CLEO)]
    (need,) = running(played, [(BEN, CLEO)], *order).needs[BEN][NeedCode.PASS_BY_MARGIN]
    assert (need.rival, need.criterion, need.number, need.met, need.match) == (ANN, criterion, number, False, 1)


@pytest.mark.parametrize(("criterion", "number"), [("boxes", 6), ("point_difference", 26)])
def test_a_margin_passes_the_opponent(criterion: TieBreak, number: int) -> None:
    played = [won(ANN, DAN, 40, 4), won(BEN, DAN, 10, 1), won(ANN, CLEO, 20, 2), won(CLEO, DAN)]
    season = running(played, [(BEN, ANN)], criterion)
    season.check()
    (need,) = season.needs[BEN][NeedCode.PASS_BY_MARGIN]
    # Ann is 50 points and 5 boxes ahead; what Ben wins by he gains, and of points Ann loses as much.
    assert (need.rival, need.number, need.met) == (ANN, number, True)
    # With a bonus Ann might have the last word though she loses.
    paid = running(played, [(BEN, ANN)], criterion, rules=SeasonRules(bonus_box_lead=1))
    assert NeedCode.PASS_BY_MARGIN not in paid.needs[BEN]


def test_winning_passes_one_whom_a_place_alone_does_not_name() -> None:
    played = [won(ANN, CLEO), won(BEN, CLEO), won(BEN, CLEO), won(DAN, CLEO, 10), won(DAN, CLEO, 10)]
    season = running(played, [(ANN, DAN)], "fewest_losses", "point_difference")
    season.check()
    # All three would have four points, and only Dan a loss; Ben may still be above Ann.
    assert [need.rival for need in season.needs[ANN][NeedCode.PASS_BY_WIN]] == [DAN]


def test_where_the_best_nights_count_the_next_match_may_bring_nothing() -> None:
    said = told([won(ANN, BEN), won(CLEO, DAN)], [(ANN, CLEO)], rules=SeasonRules(best_nights=1))
    assert {code for needs in said.values() for code, _ in needs} == {"out"}


def test_many_matches_left_are_told_by_bounds() -> None:
    pairs = [(a, b) for a in range(1, 9) for b in range(1, a)]
    played = [won(ANN, other) for _ in range(20) for other in (BEN, CLEO, DAN)]
    needs = outlook(range(1, 9), tally(played), SeasonRules(), [Left(i, pair) for i, pair in enumerate(pairs)])
    assert [need.code for need in needs[ANN]] == [NeedCode.CHAMPION]
    assert needs[BEN][0] == Need(NeedCode.OUT, BEN, 7)
    even = outlook(range(1, 9), tally([]), SeasonRules(), [Left(i, pair) for i, pair in enumerate(pairs)])
    # Whoever wins all seven has beaten each of the others, who have six wins at most.
    assert all(even[entrant][0] == Need(NeedCode.WINS_NEEDED, entrant, 7) for entrant in even)


def test_only_matches_of_those_in_reach_are_gone_through() -> None:
    far = [(entrant, entrant + 1) for entrant in range(10, 40)]
    played = [won(ANN, 10), won(ANN, 10), won(ANN, 10), won(BEN, 11), won(BEN, 11)] * 5
    left = [Left(1, (ANN, BEN)), *(Left(i, pair) for i, pair in enumerate(far, 2))]
    needs = outlook([ANN, BEN, *range(10, 41)], tally(played), SeasonRules(win=2, order=("points", "wins")), left)
    assert needs[ANN] == (Need(NeedCode.CHAMPION, ANN),)
