"""Distributes tests over pytest-xdist workers: a file stays together, and one worker at a time drives a browser."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

HERE = Path(__file__).parent
BROWSER = "tests/browser/"
# What takes longest comes first, so that nobody waits for it at the end while the other processes are idle.
FIRST = ("browser", "reliability", "security", "live", "services", "views")


class Spreading(LoadFileScheduling):
    """Gives each process that is free the next file; one of the browser's only where no other process has any.

    Two browsers on two cores take as long as one after the other, and then every wait of a page is twice as long. So
    the process that has begun with them goes on with them, one Chromium and one server for all; another joins in only
    when nothing else is left.
    """

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)  # type: ignore[arg-type]
        # Not by the number of tests, which says little here: as `longest_first` left them.
        config.option.loadscopereorder = False

    def _assign_work_unit(self, node: WorkerController) -> None:
        if any(self._has_browser(other) for other in self.assigned_work if other is not node):
            others = (scope for scope in self.workqueue if not scope.startswith(BROWSER))
            if scope := next(others, ""):
                self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _has_browser(self, node: WorkerController) -> bool:
        """Whether a process has tests of the browser before it, or is in one."""
        files = self.assigned_work[node].items()
        return any(scope.startswith(BROWSER) and not all(tests.values()) for scope, tests in files)


def longest_first(items: list[pytest.Item]) -> None:
    """Put the folders that take longest first; otherwise the order stays."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    return FIRST.index(folder) if folder in FIRST else len(FIRST)
