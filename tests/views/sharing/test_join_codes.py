"""The pages of a table's code: shown on Invite, typed on another phone, asked and answered."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import Device, JoinCode, JoinRequest, Pass, Role, Table
from games.selectors.short_codes import ALPHABET
from games.services.sharing.join_codes import answer_join_request, show_code
from games.services.table.games import undo
from tests.makers import Phone, join, link, revision, start
from tests.views.reading import HTMX, forms, is_refusal, says, shown, submit, text


@pytest.fixture
def code(ann: Phone) -> str:
    """The code of Ann's table."""
    return show_code(access=ann.access, renews=True)


@pytest.fixture
def eve() -> Client:
    """Somebody with a new phone."""
    return Client(raise_request_exception=False)


def asks(client: Client, code: str, **typed: str) -> HttpResponse:
    """Type the code, then say who it is."""
    return client.post("/join/", {"code": code} | typed)  # type: ignore[return-value]


def wrong_code(right: str) -> str:
    """A code that no table has."""
    return next(one for letter in ALPHABET if (one := letter * 4) != right)


# --- The Invite page ------------------------------------------------------------------------------------------------


def test_opening_invite_makes_no_code_and_its_script_does(ann: Phone) -> None:
    client = ann.browser()
    page = client.get(f"{ann.url}links/")
    assert (JoinCode.objects.count(), 'hx-trigger="load, every 20s' in text(page)) == (0, True)
    answer = client.post(f"{ann.url}links/code/", headers=HTMX)
    letters = text(answer).partition('class="code-letters" translate="no">')[2][:4]
    assert (answer.status_code, set(letters) <= set(ALPHABET), 'hx-trigger="every 20s' in text(answer)) == (
        200,
        True,
        True,
    )
    assert says(answer, "open testserver and type this code")
    assert says(eve_types(letters), "Join Ann and Ben")


def eve_types(code: str) -> HttpResponse:
    return asks(Client(), code)


def test_an_open_invite_page_learns_which_links_were_used(ann: Phone) -> None:
    client = ann.browser()
    form = f"{ann.url}links/code/"
    assert text(client.post(form, headers=HTMX)).count('hx-swap-oob="true">Not used yet') == 2
    join(ann)
    used = rf'id="link-use-{link(ann.access, Role.SCORE).pk}" hx-swap-oob="true">Last used at \d+:\d\d [AP]M<'
    assert re.search(used, text(client.post(form, headers=HTMX)))


def test_without_script_a_button_shows_the_code_and_says_how_long_it_is_good(ann: Phone) -> None:
    client = ann.browser()
    answer = submit(client, forms(client.get(f"{ann.url}links/"))["links/code/"])
    assert (answer.status_code, answer["Location"]) == (302, f"{ann.url}links/")
    page = client.get(f"{ann.url}links/")
    good_until = timezone.localtime(JoinCode.objects.get().expires_at).strftime("%-I:%M %p")
    assert says(page, f"Works until {good_until}.")
    assert 'class="code-letters"' in text(page)


def test_who_asks_is_on_the_invite_page_and_on_the_tables_of_those_who_score(
    ann: Phone, code: str, eve: Client, snapshot: SnapshotAssertion
) -> None:
    ben, watcher = join(ann), join(ann, Role.WATCH, "Wanda")
    asks(eve, code, label="Eve")
    for page in (ann.browser().get(f"{ann.url}links/"), ann.browser().get(ann.url), ben.browser().get(ann.url)):
        assert shown(page, ".question [role=alert]") == snapshot
    assert shown(watcher.browser().get(ann.url), ".question") == []
    # A live page is told by the number of changes, as the revision stays the same.
    assert ann.browser().get(f"{ann.url}revision/").json() == {"revision": 3, "changes": 1}


# --- On the new phone -----------------------------------------------------------------------------------------------


