"""Every API route refuses JSON that is ambiguous or can't be stored."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.security.attacked_site import Caller, Sitting, Stand, problem
from tests.servers import DATABASES, Sites

pytestmark = pytest.mark.slow

BODIES: dict[str, tuple[bytes, int, str]] = {
    "large": (b'{"a": "' + b"x" * 65_536 + b'"}', 413, "too_large"),
    "three megabytes": (b" " * 3_000_000, 413, "too_large"),
    "deep": (b'{"a": ' + b"[" * 21 + b"]" * 21 + b"}", 400, "json_too_deep"),
    "very deep": (b"[" * 60_000, 400, "json_too_deep"),
    "a key twice": (b'{"a": 1, "a": 2}', 400, "duplicate_key"),
    "a key twice inside": (b'{"a": {"b": 1, "\\u0062": 2}}', 400, "duplicate_key"),
    "NaN": (b'{"a": NaN}', 400, "invalid_json"),
    "infinity": (b'{"a": [-Infinity]}', 400, "invalid_json"),
    "beyond all numbers": (b'{"a": 1e999}', 400, "invalid_json"),
    "half a character": (b'{"a": ["\\ud800"]}', 400, "invalid_value"),
    "half a character as a key": (b'{"\\udfff": 1}', 400, "invalid_value"),
    "NUL": (b'{"a": {"b": "\\u0000"}}', 400, "invalid_value"),
    "cut off": (b'{"a": 1', 400, "invalid_json"),
    "no UTF-8": (b'{"a": "\xff"}', 400, "invalid_json"),
    "a list": (b"[]", 400, "expected_object"),
    "null": (b"null", 400, "expected_object"),
    "a field that is not known": (b'{"no such field": 1}', 400, "unknown_field"),
}


@pytest.fixture(params=DATABASES)
def stand(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Stand]:
    """A site of its own: where other tests have guessed codes, the limits of everybody together are used up."""
    with sites.make(request.param) as site:
        yield Stand(site)


def test_every_route_with_a_body_reads_it_strictly(stand: Stand, counted: Callable[[str], None]) -> None:
    """The routes of the served schema; a writing route without a declared body takes none."""
    table = Sitting(stand.site)
    spare = table.owner.send_json("POST", f"{table.path}links/", {"role": "watch", "label": "Spare"}).json()
    document = Caller(stand.site).throw("GET", "schema/?format=json").json()
    program = Caller(stand.site, stand.l1.program())
    league, season = stand.l1.url.split("/")[2], stand.l1.season_url.split("/")[2]
    own = {"leagues": league, "seasons": season, "account": ""}
    before, sent, routes, nowhere = stand.rows.counted(), 0, 0, 0
    for path, methods in document["paths"].items():
        part = path.split("/")[3]
        if path.endswith("leagues/import/"):
            # Any object may be an archive; others are refused with a message of their own
            # (tests/api/league/test_leagues.py).
            continue
        places = {"public_id": own.get(part, table.id), "link": str(spare["id"])}
        caller = program if part in own else table.owner
        address = re.sub(r"{(\w+)}", lambda found, known=places: known.get(found[1], "1"), path).removeprefix(
            "/api/v1/"
        )
        for method in methods.keys() - {"get"}:
            routes += 1
            for name, (raw, status, code) in BODIES.items():
                if name == "a field that is not known" and "evaluate" in path:
                    continue
                answer = caller.throw(method.upper(), address, raw, If_Match='"1"', Idempotency_Key="k")
                if answer.status_code == 404 and part in own:
                    # There is no member or match 1; that is checked before the body is read.
                    nowhere += 1
                    continue
                body = problem(answer, status, code)
                assert len(body["detail"]) < 200
                sent += 1
            other = caller.throw(method.upper(), address, b"{}", "text/plain", If_Match='"1"', Idempotency_Key="k")
            if other.status_code == 404 and part in own:
                continue
            problem(other, 415, "unsupported_media_type")
    assert stand.rows.counted() == before
    assert routes >= 80
    assert sent > 2 * nowhere
    counted(f"{sent} bodies of {len(BODIES)} kinds to {routes} routes, each with its code, nothing written")
