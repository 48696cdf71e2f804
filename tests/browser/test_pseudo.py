"""Browser: every page in the pseudo-language: no text is untranslated and nothing is too wide."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from tests.browser.conftest import PHONE
from tests.browser.everything import house
from tests.browser.pseudo import LANGUAGE, write_language

pytestmark = pytest.mark.slow

OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const apart = "script, style, code, pre, bdi, textarea, body [lang], [translate=no]";
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(apart)) found.push(walker.currentNode.data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      if (one.hasAttribute(name)) found.push(one.getAttribute(name));
  return found;
}"""
WIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth
    ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  for (const one of document.querySelectorAll("button, .button, h1, h2, h3, legend, label, summary, th, dt, p, li")) {
    const box = one.getBoundingClientRect();
    // What lies in a closed <details> has no layout yet: it is measured once all are open.
    if (!box.width || !one.checkVisibility() || one.closest("[hidden], .sr, .wide-table, .scrolls, svg")) continue;
    let scroller = one.parentElement;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
    const what = `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`;
    if (!scroller && (box.right > innerWidth + 1 || box.left < -1)) wide.push(what);
    const style = getComputedStyle(one);
    if (style.overflowX === "visible" && one.matches("button, .button") && one.scrollWidth > one.clientWidth + 2)
      wide.push(`text leaves ${what}`);
  }
  return wide;
}"""
NAMES = {
    *("Scorekeeper", "Ginski", "FIDE", "CSV", "JSON", "XLSX", "SHA"),
    # Of people, leagues, places and phones in the tests.
    *(
        "Ann",
        "Ben",
        "Cleo",
        "Dan",
        "Olga",
        "Anna",
        "Fred",
        "Wilma",
        "Autumn",
        "Kitchen",
        "Tuesday",
        "Gin",
        "The",
        "Swan",
        "phone",
    ),
    # What a game in writing is made of.
    *("game", "standard", "knock", "gin", "dead"),
    # Django's own words for these it has in languages that there are.
    *(f"{date(2024, month, 1):%B}" for month in range(1, 13)),
    *(f"{date(2024, month, 1):%b}" for month in range(1, 13)),
    *(f"{date(2024, 1, day):%A}" for day in range(1, 8)),
    *(f"{date(2024, 1, day):%a}" for day in range(1, 8)),
}
ADDRESSES = re.compile(
    r"\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b|https?://\S+|\S+@\S+|[A-Z]\w+/[\w/]+|\b(?=\w*\d)\w{12,}\b|\bUTC\b|localhost\S*|/\S+/"
)
"""Seals; addresses of pages and people, zones of time, and secrets."""


@pytest.fixture
def _pseudo(settings: Settings, tmp_path: Path) -> Iterator[None]:
    write_language(tmp_path)
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "Ẋẋ")]
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]
    yield


def unmarked(page: Page) -> set[str]:
    """The words on a page that no message said and that are nobody's name."""
    found = set()
    for text in page.evaluate(TEXTS):
        found |= {word for word in re.findall(r"[A-Za-z]{3,}", ADDRESSES.sub(" ", text)) if word not in NAMES}
    return found


@pytest.mark.usefixtures("_pseudo")
def test_every_page_is_said_in_messages_and_fits_a_phone(
    browser: Browser, live_app: str, counted: Callable[[str], None]
) -> None:
    whole, plain, wide = house(), list[str](), list[str]()
    addresses = [address for address in whole.addresses if "/api/" not in address]
    with browser.new_context(base_url=live_app, **PHONE) as context:  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        context.add_cookies([*whole.cookies(live_app), {"name": "language", "value": LANGUAGE, "url": live_app}])
        page = context.new_page()
        for address in addresses:
            page.goto(address)
            assert page.locator("html").get_attribute("lang") == LANGUAGE
            wide += [f"{address}: {one}" for one in page.evaluate(WIDE)]
            page.evaluate(OPEN_ALL)
            wide += [f"{address}, all open: {one}" for one in page.evaluate(WIDE)]
            plain += [f"{address}: {' '.join(sorted(unmarked(page)))}"] if unmarked(page) else []
    counted(f"{len(addresses)} pages a third longer: {len(wide)} too wide, {len(plain)} with words of no message")
    assert not plain, "\n".join(plain)
    assert not wide, "\n".join(wide)


@pytest.mark.usefixtures("_pseudo")
def test_what_is_plain_or_too_wide_is_seen(browser: Browser, live_app: str) -> None:
    with browser.new_context(base_url=live_app, **PHONE) as context:  # type: ignore[arg-type]
        context.add_cookies([{"name": "language", "value": LANGUAGE, "url": live_app}])
        page = context.new_page()
        page.goto("/display/")
        assert (unmarked(page), page.evaluate(WIDE)) == (set(), [])
        page.evaluate(
            """document.querySelector("main").insertAdjacentHTML("beforeend",
                "<p aria-label='Nobody marked this'>ẋ <b>Save</b></p><button class=button>ẋ</button>");
            const save = document.querySelector("main > button.button");
            save.textContent = "ẋ".repeat(90);
            save.style = "width: 60px; white-space: nowrap; overflow: visible";"""
        )
        assert unmarked(page) == {"Nobody", "marked", "this", "Save"}
        assert [one for one in page.evaluate(WIDE) if one.startswith("text leaves BUTTON")]
