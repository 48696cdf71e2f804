"""Two server processes share the same scores: a change in one shows in the other, with no sticky sessions."""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

import httpx
import pytest

from tests.live.kit import Watching
from tests.security.attacked_site import Browser, Caller, Club, Sitting, knock, line
from tests.security.visitors import PhoneAt
from tests.servers import Site, Sites

KINDS = ("sqlite+redis", "postgresql", pytest.param("postgresql+redis", marks=pytest.mark.slow))


@dataclass
class Pair:
    """Two servers on one database."""

    a: Site
    b: Site


@pytest.fixture(scope="module", params=KINDS)
def pair(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Pair]:
    database, _, backend = request.param.partition("+")
    redis = {"REDIS_URL": request.getfixturevalue("redis_server").url} if backend else {}
    with sites.make(database, **redis) as a, a.twin() as b:
        yield Pair(a, b)
        for site in (a, b):
            assert "Traceback" not in site.log.read_text()


class Alternating(httpx.BaseTransport):
    """Sends one request to one server and the next to the other, over connections that are not kept."""

    def __init__(self, pair: Pair) -> None:
        self._lines = cycle((site.port, line("127.0.0.1")) for site in (pair.a, pair.b))
        self.ports: list[int] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        port, there = next(self._lines)
        self.ports.append(port)
        request.url = request.url.copy_with(port=port)
        return there.handle_request(request)


def sit_down(club: Club) -> str:
    """Let Ann and Ben play in the club's season; the organizer's own browser goes to their table and returns it."""
    olga, season = club.organizer, club.season_url
    members = re.findall(r'name="member" value="(\d+)"', olga.get(f"{season}entrants/").text)
    entered = olga.post(f"{season}entrants/", data=olga.fields(f"{season}entrants/") | {"member": members})
    assert entered.status_code in (200, 302)
    ann, ben = re.findall(r'<option [^>]*value="(\d+)">(?:Ann|Ben)<', olga.get(f"{season}matches/").text)[:2]
    match = olga.submit(f"{season}matches/", f"{season}matches/play/", player_1=ann, player_2=ben).headers["Location"]
    table: str = olga.submit(match, f"{match}play/").headers["Location"]
    return table


def enter(browser: Browser, table: str, ann: int, ben: int) -> None:
    """Enter a round that Ann knocked, with the form of the table's page."""
    typed = {"end": f"0:knock:{ann}", "deadwood_1": str(ben), "confirm": "yes", "save": "yes"}
    assert browser.submit(table, f"{table}rounds/", **typed).status_code == 302


def test_a_round_entered_at_one_is_seen_at_the_other(pair: Pair) -> None:
    table = Sitting(pair.a)
    with Browser(pair.b) as phone:
        table.join(phone, "watch")
        page = PhoneAt(pair.b)
        page.http.cookies = phone.cookies
        live = page.live_url(table.url)
        page.http.close()
        with Watching(pair.b.url + live) as stream:
            assert stream.revision() == 1
            for number in range(1, 6):
                assert table.enter(number, knock(2, 20 + number)).status_code == 201
                assert stream.revision() == number + 1
                shown = phone.get(f"{table.url}moved/", params={"live": live.split("/")[2]})
                assert f"{20 + number - 2}" in shown.text
                assert phone.get(f"{table.url}revision/").json()["revision"] == number + 1


def test_a_link_switched_off_at_one_ends_its_streams_at_both(pair: Pair) -> None:
    table = Sitting(pair.a)
    link = next(x["id"] for x in table.owner.get(f"{table.path}links/").json() if x["role"] == "score")
    phones = [PhoneAt(pair.a), PhoneAt(pair.b), PhoneAt(pair.b)]
    lives = []
    for name, phone, role in zip("ABC", phones, ("score", "score", "watch"), strict=True):
        page = phone.join(table.created[f"{role}_token"], f"Phone {name}")
        lives.append(str(phone.http.base_url.join(phone.live_url(page))))
    with Watching(lives[0]) as one, Watching(lives[1]) as other, Watching(lives[2]) as watching:
        assert [stream.revision() for stream in (one, other, watching)] == [1, 1, 1]
        assert (
            table.owner.send_json("DELETE", f"{table.path}links/{link}/", {}, Idempotency_Key="off").status_code == 200
        )
        assert one.ends()
        assert other.ends()
        assert phones[1].get(table.url).status_code == 410
        fields = {"game": 1, "round": 1, **knock(1, 2)}
        assert table.owner.send_json("POST", f"{table.path}rounds/", fields, Idempotency_Key="1").status_code == 201
        assert watching.revision() == 2
    for phone in phones:
        phone.http.close()


@pytest.mark.slow
def test_the_page_of_a_season_follows_a_round_entered_elsewhere(pair: Pair) -> None:
    club = Club(pair.a, f"League {secrets.token_hex(4)}", "Ann", "Ben")
    club.organizer.submit(f"{club.url}settings/", public="yes")
    table = sit_down(club)
    with Browser(pair.b) as anybody:
        page = anybody.get(club.season_url).text
        found = re.search(r'data-live-url="([^"]+)"', page)
        assert found
        with Watching(pair.b.url + found[1]) as stream:
            before = stream.revision()
            enter(club.organizer, table, 2, 30)
            assert stream.revision() > before
            # Closed to the public at one, it is closed at the other.
            club.organizer.submit(f"{club.url}settings/", public="")
            assert stream.ends()
            assert anybody.get(club.season_url).status_code in (403, 404)


@pytest.mark.slow
def test_nobody_need_stay_with_one_process(pair: Pair, counted: Callable[[str], None]) -> None:
    """Sessions, phones, links, forms with their keys, and tokens: each request goes to the other process."""
    between = Alternating(pair)

    club = Club(pair.a, f"League {secrets.token_hex(4)}", "Ann", "Ben")
    olga = club.organizer
    olga._transport = between
    table = sit_down(club)
    for ben in (21, 22, 23):
        enter(olga, table, 2, ben)
    assert olga.get("/account/").status_code == 200
    sitting = Sitting(pair.a)
    with Browser(pair.a) as phone, Caller(pair.a, sitting.created["score_token"]) as program:
        phone._transport = program._transport = between
        sitting.join(phone, "score")
        enter(phone, sitting.url, 3, 33)
        response = program.send_json(
            "POST", f"{sitting.path}rounds/", {"game": 1, "round": 2, **knock(4, 44)}, Idempotency_Key="k"
        )
        again = program.send_json(
            "POST", f"{sitting.path}rounds/", {"game": 1, "round": 2, **knock(4, 44)}, Idempotency_Key="k"
        )
        assert (response.status_code, again.status_code) == (201, 200)
        assert again.headers["Idempotent-Replayed"] == "true"
        assert sitting.read()["revision"] == 3
    by_port = Counter(between.ports)
    assert abs(by_port[pair.a.port] - by_port[pair.b.port]) <= 1
    counted(f"{len(between.ports)} requests, each to the other process than the one before")
