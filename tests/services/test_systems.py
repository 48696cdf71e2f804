"""Every seating through the real services: who plays, what is stored, and what is settled."""

import pytest

from games.models import Entry, SettledSeat
from games.rules.declaration import Declaration, TeamDeal
from games.rules.faults import RulesError
from games.rules.sides import team_pairings
from games.services.table.games import finish_game, start_game
from games.services.table.rounds import enter_round
from tests.makers import (
    assert_sound,
    correct,
    current,
    dead,
    enter,
    false_knock,
    gin,
    knock,
    line,
    misdeal,
    outcome,
    revision,
    settled,
    start,
    team_deal,
    totals,
    void,
)
from tests.refusals import refused
from tests.rules.kit import between

FOUR = ("Ann", "Ben", "Cleo", "Dora")


def partners(number: int, *hands: Declaration) -> TeamDeal:
    """``hands``, each declared between two seats, as the hands of round ``number`` at a table of four."""
    pairs = [tuple(sorted(pair)) for pair in team_pairings(4, number)]
    return team_deal(*(between(hand, *pair) for hand, pair in zip(hands, pairs, strict=True)))


def test_partners_score_the_difference_and_deal_together() -> None:
    phone = start(*FOUR, preset="partnership")
    enter(phone, partners(1, knock(0, 5, 35), knock(1, 6, 35)))
    # Ann wins 30 against Ben, Dora 29 against Cleo: one point and one box for Ann and Cleo.
    assert (totals(phone), dict(current(phone).boxes), current(phone).deal.dealer) == ([1, 0], {0: 1, 1: 0}, 0)
    # In the second round Ann meets Dora, and Cleo meets Ben.
    assert {hand.active for hand in partners(2, dead(), dead()).hands} == {(0, 3), (1, 2)}
    enter(phone, partners(2, dead(), gin(0, 40)))
    assert (totals(phone), current(phone).deal.dealer) == ([1, 65], 1)
    assert_sound(phone)


@pytest.mark.parametrize(
    "declaration",
    [
        partners(2, dead(), dead()),  # the pairs of another round
        team_deal(between(dead(), 0, 1)),  # one hand only
        team_deal(between(dead(), 0, 2), between(dead(), 1, 3)),  # partners against each other
        knock(0, 5, 20, 20, 20),  # one hand of four
    ],
)
@pytest.mark.usefixtures("sealed")
def test_teams_play_as_they_are_paired(declaration: TeamDeal | Declaration) -> None:
    phone = start(*FOUR, preset="partnership")
    assert (refused(enter, phone, declaration), len(current(phone).rounds)) == ("invalid_value", 0)


def test_several_hands_at_once_are_for_teams() -> None:
    phone = start()
    assert outcome(lambda: enter(phone, team_deal(dead()))) == "invalid_value"


def test_all_faults_of_all_hands_are_reported_at_once() -> None:
    phone = start(*FOUR, preset="partnership")
    with pytest.raises(RulesError) as why:
        enter(phone, partners(1, knock(0, 11, 20), knock(1, 12, 20)))
    assert [fault.code.value for fault in why.value.faults] == ["over_knock_limit", "over_knock_limit"]
    assert {fault.seat for fault in why.value.faults} == {0, 3}


def test_each_member_of_a_team_has_a_settled_row() -> None:
    phone = start(*FOUR, preset="partnership", target=50)
    enter(phone, partners(1, gin(0, 60), dead()))
    assert {row[2]: row[4] for row in settled(phone)} == {"Ann": 310, "Cleo": 310, "Ben": 0, "Dora": 0}
    assert_sound(phone)


def test_in_cutthroat_the_loser_makes_room() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat")
    assert current(phone).next_active == (0, 1)
    assert outcome(lambda: enter(phone, between(dead(), 1, 2))) == "invalid_value"
    enter(phone, between(knock(1, 5, 20), 0, 1))
    assert (current(phone).next_active, current(phone).deal.dealer) == ((1, 2), 2)
    enter(phone, between(gin(1, 30), 1, 2))
    assert (totals(phone), current(phone).next_active) == ([0, 15, 55], (0, 2))
    # Round 1 was Ann's after all: later rounds stay as declared, and the deal continues from there.
    correct(phone, 1, between(knock(0, 5, 20), 0, 1))
    assert (totals(phone), line(phone, 2).latest.declaration.active) == ([15, 0, 55], (1, 2))
    assert current(phone).next_active == (0, 2)
    assert_sound(phone)


def test_a_correction_keeps_those_who_played() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(phone, between(dead(), 0, 1))
    assert outcome(lambda: correct(phone, 1, between(dead(), 0, 2))) == "invalid_value"


def test_the_captain_plays_on_against_the_next_partner() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="captain")
    enter(phone, between(knock(0, 5, 20), 0, 1))
    assert (totals(phone), current(phone).next_active) == ([15, 0], (0, 2))
    enter(phone, between(knock(1, 5, 20), 0, 2))
    assert (totals(phone), current(phone).next_active) == ([15, 15], (0, 2))
    assert_sound(phone)


