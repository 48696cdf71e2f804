"""The service worker's list of files: what a phone needs to open its table without network."""

import re

import pytest
from django.test import Client

from tests.leagues import club
from tests.makers import Phone
from tests.match_night import browser


@pytest.mark.parametrize("shown", ["table", "match", "help"])
def test_everything_a_table_page_and_the_help_load_is_cached(ann: Phone, shown: str) -> None:
    if shown == "match":
        tuesday = club()
        player = tuesday.phone("Ann")
        answer = browser(player).get(Phone(tuesday.table(tuesday.match("Ann", "Ben"), player), "", {}).url)
    else:
        answer = ann.browser().get("/help/" if shown == "help" else ann.url)
    page = answer.content.decode()
    loaded = re.findall(r'<(?:script|link rel="stylesheet")[^>]*?(?:src|href)="([^"]+)"', page)
    worker = Client().get("/sw.js").content.decode().replace("\\u002D", "-")
    assert len(loaded) > 3
    assert [address for address in loaded if address not in worker] == []
