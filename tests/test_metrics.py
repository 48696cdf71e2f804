"""The metrics page: who may read it, correct sums over several processes, and no personal data."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.security.attacked_site import Browser, Caller, Sitting, without_tokens
from tests.servers import ROOT, Site, Sites
from tests.test_checks import KEY

TOKEN = "c5a1b0d2e4f60718293a4b5c6d7e8f90"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}


def measured(site: Site) -> dict[str, float]:
    """The current metrics, by name and labels."""
    answer = httpx.get(f"{site.url}/metrics", headers=SHOWN)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = [line for line in answer.text.splitlines() if line.startswith("scorekeeper_")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


@pytest.mark.slow
def test_two_processes_answer_for_both_and_the_dead_are_forgotten(sites: Sites, tmp_path: Path) -> None:
    environment = {"METRICS_TOKEN": TOKEN, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    one = sites.make("sqlite", **environment)
    with one:
        table = Sitting(one, players=["Wilhelmina", "Ferdinand"])
        two = Site(one.folder, **environment, PUBLIC_URL=one.url)
        with two, ExitStack() as streams:
            for number in (1, 2, 3):
                facts = {"ender": "Wilhelmina", "declared": "knock"}
                facts |= {"deadwood_after_layoffs": {"Wilhelmina": 3, "Ferdinand": 20}}
                assert table.enter(number, facts).status_code == 201
            assert table.enter(9, facts).status_code == 409
            assert Caller(one, "gin_wrong").get(table.path).status_code == 401
            phone = table.join(Browser(one), "watch")
            live = re.search(r'data-live-url="([^"]+)"', phone.get(table.url).text)[1]  # type: ignore[index]
            for site in (one, two, two):
                streams.enter_context(httpx.stream("GET", site.url + live))
            measurement = measured(two)
            assert measurement == measured(one)
            assert measurement['scorekeeper_entries_total{kind="round"}'] == 3
            assert measurement['scorekeeper_entries_total{kind="start"}'] == 1
            assert measurement['scorekeeper_refusals_total{code="missing_rounds"}'] == 1
            assert measurement["scorekeeper_streams_open"] == 3
            assert measurement["scorekeeper_rings_total"] == 3
            rounds = 'method="POST",route="api-rounds"'
            assert measurement[f'scorekeeper_request_seconds_count{{{rounds},status="2xx"}}'] == 3
            assert measurement[f'scorekeeper_request_seconds_count{{{rounds},status="4xx"}}'] == 1
            assert measurement['scorekeeper_request_seconds_count{method="GET",route="live",status="2xx"}'] == 3
            assert [value for name, value in measurement.items() if name.startswith("scorekeeper_build{")] == [1]
            two.kill()
            assert measured(one)["scorekeeper_streams_open"] == 1
        text = httpx.get(f"{one.url}/metrics", headers=SHOWN).text
    for word in (
        "Wilhelmina",
        "Ferdinand",
        table.id,
        TOKEN,
        *(table.created[f"{r}_token"] for r in ("owner", "score")),
    ):
        assert word not in text
    labels = {
        name for names in re.findall(r"^scorekeeper_\w+\{(.*)\}", text, re.MULTILINE) for name in names.split(",")
    }
    assert {label.partition("=")[0] for label in labels} <= {
        *("route", "method", "status", "kind", "code", "le", "version", "python"),
    }


def test_without_a_token_metrics_are_not_found(sites: Sites) -> None:
    with sites.make("sqlite", METRICS_TOKEN=TOKEN) as site:
        nowhere = httpx.get(f"{site.url}/nothing-at-all")
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Authorization": "Bearer"}):
            answer = httpx.get(f"{site.url}/metrics", headers=headers)
            assert (answer.status_code, without_tokens(answer.text)) == (404, without_tokens(nowhere.text))
        assert httpx.post(f"{site.url}/metrics", headers=SHOWN).status_code == 405
        assert "scorekeeper_build{" in httpx.get(f"{site.url}/metrics", headers=SHOWN).text
    with sites.make("sqlite") as site:
        assert httpx.get(f"{site.url}/metrics", headers={"Authorization": "Bearer x"}).status_code == 404


@pytest.mark.server
def test_server_without_the_metrics_package_refuses_to_start(tmp_path: Path) -> None:
    def started(hide: str = "", **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.modules.update({{{hide}}}); import scorekeeper.asgi"],
            env={"PATH": os.environ["PATH"], "SCOREKEEPER_DATA": str(tmp_path), "SECRET_KEY": KEY} | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        return done.stderr

    assert "pip install prometheus-client" in started("'prometheus_client': None", METRICS_TOKEN=TOKEN)
    assert "METRICS_TOKEN is easy to guess" in started(METRICS_TOKEN="short")
    folder = str(tmp_path / "none")
    assert "PROMETHEUS_MULTIPROC_DIR" in started(METRICS_TOKEN=TOKEN, PROMETHEUS_MULTIPROC_DIR=folder)
