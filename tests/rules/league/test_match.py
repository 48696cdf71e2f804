"""What the games of a table come to as a match: of one game, of several, of rounds; for two sides, three, and teams."""

from typing import Any

from games.rules.declaration import TeamDeal
from games.rules.league.season import season_rules
from games.rules.match import MatchScore, match_score
from games.rules.ruleset import RuleSet, rule_set
from tests.rules.kit import Book, hand

NO_TARGET = RuleSet(target=None)


def score(book: Book, *sides: tuple[int, ...], **rules: Any) -> MatchScore | None:
    """The match between ``sides`` (two, where nobody is named), of one game unless ``rules`` say otherwise."""
    return match_score(book.sheet.games, sides or ((0,), (1,)), season_rules(rules))


def told(book: Book, *sides: tuple[int, ...], **rules: Any) -> list[tuple[str, int, int, int]]:
    """Outcome, points, boxes and games of each side."""
    found = score(book, *sides, **rules)
    assert found
    return [(side.outcome.value, side.points, side.boxes, side.games) for side in found.sides]


def finished(book: Book, *sides: tuple[int, ...], **rules: Any) -> bool:
    found = score(book, *sides, **rules)
    assert found
    return found.finished


# One game.


def test_nothing_counts_before_the_first_round() -> None:
    assert score(Book().start()) is None
    assert score(Book().start().tell(1, 0, 13).void(1)) is None


def test_a_game_under_way_is_led_by_who_has_more_points() -> None:
    book = Book().start().tell(1, 0, 13).tell(2, 1, 40)
    assert told(book) == [("loss", 13, 1, 0), ("win", 40, 1, 0)]
    assert not finished(book)
    assert [side.against for side in score(book).sides] == [40, 13]  # type: ignore[union-attr]
    assert told(book.tell(3, 0, 27)) == [("draw", 40, 2, 0), ("draw", 40, 1, 0)]


def test_a_game_that_is_over_counts_with_every_bonus() -> None:
    book = Book().start().tell(1, 1, 30).tell(2, 0, 110)
    final = book.current.final
    assert final
    assert told(book) == [("win", final.totals[0], 1, 1), ("loss", final.totals[1], 1, 0)]
    assert (finished(book), final.totals[0] > 110) == (True, True)
    assert [side.shutouts for side in score(book).sides] == [0, 0]  # type: ignore[union-attr]


def test_a_shutout_is_counted_for_who_dealt_it_out() -> None:
    found = score(Book().start().tell(1, 1, 110))
    assert found
    assert [(side.shutouts, side.games, side.led_boxes) for side in found.sides] == [(0, 0, False), (1, 1, True)]
    by_hand = score(Book().start().tell(1, 1, 30).finish())
    assert by_hand
    assert [(side.shutouts, side.games) for side in by_hand.sides] == [(0, 0), (0, 1)]


def test_a_game_ended_level_is_a_draw_and_over() -> None:
    book = Book().start(NO_TARGET).tell(1, 0, 20).tell(2, 1, 20).finish()
    assert [side[0] for side in told(book)] == ["draw", "draw"]
    assert finished(book)
    assert not any(side.led_boxes for side in score(book).sides)  # type: ignore[union-attr]


def test_a_game_opened_again_goes_on() -> None:
    book = Book().start().tell(1, 0, 110).reopen()
    assert (finished(book), told(book)[0]) == (False, ("win", 110, 1, 0))


def test_a_second_game_at_the_table_is_no_part_of_a_match_of_one() -> None:
    book = Book().start().tell(1, 0, 110)
    first = told(book)
    book.start().tell(1, 1, 150)
    assert (told(book), finished(book)) == (first, True)
    assert score(book).rounds == ((1, 1, 2),)  # type: ignore[union-attr]


# Several games.


def test_games_are_won_by_who_wins_more_of_them() -> None:
    book = Book().start().tell(1, 0, 110).start().tell(1, 1, 120).tell(2, 0, 5)
    assert not finished(book, length="games", count=3)
    book.start().tell(1, 0, 30)
    running = told(book, length="games", count=3)
    assert [side[3] for side in running] == [1, 1]
    book.tell(2, 1, 130)
    assert [(side[0], side[3]) for side in told(book, length="games", count=3)] == [("loss", 1), ("win", 2)]
    assert finished(book, length="games", count=3)


def test_while_games_are_level_points_decide_and_in_the_end_nothing_does() -> None:
    book = Book().start().tell(1, 0, 110).start().tell(1, 1, 160)
    assert [side[0] for side in told(book, length="games", count=3)] == ["loss", "win"]
    assert [side[0] for side in told(book, length="games", count=2)] == ["draw", "draw"]
    assert finished(book, length="games", count=2)


def test_who_leads_in_games_leads_whatever_the_points() -> None:
    book = Book().start().tell(1, 0, 110).start().tell(1, 1, 90)
    assert [side[0] for side in told(book, length="games", count=2)] == ["win", "loss"]


def test_a_fourth_game_is_no_part_of_a_match_of_three() -> None:
    book = Book()
    for _ in range(3):
        book.start().tell(1, 0, 110)
    three = told(book, length="games", count=3)
    book.start().tell(1, 1, 500)
    assert told(book, length="games", count=3) == three
    assert {game for game, _, _ in score(book, length="games", count=3).rounds} == {1, 2, 3}  # type: ignore[union-attr]