def test_a_player_asks_waits_and_goes_on(ann: Phone, code: str, eve: Client, snapshot: SnapshotAssertion) -> None:
    page = asks(eve, code.lower())
    assert says(page, "I'm Ann I'm Ben") and says(page, "Someone else") and says(page, "Just watching")
    assert (Device.objects.count(), JoinRequest.objects.count()) == (1, 0)
    answer = submit(eve, forms(page)["join/"], me="1")
    assert (answer.status_code, answer["Location"]) == (302, "/join/wait/")
    waits = eve.get("/join/wait/")
    assert says(waits, "You're asking to join as Ben") and 'http-equiv="refresh"' in text(waits)
    assert eve.get("/join/wait/", headers=HTMX).status_code == 204
    assert eve.get(ann.url).status_code == 404
    owner = ann.browser()
    form = forms(owner.get(ann.url))["admit/"]
    assert [button[:2] for button in form.buttons] == [("answer", "admit"), ("answer", "decline")]
    done = submit(owner, form, answer="admit")
    assert (done.status_code, done["Location"]) == (302, ann.url)
    polled = eve.get("/join/wait/", headers=HTMX)
    assert (polled.status_code, polled["HX-Redirect"]) == (204, ann.url)
    assert eve.get("/join/wait/")["Location"] == ann.url
    assert forms(eve.get(ann.url))["rounds/"]
    assert asks(eve, code, me="1")["Location"] == ann.url  # it need not ask again
    assert shown(join(ann, label="Cleo").browser().get(f"{ann.url}moved/"), "#notice .notice") == snapshot


def test_not_now_is_said_kindly_and_ends_the_waiting(
    ann: Phone, code: str, eve: Client, snapshot: SnapshotAssertion
) -> None:
    asks(eve, code, watch="1")
    owner = ann.browser()
    answer = submit(owner, forms(owner.get(f"{ann.url}links/"))["admit/"], answer="decline", htmx=True)
    assert shown(answer, "#notice .notice") == snapshot
    assert shown(answer, ".question") == []
    polled = eve.get("/join/wait/", headers=HTMX)
    assert polled.status_code == 286  # htmx swaps it, and asks no more
    assert shown(polled, "#waiting p") == snapshot
    assert eve.get(ann.url).status_code == 404


def test_a_second_answer_says_who_was_first(ann: Phone, code: str, eve: Client, snapshot: SnapshotAssertion) -> None:
    asks(eve, code, label="Eve")
    ben = join(ann).browser()
    form = forms(ben.get(ann.url))["admit/"]
    answer_join_request(access=ann.access, request=JoinRequest.objects.get().public_id, admit=True)
    assert shown(submit(ben, form, answer="decline", htmx=True), "#notice .notice") == snapshot
    assert Pass.objects.filter(device__label="Eve", ended_at=None).count() == 1


def test_a_later_round_is_the_news_again(ann: Phone, code: str, eve: Client, snapshot: SnapshotAssertion) -> None:
    asks(eve, code, label="Eve")
    answer_join_request(access=ann.access, request=JoinRequest.objects.get().public_id, admit=True)
    undo(access=ann.access, key="u", revision=revision(ann))
    assert shown(join(ann).browser().get(f"{ann.url}moved/"), "#notice .notice") == snapshot


def test_a_phone_that_asked_nothing_waits_for_nothing(eve: Client) -> None:
    assert eve.get("/join/wait/")["Location"] == "/join/"


# --- What can be wrong ----------------------------------------------------------------------------------------------


def test_what_is_no_code_is_answered_and_not_counted(eve: Client, subtests: pytest.Subtests) -> None:
    for typed in ["", "abc", "abcde", "AEIO", "\x00", "x" * 5000, "1234"]:
        with subtests.test(typed=typed):
            for _ in range(30):
                answer = asks(eve, typed)
                assert answer.status_code == 400
            assert is_refusal(answer, "wrong_code", what="join")


def test_an_expired_code(ann: Phone, code: str, eve: Client) -> None:
    JoinCode.objects.update(expires_at=timezone.now())
    answer = asks(eve, code)
    assert is_refusal(answer, "wrong_code", what="join_expired")
    assert f'value="{code}"' in text(answer)


