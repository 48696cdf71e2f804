"""Browser: nothing on a table's page jumps while an evening goes on."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand
from tests.browser.test_outbox import offline, waiting

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

MOST_OF_AN_EVENING = 0.02
WATCH = """() => {
    const describe = ({ node, previousRect: from, currentRect: to }) => {
        const name = node?.id || node?.className || node?.nodeName;
        const [fromY, toY, fromHeight, toHeight] = [from.y, to.y, from.height, to.height].map(Math.round);
        return `${name} ${fromY} to ${toY}, ${fromHeight} to ${toHeight} high`;
    };
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) window.shifts.push([value, sources.map(describe)]);
    }).observe({ type: "layout-shift", buffered: true });
}"""


COVERED = """() => {
    const save = document.querySelector("button.save");
    const fields = [...save.form.querySelectorAll("[data-deadwood], [data-key], #reason")];
    return fields.filter((one) => one.checkVisibility()).filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height - 3) === save;
    }).map((one) => one.outerHTML);
}"""
"""What of the form is under Save."""


def on_screen(page: Page, selector: str) -> bool:
    """Whether all of an element is inside the window, without scrolling, and nothing lies over it."""
    return bool(
        page.locator(selector).evaluate(
            """(one) => {
                const { x, y, width, right, height, bottom } = one.getBoundingClientRect();
                const top = document.elementFromPoint(x + width / 2, y + height / 2);
                return y >= 0 && bottom <= innerHeight && x >= 0 && right <= innerWidth && one.contains(top);
            }"""
        )
    )


class Shifts:
    """What the browser itself calls a layout shift, tap or no tap before it, step by step."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.total = 0.0
        self.steps: list[str] = []

    def watch(self) -> None:
        """Observe a page from when it is there."""
        self._page.wait_for_timeout(600)
        self._page.evaluate(WATCH)
        self._page.wait_for_timeout(100)
        self._page.evaluate("window.shifts.length = 0")

    def after(self, step: str) -> None:
        """Note what has moved since the step before."""
        self._page.wait_for_timeout(600)
        found: list[tuple[float, Any]] = self._page.evaluate("window.shifts.splice(0)")
        moved = sum(value for value, _ in found)
        self.total += moved
        self.steps.append(f"{step}: {moved:.3f} {found}")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_an_evening_without_a_jump(phone: Phones, size: tuple[int, int], counted: Callable[[str], None]) -> None:
    width, height = size
    hand, ben = Hand(phone(viewport={"width": width, "height": height})), Hand(phone())
    hand.start_table("Ann", "Ben", preset="lets_play")
    ben.join(hand.link_to("score"), "Ben's phone")
    page, shifts = hand.page, Shifts(hand.page)
    shifts.watch()

    def save(ending: str, keys: str, step: str) -> None:
        saved = hand.saved
        hand.choose(ending)
        hand.type(keys)
        shifts.after(f"typing {step}")
        hand.tap("button.save")
        expect(page.locator("#sheet .lines > li")).to_have_count(saved + 1)
        shifts.after(step)

    save("0:knock:7", "20", "the first box")
    save("1:knock:7", "31", "the second box")
    hand.undo()
    shifts.after("an undo")
    save("0:gin", "12", "a gin")
    ben.choose("1:knock:2")
    ben.type("9")
    ben.tap("button.save")
    expect(page.locator("#sheet .lines > li")).to_have_count(3)
    shifts.after("another phone's round")
    offline(hand)
    hand.choose("0:knock:5")
    hand.type("11")
    hand.tap("button.save")
    waiting(page, 1)
    shifts.after("waiting")
    offline(hand, False)
    waiting(page, 0)
    expect(page.locator("#sheet .lines > li")).to_have_count(4)
    shifts.after("sent")
    expect(page.locator("#outbox")).to_be_hidden()  # "sent" goes away
    shifts.after("thanks are over")
    hand.choose("0:gin")
    hand.type("50")
    hand.tap("button.save")
    expect(page.locator("#final-title")).to_be_visible()
    shifts.after("the end")
    expect(page.locator(".final .picture svg").first).to_be_attached()
    shifts.after("the chart")
    assert shifts.total <= MOST_OF_AN_EVENING, "\n".join(shifts.steps)
    counted(f"{width} wide: layout shifts of an evening {shifts.total:.3f}")


