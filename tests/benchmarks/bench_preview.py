"""Measure how soon a tap shows its preview on a table's page, in a Chromium as slow as an old phone.

    python -m tests.benchmarks.bench_preview [--slower 4] [--taps 40] [--pages 9]

Milliseconds from the end of a tap, its own event, until the preview's text is in the page: the median and the worst.
"first" is the tap with which a page has enough for a preview, 200 ms after the first touch: "at once" on a page that
has just come, "later" on one that has been there for five seconds, each on new pages. "more" are the taps after it, on
one page. The server can't be asked for a preview meanwhile. The line "times" is the slow processor's median in times of
the quick one's, "of 50 ms" what it takes of the time that a preview may take. On a machine that has other work to do
the worst says little.
"""

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.bench_pages import One, phone
from tests.browser.conftest import CHROMIUM, FLAGS

AIM = 50.0  # milliseconds
MOMENT = 200.0  # milliseconds from a quick person's tap to the next
_WATCH = """() => {
  window.waits = [];
  let tapped = 0;
  const sentence = () => document.querySelector("#preview .sentence")?.textContent ?? "";
  let shown = sentence();
  window.addEventListener("pointerup", ({ timeStamp }) => { tapped = timeStamp; }, true);
  new MutationObserver(() => {
    if (sentence() === shown) return;
    shown = sentence();
    if (shown) window.waits.push(performance.now() - tapped);
  }).observe(document.getElementById("preview").parentElement, { subtree: true, childList: true, characterData: true });
}"""


def taps_of(
    browser: Browser, site: One, cookies: Any, table: str, *, slower: int, taps: int, idle: float
) -> list[float]:
    """Open the table on a new phone, wait `idle` milliseconds, tap, and return what each preview took."""
    context = phone(browser, site, cookies)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.route("**/preview/", lambda route: route.abort())
    page.goto(table)
    page.evaluate(_WATCH)
    page.wait_for_timeout(idle)
    page.locator('label:has(input[value="0:knock:7"])').tap()
    for number in range(taps):
        page.wait_for_timeout(MOMENT)
        # 1, 12, 1, 13, 1, 12 …: each tap changes the sentence.
        _press(page, "1" if number == 0 else "back" if number % 2 == 0 else str(2 + number // 2 % 2))
        page.wait_for_function("(number) => window.waits.length > number", arg=number)
    found: list[float] = page.evaluate("window.waits")
    context.close()
    return found


def _press(page: Page, key: str) -> None:
    page.locator(f"[data-key={key!r}]:visible").tap()


def main() -> None:
    """Print the figures of the quick and of the slow processor, and how they compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=int, default=4)
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--pages", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, One(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        keeper = phone(browser, site, None)
        page = keeper.new_page()
        page.goto("/")
        page.locator(".try button").tap()
        page.wait_for_url("**/t/*/")
        place = (browser, site, keeper.cookies(), page.url.removeprefix(site.url))
        print(f"{'ms: median, worst':<22}{'first, at once':>18}{'first, later':>18}{'more':>18}")
        medians = []
        for slower in (1, options.slower):
            pages = range(options.pages)
            times = [
                [taps_of(*place, slower=slower, taps=1, idle=0)[0] for _ in pages],
                [taps_of(*place, slower=slower, taps=1, idle=5_000)[0] for _ in pages],
                taps_of(*place, slower=slower, taps=options.taps + 1, idle=5_000)[1:],
            ]
            medians.append([statistics.median(each) for each in times])
            figures = "".join(f"{statistics.median(each):>10.1f}{max(each):>8.1f}" for each in times)
            print(f"{f'slowed {slower} times':<22}{figures}")
        quick, slow = medians
        ratios = [after / before for before, after in zip(quick, slow, strict=True)]
        print(f"{'times':<22}" + "".join(f"{ratio:>10.1f}{'':>8}" for ratio in ratios))
        print(f"{'of 50 ms':<22}" + "".join(f"{after / AIM:>10.2f}{'':>8}" for after in slow))
        browser.close()


if __name__ == "__main__":
    main()
