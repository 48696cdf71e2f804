"""Somebody who keeps score on a phone, in any browser."""

from typing import Final

from tests.browser.engines import places
from tests.browser.engines.screen import Screen

FAR: Final = 150
"""Keys after which something can't be reached."""
KEPT: Final = """() => new Promise((resolve) => {
    const asking = indexedDB.open("outbox", 1);
    asking.onsuccess = () => {
        const stores = [...asking.result.objectStoreNames];
        if (!stores.includes("entries")) return asking.result.close(), resolve(0);
        asking.result.transaction("entries").objectStore("entries").count().onsuccess = ({ target: { result } }) => {
            asking.result.close();
            resolve(result);
        };
    };
})"""
"""How many entries wait on this phone."""


class Player:
    """The person who holds a phone, and what they do at a table."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def start_table(self, *names: str, rules: str) -> str:
        """Choose rules, type the names, start a table, and return its path."""
        self.screen.open(f"/?rules={rules}")
        for number, name in enumerate(names, 1):
            if number > 2:
                self.screen.tap(places.ADD_PLAYER)
            self.screen.type(places.NAME.format(number), name)
        self.screen.tap(places.START)
        return self.at_table(*(0 for _ in names))

    def at_table(self, *totals: int) -> str:
        """Wait until the table is there with these totals, and return its path."""
        self.screen.at("/t/")
        self.totals(*totals)
        return self.screen.path

    def totals(self, *totals: int) -> None:
        """The big numbers, seat by seat, are or become these."""
        self.screen.reads(places.TOTALS, *map(str, totals))

    def choose(self, ending: str) -> None:
        """Say how the round ended: `0:knock:7` is the first player's knock with 7."""
        self.screen.tap(places.ENDING.format(ending))

    def keys(self, keys: str) -> None:
        """Tap keys of the page's own keypad; `>` is the one for the next player."""
        for key in keys:
            self.screen.tap(places.KEY.format("next" if key == ">" else key))

    def round(self, ending: str, keys: str, *totals: int) -> None:
        """Enter and save a round, after which the totals are these."""
        self.choose(ending)
        self.keys(keys)
        self.screen.tap(places.SAVE)
        self.totals(*totals)
        self._form_is_empty()

    def open_round(self, game: int, number: int) -> None:
        """Open the form that changes a round, from its line on the sheet, once the server has what was saved before."""
        self.waiting(0)
        self.screen.tap(places.LINE.format(number))
        self.screen.tap(places.ROUND.format(game, number))
        self.screen.at(f"/rounds/{game}/{number}/")

    def round_unsent(self, number: int, ending: str, keys: str) -> None:
        """Enter and save round ``number`` where the server can't be reached; the form for the next one follows."""
        self.form_for(number)
        self.choose(ending)
        self.keys(keys)
        self.screen.tap(places.SAVE)
        self._form_is_empty()

    def _form_is_empty(self) -> None:
        """Wait until the next round can be entered; a tap before that might be taken for the second of a double tap."""
        empty = "(selector) => !document.querySelector(selector)"
        self.screen.until(empty, f"{places.ENDINGS}:checked", why="the form is empty again")

    def form_for(self, number: int) -> None:
        """Wait until the form is for this round."""
        current = "(form, number) => document.querySelector(form)?.elements.round.value === String(number)"
        self.screen.until(current, places.ENTRY, number)

    def has_copy(self, path: str) -> None:
        """Wait until the service worker keeps a copy of the table at ``path``."""
        self.screen.until("async (path) => Boolean(await caches.match(path))", path)

    def waiting(self, number: int) -> None:
        """Wait until so many entries are kept on this phone, unsent."""
        self.screen.until(f"async (number) => await ({KEPT})() === number", number)

    def go_to(self, selector: str) -> None:
        """Press Tab until the focus is there."""
        focused = "(selector) => document.activeElement.matches(selector)"
        for _ in range(FAR):
            self.screen.press("Tab")
            if self.screen.evaluate(focused, selector):
                return
        raise AssertionError(f"{selector} is not reached by Tab")

    def choose_by_arrows(self, ending: str) -> None:
        """Go to the endings of the round by Tab, and along them by the arrow keys."""
        self.go_to(places.ENDINGS)
        chosen = "(value) => document.activeElement.checked && document.activeElement.value === value"
        for _ in range(FAR):
            if self.screen.evaluate(chosen, ending):
                return
            self.screen.press("ArrowDown")
        raise AssertionError(f"{ending} is not reached by arrow keys")

    def join(self, link: str, name: str) -> str:
        """Come to a table by a link, as someone else than its players."""
        self.screen.open(link)
        self.screen.until("(selector) => Boolean(document.querySelector(selector))", places.PLAYERS)
        self.screen.tap(places.SOMEONE_ELSE)
        self.screen.evaluate("(selector) => { document.querySelector(selector).value = ''; }", places.LABEL)
        self.screen.type(places.LABEL, name)
        self.screen.tap(places.JOIN)
        self.screen.at("/t/")
        return self.screen.path
