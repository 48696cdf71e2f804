"""Browser: half an hour without network: rounds are entered, the page reloaded, the browser killed.

The server, the browser with its profile, and the line between them that is cut, are real.
"""

import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.browser.network import NetworkLink
from tests.browser.table import Hand
from tests.browser.test_outbox import enter_round_by_hand, open_list, stored_items, until, waiting
from tests.servers import NO_TLS, Site, Sites

pytestmark = pytest.mark.slow

REPETITIONS = 3


class Profile:
    """A phone's browser with all that it keeps on its disk."""

    def __init__(self, browser: Browser, folder: Path, base: str) -> None:
        self._browser = browser
        self.folder = folder
        self.base = base
        self.context: BrowserContext | None = None

    def open(self) -> Page:
        """Start the browser, and return its page."""
        self.context = self._browser.browser_type.launch_persistent_context(
            str(self.folder),
            executable_path=CHROMIUM,
            args=FLAGS,
            base_url=self.base,
            **(PHONE | {"service_workers": "allow"}),
        )
        self.context.set_default_timeout(60_000)
        return self.context.pages[0]

    def close(self) -> None:
        """Close it as a person does."""
        if self.context:
            self.context.close()
            self.context = None

    def kill(self) -> None:
        """What an empty battery does to it: SIGKILL for the browser, nothing is tidied up."""
        pid = int(str((self.folder / "SingletonLock").readlink()).rpartition("-")[2])
        os.kill(pid, signal.SIGKILL)
        with suppress(Exception):
            assert self.context
            self.context.close()
        self.context = None
        # The lock of a browser that is no more; on a phone the system sees to it.
        for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
            (self.folder / name).unlink(missing_ok=True)


class Sitting:
    """A table of the real server, through its API: the other phone, and what the ledger says."""

    def __init__(self, site: Site) -> None:
        self._client = httpx.Client(base_url=f"{site.url}/api/v1/", timeout=60, verify=NO_TLS)
        given = {"players": ["Ann", "Ben"], "preset": "standard"}
        made = self._client.post("tables/", json=given, headers={"Idempotency-Key": os.urandom(8).hex()})
        assert made.status_code == 201, made.text
        self.id: str = made.json()["id"]
        self.tokens: dict[str, str] = {role: made.json()[f"{role}_token"] for role in ("score", "watch")}

    def close(self) -> None:
        """Put the other phone away."""
        self._client.close()

    def enter(self, number: int, deadwood: int) -> None:
        """Ann knocks with 7 and Ben has so much, told by the other phone."""
        facts = {"ender": "Ann", "declared": "knock", "deadwood_after_layoffs": {"Ann": 7, "Ben": deadwood}}
        body = facts | {"game": 1, "round": number}
        headers = {"Authorization": f"Bearer {self.tokens['score']}", "Idempotency-Key": os.urandom(8).hex()}
        answer = self._client.post(f"tables/{self.id}/rounds/", json=body, headers=headers)
        assert answer.status_code == 201, answer.text

    def rounds(self) -> list[tuple[int, int]]:
        """The rounds on the sheet, in the order in which they were written: number, and what Ben had."""
        headers = {"Authorization": f"Bearer {self.tokens['watch']}"}
        body = self._client.get(f"tables/{self.id}/", headers=headers).json()
        lines = body["games"][-1]["rounds"]
        return [(line["number"], line["deadwood"]["Ben"]) for line in sorted(lines, key=lambda line: line["revision"])]


@pytest.fixture(scope="module")
def line(sites: Sites) -> Iterator[tuple[Site, NetworkLink]]:
    """A running server, and the line to it."""
    with sites.make("sqlite") as site:
        network = NetworkLink(site.port)
        yield site, network
        network.cut()


@pytest.fixture(autouse=True)
def whole(line: tuple[Site, NetworkLink]) -> None:
    """Every test begins with the line in order."""
    line[1].mend()


@pytest.fixture
def sitting(line: tuple[Site, NetworkLink]) -> Iterator[Sitting]:
    made = Sitting(line[0])
    yield made
    made.close()


@pytest.fixture
def profile(browser: Browser, line: tuple[Site, NetworkLink], tmp_path: Path) -> Iterator[Profile]:
    made = Profile(browser, tmp_path / "profile", line[1].url)
    yield made
    made.close()
    shutil.rmtree(made.folder, ignore_errors=True)


def ready(page: Page, path: str) -> None:
    """Wait until the service worker has a copy of the table."""
    held = "async (path) => Boolean(await navigator.serviceWorker.ready && await caches.match(path))"
    until(page, held, path)


def sit_down(profile: Profile, sitting: Sitting) -> Hand:
    """Take up the link to score, and come again on another evening: what a browser writes late is on its disk then."""
    hand = Hand(profile.open())
    hand.join(f"/j/{sitting.tokens['score']}/", "Ann's phone")
    ready(hand.page, f"/t/{sitting.id}/")
    profile.close()
    hand = Hand(profile.open())
    hand.page.goto(f"/t/{sitting.id}/")
    return hand


