"""Fixtures of the evenings in all engines."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.browser.engines import chromium, firefox, webkit
from tests.browser.engines.player import Player
from tests.browser.engines.screen import Engine
from tests.browser.network import NetworkLink
from tests.servers import LackingError

LACKING = {"chromium": chromium.LACKS, "firefox": firefox.LACKS, "webkit": webkit.LACKS}


# One engine after the other: pytest orders the tests so that each is started once, and is alone on the machine.
@pytest.fixture(
    scope="package",
    params=["chromium", *(pytest.param(name, marks=pytest.mark.slow) for name in ("firefox", "webkit"))],
)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A running browser engine; the test runs in each."""
    if lacking := LACKING[request.param]:
        raise LackingError(lacking)
    with ExitStack() as running:
        if request.param == "chromium":
            yield chromium.Chromium(request.getfixturevalue("browser"))
        elif request.param == "firefox":
            yield running.enter_context(firefox.running_firefox(tmp_path_factory.mktemp("firefox")))
        else:
            yield running.enter_context(webkit.running_webkit())


@pytest.fixture
def network(live_app: str) -> Iterator[NetworkLink]:
    """The line between the phones and the application, which the test can cut."""
    port = urlsplit(live_app).port
    assert port
    made = NetworkLink(port)
    yield made
    made.cut()


@pytest.fixture
def players(engine: Engine, network: NetworkLink) -> Iterator[Callable[..., Player]]:
    """Make people with phones: `players()` is somebody else each time, `players("score.test")` at a host of that name.

    The test fails when a script broke or the content security policy was hurt on any of the phones.
    """
    made: list[Player] = []

    def make(host: str = "localhost") -> Player:
        made.append(Player(engine.screen(f"http://{host}:{network.port}")))
        return made[-1]

    yield make
    for player in made:
        player.screen.close()
    assert not [complaint for player in made for complaint in player.screen.complaints]
