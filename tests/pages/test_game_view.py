"""The game as the table page gets it: columns, deals, sides, rule changes, and unfinished games."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.pages.table.game import GameContext, RoundContext
from games.pages.table.game_view import game_view, table_status
from games.rules.cards import card
from games.rules.declaration import RoundDeclaration
from games.selectors.table.table_names import player_names
from games.services.table.games import change_rules, finish_game, undo
from games.services.table.rounds import enter_round
from tests.makers import (
    Phone,
    correct,
    current,
    dead,
    enter,
    false_knock,
    gin,
    join,
    knock,
    misdeal,
    revision,
    sheet,
    start,
    team_deal,
)
from tests.rules.kit import between

pytestmark = pytest.mark.django_db


def view(phone: Phone) -> GameContext:
    """The game under way, as who keeps the score sees it."""
    table = sheet(phone)
    return game_view(phone.table, table, table.current, player_names(phone.table), may_score=True)


def newest(phone: Phone) -> RoundContext:
    return view(phone).rounds[0]


def hollywood(*rounds: RoundDeclaration, preset: str = "hollywood", **rules: object) -> Phone:
    phone = start(preset=preset, **rules)
    for played_round in rounds:
        enter(phone, played_round)
    return phone


def entered(line: RoundContext) -> list[list[int | None]]:
    """The six places of a line: each column's two numbers, None where nothing was written."""
    return [[cell.total if cell.entered else None for cell in part.cells] for part in line.columns]


# --- Hollywood


def test_wins_reach_one_column_more_each_time_until_all_three() -> None:
    phone = hollywood(knock(0, 7, 20), knock(1, 4, 35), gin(0, 18), knock(0, 3, 28))
    lines = [entered(line) for line in reversed(view(phone).rounds)]
    assert lines == [
        [[13, None], [None, None], [None, None]],
        [[None, 31], [None, None], [None, None]],
        [[56, None], [43, None], [None, None]],
        [[81, None], [68, None], [25, None]],
    ]
    assert view(phone).next_columns_text == "Ann's next win goes into games 1, 2 and 3, Ben's into games 1 and 2"


def test_the_tally_has_each_side_column_by_column() -> None:
    phone = hollywood(knock(0, 7, 20), gin(0, 18))
    ann, ben = view(phone).seats
    assert [(c.points, c.boxes, c.to_go, c.percent, c.started) for c in ann.columns] == [
        (56, 2, 44, 56, True),
        (43, 1, 57, 43, True),
        (0, 0, 100, 0, False),
    ]
    assert [(c.reached, c.leads, c.open, c.won, c.credit) for c in ann.columns] == [
        (True, True, True, False, None),
        (True, True, True, False, None),
        (True, False, True, False, None),
    ]
    assert [(c.reached, c.started) for c in ben.columns] == [(True, False), (False, False), (False, False)]
    assert (ann.to_go, ann.percent, ann.leads) == (None, 0, False)


def test_the_first_win_is_in_the_same_column_for_both() -> None:
    assert view(hollywood()).next_columns_text == "The next win goes into game 1"


def test_a_column_that_closes_is_settled_on_its_line_and_shaded_after_it() -> None:
    phone = hollywood(gin(0, 80), knock(1, 5, 15))
    game = view(phone)
    second, first = game.rounds
    assert [(p.closed, p.closes) for p in first.columns] == [(False, True), (False, False), (False, False)]
    assert [(p.closed, p.closes) for p in second.columns] == [(True, False), (False, False), (False, False)]
    assert [cell.won for cell in first.columns[0].cells] == [True, False]
    # Shut out of the first game, Ben starts in the second.
    assert entered(second) == [[None, None], [None, 10], [None, None]]
    one, two, three = game.columns
    # 105 points, a box of 20, 100 for the game, and the whole once more for the shutout.
    assert (one.ended, one.open, one.sum) == ("Ann wins 450, shutout", False, "450 \u2212 0 = 450")
    assert [(line.text, line.points) for line in one.bills[0].lines] == [
        ("Round points", 105),
        ("1 box at 20", 20),
        ("Game bonus", 100),
        ("Shutout: total doubled", 225),
    ]
    assert (two.ended, two.bills, two.sum, three.ended) == ("", (), "", "")
    assert game.seats[0].columns[0].credit == 450


