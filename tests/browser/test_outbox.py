"""Browser: the outbox keeps what is entered on the phone until the server has it."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from games.models import Entry, EntryKind
from games.models import Table as TableRow
from tests.browser.table import Hand

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


def until(page: Page, question: str, given: Any = None, *, seconds: float = 10) -> None:
    """Wait until the page answers yes. Playwright's own waiting takes the promise of an answer for a yes."""
    end = time.monotonic() + seconds
    while not page.evaluate(question, given):
        assert time.monotonic() < end, f"not within {seconds} s: {question}"
        page.wait_for_timeout(50)


def waiting(page: Page, number: int, seconds: float = 10) -> None:
    if number:
        expect(page.locator("#outbox [data-count]")).to_have_text(f"Waiting ({number})", timeout=seconds * 1000)
        expect(page.locator("#outbox")).to_be_visible()
    else:
        expect(page.locator("html:not(.waits)")).to_be_attached(timeout=seconds * 1000)
        until(page, f"async () => (await ({STORED})()).length === 0", seconds=seconds)


def enter_round_by_hand(hand: Hand, number: int, ending: str = "0:knock:7", keys: str = "") -> None:
    """Enter and save round `number`, without looking at what becomes of it.

    Ben has 20 and the number of the round where nothing else is said: the same round twice would be asked about.
    """
    title = hand.page.locator("form[data-entry]")
    expect(title).to_have_attribute("data-title", f"Round {number}")
    expect(hand.page.locator("html:not([data-settling])")).to_be_attached()
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
    hand.round("0:knock:7", "20", "Ann +13: 20 \u2212 7 \u00b7 0 \u2192 13 \u00b7 1 box")
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
    expect(hand.page.locator("html:not([data-settling])")).to_be_attached()
    offline(hand)
    hand.choose("1:gin")
    hand.type("31")
    hand.tap("button.save")
    waiting(hand.page, 1)
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
        expect(hand.page.locator("html:not([data-settling])")).to_be_attached()
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


@pytest.mark.quick
def test_six_rounds_without_network_go_out_in_order_and_once(phone: Phones, counted: Callable[[str], None]) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in range(1, 7):
        enter_round_by_hand(hand, number)
        waiting(hand.page, number)
    expect(hand.page.locator("#deal")).to_contain_text("Round 7 The score and who deals follow")
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


def test_what_is_said_to_be_saved_is_stored(phone: Phones) -> None:
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
    expect(hand.page.locator("#notice")).to_contain_text("This browser keeps nothing on this phone")
    expect(hand.page.locator("#notice")).to_contain_text("Not saved yet")
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
    hand.round("0:knock:7", "20", "Ann +13: 20 \u2212 7 \u00b7 0 \u2192 13 \u00b7 1 box")
    page.goto(page.url + "rounds/1/1/")
    hand.type("18")
    hand.tap("button.save")
    hand.shows(11, 0)


def test_nothing_is_called_saved_before_the_database_says_so(phone: Phones) -> None:
    hand = table_of_two(phone)
    # A database as slow as a worn phone's: a transaction is complete half a second late.
    hand.page.evaluate(
        """() => {
            const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
            Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
                set(act) {
                    complete.set.call(this, () => setTimeout(act, 500));
                },
            });
            new MutationObserver(() => {
                window.shown ??= document.getElementById("outbox").hidden ? undefined : performance.now();
            }).observe(document.getElementById("outbox"), { attributeFilter: ["hidden"] });
            const save = document.querySelector("button.save");
            save.addEventListener("click", () => { window.tapped = performance.now(); });
        }"""
    )
    offline(hand)
    hand.choose("0:knock:7")
    hand.type("20")
    hand.tap("button.save")
    waiting(hand.page, 1)
    times = hand.page.evaluate("[window.tapped, window.shown]")
    assert times[1] - times[0] >= 500


