"""API tokens on the account page."""

import re

import pytest

from games.models import ApiToken
from games.selectors.account.api_tokens import token_by_secret
from tests.views.people import PASSWORD, Person, person, send, with_key
from tests.views.reading import forms, plain, says, submit, text

NEW = "/account/tokens/new/"


@pytest.fixture
def ann(db: None) -> Person:
    return person()


def test_a_token_is_made_shown_once_and_revoked(ann: Person) -> None:
    client = ann.sure_browser()
    assert 'href="/account/tokens/new/"' in text(client.get("/account/"))
    response = send(client, NEW, label=" The  board ", scope="score", days="30")
    secret = re.search(r"gin_[\w-]{32}", text(response))
    assert secret and (response.status_code, "no-store" in response["Cache-Control"]) == (201, True)
    token = token_by_secret(secret[0])
    assert token and (token.label, token.scope, token.account) == ("The board", "score", ann.account)
    page = client.get("/account/")
    assert says(page, "The board It can read and score until") and says(page, "not used yet")
    assert "gin_" not in text(page)
    ended = submit(client, forms(page)[f"account/tokens/{token.public_id}/end/"])
    assert (ended.status_code, ended["Location"], token_by_secret(secret[0])) == (302, "/account/", None)
    assert says(client.get(ended["Location"]), "The board Revoked")


def test_new_token_requires_the_password(ann: Person) -> None:
    client = ann.browser()
    fields = {"label": "Board", "scope": "manage", "days": "365"}
    assert client.get(NEW)["Location"].startswith("/account/reauthenticate/")
    csrf = forms(client.get("/account/"))["account/"].fields
    assert client.post(NEW, csrf | fields)["Location"].startswith("/account/reauthenticate/")
    assert ApiToken.objects.count() == 0


def test_invalid_input_is_reported(ann: Person, subtests: pytest.Subtests) -> None:
    for wrong in [
        {"label": ""},
        {"label": "x" * 61},
        {"label": "\u202e"},
        {"scope": "all"},
        {"days": "9999"},
        {"days": ""},
    ]:
        with subtests.test(wrong=wrong):
            fields = {"label": "Board", "scope": "read", "days": "90"} | wrong
            response = send(ann.sure_browser(), NEW, **fields)
            assert (response.status_code, "gin_" in text(response)) == (400, False)
            assert ApiToken.objects.count() == 0


def test_a_new_password_ends_all_tokens(ann: Person) -> None:
    client = ann.sure_browser()
    send(client, NEW, label="Board", scope="read", days="90")
    send(client, "/account/password/change/", oldpassword=PASSWORD, password1="nine green tables")
    assert ApiToken.objects.get().revoked_at is not None


def test_other_accounts_tokens_are_hidden_and_cannot_be_ended(ann: Person) -> None:
    send(ann.sure_browser(), NEW, label="Board", scope="read", days="90")
    token = ApiToken.objects.get()
    eve = person("eve@example.org", "Eve").browser()
    assert "Board" not in text(eve.get("/account/"))
    csrf = forms(eve.get("/account/"))["account/"].fields["csrfmiddlewaretoken"]
    there, nowhere = (
        eve.post(f"/account/tokens/{public_id}/end/", {"csrfmiddlewaretoken": csrf})
        for public_id in (token.public_id, "0123456789abcdef")
    )
    assert (there.status_code, plain(there) == plain(nowhere)) == (404, True)
    token.refresh_from_db()
    assert token.revoked_at is None
    assert with_key("x" * 32).get(NEW).status_code == 302
