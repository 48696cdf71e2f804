"""The audit of a ledger that can't be read."""

import pytest
from django.db import connection

from games.models import Entry, guards
from games.selectors.operating.audit import AuditCounts, audit
from tests.makers import enter, knock, start

pytestmark = pytest.mark.django_db


def test_what_cannot_be_read_hides_no_other_table() -> None:
    tables = [start("Ann", "Ben"), start("Cleo", "Dan"), start("Eva", "Finn")]
    for phone in tables:
        enter(phone, knock(0, 3, 20))
    deep, forged, _ = (phone.table for phone in tables)
    guards.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_entry SET result = %s WHERE table_id = %s", ["[" * 990 + "]" * 990, deep.pk])
    Entry.objects.filter(table=forged, revision=2).update(digest="0" * 64)
    found = {(one.code, one.location.get("table")) for one in audit(AuditCounts())}
    assert found >= {("unreadable", deep.public_id), ("digest_wrong", forged.public_id)}
