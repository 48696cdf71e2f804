"""Writing to a ledger: one transaction, one notification, and nothing left after an error."""

from contextlib import AbstractContextManager
from typing import Any

import pytest

from games.models import Entry
from games.services.table.ledger import open_ledger
from tests.makers import assert_sound, dead, enter, outcome, revision, start


def test_an_error_in_a_write_leaves_nothing() -> None:
    phone = start()
    with pytest.raises(ZeroDivisionError), open_ledger(access=phone.access, key="k", action="score") as ledger_open:
        ledger_open.append(ledger_open.entries[0].body, game=2)
        raise ZeroDivisionError
    assert (Entry.objects.count(), revision(phone)) == (1, 1)
    assert outcome(lambda: enter(phone, dead(), key="k")) == "new"
    assert_sound(phone)


def test_other_screens_are_notified_of_writes_and_nothing_else(
    django_capture_on_commit_callbacks: Any,
) -> None:
    phone = start()

    def captured() -> AbstractContextManager[list[Any]]:
        return django_capture_on_commit_callbacks()

    with captured() as callbacks:
        enter(phone, dead(), key="k")
    # An entry is counted, and a notification published.
    assert [call.args for call in callbacks] == [("round",), (phone.access.table.public_id, 2)]
    with captured() as callbacks:
        enter(phone, dead(), key="k", number=1)
        enter(phone, dead(), number=1)
        outcome(lambda: enter(phone, dead(), number=7))
    assert callbacks == []


def test_a_write_by_one_phone_keeps_its_own_label_and_time() -> None:
    phone = start(label="iPhone")
    written = enter(phone, dead())
    row = Entry.objects.get(revision=2)
    assert (row.by, row.at, row.key != "", row.reason) == ("iPhone", written.at, True, "")
    assert phone.access.table.revision == 2
