"""Browser: taps at any moment around a swap count, only the second tap of a double tap does not."""

import random
import time
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.models import Entry, EntryKind
from tests.browser.conftest import PATIENCE
from tests.browser.table import Hand
from tests.browser.test_outbox import until

Phones = Callable[..., Page]

ROUNDS = 10
"""Of four taps each."""
UPDATES = 'setInterval(() => htmx.trigger(document.body, "table-moved", { changes: 1e6 }), 450)'
"""Makes the page fetch and swap its parts all the time, as if other phones never rested."""
KEYPAD_UP = """(ending) => document.querySelector(".ends:checked")?.value === ending
    && document.querySelector(".dock").getBoundingClientRect().bottom <= innerHeight + 1"""


def middle(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def saved_rounds() -> list[tuple[int, dict[str, int]]]:
    """Who ended each round that was ever saved, and what the hands were."""
    rows = Entry.objects.filter(kind=EntryKind.ROUND).order_by("revision")
    return [(row.facts["ender"], row.facts["deadwood"]) for row in rows]


@pytest.mark.slow
def test_no_tap_is_lost_around_swaps(phone: Phones, counted: Callable[[str], None]) -> None:
    chance = random.Random(20_250_612)  # noqa: S311
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard", target=9999)
    page = hand.page
    page.evaluate(UPDATES)
    chips = {value: middle(page.locator(f'label:has(input[value="{value}"])')) for value in ("0:knock:4", "1:knock:3")}
    hand.choose("0:knock:4")
    page.wait_for_timeout(400)
    keys = {digit: middle(page.locator(f"[data-key='{digit}']")) for digit in "0123456789"}
    clear, save = middle(page.locator("[data-clear]")), middle(page.locator("button.save"))
    page.touchscreen.tap(*clear)
    taps, expected = 0, []
    for number in range(1, ROUNDS + 1):
        ending = chance.choice(list(chips))
        # The same round twice, and much deadwood, would be asked about.
        digits = str(11 + (3 * number + chance.randint(0, 2)) % 24)
        page.touchscreen.tap(*chips[ending])
        until(page, KEYPAD_UP, ending)
        page.wait_for_timeout(chance.randint(0, 200))
        for digit in digits:
            page.touchscreen.tap(*keys[digit])
            page.wait_for_timeout(chance.randint(0, 200))
        page.touchscreen.tap(*save)
        taps += 4
        expected.append((int(ending[0]), {ending[0]: int(ending[-1]), str(1 - int(ending[0])): int(digits)}))
        page.wait_for_timeout(chance.randint(0, 700))
        if number % 5 == 0:
            expect(page.locator("#sheet .lines > li")).to_have_count(number)
    expect(page.locator("#sheet .lines > li")).to_have_count(ROUNDS)
    assert saved_rounds() == expected
    counted(f"{taps} taps at random moments around swaps, 0 lost")


@pytest.mark.slow
def test_what_is_tapped_while_a_round_is_being_saved_is_for_the_next(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    held: list[Route] = []
    hand.page.route("**/rounds/", lambda route: held.append(route))  # noqa: PLW0108
    hand.choose("0:knock:7")
    hand.type("20")
    hand.tap("button.save")
    hand.choose("1:knock:3")
    hand.type("1")
    assert len(held) == 1
    held[0].continue_()
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
    expect(hand.page.locator("input[value='1:knock:3']")).to_be_checked()
    expect(hand.page.locator('[name="deadwood-0"]')).to_have_value("1")
    hand.page.unroute("**/rounds/")
    hand.type("4")
    hand.tap("button.save")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(2)
    assert saved_rounds() == [(0, {"0": 7, "1": 20}), (1, {"0": 14, "1": 3})]


@pytest.mark.slow
def test_whole_rounds_entered_while_one_is_being_saved_are_saved_after_it(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.page.evaluate("window.same = true")
    held: list[Route] = []
    hand.page.route("**/rounds/", lambda route: held.append(route))  # noqa: PLW0108
    for ending, keys in (("0:knock:7", "20"), ("1:knock:3", "14"), ("0:knock:4", "25")):
        hand.choose(ending)
        hand.type(keys)
        # Save is disabled while one is on its way: a finger touches it all the same.
        hand.page.touchscreen.tap(*middle(hand.page.locator("button.save")))
        hand.page.wait_for_timeout(400)
    for number in (1, 2, 3):
        end = time.monotonic() + PATIENCE
        while len(held) < number and time.monotonic() < end:
            hand.page.wait_for_timeout(50)
        held[number - 1].continue_()
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
    assert saved_rounds() == [(0, {"0": 7, "1": 20}), (1, {"0": 14, "1": 3}), (0, {"0": 4, "1": 25})]
    assert hand.page.evaluate("window.same"), "a form left the page"


@pytest.mark.slow
def test_an_update_asked_for_before_a_tap_leaves_the_tap(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    held: list[Route] = []
    hand.page.route("**/moved/**", lambda route: held.append(route))  # noqa: PLW0108
    hand.page.evaluate('htmx.trigger(document.body, "table-moved", { changes: 1e6 })')
    hand.page.wait_for_timeout(100)
    assert len(held) == 1
    hand.choose("1:knock:3")
    with hand.page.expect_response("**/moved/**"):
        held[0].continue_()
    hand.page.wait_for_timeout(100)
    expect(hand.page.locator("input[value='1:knock:3']")).to_be_checked()


def test_a_double_tap_on_save_saves_once_even_where_the_page_lets_it_through(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.choose("0:knock:7")
    hand.type("20")
    statuses = hand.page.evaluate(
        """async () => {
            const form = document.querySelector("form[data-entry]");
            const body = new URLSearchParams(new FormData(form));
            body.append("save", "yes");
            const send = () => fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
            return (await Promise.all([send(), send()])).map((response) => response.status);
        }"""
    )
    assert statuses == [200, 200]
    assert len(saved_rounds()) == 1


@pytest.mark.slow
def test_a_tap_counts_on_a_form_that_is_about_to_be_replaced(phone: Phones) -> None:
    """The page of a link asks for the names once it is loaded; their answer comes between the tap and the sending."""
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    page, held = phone(), list[Route]()
    page.add_init_script(
        """const send = window.fetch;
        window.fetch = async (...asked) => {
          if (asked[1]?.method === "HEAD") {
            document.documentElement.dataset.checks = "";
            await new Promise((go) => document.addEventListener("htmx:beforeSwap", () => setTimeout(go, 100)));
          }
          return send(...asked);
        };"""
    )
    link = hand.link_to("watch")
    page.route(link, lambda route: held.append(route) if route.request.post_data == "who=1" else route.continue_())
    page.goto(link)
    page.get_by_role("button", name="Watch", exact=True).tap()
    expect(page.locator("[data-checks]")).to_be_attached()
    held[0].continue_()
    page.wait_for_url("**/t/**")


def tap_twice(page: Page, where: Locator, *, wait: int, seen: Callable[[], None]) -> None:
    """Touch the same spot twice, whatever lies there the second time, ``wait`` ms apart by the page's clock.

    However slow the machine, the page's clock stands still until what the first touch does is ``seen``.
    """
    box = where.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    first = page.evaluate("Date.now()") / 1000
    page.clock.set_fixed_time(first)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(wait)
    page.clock.set_fixed_time(first + wait / 1000)
    page.touchscreen.tap(x, y)
    seen()
    page.wait_for_timeout(200)  # the click comes after the touch has been answered
    page.clock.set_system_time(first + 1)


@pytest.mark.slow
@pytest.mark.parametrize("wait", [30, 150, 280])
def test_second_tap_on_save_does_nothing(phone: Phones, wait: int) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    path = hand.page.url
    for number in range(1, 4):
        hand.choose("0:knock:7")
        hand.type(f"2{number}")  # the same as the round before would be questioned
        expect(hand.page.locator("#preview .sentence")).to_contain_text(f"2{number} \u2212 7")
        saved = partial(expect(hand.page.locator("#sheet .lines > li")).to_have_count, number)
        tap_twice(hand.page, hand.page.locator("button.save"), wait=wait, seen=saved)
        saved()
        assert hand.page.url == path
        assert hand.page.locator(".ends:checked").count() == 0
    hand.shows(45, 0)


@pytest.mark.parametrize(
    "wait", [pytest.param(30, marks=pytest.mark.slow), 150, pytest.param(280, marks=pytest.mark.slow)]
)
def test_second_tap_on_undo_takes_back_nothing_more(phone: Phones, wait: int) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.round("0:knock:7", "20", "Ann +13")
    hand.round("0:knock:7", "21", "Ann +14")  # the same round twice would be questioned
    undo = hand.page.locator("#undo button")
    expect(undo).to_have_count(1)
    tap_twice(hand.page, undo, wait=wait, seen=lambda: hand.shows(13, 0))
    hand.page.wait_for_timeout(300)
    hand.shows(13, 0)
