"""Browser: entering a round by its cards: drags and taps, layoffs, wilds, and faults in a hand."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import Hand

pytestmark = pytest.mark.slow


@dataclass
class Cards(Hand):
    """A phone on the page of cards. ``taps`` counts every gesture: a tap, or a drag however far."""

    seat: int = 0

    def cell(self, card: str) -> Locator:
        return self.page.locator(f'[data-grid="{self.seat}"] .cell:has([value="{card}"])')

    def card(self, *cards: str) -> None:
        """Tap cards one by one."""
        for card in cards:
            self.tap(self.cell(card))

    def drag(self, first: str, last: str) -> None:
        """Draw a finger over the grid from one card to another."""
        touch = self.page.context.new_cdp_session(self.page)
        places = []
        for card in (first, last):
            cell = self.cell(card)
            cell.scroll_into_view_if_needed()
            box = cell.bounding_box()
            places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        (x, y), (to_x, to_y) = places

        def send(kind: str, *points: tuple[float, float]) -> None:
            touch.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]}
            )

        send("touchStart", (x, y))
        for step in range(1, 9):
            send("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
        send("touchEnd")
        touch.detach()
        self.taps += 1

    def type_hand(self, seat: int, text: str) -> None:
        """Type a hand, and wait until it is drawn."""
        if not self.page.locator(f"#cards-{seat}").is_visible():
            self.page.locator(f"#step-{seat}").check(force=True)
        self.page.locator(f"#cards-{seat}").fill(text)
        expect(self.page.locator(f"#drawn-{seat} [data-card]").first).to_be_attached()

    def step(self, name: str) -> None:
        self.tap(self.page.locator(".step", has_text=name))

    def turn_to(self, seat: int) -> None:
        self.tap("label.onward-step:visible")
        self.seat = seat


def at_cards(phone: Callable[..., Page], *names: str, preset: str = "standard", **options: object) -> Cards:
    """A phone on the page of cards of a new table."""
    hand = Cards(phone(**options))
    hand.start_table(*(names or ("Ann", "Ben")), preset=preset)
    hand.page.locator(".entry .kinds a").tap()
    hand.page.wait_for_url("**/cards/**")
    return hand


def test_two_hands_in_a_dozen_gestures_and_the_proposed_layoffs(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone)
    ann.drag("5s", "7s")
    ann.drag("9c", "Jc")
    ann.drag("Ks", "Kc")
    ann.card("Kh", "Jd")
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 10")
    first = ann.taps
    ann.turn_to(1)
    ann.taps = first
    ann.drag("2s", "2c")
    ann.drag("7c", "8c")
    ann.drag("8s", "9s")
    ann.card("Ac", "8d")
    assert ann.taps <= 14
    expect(ann.page.locator("#drawn-1 .headline")).to_contain_text("Deadwood 17")
    ann.step("Result")
    expect(ann.page.locator("#told")).to_contain_text("Ann knocks with 10")
    ann.tap("button.lay-all")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ben +26")
    expect(ann.page.locator(".loose .fine")).to_have_text("Deadwood 9")
    ann.tap("button.save")
    expect(ann.page.locator("#sheet .lines > li")).to_have_count(1)
    expect(ann.page.locator("#sheet .lines > li .what")).to_contain_text("Ann knocked with 10, Ben undercut with 9")


def test_a_tap_right_after_a_quick_drag_counts(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone)
    ann.drag("5s", "9s")
    ann.page.locator("label.onward-step:visible").tap()
    expect(ann.page.locator("#step-1")).to_be_checked()
    assert ann.page.locator('[data-grid="0"] .cell input:checked').count() == 5


def test_the_way_on_stays_where_it_is_when_an_answer_comes(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone)
    onward = ann.page.locator("label.onward-step:visible")
    before = onward.bounding_box()
    ann.type_hand(0, "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd")
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 10")
    assert onward.bounding_box() == before


def test_a_card_is_laid_off_by_tapping_it_and_the_meld(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone)
    ann.type_hand(0, "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd")
    ann.step("Ben")
    ann.type_hand(1, "2s 2c 2d 2h Ac 7c 8c 3h 9s 4d")
    ann.step("Result")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +22")
    ann.tap(ann.page.get_by_role("button", name="Lay off the eight of clubs"))
    ann.tap(".target.open [data-onto]")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +14")
    # The seven fits once the eight lies there.
    ann.tap(ann.page.get_by_role("button", name="Lay off the seven of clubs"))
    ann.tap(".target.open [data-onto]")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +7")
    ann.tap(ann.page.get_by_role("button", name=re.compile("Take back .* seven of clubs")))
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +14")


def to_lay_off(phone: Callable[..., Page]) -> Cards:
    """A phone on the result of two hands, asking the server for something else than layoffs."""
    ann = at_cards(phone)
    ann.type_hand(0, "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd")
    ann.step("Ben")
    ann.type_hand(1, "2s 2c 2d 2h Ac 7c 8c 3h 9s 4d")
    ann.step("Result")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +22")
    ann.page.locator("#not-so").check()
    return ann


LAY_OFF = """() => {
    document.querySelector('[data-loose="layoff-1-8c"]').click();
    document.querySelector(".target.open [data-onto]").click();
}"""


def test_the_answer_to_an_older_question_takes_no_layoff_back(phone: Callable[..., Page]) -> None:
    ann = to_lay_off(phone)
    # Laid off in the moment before the answer about who knocked is put into the page.
    ann.page.evaluate(f"document.addEventListener('htmx:beforeOnLoad', {LAY_OFF}, {{ once: true }})")
    ann.page.locator('[name="ender"][value="0"]').check(force=True)
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +14")
    expect(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs"))).to_be_visible()


def test_a_card_that_was_tapped_stays_chosen_when_an_answer_comes(phone: Callable[..., Page]) -> None:
    ann = to_lay_off(phone)
    ann.tap(ann.page.get_by_role("button", name="Lay off the eight of clubs"))
    with ann.page.expect_response("**/cards/"):
        ann.page.locator('[name="ender"][value="0"]').check(force=True)
    expect(ann.page.locator("#told")).to_contain_text("Ann knocks with 10")
    ann.tap(".target.open [data-onto]")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +14")


BUTTON_AFTER_A_QUESTION = """() => {
    window.statuses = [];
    document.addEventListener("htmx:afterRequest", (event) => statuses.push(event.detail.xhr.status));
    const press = () => document.querySelector("button.lay-all").click();
    document.addEventListener("htmx:beforeSend", () => setTimeout(press), { once: true });
}"""


def test_a_button_is_not_undone_by_what_was_asked_before_it(phone: Callable[..., Page]) -> None:
    ann = to_lay_off(phone)
    ann.page.evaluate(BUTTON_AFTER_A_QUESTION)
    ann.page.locator('[name="ender"][value="0"]').check(force=True)
    expect(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs"))).to_be_visible()
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +7")
    assert ann.page.evaluate("statuses") == [0, 200]


def test_nothing_is_entered_into_a_form_that_a_button_exchanges(phone: Callable[..., Page]) -> None:
    ann = to_lay_off(phone)

    def late(route: Route) -> None:
        if "lay_off" in (route.request.post_data or ""):
            ann.page.wait_for_timeout(600)
        route.continue_()

    ann.page.route("**/cards/", late)
    ann.tap("button.lay-all")
    ann.step("Ann")
    box = ann.cell("Jd").bounding_box()
    assert box
    ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert ann.cell("Jd").locator("input").is_checked()
    expect(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs"))).to_be_visible()
    assert ann.cell("Jd").locator("input").is_checked()


def test_a_round_of_ginski_with_two_wilds_and_a_third_player_who_only_counts(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone, "Ann", "Ben", "Cleo", preset="ginski")
    ann.drag("R5", "R6")
    ann.drag("B9", "G9")
    ann.drag("Y1", "Y4")
    ann.drag("W1", "W2")
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Ginski")
    assert ann.taps == 4
    ann.turn_to(1)
    ann.drag("R8", "R10")
    ann.drag("B1", "B3")
    ann.card("G12", "Y12", "P12", "G5")
    ann.turn_to(2)
    ann.tap(".only-count:visible summary")
    ann.page.locator("#deadwood-2").fill("20+7")
    ann.step("Result")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +57")
    ann.tap("button.save")
    expect(ann.page.locator("#sheet .lines > li .what")).to_contain_text("Ann went Ginski, Ben had 5, Cleo had 27")


def test_a_wrong_declaration_shows_all_three_faults_beside_their_cards(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone)
    ann.type_hand(1, "2s 2c 2d 2h Ac 7c 8c 8s 9h 8d")
    ann.type_hand(0, "8s 9s Js / 4h 4d 5c / Kd Kc Kh - 3d")
    hand = ann.page.locator("#drawn-0")
    expect(hand.locator(".error, .errors p")).to_have_count(3)
    expect(hand).to_contain_text("isn't a run: the 10\u2660\ufe0e is missing.")
    expect(hand).to_contain_text("isn't a set: 5\u2663\ufe0e doesn't belong.")
    expect(hand).to_contain_text("8\u2660\ufe0e is in two hands: Ann and Ben have it.")
    expect(hand.locator('.playing.wrong[data-card="5c"]')).to_be_visible()
    ann.step("Result")
    expect(ann.page.locator("#outcome .sentence")).to_have_count(3)
    ann.tap("button.save")
    expect(ann.page.locator("#outcome .sentence")).to_have_count(3)
    assert ann.page.url.endswith("/cards/")


def test_what_was_typed_as_numbers_is_there_with_the_cards_and_back(phone: Callable[..., Page]) -> None:
    ann = Cards(phone())
    ann.start_table("Ann", "Ben", preset="standard")
    ann.choose("0:knock:7")
    ann.type("20")
    ann.page.locator(".entry .kinds a").dispatch_event("click")
    ann.page.wait_for_url("**/cards/?**")
    ann.step("Result")
    expect(ann.page.locator("#told")).to_contain_text("Ann knocks with 7")
    ann.step("Ann")
    ann.type_hand(0, "5s 6s 7s 9c Tc Jc Ks Kc Kd 8d")
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 8")
    ann.tap(ann.page.get_by_role("button", name="Enter numbers instead"))
    expect(ann.page.locator("#preview .sentence")).to_contain_text("Ann +12")


def test_it_works_without_script(phone: Callable[..., Page]) -> None:
    ann = Cards(phone(java_script_enabled=False))
    ann.start_table("Ann", "Ben", preset="standard")
    ann.page.goto(ann.page.url + "cards/")
    ann.page.locator("#cards-0").fill("5s 6s 7s 9c Tc Jc Ks Kc Kd Jd")
    ann.step("Ben")
    ann.page.locator("#cards-1").fill("2222 Ac 78c 8s 9s 8d")
    ann.step("Result")
    ann.page.get_by_role("button", name="Preview").tap()
    ann.page.locator('select[name="layoff-1-8s"]').select_option("5s 6s 7s")
    ann.page.get_by_role("button", name="Preview").tap()
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ann +23")
    ann.page.get_by_role("button", name="Lay off all").tap()
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Undercut! Ben +26")
    ann.page.get_by_role("button", name="Save", exact=True).tap()
    expect(ann.page.locator("#sheet .lines > li .what")).to_contain_text("Ben undercut with 9")


def test_the_upcard_is_off_in_all_hands_until_somebody_took_it(
    phone: Callable[..., Page], snapshot: SnapshotAssertion
) -> None:
    ann = at_cards(phone, preset="oklahoma")
    off = ann.page.locator('[data-grid] .cell input[value="Qh"]:disabled')
    ann.step("Result")
    expect(ann.page.get_by_label("Someone took the upcard")).to_be_hidden()
    ann.choose_card("Q", "h")
    expect(off).to_have_count(2)
    ann.step("Ann")
    expect(ann.page.locator("#drawn-0")).to_be_in_viewport()
    ann.cell("Qh").tap(force=True)
    refused = ann.page.locator('[data-grid="0"] [data-refused]')
    expect(refused).not_to_be_empty()
    assert refused.inner_text() == snapshot
    ann.step("Result")
    ann.page.get_by_label("Someone took the upcard").check()
    expect(off).to_have_count(0)
    # Chosen, it is folded to a line. Another card lies there after all: nobody said of that one that it was taken.
    expect(ann.page.locator(".picker summary")).to_have_text("Q\u2665\ufe0e knock with 10 or less")
    ann.tap(".picker summary")
    ann.choose_card("K", "h")
    expect(ann.page.locator('[data-grid] .cell input[value="Kh"]:disabled')).to_have_count(2)
    expect(off).to_have_count(0)


def test_whoever_has_the_upcard_took_it(phone: Callable[..., Page]) -> None:
    ann = at_cards(phone, preset="oklahoma")
    ann.card("Qh")
    ann.step("Result")
    ann.choose_card("Q", "h")
    expect(ann.page.get_by_label("Someone took the upcard")).to_be_checked()
    ann.step("Ann")
    ann.card("Qh")
    assert ann.page.locator('[data-grid="0"] .cell input[value="Qh"]').is_enabled()


def test_without_script_the_upcard_is_off_once_the_page_is_drawn_anew(phone: Callable[..., Page]) -> None:
    ann = Cards(phone(java_script_enabled=False))
    ann.start_table("Ann", "Ben", preset="oklahoma")
    ann.page.goto(ann.page.url + "cards/")
    off = ann.page.locator('[data-grid] .cell input[value="Qh"]:disabled')
    ann.step("Result")
    ann.choose_card("Q", "h")
    ann.page.get_by_role("button", name="Preview").tap()
    expect(off).to_have_count(2)
    ann.page.get_by_label("Someone took the upcard").check()
    ann.page.get_by_role("button", name="Preview").tap()
    expect(off).to_have_count(0)
