"""Invariants of every round and ledger (rules 7), and of the sheet."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.cards import DECKS
from games.rules.declaration import Declaration, Ending
from games.rules.faults import RulesError
from games.rules.ledger import (
    GameStarted,
    RoundEntered,
    declaration_from,
    entry_facts,
    game_started_from,
    result_from,
    result_json,
)
from games.rules.names import InvalidNameError, clean_name, folded_name
from games.rules.ruleset import RuleSet, as_json, differences, with_house_rules
from games.rules.scoring import Event, RoundResult, faults_in, score_round
from games.rules.settlement import Score, settle
from tests.rules.kit import LedgerBuilder, play, through_json, won
from tests.rules.strategies import Move, declarations, make, rule_sets, wild_rule_sets

Drawn = tuple[RuleSet, Declaration]


@st.composite
def rounds(draw: st.DrawFn, *, seats: int | None = None, wild: bool = False, **fixed: Any) -> Drawn:
    """Rules and a legal round under them."""
    rules = draw(wild_rule_sets() if wild else rule_sets(**fixed))
    return rules, draw(declarations(rules, seats=seats))


# One round.


@given(rounds(wild=True))
def test_a_drawn_round_is_legal(drawn: Drawn) -> None:
    rules, declaration = drawn
    assert faults_in(declaration, rules) == ()


@given(rounds(seats=2))
def test_at_most_one_of_two_scores(drawn: Drawn) -> None:
    rules, declaration = drawn
    result = score_round(declaration, rules)
    assert len([seat for seat in (0, 1) if result.points[seat] or result.boxes[seat]]) <= 1
    assert len(result.winners) == (0 if result.event in (Event.DEAD, Event.VOID_GIN) else 1)


@given(rounds())
def test_printed_rules_never_score_less_than_nothing(drawn: Drawn) -> None:
    """But for one mixture that nobody printed: paying everybody below the difference to every other player."""
    rules, declaration = drawn
    assume((rules.undercut_winners, rules.undercut_points) != ("all_below", "pairwise"))
    assert min(score_round(declaration, rules).points.values()) >= 0


@given(rounds(wild=True))
def test_only_winners_score_and_the_ender_of_an_undercut_round_does_not(drawn: Drawn) -> None:
    rules, declaration = drawn
    result = score_round(declaration, rules)
    losers = [seat for seat in declaration.active if seat not in result.winners]
    assert [(result.points[seat], result.boxes[seat]) for seat in losers] == [(0, 0)] * len(losers)
    assert (result.event is Event.UNDERCUT) == (bool(result.winners) and declaration.ender not in result.winners)


@given(rounds(wild=True))
def test_gin_is_never_undercut(drawn: Drawn) -> None:
    rules, declaration = drawn
    assume(declaration.ender is not None and declaration.deadwood[declaration.ender] == 0)
    result = score_round(declaration, rules)
    assert result.event in (Event.GIN, Event.BIG_GIN, Event.VOID_GIN)
    assert result.winners == (() if result.event is Event.VOID_GIN else (declaration.ender,))


@given(rounds(), st.data())
def test_laying_off_never_raises_what_the_ender_scores(drawn: Drawn, data: st.DataObject) -> None:
    rules, declaration = drawn
    assume(declaration.ender is not None)
    other = data.draw(st.sampled_from([seat for seat in declaration.active if seat != declaration.ender]))
    less = data.draw(st.integers(0, declaration.deadwood[other]))
    after = replace(declaration, deadwood={**declaration.deadwood, other: less})
    assert (
        score_round(after, rules).points[declaration.ender] <= score_round(declaration, rules).points[declaration.ender]
    )


@given(rounds(wild=True))
def test_the_lines_add_up_for_every_seat(drawn: Drawn) -> None:
    rules, declaration = drawn
    result = score_round(declaration, rules)
    assert {seat: sum(x.points for x in result.lines if x.seat == seat) for seat in declaration.active} == result.points
    assert {seat: sum(x.boxes for x in result.lines if x.seat == seat) for seat in declaration.active} == result.boxes
    assert {line.parameter for line in result.lines} <= set(as_json(rules))


@given(rounds(), st.randoms(use_true_random=False))
def test_other_seats_for_the_same_people_give_the_same_people_the_same(drawn: Drawn, luck: Any) -> None:
    rules, declaration = drawn
    assume(rules.undercut_tied != "next_left")
    seats = list(declaration.active)
    luck.shuffle(seats)
    moved = replace(
        declaration,
        ender=None if declaration.ender is None else seats[declaration.ender],
        deadwood={seats[seat]: points for seat, points in declaration.deadwood.items()},
    )
    here, there = score_round(declaration, rules), score_round(moved, rules)
    assert there.event == here.event
    assert set(there.winners) == {seats[seat] for seat in here.winners}
    assert there.points == {seats[seat]: points for seat, points in here.points.items()}
    assert there.boxes == {seats[seat]: boxes for seat, boxes in here.boxes.items()}


@given(rounds(), st.integers(1, 4))
def test_turning_the_table_turns_the_result(drawn: Drawn, turn: int) -> None:
    """Also where a tie goes to the ender's left: left stays left."""
    rules, declaration = drawn
    count = len(declaration.active)
    turned = replace(
        declaration,
        ender=None if declaration.ender is None else (declaration.ender + turn) % count,
        deadwood={(seat + turn) % count: points for seat, points in declaration.deadwood.items()},
    )
    here, there = score_round(declaration, rules), score_round(turned, rules)
    assert there.points == {(seat + turn) % count: points for seat, points in here.points.items()}


