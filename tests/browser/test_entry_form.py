"""Browser: the round form with overtyped numbers, invalid input and large text."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

KNOCK = "Ann +13"


def table_of_two(phone: Phones, **options: object) -> Hand:
    hand = Hand(phone(**options))
    hand.start_table("Ann", "Ben", preset="standard")
    return hand


def test_form_in_use_takes_every_key_while_another_phone_saves(phone: Phones) -> None:
    ann, ben = table_of_two(phone), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    ben.choose("0:knock:7")
    ben.type("2")
    ann.round("0:knock:7", "20", KNOCK)
    key = ben.page.locator("[data-key='4']").bounding_box()
    assert key
    ben.page.touchscreen.tap(key["x"] + 5, key["y"] + 5)
    expect(ben.page.locator('[name="deadwood-1"]')).to_have_value("24")


def test_dock_says_what_was_chosen(phone: Phones) -> None:
    hand = Hand(phone(viewport={"width": 320, "height": 568}))
    hand.start_table("Ann", "Little Tim", "Cleo", "Dan", preset="ginski")
    says = hand.page.locator("p[data-says]")
    expect(says).to_be_hidden()
    hand.choose("1:knock:13")
    expect(says).to_have_text("Round 1: Little Tim knocks with 13")
    expect(says).to_be_in_viewport()


def test_note_under_the_field_is_that_of_the_ending(phone: Phones) -> None:
    hand = table_of_two(phone)
    note = hand.page.locator("#deadwood-1-note")
    for ending, name in (("0:gin", "data-gin-note"), ("0:knock:7", "data-note")):
        words = note.get_attribute(name)
        assert words is not None
        hand.choose(ending)
        expect(note).to_have_text(words)
    assert note.get_attribute("data-note") != note.get_attribute("data-gin-note")


@pytest.mark.parametrize(
    ("text", "total"), [("10+6", "= 16"), ("10+", "= 10"), ("10 + 6", "= 16"), ("10+x", None), ("5++5", None)]
)
def test_only_a_sum_has_a_total(phone: Phones, text: str, total: str | None) -> None:
    hand = table_of_two(phone)
    hand.choose("0:knock:7")
    field = hand.page.locator('[name="deadwood-1"]')
    field.fill(text)
    note = hand.page.locator("#deadwood-1-note")
    if total:
        expect(note).to_have_text(total)
    else:
        expect(note).not_to_contain_text("=")
        expect(hand.page.locator("[data-key=back]")).to_be_enabled()


def test_first_digit_on_a_number_that_was_there_begins_a_new_one(phone: Phones) -> None:
    hand = table_of_two(phone)
    hand.round("0:knock:7", "20", KNOCK)
    address = hand.page.url + "rounds/1/1/"
    field = hand.page.locator('[name="deadwood-1"]')
    for keys, value in (("15", "15"), ("2", "2"), ("+4", "20+4")):
        hand.page.goto(address)
        expect(field).to_have_value("20")
        hand.type(keys)
        expect(field).to_have_value(value)
        hand.tap("header .back")
    hand.page.goto(address)
    hand.tap("[data-key=back]")
    hand.type("8")
    expect(field).to_have_value("28")


def test_change_that_cannot_be_sent_waits_on_the_phone(phone: Phones) -> None:
    hand = table_of_two(phone)
    hand.round("0:knock:7", "20", KNOCK)
    table = hand.page.url
    hand.page.goto(table + "rounds/1/1/")
    hand.type("18")
    hand.page.context.set_offline(True)
    hand.tap("button.save")
    expect(hand.page.locator(".kept-card")).to_contain_text("Saved on this phone: Change round 1")
    expect(hand.page.locator("html.waits")).to_be_attached()
    hand.page.context.set_offline(False)
    expect(hand.page.locator("html:not(.waits)")).to_be_attached()
    hand.page.goto(table)
    hand.shows(11, 0)


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(390, 844, 130), (390, 844, 150), (390, 844, 200), (320, 568, 100), (320, 568, 150)],
)
@pytest.mark.parametrize("names", [("Konstantin", "Little Tim"), ("Konstantin", "Little Tim", "Bartholomew", "Ann")])
def test_large_letters_leave_everything_within_reach(
    phone: Phones, width: int, height: int, percent: int, names: tuple[str, ...]
) -> None:
    hand = Hand(phone(viewport={"width": width, "height": height}))
    hand.start_table(*names, preset="standard" if len(names) == 2 else "ginski")
    hand.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    hand.choose("0:knock:7")
    hand.type("20" if len(names) == 2 else "20>12>11")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Konstantin +")
    save = hand.page.locator("button.save")
    save.scroll_into_view_if_needed()
    expect(save).to_be_in_viewport(ratio=1)
    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Nothing of a number, a key or the word Next is cut off.
    cut = hand.page.evaluate(
        """() => [...document.querySelectorAll("[data-deadwood], [data-key], .total, .chip span")]
            .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 1)
            .map((e) => e.outerHTML)"""
    )
    assert cut == []
    hand.tap(save)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)
