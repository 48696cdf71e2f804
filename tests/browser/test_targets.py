"""Browser: every tap target is at least 44 px in size, on every page, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import PHONE
from tests.browser.everything import house

pytestmark = pytest.mark.slow

SMALL = """() => {
  const small = [];
  const own = "a[href], button, summary, select, input:not([type=hidden]), textarea, [role=button]";
  const shown = (one) => one.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  for (const one of document.querySelectorAll(own)) {
    if (!shown(one) || one.disabled || one.closest(".sr, .skip, [inert], svg")) continue;
    const hit = one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") || one : one;
    hit.scrollIntoView({ block: "center", inline: "center" });
    const box = hit.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    // A link within a sentence is as high as its line (WCAG 2.2, 2.5.8 "inline").
    const around = hit.parentElement.textContent.trim().length > hit.textContent.trim().length;
    if (around && getComputedStyle(hit).display === "inline") continue;
    // As high as the bar; the menu has the same in 44 px.
    if (hit.matches(".names a")) continue;
    // All 52 cards are in sight at once, and a finger draws over them: their boxes are 40 px high, but 89 wide.
    if (hit.matches(".deck .cell, .typing input") && box.height >= 40) continue;
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const mine = (at) => at && (hit.contains(at) || (hit.id && at.closest(`label[for="${hit.id}"]`)));
    const reach = (dx, dy) => {
      let way = 0;
      while (way < 44 && mine(document.elementFromPoint(x + dx * (way + 1), y + dy * (way + 1)))) way += 1;
      return way;
    };
    const high = box.height >= 43.5 || reach(0, 1) + reach(0, -1) >= 43;
    const wide = box.width >= 43.5 || reach(1, 0) + reach(-1, 0) >= 43;
    const said = (hit.textContent || hit.name || "").trim().replace(/\\s+/g, " ").slice(0, 40);
    const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
    if (!high || !wide) small.push(`${hit.tagName.toLowerCase()}.${hit.className} ${size} ${said}`);
  }
  return [...new Set(small)];
}"""


def test_everything_that_is_tapped_is_44_px(browser: Browser, live_app: str, counted: Callable[[str], None]) -> None:
    whole, small, looked = house(), list[str](), 0
    with browser.new_context(base_url=live_app, **PHONE) as context:  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        context.add_cookies(whole.cookies(live_app))
        page = context.new_page()
        # The page about the API is read at a desk.
        for address in [one for one in whole.addresses if not one.startswith("/api/")]:
            page.goto(address)
            small += [f"{address}: {one}" for one in page.evaluate(SMALL)]
            looked += page.locator("a[href], button, summary, select, input:not([type=hidden]), textarea").count()
    counted(f"{looked} targets on {len(whole.addresses)} pages: {len(small)} under 44 px")
    assert not small, "\n".join(small)
