"""Hostile inputs H12 and H37 to H40: uploads, downloads, streams, and everything oversized.

Of H40 the database that is locked and the disk that is full are in tests/reliability/test_faults.py.
"""

import csv
import io
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import openpyxl
import pytest

from tests.security.attacked_site import Browser, Caller, Club, Stand, new_address, new_key, problem

FORMULAS = ("@SUM(1)", "-2+3", "+4", "=1+1", "'=quoted", "''twice")
"""Names that a spreadsheet would run, and two that begin as what the export makes of them."""
HEADING = "night,player 1,player 2,points 1,points 2\n"


@pytest.fixture
def club(stand: Stand) -> Club:
    """A separate league for one case."""
    return Club(stand.site, '=HYPERLINK("http://evil","x")', *FORMULAS, "Ann", "Ben")


def as_csv(*rows: tuple[object, ...]) -> bytes:
    """Rows as a file under the heading of results."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return (HEADING + text.getvalue()).encode()


def test_h12_names_that_a_spreadsheet_would_run(club: Club, attacked: Stand) -> None:
    """A league's name is only in its archive, which is JSON. No name has a tab: it becomes a space."""
    written = {name: f"'{name}" if name.lstrip("'")[0] in "=+-@" else name for name in FORMULAS}
    results = [("2026-10-06", name, "Ann", 100, 40) for name in written.values()]
    assert club.take_over(as_csv(*results)).status_code == 200
    olga = club.organizer
    text = olga.get(f"{club.season_url}data/results.csv").content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert set(written.values()) <= set(cells)
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))] == []
    for what in ("results", "table"):
        response = openpyxl.load_workbook(io.BytesIO(olga.get(f"{club.season_url}data/{what}.xlsx").content))
        found = {cell.value: cell.data_type for row in response.active.iter_rows() for cell in row}
        assert {found[name] for name in FORMULAS} == {"s"}
        assert "f" not in found.values()
    again = club.begin("Winter")
    assert club.take_over(text.encode(), again).status_code == 200
    back = olga.get(f"{again}data/results.csv").content.decode("utf-8-sig")
    assert back == text
    # People are matched by their names: the import made nobody new from the escaped names.
    attacked.growth = {
        **{"games_match": 12, "games_matchside": 24, "games_matchseat": 24, "games_entrant": 14},
        **{"games_season": 1, "games_leagueevent": 17, "games_ratingstep": 24, "games_ratingbook": 1},
    }


def test_h37_malformed_files(attacked: Stand) -> None:
    """Sizes are refused by their length, before a byte of them is read: nothing is held in memory."""
    club = attacked.l1
    page = f"{club.season_url}data/"
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in club.organizer.cookies.jar)
    for length in (50 * 1024 * 1024, 3 * 1024 * 1024):
        with closing(socket.create_connection(("127.0.0.1", attacked.site.port), 10)) as line:
            head = f"POST {page} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\nContent-Length: {length}\r\n"
            line.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n".encode())
            if length < 4 * 1024 * 1024:
                line.sendall(b"x" * (length - 5))
            assert line.recv(100).startswith(b"HTTP/1.1 413")
    before = resident(attacked)
    row = b"2026-10-06,Ann,Ben,1,0\n"
    wrong = HEADING.encode() + row * 9_997 + b"2026-10-06,Ann,Ben,x,0\n" + row
    cases: dict[bytes, str] = {
        HEADING.encode() + b"2026-10-06,Ann,Ben,1,0\n" * 60_001: "more than 10,000 lines",
        b"," * 1_000_000: "The file is empty",
        b"name\nA\x00nn\n": "t read that file",
        "name\nFay\n".encode("utf-16-be"): "t read that file",
        b"PK\x03\x04" + bytes(range(256)) * 10: "t read that file",
        wrong: "Line 9,999",
    }
    for text, expected in cases.items():
        answer = club.bring(text)
        assert (expected, answer.status_code, expected.replace(",", "") in answer.text.replace(",", "")) == (
            expected,
            400,
            True,
        )
    assert resident(attacked) - before < 50 * 1024


def resident(stand: Stand) -> int:
    """The server's memory in KiB."""
    assert stand.site.process
    with open(f"/proc/{stand.site.process.pid}/status") as status:  # noqa: PTH123 - no path, a kernel's answer
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])  # type: ignore[index]


