"""Health probes: liveness and readiness."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.test import Client, override_settings

from scorekeeper import probes
from scorekeeper.probes import State, readiness
from tests.servers import Site, Sites


class Behind(Site):
    """A server behind something that ends https: over plain http it sends everybody away."""

    answers_at = "/healthz"


@pytest.fixture(scope="module")
def https(sites: Sites) -> Iterator[Site]:
    with sites.make("sqlite", Behind, PUBLIC_URL="https://scores.example") as site:
        yield site


def states(answer: Any) -> dict[str, str]:
    found: dict[str, str] = json.loads(answer.content)["checks"]
    return found


def test_a_load_balancer_asks_by_any_name_over_plain_http_and_gets_no_cookie(https: Site) -> None:
    for path in ("/healthz", "/readyz"):
        for host in ("10.0.0.7", "evil.example", "scores.example"):
            answer = httpx.get(https.url + path, headers={"Host": host})
            assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), (path, host)
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert len(answer.content) < 200
    assert httpx.head(https.url + "/readyz").status_code == 200
    refused = httpx.post(https.url + "/healthz")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")
    # Nothing else is let in by that.
    assert httpx.get(https.url + "/healthz/", headers={"Host": "scores.example"}).status_code == 301
    assert httpx.get(https.url + "/", headers={"Host": "10.0.0.7"}).status_code == 301


def test_readiness_names_the_parts_and_no_internals(https: Site) -> None:
    body = httpx.get(https.url + "/readyz").json()
    assert set(body["checks"]) == {"database", "migrations", "writing", "disk", "bell"}
    assert set(body["checks"].values()) <= {"ok", "degraded"}
    assert body["status"] in ("ready", "degraded")


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_a_server_whose_database_is_away_is_alive_and_not_ready(sites: Sites, database: str) -> None:
    with sites.make(database) as site:
        assert httpx.get(f"{site.url}/readyz").status_code == 200
        if database == "sqlite":
            file = site.folder / "scorekeeper.sqlite3"
            file.rename(aside := file.with_suffix(".aside"))
            file.mkdir()
            back: Callable[[], object] = lambda: (file.rmdir(), aside.rename(file))  # noqa: E731 - undoes two lines
        else:
            sites.postgresql.stop("immediate")
            back = sites.postgresql.start
        try:
            while (away := httpx.get(f"{site.url}/readyz")).status_code == 200:
                pass  # the last result is cached for two seconds
            assert (away.status_code, away.json()) == (503, {"status": "unready", "checks": {"database": "failed"}})
            assert int(away.headers["Retry-After"]) > 0
            assert httpx.get(f"{site.url}/healthz").text == "ok\n"
        finally:
            back()
        while (again := httpx.get(f"{site.url}/readyz")).status_code != 200:
            assert again.status_code == 503
        assert again.json()["checks"]["database"] == "ok"


def test_probe_answers_while_every_page_thread_is_busy(sites: Sites) -> None:
    """Eight pages wait for a database that is locked, which is all the threads there are."""
    with sites.make("postgresql", DATABASE_TIMEOUT="6") as site:
        import psycopg

        with psycopg.connect(site.database_url) as holder:
            holder.execute("LOCK TABLE games_device, games_table IN ACCESS EXCLUSIVE MODE")
            body = {"players": ["Ann", "Ben"], "preset": "standard"}

            def ask(address: str) -> None:
                with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=60) as client:
                    client.post(f"{site.url}/api/v1/tables/", json=body)

            # One address alone is given half of them.
            waiting = [threading.Thread(target=ask, args=(f"127.0.0.{2 + number % 2}",)) for number in range(10)]
            for thread in waiting:
                thread.start()
            waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            with psycopg.connect(site.database_url, autocommit=True) as looker:
                while looker.execute(waits).fetchone()[0] < 8:  # type: ignore[index]
                    pass
            for path in ("/healthz", "/readyz"):
                assert httpx.get(site.url + path, timeout=3).status_code == 200, path
        for thread in waiting:
            thread.join()


@pytest.mark.django_db
def test_without_the_server_around_it_django_answers_the_same() -> None:
    with override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["scores.example"]):
        client = Client(headers={"Host": "10.0.0.7"})
        assert client.get("/healthz").content == b"ok\n"
        response = client.get("/readyz")
        assert (response.status_code, set(states(response).values()) <= {"ok", "degraded"}) == (200, True)
        assert not response.cookies
        assert client.get("/readyz/").status_code in (301, 400)


@pytest.mark.django_db
def test_missing_triggers_or_a_full_disk_make_it_unready() -> None:
    from django.db import connection

    assert readiness()["migrations"] is State.OK
    drop = "DROP TRIGGER entry_is_never_changed"
    with connection.cursor() as cursor:
        cursor.execute(drop if connection.vendor == "sqlite" else f"{drop} ON games_entry")
    assert readiness() == {"database": State.OK, "migrations": State.FAILED}
    assert Client().get("/readyz").status_code == 503
    amounts = (probes.LOW, probes.LOW - 1, probes.FULL, probes.FULL - 1, 0)
    assert [probes.disk_state(free) for free in amounts] == ["ok", "degraded", "degraded", "failed", "failed"]
    assert [probes.ready({"disk": State(word)}).status for word in ("ok", "degraded", "failed")] == [200, 200, 503]
