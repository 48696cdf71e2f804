"""No stored value can be changed behind the application's back without the audit or the database noticing."""

import json
from collections import Counter
from collections.abc import Callable

import pytest

from tests.reliability.manual_changes import BY_HAND, FOUND
from tests.reliability.tampering import REPORT_MARK
from tests.servers import Sites


@pytest.mark.slow
@pytest.mark.parametrize(
    "rows", [pytest.param(2, id="two rows of each"), pytest.param(0, id="every row", marks=pytest.mark.slow)]
)
def test_every_change_is_found_refused_or_harmless(sites: Sites, rows: int, counted: Callable[[str], None]) -> None:
    output = sites.make("sqlite").manage("shell", "-c", f"from tests.reliability.tampering import run; run({rows})")
    data = json.loads(output.partition(REPORT_MARK)[2])
    assert not data["clean"], data["clean"]
    assert not data["missed"], data["missed"]
    total: Counter[str] = Counter()
    for model, counts in data["counts"].items():
        total.update(counts)
        counted(f"{model}: " + ", ".join(f"{number} {how}" for how, number in sorted(counts.items())))
    counted(f"all: {total.total()} changes; " + ", ".join(f"{number} {how}" for how, number in sorted(total.items())))
    counted("harmless columns: " + ", ".join(data["silent"]))
    # Each model was changed, and only those that decide nothing are never found out.
    assert {model for model, counts in data["counts"].items() if not counts.get("found")} <= {"RulesUse"}
    assert total["found"] > 600


def test_each_of_the_changes_made_by_hand_is_found(sites: Sites, counted: Callable[[str], None]) -> None:
    output = sites.make("sqlite").manage("shell", "-c", "from tests.reliability.manual_changes import run; run()")
    found = json.loads(output.partition(FOUND)[2])
    assert found.pop("nothing") == []
    assert set(found) == set(BY_HAND)
    assert {name for name, codes in found.items() if not codes} == set()
    for name, codes in found.items():
        assert set(codes) & BY_HAND[name][1], (name, codes)
    counted(f"{len(found)} changes made by hand, each by itself: all found")
