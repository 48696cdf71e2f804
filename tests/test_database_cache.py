"""The cached test database is complete, and made from the current migrations."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.database_cache import cached_database, keep, take


@pytest.mark.django_db(transaction=True)
def test_the_cached_database_is_complete_and_the_only_one(tmp_path: Path) -> None:
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("only SQLite's file is kept")
    (tmp_path / "older.sqlite3").touch()
    database_file, copy = tmp_path / "kept.sqlite3", tmp_path / "copy"
    assert not take(database_file, copy)
    keep(database_file, connection)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.sqlite3"]
    assert take(database_file, copy)
    statement = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    with closing(sqlite3.connect(copy)) as opened, connection.cursor() as cursor:
        assert opened.execute(statement).fetchall() == cursor.execute(statement).fetchall()
        applied = "SELECT app, name FROM django_migrations ORDER BY app, name"
        assert opened.execute(applied).fetchall() == cursor.execute(applied).fetchall()


def test_without_a_cache_folder_nothing_is_cached(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytestconfig, "cache", None, raising=False)
    assert cached_database(pytestconfig) is None
