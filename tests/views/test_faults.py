"""Which response each error produces, wherever it is raised; real faults are in tests/reliability."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone

from games.models import AccountSession
from games.web.database_errors import refusal_for
from games.web.sessions import SessionStore
from tests.api.test_busy import held_by_another, patience
from tests.views.people import person
from tests.views.reading import text


def of_sqlite(code: int) -> Exception:
    """What Django raises where SQLite came back with ``code``."""
    error = sqlite3.OperationalError("…")
    error.sqlite_errorcode = code
    return raised(OperationalError, error)


def raised(kind: type[Exception], cause: Exception) -> Exception:
    try:
        raise kind(str(cause)) from cause
    except kind as error:
        return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY), "busy"),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (of_sqlite(sqlite3.SQLITE_LOCKED), "busy"),
        (of_sqlite(sqlite3.SQLITE_FULL), "disk_full"),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), "unavailable"),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), "unavailable"),
        (of_sqlite(sqlite3.SQLITE_READONLY), "unavailable"),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),
        (of_sqlite(sqlite3.SQLITE_CORRUPT), None),
        (raised(OperationalError, psycopg.errors.LockNotAvailable()), "busy"),
        (raised(OperationalError, psycopg.errors.DeadlockDetected()), "busy"),
        (raised(OperationalError, psycopg.errors.QueryCanceled()), "busy"),
        (raised(OperationalError, psycopg.errors.DiskFull()), "disk_full"),
        (raised(OperationalError, psycopg.errors.TooManyConnections()), "unavailable"),
        (raised(OperationalError, psycopg.errors.AdminShutdown()), "unavailable"),
        (raised(OperationalError, psycopg.errors.CrashShutdown()), "unavailable"),
        (raised(OperationalError, psycopg.errors.CannotConnectNow()), "unavailable"),
        (raised(OperationalError, psycopg.errors.IdleInTransactionSessionTimeout()), "unavailable"),
        (
            raised(OperationalError, psycopg.OperationalError("server closed the connection")),
            "unavailable",
        ),
        (raised(OperationalError, psycopg.OperationalError("connection refused")), "unavailable"),
        (raised(InterfaceError, psycopg.InterfaceError("the connection is closed")), "unavailable"),
        (raised(DatabaseError, psycopg.errors.UniqueViolation()), None),
        (raised(DatabaseError, psycopg.errors.UndefinedTable()), None),
        (raised(RuntimeError, of_sqlite(sqlite3.SQLITE_BUSY)), "busy"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (OSError(errno.ENOENT, "No such file"), None),
        (ValueError("database is locked"), None),
    ],
)
def test_evaluate_error_is_the_fault_of_the_rules(error: Exception, code: str | None) -> None:
    why = refusal_for(error)
    assert (why.code if why else None) == code


@contextmanager
def unseen_for_long() -> Iterator[Client]:
    """A logged-in browser whose session is written with the next page, after the view."""
    browser = person().browser()
    store = SessionStore(browser.cookies["session"].value)
    store["seen"] = (timezone.now() - timedelta(hours=1)).isoformat()
    store.save()
    browser.raise_request_exception = False
    yield browser
    assert AccountSession.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_database_error_in_middleware_gets_the_busy_page() -> None:
    with unseen_for_long() as browser:
        with held_by_another(), patience(100):
            answer = browser.get("/account/")
            assert (answer.status_code, answer["Retry-After"]) == (503, "2")
            assert "busy" in text(answer)
            assert "Content-Security-Policy" in answer
        assert browser.get("/account/").status_code == 200
        connection.close()