# Rounds.


def test_rounds_are_counted_whatever_is_played_after_them() -> None:
    book = Book().start(NO_TARGET).tell(1, 0, 20).tell(2, 1, 5)
    assert (finished(book, length="rounds", count=3), told(book, length="rounds", count=3)[0][0]) == (False, "win")
    book.tell(3, 1, 5)
    over = told(book, length="rounds", count=3)
    assert (over, finished(book, length="rounds", count=3)) == ([("win", 20, 1, 0), ("loss", 10, 2, 0)], True)
    book.tell(4, 1, 90)
    assert told(book, length="rounds", count=3) == over
    assert told(book.finish(), length="rounds", count=3) == over
    assert score(book, length="rounds", count=3).rounds == ((1, 1, 2), (1, 2, 3), (1, 3, 4))  # type: ignore[union-attr]


def test_a_struck_round_is_none_of_them() -> None:
    book = Book().start(NO_TARGET).tell(1, 0, 20).tell(2, 1, 5).tell(3, 1, 30).void(1)
    assert told(book, length="rounds", count=2) == [("loss", 0, 0, 0), ("win", 35, 2, 0)]
    assert finished(book, length="rounds", count=2)


def test_rounds_given_up_are_not_over_but_a_target_ends_them() -> None:
    by_hand = Book().start(NO_TARGET).tell(1, 0, 20).finish()
    assert not finished(by_hand, length="rounds", count=3)
    target = Book().start().tell(1, 0, 110)
    assert finished(target, length="rounds", count=3)
    assert told(target, length="rounds", count=3) == [("win", 110, 1, 0), ("loss", 0, 0, 0)]
    assert not finished(target.reopen(), length="rounds", count=3)


def test_level_in_points_is_a_draw_of_rounds() -> None:
    book = Book().start(NO_TARGET).tell(1, 0, 20).tell(2, 1, 20)
    assert [side[0] for side in told(book, length="rounds", count=2)] == ["draw", "draw"]


# More than two, and teams.


def test_of_three_sides_the_best_wins_and_the_rest_lose() -> None:
    three = ((0,), (1,), (2,))
    book = Book(3).start(NO_TARGET).tell(1, 1, 20).tell(2, 2, 15).tell(3, 0, 10)
    assert [side[0] for side in told(book, *three)] == ["loss", "win", "loss"]
    assert [side.against for side in score(book, *three).sides] == [20, 15, 20]  # type: ignore[union-attr]
    book.tell(4, 2, 5)
    assert [side[0] for side in told(book, *three)] == ["loss", "draw", "draw"]


def test_gins_and_big_gins_are_counted_for_who_went() -> None:
    book = Book().start(NO_TARGET)
    book.enter(1, hand(1, 0, 0, 30, ending="gin")).enter(2, hand(0, 1, 0, 20, ending="big_gin"))
    book.enter(3, hand(1, 0, 0, 25, ending="gin")).enter(4, hand(0, 1, 5, 20)).enter(5, hand(0, 1, ending="dead"))
    found = score(book)
    assert found
    assert [side.gins for side in found.sides] == [1, 2]


def test_partners_score_together_and_every_gin_of_a_deal_counts() -> None:
    teams = rule_set("partnership")
    book = Book(4).start(teams)
    book.enter(1, TeamDeal((hand(0, 1, 0, 30, ending="gin"), hand(2, 3, 0, 12, ending="gin"))))
    found = score(book, (0, 2), (1, 3))
    assert found
    assert [(side.outcome.value, side.gins, side.games) for side in found.sides] == [("win", 2, 0), ("loss", 0, 0)]
    assert found.sides[0].points == book.score[0]
    # The same table, the sides told the other way round.
    turned = score(book, (1, 3), (0, 2))
    assert turned
    assert [side.gins for side in turned.sides] == [0, 2]


def test_a_captain_meets_two_who_score_together() -> None:
    book = Book(3).start(rule_set("captain"))
    book.enter(1, hand(1, 0, 5, 40))
    points = book.score[1]
    assert told(book, (0,), (1,), (2,)) == [("loss", 0, 0, 0), ("draw", points, 1, 0), ("draw", points, 1, 0)]


# Seats that were swapped.


def test_a_swap_takes_what_was_written_to_whom_it_belongs() -> None:
    book = Book().start().tell(1, 0, 30).enter(2, hand(0, 1, 0, 20, ending="gin"))
    before = told(book)
    book.swap(0, 1)
    assert told(book) == before[::-1]
    assert [side.gins for side in score(book).sides] == [0, 1]  # type: ignore[union-attr]
    # Every round of the game is another now: it has to be looked at anew.
    assert score(book).rounds == ((1, 1, 4), (1, 2, 4))  # type: ignore[union-attr]
    assert told(book.undo()) == before


def test_the_next_game_keeps_the_seats() -> None:
    book = Book().start().tell(1, 0, 110).swap(0, 1).start().tell(1, 0, 120)
    assert [side[3] for side in told(book, length="games", count=2)] == [0, 2]


def test_an_undo_takes_a_match_back_to_where_it_was() -> None:
    book = Book().start().tell(1, 0, 30)
    before = score(book)
    book.tell(2, 1, 90)
    assert score(book) != before
    assert score(book.undo()) == before
