"""Browser: sharing a game: create the link, open it as a stranger, and revoke it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import fits, pause, with_cookie
from tests.makers import enter, gin, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_is_shared_seen_and_taken_back(phone: Phones, live_app: str, scheme: str) -> None:
    ann = start("Ann", "Łukasz")
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    page = with_cookie(phone(color_scheme=scheme), ann, live_app)
    page.add_init_script(
        "navigator.share = async (told) => { document.title = `${told.text} ${told.url}`; };"
        "const writeText = async (text) => { window.copied = text; };"
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText } });"
    )
    page.goto(ann.url)
    # What is swapped in once the stream is there takes no tap for a moment.
    page.wait_for_selector("html[data-live=live]")
    page.get_by_text("The story of this game").tap()
    page.wait_for_url("**/story/")
    pause(page)  # the button may lie where the link was
    page.get_by_role("button", name="Share this game").tap()
    address = page.locator(".sharing .address a")
    expect(address).to_be_in_viewport()
    url = address.get_attribute("href") or ""
    assert re.fullmatch(rf"{live_app}/g/[\w-]{{32}}/", url)
    expect(page.locator(".sharing img")).to_have_js_property("naturalWidth", 1200)
    assert fits(page)
    page.get_by_role("button", name="Copy link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == url
    page.get_by_role("button", name="Send the link").tap()
    expect(page).to_have_title(re.compile(rf"^Gin rummy: Ann wins by 211\. .* {url}$"))

    eve = phone(color_scheme=scheme)
    requests: list[str] = []
    eve.on("request", lambda request: requests.append(request.url))
    eve.goto(url)
    expect(eve.locator("h1")).to_have_text("Ann wins by 211")
    expect(eve.locator(".story")).to_contain_text("Biggest hand:")
    expect(eve.locator(".sheet .line[class*=' ']:not(.head)")).to_have_count(4)
    assert fits(eve)
    assert eve.context.cookies() == []
    assert not [one for one in requests if "/t/" in one or one.endswith(".js")]
    eve.locator(".in-numbers summary").tap()
    expect(eve.locator(".in-numbers tbody tr")).to_have_count(4)

    page.get_by_role("button", name="Stop sharing").tap()
    expect(page.get_by_role("button", name="Share this game")).to_be_visible()
    answer = eve.reload()
    assert answer and answer.status == 410
    expect(eve.locator("main")).to_contain_text("The people who shared this summary have withdrawn it")
