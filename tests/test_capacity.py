"""How many connections a process accepts follows from its open-file limit, which `start` raises if it can."""

import subprocess
import sys
from typing import Any

import pytest

from scorekeeper.capacity import MOST, RESERVE, capacity
from tests.servers import ROOT


@pytest.mark.parametrize(
    ("files", "connections", "per_address", "streams"),
    [(1024, 832, 624, 520), (256, 128, 96, 80), (16_384, MOST, 7500, 6250), (1_048_576, MOST, 7500, 6250)],
)
def test_all_stay_below_the_limit(files: int, connections: int, per_address: int, streams: int) -> None:
    carried = capacity(files)
    assert (carried.connections, carried.per_address, carried.streams) == (connections, per_address, streams)
    assert carried.connections <= files - min(RESERVE, files // 2)
    assert carried.streams < carried.connections


def test_settings_may_lower_the_limits_but_not_exceed_the_system(settings: Any) -> None:
    settings.CONNECTIONS, settings.CONNECTIONS_PER_ADDRESS = 400, 100
    assert (capacity(1024).connections, capacity(1024).per_address) == (400, 100)
    settings.CONNECTIONS, settings.CONNECTIONS_PER_ADDRESS = 100_000, 100_000
    assert (capacity(1024).connections, capacity(1024).per_address) == (832, 832)


def test_the_caps_of_streams_are_settings(settings: Any) -> None:
    assert (capacity().streams_per_table, capacity().streams_per_address) == (300, 500)
    settings.STREAMS_PER_TABLE, settings.STREAMS_PER_ADDRESS = 900, 2000
    assert (capacity().streams_per_table, capacity().streams_per_address) == (900, 2000)


@pytest.mark.server
@pytest.mark.parametrize(("soft", "hard"), [(256, 512), (512, 512)])
def test_the_soft_limit_is_raised_to_the_hard_one(soft: int, hard: int) -> None:
    script = "from scorekeeper.capacity import raise_open_files; print(raise_open_files())"
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{hard}\n"
