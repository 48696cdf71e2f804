"""The two pages that move all games to a new phone: a code on the old phone, typed on the new one."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import Device, Entry, GamesMove
from games.selectors.short_codes import ALPHABET
from games.services.devices import make_device
from tests.makers import Phone, start
from tests.views.reading import HTMX, entry, forms, is_refusal, says, shown, submit, text


@pytest.fixture
def new() -> Client:
    """A new phone."""
    return Client(raise_request_exception=False)


def shown_code(old: Client) -> str:
    """Ask for a code on the old phone, and read it."""
    assert submit(old, forms(old.get("/games/move/"))["games/move/"]).status_code == 302
    code = text(old.get("/games/move/")).partition('class="code-letters" translate="no">')[2][:9]
    assert set(code.replace(" ", "")) <= set(ALPHABET)
    return code


def take(new: Client, code: str) -> None:
    """Type the code on the new phone, and say that it is meant."""
    sure = new.post("/games/here/", {"code": code.lower()})
    assert sure.status_code == 200
    done = submit(new, forms(sure)["games/here/"], sure="1")
    assert (done.status_code, done["Location"]) == (302, "/games/")


def test_everything_moves_and_both_phones_say_so(ann: Phone, new: Client, snapshot: SnapshotAssertion) -> None:
    old = ann.browser()
    assert says(old.get("/games/"), "Take my games to a new phone")
    offer = old.get("/games/move/")
    assert shown(offer, "#move > p:not(.unsent):not(.fine)") == snapshot
    assert GamesMove.objects.count() == 0
    code = shown_code(old)
    assert says(old.get("/games/move/"), "You can use this code once, until")
    assert old.get("/games/move/", headers=HTMX).status_code == 204
    sure = new.post("/games/here/", {"code": code})
    assert shown(sure, ".moving h1, .moving > p") == snapshot
    assert old.get(ann.url).status_code == 200  # nothing has moved yet
    take(new, code)
    assert (new.get(ann.url).status_code, says(new.get("/games/"), "Ann and Ben")) == (200, True)
    told = old.get("/games/move/", headers=HTMX)
    assert (told.status_code, says(told, "Your games are on your new phone")) == (200, True)
    assert says(old.get("/games/"), "The games on this phone moved to your new phone today,")
    assert shown(old.get("/all-time/"), ".all-time > p") == snapshot


def test_a_round_still_on_the_old_phone_is_refused_so_that_it_stays_there(
    ann: Phone, new: Client, snapshot: SnapshotAssertion
) -> None:
    old, waiting = ann.browser(), entry(ann)
    take(new, shown_code(old))
    before = Entry.objects.count()
    headers = {"Accept": "application/json"}
    answer = old.post(waiting.action, waiting.fields | {"end": "0:knock:7", "deadwood-1": "20"}, headers=headers)
    assert (answer.status_code, answer.json()["code"], Entry.objects.count()) == (410, "link_revoked", before)
    assert answer.json()["detail"] == snapshot
    assert (old.get(f"{ann.url}revision/").status_code, old.get(start().url).status_code) == (410, 404)


def test_the_code_is_ended_on_the_old_phone(ann: Phone, new: Client) -> None:
    old = ann.browser()
    code = shown_code(old)
    submit(old, forms(old.get("/games/move/"))["games/move/"], stop="1")
    assert 'class="code-letters"' not in text(old.get("/games/move/"))
    assert is_refusal(new.post("/games/here/", {"code": code}), "wrong_code", what="move_expired")


def test_each_wrong_code_is_answered_in_a_sentence(ann: Phone, new: Client) -> None:
    old = ann.browser()
    code = shown_code(old)
    assert is_refusal(old.post("/games/here/", {"code": code}), "wrong_code", what="move_here")
    for wrong in ("", "BCDF", "AAAA AAAA", "\x00", "x" * 5000):
        assert is_refusal(new.post("/games/here/", {"code": wrong}), "wrong_code", what="move")
    take(new, code)
    third = Client()
    answer = third.post("/games/here/", {"code": code})
    assert (answer.status_code, "device" in third.cookies) == (400, False)
    assert is_refusal(answer, "wrong_code", what="move_used")
    GamesMove.objects.update(done_at=None, expires_at=timezone.now() - timedelta(seconds=1))
    assert is_refusal(third.post("/games/here/", {"code": code}), "wrong_code", what="move_expired")


def test_a_phone_is_made_only_for_a_right_code_and_sure_alone_is_not_enough(ann: Phone, new: Client) -> None:
    code, phones = shown_code(ann.browser()), Device.objects.count()
    new.post("/games/here/", {"code": "BCDF GHJK", "sure": "1"})
    assert Device.objects.count() == phones
    assert new.post("/games/here/", {"code": code, "sure": "1"}).status_code == 200
    assert (Device.objects.count(), GamesMove.objects.get().done_at) == (phones + 1, None)


def test_guesses_have_a_budget_for_all_together(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    code = shown_code(ann.browser())
    monkeypatch.setattr("time.time", lambda: 900_000_000.5)
    wrong = next(letter for letter in ALPHABET if letter not in code) * 8
    statuses = [
        Client(REMOTE_ADDR=f"203.0.113.{number}").post("/games/here/", {"code": wrong}).status_code
        for number in range(7)
        for _ in range(10)
    ]
    assert (statuses[:60], statuses[60:]) == ([400] * 60, [429] * 10)
    assert Client(REMOTE_ADDR="203.0.113.9").post("/games/here/", {"code": code}).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.9").post("/join/", {"code": wrong[:4]}).status_code == 400


def test_a_phone_without_games_has_none_to_move(new: Client, snapshot: SnapshotAssertion) -> None:
    assert shown(new.get("/games/move/"), "#move > p") == snapshot
    assert new.post("/games/move/").status_code == 302
    new.cookies["device"] = make_device(label="A phone that left its only table").secret
    assert shown(new.post("/games/move/", follow=True), "#move > p") == snapshot
    assert GamesMove.objects.count() == 0
