"""Accounts: created, changed, deleted, and linked with devices."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import global_settings
from django.contrib.sessions.backends.base import UpdateError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Account, AccountSession
from games.services.account.accounts import (
    change_password,
    clear_sessions,
    clear_unconfirmed,
    delete_account,
    end_other_sessions,
    end_session,
    rename_account,
)
from games.services.account.passwords import can_be_password, is_email
from games.web.sessions import SessionStore
from tests.refusals import refused

PASSWORD = "seven green tables"


def ann(**more: str) -> Account:
    return Account.objects.create_user(**{"email": "ann@example.org", "name": "Ann", "password": PASSWORD} | more)


def session_of(account: Account | None, **more: str) -> SessionStore:
    store = SessionStore()
    if account:
        store["_auth_user_id"] = str(account.pk)
    store.update(more)
    store.save()
    return store


# --- Accounts -------------------------------------------------------------------------------------------------------


def test_an_account_is_found_by_its_email_in_any_case() -> None:
    account = ann(email="  Ann.B@Example.ORG ")
    assert Account.objects.get() == account
    assert (account.email, account.name, account.is_active, str(account)) == (
        "ann.b@example.org",
        "Ann",
        True,
        str(account.pk),
    )
    for typed in ("ann.b@example.org", " ANN.B@example.org", "Ann.B@EXAMPLE.org "):
        assert Account.objects.get_by_natural_key(typed) == account
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get_by_natural_key(None)


def test_an_email_has_one_account() -> None:
    ann()
    with pytest.raises(IntegrityError), transaction.atomic():
        ann(email="ANN@example.org", name="Another")
    assert list(Account.objects.values_list("name", flat=True)) == ["Ann"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.update(email="Ann@example.org")


def test_the_password_is_stored_as_a_hash_that_takes_its_time(settings: Any) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    account = ann()
    assert account.password.startswith("pbkdf2_sha256$")
    assert PASSWORD not in account.password


def test_a_name_changes() -> None:
    account = ann()
    rename_account(account=account, name="Anna")
    assert Account.objects.get().name == "Anna"


# --- Passwords ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("password", "possible"),
    [("", False), ("x", True), ("x" * 128, True), ("x" * 129, False), ("x" * 1_000_000, False)],
)
def test_only_a_possible_password_is_checked(password: str, possible: bool) -> None:
    assert can_be_password(password) is possible


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("ann@example.org", True),
        ("a.b+c@sub.example.org", True),
        ("ann@localhost", True),
        ("", False),
        ("ann", False),
        ("ann@", False),
        ("ann@example.org\nBcc: ben@example.org", False),
        ("ann@example.org, ben@example.org", False),
        ("ann\x00@example.org", False),
        ("x" * 64 + "@" + "y." * 95 + "org", False),
    ],
)
def test_an_email_is_one(text: str, good: bool) -> None:
    assert is_email(text) is good


def test_a_new_password_ends_every_session() -> None:
    account, other = ann(), ann(email="ben@example.org")
    session_of(account)
    session_of(account)
    session_of(other)
    account.set_password("eight green tables")
    change_password(account=account)
    assert [account.check_password(each) for each in ("eight green tables", PASSWORD)] == [True, False]
    assert list(AccountSession.objects.values_list("account", flat=True)) == [other.pk]


# --- Sessions -------------------------------------------------------------------------------------------------------


def test_a_session_knows_its_account_and_hides_its_key() -> None:
    account = ann()
    since = timezone.now().isoformat()
    store = session_of(account, label="iPhone", since=since, seen=since, id="0123456789abcdef")
    row = AccountSession.objects.get()
    assert (row.account, row.label, row.public_id, str(row)) == (account, "iPhone", "0123456789abcdef", row.public_id)
    assert row.created_at.isoformat() == row.seen_at.isoformat() == since
    assert store.session_key
    assert store.session_key not in repr(AccountSession.objects.values())
    assert dict(SessionStore(store.session_key).items())["label"] == "iPhone"
    assert SessionStore().exists(store.session_key)


def test_the_hash_in_the_database_opens_nothing() -> None:
    session_of(ann(), label="iPhone")
    stolen = SessionStore(AccountSession.objects.get().session_key)
    assert (dict(stolen.items()), stolen.session_key) == ({}, None)


def test_a_session_that_ended_meanwhile_does_not_come_back() -> None:
    store = session_of(ann())
    AccountSession.objects.all().delete()
    store["label"] = "iPhone"
    with pytest.raises(UpdateError):
        store.save()
    assert AccountSession.objects.count() == 0


def test_a_session_is_ended_by_its_account_alone() -> None:
    account, other = ann(), ann(email="ben@example.org")
    for id_ in ("a" * 16, "b" * 16, "c" * 16):
        session_of(account, id=id_)
    session_of(other, id="d" * 16)
    for public_id in ("d" * 16, "e" * 16, "", "others"):
        assert refused(end_session, account=account, public_id=public_id) == "not_found"
    end_session(account=account, public_id="a" * 16)
    assert sorted(AccountSession.objects.values_list("public_id", flat=True)) == ["b" * 16, "c" * 16, "d" * 16]
    end_other_sessions(account=account, current_session="c" * 16)
    assert sorted(AccountSession.objects.values_list("public_id", flat=True)) == ["c" * 16, "d" * 16]


def test_expired_session_opens_nothing_and_is_deleted() -> None:
    account = ann()
    old, new = session_of(account, id="a" * 16), session_of(account, id="b" * 16)
    AccountSession.objects.filter(public_id="a" * 16).update(expire_date=timezone.now())
    assert [bool(dict(SessionStore(each.session_key).items())) for each in (old, new)] == [False, True]
    clear_sessions()
    assert AccountSession.objects.get().public_id == "b" * 16


def test_an_account_goes_with_its_sessions() -> None:
    account, other = ann(), ann(email="ben@example.org")
    session_of(account)
    session_of(other)
    delete_account(account=account)
    assert (list(Account.objects.all()), AccountSession.objects.get().account) == ([other], other)
    ann()


def test_an_account_that_was_never_confirmed_goes_after_three_days() -> None:
    old, confirmed, used, new = (ann(email=f"{name}@example.org") for name in ("old", "confirmed", "used", "new"))
    for account in (old, confirmed, used, new):
        EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=account == confirmed)
    Account.objects.exclude(pk=new.pk).update(created_at=timezone.now() - timedelta(days=3, minutes=1))
    Account.objects.filter(pk=used.pk).update(last_login=timezone.now())
    ann()
    clear_unconfirmed()
    assert set(Account.objects.values_list("email", flat=True)) == {
        *("ann@example.org", "confirmed@example.org", "used@example.org", "new@example.org")
    }
