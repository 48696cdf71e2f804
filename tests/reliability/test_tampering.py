"""Nothing that is stored can be changed past the program without the audit, or the database itself, saying so."""

import json
from collections import Counter
from collections.abc import Callable

from tests.reliability.by_hand import BY_HAND, FOUND
from tests.reliability.tampering import TOLD
from tests.servers import Sites
from tests.tiers import amount


def test_every_change_is_found_refused_or_harmless(sites: Sites, counted: Callable[[str], None]) -> None:
    rows = amount(2, 0)
    said = sites.make("sqlite").manage("shell", "-c", f"from tests.reliability.tampering import run; run({rows})")
    told = json.loads(said.partition(TOLD)[2])
    assert not told["clean"], told["clean"]
    assert not told["missed"], told["missed"]
    total: Counter[str] = Counter()
    for model, counts in told["counts"].items():
        total.update(counts)
        counted(f"{model}: " + ", ".join(f"{number} {how}" for how, number in sorted(counts.items())))
    counted(f"all: {total.total()} changes; " + ", ".join(f"{number} {how}" for how, number in sorted(total.items())))
    counted("harmless columns: " + ", ".join(told["silent"]))
    # Each model was changed, and only those that decide nothing are never found out.
    assert {model for model, counts in told["counts"].items() if not counts.get("found")} <= {"Delivery", "RulesUse"}
    assert total["found"] > 600


def test_each_of_the_changes_made_by_hand_is_found(sites: Sites, counted: Callable[[str], None]) -> None:
    said = sites.make("sqlite").manage("shell", "-c", "from tests.reliability.by_hand import run; run()")
    found = json.loads(said.partition(FOUND)[2])
    assert found.pop("nothing") == []
    assert set(found) == set(BY_HAND)
    assert {name for name, codes in found.items() if not codes} == set()
    for name, codes in found.items():
        assert set(codes) & BY_HAND[name][1], (name, codes)
    counted(f"{len(found)} changes made by hand, each by itself: all found")
