"""Browser: the card grid: dragging, tapping, keys, and arranging a hand into melds."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Route, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import fits

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


def open_grid(page: Page, query: str = "") -> None:
    page.goto(f"/check/{query}")


def cell(page: Page, card: str, hand: int = 0) -> Locator:
    return page.locator(f'[data-grid="{hand}"] .cell:has([value="{card}"])')


def ticked(page: Page, hand: int = 0) -> str:
    boxes = page.locator(f'[data-grid="{hand}"] .cell input:checked')
    return " ".join(boxes.evaluate_all("boxes => boxes.map(box => box.value)"))


def middle(page: Page, card: str, hand: int = 0) -> tuple[float, float]:
    box = cell(page, card, hand).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *cards: str, hand: int = 0) -> None:
    """One finger from the first card over the others."""
    session: CDPSession = page.context.new_cdp_session(page)

    def touch(kind: str, points: Sequence[tuple[float, float]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", [middle(page, cards[0], hand)])
    for card in cards[1:]:
        touch("touchMove", [middle(page, card, hand)])
    touch("touchEnd", [])


def tap(page: Page, *cards: str, hand: int = 0) -> None:
    for card in cards:
        cell(page, card, hand).tap()


def headline(page: Page) -> Locator:
    return page.locator('[data-hand="0"] .headline b')


def drawn(page: Page) -> str:
    groups = page.locator('[data-hand="0"] .laid > *')
    return " / ".join(
        groups.evaluate_all(
            "all => all.map(g => [...g.querySelectorAll('[data-card]')].map(c => c.dataset.card).join(' '))"
        )
    )


# --- Fingers --------------------------------------------------------------------------------------------------------


def test_one_drag_down_enters_a_run(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    drag(page, "5s", "6s", "7s")
    assert ticked(page) == "5s 6s 7s"
    expect(page.locator("main [data-count]").first).to_have_text("3 of 10")
    expect(headline(page)).to_have_text("3 of 10 cards")
    expect(page.locator("#cards-0")).to_have_value("5s 6s 7s")
    assert "hand=5s+6s+7s" in page.url


def test_one_drag_across_enters_a_set_and_another_takes_it_out(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    drag(page, "Ks", "Kh", "Kd", "Kc")
    assert ticked(page) == "Ks Kh Kd Kc"
    expect(headline(page)).to_contain_text("4 of 10")
    drag(page, "Kh", "Kc")
    assert ticked(page) == "Ks"
    expect(page.locator("#cards-0")).to_have_value("Ks")


def test_a_fast_finger_leaves_no_card_out_and_may_come_back(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    drag(page, "3s", "9s", "6s")
    assert ticked(page) == "3s 4s 5s 6s"
    drag(page, "Jd", "Qh", "Kh", "Qd")
    assert ticked(page) == "3s 4s 5s 6s Jd Qd"


def test_a_tap_is_one_card_and_a_tap_again_takes_it_out(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    tap(page, "7h", "Ks")
    assert ticked(page) == "7h Ks"
    expect(page.locator("#cards-0")).to_have_value("Ks 7h")
    tap(page, "7h")
    assert ticked(page) == "Ks"
    expect(page.locator("#cards-0")).to_have_value("Ks")


def test_a_hand_of_ten_takes_five_gestures(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    drag(page, "5s", "7s")
    drag(page, "9c", "Jc")
    tap(page, "Ks", "Jd")
    drag(page, "Kd", "Kc")
    expect(headline(page)).to_have_text("Can knock with 10")
    assert drawn(page) == "Ks Kd Kc / 5s 6s 7s / 9c Tc Jc / Jd"


def test_no_twelfth_card_can_be_drawn(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    open_grid(page)
    drag(page, "As", "Ks")
    assert len(ticked(page).split()) == 11
    expect(cell(page, "2h").locator("input")).to_be_disabled()
    page.touchscreen.tap(*middle(page, "2h"))
    refused = page.locator('[data-grid="0"] [data-refused]')
    expect(refused).to_contain_text("11")
    assert refused.inner_text() == snapshot
    tap(page, "As")
    expect(cell(page, "2h").locator("input")).to_be_enabled()


def test_a_card_in_the_other_hand_says_so(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    open_grid(page)
    drag(page, "5s", "7s")
    page.locator(".other-hand > summary").tap()
    expect(cell(page, "6s", 1).locator("input")).to_be_disabled()
    assert cell(page, "6s", 1).get_attribute("title") == snapshot
    tap(page, "6s")
    expect(cell(page, "6s", 1).locator("input")).to_be_enabled()


def test_wilds_are_drawn_across_and_end_no_run(phone: Phones) -> None:
    page = phone()
    open_grid(page, "?rules=ginski")
    drag(page, "R11", "W1")
    drag(page, "W2", "W4")
    assert ticked(page) == "R11 R12 R13 W2 W3 W4"
    expect(headline(page)).to_contain_text("6 of 10")


# --- Answers --------------------------------------------------------------------------------------------------------


def test_a_slow_answer_never_takes_a_card_away(phone: Phones) -> None:
    page = phone()
    open_grid(page)

    def late(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/check/", late)
    tap(page, "5s")
    page.wait_for_timeout(200)
    tap(page, "6s", "7s")
    assert ticked(page) == "5s 6s 7s"
    expect(page.locator("#cards-0")).to_have_value("5s 6s 7s")
    assert ticked(page) == "5s 6s 7s"


def test_what_is_typed_is_ticked(phone: Phones) -> None:
    page = phone()
    open_grid(page)
    page.locator("#cards-0").press_sequentially("7-9h 55")
    expect(page.locator(".shown .errors")).to_contain_text("doesn't say which suits")
    page.locator("#cards-0").press_sequentially("55")
    expect(headline(page)).to_contain_text("7 of 10")
    assert set(ticked(page).split()) == {"7h", "8h", "9h", "5s", "5h", "5d", "5c"}
    page.locator("#cards-0").press("Enter")
    expect(page.locator("#cards-0")).to_have_value("5s 5h 7h 8h 9h 5d 5c")


def test_drawn_cards_are_tapped_together_and_arranged_best(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    open_grid(page, "?hand=5s+5h+5d+6d+7d+Ks")
    assert drawn(page) == "5d 6d 7d / 5s Ks 5h"

    def touch(card: str) -> None:
        page.locator(f'[data-hand="0"] [data-card="{card}"]').tap()

    touch("5d")
    joining = page.locator("[data-joining]")
    asked = joining.get_attribute("data-ask")
    assert asked == snapshot
    expect(joining).to_have_text(str(asked))
    touch("5s")
    expect(page.locator("#cards-0")).to_have_value("6d 7d / 5s 5d - Ks 5h")
    touch("5h")
    touch("5s")
    expect(page.locator("#cards-0")).to_have_value("6d 7d / 5s 5d 5h / Ks")
    note = page.locator(".headline > span")
    expect(note).to_contain_text("3")
    assert note.inner_text() == snapshot
    page.get_by_role("button", name="Best melds").click()
    expect(page.locator("#cards-0")).to_have_value("5s Ks 5h 5d 6d 7d")
    touch("7d")
    page.get_by_role("button", name="Take out of the meld").tap()
    expect(page.locator("#cards-0")).to_have_value("5d 6d - 5s Ks 5h 7d")


# --- Keys, a mouse, no script ---------------------------------------------------------------------------------------


def test_arrow_keys_go_from_card_to_card(phone: Phones) -> None:
    page = phone(**DESK)
    open_grid(page)
    page.locator("#cards-0").focus()
    page.keyboard.press("Tab")
    for key in ("Space", "ArrowDown", "ArrowRight", "Enter", "ArrowUp", "Space", "ArrowUp"):
        page.keyboard.press(key)
    assert ticked(page) == "As Ah 2h"
    page.keyboard.press("k")
    page.keyboard.press("s")
    expect(page.locator("#cards-0")).to_be_focused()
    expect(headline(page)).to_contain_text("4 of 10")
    page.keyboard.press("Space")
    page.keyboard.press("2")
    page.keyboard.press("c")
    expect(headline(page)).to_contain_text("5 of 10")
    page.keyboard.press("Enter")
    expect(page.locator("#cards-0")).to_have_value("As Ks Ah 2h 2c")


def test_a_mouse_drags_as_well(phone: Phones) -> None:
    page = phone(**DESK)
    open_grid(page)
    page.mouse.move(*middle(page, "5s"))
    page.mouse.down()
    page.mouse.move(*middle(page, "7s"), steps=8)
    page.mouse.up()
    assert ticked(page) == "5s 6s 7s"
    cell(page, "6s").click()
    assert ticked(page) == "5s 7s"


def test_boxes_work_without_script(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    open_grid(page)
    tap(page, "5s", "6s", "7s")
    page.locator("#cards-0").fill("Ks")
    page.get_by_role("button", name="Check").tap()
    expect(headline(page)).to_have_text("4 of 10 cards")
    tap(page, "Ks")
    page.get_by_role("button", name="Check").tap()
    expect(headline(page)).to_have_text("3 of 10 cards")
    expect(page.locator("#cards-0")).to_have_value("5s 6s 7s")


@pytest.mark.parametrize(("rules", "last"), [("standard", "Kc"), ("ginski", "W5")])
def test_the_whole_grid_and_its_answer_fit_on_a_phone(phone: Phones, rules: str, last: str) -> None:
    page = phone()
    hand = "5-7s+9-Jc+Ks+Kc+Kd+Jd" if rules == "standard" else "R5-8+B9+G9+W1+Y2+P3+P4"
    open_grid(page, f"?rules={rules}&hand={hand}")
    bottom = page.locator(".answer").bounding_box()
    grid = cell(page, last).bounding_box()
    assert bottom
    assert grid
    assert grid["y"] + grid["height"] <= bottom["y"]
    assert bottom["y"] + bottom["height"] <= 844
    assert grid["height"] >= 40
    assert fits(page)
