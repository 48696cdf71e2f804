"""Revoking a link during a write: the write is complete before, and none happens after."""

import pytest

from tests.servers import DATABASES, Sites

MEANWHILE = """
import threading
from django.db import connection
from games.models import EntryKind, Role
from games.rules.ledger import StakesSet
from games.services.table.ledger import open_ledger
from games.services.sharing.links import revoke_link
from tests.makers import join, link, outcome, start
from games.services.table.games import set_stakes

ann = start()
ben = join(ann)

def revoke():
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    connection.close()

with open_ledger(access=ben.access, key="stakes", action="score") as book:
    revoking = threading.Thread(target=revoke)
    revoking.start()
    revoking.join(1)
    print("said", "waits" if revoking.is_alive() else "revoked")
    book.append(StakesSet(None), game=1)
revoking.join(20)
entry = ann.table.entries.get(revision=2)
print("said", entry.at < link(ann.access, Role.SCORE).revoked_at)
print("said", outcome(lambda: set_stakes(access=ben.access, key="again", revision=2, stakes=None)))
"""


@pytest.mark.parametrize("database", DATABASES)
def test_a_revocation_waits_for_the_write_that_it_meets(sites: Sites, database: str) -> None:
    site = sites.make(database)
    lines = [line.split() for line in site.manage("shell", "-c", MEANWHILE).splitlines()]
    assert [line[1] for line in lines if line[:1] == ["said"]] == ["waits", "True", "link_revoked"]
    site.manage("audit")
