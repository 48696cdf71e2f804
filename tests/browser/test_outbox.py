"""Browser: the outbox keeps what is entered on the phone until the server has it."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, EntryKind
from tests.browser.table import Hand, pause

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

STORED = """() => new Promise((resolve) => {
    const asking = indexedDB.open("outbox", 1);
    asking.onsuccess = () => {
        asking.result.transaction("entries").objectStore("entries").getAll().onsuccess = ({ target: { result } }) => {
            asking.result.close();
            resolve(result.sort((one, other) => one.seq - other.seq));
        };
    };
})"""


def stored_items(page: Page) -> list[dict[str, Any]]:
    """What the phone keeps, as it is stored."""
    found: list[dict[str, Any]] = page.evaluate(STORED)
    return found


def until(page: Page, question: str, given: Any = None) -> None:
    """Wait until the page answers yes. Playwright's own waiting takes the promise of an answer for a yes."""
    end = time.monotonic() + 60
    while not page.evaluate(question, given):
        assert time.monotonic() < end, question
        page.wait_for_timeout(50)


def waiting(page: Page, number: int) -> None:
    if number:
        expect(page.locator("#outbox [data-count]")).to_have_text(f"Waiting ({number})")
        expect(page.locator("#outbox")).to_be_visible()
    else:
        expect(page.locator("html:not(.waits)")).to_be_attached()
        until(page, f"async () => (await ({STORED})()).length === 0")


def enter_round_by_hand(hand: Hand, number: int, ending: str = "0:knock:7", keys: str = "") -> None:
    """Enter and save round `number`, without looking at what becomes of it.

    Ben has 20 and the number of the round where nothing else is said: the same round twice would be asked about.
    """
    title = hand.page.locator("form[data-entry]")
    expect(title).to_have_attribute("data-title", f"Round {number}")
    hand.choose(ending)
    hand.type(keys or str(20 + number))
    hand.tap("button.save")
    expect(hand.page.locator(".ends:checked")).to_have_count(0)


def offline(hand: Hand, off: bool = True) -> None:
    hand.page.context.set_offline(off)


def table_of_two(phone: Phones, **options: Any) -> Hand:
    hand = Hand(phone(**options))
    hand.start_table("Ann", "Ben", preset="standard", target=1000)
    return hand


def recorded(number: int | None = None) -> list[tuple[int | None, Any]]:
    """The rounds in the ledger in its order, each with what was told of the deadwood."""
    rows = Entry.objects.filter(kind=EntryKind.ROUND).order_by("revision")
    return [(row.round, row.facts["deadwood"]) for row in rows]


def open_list(page: Page) -> None:
    if page.locator("#outbox details[open]").count() == 0:
        page.locator("#outbox summary").tap()


def test_a_round_saved_online_leaves_nothing_behind(phone: Phones) -> None:
    hand = table_of_two(phone)
    hand.round("0:knock:7", "20", "Ann +13")
    waiting(hand.page, 0)
    expect(hand.page.locator("#outbox")).to_be_hidden()
    assert len(recorded()) == 1


def test_after_an_undo_the_evening_goes_on_without_network(phone: Phones) -> None:
    hand = table_of_two(phone)
    for number in (1, 2):
        enter_round_by_hand(hand, number)
        waiting(hand.page, 0)
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
    hand.tap("#undo button")
    form = hand.page.locator("form[data-entry]")
    expect(form).to_have_attribute("data-title", "Round 2, again")
    offline(hand)
    hand.choose("1:gin")
    hand.type("31")
    hand.tap("button.save")
    waiting(hand.page, 1)
    waits, score = hand.page.locator("#outbox summary").bounding_box(), hand.page.locator("#tally").bounding_box()
    assert waits and score and waits["y"] + waits["height"] <= score["y"]
    enter_round_by_hand(hand, 3)
    waiting(hand.page, 2)
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(3)
    hand.shows(30, 56)


def test_of_two_rounds_taken_back_the_second_waits_for_the_first(phone: Phones) -> None:
    """The second is entered again as well, and by then the server says which of its entries that changes."""
    hand = table_of_two(phone)
    for number in (1, 2):
        enter_round_by_hand(hand, number)
        waiting(hand.page, 0)
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
    for title in ("Round 2, again", "Round 1, again"):
        hand.tap("#undo button")
        expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", title)
        pause(hand.page)
    offline(hand)
    hand.choose("0:gin")
    hand.type("25")
    hand.tap("button.save")
    waiting(hand.page, 1)
    expect(hand.page.locator("#not-yet")).to_be_visible()
    expect(hand.page.locator("form[data-entry]")).to_be_hidden()
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2, again")
    hand.shows(50, 0)


