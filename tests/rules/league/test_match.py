"""Scoring a match from its games: one game, several, or rounds; two sides, three, and teams."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from games.rules.declaration import TeamDeal
from games.rules.league.season import season_rules
from games.rules.match import MatchScore, match_score
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from tests.rules.kit import LedgerBuilder, hand

NO_TARGET = RuleSet(target=None)


def score(ledger: LedgerBuilder, *sides: tuple[int, ...], **rules: Any) -> MatchScore | None:
    """The match between ``sides`` (by default two), of one game unless ``rules`` say otherwise."""
    return match_score(ledger.sheet.games, sides or ((0,), (1,)), season_rules(rules))


def sides_of(ledger: LedgerBuilder, *sides: tuple[int, ...], **rules: Any) -> list[tuple[str, int, int, int]]:
    """Outcome, points, boxes and games of each side."""
    found = score(ledger, *sides, **rules)
    assert found
    return [(side.outcome.value, side.points, side.boxes, side.games) for side in found.sides]


def finished(ledger: LedgerBuilder, *sides: tuple[int, ...], **rules: Any) -> bool:
    found = score(ledger, *sides, **rules)
    assert found
    return found.finished


# One game.


def test_nothing_counts_before_the_first_round() -> None:
    assert score(LedgerBuilder().start()) is None
    assert score(LedgerBuilder().start().enter_points(1, 0, 13).void(1)) is None


def test_a_game_under_way_is_led_by_who_has_more_points() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 13).enter_points(2, 1, 40)
    assert sides_of(ledger) == [("loss", 13, 1, 0), ("win", 40, 1, 0)]
    assert not finished(ledger)
    assert [side.against for side in score(ledger).sides] == [40, 13]  # type: ignore[union-attr]
    assert sides_of(ledger.enter_points(3, 0, 27)) == [("draw", 40, 2, 0), ("draw", 40, 1, 0)]


def test_a_game_that_is_over_counts_with_every_bonus() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 1, 30).enter_points(2, 0, 110)
    final = ledger.current.final
    assert final
    assert sides_of(ledger) == [("win", final.totals[0], 1, 1), ("loss", final.totals[1], 1, 0)]
    assert (finished(ledger), final.totals[0] > 110) == (True, True)
    assert [side.shutouts for side in score(ledger).sides] == [0, 0]  # type: ignore[union-attr]


def test_a_shutout_is_counted_for_who_dealt_it_out() -> None:
    found = score(LedgerBuilder().start().enter_points(1, 1, 110))
    assert found
    assert [(side.shutouts, side.games, side.led_boxes) for side in found.sides] == [(0, 0, False), (1, 1, True)]
    by_hand = score(LedgerBuilder().start().enter_points(1, 1, 30).finish())
    assert by_hand
    assert [(side.shutouts, side.games) for side in by_hand.sides] == [(0, 0), (0, 1)]


def test_a_game_ended_level_is_a_draw_and_over() -> None:
    ledger = LedgerBuilder().start(NO_TARGET).enter_points(1, 0, 20).enter_points(2, 1, 20).finish()
    assert [side[0] for side in sides_of(ledger)] == ["draw", "draw"]
    assert finished(ledger)
    assert not any(side.led_boxes for side in score(ledger).sides)  # type: ignore[union-attr]


def test_a_game_opened_again_goes_on() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110).reopen()
    assert (finished(ledger), sides_of(ledger)[0]) == (False, ("win", 110, 1, 0))


def test_second_game_does_not_count_in_a_match_of_one() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110)
    first = sides_of(ledger)
    ledger.start().enter_points(1, 1, 150)
    assert (sides_of(ledger), finished(ledger)) == (first, True)
    assert score(ledger).rounds == ((1, 1, 2),)  # type: ignore[union-attr]


# Several games.


def test_games_are_won_by_who_wins_more_of_them() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110).start().enter_points(1, 1, 120).enter_points(2, 0, 5)
    assert not finished(ledger, length="games", count=3)
    ledger.start().enter_points(1, 0, 30)
    running = sides_of(ledger, length="games", count=3)
    assert [side[3] for side in running] == [1, 1]
    ledger.enter_points(2, 1, 130)
    assert [(side[0], side[3]) for side in sides_of(ledger, length="games", count=3)] == [("loss", 1), ("win", 2)]
    assert finished(ledger, length="games", count=3)


def test_while_games_are_level_points_decide_and_in_the_end_nothing_does() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110).start().enter_points(1, 1, 160)
    assert [side[0] for side in sides_of(ledger, length="games", count=3)] == ["loss", "win"]
    assert [side[0] for side in sides_of(ledger, length="games", count=2)] == ["draw", "draw"]
    assert finished(ledger, length="games", count=2)


def test_leader_in_games_leads_regardless_of_points() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110).start().enter_points(1, 1, 90)
    assert [side[0] for side in sides_of(ledger, length="games", count=2)] == ["win", "loss"]


def test_fourth_game_does_not_count_in_a_match_of_three() -> None:
    ledger = LedgerBuilder()
    for _ in range(3):
        ledger.start().enter_points(1, 0, 110)
    three = sides_of(ledger, length="games", count=3)
    ledger.start().enter_points(1, 1, 500)
    assert sides_of(ledger, length="games", count=3) == three
    assert {game for game, _, _ in score(ledger, length="games", count=3).rounds} == {1, 2, 3}  # type: ignore[union-attr]


# Best of several games.

LEVEL = 2
"""A game that ends level, beside those won by player 0 or 1."""


def play_game(ledger: LedgerBuilder, winner: int) -> LedgerBuilder:
    if winner == LEVEL:
        return ledger.start(NO_TARGET).enter_points(1, 0, 20).enter_points(2, 1, 20).finish()
    return ledger.start().enter_points(1, winner, 110)


def walk(winners: Sequence[int], count: int) -> tuple[int, list[int], bool]:
    """How many games count, who won how many of them, and whether the match is over: all ways to go on are tried."""
    for played in range(1, len(winners) + 1):
        won = [winners[:played].count(side) for side in (0, 1)]
        ends = [
            won[0] + rest.count(0) - won[1] - rest.count(1) for rest in product((0, 1, LEVEL), repeat=count - played)
        ]
        if min(ends) > 0 or max(ends) < 0 or played == count:
            return played, won, True
    return len(winners), won, False


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_best_of_several_ends_once_nobody_can_catch_up(count: int) -> None:
    for winners in product((0, 1, LEVEL), repeat=count):
        ledger = LedgerBuilder()
        for played, winner in enumerate(winners, 1):
            play_game(ledger, winner)
            found = score(ledger, length="games", count=count, match_end="when_decided")
            assert found
            games, won, over = walk(winners[:played], count)
            assert (found.games, [side.games for side in found.sides], found.finished) == (
                tuple(range(1, games + 1)),
                won,
                over,
            )
            assert {game for game, _, _ in found.rounds} == set(found.games)
            if over and won[0] != won[1]:
                assert [side.outcome.value for side in found.sides] == ["win", "loss"][:: 1 if won[0] > won[1] else -1]
            elif over:
                assert {side.outcome.value for side in found.sides} == {"draw"}


def test_best_of_five_among_three_goes_on_while_somebody_can_catch_up() -> None:
    ledger, three = LedgerBuilder(3), ((0,), (1,), (2,))
    best_of_five: dict[str, Any] = {"length": "games", "count": 5, "match_end": "when_decided"}
    for winner, over in [(0, False), (1, False), (0, False), (2, False), (0, True)]:
        ledger.start().enter_points(1, winner, 110)
        assert finished(ledger, *three, **best_of_five) == over


def test_a_game_open_again_leaves_best_of_three_undecided() -> None:
    best_of_three: dict[str, Any] = {"length": "games", "count": 3, "match_end": "when_decided"}
    ledger = play_game(play_game(LedgerBuilder(), 0), 0)
    assert finished(ledger, **best_of_three)
    assert not finished(ledger, length="games", count=3)
    assert not finished(ledger.reopen(), **best_of_three)


# Rounds.


def test_rounds_are_counted_whatever_is_played_after_them() -> None:
    ledger = LedgerBuilder().start(NO_TARGET).enter_points(1, 0, 20).enter_points(2, 1, 5)
    assert (finished(ledger, length="rounds", count=3), sides_of(ledger, length="rounds", count=3)[0][0]) == (
        False,
        "win",
    )
    ledger.enter_points(3, 1, 5)
    over = sides_of(ledger, length="rounds", count=3)
    assert (over, finished(ledger, length="rounds", count=3)) == ([("win", 20, 1, 0), ("loss", 10, 2, 0)], True)
    ledger.enter_points(4, 1, 90)
    assert sides_of(ledger, length="rounds", count=3) == over
    assert sides_of(ledger.finish(), length="rounds", count=3) == over
    assert score(ledger, length="rounds", count=3).rounds == ((1, 1, 2), (1, 2, 3), (1, 3, 4))  # type: ignore[union-attr]


def test_deleted_round_is_not_among_them() -> None:
    ledger = (
        LedgerBuilder().start(NO_TARGET).enter_points(1, 0, 20).enter_points(2, 1, 5).enter_points(3, 1, 30).void(1)
    )
    assert sides_of(ledger, length="rounds", count=2) == [("loss", 0, 0, 0), ("win", 35, 2, 0)]
    assert finished(ledger, length="rounds", count=2)


def test_rounds_given_up_are_not_over_but_a_target_ends_them() -> None:
    by_hand = LedgerBuilder().start(NO_TARGET).enter_points(1, 0, 20).finish()
    assert not finished(by_hand, length="rounds", count=3)
    target = LedgerBuilder().start().enter_points(1, 0, 110)
    assert finished(target, length="rounds", count=3)
    assert sides_of(target, length="rounds", count=3) == [("win", 110, 1, 0), ("loss", 0, 0, 0)]
    assert not finished(target.reopen(), length="rounds", count=3)


def test_level_in_points_is_a_draw_of_rounds() -> None:
    ledger = LedgerBuilder().start(NO_TARGET).enter_points(1, 0, 20).enter_points(2, 1, 20)
    assert [side[0] for side in sides_of(ledger, length="rounds", count=2)] == ["draw", "draw"]


# More than two, and teams.


def test_best_of_three_sides_wins_and_the_others_lose() -> None:
    three = ((0,), (1,), (2,))
    ledger = LedgerBuilder(3).start(NO_TARGET).enter_points(1, 1, 20).enter_points(2, 2, 15).enter_points(3, 0, 10)
    assert [side[0] for side in sides_of(ledger, *three)] == ["loss", "win", "loss"]
    assert [side.against for side in score(ledger, *three).sides] == [20, 15, 20]  # type: ignore[union-attr]
    ledger.enter_points(4, 2, 5)
    assert [side[0] for side in sides_of(ledger, *three)] == ["loss", "draw", "draw"]


def test_gins_and_big_gins_count_for_the_ender() -> None:
    ledger = LedgerBuilder().start(NO_TARGET)
    ledger.enter(1, hand(1, 0, 0, 30, ending="gin")).enter(2, hand(0, 1, 0, 20, ending="big_gin"))
    ledger.enter(3, hand(1, 0, 0, 25, ending="gin")).enter(4, hand(0, 1, 5, 20)).enter(5, hand(0, 1, ending="dead"))
    found = score(ledger)
    assert found
    assert [side.gins for side in found.sides] == [1, 2]


def test_partners_score_together_and_every_gin_of_a_deal_counts() -> None:
    teams = rule_set("partnership")
    ledger = LedgerBuilder(4).start(teams)
    ledger.enter(1, TeamDeal((hand(0, 1, 0, 30, ending="gin"), hand(2, 3, 0, 12, ending="gin"))))
    found = score(ledger, (0, 2), (1, 3))
    assert found
    assert [(side.outcome.value, side.gins, side.games) for side in found.sides] == [("win", 2, 0), ("loss", 0, 0)]
    assert found.sides[0].points == ledger.score[0]
    # The same table with the sides in reverse order.
    turned = score(ledger, (1, 3), (0, 2))
    assert turned
    assert [side.gins for side in turned.sides] == [0, 2]


def test_a_captain_meets_two_who_score_together() -> None:
    ledger = LedgerBuilder(3).start(rule_set("captain"))
    ledger.enter(1, hand(1, 0, 5, 40))
    points = ledger.score[1]
    assert sides_of(ledger, (0,), (1,), (2,)) == [("loss", 0, 0, 0), ("draw", points, 1, 0), ("draw", points, 1, 0)]


# Seats that were swapped.


def test_swapping_seats_moves_results_to_their_players() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 30).enter(2, hand(0, 1, 0, 20, ending="gin"))
    before = sides_of(ledger)
    ledger.swap(0, 1)
    assert sides_of(ledger) == before[::-1]
    assert [side.gins for side in score(ledger).sides] == [0, 1]  # type: ignore[union-attr]
    # Every round of the game has changed, so each needs a new check.
    assert score(ledger).rounds == ((1, 1, 4), (1, 2, 4))  # type: ignore[union-attr]
    assert sides_of(ledger.undo()) == before


def test_the_next_game_keeps_the_seats() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 110).swap(0, 1).start().enter_points(1, 0, 120)
    assert [side[3] for side in sides_of(ledger, length="games", count=2)] == [0, 2]


def test_an_undo_takes_a_match_back_to_where_it_was() -> None:
    ledger = LedgerBuilder().start().enter_points(1, 0, 30)
    before = score(ledger)
    ledger.enter_points(2, 1, 90)
    assert score(ledger) != before
    assert score(ledger.undo()) == before
