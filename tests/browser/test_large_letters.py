"""Browser: a table's page in six languages and three sizes of letters: nothing lies over anything else."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.table import Hand, fits, with_cookie
from tests.makers import Phone, enter, gin, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

OVER = """() => {
    const box = (element) => {
        const written = document.createRange();
        written.selectNodeContents(element);
        const [text, own] = [written.getBoundingClientRect(), element.getBoundingClientRect()];
        if (element.matches(".dealer, svg")) return own;
        // What a name's dots stand for isn't drawn.
        const cut = getComputedStyle(element).textOverflow === "ellipsis";
        return cut ? { ...text.toJSON(), right: Math.min(text.right, own.right) } : text;
    };
    const shown = (root, selector) =>
        [...root.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.closest(".sr"));
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const name = (element) => `${element.className || element.nodeName} "${element.textContent.trim()}"`;
    const found = [];
    const among = (root, selector) => {
        const parts = shown(root, selector);
        parts.forEach((one, place) => parts.slice(place + 1).forEach((other) => {
            if (!one.contains(other) && meet(box(one), box(other))) found.push(`${name(one)} on ${name(other)}`);
        }));
    };
    // Digits are lower than their line: what is drawn of them is its middle.
    const ink = (total) => {
        const rect = box(total);
        const air = rect.height * 0.14;
        return { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air };
    };
    for (const score of document.querySelectorAll("#tally .score, #tally tbody tr")) {
        among(score, "h2 bdi, th bdi, .dealer, .first, .to-go, .boxes span, .idle");
        for (const total of shown(score, ".total")) {
            for (const part of shown(score, ".dealer, .first, .to-go, .boxes span, .idle")) {
                if (meet(ink(total), box(part))) found.push(`${name(part)} on ${name(total)}`);
            }
        }
    }
    among(document, ".strip legend bdi, .strip legend span, .chip span, .kinds > *, .undo button");
    among(document, "#deal p, .rare > summary svg");
    for (const chip of shown(document, ".chip span, .kinds > *")) {
        const [text, own] = [box(chip), (chip.closest(".chip") ?? chip).getBoundingClientRect()];
        if (text.left < own.left - 1 || text.right > own.right + 1) found.push(`${name(chip)} leaves its key`);
    }
    return found;
}"""
"""What lies over something else, or sticks out of its key."""


def tables() -> dict[str, Phone]:
    """Return a table of two with the dealer's mark beside two digits, one of three, and one of three columns."""
    two, three = (
        start("Konstantin", "Little Tim", preset="standard", target=150),
        start("Ann", "Ben", "Cleo", preset="ginski"),
    )
    columns = start("Ann", "Ben", preset="hollywood")
    enter(two, knock(0, 7, 73))
    enter(two, gin(1, 64))
    enter(three, knock(0, 7, 20, 31))
    enter(columns, knock(0, 7, 73))
    enter(columns, gin(1, 64))
    return {"two": two, "three": three, "columns": columns}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_nothing_lies_over_anything_else(phone: Phones, live_app: str, language: str) -> None:
    sizes: dict[str, list[float]] = {}
    for kind, table in tables().items():
        for percent in (100, 150, 200):
            page = phone()
            cookies = {"language": language, "text": str(percent)}
            page.context.add_cookies(
                [{"name": name, "value": value, "url": live_app} for name, value in cookies.items()]
            )
            with_cookie(page, table, live_app).goto(table.url)
            assert page.locator("html").get_attribute("lang") == language
            assert fits(page), (kind, percent)
            assert page.evaluate(OVER) == [], (kind, percent)
            sizes.setdefault(kind, []).append(
                page.locator("#tally .total").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            )
            page.context.close()
    # What is read from across the table grows first; three columns of three digits have no room to.
    for kind in ("two", "three"):
        assert sizes[kind][0] < min(sizes[kind][1:]), (kind, sizes[kind])


CUT = """() => [...document.querySelectorAll("header *, main :not(.lines *)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .says, #sheet"))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "hidden")
    .map((one) => `${one.className} "${one.textContent.trim()}"`)"""
"""What is cut off, or has dots at its end."""

SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_number_panel_hides_no_key_and_the_toast_no_undo(phone: Phones, live_app: str, language: str) -> None:
    sizes: dict[str, list[float]] = {"[data-key='1']": [], ".knocks .chip span": [], ".total": []}
    for percent in (100, 150, 200):
        hand = Hand(phone())
        cookies = {"language": language, "text": str(percent)}
        hand.page.context.add_cookies(
            [{"name": name, "value": value, "url": live_app} for name, value in cookies.items()]
        )
        hand.start_table("Konstantin", "Ben", preset="standard")
        hand.choose("0:knock:7")
        assert hand.page.evaluate(CUT) == [], percent
        hand.type("20")
        expect(hand.page.locator("#preview .sentence")).to_contain_text("Konstantin +13")
        assert hand.page.evaluate(CUT) == [], percent
        assert bottom(hand.page, ".strips") <= top(hand.page, ".dock"), percent
        for selector, found in sizes.items():
            found.append(hand.page.locator(selector).first.evaluate(SIZE))
        hand.tap("button.save")
        expect(hand.page.locator("#undo button")).to_be_visible()
        assert bottom(hand.page, "#undo") <= top(hand.page, ".notice"), percent
        hand.page.context.close()
    for selector, (normal, _, double) in sizes.items():
        assert double > 1.4 * normal, selector


def top(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().top"))


def bottom(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().bottom"))