def test_h38_the_same_file_twice_and_two_at_once(club: Club, attacked: Stand) -> None:
    """On the pages a file that is here already can still be looked at, and offers nothing that could be taken over."""
    text = as_csv(("2026-10-06", "Ann", "Ben", 100, 40), ("2026-10-06", "Ann", "Ben", 100, 41))
    looked = [club.bring(text) for _ in range(2)]
    pattern = rf"{club.season_url}data/\d+/(?!back)"
    taking = [re.search(pattern, page.text)[0] for page in looked]  # type: ignore[index]
    token = club.organizer.fields(f"{club.season_url}data/")["csrfmiddlewaretoken"]
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda url: club.organizer.post(url, data={"csrfmiddlewaretoken": token}), taking))
    assert [answer.status_code for answer in done] == [200, 200]
    sentences = sorted(re.search(r"Imported: ([^.]+)\.", answer.text)[1] for answer in done)  # type: ignore[index]
    assert sentences == ["2 players new to this season and 2 results", "nothing new"]
    third = club.bring(text)
    assert (third.status_code, "2 results in the file are already here" in third.text) == (200, True)
    assert re.search(pattern, third.text) is None
    assert attacked.since()["games_match"] == 2
    attacked.growth = attacked.since()


def live_address(browser: Browser, page: str) -> str:
    """Where a page's live stream is."""
    return re.search(r'data-live-url="([^"]+)"', browser.get(page).text)[1]  # type: ignore[index]


def opened(stand: Stand, path: str, address: str, **headers: str) -> tuple[socket.socket, bytes]:
    """A stream from ``address`` as a bare connection, and what came of it first."""
    line = socket.create_connection(("127.0.0.1", stand.site.port), 30, source_address=(address, 0))
    named = "".join(f"{name.replace('_', '-')}: {text}\r\n" for name, text in headers.items())
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{named}\r\n".encode())
    received = b""
    while b"\r\n\r\n" not in received or (b" 200 " in received[:20] and b"data:" not in received):
        more = line.recv(65536)
        if not more:
            break
        received += more
    return line, received


def test_h39_streams_that_resume_from_nowhere(attacked: Stand) -> None:
    live = live_address(attacked.phone, attacked.a.url)
    for last in ("abc", "-1", "999999999", ""):
        line, ledger = opened(attacked, live, new_address(), Last_Event_ID=last)
        line.close()
        assert b" 200 " in ledger[:20]
        assert re.findall(rb"id: ?(\d+)", ledger.partition(b"\r\n\r\n")[2]) == [b"7"]
        assert attacked.a.id.encode() in ledger
        assert attacked.b.id.encode() not in ledger
    line, ledger = opened(attacked, live, new_address(), Last_Event_ID="x" * 10_000)
    line.close()
    assert ledger.startswith(b"HTTP/1.1 400")


@pytest.mark.slow
def test_h39_the_501st_stream_of_one_address(attacked: Stand) -> None:
    """Three hundred at table A and two hundred at table B are all that one address may have; others are let in."""
    address, elsewhere = new_address(), new_address()
    lives = (
        live_address(attacked.phone, attacked.a.url),
        live_address(attacked.b.join(attacked.browser()), attacked.b.url),
    )
    with ExitStack() as stack:

        def open_one(live: str, source: str) -> bytes:
            line, ledger = opened(attacked, live, source)
            stack.callback(line.close)
            return ledger[:12]

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda n: open_one(lives[n >= 295], address), range(500)))
        assert set(answers) == {b"HTTP/1.1 200"}
        assert open_one(lives[1], address) == b"HTTP/1.1 429"
        assert open_one(lives[1], elsewhere) == b"HTTP/1.1 200"
        full = [open_one(lives[0], elsewhere) for _ in range(6)]
        assert full == [b"HTTP/1.1 200"] * 5 + [b"HTTP/1.1 429"]


def test_h40_numbers_and_parameters_in_the_address(attacked: Stand) -> None:
    """What pages the ledger is ``after``; nothing is ordered or sized by the address, so those are unknown."""
    watch, path = attacked.a.watch, attacked.a.path
    for query in ("page=99999999999999999999", "page_size=1000000", "ordering=owner__password", "league=1"):
        problem(watch.throw("GET", f"{path}entries/?{query}"), 400, "unknown_field")
    for after in ("99999999999999999999", "-1", "x", "%00"):
        answer = watch.throw("GET", f"{path}entries/?after={after}")
        problem(answer, 400, "invalid_request" if after == "%00" else "invalid_value")
    olga = attacked.l1.organizer
    for page in ("/leagues/", f"{attacked.l1.url}members/", f"{attacked.l1.season_url}matches/"):
        answer = olga.get(f"{page}?page=99999999999999999999&page_size=1000000&ordering=owner__password")
        assert answer.status_code in (200, 404)
    for place in ("%00", "x%00y"):
        assert watch.throw("GET", f"tables/{place}/").status_code == 400
        assert olga.get(f"/l/{place}/").status_code == 400
    assert watch.throw("GET", f"{path}rounds/99999999999999999999/1/").status_code in (404, 405)
    assert attacked.phone.get(f"{attacked.a.url}games/99999999999999999999/").status_code == 404


