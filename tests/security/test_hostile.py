"""Each of the forty hostile inputs has its test in one of the files beside this one."""

import re
from collections.abc import Callable
from pathlib import Path

CASE = re.compile(r"^def (test_h(\d\d)_\w+)\((?:.*\battacked: Stand|$)", re.MULTILINE)


def test_every_hostile_input_has_a_case(counted: Callable[[str], None]) -> None:
    """Each takes the fixture that looks at everything afterwards."""
    cases = [
        found
        for file in sorted(Path(__file__).parent.glob("test_hostile_*.py"))
        for found in CASE.findall(file.read_text(encoding="utf-8"))
    ]
    assert {int(number) for _, number in cases} == set(range(1, 41))
    counted(f"40 hostile inputs in {len(cases)} cases")
