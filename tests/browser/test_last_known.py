"""Browser: a reload without network shows what the phone last knew; and what is left of that on plain http."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.browser.network import NetworkLink
from tests.browser.table import Hand
from tests.browser.test_offline import Profile, Sitting, profile, sit_down, sitting
from tests.browser.test_outbox import enter_round_by_hand, open_list, until, waiting
from tests.servers import Site, Sites

pytestmark = pytest.mark.slow

__all__ = ["profile", "sitting"]

COPY_HAS = """async ([path, text]) => {
    const copy = await caches.match(path);
    return Boolean(copy) && (await copy.text()).includes(text);
}"""


@pytest.fixture(scope="module")
def line(sites: Sites) -> Iterator[tuple[Site, NetworkLink]]:
    """A running server that answers to one more name, and the line to it."""
    with sites.make("sqlite", ALLOWED_HOSTS="localhost,127.0.0.1,score.test") as site:
        network = NetworkLink(site.port)
        yield site, network
        network.cut()


@pytest.fixture(autouse=True)
def whole(line: tuple[Site, NetworkLink]) -> None:
    """Every test begins with the line in order."""
    line[1].mend()


def test_a_reload_shows_live_updates(line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile) -> None:
    _, network = line
    hand = sit_down(profile, sitting)
    page, path = hand.page, f"/t/{sitting.id}/"
    for number, deadwood in ((1, 20), (2, 30), (3, 40)):
        sitting.enter(number, deadwood)
        expect(page.locator("#sheet .lines > li")).to_have_count(number)
    until(page, COPY_HAS, [path, "Undo round 3"])
    network.cut()
    page.reload()
    expect(page.locator("#copy")).to_contain_text("Offline copy from")
    hand.shows(69, 0)
    expect(page.locator("#sheet .lines > li")).to_have_count(3)
    expect(page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 4")
    # And the score goes on from there, over a second reload.
    enter_round_by_hand(hand, 4, keys="11")
    hand.shows(73, 0)
    page.reload()
    hand.shows(73, 0)
    waiting(page, 1)
    # What waits lies over the bar at the top, and leaves the words about the copy readable.
    waits, copy = page.locator("#outbox summary").bounding_box(), page.locator("#copy").bounding_box()
    assert waits and copy and waits["y"] + waits["height"] <= copy["y"]
    expect(page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 5")
    network.mend()
    waiting(page, 0)
    assert sitting.rounds() == [(1, 20), (2, 30), (3, 40), (4, 11)]


def test_a_settled_question_stays_settled(line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile) -> None:
    _, network = line
    hand = sit_down(profile, sitting)
    page, path = hand.page, f"/t/{sitting.id}/"
    hand.choose("0:knock:7")
    hand.type("20")
    sitting.enter(1, 30)
    expect(page.locator("#sheet .lines > li")).to_have_count(1)
    hand.tap("button.save")
    expect(page.locator(".conflict")).to_be_visible()
    hand.tap(page.locator(".conflict").get_by_role("button", name="Keep this"))
    expect(page.locator(".conflict")).to_have_count(0)
    expect(page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
    until(page, COPY_HAS, [path, 'data-title="Round 2"'])
    network.cut()
    page.reload()
    expect(page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
    expect(page.locator(".conflict, .question")).to_have_count(0)
    hand.shows(23, 0)
    network.mend()


class PlainHttp(Profile):
    """A phone that reaches the server by a name, over plain http: no secure context, so no service worker."""

    def open(self) -> Page:
        self.context = self._browser.browser_type.launch_persistent_context(
            str(self.folder),
            executable_path=CHROMIUM,
            args=[*FLAGS, "--host-resolver-rules=MAP score.test 127.0.0.1"],
            base_url=self.base.replace("localhost", "score.test"),
            **(PHONE | {"service_workers": "allow"}),
        )
        self.context.set_default_timeout(60_000)
        return self.context.pages[0]


@pytest.fixture
def plain(browser: Browser, line: tuple[Site, NetworkLink], tmp_path: Path) -> Iterator[Profile]:
    made = PlainHttp(browser, tmp_path / "plain", line[1].url)
    yield made
    made.close()
    shutil.rmtree(made.folder, ignore_errors=True)


def test_six_rounds_on_plain_http(
    line: tuple[Site, NetworkLink], sitting: Sitting, plain: Profile, counted: Callable[[str], None]
) -> None:
    """Two losses of the network, a killed browser, another phone scoring meanwhile: 0 lost, 0 doubled, one question."""
    _, network = line
    hand = Hand(plain.open())
    hand.join(f"/j/{sitting.tokens['score']}/", "Ann's phone")
    plain.close()
    hand = Hand(plain.open())
    hand.page.goto(f"/t/{sitting.id}/")
    assert hand.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    hand.page.evaluate("loadTally()")
    network.cut()
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number)
    waiting(hand.page, 3)
    hand.shows(45, 0)
    expect(hand.page.locator("#outbox")).to_contain_text("Keep this page open")
    plain.kill()
    # The page itself opens only with a connection there; what waited is still on the phone.
    for number, deadwood in ((1, 21), (2, 40)):
        sitting.enter(number, deadwood)
    network.mend()
    hand = Hand(plain.open())
    hand.page.goto(f"/t/{sitting.id}/")
    expect(hand.page.locator("#outbox.stuck")).to_be_visible()
    waiting(hand.page, 2)
    open_list(hand.page)
    question = hand.page.locator("#outbox li").first
    expect(question).to_contain_text("Round 2: Ann knocks with 7, Ben 22")
    question.get_by_role("button", name="Delete", exact=True).tap()
    question.get_by_role("button", name="Yes, delete it").tap()
    waiting(hand.page, 0)
    # What this phone said of the round is kept by the server, and asked about.
    hand.tap(hand.page.locator("#questions .question button").first)
    expect(hand.page.locator("#questions .question")).to_have_count(0)
    network.cut()
    hand.page.wait_for_timeout(200)
    for number in (4, 5, 6):
        enter_round_by_hand(hand, number)
    waiting(hand.page, 3)
    network.mend()
    waiting(hand.page, 0)
    assert sitting.rounds() == [(1, 21), (2, 40), (3, 23), (4, 24), (5, 25), (6, 26)]
    counted("plain http: 6 rounds, a killed browser, another phone: 0 lost, 0 doubled, 1 question")


def test_plain_http_keeps_the_screen_on_and_copies_text(
    line: tuple[Site, NetworkLink], sitting: Sitting, plain: Profile
) -> None:
    del line
    hand = Hand(plain.open())
    hand.join(f"/j/{sitting.tokens['score']}/", "Ann's phone")
    page = hand.page
    hand.choose("0:knock:7")
    until(page, "() => document.querySelector('video.film')?.paused === false")
    until(page, "() => document.querySelector('video.film').currentTime > 0")
    page.goto("/check/?hand=7-9h+5555+2d+2s+3c")
    button = page.locator("[data-copy]").first
    copied = page.evaluate_handle(
        """() => {
            const copied = [];
            document.addEventListener("copy", () => copied.push(document.activeElement.value));
            return copied;
        }"""
    )
    button.tap()
    until(page, "(copied) => copied.length === 1", copied)
    assert copied.json_value() == [button.get_attribute("data-copy")]
