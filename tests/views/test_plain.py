"""A whole evening with plain forms: no JavaScript, no special headers, CSRF tokens, printed links."""

import re

from django.http import HttpResponse
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Role, Table
from tests.makers import Phone, assert_sound, current, settled, sheet, totals
from tests.views.reading import Form, forms, is_refusal, says, shown, text


class Reader:
    """A browser that knows links and forms and nothing else."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.page = HttpResponse()

    def open(self, address: str) -> HttpResponse:
        assert address == "/" or address.startswith("/j/") or f'href="{address}"' in text(self.page)
        self.page = self.client.get(address)  # type: ignore[assignment]
        assert self.page.status_code == 200
        return self.page

    def form(self, name: str) -> Form:
        return forms(self.page)[name]

    def press(self, name: str, button: str = "", value: str = "", **typed: str) -> HttpResponse:
        """Fill in a form, press one of its buttons, and follow the redirect."""
        form = self.form(name)
        buttons = [b for b in form.buttons if (b[0], b[1] if value else "") == (button, value)]
        assert buttons, f"{form.buttons} has no {button}={value}"
        fields = form.fields | {key.replace("_", "-"): text for key, text in typed.items()}
        if button:
            fields[button] = buttons[0][1]
        answer = self.client.post(buttons[0][2] or form.action, fields, follow=True)
        self.page = answer  # type: ignore[assignment]
        return self.page


def test_whole_evening_works_without_script(snapshot: SnapshotAssertion) -> None:
    ann = Reader()
    ann.open("/")
    page = ann.press("", name_1="Ann", name_2="", dealer="1", target="60")
    assert page.status_code == 400
    assert shown(page, "#name-2-error") == snapshot(name="no name")
    page = ann.press("", name_2="Ben")
    assert (page.status_code, says(page, "Ann deals, Ben plays first")) == (200, True)
    table = Table.objects.get()
    phone = Phone(table.links.earliest("pk"), "", {})  # only its table is looked at
    home = f"/t/{table.public_id}/"

    page = ann.press("rounds/", "preview", "yes", end="0:knock:7", deadwood_1="10+6+4")
    assert shown(page, "#preview summary") == snapshot(name="preview")
    ann.press("rounds/", "save", "yes")
    assert totals(phone) == [13, 0]

    page = ann.press("rounds/", "save", "yes", end="1:knock:4", deadwood_0="99")
    assert page.status_code == 422
    assert shown(page, "#preview .ask") == snapshot(name="unlikely")
    page = ann.press("rounds/", "save", "yes", deadwood_0="9", confirm="")
    assert (page.status_code, totals(phone)) == (200, [13, 5])

    # Ben takes up the link and enters a round that Ann enters otherwise.
    page = ann.open(f"{home}links/")
    address = re.search(r'href="http://testserver(/j/[^"]+)"[^>]*>', text(page).partition("To play and score")[2])[1]  # type: ignore[index]
    ben = Reader()
    ben.open(address)
    page = ben.press(address.removeprefix("/"), label="Ben's phone")
    assert (page.status_code, says(page, "Round 3")) == (200, True)
    ann.open(home)
    ben.press("rounds/", "save", "yes", end="0:gin", deadwood_1="10")
    page = ann.press("rounds/", "save", "yes", end="0:gin", deadwood_1="11")
    assert page.status_code == 409
    assert shown(page, ".conflict > p") == snapshot(name="conflict")
    assert says(page, "Saved by Ben's phone Ann went gin, Ben had 10")
    ann.press("rounds/", "save", "yes")
    assert totals(phone) == [49, 5]

    # An old round is changed, a wrong one undone, and another deleted.
    ann.open(f"{home}rounds/1/1/")
    page = ann.press("rounds/1/1/", "save", "yes", end="0:knock:6", reason="counted again")
    assert says(page, "\u201ccounted again\u201d")
    assert totals(phone) == [50, 5]
    ann.press("rounds/", "save", "yes", end="dead")
    page = ann.press("undo/")
    assert says(page, "Round 4, again")
    ann.open(f"{home}rounds/1/2/")
    ann.press("rounds/1/2/void/", reason="dealt wrongly")
    assert (totals(phone), current(phone).next_round) == ([50, 0], 5)

    # The game ends, goes on, ends by hand; the seats were the wrong way round.
    page = ann.press("rounds/", "save", "yes", end="0:knock:1", deadwood_1="11")
    assert shown(page, ".final > p")[0] == snapshot(name="final")
    page = ann.press("reopen/")
    assert says(page, "Round 5")
    page = ann.press("finish/")
    assert current(phone).over
    ann.open(f"{home}players/")
    ann.open(f"{home}seats/")
    page = ann.press("seats/", "pair", "0-1")
    assert [row[2:4] for row in settled(phone)] == [("Ben", 60), ("Ann", 0)]
    page = ann.press("games/")
    assert says(page, "Games at this table")
    assert len(sheet(phone).games) == 2

    # Ben's link is revoked; Ben's open page can no longer write.
    ben.open("/")
    ben.open(home)
    ann.open(f"{home}links/")
    off = f"links/{table.links.get(role=Role.SCORE).pk}/revoke/"
    ann.press(off)
    page = ben.press("rounds/", "save", "yes", end="dead")
    assert is_refusal(page, "link_revoked")
    assert_sound(phone)
