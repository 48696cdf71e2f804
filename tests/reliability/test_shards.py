"""Saving at one table needs no row of another table: PostgreSQL hides all the others to prove it.

The server runs as a role of one shard: row level security lets it see what hangs on one table, and nothing is granted
to it but what is listed here and in docs/beyond.md. What statements ask by stands in its log.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest

from tests.reliability.clients import JSON, Intent, Phone, TableRecord, bearer, make_tables
from tests.reliability.http_lines import Line, Message
from tests.reliability.pages import HTMX, Browser, TablePage, hidden
from tests.servers import ROOT, Site, Sites

KEYED = {
    "games_table": "id = {shard}",
    **dict.fromkeys(
        ("games_entry", "games_seat", "games_accesslink", "games_settledseat", "games_ownhand", "games_ownseat"),
        "table_id = {shard}",
    ),
    **dict.fromkeys(("games_report", "games_seal"), "table_id = {shard}"),
    "games_match": "table_id = {shard}",
    "games_pass": "link_id IN (SELECT id FROM games_accesslink WHERE table_id = {shard})",
}
"""What lies in the shard of its table, and how a row tells which that is."""
SHARED = {
    "games_device": "SELECT, INSERT, UPDATE",
    "games_player": "SELECT",
    "games_chainkey": "SELECT",
    **dict.fromkeys(
        ("games_league", "games_season", "games_roundclock", "games_leaguepass", "games_leaguelink", "games_member"),
        "SELECT",
    ),
    **dict.fromkeys(("django_migrations", "games_apitoken", "games_account", "games_accountsession"), "SELECT"),
}
"""What every shard has to reach beside it: whose phone, who sits there, and, to find nothing, leagues and accounts."""
LOOKUP_COLUMNS = {
    "the hash of a link's secret": r'"games_accesslink"\."secret_hash" = ',
    "a link that was found before": r'"games_accesslink"\."id" = |"games_pass"\."link_id" = |INTO "games_pass"',
}
"""By what else than its table a row of a shard is asked for."""
SHARD = "current_setting('shard.key')::bigint"


def confine(url: str, table: str) -> tuple[str, int]:
    """Make a role that sees the one table and has no right too many; its name, and the table's number."""
    with psycopg.connect(url, autocommit=True) as database:
        found = database.execute("SELECT id FROM games_table WHERE public_id = %s", [table]).fetchone()
        assert found
        role = f"shard_{table}"
        statements = [
            f"CREATE ROLE {role} LOGIN NOSUPERUSER NOBYPASSRLS",
            f"ALTER ROLE {role} SET shard.key = '{found[0]}'",
            f"ALTER ROLE {role} SET log_statement = 'all'",
            f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
        ]
        for name, condition in KEYED.items():
            statements += [
                f"GRANT SELECT, INSERT, UPDATE, DELETE ON {name} TO {role}",
                f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY",
                f"CREATE POLICY shard ON {name} USING ({condition.format(shard=SHARD)})",
            ]
        statements += [f"GRANT {rights} ON {name} TO {role}" for name, rights in SHARED.items()]
        for statement in statements:
            database.execute(statement.encode())
    return role, int(found[0])


async def hot_path(site: Site, record: TableRecord) -> Counter[str]:
    """Everything that scoring a table comes to, by page and by program; how often what was done."""
    done: Counter[str] = Counter()

    def good(what: str, answer: Message, status: int = 200) -> Message:
        assert answer.status == status, f"{what}: {answer.status} {answer.text[:300]}\n{site.log.read_text()[-3000:]}"
        done[what] += 1
        return answer

    browser = Browser(site.url)
    await browser.join(record.tokens["score"], "Ann's phone")
    done["a link taken up"] += 1
    page = TablePage(browser, record.id)
    await page.open()
    done["the page opened"] += 1
    stream = Line(site.url)
    with closing(stream):
        watching = asyncio.create_task(stream_of(site, page.live))
        for number in (1, 2, 3):
            good("a round saved by the page", await page.save(Intent(number, f"k-{number}")))
            good("what moved fetched", await page.refresh())
        assert b"data:" in await watching
        done["a live page told"] += 1
    assert await page.poll(0) >= 4
    shown = await browser.send_request("GET", f"{page.path}rounds/1/2/")
    change = hidden(good("a round looked at", shown).text)
    filled = change | {"end": "dead", "save": "yes", "confirm": "yes"}
    token = {"X-CSRFToken": change["csrfmiddlewaretoken"]}
    good("a preview", await browser.send_request("POST", f"{page.path}preview/", page_fields(page), HTMX | token))
    good("a correction by the page", await browser.send_request("POST", f"{page.path}rounds/1/2/", filled, token), 302)
    await page.open()
    undone = {"key": "undo", "revision": str(await page.poll(0))}
    good("an undo", await browser.send_request("POST", f"{page.path}undo/", undone, HTMX | token))
    phone = Phone(site.url, record, Counter())
    await phone.record(Intent(4, "k-4"))
    await phone.record(Intent(4, "k-4"))
    done["a round by the API"] += 1
    headers = JSON | bearer(record.tokens["score"]) | {"If-Match": '"4"', "Idempotency-Key": "c-1"}
    path = f"/api/v1/tables/{record.id}/"
    good(
        "a correction by the API",
        await phone.line.send_request("PUT", f"{record.rounds}1/3/", b'{"declared": "dead"}', headers),
    )
    for expected in ("", "entries/", "notation/"):
        good(
            "read by the API",
            await phone.line.send_request("GET", path + expected, headers=bearer(record.tokens["watch"])),
        )
    phone.line.close()
    browser.line.close()
    return done


