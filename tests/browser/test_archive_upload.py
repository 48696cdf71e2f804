"""Browser: a league's archive is uploaded with progress, over a network that is slow and then gone."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.test import Client
from playwright.sync_api import Page, expect

from games.models import League
from games.web.limits import largest_body
from tests.browser.network import NetworkLink
from tests.browser.table import fits
from tests.browser.test_season_setup import logged_in
from tests.leagues import account, archive_text, club
from tests.makers import gin

Phones = Callable[..., Page]
PAGE = "/leagues/import/"
NOTE_STATES = """form => {
    window.states = [];
    const status = form.querySelector("[role=status]");
    new MutationObserver(() => window.states.push(status.textContent)).observe(status, { childList: true });
}"""


def choose(page: Page, text: str) -> None:
    page.locator("#file").set_input_files(
        {"name": "league.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def test_an_archive_is_uploaded_with_progress_whole_or_not_at_all(phone: Phones, live_app: str) -> None:
    tuesday, client = club("Ann", "Ben", house_rules={"target": 50}), Client()
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), gin(0, 40))
    right = archive_text(tuesday.league)
    wrong = json.loads(right)
    wrong["seasons"][0]["matches"][0]["sides"][0]["points"] += 1
    client.force_login(account("Eve"))
    port = urlsplit(live_app).port
    assert port
    network = NetworkLink(port)
    page = logged_in(phone(), network.url, client)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")

    def upload_at(bytes_per_second: int) -> None:
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_second}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **speed})

    page.goto(network.url + PAGE)
    form, button, progress = page.locator(".upload"), page.locator(".upload button"), page.locator(".upload progress")
    words = {name: form.get_attribute(f"data-{name}") for name in ("sending", "reading", "lost", "too-large")}

    choose(page, "x" * largest_body(PAGE))
    assert page.locator("#file").evaluate("file => file.validationMessage") == words["too-large"]
    choose(page, json.dumps(wrong) + " " * 2_500_000)
    assert page.locator("#file").evaluate("file => file.validationMessage") == ""
    expect(progress).to_be_hidden()

    form.evaluate(NOTE_STATES)
    upload_at(20_000)
    button.tap()
    expect(progress).to_have_attribute("value", re.compile(r"^0\.0*[1-9]"))
    expect(progress).to_be_visible()
    expect(button).to_be_disabled()
    assert fits(page)
    network.cut()
    expect(page.locator("#notice")).to_have_text(words["lost"] or "")
    expect(progress).to_be_hidden()
    assert League.objects.count() == 1

    network.mend()
    upload_at(-1)
    button.tap()
    expect(page.locator("#brought .errors")).to_contain_text("match 1")
    expect(progress).to_be_hidden()
    assert page.evaluate("window.states") == [words["sending"], "", words["sending"], words["reading"], ""]
    assert page.locator("#file").evaluate("file => file.files.length") == 1
    assert League.objects.count() == 1

    choose(page, right)
    button.tap()
    page.wait_for_url("**/l/*/")
    assert League.objects.count() == 2
    network.cut()
