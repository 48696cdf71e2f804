"""A page in a browser of any engine: the few things a person does, and what they see.

Each engine says how a point is touched, a key pressed and a question put to the page (`chromium.py`, `firefox.py`,
`webkit.py`). Everything else is written once, on top of that.
"""

import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Final

from selenium.webdriver.common.keys import Keys

WIDTH: Final = 390
HEIGHT: Final = 844
PATIENCE: Final = 60
"""Seconds after which a page that doesn't show what it should is broken."""
PAUSE: Final = 0.05

# Keys without a character of their own, under the names that Playwright has for them.
KEYS: Final = {
    "ArrowDown": Keys.ARROW_DOWN,
    "ArrowRight": Keys.ARROW_RIGHT,
    "Backspace": Keys.BACKSPACE,
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Space": Keys.SPACE,
    "Tab": Keys.TAB,
}

# Where to touch an element, or why a finger can't: the element must stand still, and nothing may lie over its middle.
POINT: Final = """async (selector, scroll) => {
    const shown = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
    if (shown.length !== 1) return `${shown.length} of it are shown`;
    const [element] = shown;
    const field = element.control ?? element;
    if (field.disabled) return "it is disabled";
    if (scroll) element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const before = element.getBoundingClientRect();
    await frame();
    const box = element.getBoundingClientRect();
    if (box.x !== before.x || box.y !== before.y) return "it moves";
    const [x, y] = [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
    const hit = document.elementFromPoint(x, y);
    if (!element.contains(hit)) return `this lies over it: ${hit?.outerHTML.slice(0, 200)}`;
    return { x, y };
}"""
TEXTS: Final = """(selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.getClientRects().length).map((one) => one.innerText.replace(/\\s+/g, " ").trim())"""


class Screen(ABC):
    """One page of one phone, which shares nothing with other phones."""

    broken: type[Exception] | tuple[type[Exception], ...]
    """What `evaluate` raises when the page goes away meanwhile, as it does when a form was sent."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.complaints: list[str] = []
        """Scripts that failed, and what the content security policy forbade."""

    @abstractmethod
    def open(self, path: str) -> None:
        """Go to a path of the site, and wait until the page is loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page, wait for its promise, and return what it gives."""

    @abstractmethod
    def touch(self, x: int, y: int) -> None:
        """Tap a point of the page; with the mouse where the engine can't be given a finger."""

    @abstractmethod
    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a finger, or the pressed mouse, from one point to another."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys one after the other: a character each, or one of `KEYS`."""

    @abstractmethod
    def paste(self) -> None:
        """Press Ctrl+V."""

    @abstractmethod
    def screenshot(self, file: Path) -> None:
        """Store what the screen shows as a PNG."""

    @abstractmethod
    def close(self) -> None:
        """Put the phone away, with all that it knows."""

    # --- What people see ---------------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """Where the page is."""
        return str(self.evaluate("() => location.pathname"))

    def until(self, function: str, *arguments: Any, why: str = "", seconds: float = PATIENCE) -> Any:
        """Wait until a JavaScript function gives something that is true, and return that."""
        end = time.monotonic() + seconds
        answer: Any = None
        while True:
            try:
                answer = self.evaluate(function, *arguments)
            except self.broken as away:
                answer = None
                last = str(away)
            else:
                last = repr(answer)
            if answer:
                return answer
            assert time.monotonic() < end, (
                f"not within {seconds:g} s: {why or function} {arguments}; it is {last[:300]}"
            )
            time.sleep(PAUSE)

    def texts(self, selector: str) -> list[str]:
        """The texts of all that is shown."""
        return list(self.evaluate(TEXTS, selector))

    def reads(self, selector: str, *texts: str, seconds: float = PATIENCE) -> None:
        """Wait until exactly these texts are shown there."""
        same = f"(selector, texts) => JSON.stringify(({TEXTS})(selector)) === JSON.stringify(texts)"
        try:
            self.until(same, selector, list(texts), seconds=seconds)
        except AssertionError as never:
            page = self.evaluate("() => document.body.innerText.replace(/\\s+/g, ' ').slice(0, 1500)")
            raise AssertionError(f"{selector} reads {self.texts(selector)}, not {list(texts)}: {page}") from never

    def shows(self, selector: str, containing: str = "", *, seconds: float = PATIENCE) -> None:
        """Wait until something there is shown that contains a text."""
        found = f"(selector, text) => ({TEXTS})(selector).some((one) => one.includes(text))"
        self.until(found, selector, containing, seconds=seconds)

    def hides(self, selector: str) -> None:
        """Wait until nothing there is shown."""
        self.until(f"(selector) => ({TEXTS})(selector).length === 0", selector)

    def value(self, selector: str) -> str:
        """What is in a field."""
        return str(self.evaluate("(selector) => document.querySelector(selector).value", selector))

    def at(self, part: str) -> None:
        """Wait until the page's path contains this."""
        self.until("(part) => document.readyState === 'complete' && location.pathname.includes(part)", part)

    @property
    def fits(self) -> bool:
        """Whether nothing hangs over the edge of the screen."""
        root = "document.documentElement"
        return bool(self.evaluate(f"() => {root}.scrollWidth <= {root}.clientWidth && innerWidth <= {WIDTH}"))

    # --- What people do ----------------------------------------------------------------------------------------------

    def point(self, selector: str, *, scroll: bool = True) -> tuple[int, int]:
        """The middle of what is shown there, once a finger can reach it; if need be by scrolling."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = self.evaluate(POINT, selector, scroll)
            except self.broken as away:
                found = str(away)
            if isinstance(found, dict):
                return round(found["x"]), round(found["y"])
            assert time.monotonic() < end, f"{selector} can't be tapped: {found}"
            time.sleep(PAUSE)

    def tap(self, selector: str) -> None:
        """Tap the one thing that is shown there."""
        self.touch(*self.point(selector))

    def drag(self, first: str, last: str) -> None:
        """Draw a finger from one thing to another that is on the screen with it."""
        start = self.point(first)
        self.draw(start, self.point(last, scroll=False))

    def type(self, selector: str, text: str) -> None:
        """Tap a field and type; what was in it stays in front."""
        self.tap(selector)
        self.until("(selector) => document.activeElement.matches(selector)", selector)
        self.press(*text)


class Engine(ABC):
    """A browser engine that runs, and gives phones."""

    @abstractmethod
    def screen(self, base: str) -> Screen:
        """Return a phone that nobody has used yet."""