def test_after_a_misdeal_the_same_dealer_deals_again_and_the_reason_is_stored() -> None:
    phone = start()
    written = enter_round(
        access=phone.access,
        key="k",
        game=1,
        round_number=1,
        declaration=misdeal(),
        reason="eleven cards each",
    )
    assert (written.status, totals(phone), current(phone).deal.dealer) == ("new", [0, 0], 0)
    assert Entry.objects.get(table=phone.access.table, round=1).reason == "eleven cards each"
    enter(phone, knock(0, 5, 20))
    assert (current(phone).rounds[1].number, totals(phone), current(phone).hands_won) == (2, [15, 0], {0: 1, 1: 0})
    assert_sound(phone)


def test_a_whole_deal_of_teams_may_be_a_misdeal() -> None:
    phone = start(*FOUR, preset="partnership")
    enter(phone, misdeal(4))
    assert (totals(phone), current(phone).deal.dealer) == ([0, 0], 0)
    correct(phone, 1, partners(1, gin(0, 20), dead()))
    assert totals(phone) == [45, 0]
    assert_sound(phone)


def test_a_false_knock_is_played_on_unless_the_house_scores_it() -> None:
    strict, house = start(), start(false_knock_penalty=10)
    with pytest.raises(RulesError) as why:
        enter(strict, false_knock(0))
    assert [(fault.code.value, fault.reason) for fault in why.value.faults] == [("invalid_value", "play_on")]
    enter(house, false_knock(0))
    assert (totals(house), dict(current(house).boxes), current(house).hands_won) == (
        [0, 10],
        {0: 0, 1: 0},
        {0: 0, 1: 0},
    )
    assert current(house).deal.dealer == 0
    assert_sound(house)


def test_an_oklahoma_round_needs_its_card() -> None:
    phone = start(preset="oklahoma")
    with pytest.raises(RulesError) as why:
        enter(phone, knock(0, 5, 20))
    assert why.value.faults[0].code.value == "missing_knock_card"


def test_a_hollywood_game_ends_when_its_last_column_closes() -> None:
    phone = start(preset="hollywood", target=30)
    enter(phone, gin(0, 10))
    enter(phone, gin(0, 10))
    assert (current(phone).over, [bool(column.final) for column in current(phone).columns]) == (
        False,
        [True, True, False],
    )
    enter(phone, gin(0, 10))
    assert current(phone).over
    # Each column was closed by one gin: 35 points, a box, the game bonus, and for the shutout all of it twice.
    worth = [2 * (35 + 20 + 100)] * 3
    assert [column.credit for column in current(phone).columns] == worth
    assert [row[4] for row in settled(phone)] == [sum(worth), 0]
    void(phone, 3)
    assert (current(phone).over, settled(phone)) == (False, [])
    assert_sound(phone)


def test_the_next_game_keeps_the_dealing_side() -> None:
    phone = start(*FOUR, preset="partnership", target=20)
    enter(phone, partners(1, gin(1, 20), dead()))
    start_game(access=phone.access, key="g")
    assert (current(phone).number, current(phone).deal.dealer, current(phone).over) == (2, 1, False)


def test_the_next_game_is_for_as_many_as_sit_there() -> None:
    phone = start(preset="standard", target=20)
    enter(phone, gin(0, 20))
    assert outcome(lambda: start_game(access=phone.access, key="g", preset="partnership")) == "invalid_value"
    assert outcome(lambda: start_game(access=phone.access, key="g", preset="hollywood")) == "new"


def test_without_a_target_a_person_ends_the_game_and_it_counts() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="knock_rummy")
    enter(phone, knock(0, 12, 7, 31))
    assert (totals(phone), current(phone).over, settled(phone)) == ([0, 39, 0], False, [])
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    assert (current(phone).over, current(phone).complete) == (True, True)
    assert [(row.player.name, row.won, row.complete) for row in SettledSeat.objects.order_by("seat")] == [
        *(("Ann", False, True), ("Ben", True, True), ("Cleo", False, True)),
    ]
    assert_sound(phone)


@pytest.mark.parametrize("preset", ["partnership", "captain", "cutthroat", "hollywood"])
def test_a_round_and_its_void_change_nothing(preset: str) -> None:
    names = {"partnership": FOUR, "hollywood": FOUR[:2]}.get(preset, FOUR[:3])
    phone = start(*names, preset=preset)
    declaration = partners(1, gin(0, 20), dead()) if preset == "partnership" else between(gin(0, 20), 0, 1)
    before = (totals(phone), dict(current(phone).boxes), current(phone).deal, current(phone).columns)
    enter(phone, declaration)
    void(phone, 1)
    assert (totals(phone), dict(current(phone).boxes), current(phone).deal, current(phone).columns) == before


def test_phones_at_a_team_table_confirm_each_other() -> None:
    phone = start(*FOUR, preset="partnership")
    declaration = partners(1, knock(0, 5, 35), dead())
    enter(phone, declaration)
    assert outcome(lambda: enter(phone, declaration, number=1)) == "already_recorded"
    assert outcome(lambda: enter(phone, partners(1, knock(0, 6, 35), dead()), number=1)) == "round_conflict"