def test_a_last_column_that_counts_double_says_so() -> None:
    phone = hollywood(preset="tournament", round_to=500, target=20)
    for _ in range(3):
        enter(phone, replace(knock(0, 2, 30), knock_card=card("9d", "french52")))
    game = view(phone)
    assert [head.title for head in game.columns] == ["Game 1", "Game 2", "Game 3, counts double"]
    last = game.columns[2]
    assert last.sum.endswith(", rounded to 1000")
    assert ", \u00d7 2 = " in last.sum
    assert (game.next_columns_text, game.final is not None) == ("", True)
    assert not any(column.reached for seat in game.seats for column in seat.columns)


def test_a_sheet_given_up_has_columns_that_were_not_finished() -> None:
    phone = hollywood(gin(0, 80), knock(1, 5, 15))
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    assert [head.ended for head in view(phone).columns] == ["Ann wins 450, shutout", "not finished", "not finished"]


@pytest.mark.parametrize(("times", "expected"), [(3, "Game 2, counts triple"), (4, "Game 2, counts 4 times")])
def test_other_multipliers_are_shown_too(times: int, expected: str) -> None:
    assert view(hollywood(column_multipliers=[1, times, 1])).columns[1].title == expected


def test_a_plain_game_has_no_columns() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    game = view(phone)
    assert (game.columns, game.next_columns_text, game.seats[0].columns, game.rounds[0].columns) == ((), "", (), ())


def test_round_points_are_named_by_side() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="tournament_partners")
    hands = (between(gin(0, 20), 0, 1), between(gin(1, 20), 2, 3))
    enter(phone, team_deal(*(replace(hand, knock_card=card("9d", "french52")) for hand in hands)))
    assert [(gain.name, gain.points, gain.boxes) for gain in newest(phone).gains] == [
        ("Ann & Cleo", 0, 2),
        ("Ben & Dan", 0, 2),
    ]


# --- Who deals, who plays, who sits out


def sentence(*names: str, preset: str = "standard", **rules: object) -> str:
    return view(start(*names, preset=preset, **rules)).deal_sentence


def test_the_deal_sentence_says_how_a_hand_opens() -> None:
    three = {"min": 3, "max": 3, "best": 3}
    assert sentence() == "Ann deals, Ben plays first"
    assert sentence(preset="gamesgrid_points") == "Ann deals, Ben has eleven cards and discards first"
    assert sentence(preset="gamesgrid_points", hand_size=9) == "Ann deals, Ben has 10 cards and discards first"
    assert sentence(preset="rummy_for_two") == "Ann deals, Ben draws first, from the stock"
    assert sentence("Ann", "Ben", "Cleo", preset="cutthroat") == "Ann deals, Ben plays first; Cleo sits out"
    assert (
        sentence("Ann", "Ben", "Cleo", seating="dealer_sits_out", seats=three)
        == "Ann deals and sits out, Ben plays first"
    )
    four = ("Ann", "Ben", "Cleo", "Dan")
    assert sentence(*four, preset="partnership") == "Ann and Cleo deal, Ben and Dan play first"
    assert (
        sentence(*four, preset="partnership", opening="non_dealer_eleven")
        == "Ann and Cleo deal, Ben and Dan have eleven cards and discard first"
    )
    assert (
        sentence(*four, preset="partnership", opening="no_upcard")
        == "Ann and Cleo deal, Ben and Dan draw first, from the stock"
    )


def test_lower_score_opens_whichever_player_dealt() -> None:
    phone = start(preset="rummy_for_two")
    enter(phone, knock(0, 7, 20))
    assert view(phone).deal_sentence == "Ben deals, has the lower score, and draws first, from the stock"
    enter(phone, knock(0, 7, 20))
    assert view(phone).deal_sentence == "Ann deals; Ben has the lower score and draws first, from the stock"


def test_two_level_at_the_bottom_leave_it_to_the_deal() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", first_turn="lower_score")
    enter(phone, knock(0, 7, 20, 30))
    assert view(phone).deal_sentence == "Ben deals, Cleo plays first"


