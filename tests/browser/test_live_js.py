"""Browser: static/live.js against a small site whose stream can be cut, silenced or turned off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.live_site import COUNTS_CHECKS, LIVE, SECOND, WAKE_LOCKS, Site, hide, locks, says, shows
from tests.live.kit import Served, wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def served(site: Site) -> Iterator[Served]:
    served = Served(site, lifespan="off")
    yield served
    served.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page of the site whose clock can be put forward; it has not been opened yet."""
    context = browser.new_context(base_url=f"http://localhost:{served.port}")
    context.set_default_timeout(60_000)
    broken: list[str] = []
    context.on("weberror", lambda error: broken.append(str(error.error)))
    context.on("console", lambda checks: broken.extend([checks.text] if "Content Security" in checks.text else []))
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()
    assert not broken


@pytest.fixture
def watching(page: Page, site: Site) -> Page:
    page.goto("/")
    says(page, "Live")
    wait_until(lambda: site.streams() == 1)
    return page


def test_a_notification_moves_the_page(watching: Page, site: Site) -> None:
    site.tables.play()
    shows(watching, 2)
    assert watching.evaluate("document.body.dataset.revision") == "2"
    assert "/revision/" not in site.requests


@pytest.fixture
def counting(page: Page, site: Site) -> Page:
    """A page that also shows what was said without a revision."""
    site.attributes = LIVE + COUNTS_CHECKS
    page.goto("/")
    says(page, "Live")
    wait_until(lambda: site.streams() == 1)
    return page


def assert_body_data(page: Page, revision: int, checks: int) -> None:
    expect(page.locator("main")).to_have_text(f"revision {revision}, changes {checks}")
    shown = page.evaluate("[document.body.dataset.revision, document.body.dataset.changes]")
    assert shown == [str(revision), str(checks)]


def test_a_check_without_a_revision_is_fetched_at_once(counting: Page, site: Site) -> None:
    site.tables.add_check()
    assert_body_data(counting, 1, 1)
    site.tables.play()
    assert_body_data(counting, 2, 1)
    assert site.requests.count("/fragment/") == 2


def test_what_the_page_shows_already_is_not_fetched_again_at_every_beat(counting: Page, site: Site) -> None:
    site.tables.add_check()
    assert_body_data(counting, 1, 1)
    beats = site.requests.count("/revision/")
    wait_until(lambda: site.requests.count("/revision/") >= beats + 2)
    assert site.requests.count("/fragment/") == 1


def test_a_page_that_could_not_ask_gets_there_with_the_next_beat(counting: Page, site: Site) -> None:
    site.busy = 1
    site.tables.add_check()
    wait_until(lambda: not site.busy)
    assert_body_data(counting, 1, 1)


def test_a_check_made_while_the_stream_was_cut_is_fetched_afterwards(counting: Page, site: Site) -> None:
    """Nobody is nudged, and the first look after the cut fails: the stream that is opened anew tells."""
    site.busy = 1
    site.tables.add_check(notify=False)
    site.cut("open")
    site.tables.revoked.clear()
    assert_body_data(counting, 1, 1)


def test_checks_are_polled_where_there_is_no_stream(counting: Page, site: Site) -> None:
    site.cut("refused")
    says(counting, "Checked at ")
    site.tables.add_check(notify=False)
    counting.clock.fast_forward(6 * SECOND)
    assert_body_data(counting, 1, 1)


def test_what_was_missed_before_the_page_loaded_is_fetched(page: Page, site: Site) -> None:
    site.tables.play()
    page.goto("/")
    shows(page, 2)


def test_a_cut_stream_is_replaced_by_polling_and_comes_back(watching: Page, site: Site) -> None:
    site.cut("refused")
    says(watching, "Checked at ")
    expect(watching.locator("[data-live-status]")).to_have_text(re.compile(r"^Checked at \d?\d:\d\d"))
    watching.clock.fast_forward(3 * SECOND)
    site.tables.play()
    watching.clock.fast_forward(6 * SECOND)
    shows(watching, 2)
    site.stream = "open"
    watching.clock.fast_forward(19 * SECOND)
    says(watching, "Live")
    site.tables.play()
    shows(watching, 3)


def test_a_stream_that_ends_by_itself_is_back_within_seconds(watching: Page, site: Site) -> None:
    site.cut("open")
    wait_until(lambda: site.streams() == 0)
    wait_until(lambda: site.streams() == 1)
    says(watching, "Live")
    site.tables.play()
    shows(watching, 2)


def test_missed_beats_are_a_dead_stream(page: Page, site: Site) -> None:
    site.stream = "beatless"
    page.goto("/")
    says(page, "Live")
    site.stream = "silent"
    page.clock.fast_forward(6 * SECOND)
    says(page, "Live")
    page.clock.fast_forward(2 * SECOND)
    says(page, "Checked at ")


def test_a_stream_that_never_speaks_is_given_up(page: Page, site: Site) -> None:
    site.stream = "silent"
    page.goto("/")
    wait_until(lambda: "/live/t1.7/" in site.requests)
    page.clock.fast_forward(6 * SECOND)
    says(page, "Checked at ")
    site.tables.play()
    page.clock.fast_forward(6 * SECOND)
    shows(page, 2)


