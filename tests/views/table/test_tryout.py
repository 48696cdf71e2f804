"""The button for a practice table, and how such a table introduces itself."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Device, Table
from games.models.table import TRYOUT_LASTS
from tests.makers import start
from tests.views.reading import forms, is_refusal, says, submit, text


def tried(client: Client) -> str:
    """The address of the table that the start page's button makes."""
    return str(submit(client, forms(client.get("/"))["try/"])["Location"])


def test_one_tap_on_the_start_page_makes_a_table_with_rounds_on_it(stranger: Client) -> None:
    page = stranger.get("/")
    assert says(page, "Try it")
    form = forms(page)["try/"]
    answer = submit(stranger, form)
    assert (answer.status_code, answer.cookies["device"]["httponly"]) == (302, True)
    table = stranger.get(answer["Location"])
    assert says(table, "Practice table. It doesn't count, and closes on")
    assert says(table, "Undo round 4")
    assert re.findall(r'class="total digits-2" data-total>(\d+)<', text(table)) == ["60", "69"]
    assert '<a href="/#people">Start a real game</a>' in text(table)


def test_a_double_tap_makes_one_table(stranger: Client) -> None:
    form = forms(stranger.get("/"))["try/"]
    other = Client()
    first, second = submit(stranger, form), submit(other, form)
    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1
    assert other.get(second["Location"]).status_code == 200


def test_going_back_for_another_page_makes_another_table(stranger: Client) -> None:
    assert tried(stranger) != tried(stranger)
    assert Device.objects.count() == 1


def test_a_round_can_be_entered_and_undone(stranger: Client) -> None:
    where = tried(stranger)
    submit(stranger, forms(stranger.get(where))["rounds/"], end="0:gin", deadwood_1="40", save="yes")
    over = stranger.get(where)
    assert says(over, "wins")
    submit(stranger, forms(over)["undo/"])
    assert says(stranger.get(where), "Undo round 4")


def test_only_a_form_of_ours_makes_one(stranger: Client) -> None:
    assert stranger.get("/try/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/try/").status_code == 403
    assert stranger.post("/try/", {"key": "short"}).status_code == 302
    assert stranger.post("/try/", {"key": "\x00" * 40}).status_code == 400
    assert Table.objects.count() == 1


def test_it_is_limited_as_starting_tables_is(stranger: Client, settings: pytest.FixtureRequest) -> None:
    settings.RATES = settings.RATES | {"start": ((1, 3600),)}  # type: ignore[attr-defined]
    assert stranger.post("/try/").status_code == 302
    assert stranger.post("/try/").status_code == 429


def test_expired_tryout_table_says_so(stranger: Client) -> None:
    where = tried(stranger)
    assert says(stranger.get("/"), "Practice table")
    Table.objects.update(created_at=timezone.now() - TRYOUT_LASTS)
    gone = stranger.get(where)
    assert is_refusal(gone, "link_revoked", what="tryout")
    assert "Go on playing" not in text(stranger.get("/"))


def test_a_real_table_says_nothing_of_it() -> None:
    phone = start()
    assert "try-out" not in text(phone.browser().get(phone.url))  # type: ignore[arg-type]
