"""Browser: an evening by keyboard alone, and one with only what a screen reader announces."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Table
from tests.browser.table import Hand

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
FOCUSED = "(element) => element === document.activeElement"
FAR = 150  # keys until something cannot be reached
COMPUTER = {
    "viewport": {"width": 1280, "height": 800},
    "is_mobile": False,
    "has_touch": False,
    "device_scale_factor": 1,
}
LISTEN = """
    window.announced = [];
    const LIVE = "[aria-live], [role=status], [role=alert]";
    const region = ({ target }) => (target.closest ? target : target.parentElement)?.closest(LIVE);
    addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
        for (const live of new Set(changes.map(region))) {
            const told = live?.textContent.replace(/\\s+/g, " ").trim();
            if (told) window.announced.push(told);
        }
    }).observe(document, { childList: true, subtree: true, characterData: true }));
"""
"""What a screen reader is given to speak: a region that is live, as it reads after each change within it."""


class Keys:
    """Somebody at a keyboard, who has no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def named(self, role: str, name: str | re.Pattern[str]) -> Locator:
        """What a screen reader calls so; exactly, where the name is a text."""
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str))  # type: ignore[arg-type]

    def to(self, role: str, name: str | re.Pattern[str], *, key: str = "Tab") -> Locator:
        """Go on until that has the focus, and look that the focus is seen there."""
        wanted = self.named(role, name)
        for _ in range(FAR):
            self.press(key)
            if wanted.count() == 1 and wanted.evaluate(FOCUSED):
                break
        else:
            raise AssertionError(f"{role} {name!r} is not reached with {key}")
        return wanted

    def choose(self, name: str) -> None:
        """Go to the chips of the round, and along them to the one of that name."""
        for _ in range(FAR):
            self.press("Tab")
            if self.page.evaluate("document.activeElement.matches('.ends')"):
                break
        wanted = self.named("radio", name)
        for _ in range(FAR):
            if wanted.is_checked():
                return
            self.press("ArrowDown")
        raise AssertionError(f"{name} is not reached")


def saved(page: Page, number: int) -> None:
    expect(page.locator("#sheet .lines > li")).to_have_count(number)


def focus_stays(page: Page) -> bool:
    """Whether the next Tab goes on from where the person was, and not from the top of the page."""
    return bool(page.evaluate("document.activeElement !== document.body && document.activeElement.isConnected"))


def test_an_evening_by_keyboard_alone(phone: Phones) -> None:
    page = phone(**COMPUTER)
    keys = Keys(page)
    page.goto("/")
    keys.to("textbox", re.compile(r"^Player 1"))
    page.keyboard.type("Ann")
    keys.to("textbox", re.compile(r"^Player 2"))
    page.keyboard.type("Ben")
    keys.to("button", re.compile(r"^Start"))
    keys.press("Enter")
    page.wait_for_url("**/t/*/")
    keys.choose("Ann knocks with 7")
    # Digits go to the count wherever the focus is in the form; Enter saves once it is there.
    keys.press("2", "0")
    expect(page.locator("#preview .sentence")).to_contain_text("Ann +13")
    keys.to("button", re.compile("^Save"))
    keys.press("Enter")
    saved(page, 1)
    assert focus_stays(page)

    keys.choose("Ben goes gin")
    keys.to("textbox", re.compile(r"^Ann.s deadwood"))
    page.keyboard.type("12")
    keys.press("Enter")
    saved(page, 2)
    assert focus_stays(page)

    # Round 1 was 21: along the sheet to it, and back by saving.
    page.locator("#line-1").focus()
    keys.press("Enter")
    keys.to("link", "Change round 1")
    keys.press("Enter")
    page.wait_for_url("**/rounds/1/1/")
    keys.to("textbox", re.compile(r"^Ben.s deadwood"))
    page.keyboard.type("21")
    keys.press("Enter")
    page.wait_for_url("**/t/*/")
    expect(page.locator("#tally .total")).to_have_text(["14", "37"])

    keys.to("button", re.compile(r"^Undo"))
    keys.press("Enter")
    expect(page.locator("#tally .total")).to_have_text(["13", "37"])
    assert focus_stays(page)

    keys.choose("Ben goes gin")
    keys.to("textbox", re.compile(r"^Ann.s deadwood"))
    page.keyboard.type("60")
    keys.press("Enter")
    expect(page.locator("#final-title")).to_contain_text("Ben wins")
    assert focus_stays(page)
    keys.to("button", "Rematch")
    keys.press("Enter")
    expect(page.locator("#deal")).to_contain_text("Round 1")


