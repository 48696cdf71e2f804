"""API: a table's links, and what each token may do."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import AccessLink
from tests.api.kit import Answer, Api, Sitting, knock, nothing_written


def make(table: Sitting, role: str = "score", label: str = "Kitchen") -> dict[str, Any]:
    answer = table.owner.post(table.path + "links/", {"role": role, "label": label})
    assert answer.status == 201
    return answer.body


def test_a_link_tells_its_secret_once(friday: Sitting) -> None:
    answer = friday.owner.post(friday.path + "links/", {"role": "score", "label": " The kitchen  tablet "})
    assert (answer.status, answer.headers["Cache-Control"]) == (201, "no-store")
    body = dict(answer.body)
    secret = body.pop("token")
    assert body.pop("url") == f"http://testserver/j/{secret}/"
    assert body == {
        "id": body["id"],
        "role": "score",
        "label": "The kitchen tablet",
        "created_at": body["created_at"],
        "used_at": None,
        "revoked_at": None,
    }
    listed = friday.owner.get(friday.path + "links/")
    assert [(link["role"], link["label"]) for link in listed.body[:3]] == [
        ("owner", "Owner"),
        ("score", "Scorers"),
        ("watch", "Spectators"),
    ]
    assert listed.body[3] == body
    assert secret not in listed.raw.decode()


def test_what_is_entered_by_a_link_bears_its_label(friday: Sitting) -> None:
    phone = Api(make(friday, label="Ben's phone")["token"])
    answer = phone.post(friday.path + "rounds/", {"game": 1, "round": 1, **knock(7, 20)}, Idempotency_Key="k")
    assert (answer.status, answer.body["round"]["entered_by"]) == (201, "Ben's phone")


def test_a_link_that_was_switched_off_is_gone(friday: Sitting) -> None:
    link = make(friday)
    phone = Api(link["token"])
    assert phone.get(friday.path).status == 200
    off = friday.owner.delete(f"{friday.path}links/{link['id']}/")
    assert off.status == 200
    assert off.body["revoked_at"]
    assert friday.owner.delete(f"{friday.path}links/{link['id']}/").body == off.body
    with nothing_written():
        answers = [
            phone.get(friday.path),
            phone.get(friday.path + "entries/"),
            phone.post(friday.path + "preview/", knock(7, 20)),
            phone.post(friday.path + "rounds/", {"game": 1, "round": 1, **knock(7, 20)}, Idempotency_Key="k"),
            phone.put(friday.at(1), knock(7, 20), Idempotency_Key="k", If_Match='"2"'),
            phone.delete(friday.at(1), Idempotency_Key="k", If_Match='"2"'),
            phone.post(friday.path + "games/"),
            phone.post(friday.path + "games/1/finish/", If_Match='"1"'),
            phone.get(friday.path + "links/"),
        ]
    assert {(a.status, a.code) for a in answers} == {(410, "link_revoked")}
    assert friday.watch.get(friday.path).status == 200
    assert link["id"] in [body["id"] for body in friday.owner.get(friday.path + "links/").body if body["revoked_at"]]


def test_the_owner_stays_in(friday: Sitting) -> None:
    own = AccessLink.objects.get(table__public_id=friday.id, role="owner")
    with nothing_written():
        answer = friday.owner.delete(f"{friday.path}links/{own.pk}/")
    assert (answer.status, answer.code) == (400, "invalid_value")
    assert friday.owner.get(friday.path).status == 200


def test_a_link_of_another_table_is_not_there(friday: Sitting) -> None:
    other = make(Sitting())
    for ident in (other["id"], 0, 10**9, 10**30):
        answer = friday.owner.delete(f"{friday.path}links/{ident}/")
        assert (answer.status, answer.code) == (404, "not_found")
    assert AccessLink.objects.get(pk=other["id"]).revoked_at is None


def test_a_link_that_cannot_be(friday: Sitting, subtests: pytest.Subtests) -> None:
    for body, code, field in [
        ({"role": "owner", "label": "x"}, "invalid_value", "role"),
        ({"role": ["score"], "label": "x"}, "invalid_value", "role"),
        ({"role": None, "label": "x"}, "invalid_value", "role"),
        ({"role": "score", "label": ""}, "invalid_value", "label"),
        ({"role": "score", "label": 7}, "invalid_value", "label"),
        ({"role": "score", "label": "x" * 61}, "invalid_value", "label"),
        ({"role": "score", "label": "a\u202eb"}, "invalid_value", "label"),
        ({"role": "score"}, "missing_field", "label"),
        ({"role": "score", "label": "x", "table": 7}, "unknown_field", "table"),
    ]:
        with subtests.test(body=body, code=code, field=field):
            with nothing_written():
                answer = friday.owner.post(friday.path + "links/", body)
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, code, [field])


def test_twenty_links_are_enough(friday: Sitting) -> None:
    made = [make(friday) for _ in range(17)]
    with nothing_written():
        answer = friday.owner.post(friday.path + "links/", {"role": "score", "label": "x"})
    assert (answer.status, answer.code) == (409, "too_many_links")
    friday.owner.delete(f"{friday.path}links/{made[0]['id']}/")
    make(friday)


def writes(table: Sitting, token: Api) -> list[Answer]:
    return [
        token.post(table.path + "rounds/", {"game": 1, "round": 1, **knock(7, 20)}, Idempotency_Key="k"),
        token.put(table.at(1), knock(7, 20), Idempotency_Key="k", If_Match='"2"'),
        token.delete(table.at(1), Idempotency_Key="k", If_Match='"2"'),
        token.post(table.path + "games/"),
        token.post(table.path + "games/1/finish/", If_Match='"1"'),
        token.post(table.path + "games/1/reopen/", If_Match='"1"'),
    ]


def manages(table: Sitting, token: Api) -> list[Answer]:
    link = AccessLink.objects.filter(table__public_id=table.id).latest("pk")
    return [
        token.get(table.path + "links/"),
        token.post(table.path + "links/", {"role": "score", "label": "x"}),
        token.delete(f"{table.path}links/{link.pk}/"),
    ]


def test_a_watch_token_only_watches(friday: Sitting, snapshot: SnapshotAssertion) -> None:
    with nothing_written():
        answers = writes(friday, friday.watch) + manages(friday, friday.watch)
    assert {(a.status, a.code) for a in answers} == {(403, "not_allowed")}
    assert {a.body["detail"] for a in answers} == snapshot


def test_a_score_token_manages_no_links(friday: Sitting) -> None:
    with nothing_written():
        answers = manages(friday, friday.score)
    assert {(a.status, a.code) for a in answers} == {(403, "not_allowed")}


def test_whoever_may_not_write_learns_nothing_about_the_body(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.watch.send("POST", friday.path + "rounds/", raw=b"{", Idempotency_Key="k")
    assert answer.status == 403


def test_what_is_anothers_and_what_is_nowhere_are_the_same_to_the_byte(friday: Sitting) -> None:
    other = Sitting()
    nowhere, preset = "tables/0123456789abcdef/", "presets/nope/"
    with nothing_written():
        for token in (friday.owner, friday.score, friday.watch):
            for rest in ("", "entries/", "links/", "nothing/"):
                answers = [token.get(path + rest, documented=rest != "nothing/") for path in (other.path, nowhere)]
                answers.append(token.get(preset))
                assert {(a.status, a.raw, a.headers["Content-Type"]) for a in answers} == {
                    (404, answers[0].raw, "application/problem+json")
                }
            for a, b in zip(writes(other, token), writes_nowhere(nowhere, token), strict=True):
                assert (a.status, a.raw) == (b.status, b.raw) == (404, answers[0].raw)


def writes_nowhere(path: str, token: Api) -> list[Answer]:
    nowhere = Sitting.__new__(Sitting)
    nowhere.path = path
    return writes(nowhere, token)


def test_without_a_token_401(friday: Sitting, subtests: pytest.Subtests) -> None:
    for header in [None, "", "Bearer", "Bearer  ", "Basic QW5uOkJlbg==", "Token x", "Bearer: x", "x", "bearer\tx"]:
        with subtests.test(header=header):
            nobody = Api(**({} if header is None else {"Authorization": header}))
            with nothing_written():
                answers = writes(friday, nobody) + manages(friday, nobody) + [nobody.get(friday.path)]
            assert {(a.status, a.code, a.headers["WWW-Authenticate"]) for a in answers} == {
                (401, "not_authenticated", "Bearer")
            }


def test_a_token_that_was_never_given_out_is_401_wherever_it_knocks(friday: Sitting, subtests: pytest.Subtests) -> None:
    for token in ["x", "x" * 32, "x" * 5000, "ü", "E2N…".encode().decode("latin-1"), "' OR 1=1 --"]:
        with subtests.test(token=token):
            guess = Api(token)
            with nothing_written():
                answers = [guess.get(friday.path), guess.get("tables/0123456789abcdef/"), *writes(friday, guess)]
            assert {(a.status, a.code, a.headers["WWW-Authenticate"], a.raw) for a in answers} == {
                (401, "invalid_token", "Bearer", answers[0].raw)
            }


def test_the_scheme_is_read_without_regard_to_case(friday: Sitting) -> None:
    token = friday.started.body["watch_token"]
    for header in (f"bearer {token}", f"BEARER   {token} "):
        assert Api(Authorization=header).get(friday.path).status == 200


def test_cookies_open_nothing_here(friday: Sitting) -> None:
    assert Api(Cookie="device=x; sessionid=y").get(friday.path).status == 401
