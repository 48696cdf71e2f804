"""Browser: the outbox where something goes wrong: expired forms, servers in trouble, refusals, two tabs at once."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, EntryKind
from games.models import Table as TableRow
from tests.browser.table import pause
from tests.browser.test_outbox import (
    enter_round_by_hand,
    offline,
    open_list,
    recorded,
    stored_items,
    table_of_two,
    waiting,
)

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


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
    hand.page.get_by_role("button", name="View").tap()
    hand.page.wait_for_url("**/rounds/")
    hand.choose("0:knock:7")
    hand.page.locator('[name="deadwood-1"]').fill("20")
    hand.tap("button.save")
    waiting(hand.page, 0)
    assert [(number, facts["1"]) for number, facts in recorded()] == [(1, 20)]


def test_another_format_is_kept_and_explained(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand = table_of_two(phone)
    offline(hand)
    enter_round_by_hand(hand, 1)
    hand.page.evaluate(f"outboxStore.change({json.dumps(stored_items(hand.page)[0]['id'])}, {{ format: 99 }})")
    offline(hand, False)
    expect(hand.page.locator("#outbox.stuck")).to_be_visible()
    open_list(hand.page)
    reason = hand.page.locator("#outbox .reason")
    expect(reason).not_to_be_empty()
    assert reason.inner_text() == snapshot
    assert (len(stored_items(hand.page)), recorded()) == (1, [])


def test_changes_and_strikes_wait_as_well(phone: Phones) -> None:
    hand = table_of_two(phone)
    for number in (1, 2):
        enter_round_by_hand(hand, number)
        expect(hand.page.locator("#sheet .lines > li")).to_have_count(number)
    table = hand.page.url
    for address, act in (("rounds/1/1/", "change"), ("rounds/1/2/", "void")):
        hand.page.goto(table + address)
        offline(hand)
        if act == "change":
            hand.type("18")
            hand.tap("#entry button.save")
        else:
            hand.page.locator(".voiding summary").tap()
            hand.page.get_by_role("button", name="Delete round 2").tap()
        waiting(hand.page, 1)
        expect(hand.page.locator(".kept-card")).to_contain_text("Saved on this phone: ")
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
    pause(hand.page)
    hand.page.get_by_role("button", name="Yes, save").first.tap()
    waiting(hand.page, 0)
    assert [number for number, _ in recorded()] == [1, 2, 3]


def test_a_phone_that_can_no_longer_read_what_waits_sends_the_round_all_the_same(phone: Phones) -> None:
    """A browser's database at times takes a round, and then answers nothing: the tap on Save isn't lost by that."""
    hand = table_of_two(phone)
    hand.page.evaluate("() => { outboxStore.all = () => Promise.reject(new Error('no answer')); }")
    enter_round_by_hand(hand, 1)
    hand.shows(14, 0)
    assert len(recorded()) == 1