@pytest.mark.parametrize("repetition", range(REPETITIONS))
def test_half_an_hour_without_network(
    line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile, repetition: int, counted: Callable[[str], None]
) -> None:
    _, network = line
    hand = sit_down(profile, sitting)
    network.cut()
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number)
    waiting(hand.page, 3)
    # Reloaded: the copy of the phone, which says what it is, and goes on with the next number.
    hand.page.reload()
    expect(hand.page.locator("#copy")).to_contain_text("Offline copy from")
    waiting(hand.page, 3)
    for number in (4, 5, 6):
        enter_round_by_hand(hand, number)
    waiting(hand.page, 6)
    stored = stored_items(hand.page)
    profile.kill()
    hand = Hand(profile.open())
    hand.page.goto(f"/t/{sitting.id}/")
    waiting(hand.page, 6)
    assert [entry["key"] for entry in stored_items(hand.page)] == [entry["key"] for entry in stored]
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 7")
    assert sitting.rounds() == []
    overlap = repetition % 3 == 2
    if overlap:
        for number, deadwood in ((1, 21), (2, 22), (3, 40)):
            sitting.enter(number, deadwood)
    network.mend()
    back = time.monotonic()
    if overlap:
        # Two are confirmed, one is a question, the rest waits for its answer.
        waiting(hand.page, 4)
        expect(hand.page.locator("#outbox.stuck")).to_be_visible()
        assert sitting.rounds() == [(1, 21), (2, 22), (3, 40)]
        open_list(hand.page)
        question = hand.page.locator("#outbox li").first
        expect(question).to_contain_text("Round 3: Ann knocks with 7, Ben 23")
        expect(question.locator("dd").first).to_contain_text("40")
        question.get_by_role("button", name="Delete", exact=True).tap()
        question.get_by_role("button", name="Yes, delete it").tap()
    waiting(hand.page, 0)
    took = time.monotonic() - back
    third = 40 if overlap else 23
    assert sitting.rounds() == [(1, 21), (2, 22), (3, third), (4, 24), (5, 25), (6, 26)]
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(6)
    expect(hand.page.locator("#copy")).to_be_hidden()
    text = f"{took:.1f} s after the line was back" + (", 2 confirmed, 1 asked" if overlap else "")
    counted(f"6 rounds, a reload, a killed browser: 6 in the ledger, in order, once, {text}")


def test_an_installed_app_opens_without_network(
    line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile
) -> None:
    _, network = line
    hand = sit_down(profile, sitting)
    network.cut()
    hand.page.goto("/")
    expect(hand.page.locator("h1")).to_have_text("The server can't be reached")
    hand.tap(hand.page.locator("#copies a", has_text="Ann and Ben"))
    hand.page.wait_for_url(f"**/t/{sitting.id}/")
    enter_round_by_hand(hand, 1)
    waiting(hand.page, 1)
    hand.page.goto("/")
    waiting(hand.page, 1)
    network.mend()
    waiting(hand.page, 0)
    assert sitting.rounds() == [(1, 21)]


def test_the_help_opens_without_network(line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile) -> None:
    _, network = line
    page = sit_down(profile, sitting).page
    network.cut()
    page.goto("/help/?q=undercut")
    expect(page.locator("h1")).to_have_text("Help")
    page.get_by_role("searchbox").fill("Wi-Fi goes out")
    expect(page.get_by_role("heading", level=2)).to_have_count(1)
    network.mend()


def test_the_worker_keeps_pages_of_tables_and_the_help_only(
    sitting: Sitting, profile: Profile, counted: Callable[[str], None]
) -> None:
    hand = sit_down(profile, sitting)
    page = hand.page
    enter_round_by_hand(hand, 1)
    for path in (
        "/",
        "/account/signup/",
        "/leagues/",
        "/tablet/",
        f"/j/{sitting.tokens['watch']}/",
        f"/t/{sitting.id}/revision/",
    ):
        page.goto(path)
    page.goto(f"/t/{sitting.id}/cards/")
    held: dict[str, list[str]] = page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
            [name, (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)])))"""
    )
    assert held.pop("tables") == [f"/t/{sitting.id}/"]
    (shell,) = held.values()
    assert [path for path in shell if not path.startswith("/static/")] == ["/offline/", "/help/"]
    # Logging out of an account forgets them; so does a table that is closed to this phone.
    page.evaluate("fetch('/account/logout/', { method: 'POST' })")
    until(page, "async () => !(await caches.has('tables'))")
    page.goto(f"/t/{sitting.id}/")
    ready(page, f"/t/{sitting.id}/")
    page.context.clear_cookies(name="device")
    page.reload()
    expect(page.locator("main")).to_contain_text("There's nothing here")
    until(page, "async () => !(await (await caches.open('tables')).keys()).length")
    counted(f"copies: 1 table, {len(shell)} files of the shell, nothing else")


def test_the_worker_and_the_manifest_are_as_browsers_want_them(
    line: tuple[Site, NetworkLink], profile: Profile
) -> None:
    site, _ = line
    with httpx.Client(base_url=site.url) as client:
        worker = client.get("/sw.js")
        assert worker.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert "no-cache" in worker.headers["Cache-Control"]
        assert worker.text == client.get("/sw.js").text, "a worker that changes is installed anew each time"
        assert len(worker.text.splitlines()) < 300
        manifest = client.get("/manifest.webmanifest")
        assert manifest.headers["Content-Type"] == "application/manifest+json"
        body: dict[str, Any] = manifest.json()
        assert (body["start_url"], body["display"]) == ("/", "standalone")
        for icon in body["icons"]:
            image = client.get(icon["src"])
            size = int(icon["sizes"].partition("x")[0])
            assert (image.headers["Content-Type"], image.content[:4]) == ("image/png", b"\x89PNG")
            assert int.from_bytes(image.content[16:20], "big") == int.from_bytes(image.content[20:24], "big") == size
        assert {icon["purpose"] for icon in body["icons"]} == {"any", "maskable"}
    page = profile.open()
    page.goto("/")
    until(page, "() => navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == [], json.dumps(faults)
