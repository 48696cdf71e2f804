"""Chromium, driven by Playwright like all other browser tests."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ConsoleMessage, Error

from tests.browser.conftest import CHROMIUM, PHONE
from tests.browser.engines.screen import Engine, Screen

LACKS: Final = None if CHROMIUM else "Chromium"


class ChromiumScreen(Screen):
    """A context of the one Chromium, with a page."""

    broken = Error

    def __init__(self, browser: Browser, base: str) -> None:
        super().__init__(base)
        self._context = browser.new_context(base_url=base, **(PHONE | {"service_workers": "allow"}))
        self._context.set_default_timeout(60_000)
        self._context.on("console", self._on_console)
        self._context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self._page = self._context.new_page()
        self._fingers = self._context.new_cdp_session(self._page)

    def _on_console(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.complaints.append(message.text)

    def open(self, path: str) -> None:
        self._page.goto(path)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"(given) => ({function})(...given)", list(arguments))

    def touch(self, x: int, y: int) -> None:
        self._page.touchscreen.tap(x, y)

    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            touches = [{"x": x, "y": y} for x, y in points]
            self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def paste(self) -> None:
        self._page.keyboard.press("Control+V")

    def screenshot(self, file: Path) -> None:
        # Without hiding the caret, for which Playwright would put a style into the page.
        self._page.screenshot(path=file, caret="initial")

    def close(self) -> None:
        self._context.close()


class Chromium(Engine):
    """The Chromium of all browser tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def screen(self, base: str) -> Screen:
        return ChromiumScreen(self._browser, base)