def test_six_rounds_without_network_go_out_in_order_and_once(phone: Phones, counted: Callable[[str], None]) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in range(1, 7):
        enter_round_by_hand(hand, number)
        waiting(hand.page, number)
    expect(hand.page.locator("#deal")).to_contain_text("Round 7 You'll see the score and who deals once")
    open_list(hand.page)
    expect(hand.page.locator("#outbox li").nth(2)).to_contain_text("Round 3: Ann knocks with 7, Ben 23")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(0)
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#outbox [data-count]")).to_have_text("6 sent, all saved")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(6)
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 7")
    assert [number for number, _ in recorded()] == [1, 2, 3, 4, 5, 6]
    assert [facts["1"] for _, facts in recorded()] == [21, 22, 23, 24, 25, 26]
    enter_round_by_hand(hand, 7)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(7)
    counted("6 rounds without network, 6 acknowledged, in order, once")


def test_what_is_said_to_be_saved_is_stored(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand = table_of_two(phone)
    hand.page.evaluate(
        """() => {
            const put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = function (...given) {
                const asked = put.apply(this, given);
                if (this.name === "entries") this.transaction.abort();
                return asked;
            };
        }"""
    )
    offline(hand)
    hand.choose("0:knock:7")
    hand.type("20")
    hand.tap("button.save")
    expect(hand.page.locator("#notice .bad")).to_be_visible()
    assert hand.page.locator("#notice .bad").inner_text() == snapshot
    expect(hand.page.locator("#outbox")).to_be_hidden()
    expect(hand.page.locator('[name="deadwood-1"]')).to_have_value("20")
    offline(hand, False)
    hand.tap("button.save")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)
    assert stored_items(hand.page) == []


def test_without_a_database_all_is_as_without_an_outbox(phone: Phones) -> None:
    page = phone()
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    hand = Hand(page)
    hand.start_table("Ann", "Ben", preset="standard")
    hand.round("0:knock:7", "20", "Ann +13")
    page.goto(page.url + "rounds/1/1/")
    hand.type("18")
    hand.tap("button.save")
    hand.shows(11, 0)


def test_nothing_is_called_saved_before_the_database_says_so(phone: Phones) -> None:
    hand = table_of_two(phone)
    # A database as slow as a worn phone's: what is written is complete only once the test says so.
    hand.page.evaluate(
        """() => {
            const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
            Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
                set(act) {
                    const late = this.mode === "readwrite";
                    complete.set.call(this, late ? () => window.written.push(act) : act);
                },
            });
            window.written = [];
        }"""
    )
    offline(hand)
    hand.choose("0:knock:7")
    hand.type("20")
    hand.tap("button.save")
    hand.page.wait_for_function("() => window.written.length")
    expect(hand.page.locator("#outbox")).to_be_hidden()
    hand.page.evaluate("setInterval(() => window.written.splice(0).forEach((act) => act()), 10)")
    waiting(hand.page, 1)


