"""Games that start with handicaps: the score, who has them after a swap, shutouts, and what counts in a match."""

import pytest

from games.rules.audit import totals_wrong
from games.rules.league.season import season_rules
from games.rules.ledger import GameStarted, SeatsSwapped
from games.rules.match import match_score
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.seat_results import seat_results
from games.rules.settlement import Handicap, Score, settle
from tests.rules.kit import STANDARD, LedgerBuilder


def started(*, rules: RuleSet = STANDARD, seats: int = 2, **handicaps: int) -> LedgerBuilder:
    """A ledger whose first game starts with handicaps, named by number at the table: ``p0=20``."""
    given = {int(name[1:]): points for name, points in handicaps.items()}
    return LedgerBuilder(seats, game=1).add(GameStarted(rules, "standard", 0, handicaps=given))


def test_the_score_starts_with_the_handicap_and_keeps_it() -> None:
    game = started(p0=20).enter_points(1, 1, 30).enter_points(2, 0, 15).current
    assert [dict(line.cumulative) for line in game.rounds] == [{0: 20, 1: 30}, {0: 35, 1: 30}]
    assert list(totals_wrong(game)) == []
    assert (game.opening, game.hands_won) == (Handicap({0: 20, 1: 0}, {0: 0, 1: 0}, {0: 0, 1: 0}), {0: 1, 1: 1})


def test_a_handicap_goes_with_its_player_to_another_seat() -> None:
    game = started(p0=20).enter_points(1, 1, 30).add(SeatsSwapped(0, 1)).current
    assert (game.seating, game.cumulative) == ((1, 0), {0: 0, 1: 50})


def test_partners_start_with_the_highest_of_theirs() -> None:
    game = started(rules=rule_set("partnership"), seats=4, p0=20, p2=5, p1=10).current
    assert game.cumulative == {0: 20, 1: 10}


def test_people_who_do_not_play_give_nobody_points() -> None:
    assert started(p5=20).current.opening is None


def test_a_handicap_takes_a_side_to_the_target() -> None:
    game = started(p0=90).enter_points(1, 0, 10).current
    assert game.over
    assert game.final
    assert (game.final.winner, game.reached_in) == (0, 1)


def test_a_loser_with_a_handicap_alone_is_shut_out() -> None:
    game = started(p1=20).enter_points(1, 0, 110).current
    assert game.final
    assert game.final.shutout
    assert game.final.totals[1] == 20
    assert seat_results(game)[0].shutout
    scored = started(p1=20).enter_points(1, 1, 5).enter_points(2, 0, 110).current
    assert scored.final
    assert not scored.final.shutout


def test_points_from_paper_still_save_from_a_shutout() -> None:
    zeros, at = {0: 0, 1: 0}, Score({0: 110, 1: 20}, {0: 1, 1: 0}, {0: 1, 1: 0})
    assert not settle(STANDARD, at, opening=Score({0: 0, 1: 20}, zeros, zeros)).shutout
    assert settle(STANDARD, at, opening=Handicap({0: 0, 1: 20}, zeros, zeros)).shutout


def test_a_game_with_a_handicap_is_not_from_paper() -> None:
    game = started(p0=20).enter_points(1, 1, 110).current
    assert [(row.points, row.from_paper) for row in seat_results(game).values()] == [(20, False), (110, False)]


def test_a_handicap_counts_in_a_match_once_its_game_has_a_round() -> None:
    ledger = started(p0=20).enter_points(1, 1, 110)
    rules = season_rules({"length": "games", "count": 2})
    before = match_score(ledger.sheet.games, ((0,), (1,)), rules)
    ledger.game = 2
    ledger.add(GameStarted(STANDARD, "standard", 0, handicaps={0: 20}))
    waiting = match_score(ledger.sheet.games, ((0,), (1,)), rules)
    after = match_score(ledger.enter_points(1, 1, 7).sheet.games, ((0,), (1,)), rules)
    assert before
    assert waiting
    assert after
    assert waiting.sides == before.sides
    assert after.sides[0].points == before.sides[0].points + 20


def test_nobody_wins_a_game_that_was_given_up_before_its_first_round() -> None:
    ledger = started(p0=20).enter_points(1, 1, 110)
    ledger.game = 2
    ledger.add(GameStarted(STANDARD, "standard", 0, handicaps={0: 20})).finish()
    score = match_score(ledger.sheet.games, ((0,), (1,)), season_rules({"length": "games", "count": 2}))
    assert score
    assert [side.games for side in score.sides] == [0, 1]


@pytest.mark.parametrize(("dead", "points"), [(False, {0: 20, 1: 13}), (True, {0: 20, 1: 0})])
def test_a_match_of_rounds_counts_them_too(dead: bool, points: dict[int, int]) -> None:
    ledger = started(p0=20).enter_points(1, None if dead else 1, 0 if dead else 13)
    score = match_score(ledger.sheet.games, ((0,), (1,)), season_rules({"length": "rounds", "count": 3}))
    assert score
    assert {side: found.points for side, found in enumerate(score.sides)} == points
