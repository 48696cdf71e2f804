"""Invariants of seatings, Hollywood sheets, team deals, rule changes and stakes (rules 7)."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.game import GameTally
from games.rules.hollywood import Columns
from games.rules.ledger import (
    RoundEntered,
    RulesChanged,
    StakesSet,
    declaration_from,
    entry_facts,
    result_from,
    result_json,
    rules_changed_from,
    stakes_set_from,
)
from games.rules.payments import settling_payments
from games.rules.rotation import Deal, first_deal, first_to_act, next_deal, sitting_out
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.settlement import settle
from games.rules.sides import sides_of
from games.rules.stakes import Stakes, game_balance
from games.rules.teams import score_declaration
from tests.rules.kit import LedgerBuilder, between, through_json, won
from tests.rules.strategies import books, declarations, rule_sets, team_deals, wild_rule_sets

# Teams.

Dealt = tuple[RuleSet, TeamDeal, int]


@st.composite
def deals_of_teams(draw: st.DrawFn, **fixed: Any) -> Dealt:
    """Rules for teams, a legal deal under them, and how many sit at the table."""
    rules = draw(rule_sets(seating="teams", **fixed))
    house = {"team_netting": st.sampled_from(["per_hand", "sum"]), "sweep_boxes": st.sampled_from([0, 2, "team_size"])}
    rules = replace(rules, **{name: draw(values) for name, values in house.items() if name not in fixed})
    seats = draw(st.sampled_from([4, 6]))
    return rules, draw(team_deals(rules, seats=seats)), seats


@given(deals_of_teams(team_netting="per_hand"))
def test_at_most_one_team_scores_a_deal_that_is_netted(drawn: Dealt) -> None:
    rules, declaration, _ = drawn
    result = score_declaration(declaration, rules)
    assert [side for side in (0, 1) if result.points[side]] == list(result.winners)
    assert min(result.points.values()) >= 0
    assert result.points[0] - result.points[1] == sum(
        points if seat % 2 == 0 else -points for hand in result.hands for seat, points in hand.points.items()
    )


@given(deals_of_teams(team_netting="sum"))
def test_a_deal_that_is_added_up_scores_what_its_hands_scored(drawn: Dealt) -> None:
    rules, declaration, _ = drawn
    result = score_declaration(declaration, replace(rules, sweep_boxes=0))
    for side in (0, 1):
        mine = [(hand, seat) for hand in result.hands for seat in hand.points if seat % 2 == side]
        assert result.points[side] == sum(hand.points[seat] for hand, seat in mine)
        assert result.boxes[side] == sum(hand.boxes[seat] for hand, seat in mine)


@given(deals_of_teams())
def test_the_lines_of_a_deal_add_up_for_both_teams(drawn: Dealt) -> None:
    rules, declaration, _ = drawn
    result = score_declaration(declaration, rules)
    assert {side: sum(x.points for x in result.lines if x.seat == side) for side in (0, 1)} == result.points
    assert {side: sum(x.boxes for x in result.lines if x.seat == side) for side in (0, 1)} == result.boxes


@given(deals_of_teams())
def test_teams_that_change_places_change_their_scores(drawn: Dealt) -> None:
    rules, declaration, seats = drawn
    around = {seat: (seat + 1) % seats for seat in range(seats)}
    moved = TeamDeal(tuple(at_table(hand, around) for hand in declaration.hands))
    here, there = score_declaration(declaration, rules), score_declaration(moved, rules)
    assert there.points == {0: here.points[1], 1: here.points[0]}
    assert there.boxes == {0: here.boxes[1], 1: here.boxes[0]}
    assert there.winners == tuple(1 - side for side in here.winners)


def at_table(hand: Declaration, seats: dict[int, int]) -> Declaration:
    """Return a hand with every seat exchanged for another."""
    return replace(
        hand,
        active=tuple(sorted(seats[seat] for seat in hand.active)),
        ender=None if hand.ender is None else seats[hand.ender],
        deadwood={seats[seat]: count for seat, count in hand.deadwood.items()},
    )


@given(deals_of_teams(), st.data())
def test_another_order_of_the_hands_gives_the_same_score(drawn: Dealt, data: st.DataObject) -> None:
    rules, declaration, _ = drawn
    hands = data.draw(st.permutations(declaration.hands))
    here, there = score_declaration(declaration, rules), score_declaration(TeamDeal(tuple(hands)), rules)
    assert (here.points, here.boxes, here.winners) == (there.points, there.boxes, there.winners)


# Hollywood.


@st.composite
def sheets(draw: st.DrawFn) -> tuple[RuleSet, list[RoundResult]]:
    """Rules of three columns, and rounds that one of two sides won, or both scored in."""
    rules = draw(rule_sets(target=draw(st.sampled_from([60, 100, 150]))))
    multipliers = tuple(draw(st.sampled_from([(1, 1, 1), (1, 1, 2)])))
    entry = st.builds(
        lambda first, second, boxes: RoundResult(
            Event.TEAM_DEAL,
            (0,) if first > second else (1,) if second > first else (),
            {0: first, 1: second},
            {0: boxes * bool(first), 1: boxes * bool(second)},
            {},
        ),
        st.sampled_from([0, 0, 10, 25, 40, 70]),
        st.sampled_from([0, 0, 0, 10, 25, 40]),
        st.integers(0, 3),
    )
    return replace(rules, columns=3, column_multipliers=multipliers), draw(st.lists(entry, max_size=14))


@given(sheets())
def test_the_first_column_is_the_plain_game_until_it_closes(drawn: tuple[RuleSet, list[RoundResult]]) -> None:
    """Rules 7, "Invariants"."""
    rules, results = drawn
    plain = GameTally(replace(rules, columns=1, column_multipliers=(1,), round_to=0), 2, 0)
    columns = Columns(rules, 2)
    for result in results:
        plain.add(result)
        columns.add(result)
        assert columns.columns[0].standing == plain.standing
        assert columns.columns[0].final == plain.final()
        if plain.final():
            break


@given(sheets())
def test_columns_are_entered_in_order_and_never_after_they_closed(drawn: tuple[RuleSet, list[RoundResult]]) -> None:
    rules, results = drawn
    columns = Columns(rules, 2)
    for result in results:
        before, reach = list(columns.columns), {side: columns.reach(side) for side in (0, 1)}
        entered = columns.add(result)
        for side, into in entered.items():
            assert into == reach[side]
            assert list(into) == sorted(into)
        touched = {number for into in entered.values() for number in into}
        for number, (old, new) in enumerate(zip(before, columns.columns, strict=True), 1):
            assert old.final is None or number not in touched
            assert (old == new) or number in touched
        for side in (0, 1):
            points = [column.standing.points[side] for column in columns.columns if not column.final]
            assert points == sorted(points, reverse=True), "a later column never holds more"


@given(sheets())
def test_sides_that_change_places_change_their_columns(drawn: tuple[RuleSet, list[RoundResult]]) -> None:
    rules, results = drawn
    here, there = Columns(rules, 2), Columns(rules, 2)
    for result in results:
        here.add(result)
        there.add(
            replace(
                result,
                winners=tuple(1 - side for side in result.winners),
                points={0: result.points[1], 1: result.points[0]},
                boxes={0: result.boxes[1], 1: result.boxes[0]},
            )
        )
    ends = here.settled(complete=False), there.settled(complete=False)
    assert ends[0].totals == {0: ends[1].totals[1], 1: ends[1].totals[0]}
    assert [column.credit for column in here.columns] == [column.credit for column in there.columns]


@given(sheets(), st.integers(0, 14))
def test_void_round_adds_nothing_to_any_column(drawn: tuple[RuleSet, list[RoundResult]], at: int) -> None:
    rules, results = drawn
    assume(at <= len(results))
    here, there = LedgerBuilder(2).start(rules), LedgerBuilder(2).start(rules)
    for ledger, rounds in ((here, results), (there, [*results[:at], won(0, 33), *results[at:]])):
        for number, result in enumerate(rounds, 1):
            ledger.add(RoundEntered(Declaration((0, 1), Ending.DEAD), result), number)
    there.void(at + 1)
    one, other = here.current, there.current
    assert (one.columns, one.final, one.cumulative) == (other.columns, other.final, other.cumulative)
    assert [x.entered for x in one.rounds if x.counts] == [x.entered for x in other.rounds if x.counts]


# Who deals and who plays.


SEATED = st.sampled_from(
    [
        *(("all_active", 2), ("all_active", 3), ("all_active", 5), ("dealer_sits_out", 3), ("dealer_sits_out", 4)),
        *(("loser_sits_out", 3), ("loser_deals_and_sits", 3), ("captain", 3), ("teams", 4), ("teams", 6)),
    ]
)
Round = tuple[Deal, RoundResult, Deal]


@st.composite
def evenings(draw: st.DrawFn, seated: tuple[str, int] | None = None, **fixed: Any) -> tuple[RuleSet, int, list[Round]]:
    """Rules, seats, and rounds as they were dealt: the places, the result by side, the places after it."""
    seating, seats = seated or draw(SEATED)
    rules = draw(rule_sets(seating=seating, **fixed))
    deal = first_deal(rules, seats, draw(st.integers(0, seats - 1)))
    rounds = []
    for _ in range(draw(st.integers(1, 8))):
        if seating == "teams":
            result = won(draw(st.none() | st.integers(0, 1)), 10)
        else:
            declaration = draw(declarations(rules, seats=len(deal.active)))
            result = score_declaration(between(declaration, *deal.in_seat_order), rules)
        after = next_deal(rules, seats, deal, result)
        rounds.append((deal, result, after))
        deal = after
    return rules, seats, rounds


@given(evenings())
def test_everybody_who_plays_has_one_place_and_the_rest_sit_out(drawn: tuple[RuleSet, int, list[Round]]) -> None:
    rules, seats, rounds = drawn
    for deal in [rounds[0][0], *(after for *_, after in rounds)]:
        places = 2 if rules.seating == "teams" else seats
        assert len(set(deal.active)) == len(deal.active)
        assert set(deal.active) | {deal.dealer} | set(sitting_out(rules, seats, deal)) == set(range(places))
        assert set(deal.active).isdisjoint(sitting_out(rules, seats, deal))
        dealer_plays = rules.seating not in ("dealer_sits_out", "loser_deals_and_sits")
        assert (deal.active[-1] == deal.dealer) if dealer_plays else (deal.dealer not in deal.active)
        expected = {"all_active": seats, "dealer_sits_out": seats - 1}.get(rules.seating, 2)
        assert len(deal.active) == expected
        scores = dict.fromkeys(range(len(sides_of(rules, seats))), 7)
        assert first_to_act(rules, deal, scores) == deal.active[0]


@given(evenings(("dealer_sits_out", 3), next_dealer="left", dead_hand_dealer="next"))
def test_each_of_three_sits_out_once_and_never_twice_in_a_row(drawn: tuple[RuleSet, int, list[Round]]) -> None:
    """Rules 5.12 (a): the place goes round the table."""
    rules, seats, rounds = drawn
    out = [sitting_out(rules, seats, deal) for deal in [rounds[0][0], *(after for *_, after in rounds)]]
    for at in range(len(out) - 2):
        assert {*out[at], *out[at + 1], *out[at + 2]} == {0, 1, 2}


@given(evenings(("loser_sits_out", 3)))
def test_the_winner_stays_and_the_loser_makes_room(drawn: tuple[RuleSet, int, list[Round]]) -> None:
    """Rules 5.12 (c)."""
    for deal, result, after in drawn[2]:
        if result.winners:
            assert set(deal.active) & set(after.active) == set(result.winners)
        else:
            assert set(deal.active) == set(after.active)


@given(evenings(("loser_deals_and_sits", 3)))
def test_the_loser_deals_to_the_winner_and_the_last_dealer(drawn: tuple[RuleSet, int, list[Round]]) -> None:
    """Rules 5.12 (b)."""
    for deal, result, after in drawn[2]:
        if result.winners:
            assert set(after.active) == {deal.dealer, *result.winners}


@given(evenings(("captain", 3)))
def test_captain_always_plays_and_a_partner_until_a_loss(drawn: tuple[RuleSet, int, list[Round]]) -> None:
    """Rules 5.12 (d)."""
    for deal, result, after in drawn[2]:
        assert 0 in after.active
        assert (set(deal.active) == set(after.active)) == (result.winners != (0,))


@given(evenings(), st.integers(1, 4))
def test_turning_the_table_turns_the_deal(drawn: tuple[RuleSet, int, list[Round]], turn: int) -> None:
    rules, seats, rounds = drawn
    assume(rules.seating not in ("captain", "teams"))
    for deal, result, after in rounds:
        turned = replace(
            result,
            winners=tuple((seat + turn) % seats for seat in result.winners),
            points={(seat + turn) % seats: points for seat, points in result.points.items()},
            deadwood={(seat + turn) % seats: count for seat, count in result.deadwood.items()},
        )
        there = next_deal(rules, seats, at_turn(deal, turn, seats), turned)
        assert there == at_turn(after, turn, seats)


def at_turn(deal: Deal, turn: int, seats: int) -> Deal:
    return Deal((deal.dealer + turn) % seats, tuple((seat + turn) % seats for seat in deal.active))


# Money.


@st.composite
def ended_games(draw: st.DrawFn) -> tuple[RuleSet, int, GameTally]:
    """Rules, seats, and a game between their sides."""
    seating, seats = draw(SEATED)
    rules = draw(rule_sets(seating=seating))
    tally = GameTally(rules, seats, 0)
    for _ in range(draw(st.integers(0, 6))):
        side = draw(st.integers(0, len(tally.cumulative) - 1))
        points, boxes = draw(st.sampled_from([0, 13, 40, 90])), draw(st.integers(0, 3))
        tally.add(won(side, points, boxes, seats=len(tally.cumulative)))
    return rules, seats, tally


@given(ended_games(), st.integers(0, 50), st.integers(0, 50), st.integers(0, 500), st.booleans())
def test_losses_and_gains_of_a_game_add_up_to_zero(
    drawn: tuple[RuleSet, int, GameTally], point: int, box: int, game: int, complete: bool
) -> None:
    """Rules 7: "totals of money settlements sum to zero"; a side's members are treated alike."""
    rules, seats, tally = drawn
    end = settle(rules, tally.standing, complete=complete)
    balance = game_balance(rules, seats, tally.standing, end, Stakes("€", point, box, game), complete=complete)
    assert sum(balance.values()) == 0
    for members in sides_of(rules, seats):
        assert len({balance[seat] for seat in members}) == 1


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=8))
def test_payments_settle_everybody_with_one_fewer_than_there_are_players(amounts: list[int]) -> None:
    owed = dict(enumerate([*amounts, -sum(amounts)]))
    payments = settling_payments(owed)
    assert all(payment.amount > 0 and payment.frm != payment.to for payment in payments)
    assert len(payments) <= max(0, len([amount for amount in owed.values() if amount]) - 1)
    for payment in payments:
        assert owed[payment.frm] < 0 < owed[payment.to], "who is owed something never pays"
    paid = {
        player: sum(p.amount for p in payments if p.to == player) - sum(p.amount for p in payments if p.frm == player)
        for player in owed
    }
    assert paid == owed


