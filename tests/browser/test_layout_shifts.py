"""Browser: nothing on a table's page jumps while an evening goes on."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand
from tests.browser.test_outbox import offline, waiting

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


@pytest.mark.slow
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
    page.evaluate("window.shifts.length = 0")  # the form becomes the end of the game, as it has to
    expect(page.locator(".final .picture svg").first).to_be_attached()
    shifts.after("the chart")
    assert shifts.total <= MOST_OF_AN_EVENING, "\n".join(shifts.steps)
    counted(f"{width} wide: layout shifts of an evening {shifts.total:.3f}")


@pytest.mark.parametrize("motion", ["no-preference", pytest.param("reduce", marks=pytest.mark.slow)])
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


@pytest.mark.slow
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
