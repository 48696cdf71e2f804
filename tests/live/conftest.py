"""Fixtures of the tests of live streams."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.live import Hub
from tests.live.kit import Served, Tables, Watching


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def tables(hub: Hub) -> Tables:
    return Tables(hub)


@pytest.fixture(scope="session")
def served_before() -> Iterator[list[Served]]:
    """All servers so far; by the end of the run each has stopped."""
    begun: list[Served] = []
    yield begun
    for served in begun:
        served.stop()


@pytest.fixture
def serve(served_before: list[Served]) -> Iterator[Callable[..., Served]]:
    running: list[Served] = []

    def start(application: Any, **config: Any) -> Served:
        running.append(Served(application, **config))
        return running[-1]

    yield start
    for served in running:
        served.stop_soon()
    served_before += running


@pytest.fixture
def watch() -> Iterator[Callable[..., Watching]]:
    opened: list[Watching] = []

    def start(url: str, **headers: str) -> Watching:
        opened.append(Watching(url, **headers))
        return opened[-1]

    yield start
    for watching in opened:
        watching.close()
