"""Fixtures of the browser tests: a real Chromium, phones in it, and the real application on a port."""

import importlib
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.servers import LackingError

HERE = Path(__file__).parent
PATIENCE = 60  # seconds until what does not come is broken
expect.set_options(timeout=PATIENCE * 1000)

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--no-sandbox",  # Chromium has no sandbox for root, which is who runs CI
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP score.test 127.0.0.1",  # a name that isn't localhost, for pages that aren't safe
]
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    # A worker would answer from its copies; the tests of the worker let it in.
    "service_workers": "block",
}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark everything in this folder `browser`."""
    item.add_marker("browser")


# Not for the session: Playwright keeps an event loop running in this thread, which tests elsewhere must not meet.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; what separates them is a context each."""
    if not CHROMIUM:
        raise LackingError("Chromium")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Seeing that loop, Django would refuse the database to the tests.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def _server(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The application as it is served in production: one process, one event loop, a free port."""
    with django_db_blocker.unblock():
        # It asks whether the database is as it has to be when it is imported.
        importlib.import_module("scorekeeper.asgi")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config("scorekeeper.asgi:application", log_config=None, ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="live app")
        thread.start()
        end = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the application does not start"
            assert time.monotonic() < end, "the application does not start in time"
            time.sleep(0.01)
        yield f"http://localhost:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.fixture
def live_app(transactional_db: None, _server: str) -> str:
    """The address of the running application, with an empty database that the test itself may read and write."""
    return _server


@pytest.fixture
def phone(browser: Browser, live_app: str) -> Iterator[Callable[..., Page]]:
    """Make phones: `phone()` is a page of somebody else's phone each time, sharing nothing with the others.

    `page.goto("/")` opens the live application. Keywords go to Playwright's `new_context`, for example
    `phone(java_script_enabled=False)`. The test fails when a script broke or the content security policy was hurt.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def make(**options: Any) -> Page:
        context = browser.new_context(base_url=live_app, **(PHONE | options))
        context.set_default_timeout(60_000)
        context.on("console", on_console)
        context.on("weberror", lambda broken: complaints.append(str(broken.error)))
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert not complaints
