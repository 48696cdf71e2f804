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


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    running: list[Served] = []

    def start(application: Any, **config: Any) -> Served:
        running.append(Served(application, **config))
        return running[-1]

    yield start
    for served in running:
        served.stop()


@pytest.fixture
def watch() -> Iterator[Callable[..., Watching]]:
    opened: list[Watching] = []

    def start(url: str, **headers: str) -> Watching:
        opened.append(Watching(url, **headers))
        return opened[-1]

    yield start
    for watching in opened:
        watching.close()
