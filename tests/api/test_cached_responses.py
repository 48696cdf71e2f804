"""API: the schema and other fixed responses are built once, by one thread, and sent compressed with an ETag."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any
from zipfile import ZipFile

import brotli
import httpx
import pytest
from django.test import Client
from pytest_django import Settings

from games.api import cached_responses
from games.rules.presets import presets
from tests.api.kit import ROOT as API
from tests.servers import ROOT, Sites

ADDRESSES = ("schema/", "schema/?format=json", "docs/", "presets/", "presets/standard/")
UNPACKED = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
COLD = """
import django; django.setup()
from collections import Counter
from threading import Barrier, Thread
from django.test import Client

together, answers = Barrier(8), []

def ask():
    client = Client(raise_request_exception=False, headers={"Host": "localhost"})
    together.wait()
    answer = client.get("/api/v1/schema/")
    answers.append((answer.status_code, len(answer.content)))

threads = [Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(answers), *sorted(set(answers)))
"""


def fresh(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python in which nothing was made before."""
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV")}
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SECRET_KEY": "x1" * 30}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=inherited | settings | environment,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.server
def test_eight_that_ask_a_cold_server_at_once_are_all_answered(tmp_path: Path) -> None:
    done = fresh("-c", COLD, SCOREKEEPER_DATA=str(tmp_path))
    count, status, size = done.stdout.replace("(", "").replace(")", "").replace(",", "").split()
    assert (count, status, int(size) > 100_000) == ("8", "200", True), done.stdout + done.stderr[-2000:]


@pytest.fixture
def emptied(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """Nothing is made yet, in memory or in a file; the file would be written to this folder."""

    def forget() -> None:
        cached_responses._memory_cache.clear()
        cached_responses._file_cache.cache_clear()

    settings.STATIC_ROOT = tmp_path / "static"
    forget()
    yield tmp_path
    forget()


def test_it_is_built_once_and_cached_until_its_source_changes(emptied: Path, settings: Settings) -> None:
    assert cached_responses.prepare() is True
    file = emptied / "static.answers"
    written = file.read_bytes()
    assert cached_responses.prepare() is False
    assert file.read_bytes() == written
    settings.SPECTACULAR_SETTINGS = {**settings.SPECTACULAR_SETTINGS, "VERSION": "2"}
    assert cached_responses.prepare() is True
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "staticfiles.json").write_text('{"paths": {"icon.svg": "icon.0.svg"}}')
    assert cached_responses.prepare() is True
    assert [path.name for path in emptied.iterdir() if path.is_file()] == ["static.answers"]


def test_a_server_answers_with_what_the_file_holds(emptied: Path) -> None:
    cached_responses.prepare()
    made = dict(cached_responses._memory_cache)
    assert set(made) == {
        *("schema.yaml", "schema.json", "docs.html", "presets.json"),
        *(f"presets/{preset}.json" for preset in presets()),
    }
    cached_responses._memory_cache.clear()
    # From here on it could be told from what would be made anew.
    name, other = "presets/standard.json", cached_responses.make_response("application/json", b'{"from": "the file"}')
    cached_responses._write_file(cached_responses._digest(), made | {name: other})
    assert Client().get(f"{API}presets/standard/").json() == {"from": "the file"}
    assert cached_responses._memory_cache == made | {name: other}


@pytest.mark.parametrize(
    "damage", [b"PK\x03\x04", *(pytest.param(other, marks=pytest.mark.slow) for other in (b"", b'{"digest": 1}'))]
)
def test_a_file_that_cannot_be_read_is_as_good_as_none(emptied: Path, damage: bytes) -> None:
    (emptied / "static.answers").write_bytes(damage)
    assert Client().get(f"{API}presets/standard/").json()["id"] == "standard"
    assert cached_responses.prepare() is True


