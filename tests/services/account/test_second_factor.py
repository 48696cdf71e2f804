"""Two-step codes: accepted once, even with two at the same time; and recovery without one."""

from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from games.models import AccountSession, RecoveryCode, SecondFactor
from games.refusals import RefusedError
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.json_stream import archive_pieces
from games.services.account.accounts import delete_account, make_account
from games.services.account.second_factor import (
    check_code,
    codes_left,
    has_second_factor,
    new_recovery_codes,
    turn_off,
    turn_on,
)
from games.web.sessions import SessionStore
from tests.views.account.test_two_step import NONCE, app_code


@pytest.fixture
def ann(db: None) -> Any:
    return make_account(email="ann@example.org", name="Ann", password="seven green tables", confirmed=True)


def on(account: Any, nonce: str = NONCE) -> tuple[str, ...]:
    return turn_on(account=account, nonce=nonce, code=app_code(nonce), current_session="")


def session_of(account: Any) -> None:
    store = SessionStore()
    store["_auth_user_id"] = str(account.pk)
    store.save()


def test_two_step_login_is_turned_on_once(ann: Any) -> None:
    for nonce, code in (("x", "000000"), (NONCE, ""), (NONCE, "12345x"), (NONCE, "\u0661" * 6)):
        with pytest.raises(RefusedError, match="wrong_code"):
            turn_on(account=ann, nonce=nonce, code=code, current_session="")
    assert not has_second_factor(ann)
    codes = on(ann)
    with pytest.raises(RefusedError, match="second_factor_on"):
        on(ann, "f" * 32)
    assert (SecondFactor.objects.get().nonce, len(codes), codes_left(ann)) == (NONCE, 10, 10)
    assert (turn_off(account=ann), turn_off(account=ann), codes_left(ann)) == (True, False, 0)
    with pytest.raises(RefusedError, match="not_found"):
        new_recovery_codes(account=ann)


def test_a_code_is_taken_once_even_by_two_who_looked_at_the_same_time(ann: Any, monkeypatch: Any) -> None:
    on(ann)
    code, calls = app_code(seconds=30), []
    whole = SecondFactor.objects.filter

    def slow(*args: Any, **about: Any) -> Any:
        """Let somebody else use the code between the moment it is looked at and the moment it is used up."""
        if "last_step__lt" in about and not calls:
            calls.append(code)
            assert check_code(account=ann, code=code) == "app"
        return whole(*args, **about)

    monkeypatch.setattr(SecondFactor.objects, "filter", slow)
    assert (check_code(account=ann, code=code), calls) == ("", [code])


def test_codes_are_those_of_the_account_alone(ann: Any) -> None:
    codes = on(ann)
    ben = make_account(email="ben@example.org", name="Ben", password="seven green tables")
    assert (check_code(account=ben, code=codes[0]), check_code(account=ben, code=app_code(seconds=30))) == ("", "")
    bens = on(ben, "f" * 32)
    for code in (codes[0], app_code(seconds=30)):
        assert check_code(account=ben, code=code) == ""
    assert (check_code(account=ben, code=bens[0]), check_code(account=ann, code=codes[0])) == ("recovery", "recovery")


def test_recovery_codes_outlive_the_servers_key_and_the_app_does_not(ann: Any, settings: Any) -> None:
    codes = on(ann)
    code = app_code(seconds=30)
    settings.SECRET_KEY = "another key " * 5
    assert (check_code(account=ann, code=code), check_code(account=ann, code=codes[0])) == ("", "recovery")


def test_an_account_goes_with_its_second_factor(ann: Any) -> None:
    on(ann)
    delete_account(account=ann)
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)


def test_an_archive_holds_nothing_of_it(ann: Any) -> None:
    codes = on(ann)
    hashes = RecoveryCode.objects.values_list("code_hash", flat=True)
    archive = "".join(archive_pieces(account_archive(ann)))
    assert not [secret for secret in (NONCE, *codes, *hashes) if secret in archive]


def test_operator_can_turn_two_step_login_off(ann: Any, settings: Any) -> None:
    settings.SENDS_MAIL = True
    on(ann)
    session_of(ann)
    output = StringIO()
    call_command("two_step_off", " ANN@example.org", stdout=output)
    assert "Two-step login is off for ann@example.org" in output.getvalue()
    assert (has_second_factor(ann), AccountSession.objects.count()) == (False, 0)
    assert [(one.to, "turned off" in str(one.body)) for one in mail.outbox] == [(["ann@example.org"], True)]
    with pytest.raises(CommandError, match=r"is already off for ann@example\.org"):
        call_command("two_step_off", "ann@example.org")
    with pytest.raises(CommandError, match="No account has the e-mail"):
        call_command("two_step_off", "nobody@example.org")
