"""What the table page has for a phone that computes the score itself meanwhile, and who gets it."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from games.models import Role
from games.pages.table.tally_data import tally_data
from games.rules.declaration import Declaration, Ending
from games.rules.ledger import GameStarted
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score
from games.services.table.games import start_game
from games.templatetags.bundles import script_addresses
from tests.makers import Phone, enter, finish, gin, join, knock, start
from tests.rules.kit import STANDARD, LedgerBuilder


def data_on(text: str) -> dict[str, Any] | None:
    """Return the data in a page or fragment, None if there is none."""
    found = re.search(r'data-tally="([^"]*)"', text)
    return json.loads(unescape(found[1])) if found else None


def page_of(phone: Phone, path: str = "", **headers: str) -> str:
    response = phone.browser().get(phone.url + path, headers=headers)
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.django_db
def test_a_phone_that_scores_has_the_game_on_its_page() -> None:
    phone = start("Ann", "Ben", dealer=1, gin_bonus=20)
    enter(phone, knock(0, 7, 17))
    enter(phone, gin(1, 30))
    data = {
        "rules": {"gin_bonus": 20},
        "seats": 2,
        "dealer": 1,
        "rounds": [
            [1, "knock", [0], [10, 0], [1, 0], [7, 17]],
            [2, "gin", [1], [0, 50], [0, 1], [30, 0]],
        ],
    }
    page = page_of(phone)
    assert data_on(page) == data
    assert f'data-tally-scripts="{script_addresses("tally.js")}"' in page
    # What changes the score on the page changes these numbers with it, and a correction has them, too.
    assert data_on(page_of(phone, "moved/", **{"HX-Request": "true"})) == data
    assert data_on(page_of(phone, "rounds/1/1/")) == data


@pytest.mark.django_db
def test_a_phone_that_watches_has_no_use_for_it() -> None:
    phone = start()
    enter(phone, knock(0, 7, 17))
    page = page_of(join(phone, Role.WATCH))
    assert "data-tally" not in page


@pytest.mark.django_db
def test_an_earlier_game_is_over_and_has_none() -> None:
    phone = start()
    enter(phone, knock(0, 7, 17))
    finish(phone)
    data = data_on(page_of(phone))
    assert data
    assert data["decision"] == {"through": 1, "finished": True}
    start_game(access=phone.access, key="g2")
    assert "data-tally" not in page_of(phone, "games/1/")


@pytest.mark.django_db
def test_the_script_is_kept_for_later_without_network() -> None:
    worker = start().browser().get("/sw.js").content.decode()
    for address in script_addresses("tally.js").split():
        assert f'"{address}"' in worker


def test_a_change_of_rules_is_told_from_its_round_on() -> None:
    ledger = LedgerBuilder().start(STANDARD, dealer=1).enter_points(1, 0, 10).enter_points(2, 1, 20)
    ledger.change(replace(STANDARD, target=150)).enter_points(3, 1, 20).change(STANDARD)
    data = tally_data(ledger.current).as_json()
    assert (data["rules"], data["dealer"]) == ({}, 1)
    assert data["changes"] == [{"through": 2, "rules": {"target": 150}}, {"through": 3, "rules": {}}]


def test_a_round_taken_back_is_void_and_leaves_the_dealer() -> None:
    ledger = LedgerBuilder(3).start(RuleSet(next_dealer="winner"), dealer=2).enter_points(1, 1, 10).undo()
    data = tally_data(ledger.current).as_json()
    assert (data["dealer"], data["rounds"]) == (2, [[1, "knock", [1], [0, 10, 0], [0, 1, 0], [], 1]])


def test_who_sits_out_has_no_amount() -> None:
    ledger = LedgerBuilder(3).start(rule_set("cutthroat"), dealer=1)
    ledger.enter(1, Declaration((1, 2), Ending.KNOCK, 1, {1: 3, 2: 20}))
    assert tally_data(ledger.current).as_json()["rounds"] == [
        [1, "knock", [1], [None, 17, 0], [None, 1, 0], [None, 3, 20]]
    ]


def test_a_game_from_paper_that_was_continued() -> None:
    opening = Score({0: 90, 1: 20}, {0: 3, 1: 1}, {0: 3, 1: 1})
    ledger = LedgerBuilder(game=1).add(GameStarted(STANDARD, "standard", 1, opening=opening)).finish()
    data = tally_data(ledger.current).as_json()
    assert data["opening"] == {"points": [90, 20], "boxes": [3, 1], "handsWon": [3, 1]}
    assert data["decision"] == {"through": 0, "finished": True}
    ledger.reopen().enter_points(1, 0, 40)
    assert "decision" not in tally_data(ledger.current).as_json()
    ledger.reopen()
    assert tally_data(ledger.current).as_json()["decision"] == {"through": 1, "finished": False}


def test_the_dealer_of_a_team_is_its_side() -> None:
    data = tally_data(LedgerBuilder(4).start(rule_set("partnership"), dealer=3).current).as_json()
    assert (data["seats"], data["dealer"], data["rounds"]) == (4, 1, [])
