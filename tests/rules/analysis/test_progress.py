"""The scores after each round, the remarkable rounds, and who was ahead."""

from dataclasses import replace

from hypothesis import given

from games.rules.analysis.progress import GameProgress, Highlight, column_progress, game_progress, round_highlights
from games.rules.declaration import RoundDeclaration, TeamDeal
from games.rules.ledger import GameStarted
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score
from tests.makers import dead, false_knock, gin, knock, misdeal
from tests.rules.kit import STANDARD, LedgerBuilder, between
from tests.rules.strategies import books


def played(*rounds: RoundDeclaration, rules: RuleSet = STANDARD, seats: int = 2) -> LedgerBuilder:
    """A game in which these rounds were entered."""
    ledger = LedgerBuilder(seats).start(rules)
    for number, one in enumerate(rounds, 1):
        ledger.enter(number, one)
    return ledger


def leads(course: GameProgress) -> list[int | None]:
    return [step.leader for step in course.steps]


def test_progress_has_a_step_for_each_counted_round_and_ends_at_the_score() -> None:
    course = game_progress(played(knock(0, 7, 20), dead(), gin(1, 30)).current)
    assert [dict(step.points) for step in course.steps] == [{0: 13, 1: 0}, {0: 13, 1: 0}, {0: 13, 1: 55}]
    assert [dict(step.gained) for step in course.steps] == [{0: 13, 1: 0}, {0: 0, 1: 0}, {0: 0, 1: 55}]
    assert [dict(step.boxes) for step in course.steps] == [{0: 1, 1: 0}, {0: 0, 1: 0}, {0: 0, 1: 1}]
    assert course.points == {0: 13, 1: 55}


def test_deleted_round_is_not_a_step_and_moves_all_later_ones() -> None:
    ledger = played(knock(0, 7, 20), knock(0, 2, 30), gin(1, 10))
    ledger.void(2)
    course = game_progress(ledger.current)
    assert [step.line.number for step in course.steps] == [1, 3]
    assert course.points == {0: 13, 1: 35}


def test_the_lead_changes_hands_when_another_one_is_ahead_than_last() -> None:
    # Ann 13; level at 13; Ben 23: the level round changes nothing, the one after it does.
    course = game_progress(played(knock(0, 7, 20), knock(1, 7, 20), knock(1, 5, 15)).current)
    assert leads(course) == [0, None, 1]
    assert [step.takes_lead for step in course.steps] == [False, False, True]


def test_regaining_the_lead_after_a_tie_is_not_a_lead_change() -> None:
    course = game_progress(played(knock(0, 7, 20), knock(1, 7, 20), knock(0, 5, 15)).current)
    assert leads(course) == [0, None, 0]
    assert not any(step.takes_lead for step in course.steps)


def test_a_game_from_paper_begins_with_its_score() -> None:
    ledger = LedgerBuilder(game=1)
    ledger.add(GameStarted(STANDARD, "standard", 0, opening=Score({0: 54, 1: 60}, {0: 4, 1: 0}, {0: 4, 1: 1})))
    course = game_progress(ledger.enter(1, knock(0, 5, 15)).current)
    assert dict(course.start) == {0: 54, 1: 60}
    assert dict(course.steps[0].gained) == {0: 10, 1: 0}
    assert dict(course.steps[0].boxes) == {0: 1, 1: 0}
    assert [step.takes_lead for step in course.steps] == [True]


def test_gins_and_undercuts_are_marked_for_whose_they_are() -> None:
    ledger = played(gin(0, 30), gin(1, 5, big=True), knock(0, 9, 4), knock(1, 3, 20), dead(), misdeal())
    marks = [dict(round_highlights(line)) for line in ledger.current.rounds]
    assert marks == [{0: (Highlight.GIN,)}, {1: (Highlight.BIG_GIN,)}, {1: (Highlight.UNDERCUT,)}, {}, {}, {}]


def test_false_knock_gets_no_mark() -> None:
    rules = replace(STANDARD, false_knock_penalty=20)
    assert dict(round_highlights(played(false_knock(0), rules=rules).line(1))) == {}


def test_every_hand_of_partners_is_a_mark_of_their_side() -> None:
    deal = TeamDeal((between(gin(0, 20), 0, 1), between(gin(0, 12), 2, 3)))
    assert dict(round_highlights(played(deal, rules=rule_set("partnership"), seats=4).line(1))) == {
        0: (Highlight.GIN, Highlight.GIN)
    }


def test_two_who_undercut_have_a_mark_each() -> None:
    ledger = played(knock(0, 9, 3, 4), rules=rule_set("ginski"), seats=3)
    line = ledger.line(1)
    assert set(round_highlights(line)) == set(line.latest.result.winners) <= {1, 2}


def test_each_column_has_a_course_until_it_is_closed() -> None:
    ledger = played(gin(0, 30), gin(1, 10), gin(0, 60), gin(0, 20), rules=rule_set("hollywood"))
    game = ledger.current
    courses = column_progress(game)
    assert len(courses) == len(game.columns) == 3
    for column, course in zip(game.columns, courses, strict=True):
        assert dict(course.points) == dict(column.standing.points)
    # Ann's first gin goes into the first game alone; her second closes it and opens the second.
    assert courses[0].steps[-1].line.number == 3
    assert [step.gained[0] for step in courses[1].steps][:2] == [0, 0]
    assert [sorted(step.highlights) for step in courses[1].steps[:3]] == [[], [], [0]]
    assert column_progress(played(gin(0, 80)).current) == ()


@given(books())
def test_progress_ends_at_the_scores_of_the_sheet(ledger: LedgerBuilder) -> None:
    for game in ledger.sheet.games:
        course = game_progress(game)
        assert dict(course.points) == dict(game.cumulative)
        totals = dict.fromkeys(game.cumulative, 0)
        for step in course.steps:
            for side in totals:
                totals[side] += step.gained[side]
            assert totals == dict(step.points)
        assert sum(step.boxes[0] for step in course.steps) == game.boxes[0]