def short_evening(hand: Hand, ben: Hand, shifts: Shifts) -> None:
    """Play a box, a question from another phone, the menu, the chart, another phone at the door, and the end."""
    page = hand.page

    def save(ending: str, keys: str, step: str) -> None:
        saved = hand.saved
        hand.choose(ending)
        hand.type(keys)
        expect(page.locator("#preview .sentence").first).to_contain_text("(")
        assert on_screen(page, "button.save"), f"Save is off the screen: {step}"
        hand.tap("button.save")
        expect(page.locator("#sheet .lines > li")).to_have_count(saved + 1)
        shifts.after(step)

    save("0:knock:7", "20", "the first box")
    save("1:knock:7", "31", "the second box")
    hand.tap(".as-picture > summary")
    expect(page.locator(".as-picture .chart svg").first).to_be_visible()
    shifts.after("the chart")
    hand.tap(".as-picture > summary")
    shifts.after("the chart is closed")
    hand.tap(".menu > summary")
    shifts.after("the menu")
    hand.tap(".menu > summary")
    offline(ben)
    ben.choose("1:knock:2")
    ben.type("9")
    ben.tap("button.save")
    waiting(ben.page, 1)
    save("0:knock:3", "15", "a third round")
    offline(ben, False)
    expect(page.locator("#questions .question")).to_be_visible()
    shifts.after("a question")
    hand.tap(page.locator("#questions .question button").first)
    expect(page.locator("#questions .question")).to_have_count(0)
    shifts.after("it is decided")
    save("0:gin", "60", "a gin")
    hand.choose("0:gin")
    hand.type("55")
    hand.tap("button.save")
    expect(page.locator("#final-title")).to_be_visible()
    expect(page.locator("#tally .total").first).not_to_have_attribute("data-shown", "0")
    shifts.after("the end")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_short_evening_stays_where_it_is(phone: Phones, size: tuple[int, int]) -> None:
    """Every entry of the browser counts, also those right after a tap; Save is on the screen whenever it is needed."""
    width, height = size
    hand, ben = Hand(phone(viewport={"width": width, "height": height})), Hand(phone())
    hand.start_table("Ann", "Ben", preset="lets_play", target=160)
    ben.join(hand.link_to("score"), "Ben's phone")
    shifts = Shifts(hand.page)
    shifts.watch()
    short_evening(hand, ben, shifts)
    assert shifts.total <= MOST_OF_AN_EVENING, "\n".join(shifts.steps)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_save_is_on_the_screen_in_a_correction(phone: Phones, size: tuple[int, int]) -> None:
    width, height = size
    hand = Hand(phone(viewport={"width": width, "height": height}))
    hand.start_table("Ann", "Ben", preset="standard")
    hand.round("0:knock:7", "27", "Ann +20")
    hand.tap("#sheet .lines summary")
    hand.tap(hand.page.get_by_role("link", name="Change round 1"))
    expect(hand.page.locator("[data-keypad]")).to_be_visible()
    assert on_screen(hand.page, "button.save")
    assert hand.page.evaluate(COVERED) == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_total_counts_up_in_place(phone: Phones, motion: str) -> None:
    """The text is right at once; what counts is drawn over it, and nothing counts where motion is to be reduced."""
    hand = Hand(phone(reduced_motion=motion))
    if motion == "reduce":
        hand.page.clock.install()
    hand.start_table("Ann", "Ben", preset="standard")
    hand.page.evaluate(
        """() => {
            window.seen = [];
            const look = ({ target }) => window.seen.push([target.textContent, target.dataset.shown ?? null]);
            new MutationObserver((changes) => changes.forEach(look))
                .observe(document.querySelector(".play"), { subtree: true, attributeFilter: ["data-shown"] });
        }"""
    )
    hand.choose("0:knock:7")
    hand.type("27")
    hand.tap("button.save")
    hand.shows(20, 0)
    if motion == "reduce":
        hand.page.clock.fast_forward(1000)
        assert hand.page.evaluate("window.seen") == []
        return
    hand.page.wait_for_function("() => window.seen.at(-1)?.[1] === null")
    seen = hand.page.evaluate("window.seen")
    assert {text for text, _ in seen} == {"20"}, "only what is drawn over the text counts"
    numbers = [int(shown) for _, shown in seen if shown]
    assert numbers == sorted(numbers)
    assert 0 <= numbers[0] < 20


def test_tally_marks_move_no_key(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    score = hand.page.locator(".score").first
    before = score.bounding_box()
    for number in range(1, 7):
        hand.choose("0:knock:4")
        hand.type(str(9 + number))
        hand.tap("button.save")
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
        assert score.bounding_box() == before