def test_sitting_out_is_shown_for_sides_and_players() -> None:
    cutthroat = view(start("Ann", "Ben", "Cleo", preset="cutthroat"))
    assert [seat.sits_out for seat in cutthroat.seats] == [False, False, True]
    captain = view(start("Ann", "Ben", "Cleo", preset="captain"))
    assert [(seat.name, seat.captain, seat.sits_out) for seat in captain.seats] == [
        ("Ann", True, False),
        ("Ben & Cleo", False, False),
    ]
    assert [(m.name, m.sits_out) for m in captain.seats[1].members] == [("Ben", False), ("Cleo", True)]


def test_pairing_between_teams_advances_and_reverts_with_an_undo() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    assert view(phone).pairs == ("Ann plays Ben", "Cleo plays Dan")
    enter(phone, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    assert view(phone).pairs == ("Ann plays Dan", "Cleo plays Ben")
    undo(access=phone.access, key="u", revision=revision(phone))
    assert view(phone).pairs == ("Ann plays Ben", "Cleo plays Dan")
    assert view(phone).teams


def test_a_side_of_several_wins_in_the_plural() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership", target=20)
    enter(phone, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    final = view(phone).final
    assert final is not None
    assert final.headline.startswith("Ann & Cleo win by ")
    assert (view(phone).pairs, view(phone).deal_sentence) == ((), "")


# --- Rules without a target, boxes


def test_rules_without_a_target_have_no_way_to_go(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="knock_rummy")
    enter(phone, knock(0, 7, 20))
    game = view(phone)
    assert (game.target, {seat.to_go for seat in game.seats}) == (None, {None})
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    final = view(phone).final
    assert final is not None
    assert final.why == snapshot


def test_boxes_are_only_shown_where_there_are_any() -> None:
    assert view(start()).boxes
    assert not view(start(preset="gamesgrid_flop")).boxes


# --- Misdeals, false knocks, changes of rules


def enter_with_reason(phone: Phone, declaration: RoundDeclaration, reason: str) -> None:
    game = current(phone)
    enter_round(
        access=phone.access,
        key=f"why:{reason}",
        game=game.number,
        round_number=game.next_round,
        declaration=declaration,
        reason=reason,
    )


def test_a_misdeal_and_a_false_knock_say_why() -> None:
    phone = start(false_knock_penalty=10)
    enter_with_reason(phone, misdeal(), "Ben got eleven cards")
    assert (newest(phone).event, newest(phone).reason) == ("Misdeal", "Ben got eleven cards")
    enter_with_reason(phone, false_knock(1), "eleven, not ten")
    assert (newest(phone).event, newest(phone).reason) == ("False knock", "eleven, not ten")
    correct(phone, 2, false_knock(0), reason="it was Ann")
    assert newest(phone).reason == "it was Ann"


def test_only_decisions_that_need_a_reason_have_one() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    correct(phone, 1, knock(0, 8, 20), reason="counted again")
    enter(phone, dead())
    assert [line.reason for line in view(phone).rounds] == ["", ""]


def change(phone: Phone, **rules: object) -> None:
    game = current(phone)
    change_rules(
        access=phone.access,
        key=f"c:{revision(phone)}",
        game=1,
        revision=revision(phone),
        rules=replace(game.rules, **rules),  # type: ignore[arg-type]
    )


def test_change_of_rules_is_listed_between_its_rounds() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    change(phone, knock_limit=7, gin_bonus=20)
    assert [(c.since, c.what, c.by) for c in view(phone).changes] == [
        ("From round 2", ("Knock limit: 7 points", "Gin bonus: 20 points"), "Ann's phone")
    ]
    enter(phone, knock(0, 6, 20))
    change(phone, knock_limit=6)
    change(phone, knock_limit=5)
    game = view(phone)
    assert [[c.what for c in line.changes] for line in game.rounds] == [
        [("Knock limit: 7 points", "Gin bonus: 20 points")],
        [],
    ]
    # Newest first, as everything on the sheet.
    assert [c.what for c in game.changes] == [("Knock limit: 5 points",), ("Knock limit: 6 points",)]


def test_change_of_rules_before_the_first_round_is_listed_too() -> None:
    phone = start()
    change(phone, knock_limit=7)
    assert [(c.since, c.what) for c in view(phone).changes] == [("From round 1", ("Knock limit: 7 points",))]
    enter(phone, knock(0, 7, 20))
    change(phone, knock_limit=6)
    game = view(phone)
    assert [c.what for c in game.rounds[0].changes] == [("Knock limit: 7 points",)]
    assert [c.what for c in game.changes] == [("Knock limit: 6 points",)]


def test_a_change_stays_where_it_is_when_the_round_after_it_is_undone() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    change(phone, knock_limit=7)
    enter(phone, knock(0, 6, 20))
    undo(access=phone.access, key="u", revision=revision(phone))
    game = view(phone)
    assert ([c.since for c in game.changes], len(game.rounds), len(game.undone)) == (["From round 2"], 1, 1)


def test_two_who_reach_the_target_level_play_on() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", target=40)
    enter(phone, knock(0, 9, 5, 5))  # both undercut, with 25 and 14 each
    assert view(phone).deal_sentence == "Ben deals, Cleo plays first"
    enter(phone, knock(0, 9, 5, 5))
    assert [seat.total for seat in view(phone).seats] == [0, 78, 78]
    assert view(phone).deal_sentence == "Tied at the top: one more round. Cleo deals, Ann plays first"


def test_immediate_boxes_are_in_the_points_of_a_round() -> None:
    phone = start(preset="palace")
    enter(phone, gin(0, 30))
    cell = newest(phone).cells[0]
    assert (cell.points, cell.total) == (65, 65)
    enter(phone, gin(0, 30))
    final = view(phone).final
    assert final is not None
    assert [(line.text, line.points) for line in final.seats[0].lines] == [("Round points and boxes", 130)]


def test_the_end_names_the_target_of_its_time(snapshot: SnapshotAssertion) -> None:
    phone = start(target=50)
    enter(phone, knock(0, 5, 20))
    enter(phone, gin(0, 5))
    rules = replace(current(phone).rules, target=150)
    change_rules(access=phone.access, key="c", game=1, revision=revision(phone), rules=rules)
    enter(phone, knock(0, 5, 20))
    correct(phone, 2, gin(0, 30))
    final = view(phone).final
    assert final is not None
    assert final.why == snapshot


def test_player_without_points_among_three_owes_the_winner_more(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat", target=50)
    enter(phone, between(knock(1, 5, 20), 0, 1))
    enter(phone, between(gin(1, 30), 1, 2))
    final = view(phone).final
    assert final is not None
    assert final.why == snapshot
    # Where all are shut out the winner's total holds it.
    alone = start("Ann", "Ben", "Cleo", preset="cutthroat", target=10)
    enter(alone, between(knock(1, 5, 20), 0, 1))
    final = view(alone).final
    assert final is not None
    assert final.why == snapshot


def test_hollywood_table_is_summarized_by_its_first_open_column() -> None:
    phone = hollywood(gin(0, 80), gin(0, 10), gin(1, 10))
    assert table_status(sheet(phone), player_names(phone.table)) == "game 2: Ann 35, Ben 35 \u00b7 round 4"


def test_sheet_shows_the_card_with_its_round() -> None:
    phone = start(preset="lets_play_oklahoma")
    declaration = replace(knock(0, 5, 20), knock_card=card("9s", "french52"))
    enter(phone, declaration)
    assert newest(phone).what == "Ann knocked with 5, Ben had 20 \u00b7 9\u2660\ufe0e, double"


def test_line_names_who_entered_the_current_version_and_when(monkeypatch: pytest.MonkeyPatch) -> None:
    def at(minute: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 12, minute, tzinfo=UTC))

    def author_and_time() -> tuple[str, str]:
        of = view(ann)
        line = (of.rounds + of.undone)[0]
        return line.by, line.time

    ann = start()
    ben = join(ann)
    at(10)
    enter(ann, knock(0, 7, 20))
    entered_first = author_and_time()
    at(20)
    undo(access=ben.access, key="u", revision=revision(ann))
    assert author_and_time() == entered_first
    at(30)
    correct(ben, 1, knock(0, 7, 21))
    entered_again = author_and_time()
    assert entered_again != entered_first
    assert ("12:10" in entered_first[1], "12:30" in entered_again[1]) == (True, True)
    at(40)
    correct(ann, 1, knock(0, 7, 22))
    assert author_and_time() == (entered_first[0], entered_again[1].replace(":30", ":40"))
    at(50)
    undo(access=ann.access, key="v", revision=revision(ann))
    assert author_and_time() == entered_again
