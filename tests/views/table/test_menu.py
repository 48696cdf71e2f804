"""The menu of a table: eight rows at most, with any of its parts open."""

import re

import pytest
from django.test import Client

from games.models import Role
from tests.makers import Phone, enter, join, knock, start
from tests.views.reading import text

pytestmark = pytest.mark.django_db


def parts_of_menu(client: Client, phone: Phone) -> dict[str, list[str]]:
    """Each part of the menu with its rows."""
    page = text(client.get(phone.url))  # type: ignore[arg-type]
    menu = page.partition('<nav id="menu"')[2].partition("</nav>")[0]
    parts = {}
    for part in menu.split('<details class="part"')[1:]:
        title = re.search(r"</svg>([^<]+)</summary>", part)
        assert title
        parts[title[1]] = re.findall(r"(?:<a [^>]*>|<summary>)(?!<svg)([^<]+)</", part)
    return parts


def test_the_owner_sees_eight_rows_at_most() -> None:
    phone = start("Ann", "Ben")
    enter(phone, knock(0, 7, 20))
    parts = parts_of_menu(phone.browser(), phone)
    assert parts == {
        "Share": ["Invite", "Big screen", "Print or export"],
        "Game": ["My hand", "Players", "Stakes", "End the game now"],
        "Rules": ["Rules of this game", "What if…?", "Strict mode", "Help"],
    }
    display = 1
    assert len(parts) + display + max(len(rows) for rows in parts.values()) <= 8


def test_a_watcher_is_offered_nothing_that_changes_the_game() -> None:
    phone = start("Ann", "Ben")
    parts = parts_of_menu(join(phone, Role.WATCH).browser(), phone)
    assert parts == {"Share": ["Big screen", "Print or export"], "Rules": ["Rules of this game", "Help"]}
