"""The servers that the reliability tests start are what they claim to be."""

import httpx
import pytest

from tests.servers import Site


def test_a_server_answers_keeps_its_tables_through_a_kill_and_stops(site: Site) -> None:
    made = httpx.post(f"{site.url}/api/v1/tables/", json={"players": ["Ann", "Ben"], "preset": "standard"}).json()
    site.kill()
    site.start()
    table = httpx.get(
        f"{site.url}/api/v1/tables/{made['id']}/", headers={"Authorization": f"Bearer {made['watch_token']}"}
    )
    assert table.json()["revision"] == 1
    site.stop()


def test_each_database_is_the_one_it_says(site: Site, request: pytest.FixtureRequest) -> None:
    output = site.manage("shell", "-c", "from django.db import connection; print('vendor', connection.vendor)")
    assert f"vendor {request.node.callspec.params['site']}" in output
