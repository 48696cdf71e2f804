"""Archive pages: exporting a table or an account, and importing a file."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Account, Entry, Role, Table
from games.selectors.sharing.notation import table_text
from games.web.limits import is_file
from tests.leagues import account, club
from tests.makers import Phone, differences_at, enter, gin, join, knock, start
from tests.views.reading import says

pytestmark = pytest.mark.django_db
PAGE = "/account/archive/"


def logged_in(name: str) -> Client:
    """The browser of somebody with a new account."""
    client = Client()
    client.force_login(account(name))
    return client


def saved(client: Client, address: str) -> str:
    """A file as it is saved."""
    answer = client.get(address)
    assert is_file(address)
    assert (answer.status_code, answer.headers["Content-Type"], answer.streaming) == (200, "application/json", True)
    return b"".join(answer.streaming_content).decode()


def bring(client: Client, text: str | bytes) -> Any:
    raw = text if isinstance(text, bytes) else text.encode()
    return client.post(PAGE, {"file": SimpleUploadedFile("x.json", raw, "application/json")})


@pytest.fixture
def friday() -> Phone:
    """A table with two rounds."""
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30)):
        enter(ann, declaration)
    return ann


@pytest.mark.parametrize("page", ["/", "/import/", "/paper/"])
def test_a_table_that_is_started_while_logged_in_is_the_accounts(page: str, friday: Phone) -> None:
    otto, typed = logged_in("Otto"), {"name-1": "Ann", "name-2": "Ben", "preset": "standard"}
    typed |= {"points-1": "20", "boxes-1": "1", "points-2": "0", "dealer": "2"} if page == "/paper/" else {}
    typed |= {"text": table_text(friday.table), "make": "1"} if page == "/import/" else {}
    assert otto.post(page, typed | {"key": "a" * 32}).status_code == 302
    own = Table.objects.latest("pk")
    assert own.account == Account.objects.get(name="Otto")
    assert [table["id"] for table in json.loads(saved(otto, f"{PAGE}account.json"))["tables"]] == [own.public_id]
    # Without a login it has no owner.
    assert Client().post(page, typed | {"key": "b" * 32}).status_code == 302
    assert Table.objects.latest("pk").account is None


def test_exported_table_belongs_to_its_importer(friday: Phone) -> None:
    text = saved(friday.browser(), f"{friday.url}archive.json")
    assert f"{friday.url}archive.json" in friday.browser().get(f"{friday.url}games/1/export/").content.decode()
    for secret in friday.secrets.values():
        assert secret not in text
    otto = logged_in("Otto")
    answer = bring(otto, text)
    assert says(answer, "Ann and Ben")
    table = Table.objects.latest("pk")
    assert (answer.status_code, Table.objects.count()) == (200, 2)
    # The importing phone owns it, by a cookie in the response.
    assert otto.get(f"/t/{table.public_id}/links/").status_code == 200
    assert differences_at(table) == []
    assert says(bring(otto, text), "was already here")
    assert Table.objects.count() == 2


def test_only_the_owner_takes_it_along(friday: Phone) -> None:
    ben = join(friday, Role.SCORE)
    assert ben.browser().get(f"{friday.url}archive.json").status_code == 403
    assert "archive.json" not in ben.browser().get(f"{friday.url}games/1/export/").content.decode()
    assert Client().get(f"{friday.url}archive.json").status_code == 404


def test_an_account_takes_everything_along(friday: Phone) -> None:
    olga = account("Olga")
    client = Client()
    client.force_login(olga)
    Table.objects.filter(pk=friday.table.pk).update(account=olga)
    tuesday = club()
    tuesday.league.offices.update(account=olga)
    assert says(client.get(PAGE), "In one file: 1 table in this account and 1 league you run, with every entry")
    text = saved(client, f"{PAGE}account.json")
    data = json.loads(text)
    assert (data["format"], len(data["tables"]), len(data["leagues"])) == ("scorekeeper-account", 1, 1)
    assert olga.email not in text
    answer = bring(logged_in("Otto"), text)
    assert (answer.status_code, len(answer.context["page"].imported)) == (200, 2)


def test_faulty_archive_is_reported_and_nothing_imported(friday: Phone) -> None:
    client, before = logged_in("Otto"), Entry.objects.count()
    data = json.loads(saved(friday.browser(), f"{friday.url}archive.json"))
    data["entries"][1]["facts"]["ender"] = 1
    for sent, expected in (
        (json.dumps(data), "entry 2 of table"),
        (b"\xff\xfe", "We couldn't read that file"),
        ("{}", "it isn't an account, table or league archive"),
    ):
        answer = bring(client, sent)
        assert (answer.status_code, says(answer, expected)) == (400, True)
    assert client.post(PAGE).status_code == 400
    assert Entry.objects.count() == before


def test_a_file_larger_than_allowed_is_refused() -> None:
    client = logged_in("Otto")
    assert bring(client, "x" * (16 * 1024 * 1024 + 1)).status_code == 413
    assert bring(client, "x" * (16 * 1024 * 1024 - 4096)).status_code == 400


def test_page_without_an_account_redirects_to_the_login() -> None:
    for address in (PAGE, f"{PAGE}account.json"):
        assert Client().get(address).status_code == 302
