"""The constraints of the Entry model."""

from typing import Any

import pytest
from django.db import DataError, IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.models import Entry, Table
from tests.makers import Phone, dead, enter, start

# For a unique constraint SQLite names its columns, not the constraint.
UNIQUE = {
    "UNIQUE constraint failed: games_entry.table_id, games_entry.key": "one_entry_per_key",
    "UNIQUE constraint failed: games_entry.table_id, games_entry.game, games_entry.round": "one_first_entry_per_round",
}


@pytest.fixture
def ann() -> Phone:
    phone = start()
    enter(phone, dead(), key="one")
    return phone


def row(table: Table, **more: Any) -> Entry:
    facts = {"revision": 3, "kind": "round", "game": 1, "round": 2, "key": "new"} | more
    code = {"digest": "0" * 64, "chain_key": 1, "mac": "0" * 64}
    return Entry(table=table, facts={}, by="Ann's phone", at=timezone.now(), **code, **facts)


def refuses(entry: Entry) -> str:
    with pytest.raises(IntegrityError) as why, transaction.atomic():
        entry.save()
    return named(why.value)


def named(error: IntegrityError) -> str:
    """The rule that was broken; SQLite and PostgreSQL say it each in its own words."""
    diagnostics = getattr(error.__cause__, "diag", None)
    rule: str = (diagnostics.constraint_name or diagnostics.message_primary) if diagnostics else str(error)
    rule = rule.removeprefix("CHECK constraint failed: ")
    return UNIQUE.get(rule, rule)


def test_entry_that_differs_in_nothing_else_is_stored(ann: Phone) -> None:
    row(ann.table).save()
    assert Entry.objects.filter(table=ann.table).count() == 3


@pytest.mark.parametrize("revision", [0, 1, 2, 4])
def test_the_database_refuses_an_entry_that_does_not_follow_the_last(ann: Phone, revision: int) -> None:
    assert refuses(row(ann.table, revision=revision)) == "an entry of the ledger follows the last one"


def test_the_database_moves_the_table_with_the_entry(ann: Phone) -> None:
    row(ann.table).save()
    assert Table.objects.get(pk=ann.table.pk).revision == 3
    for revision in (0, 2, 4):
        with pytest.raises(IntegrityError) as why, transaction.atomic():
            Table.objects.filter(pk=ann.table.pk).update(revision=revision)
        assert named(why.value) == "a table stands at its newest entry"
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(revision=1)


def test_the_database_refuses_a_second_entry_for_a_key(ann: Phone) -> None:
    assert refuses(row(ann.table, key="one")) == "one_entry_per_key"


def test_the_database_refuses_a_second_first_entry_of_a_round(ann: Phone) -> None:
    assert refuses(row(ann.table, round=1)) == "one_first_entry_per_round"
    row(ann.table, round=1, kind="correction").save()
    row(ann.table, round=1, kind="void", revision=4, key="v").save()
    row(start().table, round=1, key="one", revision=2).save()


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        ("entry_kind_is_known", {"kind": "rename"}),
        ("entry_counts_from_one", {"game": 0}),
        ("entry_names_its_round", {"round": 0}),
        ("entry_names_its_round", {"round": None}),
        ("entry_names_its_round", {"kind": "void", "round": None}),
        ("entry_names_its_round", {"kind": "start", "round": 1}),
        ("entry_names_its_round", {"kind": "swap", "round": 1}),
        ("entry_names_its_round", {"kind": "finish", "round": 1}),
        ("entry_names_its_round", {"kind": "reopen", "round": 1}),
        ("entry_numbers_have_an_end", {"game": 5001}),
        ("entry_numbers_have_an_end", {"round": 5001}),
    ],
)
def test_database_refuses_an_invalid_entry(ann: Phone, rule: str, more: dict[str, Any]) -> None:
    assert refuses(row(ann.table, **more)) == rule


def test_the_database_refuses_a_number_beyond_its_column(ann: Phone) -> None:
    # SQLite has only the rule; PostgreSQL refuses it before the rule is asked.
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        row(ann.table, round=2**40).save()


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
    assert named(why.value) == "an entry of the ledger is never changed"
    assert list(rows.values_list("by", flat=True)) == ["Ann's phone", "Ann's phone"]


def test_the_database_itself_deletes_no_entry_and_no_table_that_has_one(ann: Phone) -> None:
    with pytest.raises(ProtectedError):
        ann.table.delete()
    rows = Entry.objects.filter(table=ann.table)
    with pytest.raises(IntegrityError) as why, transaction.atomic():
        rows.delete()
    assert named(why.value) == "an entry of the ledger is never deleted"
    assert rows.count() == 2
