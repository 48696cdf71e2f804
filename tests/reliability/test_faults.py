"""A held lock, a full disk, a missing database: real servers with real faults, over HTTP.

Whatever happens, the answer is 503 or 507 with Retry-After and never a bare 500; what was acknowledged is there; and
what is sent again under its key is there once.
"""

import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.reliability.faults import locked, small_disk
from tests.reliability.raw_database import Raw
from tests.reliability.scorekeepers import PATIENCE, Browser, Sitting, forms, start
from tests.servers import LackingError, Site, Sites

MB = 1024 * 1024
DEATHS = 50


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=PATIENCE) as client:
        yield client


def assert_unavailable(answer: httpx.Response, status: int, code: str = "") -> None:
    """It is this answer, says when to come again, and is a problem document where a program asked."""
    assert answer.status_code == status, answer.text[:500]
    assert int(answer.headers["Retry-After"]) > 0
    if code:
        assert (answer.headers["Content-Type"], answer.json()["code"]) == ("application/problem+json", code)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_a_lock_that_nobody_gives_back_is_503_everywhere(
    sites: Sites, database: str, client: httpx.Client, counted: Callable[[str], None]
) -> None:
    with sites.make(database, DATABASE_TIMEOUT="0.5") as site:
        table = start(site.url, client)
        assert table.enter(1).status_code == 201
        raw = Raw(site.folder, site.environment.get("DATABASE_URL", ""))
        with Browser(table) as phone:
            live = phone.live()
            form = phone.form()
            with locked(raw):
                refused = [table.enter(2), table.enter(2), phone.send(form, end="dead")]
                refused.append(phone.send(form, htmx=True, end="dead"))
                assert_unavailable(refused[0], 503, "busy")
                for answer in refused:
                    assert_unavailable(answer, 503)
                assert (table.sheet().status_code, live.status_code) == (200, 200)
                assert phone.client.get(phone.page).status_code == 200
            if raw.postgresql:
                with locked(raw, reading=True):
                    assert_unavailable(table.sheet(), 503, "busy")
                    for answer in (phone.client.get(phone.page), phone.again()):
                        assert_unavailable(answer, 503)
            made = [table.enter(2).status_code, table.enter(2).status_code]
            again = forms(refused[2])["rounds/"]
            sent = [phone.send(again), phone.send(again)]
            assert (made, [answer.status_code for answer in sent]) == ([201, 200], [409, 409])
            assert phone.send(phone.form(), end="dead").status_code == 200
        assert table.rounds() == [1, 2, 3]
        raw.close()
        counted(f"{database}: {len(refused)} refused while it was locked, each made once afterwards")


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_the_page_of_a_fault_sends_the_same_again(sites: Sites, database: str, client: httpx.Client) -> None:
    with sites.make(database, DATABASE_TIMEOUT="0.5") as site:
        table = start(site.url, client)
        raw = Raw(site.folder, site.environment.get("DATABASE_URL", ""))
        with Browser(table) as phone:
            form = phone.form()
            with locked(raw):
                refused = phone.send(form, end="dead")
            assert_unavailable(refused, 503)
            again = forms(refused)["rounds/"]
            assert again.fields["key"] == form.fields["key"]
            assert [phone.send(again).status_code for _ in range(3)] == [200, 200, 200]
        assert table.rounds() == [1]
        raw.close()