def test_where_no_file_can_be_written_it_is_answered_all_the_same(
    emptied: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.STATIC_ROOT = emptied / "missing" / "static"
    assert cached_responses.prepare() is True
    assert "Cannot cache the API schema" in caplog.text
    assert Client().get(f"{API}presets/standard/").status_code == 200


def test_making_one_is_done_by_one_thread_for_all(emptied: Path) -> None:
    together = Barrier(8)

    def ask(_: int) -> Any:
        together.wait()
        return cached_responses.cached_response("schema.json")

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))
    assert {id(one) for one in found} == {id(found[0])}


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", ""),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("*;q=0", ""),
        ("identity", ""),
        ("deflate, compress;q=1", ""),
        ("br;q=nonsense, gzip;q=", ""),
        (";,;=" * 1000, ""),
    ],
)
def test_the_client_says_how_it_takes_it(accepted: str, coding: str) -> None:
    assert cached_responses.coding_for(accepted) == coding


@pytest.mark.parametrize("path", ADDRESSES)
def test_it_comes_compressed_and_is_sent_once(path: str) -> None:
    client, tags = Client(), set()
    plain = client.get(API + path)
    for accepted, coding in (("", ""), ("gzip", "gzip"), ("gzip, br", "br")):
        answer = client.get(API + path, headers={"Accept-Encoding": accepted})
        assert UNPACKED[coding](answer.content) == plain.content
        assert answer.headers.get("Content-Encoding", "") == coding
        assert answer.headers["Content-Length"] == str(len(answer.content))
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "no-cache" in answer.headers["Cache-Control"]
        assert not answer.cookies
        tag = answer.headers["ETag"]
        assert tag.startswith('"')
        tags.add(tag)
        for known in (tag, f'"other", W/{tag}', "*"):
            again = client.get(API + path, headers={"Accept-Encoding": accepted, "If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
            assert "Accept-Encoding" in again.headers["Vary"]
    assert len(tags) == 3
    if len(plain.content) > 10_000:
        assert len(answer.content) < len(plain.content) / 10


def test_the_page_looks_as_the_phone_does() -> None:
    client = Client()
    usual = client.get(f"{API}docs/")
    client.cookies.load({"theme": "dark", "text": "150", "colors": "four", "motion": "less"})
    own = client.get(f"{API}docs/")
    client.cookies.load({"theme": "<script>", "text": "1", "colors": "", "motion": ""})
    strange = client.get(f"{API}docs/")
    assert strange.content == usual.content
    assert own.content != usual.content
    head = own.content.decode().partition("<main")[0]
    assert 'data-theme="dark" data-text="150" data-motion="less"' in " ".join(head.split())
    main = [answer.content.decode().partition('<main id="main">')[2] for answer in (usual, own)]
    assert main[0] == main[1]
    assert own.headers["ETag"] != usual.headers["ETag"]
    assert "Cookie" in own.headers["Vary"] and "Cookie" in usual.headers["Vary"]
    client.cookies.load({"theme": "dark", "text": "150", "colors": "four", "motion": "less"})
    small = client.get(f"{API}docs/", headers={"Accept-Encoding": "br"})
    assert brotli.decompress(small.content) == own.content
    known = client.get(f"{API}docs/", headers={"Accept-Encoding": "br", "If-None-Match": small.headers["ETag"]})
    assert known.status_code == 304


def test_no_language_and_no_token_is_in_them() -> None:
    english, german = (Client(headers={"Accept-Language": one}).get(f"{API}docs/") for one in ("en", "de"))
    assert english.content == german.content
    assert b"csrf" not in english.content.lower()


def test_collectstatic_makes_it_and_every_process_reads_it(sites: Sites) -> None:
    site = sites.make("sqlite")
    file = site.folder / "static.answers"
    with ZipFile(file) as made:
        index = json.loads(made.read("answers.json"))
    with site, site.twin() as twin:
        responses = [httpx.get(f"{one.url}{API}schema/", headers={"Accept-Encoding": "br"}) for one in (site, twin)]
    for answer in responses:
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "br")
        assert answer.headers["ETag"] == f'"{index["answers"]["schema.yaml"]["tag"]}-br"'
    before = file.stat()
    site.manage("shell", "-c", "from games.api.cached_responses import prepare; prepare()")
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns), "nothing changed: nothing was made"