# Changes in mid-game.


@given(books(), rule_sets())
def test_a_change_leaves_the_rounds_before_it_and_undone_everything(ledger: LedgerBuilder, rules: RuleSet) -> None:
    assume(not ledger.current.over)
    before = ledger.current
    after = ledger.change(replace(rules, deck=before.rules.deck)).current
    assert after.rounds == before.rounds
    assert (after.cumulative, after.boxes, after.deal) == (before.cumulative, before.boxes, before.deal)
    undone = ledger.undo().current
    assert (undone.rounds, undone.rules, undone.changes) == (before.rounds, before.rules, before.changes)


@given(books(), st.integers(0, 20), st.integers(0, 2), st.sampled_from([0, 13, 101]))
def test_a_change_reaches_only_the_rounds_after_it(ledger: LedgerBuilder, through: int, seat: int, points: int) -> None:
    """Compared with the same rounds without it, up to the round it names."""
    assume(not ledger.current.over)
    through = min(through, ledger.current.next_round - 1)
    plain = ledger.current
    altered = replace(plain.rules, box_timing="immediate", box_value=7, next_dealer="winner", target=None)
    lines = ledger.change(altered, through).enter_points(ledger.current.next_round, seat, points).current.rounds
    for old, new in zip(plain.rounds, lines, strict=False):
        if old.number <= through:
            assert (old.deal, old.cumulative, old.rules) == (new.deal, new.cumulative, new.rules)
    assert [line.rules for line in lines if line.number > through][-1] == altered


# The facts read back the same from JSON.


@given(deals_of_teams())
def test_a_deal_of_teams_is_read_back_as_it_was_written(drawn: Dealt) -> None:
    rules, declaration, _ = drawn
    result = score_declaration(declaration, rules)
    assert declaration_from(through_json(entry_facts(RoundEntered(declaration, result))), rules) == declaration
    assert result_from(through_json(result_json(result))) == result


@given(wild_rule_sets(), st.none() | st.integers(1, 10_000), st.integers(0, 1000))
def test_changed_rules_are_read_back_as_they_were_written(rules: RuleSet, penalty: int | None, through: int) -> None:
    body = RulesChanged(replace(rules, false_knock_penalty=penalty), through)
    assert rules_changed_from(through_json(entry_facts(body))) == body


@given(st.none() | st.builds(Stakes, st.text(max_size=9), *[st.integers(0, 100_000)] * 3))
def test_stakes_are_read_back_as_they_were_written(stakes: Stakes | None) -> None:
    assert stakes_set_from(through_json(entry_facts(StakesSet(stakes)))) == StakesSet(stakes)
