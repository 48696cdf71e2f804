"""The service worker's list of files: what a phone needs to open its table without network."""

import re

import pytest
from django.test import Client

from tests.makers import Phone


@pytest.mark.parametrize("address", [None, "/help/"])
def test_everything_a_table_page_and_the_help_load_is_cached(ann: Phone, address: str | None) -> None:
    page = ann.browser().get(address or ann.url).content.decode()
    loaded = re.findall(r'<(?:script|link rel="stylesheet")[^>]*?(?:src|href)="([^"]+)"', page)
    worker = Client().get("/sw.js").content.decode().replace("\\u002D", "-")
    assert len(loaded) > 3
    assert [address for address in loaded if address not in worker] == []