@given(rounds(wild=True))
def test_a_doubling_card_doubles_points_and_the_boxes_it_may(drawn: Drawn) -> None:
    rules, declaration = drawn
    assert declaration.knock_card is not None
    plain = score_round(declaration, replace(rules, double_suits=frozenset()))
    doubled = score_round(declaration, replace(rules, double_suits=frozenset({declaration.knock_card.suit})))
    assert doubled.points == {seat: 2 * points for seat, points in plain.points.items()}
    assert (doubled.event, doubled.winners) == (plain.event, plain.winners)
    win = {seat: rules.box_win if seat in plain.winners else 0 for seat in declaration.active}
    twice = {
        "none": plain.boxes,
        "extra": {seat: 2 * boxes - win[seat] for seat, boxes in plain.boxes.items()},
        "all": {seat: 2 * boxes for seat, boxes in plain.boxes.items()},
    }
    assert doubled.boxes == twice[rules.double_boxes]


@given(
    rounds(
        seats=2, box_value=0, game_bonus=0, line_bonus=0, shutout_amount=0, round_to=0, target=1, settlement="totals"
    )
)
def test_doubling_a_hand_doubles_what_it_alone_settles_for(drawn: Drawn) -> None:
    """Rules 7: "doubling commutes with settlement of a single hand"."""
    rules, declaration = drawn
    assert declaration.knock_card is not None
    plain = score_round(declaration, replace(rules, double_suits=frozenset()))
    doubled = score_round(declaration, replace(rules, double_suits=frozenset({declaration.knock_card.suit})))
    nets = [settle(rules, Score(result.points, result.boxes, {0: 0, 1: 0})).net for result in (plain, doubled)]
    assert nets[0] is not None
    assert nets[1] == 2 * nets[0]


@given(rounds(wild=True), st.data())
def test_knock_over_the_limit_is_that_fault_only(drawn: Drawn, data: st.DataObject) -> None:
    rules, declaration = drawn
    assume(declaration.ending is Ending.KNOCK and declaration.ender is not None and rules.knock_limit is not None)
    assert declaration.ender is not None
    more = data.draw(st.integers(rules.most_deadwood - 5, rules.most_deadwood))
    assume(rules.knock_limit is not None and more > rules.knock_limit)
    over = replace(declaration, deadwood={**declaration.deadwood, declaration.ender: more})
    assert [fault.code.value for fault in faults_in(over, rules)] == ["over_knock_limit"]


# Games.


@st.composite
def games(draw: st.DrawFn) -> tuple[RuleSet, int, list[RoundResult]]:
    """Rules, a number of seats, and rounds under these rules."""
    rules = draw(rule_sets())
    seats = draw(st.integers(2, 4))
    declarations_ = draw(st.lists(declarations(rules, seats=seats), max_size=8))
    return rules, seats, [score_round(each, rules) for each in declarations_]


def until_over(rules: RuleSet, seats: int, results: list[RoundResult]) -> list[RoundResult]:
    """Return the rounds up to the one that ends the game."""
    for count in range(len(results)):
        if play(rules, seats, 0, results[:count]).over:
            return results[:count]
    return results


