"""The machine-readable responses that a phone's outbox gets for the rounds it sends."""

import json
from typing import Any

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, EntryKind, Report, Role
from games.services.sharing.links import revoke_link
from games.services.table.questions import keep_version
from games.views.table.outbox import FORMATS
from tests.makers import Phone, current, dead, enter, join, knock, line, link, start

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}

FORMAT_1: dict[str, Any] = {
    # As a phone stores it in the first format, which every later version must still read.
    "format": 1,
    "fields": [
        ["game", "1"],
        ["round", "1"],
        ["key", "0f3c7a4c6c0b5e1d2a9b8c7d6e5f4a3b"],
        ["seating", "0"],
        ["end", "0:knock:7"],
        ["deadwood-0", ""],
        ["deadwood-1", "10+6+4"],
        ["reason", ""],
        ["save", "yes"],
    ],
}


def send(phone: Phone, path: str = "rounds/", headers: dict[str, str] | None = None, **changed: str) -> tuple[int, Any]:
    client = Client()
    client.cookies["device"] = phone.secret
    fields = dict(FORMAT_1["fields"]) | changed
    named = JSON | {"Outbox-Format": "1"} | (headers or {})
    answer = client.post(f"/t/{phone.table.public_id}/{path}", fields, headers=named)
    return answer.status_code, json.loads(answer.content)


def rounds() -> int:
    return Entry.objects.filter(kind=EntryKind.ROUND).count()


def test_an_entry_of_the_first_format_is_acknowledged_as_often_as_it_comes() -> None:
    ann = start()
    first, second = send(ann), send(ann)
    assert (first[0], first[1]["how"], first[1]["round"]) == (200, "new", 1)
    assert (second[0], second[1]["how"]) == (200, "replayed")
    assert first[1]["revision"] == second[1]["revision"] == 2
    assert first[1]["url"] == f"/t/{ann.table.public_id}/"
    assert rounds() == 1


@pytest.mark.parametrize("of", ["0", "2", "99", "x"])
def test_another_format_is_explained_and_not_written(of: str) -> None:
    assert of not in FORMATS
    assert len(FORMATS) <= 2
    ann = start()
    for path in ("rounds/", "cards/"):
        status, body = send(ann, path, {"Outbox-Format": of}, do="save")
        assert (status, body["code"]) == (400, "outbox_format")
    assert rounds() == 0


def test_the_same_of_another_phone_confirms_and_something_else_is_shown() -> None:
    ann = start()
    ben = join(ann)
    enter(ben, knock(0, 7, 20))
    status, body = send(ann)
    assert (status, body["how"]) == (200, "already_recorded")
    assert "already entered by Ben's phone" in body["text"]
    enter(ben, knock(0, 7, 30))
    status, body = send(ann, key="another", round="2", **{"deadwood-1": "21"})
    assert (status, body["code"]) == (409, "round_conflict")
    assert (body["saved"], body["saved_by"], body["typed"]) == (
        "Ann knocked with 7, Ben had 30",
        "Ben's phone",
        "Ann knocked with 7, Ben had 21",
    )
    assert rounds() == 2


def test_a_phone_without_a_name_of_its_own_is_the_owners() -> None:
    ann = start(label="Linux computer")
    ben = join(ann)
    enter(ann, knock(0, 7, 20))
    assert "already entered by Owner" in send(ben)[1]["text"]
    enter(ann, knock(0, 7, 30))
    status, body = send(ben, key="another", round="2", **{"deadwood-1": "21"})
    assert (status, body["saved_by"]) == (409, "Owner")


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"round": "3"}, 409, "missing_rounds"),
        ({"game": "2"}, 409, "wrong_game"),
        ({"seating": "7"}, 409, "seats_changed"),
        ({"end": "0:knock:11"}, 400, "invalid_request"),
        ({"deadwood-1": ""}, 400, "invalid_request"),
        ({"deadwood-1": "x"}, 400, "invalid_request"),
        ({"key": ""}, 400, "idempotency_key_required"),
    ],
)
def test_each_refusal_has_its_code_and_its_sentence(
    changed: dict[str, str], status: int, code: str, snapshot: SnapshotAssertion
) -> None:
    answered, body = send(start(), **changed)
    assert (answered, body["code"]) == (status, code)
    assert body["detail"] == snapshot
    assert rounds() == 0


