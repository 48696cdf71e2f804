"""A phone at a table, operated as a person does, with every tap counted."""

import re
from contextlib import nullcontext
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.makers import Phone, start

JOINS = re.compile("^(Join|Keep score on this phone|Watch|Add this phone)$")
"""The buttons by which somebody joins a table."""


def with_cookie(page: Page, phone: Phone, base: str) -> Page:
    """The page of somebody who holds ``phone``; ``base`` is the address of the site."""
    page.context.add_cookies([{"name": "device", "value": phone.secret, "url": base}])
    return page


def fits(page: Page) -> bool:
    """Whether nothing hangs over the edge of the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def pause(page: Page) -> None:
    """Wait as long as a person does before they tap the same spot again and mean it; sooner it is a double tap."""
    page.wait_for_timeout(400)


@dataclass
class Hand:
    """The person holding a phone. ``taps`` counts the touches since it was last set to 0."""

    page: Page
    taps: int = 0

    def tap(self, where: Locator | str) -> None:
        target = self.page.locator(where) if isinstance(where, str) else where
        target.tap()
        self.taps += 1

    def start_table(self, *names: str, preset: str, dealer: int = 1, **house_rules: object) -> str:
        """Open a new table, which this phone owns, and return its path. ``dealer`` counts from 1."""
        made = start(*names, preset=preset, dealer=dealer - 1, **house_rules)
        self.page.goto("/")
        with_cookie(self.page, made, self.page.url).goto(made.url)
        expect(self.page.locator("#tally")).to_be_visible()
        return made.url

    def link_to(self, role: str) -> str:
        """The address of the table's link for ``role``, from the page with the QR codes."""
        table = self.page.url
        self.page.goto(table + "links/")
        title = {"score": "To play and score", "watch": "To watch"}[role]
        address = self.page.locator(".link", has_text=title).locator(".address a").first.get_attribute("href")
        assert address
        self.page.goto(table)
        return "/" + address.split("/", 3)[3]

    def join(self, link: str, name: str) -> None:
        """Open a link and join as somebody else than the players, called ``name``; a link to watch asks for no name."""
        self.page.goto(link)
        if self.page.locator("html.js").count():
            expect(self.page.locator("#who .fine")).to_be_visible()  # whose table it is has come
        field = self.page.locator("#label")
        if field.count():
            if not field.is_visible():
                self.page.get_by_text("Someone else").tap()
            field.fill(name)
        self.page.get_by_role("button", name=JOINS).tap()
        self.page.wait_for_url("**/t/*/")

    def choose(self, ending: str) -> None:
        self.tap(f'label:has(input[value="{ending}"])')

    def choose_card(self, rank: str, suit: str) -> None:
        """Tap the card that sets the limit: its rank, then its suit."""
        self.tap(f'label.chip:has([name="rank"][value="{rank}"])')
        self.tap(f'label.chip:has([name="suit"][value="{suit}"])')

    def type(self, keys: str) -> None:
        for key in keys:
            self.tap(f'[data-key="{"next" if key == ">" else key}"]:visible')

    def type_slowly(self, keys: str) -> None:
        """Type so slowly that a preview arrives between any two keys."""
        for key in keys:
            with self.page.expect_response("**/preview/") if key != ">" else nullcontext():
                self.type(key)

    def round(self, ending: str, keys: str, preview: str) -> None:
        """Enter and save a round; the preview has to say ``preview`` first (who gains how much)."""
        number = self.saved
        self.choose(ending)
        self.type(keys)
        expect(self.page.locator("#preview .sentence").first).to_contain_text(preview)
        self.tap("button.save")
        expect(self.page.locator("#sheet .lines > li")).to_have_count(number + 1)

    @property
    def saved(self) -> int:
        """How many rounds are on the sheet."""
        return self.page.locator("#sheet .lines > li").count()

    def undo(self) -> None:
        """Undo what the server has, once a tap can't be half of a double one."""
        button = self.page.locator("#undo button")
        expect(button).to_have_count(1)
        pause(self.page)
        self.tap(button)

    @property
    def totals(self) -> list[str]:
        """The big numbers, seat by seat."""
        return self.page.locator("#tally .total").all_text_contents()

    def shows(self, *totals: int) -> None:
        """The big numbers are these, at the latest after so many milliseconds."""
        expect(self.page.locator("#tally .total")).to_have_text([str(total) for total in totals])