@given(games())
def test_the_score_is_what_the_hands_added(drawn: tuple[RuleSet, int, list[RoundResult]]) -> None:
    rules, seats, results = drawn
    results = until_over(rules, seats, results)
    game = play(rules, seats, 0, results)
    at_once = rules.box_value if rules.box_timing == "immediate" else 0
    assert game.standing.points == {
        seat: sum(result.points[seat] + at_once * result.boxes[seat] for result in results) for seat in range(seats)
    }
    assert game.standing.boxes == {seat: sum(result.boxes[seat] for result in results) for seat in range(seats)}
    assert game.standing.hands_won == {
        seat: len([result for result in results if seat in result.winners]) for seat in range(seats)
    }


@given(games())
def test_a_game_is_over_only_past_the_target_and_with_one_winner(
    drawn: tuple[RuleSet, int, list[RoundResult]],
) -> None:
    rules, seats, results = drawn
    game = play(rules, seats, 0, until_over(rules, seats, results))
    assert (game.final is None) == (not game.over and rules.target is not None)
    if game.over:
        assert game.final is not None
        assert rules.target is not None
        assert max(game.standing.points.values()) >= rules.target
        assert game.final.winner in range(seats)
    if game.final is not None:
        lines = {seat: sum(x.points for x in game.final.lines if x.seat == seat) for seat in range(seats)}
        assert lines == game.final.totals
        assert (game.final.net is None) == (seats > 2)


@given(games())
def test_earlier_rounds_do_not_change_with_later_ones(drawn: tuple[RuleSet, int, list[RoundResult]]) -> None:
    rules, seats, results = drawn
    results = until_over(rules, seats, results)
    whole = play(rules, seats, 0, results)
    for count in range(len(results) + 1):
        assert play(rules, seats, 0, results[:count]).hands == whole.hands[:count]


# The facts read back the same from JSON.


@given(rounds(wild=True))
def test_a_round_is_read_back_as_it_was_written(drawn: Drawn) -> None:
    rules, declaration = drawn
    result = score_round(declaration, rules)
    assert declaration_from(through_json(entry_facts(RoundEntered(declaration, result))), rules) == declaration
    assert result_from(through_json(result_json(result))) == result


@given(wild_rule_sets(), st.sampled_from(["standard", "ginski"]), st.integers(0, 3))
def test_rules_are_read_back_as_they_were_written(rules: RuleSet, preset: str, dealer: int) -> None:
    assert with_house_rules(RuleSet(), through_json(as_json(rules))) == rules
    body = GameStarted(rules, preset, dealer)
    assert game_started_from(through_json(entry_facts(body))) == body
    fields = {name: as_json(rules)[name] for name in differences(rules, RuleSet())}
    assert with_house_rules(RuleSet(), fields) == rules


Anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(sorted(as_json(RuleSet()))) | st.text(max_size=5), Anything, max_size=5))
def test_any_house_rules_make_rules_or_are_refused_with_a_fault_for_each(house_rules: dict[str, Any]) -> None:
    try:
        rules = with_house_rules(RuleSet(), house_rules)
    except RulesError as refused:
        names = [fault.name for fault in refused.faults]
        assert len(set(names)) == len(names)
        assert set(names) <= set(house_rules) | set(as_json(RuleSet()))
    else:
        assert set(differences(rules, RuleSet())) <= set(house_rules)


@given(st.text())
def test_any_text_is_a_name_that_stays_one_or_is_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidNameError as bad:
        assert bad.args in [("required",), ("too_long",), ("characters",)]
    else:
        assert clean_name(name) == name
        assert folded_name(name) == folded_name(folded_name(name))


def test_generators_of_the_properties_make_what_they_should() -> None:
    """The helpers above are trusted by every property: a helper that drew nothing would make them all true."""
    assert sorted(DECKS) == ["french52", "rumski70"]
    assert won(1, 5).points == {0: 0, 1: 5}
    ledger = LedgerBuilder(3).start()
    for move in (Move("tell", points=60), Move("tell", points=60), Move("next"), Move("tell", seat=None), Move("void")):
        make(ledger, move)
        ledger.game = ledger.current.number
    assert [entry.game for entry in ledger.entries] == [1, 1, 1, 2, 2, 2]
    assert ledger.current.rounds[0].void is True
