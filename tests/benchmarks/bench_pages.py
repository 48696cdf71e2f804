"""Measure the bytes that each page transfers to a phone that opens it for the first time, and those of a saved round.

    python -m tests.benchmarks.bench_pages [--players 12] [--matches 66]

The server is what `start` runs, the phone a Chromium with empty caches, at 390 x 844. Bytes are those of answers as
they were sent, compressed, heads included, of the page and all it asks for until half a second was quiet; "then"
are those of the page opened once more by the same phone. What a page where rounds are entered fetches two seconds
later (tally.js, 10 KB) isn't among them. This Chromium takes brotli from its own computer. From another one a browser
takes gzip over plain http, which is 5 KB more for a table's page.
"""

import argparse
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.servers import Workers

PAGES = (
    *(("start", "/"), ("rules", "/rules/standard/"), ("checker", "/check/"), ("how it looks", "/display/")),
    *(("table", "{t}"), ("table's picture", "{t}picture/"), ("story", "{t}games/1/story/"), ("sheet", "{t}print/")),
    *(("big screen", "{t}board/"), ("a round", "{t}rounds/1/1/"), ("links", "{t}links/")),
)


class One(Workers):
    """What `start` runs, as a family has it."""

    number = 1


class Traffic:
    """Counts the responses that a page receives, and their bytes as sent."""

    def __init__(self, page: Page) -> None:
        self.requests = self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._came)

    def _came(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.bytes += int(event["encodedDataLength"])

    def during(self, page: Page, act: Callable[[], object]) -> tuple[int, int]:
        """Requests and bytes of what is done, until nothing more comes."""
        self.requests = self.bytes = 0
        act()
        before = -1
        while before != self.requests:
            before = self.requests
            page.wait_for_timeout(500)
        return self.requests, self.bytes


def opened(browser: Browser, site: One, cookies: Any, address: str) -> str:
    """A line about a page: opened by a new phone, and opened again."""
    context = phone(browser, site, cookies)
    page = context.new_page()
    traffic = Traffic(page)
    first = traffic.during(page, lambda: page.goto(address))
    then = traffic.during(page, lambda: page.goto(address))
    context.close()
    return f"{first[0]:>10}{first[1] / 1000:>10.1f}{then[0]:>10}{then[1] / 1000:>10.1f}"


def phone(browser: Browser, site: One, cookies: Any) -> BrowserContext:
    """A phone that has nothing but its cookies."""
    context = browser.new_context(base_url=site.url, **PHONE)  # type: ignore[arg-type]
    if cookies:
        context.add_cookies(cookies)
    return context


def main() -> None:
    """Make a table and a league, and open everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--matches", type=int, default=66)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, One(Path(folder)) as site, sync_playwright() as playwright:
        size = (f"--players={options.players}", f"--matches={options.matches}")
        season = site.manage("demo_league", *size).split()[-1]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        keeper = phone(browser, site, None)
        page = keeper.new_page()
        page.goto("/")
        page.locator(".try button").tap()
        page.wait_for_url("**/t/*/")
        table, cookies = page.url.removeprefix(site.url), keeper.cookies()
        league = page.context.request.get(season).text()
        player = re.search(r'"(/l/\w+/players/\d+/)"', league)
        assert player
        pages = [(name, address.replace("{t}", table)) for name, address in PAGES]
        pages += [("season", season), ("season's pictures", f"{season}pictures/"), ("matches", f"{season}matches/")]
        pages += [("player", player[1]), ("league", player[1].partition("players/")[0]), ("hall", f"{season}hall/")]
        print(f"{'':<20}{'requests':>10}{'KB':>10}{'then':>10}{'KB':>10}")
        for name, address in pages:
            print(f"{name:<20}{opened(browser, site, cookies, address)}")
        saved(browser, site, cookies, table)


def saved(browser: Browser, site: One, cookies: Any, table: str) -> None:
    """Print what one saved round takes on the phone that saves it, and on one that watches."""
    screens = []
    for _ in range(2):
        page = phone(browser, site, cookies).new_page()
        traffic = Traffic(page)
        traffic.during(page, lambda page=page: page.goto(table))  # type: ignore[misc]
        screens.append((page, traffic))
    (writer, traffic), (watcher, other) = screens
    other.requests = other.bytes = 0

    def enter() -> None:
        writer.locator('label:has(input[value="0:knock:7"])').tap()
        writer.locator("[data-deadwood]:visible").fill("17")

    def save() -> None:
        writer.locator("button.save").tap()
        writer.locator("#sheet .lines > li").nth(4).wait_for()

    shown, mine = traffic.during(writer, enter), traffic.during(writer, save)
    watcher.wait_for_timeout(1000)
    print(f"a saved round: {mine[0]} requests and {mine[1] / 1000:.1f} KB where it was entered")
    print(f"(and {shown[0]} and {shown[1] / 1000:.1f} KB to preview it),", end=" ")
    print(f"{other.requests} and {other.bytes / 1000:.1f} KB on another screen")


if __name__ == "__main__":
    main()
