"""Webhooks on the account's pages."""

import re
from typing import Any

import pytest

from games.models import Delivery, HookEvent, Table, Webhook
from games.services.league.leagues import create_league
from games.services.sharing.webhooks import make_webhook
from games.web.webhook_sender import Sender
from tests.leagues import ZONE
from tests.makers import start
from tests.views.people import Person, person, send
from tests.views.reading import forms, plain, says, submit, text
from tests.webhooks.receiver import Receiver, is_signed, status

PAGE = "/account/webhooks/"


@pytest.fixture
def ann(db: None) -> Person:
    """Ann, who runs a league and owns a table."""
    made = person()
    create_league(account=made.account, name="Tuesday Gin", place="", zone=ZONE, public=True, key="k" * 20)
    return made


@pytest.mark.usefixtures("inside")
def test_a_webhook_is_made_tried_looked_at_switched_off_and_taken_away(ann: Person, receiver: Receiver) -> None:
    client = ann.browser()
    assert f'href="{PAGE}"' in text(client.get("/account/"))
    league = ann.account.offices.get().league.public_id
    response = send(client, PAGE, url=receiver.url, event="round", place=f"league:{league}")
    secret = re.search(r"whsec_[\w+/]+", text(response))
    assert secret and (response.status_code, "no-store" in response["Cache-Control"]) == (201, True)
    hook = Webhook.objects.get()
    assert (hook.account, hook.league and hook.league.name) == (ann.account, "Tuesday Gin")
    assert set(hook.events) >= {"round"}
    listed = client.get(PAGE)
    assert says(listed, "League: Tuesday Gin") and "whsec_" not in text(listed)
    own = f"{PAGE}{hook.public_id}/"
    page = forms(client.get(own))
    done = submit(client, page[f"{own}test/".removeprefix("/")])
    assert (done.status_code, done["Location"]) == (302, f"{own}?done=test")
    receiver.answer = status(500, b"<b>not today</b>")
    Sender().send_due()
    assert is_signed(receiver.got[0], secret[0])
    shown = client.get(own)
    assert says(shown, "Test message") and says(shown, "Tried once. The server answered 500.")
    assert "&lt;b&gt;not today" in text(shown)
    assert says(shown, "Failing since today")
    other = submit(client, page[f"{own}secret/".removeprefix("/")])
    assert "whsec_" in text(other) and secret[0] not in text(other)
    off = submit(client, page[f"{own}switch/".removeprefix("/")], active="no")
    assert off["Location"] == f"{own}?done=off"
    assert says(client.get(own), "Turned off, today")
    assert "test/" not in "".join(forms(client.get(own)))
    submit(client, page[f"{own}switch/".removeprefix("/")], active="yes")
    assert Webhook.objects.get().off_at is None
    gone = submit(client, page[f"{own}delete/".removeprefix("/")])
    assert (gone["Location"], Webhook.objects.count(), Delivery.objects.count()) == (PAGE, 0, 0)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"url": "http://club.example/"}, "The address must start with https://."),
        ({"url": ""}, "Enter an address that starts with https://"),
        ({"url": "https://169.254.169.254/latest/"}, "This address is inside a private network."),
        ({"place": "league:0123456789abcdef"}, "Please pick a table or a league."),
        ({"place": "x"}, "Please pick a table or a league."),
        ({"event": "ping"}, "Please choose at least one event."),
    ],
)
def test_invalid_input_is_reported(ann: Person, typed: dict[str, Any], expected: str) -> None:
    client = ann.browser()
    fields = forms(client.get(PAGE))[PAGE.removeprefix("/")].fields
    here = f"league:{ann.account.offices.get().league.public_id}"
    sent = {**fields, "url": "https://club.example/", "event": "round", "place": here} | typed
    response = client.post(PAGE, sent)
    assert (response.status_code, says(response, expected), Webhook.objects.count()) == (400, True, 0)


def test_a_table_that_a_token_started_can_be_picked(ann: Person) -> None:
    phone = start()
    Table.objects.filter(pk=phone.table.pk).update(account=ann.account, name="Friday")
    response = send(ann.browser(), PAGE, url="https://club.example/", place=f"table:{phone.table.public_id}")
    assert response.status_code == 201
    assert Webhook.objects.get().table == phone.table


def test_page_without_tables_or_leagues_says_what_is_needed(db: None) -> None:
    page = person("eve@example.org", "Eve").browser().get(PAGE)
    assert says(page, "No webhooks yet.") and says(page, "To use webhooks, run a league")
    assert PAGE.removeprefix("/") not in forms(page)


def test_other_accounts_webhooks_are_hidden_and_unchangeable(ann: Person) -> None:
    league = ann.account.offices.get().league
    hook = make_webhook(holder=ann.account, place=league, url="https://club.example/", events=[HookEvent.ROUND]).webhook
    eve = person("eve@example.org", "Eve").browser()
    assert "club.example" not in text(eve.get(PAGE))
    there, nowhere = (eve.get(f"{PAGE}{public_id}/") for public_id in (hook.public_id, "0123456789abcdef"))
    assert (there.status_code, plain(there) == plain(nowhere)) == (404, True)
