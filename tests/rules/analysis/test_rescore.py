"""A game under other rules: what its facts allow, the winner and the score."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.analysis.rescore import Reason, Rescored, RescoreImpossible, played_outcome, players_per_round, rescore
from games.rules.declaration import RoundDeclaration
from games.rules.faults import Code
from games.rules.ledger import RoundEntered, RulesChanged
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.sheet import GameSheet
from games.rules.teams import score_declaration
from tests.makers import dead, false_knock, gin, knock, misdeal, team_deal
from tests.rules.kit import STANDARD, LedgerBuilder, between, counted_round
from tests.rules.strategies import declarations, rule_sets


def ledger_with(rules: RuleSet, *rounds: RoundDeclaration, seats: int = 2) -> LedgerBuilder:
    """A ledger of one game with these rounds."""
    played = LedgerBuilder(seats).start(rules)
    for number, declaration in enumerate(rounds, 1):
        played.add(RoundEntered(declaration, score_declaration(declaration, rules)), number)
    return played


def game(rules: RuleSet, *rounds: RoundDeclaration, seats: int = 2) -> GameSheet:
    return ledger_with(rules, *rounds, seats=seats).current


def under(played: GameSheet, preset: str, **house_rules: Any) -> Rescored:
    found = rescore(played, rule_set(preset, house_rules))
    assert isinstance(found, Rescored), found
    return found


def refused(played: GameSheet, preset: str, **house_rules: Any) -> RescoreImpossible:
    found = rescore(played, rule_set(preset, house_rules))
    assert isinstance(found, RescoreImpossible)
    return found


def doubts(found: Rescored) -> list[tuple[str, tuple[int, ...]]]:
    return [(caveat.caveat.value, caveat.rounds) for caveat in found.caveats]


# Ann wins nine small rounds, Ben reaches 100 with two gins: her boxes win the game for her.
BY_BOXES = [knock(0, 1, 7)] * 9 + [gin(1, 30), gin(1, 24)]


def test_the_winner_changes_where_boxes_count_nothing() -> None:
    played = game(STANDARD, *BY_BOXES)
    found = under(played, "lets_play")
    assert (played_outcome(played).final.winner, found.other.final.winner, found.winner_changes) == (0, 1, True)
    assert found.other.final.totals == {0: 54, 1: 104}


def test_an_undercut_may_be_worth_less() -> None:
    played = game(STANDARD, knock(0, 5, 15), knock(0, 8, 5))
    found = under(played, "standard", undercut_bonus=2, box_value=0)
    assert [list(pair.other.points.values()) for pair in found.rounds if pair.other] == [[10, 0], [0, 5]]


def test_tied_hands_go_to_the_other_side_if_ties_are_no_undercut() -> None:
    played = game(STANDARD, knock(0, 9, 9), knock(0, 2, 9))
    found = under(played, "standard", undercut_on="less")
    assert found.winner_changes
    back = rescore(game(found.rules, knock(0, 9, 9), knock(0, 2, 9)), STANDARD)
    assert isinstance(back, Rescored)
    assert back.other.final.totals == {0: 32, 1: 50}


def test_the_game_is_over_earlier_and_later_rounds_do_not_count() -> None:
    played = game(rule_set("standard", {"target": 200}), gin(0, 80), gin(1, 70), gin(1, 90))
    found = under(played, "standard")
    assert (found.other.last, found.other.over, found.other.complete) == (1, True, True)
    assert [pair.other is None for pair in found.rounds] == [False, True, True]
    # The rounds after the end are ignored, even if they would be illegal.
    odd = game(rule_set("standard", {"target": 200, "knock_limit": None}), gin(0, 80), knock(1, 40, 50))
    assert under(odd, "standard").other.last == 1


def test_unfinished_game_is_compared_at_its_current_score() -> None:
    played = game(STANDARD, gin(0, 80), dead())
    found = under(game(STANDARD, gin(0, 80)), "standard", target=200)
    assert (found.other.over, found.other.complete, found.other.final.totals) == (False, False, {0: 130, 1: 0})
    assert played.needs_attention == (2,)
    assert [pair.number for pair in under(played, "standard", target=200).rounds] == [1]


def test_a_running_game_is_compared_by_who_leads() -> None:
    played = game(STANDARD, knock(0, 5, 15))
    found = under(played, "lets_play")
    assert (found.played.over, found.other.over, found.played.final.totals) == (False, False, {0: 35, 1: 0})
    assert found.other.final.totals == {0: 10, 1: 0}


def test_a_game_without_rounds_is_level() -> None:
    found = under(game(STANDARD), "lets_play")
    assert (found.other.last, found.rounds, found.winner_changes, found.other.final.winner) == (0, (), False, None)


def test_rules_without_a_target_take_the_people_at_their_word() -> None:
    played = game(STANDARD, gin(0, 80))
    found = under(played, "knock_rummy")
    assert (found.other.over, found.other.complete, found.other.final.winner) == (True, False, 0)
    assert not under(game(STANDARD, gin(0, 8)), "knock_rummy").other.over


def test_rounds_played_past_the_end_by_choice_count_under_other_rules_too() -> None:
    played = ledger_with(STANDARD, gin(0, 80)).reopen()
    later = played.current
    assert not later.over
    assert under(later, "standard").played == under(later, "standard").other
    played.add(RoundEntered(knock(1, 2, 40), score_declaration(knock(1, 2, 40), STANDARD)), 2)
    found = under(played.current, "lets_play")
    assert (found.other.last, found.other.over, found.other.final.totals) == (2, True, {0: 105, 1: 38})
    assert found.other.complete


def test_a_game_ended_by_hand_is_over_under_any_rules() -> None:
    played = ledger_with(STANDARD, knock(0, 5, 15)).finish().current
    found = under(played, "lets_play")
    assert (found.played.over, found.other.over, found.other.complete) == (True, True, False)


def test_one_rule_set_holds_for_all_rounds_where_the_rules_were_changed() -> None:
    richer = with_house_rules(STANDARD, {"gin_bonus": 40})
    played = ledger_with(STANDARD, gin(0, 5)).add(RulesChanged(richer, 1))
    played.add(RoundEntered(gin(1, 5), score_declaration(gin(1, 5), richer)), 2)
    found = rescore(played.current, richer)
    assert isinstance(found, Rescored)
    assert (found.played.final.winner, found.other.final.winner) == (1, None)


# Reaching the target, boxes paid at once, bonuses, doubled rounds and false knocks.


def test_winner_is_first_to_the_target_or_the_highest_total() -> None:
    played = game(STANDARD, *BY_BOXES)
    found = under(played, "standard", winner="first_to_target")
    assert found.other.final.winner == 1
    assert under(game(found.rules, *BY_BOXES), "standard").other.final.winner == 0


def test_boxes_paid_at_once_are_compared_as_boxes() -> None:
    played = game(STANDARD, knock(0, 5, 15), knock(1, 5, 25))
    assert under(played, "palace").other.final.totals == {0: 20, 1: 30}


def test_a_game_worth_one_point_is_compared_by_that_point() -> None:
    one = under(game(STANDARD, gin(0, 80)), "standard", settlement="one_point", shutout="none")
    assert one.other.final.totals == {0: 1, 1: 0}


def test_hands_won_may_count_instead_of_deadwood() -> None:
    played = game(STANDARD, knock(0, 1, 9), knock(0, 1, 9), gin(1, 30))
    found = under(played, "standard", hand_scoring="flop", box_value=0, target=None, game_bonus=0)
    assert (found.other.final.totals, found.winner_changes) == ({0: 2, 1: 2}, True)


def test_a_false_knock_that_is_taken_back_scores_nothing() -> None:
    strict = rule_set("standard", {"false_knock_penalty": 30})
    found = under(game(strict, knock(0, 5, 15), false_knock(1)), "standard")
    assert (found.other.standing.points, doubts(found)) == ({0: 10, 1: 0}, [("false_knock", (2,))])
    assert under(game(strict, misdeal()), "standard").caveats == ()


def test_several_undercut_and_share() -> None:
    three = {"seats": {"min": 2, "max": 4, "best": 3}}
    played = game(rule_set("standard", three), knock(0, 9, 5, 5), seats=3)
    found = under(played, "standard", undercut_tied="split", **three)
    assert [dict(pair.other.points) for pair in found.rounds if pair.other] == [{0: 0, 1: 14, 2: 14}]


# Hollywood, and back.


def test_a_hollywood_sheet_as_a_single_game_and_the_other_way_round() -> None:
    rounds = [knock(0, 2, 60), gin(1, 35), knock(1, 3, 15), knock(0, 2, 30), gin(1, 12)]
    sheet, single = game(rule_set("hollywood"), *rounds), game(STANDARD, *rounds)
    one, three = under(sheet, "standard"), under(single, "hollywood")
    assert one.other.final == played_outcome(single).final
    assert (three.other.columns, three.other.final) == (sheet.columns, played_outcome(sheet).final)
    assert under(sheet, "hollywood").other == played_outcome(sheet)


def test_comparison_says_if_a_single_game_would_end_earlier() -> None:
    rounds = [knock(0, 2, 60), knock(0, 2, 60), gin(1, 75), gin(1, 75), gin(1, 75)]
    sheet = game(rule_set("hollywood"), *rounds)
    found = under(sheet, "standard")
    assert (found.other.last, found.winner_changes) == (2, True)


# What the facts do not allow.


def test_another_number_of_players_another_deck_and_other_sides() -> None:
    two = game(STANDARD, gin(0, 8))
    assert refused(two, "jersey").reasons == (Reason.SEATS,)
    assert refused(two, "ginski").reasons == (Reason.DECK,)
    three = game(rule_set("jersey"), gin(0, 8, 9), seats=3)
    assert refused(three, "captain").reasons == (Reason.SIDES,)
    assert refused(three, "cutthroat").reasons == (Reason.PLACES,)
    assert refused(three, "hollywood").reasons == (Reason.SEATS,)
    four = game(rule_set("how_to"), gin(0, 8, 9, 10), seats=4)
    assert refused(four, "partnership").reasons == (Reason.SIDES,)


@pytest.mark.parametrize(
    ("seating", "seats", "active"),
    [("all_active", 4, 4), ("teams", 6, 6), ("dealer_sits_out", 4, 3), ("captain", 3, 2), ("loser_sits_out", 3, 2)],
)
def test_how_many_play_a_round(seating: Any, seats: int, active: int) -> None:
    assert players_per_round(replace(STANDARD, seating=seating), seats) == active


def test_every_round_that_would_not_be_legal_is_named() -> None:
    played = game(STANDARD, knock(0, 9, 20), knock(0, 4, 20), knock(1, 8, 20))
    found = refused(played, "standard", knock_limit=7)
    assert (found.reasons, [(x.number, [f.code for f in x.faults]) for x in found.rounds]) == (
        (),
        [(1, [Code.OVER_KNOCK_LIMIT]), (3, [Code.OVER_KNOCK_LIMIT])],
    )
    card = refused(played, "oklahoma")
    assert [(x.number, [f.code for f in x.faults]) for x in card.rounds] == [
        (number, [Code.MISSING_KNOCK_CARD]) for number in (1, 2, 3)
    ]


# Caveats.


def test_layoffs_are_a_caveat_only_where_there_was_something_to_lay_off() -> None:
    played = game(STANDARD, knock(0, 5, 15), gin(1, 20), gin(0, 0), dead())
    assert doubts(under(played, "standard", layoff="never")) == [("layoff", (1,))]
    assert doubts(under(played, "standard", layoff="always")) == [("layoff", (2,))]
    assert doubts(under(game(rule_set("rummy_for_two"), gin(0, 0)), "bicycle")) == [("layoff", (1,))]


def test_rescoring_warns_of_cards_melds_hands_and_big_gins_that_might_differ() -> None:
    played = game(rule_set("lets_play"), gin(0, 5), knock(1, 2, 9), dead())
    assert doubts(under(played, "standard")) == [("big_gin", (1,))]
    assert doubts(under(played, "lets_play", rank_values=[15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])) == [
        ("card_values", (1, 2))
    ]
    assert doubts(under(played, "lets_play", run_wrap="ace_high", hand_size=7)) == [
        ("melds", (1, 2)),
        ("hand_size", (1, 2)),
    ]
    ginski = game(rule_set("ginski"), knock(0, 5, 9))
    assert doubts(under(ginski, "ginski", max_wilds_per_meld=2)) == [("melds", (1,))]


def test_an_upcard_for_a_knock_card_is_a_caveat() -> None:
    played = game(rule_set("oklahoma"), counted_round(5, 15, upcard="8h"))
    assert doubts(under(played, "gamesgrid_points")) == [("knock_card", (1,))]


def test_rescoring_warns_if_others_might_have_sat_out() -> None:
    played = game(rule_set("cutthroat"), between(knock(0, 5, 15), 1, 0), seats=3)
    found = under(played, "cutthroat", seating="loser_deals_and_sits")
    assert doubts(found) == [("sitting_out", (1,))]


# Teams.


def test_a_false_knock_of_a_partner_is_taken_back_in_its_hand_alone() -> None:
    false = team_deal(between(false_knock(0), 0, 1), between(gin(0, 20), 2, 3))
    strict = game(rule_set("partnership", {"false_knock_penalty": 30}), false, seats=4)
    loose = under(strict, "partnership")
    assert (doubts(loose), loose.other.standing.points) == ([("false_knock", (1,))], {0: 45, 1: 0})


# What holds for every game.


@st.composite
def games(draw: st.DrawFn) -> GameSheet:
    """A game of drawn rules and legal rounds; some are void, some games ended by hand or went on past their end."""
    seats = draw(st.integers(2, 4))
    fixed: dict[str, Any] = {"seats": {"min": 2, "max": 8, "best": 2}}
    if seats == 2 and draw(st.booleans()):
        fixed |= {"columns": 3, "column_multipliers": [1, 1, 2], "target": draw(st.sampled_from([50, 100]))}
    elif draw(st.booleans()):
        fixed |= {"target": draw(st.sampled_from([30, 60, 100]))}
    rules = draw(rule_sets(**fixed))
    played = LedgerBuilder(seats).start(rules)
    for _ in range(draw(st.integers(0, 9))):
        if played.current.over and not draw(st.booleans()):
            break
        if played.current.over:
            played.reopen()
        number = played.current.next_round
        declaration = draw(declarations(rules, seats=seats))
        played.add(RoundEntered(declaration, score_declaration(declaration, rules)), number)
        if draw(st.integers(0, 5)) == 0:
            played.void(number)
    if not played.current.over and draw(st.integers(0, 3)) == 0:
        played.finish()
    return played.current


@given(games())
def test_under_its_own_rules_a_game_is_what_it_was(played: GameSheet) -> None:
    found = rescore(played, played.rules)
    assert isinstance(found, Rescored)
    assert found.other == found.played
    assert found.caveats == ()
    assert dict(found.other.standing.points) == dict(played.cumulative)
    assert dict(found.other.standing.boxes) == dict(played.boxes)
    assert found.other.columns == played.columns
    assert played.final in (None, found.other.final)
    assert [pair.other for pair in found.rounds] == [line.latest.result for line in played.rounds if line.counts]


@given(games())
def test_every_preset_gives_an_answer_or_a_reason(played: GameSheet) -> None:
    for preset in presets().values():
        found = rescore(played, preset.rules)
        if isinstance(found, RescoreImpossible):
            assert bool(found.reasons) != bool(found.rounds)
            assert all(offence.faults for offence in found.rounds)
        else:
            assert set(found.other.final.totals) == set(range(len(played.sides)))
