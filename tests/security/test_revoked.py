"""Revoked access ends at once: the next request is refused, and an open stream ends."""

from collections.abc import Callable

import pytest

from tests.security.visitors import PhoneAt, StreamAt, api_request, dead_hand, start_table
from tests.servers import Site
from tests.views.reading import is_refusal

pytestmark = pytest.mark.parametrize(
    "site", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True
)


def test_a_link_that_is_switched_off(
    site: Site, phone_at: Callable[[Site], PhoneAt], counted: Callable[[str], None]
) -> None:
    table = start_table(site)
    path = f"tables/{table['id']}/"
    ben = phone_at(site)
    page = ben.join(table["score_token"], "Ben's phone")
    stream = StreamAt(ben, ben.live_url(page))
    link = next(
        x["id"] for x in api_request(site, table["owner_token"], "GET", f"{path}links/").json() if x["role"] == "score"
    )
    form = ben.get(page)
    assert api_request(site, table["owner_token"], "DELETE", f"{path}links/{link}/").status_code == 200
    stream.wait()
    refused = [
        ben.get(page),
        ben.send(f"{page}rounds/", form_at="/", end="dead", key="k", game="1", round="1"),
        api_request(site, table["score_token"], "POST", f"{path}rounds/", json=dead_hand(1)),
    ]
    assert all(is_refusal(answer, "link_revoked") for answer in refused[:2])
    assert (refused[2].status_code, refused[2].json()["code"]) == (410, "link_revoked")
    assert (form.status_code, api_request(site, table["watch_token"], "GET", path).json()["revision"]) == (200, 1)
    counted("a link switched off: 1 stream closed, 3 requests refused with 410, 0 entries")


def test_the_scoring_that_another_phone_took_over(
    site: Site, phone_at: Callable[[Site], PhoneAt], counted: Callable[[str], None]
) -> None:
    table = start_table(site)
    path = f"tables/{table['id']}/"
    lost, ben, tablet, cleo = phone_at(site), phone_at(site), phone_at(site), phone_at(site)
    page = lost.join(table["owner_token"], "Ann's phone")
    for phone, role in ((ben, "score"), (tablet, "owner"), (cleo, "watch")):
        assert phone.join(table[f"{role}_token"], f"{role} phone") == page
    assert api_request(site, table["score_token"], "POST", f"{path}rounds/", json=dead_hand(1)).status_code == 201
    streams = [StreamAt(phone, phone.live_url(page)) for phone in (lost, ben)]
    watching = StreamAt(cleo, cleo.live_url(page))
    assert tablet.send(f"{page}handover/", key="k").status_code == 302
    for stream in streams:
        stream.wait()
    fields = {"end": "dead", "key": "waits", "game": "1", "round": "2", "seating": "0"}
    refused = [phone.send(f"{page}rounds/", form_at="/", **fields) for phone in (lost, ben)]
    refused.append(api_request(site, table["score_token"], "POST", f"{path}rounds/", json=dead_hand(2)))
    assert [answer.status_code for answer in refused] == [410, 410, 410]
    assert "is keeping score now" in cleo.get(page).text
    assert not watching.ended.is_set()
    watching.read_no_more()
    # What waited on the lost phone is sent when it is let in again, once.
    assert lost.join(table["owner_token"], "Ann's phone") == page
    sent = [lost.send(f"{page}rounds/", form_at=page, **fields).status_code for _ in range(2)]
    table_now = api_request(site, table["watch_token"], "GET", path).json()
    assert (sent, len(table_now["games"][0]["rounds"])) == ([302, 302], 2)
    watching.wait()
    counted("a handover: 2 streams closed, 3 writes refused, 1 that waited written once, 0 lost")
