"""Browser: a stream on which nothing happens is alive as long as the server beats."""

from playwright.sync_api import Page

from tests.browser.live_site import SECOND, Site, says
from tests.browser.test_live_js import page, served, site
from tests.live.kit import wait_until

__all__ = ["page", "served", "site"]

COUNTS_BEATS = """
    window.beats = 0;
    window.EventSource = class extends EventSource {
        constructor(url) {
            super(url);
            this.addEventListener("beat", () => { window.beats += 1; });
        }
    };
"""


def test_beats_keep_a_quiet_stream_alive(page: Page, site: Site) -> None:
    """Without them it would be given up after seven seconds (`DEAD` in static/live.js, with a beat each second)."""
    page.add_init_script(COUNTS_BEATS)
    page.goto("/")
    says(page, "Live")
    for _ in range(3):
        heard = page.evaluate("beats")
        wait_until(lambda heard=heard: page.evaluate("beats") > heard)
        page.clock.fast_forward(5 * SECOND)
    says(page, "Live")
    assert site.requests.count("/live/t1.7/") == 1