def test_outbox_gets_the_same_questions_as_the_page() -> None:
    ann = start()
    send(ann)
    status, body = send(ann, key="again", round="2")
    assert (status, body["code"], rounds()) == (422, "ask_first", 1)
    assert body["detail"]
    assert send(ann, key="again", round="2", confirm="yes")[0] == 200
    assert rounds() == 2


def test_queued_round_without_the_right_is_refused_with_its_code() -> None:
    ann = start()
    ben, cleo = join(ann), join(ann, Role.WATCH, "Cleo's phone")
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    stranger = start(label="Somebody else")
    assert [send(phone)[0] for phone in (ben, cleo)] == [410, 403]
    assert send(ben)[1]["code"] == "link_revoked"
    elsewhere = Phone(ann.access, stranger.secret, ann.secrets)
    assert (send(elsewhere)[0], send(elsewhere)[1]["code"]) == (404, "not_found")
    assert rounds() == 0


def test_changes_and_deletions_are_acknowledged_and_need_a_revision() -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    enter(ann, dead())
    seen = str(line(ann, 1).revision)
    status, body = send(ann, "rounds/1/1/", revision=seen, correction="yes", **{"deadwood-1": "18"})
    assert (status, body["how"]) == (200, "new")
    status, body = send(ann, "rounds/1/1/", revision=seen, key="late", correction="yes", **{"deadwood-1": "17"})
    assert (status, body["code"]) == (412, "stale")
    assert (body["saved"], body["typed"]) == ("Ann knocked with 7, Ben had 18", "Ann knocked with 7, Ben had 17")
    struck = str(line(ann, 2).revision)
    for how in ("new", "replayed"):
        status, body = send(ann, "rounds/1/2/void/", revision=struck)
        assert (status, body["how"]) == (200, how)
    assert send(ann, "rounds/1/1/void/", revision=seen)[1]["code"] == "stale"
    assert [played_round.void for played_round in current(ann).rounds] == [False, True]


def test_cards_are_acknowledged() -> None:
    ann = start()
    cards = {"do": "save", "ender": "0", "declared": "knock", "deadwood-0": "7", "deadwood-1": "20"}
    status, body = send(ann, "cards/", **cards)
    assert (status, body.get("how")) == (200, "new"), body


def test_expired_csrf_token_does_not_reject_the_round() -> None:
    ann = start()
    client = Client(enforce_csrf_checks=True)
    client.cookies["device"] = ann.secret
    address = f"/t/{ann.table.public_id}/rounds/"
    fields = dict(FORMAT_1["fields"])
    answer = client.post(address, fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    token = client.get("/token/", headers=JSON)
    assert "no-store" in token["Cache-Control"]
    answer = client.post(address, fields, headers=JSON | {"X-CSRFToken": token.json()["token"]})
    assert (answer.status_code, rounds()) == (200, 1)
    # The page's own form gets it too, and its input stays.
    answer = Client(enforce_csrf_checks=True).post(address, fields, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Trigger"], "HX-Refresh" in answer) == (403, "form-expired", False)


def test_the_page_that_answers_a_form_names_the_revision_it_wrote() -> None:
    ann = start()
    client = Client()
    client.cookies["device"] = ann.secret
    fields = dict(FORMAT_1["fields"])
    address = f"/t/{ann.table.public_id}/rounds/"
    answer = client.post(address, fields, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["Recorded-Revision"]) == (200, "2")
    answer = client.post(address, fields | {"key": "k", "end": ""}, headers={"HX-Request": "true"})
    assert (answer.status_code, "Recorded-Revision" in answer) == (400, False)


def test_a_phone_forgets_its_version_once_a_person_decided_for_the_other() -> None:
    ann = start()
    ben = join(ann)
    enter(ben, knock(0, 7, 30))
    assert send(ann)[1]["code"] == "round_conflict"
    (question,) = Report.objects.all()
    keep_version(access=ben.access, key="decided", questions=[question.pk], revision=line(ann, 1).revision)
    status, body = send(ann)
    assert (status, body["how"], body["revision"]) == (200, "decided", line(ann, 1).revision)
    assert body["text"] == "Round 1: Ben's phone chose the other version"
    assert send(ann, key="another one")[1]["code"] == "round_conflict"
