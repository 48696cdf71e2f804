"""Browser: display settings: themes, double text size, reduced motion, and the tick after a save."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand, fits
from tests.browser.test_outbox import until
from tests.colors import themes
from tests.leagues import club

Phones = Callable[..., Page]

CUT_OFF = """() => [...document.querySelectorAll("main *, .bar *")]
    .filter((e) => e.getClientRects().length && !e.closest(".sr, svg, .scrolls, pre, textarea"))
    .filter((e) => e.scrollWidth > e.clientWidth + 1)
    .filter((e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX))
    .filter((e) => getComputedStyle(e).textOverflow !== "ellipsis")
    .map((e) => e.outerHTML.slice(0, 200))"""
"""What is wider than its own box and hidden there; a name may end in dots."""


def choose(page: Page, **chosen: str) -> None:
    """Choose at /display/, as a hand does, and come back to the page before."""
    page.goto(f"/display/?next={page.evaluate('location.pathname')}")
    for name, value in chosen.items():
        page.locator(f'.option:has([name="{name}"][value="{value}"])').tap()
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(lambda url: "/display/" not in url)


def ground(page: Page) -> str:
    red, green, blue = page.evaluate(
        r"getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number)"
    )
    return f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_each_theme_is_on_the_table_after_it_was_chosen(phone: Phones, script: bool) -> None:
    colors = {theme: named["felt"] for theme, named in themes().items()}
    hand = Hand(phone(java_script_enabled=script))
    hand.start_table("Ann", "Ben", preset="standard")
    for theme, name in {"dark": "dark", "black": "black", "contrast": "contrast by day", "light": "light"}.items():
        choose(hand.page, theme=theme)
        hand.page.reload()
        assert ground(hand.page) == colors[name]
    hand.page.emulate_media(color_scheme="dark")
    assert ground(hand.page) == colors["light"]
    choose(hand.page, theme="contrast")
    assert ground(hand.page) == colors["contrast by night"]
    # On paper nothing is left of it.
    hand.page.emulate_media(color_scheme="dark", media="print")
    ink = hand.page.locator(".total").first.evaluate("e => getComputedStyle(e).color")
    assert ink == "rgb(27, 30, 27)"


@pytest.mark.slow
def test_the_device_is_followed_where_nothing_was_chosen(phone: Phones) -> None:
    colors = {theme: named["felt"] for theme, named in themes().items()}
    page = phone()
    page.goto("/")
    assert ground(page) == colors["light"]
    for media, theme in (
        ({"color_scheme": "dark"}, "dark"),
        ({"color_scheme": "dark", "contrast": "more"}, "contrast by night"),
        ({"color_scheme": "light", "contrast": "more"}, "contrast by day"),
    ):
        page.emulate_media(**media)
        assert ground(page) == colors[theme]


@pytest.mark.slow
def test_nothing_is_lost_in_letters_of_twice_the_size(phone: Phones) -> None:
    hand = Hand(phone())
    table = hand.start_table("Konstantin", "Little Tim", preset="standard")
    choose(hand.page, text="200")
    assert hand.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    hand.round("0:knock:7", "20", "Konstantin +13")
    season = club("Ann", "Ben", "Cleo").season
    pages = ("/", "/display/", table, f"{table}rounds/1/1/", "/leagues/", f"/s/{season.public_id}/")
    for address in pages:
        hand.page.goto(address)
        assert fits(hand.page), address
        assert hand.page.evaluate(CUT_OFF) == [], address
    # On a screen the sheet stands beside the form.
    hand.page.set_viewport_size({"width": 1280, "height": 800})
    hand.page.goto(table)
    assert hand.page.evaluate(CUT_OFF) == []


@pytest.mark.slow
def test_less_motion_is_a_choice(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    leaves = """() => {
        const notice = Object.assign(document.createElement("p"), { className: "notice" });
        document.body.append(notice);
        return getComputedStyle(notice).animationDuration;
    }"""
    assert hand.page.evaluate(leaves) == "0.4s"
    choose(hand.page, motion="less")
    assert hand.page.evaluate(leaves) == "0.001s"


FELT = """navigator.vibrate = (pattern) => {
    const felt = JSON.parse(sessionStorage.felt ?? "[]");
    sessionStorage.felt = JSON.stringify([...felt, pattern]);
    return true;
}"""
FELT_SO_FAR = "felt => sessionStorage.felt === felt"


def test_a_save_ticks_once_the_server_has_it_and_a_refusal_knocks(phone: Phones) -> None:
    hand = Hand(phone())
    hand.page.add_init_script(FELT)
    hand.start_table("Ann", "Ben", preset="standard")
    hand.choose("0:knock:7")
    hand.type_slowly("20")
    assert hand.page.evaluate("sessionStorage.felt ?? ''") == ""
    with hand.page.expect_response("**/rounds/"):
        hand.tap("button.save")
    hand.shows(13, 0)
    until(hand.page, FELT_SO_FAR, "[30]")  # the phone shows its own total before the server has answered
    # What cannot be is refused: nobody knocks with 7 and gives the other one less than nothing.
    hand.choose("0:knock:7")
    hand.tap("button.save")
    expect(hand.page.locator("[aria-invalid], .errors").first).to_be_visible()
    until(hand.page, FELT_SO_FAR, "[30,[70,90,70]]")


@pytest.mark.slow
def test_an_undo_says_on_one_line_what_it_takes_back(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.round("0:knock:7", "20", "Ann +13")
    button = hand.page.locator("#undo button")
    expect(button).to_have_text("Undo round 1: Ann 13 → 0")
    assert button.evaluate("e => e.offsetHeight") <= 44
    hand.undo()
    hand.shows(0, 0)


@pytest.mark.slow
def test_a_copy_for_no_network_takes_on_another_theme(phone: Phones) -> None:
    page = phone(service_workers="allow")
    table = Hand(page).start_table("Ann", "Ben", preset="standard")
    copy = f"async () => (await (await caches.match('{table}'))?.text() ?? '').match(/<html [^>]*>/)?.[0]"
    page.wait_for_function(f"async () => await ({copy})() === '<html lang=\"en\">'")
    page.goto("/")
    choose(page, theme="black")
    page.wait_for_function(f"async () => (await ({copy})())?.includes('black')")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colors_leave_lines_around_keys_and_what_is_chosen(phone: Phones, scheme: str) -> None:
    hand = Hand(phone(forced_colors="active", color_scheme=scheme))
    hand.start_table("Ann", "Ben", preset="standard")
    hand.choose("0:knock:7")
    style = "(e, name) => getComputedStyle(e)[name]"
    key = hand.page.locator("[data-key]").first
    assert key.evaluate(style, "borderTopWidth") != "0px"
    chosen = hand.page.locator('.chip:has([value="0:knock:7"]) span')
    other = hand.page.locator('.chip:has([value="0:knock:6"]) span')
    assert chosen.evaluate(style, "backgroundColor") != other.evaluate(style, "backgroundColor")


def test_a_choice_applies_at_once(phone: Callable[..., Page], live_app: str) -> None:
    page = phone()
    page.goto(f"{live_app}/display/")
    page.evaluate("window.same = true")
    root = page.locator("html")
    for name, value, attribute in (
        ("theme", "dark", "data-theme"),
        ("text", "150", "data-text"),
        ("language", "de", "lang"),
    ):
        page.locator(f'label:has(input[name="{name}"][value="{value}"])').tap()
        expect(root).to_have_attribute(attribute, value)
    expect(page.locator('link[href*="themes/dark"]')).to_have_count(1)
    expect(page.locator("form.look button.save")).to_have_text("Speichern")
    assert page.evaluate("window.same") is True
    # And it lasts.
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-text", "150")
