"""Finishing, continuing and deciding games on the table page."""

import pytest

from games.models import Role
from games.rules.presets import rule_set
from games.services.table.games import start_game, undo
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    dead,
    enter,
    gin,
    join,
    knock,
    revision,
    sheet,
    start,
    totals,
)
from tests.views.reading import HTMX, forms, is_refusal, parts, says, submit, text


def press(phone: Phone, name: str, *, htmx: bool = False, times: int = 1, **typed: str) -> object:
    """Open the table page and press the button of one of its forms; the last answer."""
    form = forms(phone.browser().get(phone.url))[name]
    return [submit(phone.browser(), form, htmx=htmx, **typed) for _ in range(times)][-1]


# --- Undo -----------------------------------------------------------------------------------------------------------


def test_undo_reverts_the_last_round(ann: Phone) -> None:
    answer = press(ann, "undo/")
    assert (answer.status_code, answer["Location"], totals(ann)) == (302, ann.url, [13, 0])
    answer = press(ann, "undo/", htmx=True)
    assert (answer.status_code, says(answer, "Undone"), totals(ann)) == (200, True, [0, 0])
    assert parts(answer) == ["entry", "preview", "tally", "deal", "sheet", "undo", "notice"]
    assert says(answer, "Round 1, again")
    assert "undo/" not in forms(ann.browser().get(ann.url))
    assert_sound(ann)


def test_double_tap_on_undo_reverts_one_entry(ann: Phone) -> None:
    assert press(ann, "undo/", times=2).status_code == 302
    assert (totals(ann), revision(ann)) == ([13, 0], 4)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_undo_is_reported_on_the_page(ann: Phone, headers: dict[str, str]) -> None:
    form = forms(ann.browser().get(ann.url))["undo/"]
    enter(join(ann), dead())
    answer = submit(ann.browser(), form, htmx=bool(headers))
    assert (answer.status_code, revision(ann)) == (412, 4)
    assert is_refusal(answer, "stale")
    assert ("<html" in text(answer)) is not headers


def test_an_undo_with_nothing_to_take_back_is_reported() -> None:
    phone = start()
    answer = phone.browser().post(f"{phone.url}undo/", {"revision": "1"})
    assert is_refusal(answer, "nothing_to_undo")


def test_an_undo_without_a_revision_is_refused(ann: Phone, subtests: pytest.Subtests) -> None:
    for seen in ["", "x", "-1", "9" * 12]:
        with subtests.test(seen=seen):
            answer = ann.browser().post(f"{ann.url}undo/", {"revision": seen})
            assert (answer.status_code, revision(ann)) == (428, 3)


# --- Another game ---------------------------------------------------------------------------------------------------


def test_another_game_begins_with_the_same_seats(won: Phone) -> None:
    answer = press(won, "games/")
    assert (answer.status_code, answer["Location"]) == (302, won.url)
    game = current(won)
    assert (game.number, game.deal.dealer, game.rules) == (2, 1, rule_set("standard"))


def test_another_game_is_begun_once_however_often_it_is_tapped(won: Phone) -> None:
    answer = press(won, "games/", times=2)
    assert len(sheet(won).games) == 2
    assert (answer.status_code, answer.headers.get("Location")) == (302, won.url)


def test_another_game_waits_for_the_end_of_this_one(ann: Phone) -> None:
    answer = ann.browser().post(f"{ann.url}games/", {"revision": "3"})
    assert (is_refusal(answer, "game_not_finished"), revision(ann)) == (True, 3)


def test_another_game_can_be_begun_again_after_an_undo(won: Phone) -> None:
    press(won, "games/")
    press(won, "undo/")
    assert len(sheet(won).games) == 1
    assert press(won, "games/").status_code == 302
    assert len(sheet(won).games) == 2
    assert_sound(won)


# --- End and go on --------------------------------------------------------------------------------------------------


def test_a_game_is_ended_and_goes_on(ann: Phone) -> None:
    assert press(ann, "finish/", times=2).status_code == 302
    assert (current(ann).by_hand, revision(ann)) == (True, 4)
    assert press(ann, "reopen/", times=2).status_code == 302
    assert (current(ann).over, revision(ann)) == (False, 5)
    assert_sound(ann)


def test_an_end_that_did_not_see_the_last_round_is_reported(ann: Phone) -> None:
    form = forms(ann.browser().get(ann.url))["finish/"]
    enter(join(ann), dead())
    answer = submit(ann.browser(), form)
    assert (answer.status_code, current(ann).over) == (412, False)
    assert is_refusal(answer, "stale")


def test_finished_game_cannot_be_finished_nor_an_open_one_reopened(won: Phone) -> None:
    client = won.browser()
    ended = client.post(f"{won.url}finish/", {"revision": "2"}, headers=HTMX)
    assert (is_refusal(ended, "game_finished"), "<html" in text(ended)) == (True, False)
    press(won, "reopen/")
    opened = client.post(f"{won.url}reopen/", {"revision": "3"})
    assert is_refusal(opened, "game_not_finished")


# --- Decide ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decision", "stored"), [("void", [105, 0]), ("keep", [105, 45])])
def test_rounds_after_the_end_are_decided_with_one_button(ann: Phone, decision: str, stored: list[int]) -> None:
    correct(ann, 1, gin(0, 80))
    answer = press(ann, "games/1/decide/", times=2, decision=decision)
    assert (answer.status_code, totals(ann), current(ann).needs_attention, revision(ann)) == (302, stored, (), 5)
    assert_sound(ann)


