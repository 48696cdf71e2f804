"""Browser: a table's page in six languages and three sizes of letters: nothing lies over anything else."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.table import Hand, fits, with_cookie
from tests.browser.test_outbox import until
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
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .says, .whose i, #sheet"))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "hidden")
    .map((one) => `${one.className} "${one.textContent.trim()}"`)"""
"""What is cut off, or has dots at its end; in the label of a field that may be all but the name."""

SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"


KINDS = {
    "two": ("standard", "0:knock:7"),
    "three": ("ginski", "1:knock:7"),
    "four": ("ginski", "1:knock:7"),
    "out": ("cutthroat", "1:knock:7"),
    "teams": ("partnership", "0:knock:7"),
    "card": ("oklahoma", "0:knock:7"),
    "columns": ("hollywood", "0:knock:7"),
}
"""Rules, and how a round of theirs ends."""
SEATS = {"three": 3, "four": 4, "out": 3, "teams": 4}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("kind", KINDS)
def test_the_number_panel_hides_no_key_and_the_toast_no_undo(
    phone: Phones, live_app: str, language: str, kind: str
) -> None:
    preset, ending = KINDS[kind]
    sizes: dict[str, list[float]] = {"[data-key='1']": [], ".knocks .chip span": [], ".total": []}
    for percent in (100, 150, 200):
        hand = Hand(phone())
        cookies = {"language": language, "text": str(percent)}
        hand.page.context.add_cookies(
            [{"name": name, "value": value, "url": live_app} for name, value in cookies.items()]
        )
        hand.start_table(*("Konstantin", "Ben", "Cleo", "Dan")[: SEATS.get(kind, 2)], preset=preset)
        if kind == "card":
            hand.choose_card("9", "h")
        hand.choose(ending)
        assert hand.page.evaluate(CUT) == [], percent
        assert bottom(hand.page, ".strips:visible") <= top(hand.page, ".dock"), percent
        assert top(hand.page, ".strips:visible") >= 0, percent
        for field in hand.page.locator(".field:visible").all():
            field.locator("input").focus()
            hand.type("20")
        if kind == "teams":
            hand.type(">")
            assert bottom(hand.page, ".strips:visible") <= top(hand.page, ".dock"), percent
            hand.choose(ending.replace("0:", "2:"))
            hand.type("20")
        expect(hand.page.locator("#preview .sentence b").first).to_be_visible()
        assert hand.page.evaluate(CUT) == [], percent
        for selector, found in sizes.items():
            found.append(hand.page.locator(selector).first.evaluate(SIZE))
        hand.tap("button.save")
        expect(hand.page.locator("#undo form button")).to_be_visible()
        until(hand.page, "() => document.querySelector('.total').getBoundingClientRect().top >= 0")
        # Where there are more keys than for two, Undo is further down than the toast.
        assert kind != "two" or bottom(hand.page, "#undo") <= top(hand.page, ".notice"), percent
        hand.page.context.close()
    for selector, (normal, _, double) in sizes.items() if kind == "two" else ():
        assert double > 1.4 * normal, selector


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("kind", ["card", "four"])
def test_the_grid_of_cards_has_room(phone: Phones, live_app: str, language: str, kind: str) -> None:
    for percent in (100, 150, 200):
        hand = Hand(phone())
        cookies = {"language": language, "text": str(percent)}
        hand.page.context.add_cookies(
            [{"name": name, "value": value, "url": live_app} for name, value in cookies.items()]
        )
        hand.start_table(*("Konstantin", "Ben", "Cleo", "Dan")[: SEATS.get(kind, 2)], preset=KINDS[kind][0])
        hand.tap(".entry .kinds a")
        hand.page.wait_for_url("**/cards/**")
        hand.page.locator("#cards-0").fill("5s 6s 7s" if kind == "card" else "R5-7")
        expect(hand.page.locator("#drawn-0 [data-card]").first).to_be_attached()
        assert fits(hand.page), percent
        assert hand.page.evaluate(CUT) == [], percent
        rows = top(hand.page, ".drawn:visible") - top(hand.page, ".deck:visible")
        assert rows >= 200, percent  # pixels: five rows of cards
        hand.page.locator("#step-end").check(force=True)
        assert hand.page.evaluate(CUT) == [], percent
        hand.page.context.close()


def top(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().top"))


def bottom(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("one => one.getBoundingClientRect().bottom"))
