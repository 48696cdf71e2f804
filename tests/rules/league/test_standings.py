"""Adding up results, and ranking them in the standings."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.league.results import RequestedBye, with_walkover
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak, season_json
from games.rules.league.standings import (
    MatchResult,
    Outcome,
    PointsPenalty,
    Record,
    SideResult,
    StandingsRow,
    draw_lot,
    head_to_head,
    league_points,
    standings,
    tally,
)
from games.rules.pairings.bracket_places import BracketMatch, bracket_places
from tests.rules.brute_standings import brute_table
from tests.rules.seasons import DRAW, LOSS, WIN, Season

ANN, BEN, CLEO, DAN = 1, 2, 3, 4
BARE = SeasonRules(order=("points",))


def won(winner: int, loser: int, score: Sequence[int] = (0, 0), *, night: int = 1, **decided: bool) -> MatchResult:
    ahead, behind = score
    return MatchResult(
        *(1, night, (SideResult(winner, WIN, ahead, behind), SideResult(loser, LOSS, behind, ahead))), **decided
    )


def drawn(one: int, other: int, *, night: int = 1) -> MatchResult:
    return MatchResult(1, night, (SideResult(one, DRAW), SideResult(other, DRAW)))


def bye(entrant: int, *, night: int = 1) -> MatchResult:
    return MatchResult(1, night, (SideResult(entrant, WIN, 0, 0, 9, 9, 9, box_lead=True),))


def three(best: int, *others: int) -> MatchResult:
    return MatchResult(1, 1, (SideResult(best, WIN), *(SideResult(other, LOSS) for other in others)))


def table(results: Sequence[MatchResult], *order: TieBreak, rules: SeasonRules = BARE) -> list[tuple[int, int]]:
    """Return (place, entrant) of everybody in the results."""
    return [(row.place, row.entrant) for row in rows(results, *order, rules=rules)]


def rows(results: Sequence[MatchResult], *order: TieBreak, rules: SeasonRules = BARE) -> tuple[StandingsRow, ...]:
    totals = tally(results)
    return standings(sorted(totals.records), totals, replace(rules, order=order or rules.order))


# Adding up.


def test_everything_won_is_added_up_for_each_side_and_night() -> None:
    one = SideResult(ANN, WIN, 120, 80, 5, 2, 1, box_lead=True)
    other = SideResult(BEN, LOSS, 80, 120, 3, 1)
    totals = tally([MatchResult(1, 7, (one, other)), MatchResult(2, 8, (other, one), final=False), drawn(ANN, BEN)])
    twice = Record(3, 2, 1, 0, 0, 240, 160, 10, 4, 2, 2, 1)
    assert totals.records == {ANN: twice, BEN: Record(3, 0, 1, 2, 0, 160, 240, 6, 2, 0, 0, 1)}
    assert totals.nights[ANN, 7] == Record(1, 1, 0, 0, 0, 120, 80, 5, 2, 1, 1)
    assert totals.nights[BEN, 8] == Record(1, 0, 0, 1, 0, 80, 120, 3, 1, 0, 0, 1)
    assert totals.pairs == {(ANN, BEN): Record(3, 2, 1, 0), (BEN, ANN): Record(3, 0, 1, 2)}
    assert twice.point_difference == 80


def test_a_void_match_counts_nothing_and_a_forfeit_as_any_match() -> None:
    assert tally([won(ANN, BEN, void=True)]) == tally([])
    assert tally([won(ANN, BEN, forfeit=True)]) == tally([won(ANN, BEN)])


def test_a_bye_is_a_bye_and_nothing_else() -> None:
    totals = tally([bye(ANN), replace(bye(ANN), final=False)])
    assert totals.records == {ANN: Record(byes=2, provisional=1)}
    assert not totals.pairs


def test_every_other_side_at_the_table_is_an_opponent() -> None:
    totals = tally([three(ANN, BEN, CLEO)])
    lost, beaten = Record(1, 0, 0, 1), Record(1, 1)
    assert totals.pairs == {
        **{(ANN, BEN): beaten, (ANN, CLEO): beaten},
        **{(BEN, ANN): lost, (BEN, CLEO): lost, (CLEO, ANN): lost, (CLEO, BEN): lost},
    }
    assert totals.records[ANN] == beaten


def test_the_league_points_of_a_record() -> None:
    rules = SeasonRules(win=30, draw=20, loss=10, bonus_shutout=5, bonus_gin=6, bonus_box_lead=7, bye="draw")
    each = ("wins", "draws", "losses", "shutouts", "gins", "box_leads", "byes", "played", "boxes", "points_for")
    assert [league_points(Record(**{name: 1}), rules) for name in each] == [30, 20, 10, 5, 6, 7, 20, 0, 0, 0]


# The table.


def test_a_table_from_the_best_to_the_last() -> None:
    ann, ben, cleo = rows([won(ANN, BEN), won(BEN, CLEO), won(ANN, CLEO)], "points", "wins")
    assert ann == StandingsRow(1, ANN, True, 4, Record(2, 2), Record(2, 2), 0, {"points": 4, "wins": 2}, None)
    one_each = Record(2, 1, 0, 1)
    assert ben == StandingsRow(
        2, BEN, True, 2, one_each, one_each, 0, {"points": 2, "wins": 1}, "points", compared=(2, 4)
    )
    assert (cleo.place, cleo.entrant, cleo.decided_by) == (3, CLEO, "points")


def test_equal_ones_share_a_place_and_the_next_goes_on_counting() -> None:
    ranked = rows([won(ANN, CLEO), won(BEN, CLEO)], "points", "wins")
    assert [(row.place, row.entrant, row.decided_by) for row in ranked] == [
        (1, ANN, None),
        (1, BEN, None),
        (3, CLEO, "points"),
    ]


def test_entrants_without_matches_are_in_the_table_too() -> None:
    (row,) = standings([DAN], tally([won(ANN, BEN)]), BARE)
    assert row == StandingsRow(1, DAN, True, 0, Record(), Record(), 0, {"points": 0}, None)
    assert standings([], tally([]), SeasonRules()) == ()


def test_penalties_take_points_away_or_give_some() -> None:
    penalties = [PointsPenalty(ANN, 1), PointsPenalty(ANN, 2), PointsPenalty(BEN, -2)]
    ben, ann = standings([ANN, BEN], tally([won(ANN, BEN)]), BARE, penalties=penalties)
    assert (ben.entrant, ben.points, ben.penalty, ann.points, ann.penalty) == (BEN, 2, -2, -1, 3)


def test_too_few_matches_stand_below_without_a_place() -> None:
    results = [won(ANN, BEN), won(CLEO, BEN), won(CLEO, BEN), bye(ANN), bye(ANN), bye(DAN)]
    ranked = rows(results, "points", rules=replace(BARE, minimum=2))
    assert [(row.place, row.entrant, row.ranked, row.points, row.decided_by) for row in ranked] == [
        (1, CLEO, True, 4, None),
        (2, BEN, True, 0, "points"),
        (0, ANN, False, 6, None),
        (0, DAN, False, 2, "points"),
    ]


def test_the_unranked_do_not_matter_for_head_to_head_among_the_ranked() -> None:
    results = [won(ANN, BEN), won(BEN, CLEO), won(BEN, DAN), won(CLEO, DAN)]
    order: tuple[TieBreak, ...] = ("points", "head_to_head", "fewest_losses")
    # Ann, who has not met Cleo, is not tied with anybody; Ben is above Cleo by the match between them.
    assert table([*results, won(CLEO, ANN)], *order, rules=replace(BARE, minimum=3)) == [
        *((1, BEN), (2, CLEO)),
        *((0, ANN), (0, DAN)),
    ]
    # With Ann among them nobody is above anybody: each has beaten one of the three.
    assert table([*results, won(CLEO, ANN), won(ANN, DAN)], *order, rules=replace(BARE, minimum=3)) == [
        *((1, ANN), (1, BEN), (1, CLEO)),
        (4, DAN),
    ]


# One tie-break at a time.


@pytest.mark.parametrize(
    ("criterion", "better", "worse"),
    [
        ("wins", Record(2, 1, 0, 1), Record(2, 0, 2, 0)),
        ("point_difference", Record(2, 1, 0, 1, 0, 60, 50), Record(2, 1, 0, 1, 0, 160, 151)),
        ("boxes", Record(2, 1, 0, 1, boxes=3), Record(2, 1, 0, 1, boxes=2)),
        ("gins", Record(2, 1, 0, 1, gins=3), Record(2, 1, 0, 1, gins=2)),
        ("fewest_losses", Record(2, 0, 2, 0), Record(2, 1, 0, 1)),
    ],
)
def test_a_criterion_of_the_record(criterion: TieBreak, better: Record, worse: Record) -> None:
    totals = tally([])
    for low, high in ((ANN, BEN), (BEN, ANN)):
        records = {low: worse, high: better}
        above, below = standings(
            [ANN, BEN], replace(totals, records=records), replace(BARE, order=("points", criterion))
        )
        assert (above.entrant, below.entrant, below.place, below.decided_by) == (high, low, 2, criterion)


def test_fewest_losses_shows_the_losses() -> None:
    assert [row.values["fewest_losses"] for row in rows([won(ANN, BEN)], "fewest_losses")] == [0, 1]


def test_head_to_head_looks_at_the_matches_among_those_level_only() -> None:
    results = [won(ANN, BEN), won(BEN, CLEO), won(CLEO, ANN), won(DAN, ANN), won(DAN, BEN), won(DAN, CLEO)]
    assert table(results, "points", "head_to_head") == [(1, DAN), (2, ANN), (2, BEN), (2, CLEO)]
    results = [won(ANN, BEN), won(BEN, CLEO), drawn(CLEO, ANN), won(DAN, ANN), won(CLEO, DAN), drawn(BEN, DAN)]
    # Three points each, and all of them in matches among the four.
    ranked = rows(results, "points", "head_to_head")
    assert [(row.place, row.entrant, row.values["head_to_head"]) for row in ranked] == [
        (1, ANN, 3),
        (1, BEN, 3),
        (1, CLEO, 3),
        (1, DAN, 3),
    ]


def test_head_to_head_is_applied_again_among_those_still_level() -> None:
    # Four points each, two of Cleo's and two of Dan's from outside; among the four ...
    circle = [won(ANN, BEN), won(ANN, CLEO), won(DAN, ANN), won(BEN, CLEO), won(BEN, DAN), won(CLEO, DAN)]
    ranked = rows([*circle, won(CLEO, 9), won(DAN, 9)], "points", "head_to_head", "wins")
    # ... Ann and Ben have four points, Cleo and Dan two; in each half the match between the two decides.
    assert [(row.entrant, row.values.get("head_to_head"), row.decided_by) for row in ranked] == [
        (ANN, 2, None),
        (BEN, 0, "head_to_head"),
        (CLEO, 2, "head_to_head"),
        (DAN, 0, "head_to_head"),
        (9, None, "points"),
    ]


def test_head_to_head_criteria_in_a_row_are_one_table_among_those_level() -> None:
    # Ann, Ben and Cleo beat each other, and all of them beat Dan, whose matches don't count among the three.
    circle = [won(ANN, BEN, (3, 2)), won(BEN, CLEO, (3, 1)), won(CLEO, ANN, (4, 1))]
    results = [*circle, won(ANN, DAN, (90, 0)), won(BEN, DAN, (1, 0)), won(CLEO, DAN, (2, 0))]
    ranked = rows(results, "points", *HEAD_TO_HEAD, "point_difference")
    assert [(row.entrant, [row.values.get(name) for name in HEAD_TO_HEAD], row.decided_by) for row in ranked] == [
        # Ben and Cleo had 1 more point than they lost, and 5 in all: so they are compared again, by their match alone.
        (BEN, [2, 2, 3], None),
        (CLEO, [0, -2, 1], "head_to_head"),
        (ANN, [2, -2, 4], "head_to_head_difference"),
        (DAN, [None, None, None], "points"),
    ]
    # Ann's -2 was below the +1 that Cleo had then: the value in her row now is of the match against Ben.
    assert [row.compared for row in ranked] == [None, (0, 2), (-2, 1), (0, 4)]
    # With another one between them, there are two tables: of all three, then of Ben and Cleo.
    apart = rows(results, "points", "head_to_head_difference", "point_difference", "head_to_head")
    assert [(row.entrant, row.decided_by) for row in apart[:2]] == [(BEN, None), (CLEO, "head_to_head_difference")]


def test_a_win_without_a_match_scores_the_walkover() -> None:
    rules = replace(BARE, walkover=5, bye="draw")
    missed = won(ANN, BEN, forfeit=True)
    asked = [replace(bye(CLEO), requested_bye=kind) for kind in (None, *RequestedBye)]
    records = tally(with_walkover(result, rules) for result in (missed, *asked)).records
    assert [(records[n].points_for, records[n].points_against) for n in (ANN, BEN, CLEO)] == [(5, 0), (0, 5), (9, 4)]
    assert with_walkover(won(ANN, BEN, (3, 1)), rules) == won(ANN, BEN, (3, 1))
    nobody_came = replace(missed, sides=(SideResult(ANN, LOSS), SideResult(BEN, LOSS)))
    assert with_walkover(nobody_came, rules) == nobody_came


def test_head_to_head_applies_only_to_those_who_met_equally_often() -> None:
    totals = tally([won(ANN, BEN), won(BEN, CLEO), won(CLEO, ANN)]).pairs
    assert head_to_head([ANN, BEN, CLEO], totals, BARE) == {ANN: 2, BEN: 2, CLEO: 2}
    assert head_to_head([ANN, BEN], totals, BARE) == {ANN: 2, BEN: 0}
    assert head_to_head([ANN, BEN, DAN], totals, BARE) is None
    again = tally([won(ANN, BEN), won(ANN, BEN), won(BEN, CLEO), won(CLEO, ANN)]).pairs
    assert head_to_head([ANN, BEN, CLEO], again, BARE) is None
    assert head_to_head([ANN, BEN], again, BARE) == {ANN: 4, BEN: 0}


def test_where_head_to_head_does_not_apply_the_next_criterion_decides() -> None:
    ranked = rows([won(ANN, CLEO, (50, 0)), won(BEN, DAN, (60, 0))], "points", "head_to_head", "point_difference")
    assert [(row.entrant, row.decided_by) for row in ranked][:2] == [(BEN, None), (ANN, "point_difference")]
    assert all("head_to_head" not in row.values for row in ranked)


def test_buchholz_adds_up_the_points_of_all_opponents_each_time_they_were_met() -> None:
    results = [won(ANN, BEN), won(ANN, BEN), drawn(BEN, CLEO), won(CLEO, DAN), bye(DAN)]
    fields = {row.entrant: row for row in rows(results, "buchholz", "points")}
    assert {entrant: row.points for entrant, row in fields.items()} == {ANN: 4, BEN: 1, CLEO: 3, DAN: 2}
    assert {entrant: row.values["buchholz"] for entrant, row in fields.items()} == {ANN: 2, BEN: 11, CLEO: 3, DAN: 3}


def test_sonneborn_berger_adds_up_those_beaten_and_half_of_those_drawn_with() -> None:
    results = [won(ANN, BEN), drawn(BEN, CLEO), won(CLEO, DAN), bye(DAN)]
    fields = {row.entrant: row.values["sonneborn_berger"] for row in rows(results, "sonneborn_berger", "points")}
    assert fields == {ANN: 1, BEN: Fraction(3, 2), CLEO: Fraction(5, 2), DAN: 0}


def test_opponents_who_are_out_of_the_season_and_penalties_count_for_buchholz() -> None:
    results = tally([won(ANN, BEN), won(BEN, CLEO)])
    (ann,) = standings([ANN], results, replace(BARE, order=("buchholz",)), penalties=[PointsPenalty(BEN, -5)])
    assert ann.values["buchholz"] == 7


def test_the_lot_is_the_same_whenever_it_is_drawn_and_another_for_another_seed() -> None:
    entrants = list(range(1, 30))
    rules = replace(BARE, order=("points", "lot"))
    drawn_lots = [row.entrant for row in standings(entrants, tally([]), rules, seed="spring")]
    assert drawn_lots == sorted(entrants, key=lambda entrant: draw_lot("spring", entrant), reverse=True)
    assert drawn_lots == [row.entrant for row in standings(entrants[::-1], tally([]), rules, seed="spring")]
    assert drawn_lots != [row.entrant for row in standings(entrants, tally([]), rules, seed="autumn")]
    assert draw_lot("spring", 1) == int(hashlib.sha256(b"spring:1").hexdigest()[:16], 16)


# The nights that count.


def test_the_best_nights_make_the_points_and_the_record_that_counts() -> None:
    results = [won(BEN, ANN, (9, 0), night=1), won(ANN, BEN, (5, 0), night=2), drawn(ANN, BEN, night=3)]
    rules = replace(BARE, best_nights=2, order=("points", "wins", "fewest_losses", "point_difference"))
    ben, ann = rows(results, rules=rules)
    assert (ben.entrant, ben.points, ann.points, ann.decided_by) == (BEN, 3, 3, "point_difference")
    assert ann.counted == Record(2, 1, 1, 0, 0, 5, 0)
    assert ann.record == Record(3, 1, 1, 1, 0, 5, 9)
    assert ann.values == {"points": 3, "wins": 1, "fewest_losses": 0, "point_difference": 5}


def test_of_equal_nights_the_earlier_counts() -> None:
    results = [won(ANN, BEN, (1, 0), night=5), won(ANN, BEN, (2, 0), night=3), won(ANN, BEN, (4, 0), night=4)]
    ann, _ = rows(results, "points", rules=replace(BARE, best_nights=1))
    assert ann.counted.points_for == 2


def test_head_to_head_counts_all_nights() -> None:
    results = [won(ANN, BEN, night=1), won(CLEO, ANN, night=2), won(CLEO, BEN, night=3), won(BEN, DAN, night=4)]
    rules = replace(BARE, best_nights=1, minimum=2)
    fields = {row.entrant: row for row in rows(results, "points", "head_to_head", "buchholz", rules=rules)}
    assert {entrant: row.points for entrant, row in fields.items()} == {ANN: 2, BEN: 2, CLEO: 2, DAN: 0}
    assert [fields[entrant].values.get("head_to_head") for entrant in (ANN, BEN, CLEO, DAN)] == [2, 0, 4, None]
    assert [fields[entrant].values["buchholz"] for entrant in (ANN, BEN, CLEO, DAN)] == [4, 4, 4, 2]
    assert [fields[entrant].ranked for entrant in (ANN, BEN, CLEO, DAN)] == [True, True, True, False]


# All of it, against a second way to make the table.


@pytest.mark.parametrize("hundreds", [range(4), pytest.param(range(4, 20), marks=pytest.mark.slow)], ids=str)
def test_a_second_way_to_make_the_table_says_the_same(subtests: pytest.Subtests, hundreds: range) -> None:
    for hundred in hundreds:
        with subtests.test(hundred=hundred):
            for number in range(100 * hundred, 100 * hundred + 100):
                s = Season(number)
                found: dict[tuple[int, ...], tuple[int, set[int], dict[int, int]]] = {}
                key: tuple[int, ...] = ()
                for row in standings(s.entrants, tally(s.results), s.rules, penalties=s.penalties, seed=f"{number}"):
                    if not found or row.decided_by is not None or row.ranked != bool(found[key][0]):
                        key = (row.place, len(found))
                        found[key] = (row.place, set(), {})
                    found[key][1].add(row.entrant)
                    found[key][2][row.entrant] = row.points
                expected = brute_table(s.entrants, s.results, season_json(s.rules), s.penalties, f"{number}")
                assert list(found.values()) == expected, number


def test_outcomes_have_their_names() -> None:
    assert [str(outcome) for outcome in Outcome] == ["win", "draw", "loss"]


# A knock-out.


def knocked_out(order: tuple[TieBreak, ...], **changed: object) -> tuple[StandingsRow, ...]:
    """Ann beat Dan, Cleo beat Ben; Cleo won the final; Ben, who had more points, lost the match for third place."""
    results = [won(ANN, DAN), won(CLEO, BEN), won(CLEO, ANN), won(DAN, BEN)]
    semis = [BracketMatch((ANN, DAN), ANN, frozenset({DAN})), BracketMatch((CLEO, BEN), CLEO, frozenset({BEN}))]
    last = [BracketMatch((CLEO, ANN), CLEO, frozenset({ANN})), BracketMatch((DAN, BEN), DAN, frozenset({BEN}))]
    rules = replace(SeasonRules(order=order), **changed)  # type: ignore[arg-type]
    taken = [PointsPenalty(BEN, -9)]
    found = bracket_places([semis, last])
    return standings([ANN, BEN, CLEO, DAN, 9], tally(results), rules, penalties=taken, bracket=found)


def test_in_a_knock_out_the_bracket_gives_the_places() -> None:
    found = knocked_out(("points",))
    assert [(row.place, row.entrant, row.shared, row.decided_by) for row in found] == [
        *((1, CLEO, False, None), (2, ANN, False, None), (3, DAN, False, None), (4, BEN, False, None)),
        (0, 9, False, None),
    ]
    assert [(row.ranked, row.bracket is None) for row in found] == [(True, False)] * 4 + [(False, True)]


def test_criteria_order_shared_places_without_splitting_them() -> None:
    semis = [BracketMatch((ANN, DAN), ANN, frozenset({DAN})), BracketMatch((CLEO, BEN), CLEO, frozenset({BEN}))]
    results = tally([won(ANN, DAN), won(CLEO, BEN)])
    for taken, order in ((1, [DAN, BEN]), (-1, [BEN, DAN])):
        found = standings(
            [ANN, BEN, CLEO, DAN],
            results,
            SeasonRules(order=("points",)),
            penalties=[PointsPenalty(BEN, taken)],
            bracket=bracket_places([semis]),
        )
        assert [row.entrant for row in found[2:]] == order
        assert [(row.place, row.shared) for row in found] == [(1, True), (1, True), (3, True), (3, True)]


def test_too_few_matches_give_no_place_in_a_knock_out_either() -> None:
    assert {row.place for row in knocked_out(("points",), minimum=3)} == {0}


def test_shared_places_are_found_in_any_table() -> None:
    ranked = rows([won(ANN, CLEO), won(BEN, CLEO)], "points", "wins")
    assert [(row.place, row.shared) for row in ranked] == [(1, True), (1, True), (3, False)]
