"""The round form under every rule system: what is saved, and what is filled in again."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.rules.cards import card
from games.rules.declaration import Declaration
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    dead,
    false_knock,
    gin,
    knock,
    line,
    misdeal,
    revision,
    start,
    team_deal,
    totals,
)
from tests.rules.kit import between
from tests.views.reading import HTMX, Form, entry, forms, save, says, shown, submit, text

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def table(preset: str, seats: int = 2, **house_rules: object) -> Phone:
    return start(*PEOPLE[:seats], preset=preset, **house_rules)


def changing(phone: Phone, number: int = 1) -> Form:
    address = f"rounds/1/{number}/"
    return forms(phone.browser().get(f"{phone.url}{address}"))[address]


def carded(hand: Declaration, name: str) -> Declaration:
    return Declaration(hand.active, hand.ending, hand.ender, hand.deadwood, card(name, "french52"))


ROUNDS = [
    (
        "lets_play_oklahoma",
        2,
        {"end": "0:knock:7", "deadwood-1": "20", "rank": "7", "suit": "s"},
        carded(knock(0, 7, 20), "7s"),
    ),
    ("gamesgrid_flop", 2, {"end": "1:gin", "deadwood-0": "20", "rank": "A", "suit": "h"}, carded(gin(1, 20), "Ah")),
    (
        "tournament",
        2,
        {"end": "1:big_gin", "deadwood-0": "2", "rank": "T", "suit": "c"},
        carded(gin(1, 2, big=True), "Tc"),
    ),
    ("oklahoma", 2, {"end": "dead", "rank": "2", "suit": "d"}, carded(dead(), "2d")),
    ("knock_rummy", 2, {"end": "1:knock", "deadwood-0": "30", "deadwood-1": "12"}, knock(1, 12, 30)),
    (
        "knock_rummy",
        5,
        {"end": "0:knock", "deadwood-0": "5"} | {f"deadwood-{seat}": "30" for seat in (1, 2, 3, 4)},
        knock(0, 5, 30, 30, 30, 30),
    ),
    ("jersey", 3, {"end": "2:gin", "deadwood-0": "30", "deadwood-1": "9"}, gin(2, 30, 9)),
    ("captain", 3, {"end": "0:knock:3", "deadwood-1": "9"}, knock(0, 3, 9)),
    ("hollywood", 2, {"end": "0:knock:3", "deadwood-1": "9"}, knock(0, 3, 9)),
    ("straight", 2, {"end": "0:gin", "deadwood-1": "9"}, gin(0, 9)),
    (
        "partnership",
        4,
        {"end": "0:knock:5", "deadwood-1": "20", "end-1": "3:gin", "deadwood-2": "12"},
        team_deal(knock(0, 5, 20), between(gin(1, 12), 2, 3)),
    ),
    (
        "tournament_partners",
        4,
        {"end": "0:knock:5", "deadwood-1": "20", "end-1": "dead", "rank": "6", "suit": "h"},
        team_deal(carded(knock(0, 5, 20), "6h"), carded(between(dead(), 2, 3), "6h")),
    ),
    (
        "partnership_6",
        8,
        {"end": "0:gin", "deadwood-1": "20", "end-1": "dead", "end-2": "dead", "end-3": "7:knock:2", "deadwood-6": "9"},
        team_deal(gin(0, 20), between(dead(), 2, 3), between(dead(), 4, 5), between(knock(1, 2, 9), 6, 7)),
    ),
]


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(("preset", "seats", "fields", "facts"), ROUNDS)
def test_a_round_of_every_system_is_saved_and_comes_back(
    htmx: bool, preset: str, seats: int, fields: dict[str, str], facts: object
) -> None:
    phone = table(preset, seats)
    form = entry(phone)
    form.fields |= fields
    answer = submit(phone.browser(), form, htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert line(phone, 1).latest.declaration == facts
    assert_sound(phone)
    if not htmx:
        filled = changing(phone).fields
        assert {name: filled[name] for name in fields} == fields


def test_missing_card_is_reported_at_the_picker_and_all_fields_stay(snapshot: SnapshotAssertion) -> None:
    phone = table("lets_play_oklahoma")
    answer = save(phone, "0:knock:7", deadwood_1="20", rank="7")
    assert (answer.status_code, revision(phone)) == (400, 1)
    assert shown(answer, "p.error[role=alert]") == snapshot
    again = forms(answer)["rounds/"].fields
    assert (again["end"], again["deadwood-1"], again["rank"], "suit" in again) == ("0:knock:7", "20", "7", False)


def test_knock_above_the_limit_card_is_reported_at_the_knocker(snapshot: SnapshotAssertion) -> None:
    phone = table("lets_play_oklahoma")
    answer = save(phone, "0:knock:9", deadwood_1="20", rank="7", suit="h")
    assert (answer.status_code, revision(phone)) == (400, 1)
    assert shown(answer, "p.error") == snapshot
    again = forms(answer)["rounds/"].fields
    assert (again["end"], again["rank"], again["suit"]) == ("0:knock:9", "7", "h")
    assert says(answer, "7\u2665\ufe0e knock with 7 or less")


def test_team_deal_with_a_missing_hand_is_not_saved(snapshot: SnapshotAssertion) -> None:
    phone = table("partnership", 4)
    for htmx in (True, False):
        answer = save(phone, "0:knock:5", htmx=htmx, deadwood_1="20")
        assert (answer.status_code, revision(phone)) == (400, 1)
        assert shown(answer, "#preview .sentence") == snapshot
        assert says(answer, "Ann plays Ben Ann knocks with 5, Ben 20")
        assert forms(answer)["rounds/"].fields["deadwood-1"] == "20"


def test_faults_of_every_hand_are_reported_at_once(snapshot: SnapshotAssertion) -> None:
    phone = table("partnership", 4)
    answer = save(phone, "0:knock:5", deadwood_1="x", end_1="3:gin", deadwood_2="1000")
    assert answer.status_code == 400
    assert shown(answer, "#deadwood-1-error") == snapshot
    assert shown(answer, "#deadwood-2-error") == snapshot


def test_a_misdeal_is_saved_with_its_reason_and_the_same_dealer_deals() -> None:
    phone = table("standard")
    answer = save(phone, "misdeal", reason="  eleven cards ")
    assert (answer.status_code, line(phone, 1).latest.declaration) == (302, misdeal())
    assert (line(phone, 1).history[-1].reason, current(phone).deal.dealer) == ("eleven cards", 0)
    filled = changing(phone).fields
    assert (filled["end"], filled["reason"]) == ("misdeal", "eleven cards")
    assert_sound(phone)


def test_faults_of_a_team_deal_are_not_shown_for_another_round() -> None:
    phone = table("standard")
    save(phone, "0:gin", deadwood_1="20", reason="eleven cards")
    assert line(phone, 1).history[-1].reason == ""
    save(phone, "misdeal", reason="eleven cards")
    form = changing(phone, 2)
    assert form.fields["reason"] == "eleven cards"
    submit(phone.browser(), form, end="0:gin", deadwood_1="21")
    assert (line(phone, 2).latest.declaration, line(phone, 2).history[-1].reason) == (gin(0, 21), "")


def test_a_change_of_a_misdeal_has_a_reason_of_its_own() -> None:
    phone = table("standard")
    save(phone, "misdeal", reason="eleven cards")
    submit(phone.browser(), changing(phone), end="0:gin", deadwood_1="21", reason="it was ten")
    assert line(phone, 1).history[-1].reason == "it was ten"


def test_a_misdeal_of_teams_is_one_of_all_hands() -> None:
    phone = table("partnership", 4)
    assert save(phone, "misdeal", end_1="3:gin").status_code == 302
    assert line(phone, 1).latest.declaration == misdeal(4)
    filled = changing(phone).fields
    assert (filled["end"], "end-1" in filled) == ("misdeal", False)
    changed = submit(phone.browser(), changing(phone), end="0:gin", deadwood_1="20", end_1="dead")
    assert (changed.status_code, totals(phone)) == (302, [45, 0])


def test_a_false_knock_is_saved_where_it_costs_something() -> None:
    phone = table("jersey", 3, false_knock_penalty=20)
    assert save(phone, "1:false_knock").status_code == 302
    assert (line(phone, 1).latest.declaration, totals(phone)) == (false_knock(1, 3), [20, 0, 20])
    assert changing(phone).fields["end"] == "1:false_knock"


def test_a_false_knock_writes_nothing_where_one_plays_on(snapshot: SnapshotAssertion) -> None:
    phone = table("standard")
    answer = save(phone, "1:false_knock")
    assert (answer.status_code, revision(phone)) == (400, 1)
    page = phone.browser().get(phone.url)
    assert shown(page, ".rare .fine") == snapshot
    assert "false_knock" not in text(page)


def test_a_preview_of_several_hands_is_made_from_all_of_them(snapshot: SnapshotAssertion) -> None:
    phone = table("partnership", 4)
    fields = entry(phone).fields | {"end": "0:knock:5", "deadwood-1": "20"}
    client = phone.browser()
    response = client.post(f"{phone.url}preview/", fields, headers=HTMX)
    assert shown(response, "#preview .sentence") == snapshot
    reply = client.post(f"{phone.url}preview/", fields | {"end-1": "3:gin", "deadwood-2": "12"}, headers=HTMX)
    assert shown(reply, "#preview .sentence") == snapshot


def test_a_preview_without_script_keeps_the_card() -> None:
    phone = table("tournament")
    form = entry(phone)
    form.fields |= {"end": "0:knock:5", "deadwood-1": "20", "rank": "7", "suit": "s"}
    seen = submit(phone.browser(), form, to=f"{phone.url}preview/")
    assert says(seen, "7\u2660\ufe0e knock with 7 or less, counts double")
    assert submit(phone.browser(), forms(seen)["rounds/"]).status_code == 302
    assert totals(phone)[0] == 30


def test_two_phones_that_tell_a_deal_differently_are_shown_both(snapshot: SnapshotAssertion) -> None:
    phone = table("partnership", 4)
    form, other = entry(phone), entry(phone)
    fields = {"end": "0:knock:5", "deadwood_1": "20", "end_1": "dead"}
    assert submit(phone.browser(), form, **fields).status_code == 302
    answer = submit(phone.browser(), other, **(fields | {"end_1": "3:gin", "deadwood_2": "9"}))
    assert answer.status_code == 409
    assert shown(answer, ".conflict > p") == snapshot
    assert forms(answer)["rounds/"].fields["end-1"] == "3:gin"


def test_a_change_of_a_counted_round_keeps_the_knockers_deadwood() -> None:
    phone = table("knock_rummy", 3)
    assert save(phone, "1:knock", deadwood_0="20", deadwood_1="12", deadwood_2="30").status_code == 302
    correct(phone, 1, knock(1, 11, 20, 30))
    filled = changing(phone).fields
    assert (filled["end"], filled["deadwood-1"]) == ("1:knock", "11")


def test_the_page_of_a_change_names_who_sat_out() -> None:
    phone = table("captain", 3)
    assert save(phone, "0:knock:3", deadwood_1="9").status_code == 302
    assert says(phone.browser().get(f"{phone.url}rounds/1/1/"), "Cleo sits out")