def test_two_taps_are_one_round(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in (1, 2):
        expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", f"Round {number}")
        hand.choose("0:knock:7")
        hand.type(str(20 + number))
        save = hand.page.locator("button.save").bounding_box()
        assert save
        for _ in range(3):
            hand.page.touchscreen.tap(save["x"] + 9, save["y"] + 9)
        waiting(hand.page, number)
    offline(hand, False)
    waiting(hand.page, 0)
    assert [number for number, _ in recorded()] == [1, 2]


def test_another_phones_rounds_confirm_or_become_a_question(
    phone: Phones, counted: Callable[[str], None], snapshot: SnapshotAssertion
) -> None:
    ann, ben = table_of_two(phone), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    offline(ann)
    for number in range(1, 7):
        enter_round_by_hand(ann, number)
    waiting(ann.page, 6)
    for number, keys in ((1, "21"), (2, "22"), (3, "30")):
        enter_round_by_hand(ben, number, keys=keys)
        expect(ben.page.locator("#sheet .lines > li")).to_have_count(number)
    offline(ann, False)
    # The first two are said by both; the third is a question; the rest wait for its answer.
    waiting(ann.page, 4)
    expect(ann.page.locator("#outbox [data-state]")).to_have_text("Needs your attention")
    open_list(ann.page)
    question = ann.page.locator("#outbox li").first
    expect(question).to_contain_text("Round 3: Ann knocks with 7, Ben 23")
    expect(question).to_contain_text("Saved by Ben's phone")
    expect(question.locator("dd")).to_have_text(["Ann knocked with 7, Ben had 30", "Ann knocked with 7, Ben had 23"])
    after = ann.page.locator("#outbox li .reason").nth(1)
    expect(after).not_to_be_empty()
    assert after.inner_text() == snapshot
    assert [number for number, _ in recorded()] == [1, 2, 3]
    # Decided by a person, on the page that shows both.
    question.get_by_role("button", name="Decide").tap()
    expect(ann.page.locator(".conflict > p")).to_be_visible()
    assert ann.page.locator(".conflict > p").inner_text() == snapshot
    ann.page.get_by_role("button", name="Change it to this").tap()
    waiting(ann.page, 0)
    expect(ann.page.locator("#sheet .lines > li")).to_have_count(6)
    assert [number for number, _ in recorded()] == [1, 2, 3, 4, 5, 6]
    assert Entry.objects.filter(kind=EntryKind.CORRECTION, round=3).count() == 1
    expect(ann.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 7")
    counted("6 rounds, 2 confirmed, 1 asked and decided, 3 sent afterwards, 0 lost, 0 overwritten")


def test_keeping_the_other_version_lets_the_rest_go_on(phone: Phones) -> None:
    """Also while the page sends the entry once more, and is told of the question only after the decision."""
    ann, ben = table_of_two(phone), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    offline(ann)
    for number in (1, 2):
        enter_round_by_hand(ann, number)
    enter_round_by_hand(ben, 1, keys="33")
    expect(ben.page.locator("#sheet .lines > li")).to_have_count(1)
    offline(ann, False)
    expect(ann.page.locator("#outbox.stuck")).to_be_visible()
    open_list(ann.page)
    ann.page.add_init_script(
        """// Without a stream: the page hears of the decision by its own answer alone.
        window.EventSource = class extends EventTarget { close() {} };
        const send = window.fetch;
        window.fetch = async (...asked) => {
          const answer = await send(...asked);
          if (answer.status === 409 && !("asked" in document.documentElement.dataset)) {
            document.documentElement.dataset.asked = "";
            await new Promise((go) => document.addEventListener("htmx:afterRequest", ({ detail }) => {
              if (detail.requestConfig.parameters.right) go();
            }));
            await new Promise((go) => setTimeout(go, 200));
          }
          return answer;
        };"""
    )
    ann.page.locator("#outbox li").first.get_by_role("button", name="Decide").tap()
    expect(ann.page.locator("[data-asked]")).to_be_attached()
    ann.page.locator(".conflict").get_by_role("button", name="Keep this").tap()
    waiting(ann.page, 0)
    assert [facts["1"] for _, facts in recorded()] == [33, 22]


def test_a_link_switched_off_keeps_all_and_a_new_one_goes_on(
    phone: Phones, counted: Callable[[str], None], snapshot: SnapshotAssertion
) -> None:
    ann, ben = table_of_two(phone), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    table = ben.page.url
    offline(ben)
    for number in (1, 2):
        enter_round_by_hand(ben, number)
    ann.page.goto(table + "links/")
    ann.page.locator(".link", has_text="To play and score").get_by_role("button", name="Turn off").tap()
    expect(ann.page.locator(".link.off")).to_be_visible()
    offline(ben, False)
    expect(ben.page.locator("#outbox.stuck")).to_be_visible()
    open_list(ben.page)
    reason = ben.page.locator("#outbox li .reason").first
    expect(reason).not_to_be_empty()
    assert reason.inner_text() == snapshot
    ben.page.goto("/")
    waiting(ben.page, 2)
    assert recorded() == []
    ann.page.get_by_role("button", name="To play and score").tap()
    link = ann.page.locator(".link:not(.off)", has_text="To play and score").locator(".address a").first
    address = link.get_attribute("href")
    assert address
    ben.join("/" + address.split("/", 3)[3], "Ben's phone")
    waiting(ben.page, 0)
    assert [number for number, _ in recorded()] == [1, 2]
    counted("link switched off: 2 rounds kept, 0 written; new link: 2 rounds written")


def test_discarding_takes_two_taps_and_sending_goes_on(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    enter_round_by_hand(hand, 1)
    enter_round_by_hand(hand, 2)
    hand.page.locator("#outbox summary").tap()
    last = hand.page.locator("#outbox li").last
    last.get_by_role("button", name="Delete", exact=True).tap()
    assert len(stored_items(hand.page)) == 2
    last.get_by_role("button", name="Keep it").tap()
    last.get_by_role("button", name="Delete", exact=True).tap()
    last.get_by_role("button", name="Yes, delete it").tap()
    waiting(hand.page, 1)
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
    offline(hand, False)
    waiting(hand.page, 0)
    assert [number for number, _ in recorded()] == [1]


def test_a_gap_is_filled_in_order(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number)
    hand.page.locator("#outbox summary").tap()
    second = hand.page.locator("#outbox li").nth(1)
    second.get_by_role("button", name="Delete", exact=True).tap()
    second.get_by_role("button", name="Yes, delete it").tap()
    waiting(hand.page, 2)
    hand.page.locator("#outbox summary").tap()
    enter_round_by_hand(hand, 2, keys="9")
    assert [entry["round"] for entry in stored_items(hand.page)] == [1, 2, 3]
    offline(hand, False)
    waiting(hand.page, 0)
    assert [(number, facts["1"]) for number, facts in recorded()] == [(1, 21), (2, 9), (3, 23)]