def test_an_evening_by_accessible_names_alone(phone: Phones) -> None:
    """What is seen is never asked: roles and names only, and what the live regions speak, each score once."""
    ann, ben = phone(), phone()
    for page in (ann, ben):
        page.context.add_init_script(LISTEN)
    ann.goto("/")
    ann.get_by_role("textbox", name="Player 1").fill("Ann")
    ann.get_by_role("textbox", name="Player 2").fill("Ben")
    ann.get_by_role("button", name="Start").click()
    ann.get_by_role("heading", name="Ann and Ben").wait_for()
    table = Table.objects.get()
    Hand(ben).join(Hand(ann).link_to("watch"), "Ben's phone")
    ben.get_by_role("region", name="Score", exact=True).wait_for()
    for page in (ann, ben):
        page.evaluate("window.announced.length = 0")

    def play(ending: str, whose: str, count: str, speaks: str) -> None:
        """Enter a round, and listen on both phones."""
        ann.get_by_role("radio", name=ending, exact=True).press("Space")
        ann.get_by_role("textbox", name=f"{whose}'s deadwood").fill(count)
        ann.get_by_role("button", name="Save").press("Enter")
        for page in (ann, ben):
            page.wait_for_function("(told) => window.announced.some((one) => one.includes(told))", arg=speaks)
            page.wait_for_timeout(700)
            spoken = [one for one in page.evaluate("window.announced.splice(0)") if speaks in one]
            assert len(spoken) == 1, spoken

    play("Ann knocks with 7", "Ben", "20", "Ann 13, Ben 0")
    play("Ben goes gin", "Ann", "12", "Ann 13, Ben 37")
    ann.get_by_role("button", name=re.compile("^Undo")).click()
    ann.wait_for_function("() => window.announced.some((one) => one.includes('Ann 13, Ben 0'))")
    play("Ann goes gin", "Ben", "40", "Ann 78, Ben 0")
    play("Ann goes gin", "Ben", "20", "Ann 421, Ben 0")
    ann.get_by_role("heading", name="Ann wins").wait_for()
    ben.get_by_role("heading", name="Ann wins").wait_for()
    ann.get_by_role("button", name="Rematch").click()
    ann.get_by_role("form", name="Round 1").wait_for()
    assert table.entries.count() > 4


def test_what_is_rare_is_reached_by_keyboard_and_left_with_escape(phone: Phones) -> None:
    page = phone(**COMPUTER)
    hand = Hand(page)
    hand.start_table("Ann", "Ben", preset="standard")
    keys = Keys(page)
    more = page.locator(".rare > summary")
    more.focus()
    keys.press("Enter")
    first = page.locator(".rare .ends").first
    expect(first).to_be_focused()
    keys.press("Escape")
    expect(first).to_be_hidden()
    expect(more).to_be_focused()
    keys.press("Enter")
    expect(first).to_be_focused()
    keys.press("Space")
    expect(first).to_be_checked()
    keys.to("button", "Start this round over")
    keys.press("Enter")
    expect(page.locator(".ends:checked")).to_have_count(0)
    assert focus_stays(page)
    menu = page.locator(".menu > summary")
    menu.focus()
    keys.press("Enter", "Tab", "Escape")
    expect(menu).to_be_focused()
    expect(page.locator(".menu .panel")).to_be_hidden()


def test_rounds_that_wait_leave_the_focus_at_the_form(phone: Phones) -> None:
    page = phone()
    hand = Hand(page)
    hand.start_table("Ann", "Ben", preset="standard", target=500)
    page.context.set_offline(True)
    for number in (1, 2, 3):
        page.locator('input[value="0:knock:7"]').focus()
        page.keyboard.press("Space")
        page.keyboard.type(str(20 + number))
        page.locator("button.save").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".ends:checked")).to_have_count(0)
        expect(page.locator("#entry")).to_be_focused()
    page.context.set_offline(False)
    saved(page, 3)


def test_what_has_the_focus_is_not_under_the_number_panel(phone: Phones) -> None:
    """WCAG 2.2, 2.4.11: on a phone the panel covers a third of the screen."""
    page = phone()
    hand = Hand(page)
    hand.start_table("Ann", "Ben", preset="standard", target=500)
    for number in range(1, 7):
        hand.choose("0:knock:7")
        hand.type(str(20 + number))
        hand.tap("button.save")
        saved(page, number)
    hand.choose("0:knock:7")
    panel = page.locator(".dock")
    expect(panel).to_be_visible()
    page.wait_for_timeout(400)
    covered = []
    for _ in range(40):
        page.keyboard.press("Tab")
        page.wait_for_timeout(50)
        covered += page.evaluate(
            """() => {
              const one = document.activeElement, box = one.getBoundingClientRect();
              if (one.closest(".dock, .skip") || one === document.body) return [];
              const top = document.querySelector(".dock").getBoundingClientRect().top;
              return box.top >= top - 4 ? [one.outerHTML.slice(0, 120)] : [];
            }"""
        )
    assert not covered
