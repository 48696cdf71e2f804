"""WebKit as GNOME has it (WebKitGTK), driven by Selenium on a display that nobody sees.

iPhones have the same engine for pages and scripts, with another system below it.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from selenium.common import WebDriverException
from selenium.webdriver import Remote, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.action_chains import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.engines.screen import HEIGHT, KEYS, PATIENCE, WIDTH, Engine, Screen
from tests.browser.network import finding_names_here

DRIVER: Final = shutil.which("WebKitWebDriver")
XVFB: Final = shutil.which("Xvfb")
# Where Debian and others have the small browser that the driver starts.
BROWSER: Final = next(
    (
        str(file)
        for folder in ("lib", "libexec")
        for file in sorted(Path("/usr", folder).glob("**/webkit2gtk-4.*/MiniBrowser"))
    ),
    None,
)
LACKS: Final = "WebKitGTK" if not (DRIVER and BROWSER) else None if XVFB else "Xvfb"
# A phone is a window without bars, which only a page can open; the browser's own is never narrower than its bars.
OPENER: Final = (
    f"""data:text/html,<button onclick="open('about:blank', '', 'noopener,width={WIDTH},height={HEIGHT}')">+"""
)
# The driver tells nothing of what fails in a page: its listeners come with the first question, and what they heard with
# each answer.
ANSWERING: Final = """const [given, done] = arguments;
if (!window.heard) {
    window.heard = [];
    addEventListener("error", ({ message }) => message && heard.push(message));
    addEventListener("unhandledrejection", ({ reason }) => heard.push(String(reason)));
    addEventListener("securitypolicyviolation", (event) => heard.push(`forbidden by ${event.violatedDirective}`));
}
(async () => JSON.stringify(await (FUNCTION)(...JSON.parse(given))) ?? "null")()
    .then((text) => done([heard.splice(0), text]), (error) => done([heard.splice(0), null, String(error)]));"""


class WebKitScreen(Screen):
    """A browser of its own, with one window."""

    broken = WebDriverException

    def __init__(self, display: str, names: int, base: str) -> None:
        super().__init__(base)
        options = WebKitGTKOptions()
        options.binary_location = BROWSER or ""
        options.add_argument("--automation")
        options.add_argument(f"--proxy=socks5://127.0.0.1:{names}")
        options.add_argument("--ignore-host=localhost")
        self._service = WebKitGTKService(executable_path=DRIVER or "", env=os.environ | {"DISPLAY": display})
        self._service.start()
        try:
            client = ClientConfig(remote_server_addr=self._service.service_url, timeout=PATIENCE * 3)
            self._driver = Remote(RemoteConnection(client_config=client), options=options)
            self._driver.set_script_timeout(PATIENCE)
            self._change_window()
        except Exception:
            self._service.stop()  # and the browser with it
            raise

    def _change_window(self) -> None:
        """Open a window of a phone's size, and close the browser's own."""
        with_bars = self._driver.current_window_handle
        self._driver.get(OPENER)
        self._driver.find_element("tag name", "button").click()
        WebDriverWait(self._driver, PATIENCE).until(lambda driver: len(driver.window_handles) > 1)
        (phone,) = set(self._driver.window_handles) - {with_bars}
        self._driver.close()
        self._driver.switch_to.window(phone)

    def open(self, path: str) -> None:
        self._driver.get(self.base + path)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        script = ANSWERING.replace("FUNCTION", function)
        heard, text, *error = self._driver.execute_async_script(script, json.dumps(arguments))
        self.complaints += heard
        if error:
            raise WebDriverException(error[0])
        return json.loads(text)

    def touch(self, x: int, y: int) -> None:
        self.draw((x, y), (x, y))

    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        actions = ActionBuilder(self._driver, mouse=PointerInput("mouse", "mouse"), duration=0)
        actions.pointer_action.move_to_location(*start).pointer_down().move_to_location(*end).pointer_up()
        actions.perform()

    def press(self, *keys: str) -> None:
        actions = ActionBuilder(self._driver, duration=0)
        for key in keys:
            actions.key_action.key_down(KEYS.get(key, key)).key_up(KEYS.get(key, key))
        actions.perform()

    def paste(self) -> None:
        actions = ActionBuilder(self._driver, duration=0)
        actions.key_action.key_down(Keys.CONTROL).key_down("v").key_up("v").key_up(Keys.CONTROL)
        actions.perform()

    def screenshot(self, file: Path) -> None:
        self._driver.get_screenshot_as_file(str(file))

    def close(self) -> None:
        with suppress(WebDriverException):
            self.evaluate("() => 0")
        self._driver.quit()
        self._service.stop()


class WebKit(Engine):
    """A display on which browsers open their windows, and the port of a SOCKS server that finds names for them."""

    def __init__(self, display: str, names: int) -> None:
        self._display = display
        self._names = names

    def screen(self, base: str) -> Screen:
        return WebKitScreen(self._display, self._names, base)


@contextmanager
def running_webkit() -> Iterator[WebKit]:
    """Start a display for browsers, and end it."""
    reading, writing = os.pipe()
    screen = f"{WIDTH * 2}x{HEIGHT * 2}x24"
    command = [XVFB or "", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as said:
                number = said.readline().strip()
            assert number, "Xvfb does not start"
            with finding_names_here() as names:
                yield WebKit(f":{number}", names)
        finally:
            process.terminate()
