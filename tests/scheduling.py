"""Distributes tests over pytest-xdist workers: a file stays together, as do all browser tests."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

HERE = Path(__file__).parent
BROWSER = "tests/browser/"
# What takes longest comes first, so that nobody waits for it at the end while the other processes are idle.
FIRST = ("browser", "reliability", "security", "live", "services", "views")


class Spreading(LoadFileScheduling):
    """Gives each process that is free the next file. The browser's files are one: one Chromium and one server do.

    Two browsers on two cores take as long as one after the other, and then every wait of a page is twice as long.
    """

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)  # type: ignore[arg-type]
        # Not by the number of tests, which says little here: as `longest_first` left them.
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)


def longest_first(items: list[pytest.Item]) -> None:
    """Put the folders that take longest first; otherwise the order stays."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    return FIRST.index(folder) if folder in FIRST else len(FIRST)
