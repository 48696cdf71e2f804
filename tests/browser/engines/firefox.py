"""Firefox as distributions ship it, driven by WebDriver BiDi.

Selenium would need geckodriver for it, which no release of Debian has, and Playwright a Firefox of its own making. But
Firefox speaks BiDi itself: JSON over a WebSocket, a reply to each command.
"""

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from selenium.common import WebDriverException
from selenium.webdriver.common.keys import Keys
from websocket import create_connection

from tests.browser.engines.screen import HEIGHT, KEYS, PATIENCE, PAUSE, WIDTH, Engine, Screen

FIREFOX: Final = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
LACKS: Final = None if FIREFOX else "Firefox"
PREFERENCES: Final[dict[str, object]] = {
    "dom.w3c_touch_events.enabled": 1,
    # Coarse, and no hovering: what a phone says of its pointer.
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
    # Several phones are windows of one browser; each behaves as if it had the focus.
    "focusmanager.testmode": True,
    # Names that it finds at this machine.
    "network.dns.localDomains": "score.test",
    # It asks nobody outside for anything.
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
DOWN: Final = {"type": "pointerDown", "button": 0}
UP: Final = {"type": "pointerUp", "button": 0}


class FirefoxScreen(Screen):
    """A window of the one Firefox, in a container of its own ("user context")."""

    broken = WebDriverException

    def __init__(self, firefox: "Firefox", base: str) -> None:
        super().__init__(base)
        self._firefox = firefox
        self._container = firefox.send("browser.createUserContext")["userContext"]
        created = firefox.send("browsingContext.create", type="window", userContext=self._container)
        self._page: str = created["context"]
        firefox.complaints[self._page] = self.complaints
        size = {"width": WIDTH, "height": HEIGHT}
        firefox.send("browsingContext.setViewport", context=self._page, viewport=size, devicePixelRatio=2)

    def open(self, path: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._page, url=self.base + path, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        answer = self._firefox.send(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given))) ?? 'null'",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise WebDriverException(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def touch(self, x: int, y: int) -> None:
        self._move_finger({"type": "pointerMove", "x": x, "y": y}, DOWN, UP)

    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        first, last = ({"type": "pointerMove", "x": x, "y": y} for x, y in (start, end))
        self._move_finger(first, DOWN, last, UP)

    def _move_finger(self, *actions: dict[str, Any]) -> None:
        kind = {"pointerType": "touch"}
        self._perform({"type": "pointer", "id": "finger", "parameters": kind, "actions": list(actions)})

    def press(self, *keys: str) -> None:
        values = [KEYS.get(key, key) for key in keys]
        self._move_keys(*((kind, value) for value in values for kind in ("keyDown", "keyUp")))

    def paste(self) -> None:
        self._move_keys(("keyDown", Keys.CONTROL), ("keyDown", "v"), ("keyUp", "v"), ("keyUp", Keys.CONTROL))

    def _move_keys(self, *moves: tuple[str, str]) -> None:
        actions = [{"type": kind, "value": value} for kind, value in moves]
        self._perform({"type": "key", "id": "keyboard", "actions": actions})

    def _perform(self, actions: dict[str, Any]) -> None:
        self._firefox.send("input.performActions", context=self._page, actions=[actions])

    def screenshot(self, file: Path) -> None:
        picture = self._firefox.send("browsingContext.captureScreenshot", context=self._page)
        file.write_bytes(base64.b64decode(picture["data"]))

    def close(self) -> None:
        self._firefox.send("browser.removeUserContext", userContext=self._container)


class Firefox(Engine):
    """One Firefox without a window on any display, and the connection to it."""

    def __init__(self, address: str) -> None:
        self.complaints: dict[str, list[str]] = {}
        """By page, what its scripts complained of."""
        self._connection = create_connection(address, timeout=PATIENCE * 3, suppress_origin=True)
        self._sent = 0
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command; return its result, or raise WebDriverException. Events that come meanwhile are noted."""
        self._sent += 1
        self._connection.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while (reply := json.loads(self._connection.recv())).get("id") != self._sent:
            if reply.get("method") == "log.entryAdded":
                self._on_log(reply["params"])
        if "error" in reply:
            raise WebDriverException(f"{reply['error']}: {reply['message']}")
        return reply["result"]

    def _on_log(self, entry: dict[str, Any]) -> None:
        # Not what htmx writes on the console: that also tells of each request which a newer one replaced.
        if entry["type"] == "javascript" and entry["level"] == "error":
            self.complaints.get(entry["source"].get("context", ""), []).append(entry["text"])

    def screen(self, base: str) -> Screen:
        return FirefoxScreen(self, base)

    def close(self) -> None:
        """End the browser."""
        self.send("browser.close")
        self._connection.close()


@contextmanager
def running_firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty ``profile``, and end it."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [FIREFOX or "", "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            firefox = Firefox(_address(process, profile))
            yield firefox
            firefox.close()
        finally:
            process.terminate()


def _address(process: subprocess.Popen[bytes], profile: Path) -> str:
    """Wait until Firefox has said in its profile at which port it speaks BiDi."""
    said = profile / "WebDriverBiDiServer.json"
    end = time.monotonic() + PATIENCE * 3
    while not said.exists():
        assert process.poll() is None, f"Firefox ended with status {process.returncode}"
        assert time.monotonic() < end, "Firefox does not start in time"
        time.sleep(PAUSE)
    server = json.loads(said.read_text(encoding="utf-8"))
    return f"ws://{server['ws_host']}:{server['ws_port']}/session"
