"""API: while the database can't be written to, nothing is acknowledged; retrying the request later succeeds once."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from games.models import Entry
from tests.api.kit import Answer, Api, Sitting, knock, nothing_written

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def patience(milliseconds: int) -> Iterator[None]:
    """How long this thread's connection waits for the lock."""
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


@contextmanager
def held_by_another() -> Iterator[sqlite3.Connection]:
    """A second connection that is in the middle of a write."""
    other = sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None, check_same_thread=False)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield other
    finally:
        if other.in_transaction:
            other.rollback()
        other.close()


def every_write(table: Sitting) -> list[Answer]:
    link = table.owner.get(table.path + "links/").body[1]["id"]
    return [
        table.enter(2, knock(7, 20)),
        table.correct(1, knock(7, 30), 2),
        table.void(1, 2),
        table.score.post(table.path + "games/1/finish/", If_Match='"2"'),
        table.owner.post(table.path + "links/", {"role": "score", "label": "x"}),
        table.owner.delete(f"{table.path}links/{link}/"),
    ]


def test_row_10_a_table_that_stays_locked_is_503_and_the_retry_writes_once(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    with held_by_another(), patience(100), nothing_written():
        for answer in [*every_write(friday), friday.enter(2, knock(7, 20), key="k")]:
            assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "busy", "2")
        assert friday.watch.get(friday.path).status == 200
    first = friday.enter(2, knock(7, 20), key="k")
    again = friday.enter(2, knock(7, 20), key="k")
    assert (first.status, again.status, again.raw) == (201, 200, first.raw)
    assert Entry.objects.filter(key="k").count() == 1


def test_row_10_a_lock_that_is_given_back_in_time_is_waited_for(friday: Sitting) -> None:
    with held_by_another() as other:
        release = threading.Timer(0.2, other.rollback)
        release.start()
        answer = friday.enter(1, knock(7, 20))
        release.join()
    assert answer.status == 201


def test_starting_a_table_waits_too(friday: Sitting) -> None:
    with held_by_another(), patience(100), nothing_written():
        answer = Api().post("tables/", {"players": ["Ann", "Ben"], "preset": "standard"})
    assert (answer.status, answer.code) == (503, "busy")


@contextmanager
def full_disk() -> Iterator[None]:
    """The database may not grow by a single page."""
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {usual}")


def test_a_full_disk_is_507_and_the_retry_writes_once(friday: Sitting) -> None:
    with full_disk():
        for number in range(1, 500):
            answer = friday.enter(number, {"declared": "dead"}, key=f"{number:0200}", documented=False)
            if answer.status != 201:
                break
        with nothing_written():
            again = friday.enter(number, {"declared": "dead"}, key=f"{number:0200}")
        assert friday.watch.get(friday.path).body["games"][0]["rounds"][-1]["number"] == number - 1
    for refused in (answer, again):
        assert (refused.status, refused.code) == (507, "disk_full")
        assert refused.headers["Retry-After"]
    first = friday.enter(number, {"declared": "dead"}, key=f"{number:0200}")
    second = friday.enter(number, {"declared": "dead"}, key=f"{number:0200}")
    assert (first.status, second.status, second.raw) == (201, 200, first.raw)
