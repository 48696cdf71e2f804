"""A round entered by its cards at the table: drags and taps on a phone, layoffs, wilds, and what is wrong with a hand."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.table import Hand


@dataclass
class Cards(Hand):
    """A phone on the page of cards. ``taps`` counts every gesture: a tap, or a drag however far."""

    seat: int = 0

    def cell(self, card: str) -> object:
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
        # A finger that rests before it lifts throws nothing: after a throw Chromium takes the next tap for its end.
        self.page.wait_for_timeout(100)
        send("touchMove", (to_x, to_y))
        send("touchEnd")
        touch.detach()
        self.taps += 1

    def step(self, name: str) -> None:
        self.tap(self.page.locator(".step", has_text=name))

    def turn_to(self, seat: int) -> None:
        self.tap(f"label.onward-step:visible")
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
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("May knock with 10")
    first = ann.taps
    ann.turn_to(1)
    ann.taps = first
    ann.drag("2s", "2c")
    ann.drag("7c", "8c")
    ann.drag("8s", "9s")
    ann.card("Ac", "8d")
    assert ann.taps <= 14
    expect(ann.page.locator("#drawn-1 .headline")).to_contain_text("17 left over")
    ann.step("Result")
    expect(ann.page.locator("#told")).to_contain_text("Ann knocks with 10")
    ann.tap("button.lay-all")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Undercut! Ben +26: 25 + 10 \u2212 9")
    expect(ann.page.locator(".loose .fine")).to_have_text("9 left over")
    ann.tap("button.save")
    expect(ann.page.locator("#sheet .lines > li")).to_have_count(1)
    expect(ann.page.locator("#sheet .lines > li .what")).to_contain_text("Ann knocked with 10, Ben undercut with 9")
