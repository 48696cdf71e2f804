"""The start page: recent tables and suggested names."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Table
from games.pages.table.start_page import recent_tables, remembered_names
from games.services.table.tables import start_table
from tests.makers import Phone, enter, gin, knock, start

pytestmark = pytest.mark.django_db


def more(phone: Phone, *names: str) -> None:
    start_table(names=names, preset="ginski", house_rules={}, dealer=0, device=phone.access.device)


def test_a_stranger_has_no_tables_and_knows_nobody() -> None:
    start()
    assert (recent_tables(None), remembered_names(None)) == ((), ())


def test_tables_are_listed_newest_first_with_how_they_stand() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    more(phone, "Ann", "Cleo", "Ben")
    tables = recent_tables(phone.access.device)
    assert [(x.title, x.status) for x in tables] == [
        ("Ann, Cleo and Ben", "Ann 0, Cleo 0, Ben 0 \u00b7 round 1"),
        ("Ann and Ben", "Ann 13, Ben 0 \u00b7 round 2"),
    ]
    enter(phone, gin(0, 75))
    assert recent_tables(phone.access.device)[1].status == "Ann wins by 376"


@pytest.mark.parametrize(("days", "when"), [(0, "today, "), (1, "yesterday"), (400, "20")])
def test_a_table_says_when_it_was(days: int, when: str) -> None:
    phone = start()
    Table.objects.update(created_at=timezone.now() - timedelta(days=days))
    shown_time = recent_tables(phone.access.device)[0].when
    assert (
        (shown_time.startswith(when), shown_time[0] != "0") == (True, True)
        if days < 400
        else (when in shown_time, shown_time[0] != "0")
    )


def test_most_frequent_players_are_suggested_first() -> None:
    phone = start()
    more(phone, "Cleo", "Ben")
    more(phone, "Dan", "Ben")
    more(phone, "Dan", "Cleo", "Ben")
    assert remembered_names(phone.access.device) == ("Ben", "Cleo", "Dan", "Ann")


def test_twelve_people_are_suggested() -> None:
    phone = start("P00", "P01")
    for n in range(2, 16, 2):
        more(phone, f"P{n:02}", f"P{n + 1:02}")
    assert remembered_names(phone.access.device) == tuple(f"P{n:02}" for n in range(12))
