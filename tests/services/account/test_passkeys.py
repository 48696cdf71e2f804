"""A passkey assertion is accepted once, for its account, site and challenge only."""

import json
import time
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from games.models import AccountSession, Passkey
from games.refusals import RefusedError
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.json_stream import archive_pieces
from games.services.account import mail_queue
from games.services.account.accounts import delete_account, make_account
from games.services.account.passkeys import (
    PasskeyChallenge,
    PasskeySite,
    add_passkey,
    check_passkey,
    creation_options,
    has_passkey,
    new_challenge,
    passkeys_of,
    remove_passkey,
    request_options,
)
from games.services.account.second_factor import turn_off, turn_on
from games.web.sessions import SessionStore
from tests.authenticator import VERIFIED, Authenticator
from tests.views.account.test_two_step import NONCE, app_code

SITE = PasskeySite("scores.example", "https://scores.example")


@pytest.fixture
def ann(db: None) -> Any:
    return protected("ann", NONCE)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A time that only the test moves on."""
    now = [900_000_000.5]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def protected(name: str, nonce: str) -> Any:
    account = make_account(email=f"{name}@example.org", name=name, password="seven green tables", confirmed=True)
    turn_on(account=account, nonce=nonce, code=app_code(nonce), current_session="")
    return account


def added(account: Any, key: Authenticator, site: PasskeySite = SITE, **forged: Any) -> PasskeyChallenge:
    challenge = new_challenge()
    answer = key.make(creation_options(account=account, site=site, challenge=challenge), **forged)
    add_passkey(account=account, site=site, challenge=challenge, label="Phone", answer=answer, current_session="")
    return challenge


def key_of(account: Any, **about: Any) -> Authenticator:
    key = Authenticator(SITE.origin, **about)
    added(account, key)
    return key


def tried(account: Any, key: Authenticator, site: PasskeySite = SITE, **forged: Any) -> bool:
    challenge = new_challenge()
    answer = key.sign(request_options(account=account, site=site, challenge=challenge), **forged)
    return check_passkey(account=account, site=site, challenge=challenge, answer=answer)


# --- Adding ----------------------------------------------------------------------------------------------------------


def test_passkey_is_added_and_logs_in_repeatedly(ann: Any) -> None:
    key = key_of(ann)
    assert [one.label for one in passkeys_of(ann)] == ["Phone"]
    assert [tried(ann, key) for _ in range(3)] == [True, True, True]
    assert Passkey.objects.get().sign_count == key.counter == 4


@pytest.mark.parametrize(
    "forged",
    [
        {"client": {"origin": "https://evil.example"}},
        {"client": {"origin": "http://scores.example"}},
        {"client": {"origin": "https://scores.example:8443"}},
        {"client": {"origin": "https://www.scores.example"}},
        {"client": {"crossOrigin": True}},
        {"client": {"type": "webauthn.get"}},
        {"client": {"challenge": "A" * 43}},
        {"rp": "evil.example"},
        {"flags": VERIFIED},  # Nobody was there.
    ],
)
def test_passkey_for_another_site_or_purpose_is_not_added(ann: Any, forged: dict[str, Any]) -> None:
    with pytest.raises(RefusedError, match="wrong_passkey"):
        added(ann, Authenticator(SITE.origin), **forged)
    assert not has_passkey(ann, SITE)


def test_no_bytes_break_the_reader(ann: Any) -> None:
    key = key_of(ann)
    challenge = new_challenge()
    making = creation_options(account=ann, site=SITE, challenge=challenge)
    good, signed = Authenticator(SITE.origin).make(making), key.sign({**making, "rpId": SITE.rp_id})
    broken = ["", "x", "[]", "{}", "null", "7", "[" * 15_000, "\ud800", "x" * 30_000]
    for whole in (good, signed):
        data = json.loads(whole)
        broken += [json.dumps({"id": data["id"], name: data[name]}) for name in ("rawId", "response")]
        broken += [
            json.dumps(data | {name: wrong})
            for name in ("rawId", "response")
            for wrong in (None, 7, "", "\u00e4", [], {}, "AA")
        ]
        for part, value in data["response"].items():
            # The last but one is CBOR of lists in lists, deeper than Python goes; the last was cut off on its way.
            for wrong in (None, "", "AA", "e30", "\u00e4", [7], "gYGB" * 3000, value[:-20]):
                broken.append(json.dumps(data | {"response": data["response"] | {part: wrong}}))
    for one in broken:
        assert not check_passkey(account=ann, site=SITE, challenge=challenge, answer=one), one
        with pytest.raises(RefusedError, match="wrong_passkey"):
            add_passkey(account=ann, site=SITE, challenge=challenge, label="x", answer=one, current_session="")
    assert check_passkey(account=ann, site=SITE, challenge=challenge, answer=signed)
    add_passkey(account=ann, site=SITE, challenge=challenge, label="x", answer=good, current_session="")


def test_a_credential_is_one_passkey_and_an_account_has_ten_at_most(ann: Any) -> None:
    ben = protected("ben", "f" * 32)
    key = key_of(ann)
    for account in (ann, ben):
        with pytest.raises(RefusedError, match="passkey_known"):
            added(account, key)
    for _ in range(9):
        key_of(ann)
    with pytest.raises(RefusedError, match="too_many_passkeys"):
        key_of(ann)
    assert (len(passkeys_of(ann)), len(passkeys_of(ben))) == (10, 0)


def test_there_is_none_without_two_step_login(db: None) -> None:
    account = make_account(email="cleo@example.org", name="Cleo", password="seven green tables")
    key, challenge = Authenticator(SITE.origin), new_challenge()
    with pytest.raises(RefusedError, match="not_found"):
        creation_options(account=account, site=SITE, challenge=challenge)
    answer = key.make({"rp": {"id": SITE.rp_id}, "challenge": challenge.value})
    with pytest.raises(RefusedError, match="not_found"):
        add_passkey(account=account, site=SITE, challenge=challenge, label="x", answer=answer, current_session="")


# --- Logging in ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        {"client": {"origin": "https://evil.example"}},
        {"client": {"origin": "https://scores.example:8443"}},
        {"client": {"crossOrigin": True}},
        {"client": {"type": "webauthn.create"}},
        {"client": {"challenge": "A" * 43}},
        {"rp": "evil.example"},
        {"flags": VERIFIED},
    ],
)
def test_signature_for_another_site_or_purpose_is_refused(ann: Any, forged: dict[str, Any]) -> None:
    key = key_of(ann)
    assert not tried(ann, key, **forged)
    assert tried(ann, key)


def test_a_challenge_is_answered_once_by_passkeys_with_and_without_a_counter(ann: Any) -> None:
    for counts in (True, False):
        key = key_of(ann, counts=counts)
        first, second = new_challenge(), new_challenge()
        answers = [key.sign(request_options(account=ann, site=SITE, challenge=one)) for one in (first, second)]
        results = [
            check_passkey(account=ann, site=SITE, challenge=one, answer=answer)
            for one, answer in ((second, answers[1]), (second, answers[1]), (first, answers[0]), (first, answers[1]))
        ]
        assert results == [True, False, False, False]
        assert tried(ann, key)


def test_the_answer_that_made_a_passkey_does_not_let_in(ann: Any) -> None:
    key = Authenticator(SITE.origin, counts=False)
    challenge = added(ann, key)
    answer = key.sign(request_options(account=ann, site=SITE, challenge=challenge))
    assert not check_passkey(account=ann, site=SITE, challenge=challenge, answer=answer)


def test_simultaneous_use_of_one_answer_logs_in_once(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    key, challenge, calls = key_of(ann, counts=False), new_challenge(), []
    answer = key.sign(request_options(account=ann, site=SITE, challenge=challenge))
    whole = Passkey.objects.filter

    def slow(*args: Any, **about: Any) -> Any:
        """Let somebody else use the answer between the moment it is looked at and the moment it is used up."""
        if "last_challenge__lt" in about and not calls:
            calls.append(answer)
            assert check_passkey(account=ann, site=SITE, challenge=challenge, answer=answer)
        return whole(*args, **about)

    monkeypatch.setattr(Passkey.objects, "filter", slow)
    assert (check_passkey(account=ann, site=SITE, challenge=challenge, answer=answer), calls) == (False, [answer])


def test_a_challenge_can_be_answered_for_five_minutes(ann: Any, clock: list[float]) -> None:
    key = key_of(ann)
    for seconds, good in ((299, True), (301, False)):
        clock[0] += 1
        challenge = new_challenge()
        answer = key.sign(request_options(account=ann, site=SITE, challenge=challenge))
        making = Authenticator(SITE.origin).make(creation_options(account=ann, site=SITE, challenge=challenge))
        clock[0] += seconds
        assert check_passkey(account=ann, site=SITE, challenge=challenge, answer=answer) is good
    with pytest.raises(RefusedError, match="wrong_passkey"):
        add_passkey(account=ann, site=SITE, challenge=challenge, label="x", answer=making, current_session="")


def test_cloned_passkey_is_refused_and_its_owner_notified(ann: Any, settings: Any) -> None:
    settings.SENDS_MAIL = True
    key = key_of(ann)
    copied = key.copy()
    assert tried(ann, key)
    assert tried(ann, key)
    assert [tried(ann, copied), tried(ann, copied)] == [False, False]
    copied.counts, copied.counter = False, 0  # It says that it doesn't count; it did before.
    assert not tried(ann, copied)
    mail_queue.wait_until_sent()
    bodies = [str(one.body) for one in mail.outbox]
    assert ["new passkey" in bodies[0], *("looks like a copy" in body for body in bodies[1:])] == [True] * 4
    assert tried(ann, key)


def test_passkeys_are_those_of_the_account_and_the_address_alone(ann: Any) -> None:
    ben = protected("ben", "f" * 32)
    anns, bens = key_of(ann), key_of(ben)
    assert [tried(ann, bens), tried(ben, anns)] == [False, False]
    bens.id = anns.id  # Ben's key claims Ann's id.
    assert not tried(ann, bens)
    moved = PasskeySite("other.example", "https://other.example")
    anns.origin = moved.origin
    assert (has_passkey(ann, moved), tried(ann, anns, moved)) == (False, False)
    assert request_options(account=ann, site=moved, challenge=new_challenge()).get("allowCredentials", []) == []


def test_a_new_passkey_and_a_removed_one_log_all_others_out(ann: Any) -> None:
    for change in (
        lambda: key_of(ann),
        lambda: remove_passkey(account=ann, public_id=public_id(ann), current_session=""),
    ):
        store = SessionStore()
        store["_auth_user_id"] = str(ann.pk)
        store.save()
        change()
        assert AccountSession.objects.count() == 0


# --- Their end -------------------------------------------------------------------------------------------------------


def public_id(account: Any) -> str:
    return passkeys_of(account)[0].public_id


def test_removed_passkey_logs_nobody_in(ann: Any, settings: Any) -> None:
    settings.SENDS_MAIL = True
    ben = protected("ben", "f" * 32)
    key = key_of(ann)
    for account, which in ((ben, public_id(ann)), (ann, "x"), (ann, "")):
        with pytest.raises(RefusedError, match="not_found"):
            remove_passkey(account=account, public_id=which, current_session="")
    remove_passkey(account=ann, public_id=public_id(ann), current_session="")
    mail_queue.wait_until_sent()
    assert "was removed" in str(mail.outbox[-1].body)
    assert not tried(ann, key)


@pytest.mark.parametrize("how", ["turn_off", "two_step_off", "delete_account"])
def test_they_go_with_two_step_login_and_with_the_account(ann: Any, how: str) -> None:
    key = key_of(ann)
    if how == "turn_off":
        turn_off(account=ann)
    elif how == "two_step_off":
        call_command("two_step_off", ann.email)
    else:
        delete_account(account=ann)
    assert Passkey.objects.count() == 0
    if how != "delete_account":
        assert not tried(ann, key)


def test_passkey_is_in_no_archive(ann: Any) -> None:
    key_of(ann)
    stored = Passkey.objects.get()
    archive = "".join(archive_pieces(account_archive(ann)))
    assert not [one for one in (stored.credential_id, stored.public_key, stored.public_id) if one in archive]