def test_second_of_two_decisions_is_refused_on_the_page(ann: Phone) -> None:
    correct(ann, 1, gin(0, 80))
    form = forms(ann.browser().get(ann.url))["games/1/decide/"]
    submit(ann.browser(), form, decision="keep")
    answer = submit(join(ann).browser(), form, decision="void")
    assert (answer.status_code, totals(ann)) == (412, [105, 45])
    assert is_refusal(answer, "stale")


def test_decision_without_a_question_is_refused(ann: Phone) -> None:
    answer = ann.browser().post(f"{ann.url}games/1/decide/", {"revision": "3", "decision": "keep"})
    assert (answer.status_code, revision(ann)) == (409, 3)


@pytest.mark.parametrize("decision", ["", "perhaps"])
def test_invalid_decision_deletes_nothing(ann: Phone, decision: str) -> None:
    correct(ann, 1, gin(0, 80))
    answer = press(ann, "games/1/decide/", decision=decision)
    assert (answer.status_code, current(ann).needs_attention, revision(ann)) == (400, (2,), 4)


# --- Seats ----------------------------------------------------------------------------------------------------------


def test_two_seats_are_swapped_from_a_page(ann: Phone) -> None:
    client = ann.browser()
    page = client.get(f"{ann.url}seats/")
    form = forms(page)["seats/"]
    assert (page.status_code, form.buttons, form.fields["revision"]) == (200, [("pair", "0-1", "")], "3")
    assert says(page, "Swap Ann and Ben")
    for _ in range(2):
        answer = submit(client, form, pair="0-1")
        assert (answer.status_code, answer["Location"]) == (302, ann.url)
    assert (current(ann).seating, revision(ann)) == ((1, 0), 4)
    now = client.get(ann.url)
    assert says(now, "Ben knocked with 7, Ann had 20")
    assert says(now, "Undo the swap: Ben 13 \u2192 45, Ann 45 \u2192 13")


def test_four_players_have_six_pairs_to_swap() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="ginski")
    form = forms(phone.browser().get(f"{phone.url}seats/"))["seats/"]
    assert [value for _, value, _ in form.buttons] == ["0-1", "0-2", "0-3", "1-2", "1-3", "2-3"]


def test_seats_that_are_not_there_are_not_swapped(ann: Phone, subtests: pytest.Subtests) -> None:
    for pair in ["", "0", "0-0", "0-2", "-1-0", "a-b", "0-1-2", "9" * 30 + "-0", "\u0660-1"]:
        with subtests.test(pair=pair):
            answer = ann.browser().post(f"{ann.url}seats/", {"revision": "3", "pair": pair})
            assert (is_refusal(answer, "invalid_value"), revision(ann)) == (True, 3)


def test_a_swap_that_did_not_see_the_last_round_is_reported(ann: Phone) -> None:
    answer = ann.browser().post(f"{ann.url}seats/", {"revision": "2", "pair": "0-1"})
    assert (answer.status_code, revision(ann)) == (412, 3)
    assert is_refusal(answer, "stale")
    assert forms(answer)["seats/"].fields["revision"] == "3"


# --- Who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_watchers_are_refused_every_write(ann: Phone, headers: dict[str, str]) -> None:
    client = join(ann, Role.WATCH).browser()
    for address in ("undo/", "games/", "finish/", "reopen/", "games/1/decide/", "seats/"):
        answer = client.post(
            f"{ann.url}{address}", {"revision": "3", "pair": "0-1", "decision": "keep"}, headers=headers
        )
        assert (address, answer.status_code) == (address, 403)
        assert answer.headers.get("HX-Refresh") == ("true" if headers else None)
    assert client.get(f"{ann.url}seats/").status_code == 403
    assert revision(ann) == 3


@pytest.mark.parametrize("address", ["undo/", "games/", "finish/", "reopen/", "games/1/decide/", "preview/", "rounds/"])
def test_a_button_is_pressed_and_not_followed(ann: Phone, address: str) -> None:
    client = ann.browser()
    responses = [
        client.generic(method, f"{ann.url}{address}") for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS")
    ]
    assert [(x.status_code, x["Allow"]) for x in responses] == [(405, "POST")] * 5
    assert revision(ann) == 3


def test_pages_do_not_take_other_methods(ann: Phone) -> None:
    client = ann.browser()
    for address in ("", "moved/", "revision/", "games/1/", "games/1/rules/"):
        assert client.post(f"{ann.url}{address}").status_code == 405
    for address in ("seats/", "links/", "rounds/1/1/"):
        assert client.put(f"{ann.url}{address}").status_code == 405


def test_a_started_game_that_was_undone_shows_the_old_one(won: Phone) -> None:
    start_game(access=won.access, key="g")
    undo(access=won.access, key="u", revision=3)
    answer = won.browser().get(won.url)
    assert says(answer, "Ann wins by 325")
    assert won.browser().get(f"{won.url}games/2/").status_code == 404


def test_a_second_game_begun_after_an_undo_takes_its_first_round_from_the_form(won: Phone) -> None:
    start_game(access=won.access, key="g")
    enter(won, knock(0, 5, 25))
    for seen in (4, 3):
        undo(access=won.access, key=f"u{seen}", revision=seen)
    start_game(access=won.access, key="h")
    form = forms(won.browser().get(won.url))["rounds/"]
    assert submit(won.browser(), form, end="0:knock:5", deadwood_1="15").status_code == 302
    assert totals(won) == [10, 0]
    assert_sound(won)