def test_a_server_that_is_away_is_offline_until_it_is_back(watching: Page, site: Site, served: Served) -> None:
    served.stop()
    says(watching, "Offline")
    watching.clock.fast_forward(3 * SECOND)  # past the first attempts
    watching.wait_for_timeout(300)
    site.tables.play()
    again = Served(site, port=served.port, lifespan="off")
    try:
        watching.clock.fast_forward(6 * SECOND)
        says(watching, "Live")
        shows(watching, 2)
    finally:
        watching.close()
        again.stop()


def test_a_phone_without_a_network_says_offline_and_returns(watching: Page, site: Site) -> None:
    watching.context.set_offline(True)
    says(watching, "Offline")
    site.tables.play()
    watching.context.set_offline(False)
    says(watching, "Live")
    shows(watching, 2)


def test_a_hidden_page_asks_for_nothing_and_catches_up_when_seen(watching: Page, site: Site) -> None:
    hide(watching, True)
    wait_until(lambda: site.streams() == 0)
    requests_before = len(site.requests)
    for _ in range(3):
        site.tables.play()
        watching.clock.fast_forward(30 * SECOND)
    assert len(site.requests) == requests_before
    shows(watching, 1)
    hide(watching, False)
    shows(watching, 4)
    wait_until(lambda: site.streams() == 1)


def test_a_slow_check_does_not_contradict_a_stream_that_speaks(page: Page, site: Site) -> None:
    site.stream = "beatless"
    page.goto("/")
    says(page, "Live")
    site.delay = 0.3
    hide(page, True)
    hide(page, False)
    wait_until(lambda: "/revision/" in site.requests)
    page.wait_for_timeout(600)
    says(page, "Live")


def test_a_hidden_page_does_not_poll_either(watching: Page, site: Site) -> None:
    site.delay = 0.3
    site.cut("refused")
    wait_until(lambda: "/revision/" in site.requests)
    hide(watching, True)
    watching.wait_for_timeout(500)
    requests_before = len(site.requests)
    watching.clock.fast_forward(60 * SECOND)
    watching.wait_for_timeout(200)
    assert len(site.requests) == requests_before
    site.tables.play()
    hide(watching, False)
    shows(watching, 2)


def test_a_page_from_the_back_forward_cache_catches_up(watching: Page, site: Site) -> None:
    watching.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    wait_until(lambda: site.streams() == 0)
    site.tables.play()
    watching.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    shows(watching, 2)


def test_a_revoked_link_is_reported_and_requests_stop(watching: Page, site: Site) -> None:
    site.tables.revoke(7)
    says(watching, "Link switched off")
    requests_before = len(site.requests)
    hide(watching, True)
    hide(watching, False)
    watching.clock.fast_forward(60 * SECOND)
    watching.wait_for_timeout(200)
    assert len(site.requests) == requests_before
    says(watching, "Link switched off")


def test_the_revision_never_goes_back(watching: Page, site: Site) -> None:
    site.tables.play()
    shows(watching, 2)
    watching.evaluate("addEventListener('table-moved', event => { window.movedTo = event.detail.revision })")
    site.tables.revisions["t1"] = 1
    hide(watching, True)
    hide(watching, False)
    wait_until(lambda: site.streams() == 1)
    watching.wait_for_timeout(300)
    assert watching.evaluate("[document.body.dataset.revision, window.movedTo]") == ["2", None]


@pytest.mark.parametrize("status", [500, 503])
def test_a_failed_fragment_is_requested_again(watching: Page, site: Site, status: int) -> None:
    site.fragment = status
    site.tables.play()
    wait_until(lambda: "/fragment/" in site.requests)
    watching.wait_for_timeout(200)
    site.fragment = 200
    watching.clock.fast_forward(6 * SECOND)
    shows(watching, 2)


def test_a_refused_fragment_is_not_requested_again(watching: Page, site: Site) -> None:
    site.fragment = 403
    site.tables.play()
    wait_until(lambda: "/fragment/" in site.requests)
    watching.wait_for_timeout(200)
    watching.clock.fast_forward(20 * SECOND)
    watching.wait_for_timeout(200)
    assert site.requests.count("/fragment/") == 1


def test_a_page_that_is_not_live_asks_for_nothing(page: Page, site: Site) -> None:
    site.attributes = ""
    page.goto("/")
    page.clock.fast_forward(60 * SECOND)
    assert set(site.requests) == {"/", "/live.js", "/htmx.js"}
    expect(page.locator("[data-live-status]")).to_have_text("…")


@pytest.mark.parametrize(("attributes", "once"), [("data-keep-awake", ["screen"]), ("", [])])
def test_the_screen_stays_on_where_the_page_asks_for_it(
    page: Page, site: Site, attributes: str, once: list[str]
) -> None:
    site.attributes = attributes
    page.add_init_script(WAKE_LOCKS)
    page.goto("/")
    assert locks(page) == once
    hide(page, True)
    hide(page, False)
    assert locks(page) == once * 2
