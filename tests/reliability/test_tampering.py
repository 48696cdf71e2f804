"""No entry, no decision and nothing finished can be changed past the program without the audit finding it."""

import json
from collections.abc import Callable

import pytest

from tests.reliability.tampering import KINDS, REPORT_MARK
from tests.servers import Sites

SEED = 20_261_128


@pytest.mark.parametrize(
    ("database", "changes"),
    [
        ("sqlite", len(KINDS)),
        pytest.param("sqlite", 200, marks=pytest.mark.slow),
        pytest.param("postgresql", 200, marks=pytest.mark.slow),
    ],
)
def test_every_change_is_found(sites: Sites, database: str, changes: int, counted: Callable[[str], None]) -> None:
    command = f"from tests.reliability.tampering import run; run({SEED}, {changes})"
    report = json.loads(sites.make(database).manage("shell", "-c", command).partition(REPORT_MARK)[2])
    assert report["clean"] == []
    assert report["missed"] == []
    assert set(report["found"]) == set(KINDS)
    counted(f"{database}, seed {SEED}: {changes} changes of {len(KINDS)} kinds: all found; none in an untouched world")