def page_fields(page: TablePage) -> dict[str, str]:
    """The fields of the form for the next round, with a knock filled in."""
    return page._fields | {"end": "0:knock:5", "deadwood-1": "20"}


async def stream_of(site: Site, address: str) -> bytes:
    """The first event of a live stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
    got = b""
    while b"data:" not in got:
        piece = await asyncio.wait_for(reader.read(4096), 30)
        assert piece, got
        got += piece
    writer.close()
    return got


@pytest.fixture
def log(sites: Sites) -> Callable[[], str]:
    """What PostgreSQL logged since."""
    file = sites.postgresql.data / "log.txt"
    before = file.stat().st_size

    def since() -> str:
        with file.open("rb") as opened:
            opened.seek(before)
            return opened.read().decode()

    return since


@pytest.mark.slow
def test_the_hot_path_of_a_table_needs_no_row_of_another(
    sites: Sites, log: Callable[[], str], counted: Callable[[str], None]
) -> None:
    site = sites.make("postgresql")
    with site:
        mine, other = asyncio.run(make_tables(site.url, 2))
    role, number = confine(site.database_url, mine.id)
    site.environment["DATABASE_URL"] = site.database_url.replace("scorekeeper@", f"{role}@")

    async def from_elsewhere() -> list[int]:
        line = Line(site.url)
        path = f"/api/v1/tables/{other.id}/"
        answers = [
            await line.send_request("GET", path, headers=bearer(other.tokens["owner"])),
            await line.send_request("GET", f"/j/{other.tokens['watch']}/"),
            await line.send_request(
                "POST", f"{path}rounds/", Intent(1, "k").body, JSON | bearer(other.tokens["score"])
            ),
        ]
        line.close()
        return [answer.status for answer in answers]

    with site:
        done = asyncio.run(hot_path(site, mine))
        # Of another table this server knows nothing: so nothing of it can have been needed.
        assert set(asyncio.run(from_elsewhere())) <= {401, 404}
    logged = log()
    assert "permission denied" not in logged
    statements = re.findall(r"LOG:  (?:statement|execute [^:]*): (.*)", logged)
    statements = [statement for statement in statements if any(re.search(rf"\b{name}\b", statement) for name in KEYED)]
    bound = re.compile(
        rf"\"table_id\" = {number}\b|\"games_table\".\"id\" = {number}\b|\"public_id\" = '{mine.id}'"
        rf"|chain\"? = '(?:table|ledger):{number}'"
    )
    by: Counter[str] = Counter()
    for expected in statements:
        inserted = re.search(
            rf"INTO \"games_(?!pass)\w+\" \((?:\"chain_key\", \"mac\", )?\"(?:table_id|chain)\".* "
            rf"VALUES \((?:\d+, '\w+', )?(?:{number}|'table:{number}'),",
            expected,
        )
        reasons = [how for how, pattern in LOOKUP_COLUMNS.items() if re.search(pattern, expected)]
        if bound.search(expected) or inserted:
            by["its table"] += 1
        elif "savepoint" not in expected.lower() and other.id not in expected:
            assert reasons, expected
            by[reasons[0]] += 1
    assert set(by) == {"its table", *LOOKUP_COLUMNS}
    text = ", ".join(f"{times} by {how}" for how, times in by.items())
    counted(f"{sum(done.values())} steps of the hot path as a role that sees one table only; statements asked {text}")


def test_the_page_about_growing_names_what_the_test_shows() -> None:
    page = " ".join((ROOT / "docs" / "beyond.md").read_text(encoding="utf-8").split())
    for name in (*KEYED, *SHARED):
        assert f"`{name}`" in page, f"{name} is not on the page"
    for how in LOOKUP_COLUMNS:
        assert how in page, f"the page does not say that rows are asked for by {how}"
