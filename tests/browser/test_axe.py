"""Browser: axe-core finds nothing on any page, in any theme, closed or with everything opened."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PHONE
from tests.browser.everything import house
from tests.browser.table import with_cookie
from tests.leagues import club
from tests.makers import enter, gin, knock, start

pytestmark = pytest.mark.slow

EVERYTHING = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLORS = {"runOnly": ["color-contrast"]}
TALL = PHONE | {"viewport": {"width": 390, "height": 6000}}
"""A phone on which whole pages are seen: what stays at the foot of the screen covers nothing that could be scrolled."""
OPEN_ALL = """() => {
    const closed = document.querySelectorAll("details:not([open])");
    closed.forEach((one) => { one.open = true; });
    return closed.length;
}"""


@dataclass(frozen=True)
class Theme:
    """What the device says of itself, and what was chosen on it."""

    scheme: str
    chosen: str = ""


THEMES = (Theme("light"), Theme("dark"), Theme("dark", "black"), Theme("light", "contrast"), Theme("dark", "contrast"))


def faults(page: Page, rules: dict[str, Any]) -> list[str]:
    """Each rule that is broken, and what breaks it."""
    found = Axe().run(page, options=rules | {"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target']} {node['html'][:160]}" for one in found for node in one["nodes"]]


def wrong_in(
    context: BrowserContext, addresses: list[str], theme: Theme, rules: dict[str, Any]
) -> tuple[list[str], int]:
    """What axe found wrong with pages in a theme, and how often it looked."""
    page, wrong, looked = context.new_page(), list[str](), 0
    page.emulate_media(color_scheme=theme.scheme)  # type: ignore[arg-type]
    for address in addresses:
        page.goto(address)
        found = faults(page, rules)
        looked += 1
        if page.evaluate(OPEN_ALL):
            # Nobody has everything open at once: what covers what then says nothing.
            found += [one for one in faults(page, rules) if one not in found and not one.startswith("target-size")]
            looked += 1
        wrong += [f"{address} ({theme}): {one}" for one in found]
    page.close()
    return wrong, looked


def test_axe_finds_nothing_on_the_pages_used_most(browser: Browser, live_app: str) -> None:
    table, season = start(target=200), club("Ann", "Ben", "Cleo").season
    for declaration in (knock(0, 7, 20), gin(1, 12)):
        enter(table, declaration)
    addresses = ["/", table.url, f"{table.url}cards/", f"{table.url}rounds/1/1/", f"/s/{season.public_id}/"]
    with browser.new_context(base_url=live_app, reduced_motion="reduce", **TALL) as context:  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        with_cookie(context.new_page(), table, live_app)
        wrong = wrong_in(context, addresses, Theme("light"), EVERYTHING)[0]
        wrong += wrong_in(context, addresses, Theme("dark"), COLORS)[0]
    assert not wrong, "\n".join(wrong)


def test_axe_finds_nothing_on_any_page(browser: Browser, live_app: str, counted: Callable[[str], None]) -> None:
    whole, wrong, looked = house(), list[str](), 0
    addresses = whole.addresses
    with browser.new_context(base_url=live_app, reduced_motion="reduce", **TALL) as context:  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        context.add_cookies(whole.cookies(live_app))  # type: ignore[arg-type]
        for theme in THEMES:
            if theme.chosen:
                context.add_cookies([{"name": "theme", "value": theme.chosen, "url": live_app}])
            # What else there is to find is the same in all of them.
            found, times = wrong_in(context, addresses, theme, COLORS if theme.scheme == "dark" else EVERYTHING)
            wrong, looked = wrong + found, looked + times
    counted(f"axe-core looked {looked} times at {len(addresses)} pages: {len(wrong)} faults")
    assert not wrong, "\n".join(wrong)


def test_axe_sees_what_is_wrong(browser: Browser, live_app: str) -> None:
    """A picture without words, a button without a name, grey on white: each is found."""
    with browser.new_context(base_url=live_app, **PHONE) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto("/")
        page.evaluate(
            """document.querySelector("main").insertAdjacentHTML("beforeend",
                "<img src=/static/icon.svg><button></button><p class=card><span class=bad>grey</span></p>");
            document.querySelector(".bad").style.color = "#ccc";"""
        )
        found = {one.partition(":")[0] for one in faults(page, EVERYTHING)}
        assert found >= {"image-alt", "button-name", "color-contrast"}