def test_two_taps_are_one_round(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in (1, 2):
        expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", f"Round {number}")
        expect(hand.page.locator("html:not([data-settling])")).to_be_attached()
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


def test_another_phones_rounds_confirm_or_become_a_question(phone: Phones, counted: Callable[[str], None]) -> None:
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
    expect(ann.page.locator("#outbox [data-state]")).to_have_text("Something needs you")
    open_list(ann.page)
    question = ann.page.locator("#outbox li").first
    expect(question).to_contain_text("Round 3: Ann knocks with 7, Ben 23")
    expect(question).to_contain_text("Saved, by Ben's phone")
    expect(question.locator("dd")).to_have_text(["Ann knocked with 7, Ben had 30", "Ann knocked with 7, Ben had 23"])
    expect(ann.page.locator("#outbox li").nth(1)).to_contain_text("Sent after the one above.")
    assert [number for number, _ in recorded()] == [1, 2, 3]
    # Decided by a person, on the page that shows both.
    question.get_by_role("button", name="Decide").tap()
    expect(ann.page.locator(".conflict")).to_contain_text("Which is right?")
    ann.page.get_by_role("button", name="Change it to this").tap()
    waiting(ann.page, 0)
    expect(ann.page.locator("#sheet .lines > li")).to_have_count(6)
    assert [number for number, _ in recorded()] == [1, 2, 3, 4, 5, 6]
    assert Entry.objects.filter(kind=EntryKind.CORRECTION, round=3).count() == 1
    expect(ann.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 7")
    counted("6 rounds, 2 confirmed, 1 asked and decided, 3 sent afterwards, 0 lost, 0 overwritten")


def test_keeping_the_other_version_lets_the_rest_go_on(phone: Phones) -> None:
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
    ann.page.locator("#outbox li").first.get_by_role("button", name="Decide").tap()
    ann.page.locator(".conflict").get_by_role("button", name="Keep this").tap()
    waiting(ann.page, 0)
    assert [facts["1"] for _, facts in recorded()] == [33, 22]


def test_a_link_switched_off_keeps_all_and_a_new_one_goes_on(phone: Phones, counted: Callable[[str], None]) -> None:
    ann, ben = table_of_two(phone), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    table = ben.page.url
    offline(ben)
    for number in (1, 2):
        enter_round_by_hand(ben, number)
    ann.page.goto(table + "links/")
    ann.page.locator(".link", has_text="To score").get_by_role("button", name="Switch off").tap()
    expect(ann.page.locator(".link.off")).to_be_visible()
    offline(ben, False)
    expect(ben.page.locator("#outbox.stuck")).to_be_visible()
    open_list(ben.page)
    expect(ben.page.locator("#outbox li").first).to_contain_text("This link was switched off. Ask for a new one.")
    ben.page.goto("/")
    waiting(ben.page, 2)
    assert recorded() == []
    ann.page.get_by_role("button", name="To score").tap()
    link = ann.page.locator(".link:not(.off)", has_text="To score").locator(".address a").first
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
    last.get_by_role("button", name="Discard", exact=True).tap()
    assert len(stored_items(hand.page)) == 2
    last.get_by_role("button", name="Keep it").tap()
    last.get_by_role("button", name="Discard", exact=True).tap()
    last.get_by_role("button", name="Yes, discard it").tap()
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
    second.get_by_role("button", name="Discard", exact=True).tap()
    second.get_by_role("button", name="Yes, discard it").tap()
    waiting(hand.page, 2)
    hand.page.locator("#outbox summary").tap()
    enter_round_by_hand(hand, 2, keys="9")
    assert [entry["round"] for entry in stored_items(hand.page)] == [1, 2, 3]
    offline(hand, False)
    waiting(hand.page, 0)
    assert [(number, facts["1"]) for number, facts in recorded()] == [(1, 21), (2, 9), (3, 23)]


def test_cookies_of_forms_that_expired_lose_nothing(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    enter_round_by_hand(hand, 1)
    hand.page.context.clear_cookies(name="csrftoken")
    offline(hand, False)
    waiting(hand.page, 0)
    assert len(recorded()) == 1
    # And online: the page's own token is of no use any more.
    hand.page.reload()
    hand.page.context.clear_cookies(name="csrftoken")
    enter_round_by_hand(hand, 2)
    waiting(hand.page, 0)
    assert len(recorded()) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_is_asked_again(phone: Phones, status: int) -> None:
    hand = table_of_two(phone)
    times = 0

    def trouble(route: Route) -> None:
        nonlocal times
        times += 1
        if times > 2:
            route.continue_()
        else:
            route.fulfill(status=status, headers={"Retry-After": "1"}, body="<p>No</p>", content_type="text/html")

    hand.page.route("**/rounds/", trouble)
    enter_round_by_hand(hand, 1)
    waiting(hand.page, 1)
    waiting(hand.page, 0)
    assert times == 3
    assert len(recorded()) == 1


def test_the_page_of_a_captive_portal_acknowledges_nothing(phone: Phones) -> None:
    hand = table_of_two(phone)
    portal: dict[str, Any] = {"status": 200, "body": "<p>Please log in</p>", "content_type": "text/html"}
    hand.page.route("**/rounds/", lambda route: route.fulfill(**portal))
    enter_round_by_hand(hand, 1)
    waiting(hand.page, 1)
    expect(hand.page.locator("main")).not_to_contain_text("Please log in")
    assert (len(stored_items(hand.page)), recorded()) == (1, [])
    open_list(hand.page)
    hand.page.unroute("**/rounds/")
    # It may be on its way by itself already, and the button gone.
    hand.page.evaluate("document.querySelector('#outbox [data-part=try]')?.click()")
    waiting(hand.page, 0)
    assert len(recorded()) == 1


@pytest.mark.quick
def test_a_lost_answer_is_no_second_round(phone: Phones) -> None:
    hand = table_of_two(phone)
    lost = []

    def cut(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    hand.page.route("**/rounds/", cut)
    enter_round_by_hand(hand, 1)
    waiting(hand.page, 0)
    assert (lost, len(recorded())) == ([200], 1)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)


def test_a_refused_round_is_kept_on_the_phone_and_can_be_corrected(phone: Phones) -> None:
    """Fewer checks than the page makes: an entry that the server refuses when the phone is back."""
    hand = table_of_two(phone)
    offline(hand)
    enter_round_by_hand(hand, 1)
    entry = stored_items(hand.page)[0]
    fields = [[name, "0:knock:99" if name == "end" else value] for name, value in entry["fields"]]
    change = f"outboxStore.change({json.dumps(entry['id'])}, {{ fields: {json.dumps(fields)} }})"
    hand.page.evaluate(change)
    offline(hand, False)
    expect(hand.page.locator("#outbox.stuck")).to_be_visible()
    open_list(hand.page)
    assert (len(stored_items(hand.page)), stored_items(hand.page)[0]["state"], recorded()) == (1, "parked", [])
    assert hand.page.locator("#outbox .reason").inner_text()
    hand.page.get_by_role("button", name="Look at it").tap()
    hand.page.wait_for_url("**/rounds/")
    hand.choose("0:knock:7")
    hand.page.locator('[name="deadwood-1"]').fill("20")
    hand.tap("button.save")
    waiting(hand.page, 0)
    assert [(number, facts["1"]) for number, facts in recorded()] == [(1, 20)]


def test_another_format_is_kept_and_explained(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    enter_round_by_hand(hand, 1)
    hand.page.evaluate(f"outboxStore.change({json.dumps(stored_items(hand.page)[0]['id'])}, {{ format: 99 }})")
    offline(hand, False)
    expect(hand.page.locator("#outbox.stuck")).to_be_visible()
    open_list(hand.page)
    expect(hand.page.locator("#outbox .reason")).to_contain_text("Another version of this page kept this entry")
    assert (len(stored_items(hand.page)), recorded()) == (1, [])


def test_changes_and_strikes_wait_as_well(phone: Phones) -> None:
    hand = table_of_two(phone)
    for number in (1, 2):
        enter_round_by_hand(hand, number)
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
    table = hand.page.url
    for address, act in (("rounds/1/1/", "change"), ("rounds/1/2/", "strike")):
        hand.page.goto(table + address)
        offline(hand)
        if act == "change":
            hand.type("18")
            hand.tap("#entry button.save")
        else:
            hand.page.locator(".voiding summary").tap()
            hand.page.get_by_role("button", name="Strike round 2").tap()
        waiting(hand.page, 1)
        expect(hand.page.locator(".kept-card")).to_contain_text("is saved on this phone")
        offline(hand, False)
        waiting(hand.page, 0)
        hand.page.goto(table)
    kinds = [row.kind for row in Entry.objects.order_by("revision")]
    assert kinds == [EntryKind.START, EntryKind.ROUND, EntryKind.ROUND, EntryKind.CORRECTION, EntryKind.VOID]
    hand.shows(11, 0)


def test_two_tabs_send_each_round_once(phone: Phones) -> None:
    hand = table_of_two(phone)
    other = hand.page.context.new_page()
    other.goto(hand.page.url)
    offline(hand)
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number)
    waiting(other, 3)
    requests: list[str] = []

    def sent(request: Request) -> None:
        if request.method == "POST" and "/rounds/" in request.url:
            requests.append(request.url)

    hand.page.context.on("request", sent)
    offline(hand, False)
    waiting(hand.page, 0)
    waiting(other, 0)
    assert [number for number, _ in recorded()] == [1, 2, 3]
    assert len(requests) == 3
    expect(other.locator("#sheet .lines > li")).to_have_count(3)


def test_the_start_page_shows_what_waits_at_all_tables(phone: Phones) -> None:
    hand = table_of_two(phone)
    hand.page.route("**/rounds/", lambda route: route.abort())
    enter_round_by_hand(hand, 1)
    waiting(hand.page, 1)
    hand.page.context.route("**/rounds/", lambda route: route.abort())
    hand.page.goto("/")
    waiting(hand.page, 1)
    open_list(hand.page)
    expect(hand.page.locator("#outbox li")).to_contain_text("Ann and Ben")
    hand.page.context.unroute("**/rounds/")
    hand.page.unroute("**/rounds/")
    hand.page.get_by_role("button", name="Try now").tap()
    waiting(hand.page, 0)
    assert (TableRow.objects.count(), len(recorded())) == (1, 1)


def test_the_same_round_twice_is_asked_about_where_it_waits(phone: Phones) -> None:
    hand = table_of_two(phone)
    offline(hand)
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number, keys="20")
    offline(hand, False)
    waiting(hand.page, 2)
    expect(hand.page.locator("#outbox.stuck")).to_be_visible()
    open_list(hand.page)
    expect(hand.page.locator("#outbox li").first.locator(".reason")).to_contain_text("?")
    hand.page.get_by_role("button", name="Yes, save").first.tap()
    waiting(hand.page, 1)
    hand.page.get_by_role("button", name="Yes, save").first.tap()
    waiting(hand.page, 0)
    assert [number for number, _ in recorded()] == [1, 2, 3]
