"""A game: rounds added up to the target (rules 7, "Game end")."""

from typing import Any

import pytest

from games.rules.game import GameTally
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import Score
from tests.rules.kit import GINSKI, STANDARD, PlayedGame, play, scored, won


def house(preset: str = "standard", **values: Any) -> RuleSet:
    return rule_set(preset, values)


def played(rules: RuleSet, *results: RoundResult, seats: int = 2, dealer: int = 0) -> PlayedGame:
    return play(rules, seats, dealer, results)


def test_a_game_without_a_hand_is_under_way() -> None:
    game = played(STANDARD)
    assert (game.hands, game.over, game.final) == ((), False, None)
    assert (game.standing.points, game.standing.boxes, game.standing.hands_won) == ({0: 0, 1: 0},) * 3


def test_every_hand_tells_its_dealer_and_the_score_after_it() -> None:
    game = played(STANDARD, won(1, 60), won(None), won(0, 30, boxes=2))
    assert [hand.dealer for hand in game.hands] == [0, 1, 1]
    assert [hand.first_to_act for hand in game.hands] == [1, 0, 0]
    assert [hand.points for hand in game.hands] == [{0: 0, 1: 60}, {0: 0, 1: 0}, {0: 30, 1: 0}]
    assert [hand.cumulative for hand in game.hands] == [{0: 0, 1: 60}, {0: 0, 1: 60}, {0: 30, 1: 60}]
    assert [hand.cumulative_boxes for hand in game.hands] == [{0: 0, 1: 1}, {0: 0, 1: 1}, {0: 2, 1: 1}]
    assert (game.standing.hands_won, game.over, game.final) == ({0: 1, 1: 1}, False, None)


def test_the_first_dealer_is_who_is_named() -> None:
    game = played(GINSKI, won(0, 5, seats=3), won(0, 5, seats=3), seats=3, dealer=2)
    assert [hand.dealer for hand in game.hands] == [2, 0]


@pytest.mark.parametrize(("last", "over"), [(39, False), (40, True), (41, True)])
def test_a_game_ends_with_the_hand_that_reaches_the_target(last: int, over: bool) -> None:
    """Rules 7: "if a cumulative score >= target"."""
    game = played(STANDARD, won(0, 60), won(0, last))
    assert (game.over, game.final is not None) == (over, over)


def test_ginski_is_won_by_the_first_to_reach_100() -> None:
    """Rules 3.1, game-20: 27; 54; dead; 25 + 40 = 65."""
    game = played(
        GINSKI,
        scored(GINSKI, 15, 8, 20, ender=1),
        scored(GINSKI, 9, 20, 5),
        won(None, seats=3),
        scored(GINSKI, 14, 26, 0, ender=2, ending="gin"),
        seats=3,
    )
    assert [hand.dealer for hand in game.hands] == [0, 1, 2, 0]
    assert game.final is not None
    assert (game.over, game.final.totals, game.final.winner) == (True, {0: 0, 1: 27, 2: 119}, 2)


def test_hands_after_the_end_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^2$"):
        played(STANDARD, won(0, 60), won(0, 40), won(1, 5))


def test_two_level_past_the_target_play_on() -> None:
    """Rules 3.1, A13: "equal: play another round"."""
    before = [won(0, 71, seats=3), won(1, 71, seats=3)]
    level = scored(GINSKI, 5, 5, 9, ender=2)
    assert level.points == {0: 39, 1: 39, 2: 0}
    game = played(GINSKI, *before, level, seats=3)
    assert (game.standing.points, game.over, game.final) == ({0: 110, 1: 110, 2: 0}, False, None)
    decided = played(GINSKI, *before, level, won(1, 1, seats=3), seats=3)
    assert decided.final is not None
    assert (decided.over, decided.final.winner) == (True, 1)


def test_level_totals_play_on() -> None:
    """Rules 7: "Equal top totals: play on"."""
    level = [won(1, 25, boxes=5), won(1, 25, boxes=2), won(0, 100)]
    game = played(STANDARD, *level)
    assert (game.standing.points, game.standing.boxes) == ({0: 100, 1: 50}, {0: 1, 1: 7})
    assert (game.over, game.final) == (False, None)
    decided = played(STANDARD, *level, won(1, 1))
    assert decided.final is not None
    assert (decided.over, decided.final.totals, decided.final.winner) == (True, {0: 225, 1: 251}, 1)


def test_boxes_paid_at_once_count_toward_the_target_and_not_as_points_of_the_hand() -> None:
    """Rules 8, box_timing: "immediate (counts toward the target)"."""
    game = played(house(box_timing="immediate"), won(0, 60), won(0, 15, boxes=1))
    assert [hand.points for hand in game.hands] == [{0: 60, 1: 0}, {0: 15, 1: 0}]
    assert [hand.cumulative for hand in game.hands] == [{0: 85, 1: 0}, {0: 125, 1: 0}]
    assert game.final is not None
    assert (game.over, game.final.totals) == (True, {0: 350, 1: 0})
    assert played(house(), won(0, 60), won(0, 15, boxes=1)).over is False


def test_without_a_target_hands_never_end_and_are_settled_all_the_same() -> None:
    """Rules 3.4, game-18: each hand is settled on its own."""
    game = played(house(target=None, box_value=0), *[won(0, 500)] * 3, won(1, 4))
    assert game.final is not None
    assert (game.over, game.final.totals, game.final.winner) == (False, {0: 1500, 1: 4}, 0)
    nothing = played(house(target=None))
    assert nothing.final is not None
    assert (nothing.over, nothing.final.totals, nothing.final.winner) == (False, {0: 0, 1: 0}, None)


def test_a_tally_tells_its_standing_as_a_value_that_stays() -> None:
    tally = GameTally(STANDARD, 2, 0)
    tally.add(won(0, 10))
    standing = tally.standing
    tally.add(won(0, 10))
    assert (standing.points, tally.standing.points) == ({0: 10, 1: 0}, {0: 20, 1: 0})
    assert (tally.deal.dealer, tally.first_to_act, tally.final()) == (0, 1, None)


def test_each_of_several_winners_has_won_a_hand() -> None:
    game = played(GINSKI, scored(GINSKI, 9, 5, 5), seats=3)
    assert (game.standing.hands_won, game.standing.boxes) == ({0: 0, 1: 1, 2: 1}, {0: 0, 1: 1, 2: 1})


def test_a_hand_that_not_everybody_played_moves_only_who_did() -> None:
    some = RoundResult(won(0).event, (0,), {0: 30, 2: 0}, {0: 1, 2: 0}, {0: 5, 2: 35})
    game = played(GINSKI, some, seats=3)
    assert (game.standing.points, game.standing.boxes) == ({0: 30, 1: 0, 2: 0}, {0: 1, 1: 0, 2: 0})


def test_a_game_that_began_on_paper_goes_on_from_there() -> None:
    opening = Score({0: 80, 1: 3}, {0: 3, 1: 1}, {0: 2, 1: 1})
    tally = GameTally(STANDARD, 2, 0, opening)
    assert (tally.standing, tally.final()) == (opening, None)
    tally.add(won(0, 35))
    final = tally.final()
    assert (tally.cumulative, tally.boxes, tally.hands_won) == ({0: 115, 1: 3}, {0: 4, 1: 1}, {0: 3, 1: 1})
    assert final is not None
    assert (final.totals, final.shutout) == ({0: 315, 1: 28}, False)
    assert opening.points == {0: 80, 1: 3}