def test_the_code_of_a_closed_table(ann: Phone, code: str, eve: Client) -> None:
    Table.objects.update(origin="tryout:x", created_at=timezone.now() - timedelta(days=8))
    assert is_refusal(asks(eve, code), "link_revoked", what="tryout")


def test_a_name_that_is_taken_is_said_beside_the_field(ann: Phone, code: str, eve: Client) -> None:
    join(ann, label="Eve")
    answer = asks(eve, code, label="eve")
    assert answer.status_code == 409
    assert is_refusal(answer, "name_taken", what="table", name="eve")
    fields = forms(answer)["join/"].fields
    assert (fields["code"], fields["label"]) == (code, "eve")
    assert asks(eve, code, label="  ").status_code == 400
    assert JoinRequest.objects.count() == 0


def test_a_phone_that_never_got_the_answer_asks_once(ann: Phone, code: str) -> None:
    form = forms(asks(Client(), code))["join/"]
    for _ in range(2):
        assert submit(Client(), form, label="Eve").status_code == 302
    assert JoinRequest.objects.count() == 1


def test_one_budget_of_guesses_for_all_phones(
    ann: Phone, code: str, monkeypatch: pytest.MonkeyPatch, counted: Callable[[str], None]
) -> None:
    monkeypatch.setattr("time.time", lambda: 900_000_000.5)
    wrong, statuses = wrong_code(code), []
    for number in range(16):
        guesser = Client(REMOTE_ADDR=f"203.0.113.{number}")
        statuses += [asks(guesser, wrong).status_code for _ in range(5)]
    assert (statuses[:60], statuses[60:]) == ([400] * 60, [429] * 20)
    # Also who has the right code waits then, so that an answer tells nothing; and a link goes on working.
    answer = asks(Client(REMOTE_ADDR="203.0.113.99"), code)
    assert is_refusal(answer, "too_many_requests", what="join")
    assert Client().get(f"/j/{ann.secrets[Role.SCORE]}/").status_code == 200
    counted("80 wrong codes from 16 addresses: 60 looked at, then nobody's")


def test_one_phone_and_one_address_have_smaller_budgets_and_right_codes_cost_nothing(
    ann: Phone, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 900_000_000.5)
    assert {asks(Client(), code).status_code for _ in range(70)} == {200}
    assert [asks(Client(), wrong_code(code)).status_code for _ in range(6)] == [400] * 5 + [429]
    for phone in ("iPhone", "Android", "Mac"):
        phones = Client(headers={"User-Agent": phone})
        assert [asks(phones, wrong_code(code)).status_code for _ in range(5)] == [400] * 5
    assert asks(Client(headers={"User-Agent": "Linux"}), code).status_code == 429
    assert asks(ann.browser(), code).status_code == 429
    assert asks(Client(REMOTE_ADDR="203.0.113.9"), code).status_code == 200


def test_codes_and_names_are_not_logged(
    ann: Phone, eve: Client, caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    caplog.set_level("DEBUG")
    with django_capture_on_commit_callbacks(execute=True):
        code = show_code(access=ann.access, renews=True)
        asks(eve, code, label="Wilhelmina")
        asks(Client(), wrong_code(code))
        answer_join_request(access=ann.access, request=JoinRequest.objects.get().public_id, admit=True)
    lines = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    events = [line.split()[0] for line in lines if line.startswith("join_")]
    assert events == ["join_asked", "join_admitted"]
    assert not [line for line in lines for word in (code, wrong_code(code), "Wilhelmina") if word in line]


def test_only_the_owner_shows_a_code_and_a_stranger_admits_nobody(ann: Phone, code: str, eve: Client) -> None:
    assert join(ann).browser().post(f"{ann.url}links/code/").status_code == 403
    asks(eve, code, label="Eve")
    form = {"join": JoinRequest.objects.get().public_id, "answer": "admit"}
    assert eve.post(f"{ann.url}admit/", form).status_code == 404
    assert start().browser().post(f"{ann.url}admit/", form).status_code == 404
    assert join(ann, Role.WATCH).browser().post(f"{ann.url}admit/", form).status_code == 403
    assert JoinRequest.objects.get().state == "asked"
