"""Printable score sheets: their content, for each rule set and visitor."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.pages.sharing.paper_sheet_page import blank_sheet
from games.rules.presets import presets
from games.services.table.games import change_rules, start_game
from tests.makers import current, enter, gin, knock, own_rules, start, void
from tests.views.reading import says

pytestmark = pytest.mark.django_db


def sheets(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.context["page"].sheets


def bills(preset: str, count: int = 2) -> list[str]:
    return [bill.label for bill in blank_sheet(presets()[preset].rules, "", count, [""] * count).bills]


def test_printed_game_has_every_line_and_the_result(snapshot: SnapshotAssertion) -> None:
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    void(ann, 2)
    (sheet,) = sheets(ann.browser(), f"{ann.url}games/1/print/")
    assert (sheet.sides, sheet.parts) == (("Ann", "Ben"), ("Points", "Total", "Boxes"))
    assert [(row.number, row.cells, row.void) for row in sheet.rows] == [
        ("1", ("+13", "13", "1", "", "", ""), False),
        ("2", ("", "", "", "", "", ""), True),
        ("3", ("+55", "68", "1", "", "", ""), False),
        ("4", ("+48", "116", "1", "", "", ""), False),
    ]
    assert [(bill.label, bill.cells) for bill in sheet.bills] == [
        ("Points", ("116", "0")),
        ("Boxes, 25 each", ("3 × 25 = 75", "")),
        ("Game bonus, 100", ("100", "")),
        ("Shutout: points doubled", ("116", "")),
        ("Total", ("407", "0")),
        ("Difference", ("407", "")),
    ]
    assert sheet.result == snapshot


def test_a_change_of_rules_stands_where_it_was_made() -> None:
    ann = start()
    for number, limit in enumerate((9, 8), 1):
        enter(ann, knock(0, 7, 20))
        rules = replace(current(ann).rules, knock_limit=limit)
        change_rules(access=ann.access, key=str(limit), game=1, revision=2 * number, rules=rules)
    answer = ann.browser().get(f"{ann.url}games/1/print/")
    (sheet,) = answer.context["page"].sheets
    (between,), (after,) = sheet.rows[1].notes, sheet.last_notes
    assert says(answer, between) and says(answer, after)
    assert ("9" in between, "8" in after) == (True, True)


def test_all_games_of_a_table_are_one_print() -> None:
    ann = start()
    for declaration in (knock(0, 2, 60), knock(0, 2, 60)):
        enter(ann, declaration)
    start_game(access=ann.access, key="again", preset=None, house_rules={})
    first, second = sheets(ann.browser(), f"{ann.url}print/")
    assert (first.about.partition(",")[0], second.about.partition(",")[0]) == ("Game 1", "Game 2")
    assert (len(first.rows), second.rows, second.result) == (2, (), "")
    assert ann.browser().get(f"{ann.url}games/3/print/").status_code == 404


def test_the_rule_set_makes_the_sheet() -> None:
    assert bills("ginski", 3) == ["Points"]
    assert bills("lets_play_full")[-4:] == ["Game bonus, 100", "Won by 50: 50", "Total", "Difference"]
    assert bills("palace") == ["Points and boxes", "Difference"]
    assert bills("gamesgrid_game_only") == ["Points", "Game won", "Shutout: total doubled", "Total"]
    client = Client()
    (hollywood,) = sheets(client, "/rules/hollywood/print/")
    assert len(hollywood.places) == 6
    assert [head.title for head in hollywood.heads] == ["Game 1", "Game 2", "Game 3"]
    (gamesgrid,) = sheets(client, "/rules/gamesgrid_points/print/")
    assert gamesgrid.card == "Knock card"
    assert "Boxes: 1 for a win, 1 for an undercut, 2 for gin" in gamesgrid.reminders
    (partners,) = sheets(client, "/rules/partnership/print/?name=Ann&name=Ben&name=&name=Dan")
    assert partners.sides == ("Ann", "Ben & Dan")


@pytest.mark.parametrize(("players", "sides"), [("", 3), ("2", 2), ("4", 4), ("9", 3), ("x", 3), ("²", 3)])
def test_a_number_of_players_that_does_not_suit_is_the_usual_one(players: str, sides: int) -> None:
    (sheet,) = sheets(Client(), f"/rules/ginski/print/?players={players}")
    assert len(sheet.sides) == sides


def test_names_that_cannot_be_are_named_and_house_rules_have_a_sheet_too(snapshot: SnapshotAssertion) -> None:
    answer = Client().get("/rules/standard/print/", {"name": ["Ann", "A\u202eB"]})
    assert answer.status_code == 400
    assert answer.context["page"].errors == snapshot
    own = own_rules(start(), box_value=0)
    (sheet,) = sheets(Client(), f"/h/{own.public_id}/print/")
    assert sheet.parts == ("Points", "Total")
    assert Client().get("/rules/nothing/print/").status_code == 404