@pytest.mark.parametrize("cycles", [1, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_a_full_disk_is_507_and_nothing_is_lost(
    sites: Sites, database: str, cycles: int, client: httpx.Client, counted: Callable[[str], None]
) -> None:
    with small_disk(48 * MB) as disk:
        site = on_a_small_disk(sites, database, disk.folder)
        acknowledged, refused = 0, 0
        with site:
            table = start(site.url, client)
            number = 1
            for _ in range(cycles):
                for _ in range(3):
                    # What was prepared or can be tidied away is used first.
                    disk.fill()
                    while (answer := table.enter(number)).status_code == 201:
                        number, acknowledged = number + 1, acknowledged + 1
                        disk.fill()
                    assert_unavailable(answer, 507, "disk_full")
                    refused += 1
                assert table.rounds() == list(range(1, number)), "what is there can be read"
                disk.empty()
                assert [table.enter(number).status_code for _ in range(2)] == [201, 200]
                number, acknowledged = number + 1, acknowledged + 1
            assert table.rounds() == list(range(1, number))
            assert acknowledged == number - 1
        if database == "postgresql":
            sites.postgresql.run("dropdb", *sites.postgresql.address, "small")
    counted(f"{database}: {cycles} times full, {acknowledged} acknowledged, {refused} refused with 507, 0 lost")


def on_a_small_disk(sites: Sites, database: str, folder: Path) -> Site:
    """A site whose database is in ``folder``: all of SQLite's, of PostgreSQL's the tables, which is what fills up."""
    if database == "sqlite":
        return sites.make("sqlite", folder=folder / "data")
    server, tables = sites.postgresql, folder / "tables"
    tables.mkdir()
    server.give(tables)
    server.run("psql", *server.address, "-d", "postgres", "-c", f"CREATE TABLESPACE small LOCATION '{tables}'")
    server.run("createdb", *server.address, "-T", "migrated", "-D", "small", "small")
    return Site(sites.make("sqlite").folder, server.url("small"))


class Scorer(threading.Thread):
    """Enters round after round at a table of his own; what is refused is sent again, until it is acknowledged."""

    def __init__(self, table: Sitting) -> None:
        super().__init__(name="scorer")
        self.table = table
        self.enough = threading.Event()
        self.answers: Counter[int] = Counter()
        self.wrong: list[str] = []
        self.acknowledged: list[int] = []

    def run(self) -> None:
        """Until it is enough."""
        number = 1
        try:
            while not self.enough.is_set():
                self.look(self.table.sheet())
                answer = self.look(self.table.enter(number))
                if answer.is_success:
                    self.acknowledged.append(number)
                    number += 1
                else:
                    time.sleep(0.1)
        except httpx.HTTPError as error:
            self.wrong.append(repr(error))

    def look(self, answer: httpx.Response) -> httpx.Response:
        """Count an answer, and keep it where it should not have been."""
        self.answers[answer.status_code] += 1
        if not answer.is_success and (answer.status_code != 503 or "Retry-After" not in answer.headers):
            self.wrong.append(f"{answer.status_code} {answer.headers} {answer.text[:300]}")
        return answer


@pytest.mark.slow
def test_postgresql_dies_and_comes_back_in_the_middle_of_writes(sites: Sites, counted: Callable[[str], None]) -> None:
    server = sites.postgresql
    with sites.make("postgresql", DATABASE_TIMEOUT="5") as site, httpx.Client(timeout=PATIENCE) as client:
        scorers = [Scorer(start(site.url, client)) for _ in range(4)]
        with Browser(scorers[0].table) as viewer:
            assert viewer.live().status_code == 200
            for scorer in scorers:
                scorer.start()
            try:
                for _ in range(DEATHS):
                    wait_until_all_write(scorers)
                    server.stop("immediate")
                    assert_unavailable(viewer.client.get(viewer.page), 503)
                    assert_unavailable(viewer.client.get(viewer.page, headers={"HX-Request": "true"}), 503)
                    assert_unavailable(viewer.again(), 503)
                    server.start()
                    wait_until_all_write(scorers)
            finally:
                for scorer in scorers:
                    scorer.enough.set()
                for scorer in scorers:
                    scorer.join()
        assert [scorer.wrong for scorer in scorers] == [[], [], [], []]
        lost = doubled = acknowledged = 0
        for scorer in scorers:
            stored = scorer.table.rounds()
            acknowledged += len(scorer.acknowledged)
            lost += len(set(scorer.acknowledged) - set(stored))
            doubled += len(stored) - len(set(stored))
            assert stored == list(range(1, len(stored) + 1))
        assert (lost, doubled) == (0, 0)
        answers = sum((scorer.answers for scorer in scorers), Counter[int]())
    assert answers[503]
    counted(
        f"{DEATHS} times gone, {acknowledged} rounds acknowledged, {lost} lost, {doubled} doubled, answers "
        f"{dict(sorted(answers.items()))}"
    )


def wait_until_all_write(scorers: list[Scorer]) -> None:
    """Wait until everybody had two rounds acknowledged since now, of which the second was sent since now."""
    before = [len(scorer.acknowledged) for scorer in scorers]
    end = time.monotonic() + PATIENCE
    while any(len(scorer.acknowledged) < had + 2 for scorer, had in zip(scorers, before, strict=True)):
        assert all(scorer.is_alive() for scorer in scorers), [scorer.wrong for scorer in scorers]
        assert time.monotonic() < end, "nobody can write any more"
        time.sleep(0.01)


def traced(file: Path) -> list[str | Path]:
    """What to run a server through so that each of its calls to the disk is a line in ``file``."""
    return ["strace", "-D", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", file]


@pytest.mark.parametrize(
    ("database", "commits"),
    [
        ("sqlite", 40),
        pytest.param("sqlite", 1_000, marks=pytest.mark.slow),
        pytest.param("postgresql", 1_000, marks=pytest.mark.slow),
    ],
)
def test_every_acknowledged_round_went_to_the_disk(
    sites: Sites, database: str, commits: int, tmp_path: Path, client: httpx.Client
) -> None:
    if not shutil.which("strace"):
        raise LackingError("strace")
    calls = tmp_path / "calls.txt"
    site = sites.make(database)
    if database == "sqlite":
        site.through = traced(calls)
    else:
        calls = sites.postgresql.data.parent / "calls.txt"
        sites.postgresql.stop("fast")
        sites.postgresql.start(*traced(calls))
    try:
        with site:
            table = start(site.url, client)
            before = len(calls.read_text().splitlines())
            for number in range(1, commits + 1):
                assert table.enter(number).status_code == 201
            made = len(calls.read_text().splitlines()) - before
    finally:
        if database == "postgresql":
            sites.postgresql.stop("fast")
            sites.postgresql.start()
    assert made >= commits
