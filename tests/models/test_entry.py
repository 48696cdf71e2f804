from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Entry, Table
from tests.makers import Phone, dead, enter, start


@pytest.fixture
def ann() -> Phone:
    phone = start()
    enter(phone, dead(), key="one")
    return phone


def row(table: Table, **more: Any) -> Entry:
    facts = {"revision": 3, "kind": "round", "game": 1, "round": 2, "key": "new"} | more
    return Entry(table=table, facts={}, digest="0" * 64, by="Ann's phone", at=timezone.now(), **facts)


def refuses(entry: Entry) -> str:
    """The part of the database's complaint that names the rule."""
    with pytest.raises(IntegrityError) as why, transaction.atomic():
        entry.save()
    return str(why.value)


def test_what_differs_in_nothing_else_is_stored(ann: Phone) -> None:
    row(ann.table).save()
    assert Entry.objects.filter(table=ann.table).count() == 3


def test_the_database_refuses_a_second_entry_for_a_revision(ann: Phone) -> None:
    assert refuses(row(ann.table, revision=2)) == (
        "UNIQUE constraint failed: games_entry.table_id, games_entry.revision"
    )


def test_the_database_refuses_a_second_entry_for_a_key(ann: Phone) -> None:
    assert refuses(row(ann.table, key="one")) == "UNIQUE constraint failed: games_entry.table_id, games_entry.key"


def test_the_database_refuses_a_second_first_entry_of_a_round(ann: Phone) -> None:
    assert refuses(row(ann.table, round=1)) == (
        "UNIQUE constraint failed: games_entry.table_id, games_entry.game, games_entry.round"
    )
    row(ann.table, round=1, kind="correction").save()
    row(ann.table, round=1, kind="void", revision=4, key="v").save()
    row(start().table, round=1, key="one", revision=2).save()


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        ("entry_kind_is_known", {"kind": "rename"}),
        ("entry_counts_from_one", {"revision": 0}),
        ("entry_counts_from_one", {"game": 0}),
        ("entry_names_its_round", {"round": 0}),
        ("entry_names_its_round", {"round": None}),
        ("entry_names_its_round", {"kind": "void", "round": None}),
        ("entry_names_its_round", {"kind": "start", "round": 1}),
        ("entry_names_its_round", {"kind": "swap", "round": 1}),
        ("entry_names_its_round", {"kind": "finish", "round": 1}),
        ("entry_names_its_round", {"kind": "reopen", "round": 1}),
    ],
)
def test_the_database_refuses_what_is_no_entry(ann: Phone, rule: str, more: dict[str, Any]) -> None:
    assert refuses(row(ann.table, **more)).endswith(rule)


def test_an_entry_is_never_saved_again(ann: Phone) -> None:
    entry = Entry.objects.get(table=ann.table, revision=2)
    entry.by = "Mallory"
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.save(update_fields=["by"])
    entry.refresh_from_db()
    assert entry.by == "Ann's phone"


def test_the_database_itself_changes_no_entry(ann: Phone) -> None:
    rows = Entry.objects.filter(table=ann.table)
    with pytest.raises(IntegrityError) as why, transaction.atomic():
        rows.update(by="Mallory")
    assert str(why.value) == "an entry of the ledger is never changed"
    assert list(rows.values_list("by", flat=True)) == ["Ann's phone", "Ann's phone"]


def test_a_table_goes_with_everything_in_it(ann: Phone) -> None:
    other = start()
    ann.table.delete()
    assert [entry.table for entry in Entry.objects.all()] == [other.table]