def test_h40_a_body_of_three_megabytes(attacked: Stand) -> None:
    body = b'{"game": 1, "reason": "' + b"x" * 3_000_000 + b'"}'
    refusal = problem(attacked.a.score.throw("POST", f"{attacked.a.path}rounds/", body), 413, "too_large")
    assert refusal["detail"]
    form = attacked.phone.fields(attacked.a.url, f"{attacked.a.url}rounds/") | {"reason": "x" * 3_000_000}
    assert attacked.phone.post(f"{attacked.a.url}rounds/", data=form).status_code == 413
    chunks: Iterator[bytes] = iter([b'{"a": "'] + [b"x" * 65_536] * 46 + [b'"}'])
    chunked = attacked.a.score.request(
        "POST", f"{attacked.a.path}rounds/", content=chunks, headers={"Content-Type": "application/json"}
    )
    problem(chunked, 413, "too_large")


def test_h40_methods_that_nothing_has(attacked: Stand) -> None:
    for path in ("presets/", f"{attacked.a.path}rounds/", "tables/"):
        for method in ("TRACE", "PROPFIND", "PATCH"):
            answer = attacked.a.score.throw(method, path)
            problem(answer, 405, "method_not_allowed")
            assert "OPTIONS" in answer.headers["Allow"]
    for page in ("/", attacked.a.url, f"{attacked.a.url}rounds/", "/leagues/"):
        fields = attacked.phone.fields("/") if page == "/" else {}
        answer = attacked.phone.request("TRACE", page, headers={"X-CSRFToken": fields.get("csrfmiddlewaretoken", "")})
        assert answer.status_code in (403, 405)


def test_h40_the_101st_guest_table_of_an_hour(attacked: Stand) -> None:
    guest = Caller(attacked.site)
    new = {"players": ["Ann", "Ben"], "preset": "standard"}
    answers = [guest.send_json("POST", "tables/", new) for _ in range(102)]
    # The counter starts again each hour.
    statuses = [answer.status_code for answer in answers]
    if statuses == [201] * 102:
        statuses += [guest.send_json("POST", "tables/", new).status_code for _ in range(100)]
    made = statuses.count(201)
    assert statuses[-1] == 429
    assert made >= 100
    refused = guest.send_json("POST", "tables/", new)
    problem(refused, 429, "too_many_requests")
    assert 1 <= int(refused.headers["Retry-After"]) <= 3601
    assert Caller(attacked.site).send_json("POST", "tables/", new).status_code == 201
    made += 1
    rows = {"games_table": 1, "games_seat": 2, "games_player": 2, "games_accesslink": 3, "games_entry": 1}
    attacked.growth = {name: count * made for name, count in rows.items()} | {"revisions": made}


@pytest.mark.slow
def test_h40_the_1001st_round_of_a_table(attacked: Stand) -> None:
    """A thousand rounds come as text in one request; the last one over the address where rounds are entered."""
    heading = ["game: standard", "A: Ann", "B: Ben", "rules: target=10000", "deals: A"]
    text = "\n".join([*heading, *(f"{number}. dead" for number in range(1, 1001))])
    guest = Caller(attacked.site)
    body = guest.send_json("POST", "tables/import/", {"text": text}).json()
    score = Caller(attacked.site, body["score_token"])
    path = f"tables/{body['id']}/"
    for _ in range(2):
        answer = score.send_json(
            "POST", f"{path}rounds/", {"game": 1, "round": 1001, "declared": "dead"}, Idempotency_Key="last"
        )
        problem(answer, 409, "table_full")
    more = guest.send_json("POST", "tables/import/", {"text": f"{text}\n1001. dead"})
    problem(more, 400, "invalid_value")
    voided = score.throw("DELETE", f"{path}rounds/1/1000/", Idempotency_Key=new_key(), If_Match='"1001"')
    assert voided.status_code == 200
    attacked.growth = {
        **{"games_table": 1, "games_seat": 2, "games_player": 2, "games_accesslink": 3},
        **{"games_entry": 1002, "revisions": 1002},
    }
