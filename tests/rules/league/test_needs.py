"""What each entrant still needs, by example; each claim is tried against every possible ending."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.rules.league.needs import Need, NeedCode, RemainingMatch, outlook
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak
from games.rules.league.standings import MatchResult, SideResult, tally
from tests.rules.running_seasons import Running
from tests.rules.seasons import DRAW, LOSS, WIN

ANN, BEN, CLEO, DAN = 1, 2, 3, 4


def won(winner: int, loser: int, points: int = 0, boxes: int = 0) -> MatchResult:
    return MatchResult(1, 1, (SideResult(winner, WIN, points, 0, boxes), SideResult(loser, LOSS, 0, points)))


def needs_of(
    played: Sequence[MatchResult], left: Sequence[tuple[int, ...]], *order: TieBreak, rules: SeasonRules | None = None
) -> dict[int, list[tuple[str, int]]]:
    """Return the needs of Ann, Ben, Cleo and Dan: codes with their numbers."""
    season = running(played, left, *order, rules=rules)
    season.check()
    return {
        entrant: [(code.value, need.number) for code, needs in found_needs.items() for need in needs]
        for entrant, found_needs in season.needs.items()
    }


def running(
    played: Sequence[MatchResult], left: Sequence[tuple[int, ...]], *order: TieBreak, rules: SeasonRules | None = None
) -> Running:
    several = [RemainingMatch(number, entrants) for number, entrants in enumerate(left, 1)]
    rules = replace(rules or SeasonRules(), order=("points", *order))
    return Running([ANN, BEN, CLEO, DAN], played, several, rules)


def test_the_champion_is_known_before_the_last_match() -> None:
    played = [won(ANN, BEN), won(ANN, CLEO), won(ANN, DAN), won(BEN, CLEO)]
    needs = needs_of(played, [(BEN, DAN), (CLEO, DAN)], "head_to_head")
    assert needs[ANN] == [("champion", 0)]
    assert needs[CLEO][0] == ("out", 1)
    assert needs[DAN][0] == ("out", 2)


def test_points_among_those_level_are_open_until_their_matches_are_over() -> None:
    played = [won(ANN, BEN, 9), won(BEN, CLEO, 5), won(ANN, DAN), won(BEN, DAN), won(CLEO, DAN)]
    order: tuple[TieBreak, ...] = HEAD_TO_HEAD[:2]
    # If Cleo wins, all three are level, and by how much she wins decides.
    assert [code for code, _ in needs_of(played, [(CLEO, ANN)], *order)[ANN]] == ["wins_enough", "next_draw"]
    assert [code for code, _ in needs_of([*played, won(CLEO, ANN, 3)], [], *order)[ANN]] == ["champion"]


@pytest.mark.parametrize("walkover", [0, 5])
def test_a_bye_adds_no_boxes(walkover: int) -> None:
    rules = SeasonRules(bye="draw", draw=0, walkover=walkover)
    played = [won(ANN, BEN, boxes=9), won(BEN, ANN, boxes=1)]
    assert needs_of(played, [(BEN,)], "boxes", rules=rules)[ANN] == [("champion", 0)]
    known = needs_of(played, [(BEN,)], "points_scored", rules=rules)[ANN] == [("champion", 0)]
    assert known is (not walkover)


def test_finished_season_has_only_a_champion() -> None:
    assert needs_of([won(ANN, BEN), won(ANN, CLEO)], [], "wins") == {ANN: [("champion", 0)], BEN: [], CLEO: [], DAN: []}
    # Without a further tie-break first place is shared, and nobody can pass either.
    assert needs_of([won(ANN, CLEO), won(BEN, DAN)], [])[BEN] == [("champion", 0)]


def test_exactly_so_many_wins_are_needed() -> None:
    played = [won(ANN, CLEO), won(ANN, DAN), won(BEN, CLEO)]
    # With a win over Ben Ann cannot be caught, with none Ben can pass her.
    assert needs_of(played, [(ANN, BEN), (BEN, DAN)], "wins")[ANN][0] == ("wins_needed", 1)
    # Ben needs both: with only one of them Ben is behind Ann, or level with her.
    assert needs_of(played, [(ANN, BEN), (BEN, DAN)], "wins")[BEN][0] == ("wins_needed", 2)


def test_in_the_first_round_nobody_can_be_sure() -> None:
    needs = needs_of([], [(ANN, BEN), (CLEO, DAN)], "point_difference")
    assert needs[ANN] == [("next_win", 1)]


def test_remaining_bye_counts_in_the_outlook() -> None:
    needs = needs_of([won(ANN, BEN)], [(BEN,), (BEN,), (BEN,), (ANN, CLEO)])
    assert needs[BEN] == [("champion", 0)]


def test_gins_that_are_paid_have_no_bound() -> None:
    played = [won(ANN, BEN), won(ANN, CLEO), won(ANN, DAN)]
    found_needs = needs_of(played, [(BEN, DAN)], rules=SeasonRules(bonus_gin=1))
    assert [code for code, _ in found_needs[CLEO]] == ["out"]
    assert "champion" not in {code for needs in found_needs.values() for code, _ in needs}
    assert not {"out", "wins_needed"} & {code for code, _ in found_needs[BEN]}


def test_too_few_matches_to_get_a_place() -> None:
    needs = needs_of([won(ANN, BEN), won(ANN, BEN)], [(ANN, CLEO)], rules=SeasonRules(minimum=2))
    assert needs[CLEO] == [("out", 1), ("unranked", 2)]
    assert needs[DAN] == [("out", 0), ("unranked", 2)]
    assert needs[ANN] == [("champion", 0)]


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
    # Ann is 50 points and 5 boxes ahead; Ben gains the margin of a win, and Ann loses as many points.
    assert (need.rival, need.number, need.met) == (ANN, number, True)
    # With a bonus Ann might have the last word though she loses.
    paid = running(played, [(BEN, ANN)], criterion, rules=SeasonRules(bonus_box_lead=1))
    paid.check()
    assert NeedCode.PASS_BY_MARGIN not in paid.needs[BEN]


def test_win_may_pass_an_entrant_by_later_criteria() -> None:
    played = [won(ANN, CLEO), won(BEN, CLEO), won(BEN, CLEO), won(DAN, CLEO, 10), won(DAN, CLEO, 10)]
    season = running(played, [(ANN, DAN)], "fewest_losses", "point_difference")
    season.check()
    # All three would have four points, and only Dan a loss; Ben may still be above Ann.
    assert [need.rival for need in season.needs[ANN][NeedCode.PASS_BY_WIN]] == [DAN]


def test_coming_level_is_not_passing() -> None:
    played = [won(ANN, CLEO), won(ANN, DAN), won(BEN, CLEO), won(DAN, CLEO)]
    season = running(played, [(BEN, DAN)], "wins", "head_to_head")
    season.check()
    assert not {NeedCode.PASS_BY_WIN, NeedCode.PASS_BY_MARGIN} & set(season.needs[BEN])
    assert season.needs[BEN][NeedCode.NEXT_WIN][0].number == 1


def test_coming_level_with_one_who_has_won_against_one_is_not_passing() -> None:
    season = running([won(BEN, ANN)], [(ANN, DAN)], "head_to_head", "boxes")
    season.check()
    assert not {NeedCode.PASS_BY_WIN, NeedCode.PASS_BY_MARGIN} & set(season.needs[ANN])


def test_head_to_head_is_applied_again_among_those_still_level() -> None:
    # Four level on four points, then Ann and Ben above the others, then Ann, who beat Ben.
    played = [won(ANN, BEN), won(ANN, CLEO), won(DAN, ANN), won(BEN, CLEO), won(BEN, DAN), won(CLEO, DAN)]
    more = [replace(won(CLEO, 9), match=2), replace(won(DAN, 9), match=3)]
    needs = needs_of([*played, *more], [], "head_to_head")
    assert needs == {ANN: [("champion", 0)], BEN: [], CLEO: [], DAN: []}


def test_margins_do_not_matter_if_only_outcomes_rank() -> None:
    drawn = MatchResult(2, 1, (SideResult(CLEO, DRAW), SideResult(DAN, DRAW)))
    season = running([won(BEN, CLEO), drawn], [(ANN, DAN)], "wins", rules=SeasonRules(bonus_box_lead=2))
    season.check()
    # A win ties Ann with Ben; Dan, the loser, may lead in boxes and pass both.
    assert season.needs[ANN][NeedCode.NEXT_WIN] == [Need(NeedCode.NEXT_WIN, ANN, 2, 1, place=4)]
    assert not {NeedCode.PASS_BY_WIN, NeedCode.PASS_BY_MARGIN} & set(season.needs[ANN])


def test_next_match_may_add_nothing_if_only_best_nights_count() -> None:
    found_needs = needs_of([won(ANN, BEN), won(CLEO, DAN)], [(ANN, CLEO)], rules=SeasonRules(best_nights=1))
    assert {code for needs in found_needs.values() for code, _ in needs} == {"out"}


def test_many_remaining_matches_are_described_by_bounds() -> None:
    pairs = [(a, b) for a in range(1, 9) for b in range(1, a)]
    played = [won(ANN, other) for _ in range(20) for other in (BEN, CLEO, DAN)]
    needs = outlook(
        range(1, 9), tally(played), SeasonRules(), [RemainingMatch(i, pair) for i, pair in enumerate(pairs)]
    )
    assert [need.code for need in needs[ANN]] == [NeedCode.CHAMPION]
    assert needs[BEN][0] == Need(NeedCode.OUT, BEN, 7)
    even = outlook(range(1, 9), tally([]), SeasonRules(), [RemainingMatch(i, pair) for i, pair in enumerate(pairs)])
    # An entrant who wins all seven has beaten each of the others, who have six wins at most.
    assert all(even[entrant][0] == Need(NeedCode.WINS_NEEDED, entrant, 7) for entrant in even)


def test_the_last_match_of_the_last_may_decide_by_the_points_of_opponents() -> None:
    played = [won(ANN, CLEO), won(ANN, CLEO), won(BEN, DAN), won(BEN, DAN)]
    needs = needs_of(played, [(CLEO, DAN)], "buchholz")
    assert needs[ANN] == needs[BEN] == []
    assert needs_of(played, [(CLEO, DAN)], "wins")[ANN] == [("champion", 0)]


def test_only_matches_of_entrants_in_reach_are_considered() -> None:
    far = [(entrant, entrant + 1) for entrant in range(10, 40)]
    played = [won(ANN, 10), won(ANN, 10), won(ANN, 10), won(BEN, 11), won(BEN, 11)] * 5
    left = [RemainingMatch(1, (ANN, BEN)), *(RemainingMatch(i, pair) for i, pair in enumerate(far, 2))]
    needs = outlook([ANN, BEN, *range(10, 41)], tally(played), SeasonRules(win=2, order=("points", "wins")), left)
    assert needs[ANN] == (Need(NeedCode.CHAMPION, ANN),)
