"""Strict-Transport-Security is sent only if configured, because it covers every service of a host."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from scorekeeper.doctor_settings import _hsts

ROOT = Path(__file__).parents[2]
PUBLIC = "https://scores.example"
YEAR = "31536000"
KEY = "8SkvX1mPq0ZtYb7RnWc4LdJh6GfTe2UaKi9ExMoBpVzCsQrNyD"
SECONDS, SUBDOMAINS, PRELOAD = "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD"
SHOW_HSTS = """
import django; django.setup()
from django.test import Client
answers = [Client(headers={"Host": "scores.example"}).get(path, secure=secure)
           for path in ("/api/v1/presets/", "/api/v1/tables/x/") for secure in (True, False)]
print([answer.headers.get("Strict-Transport-Security") for answer in answers])
"""


def run(*command: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python under these settings and no others."""
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV")}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=inherited
        | {
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "SECRET_KEY": "8SkvX1mPq0ZtYb7RnWc4LdJh6GfTe2UaKi9ExMoBpVz",
        }
        | {"SCOREKEEPER_DATA": str(data)}
        | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.server
@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({}, None),
        ({SECONDS: YEAR, SUBDOMAINS: "1", PRELOAD: "1"}, f"max-age={YEAR}; includeSubDomains; preload"),
        ({SECONDS: "0"}, "max-age=0"),
    ],
)
def test_the_environment_says_what_browsers_are_told(
    tmp_path: Path, environment: dict[str, str], header: str | None
) -> None:
    done = run("-c", SHOW_HSTS, data=tmp_path, PUBLIC_URL=PUBLIC, **environment)
    assert done.returncode == 0, done.stderr
    # Each address over https, then over plain http, where browsers would not believe it.
    assert done.stdout.strip() == str([header, None] * 2)


def configure(settings: Settings, environment: dict[str, str]) -> None:
    """Set what `scorekeeper/settings.py` makes of these environment variables."""
    settings.PUBLIC_URL = environment["PUBLIC_URL"]
    settings.HTTPS = settings.PUBLIC_URL.startswith("https://")
    settings.ALLOWED_HOSTS = ["scores.example"]
    settings.SECURE_HSTS_SECONDS = int(environment.get(SECONDS, "0"))
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = SUBDOMAINS in environment
    settings.SECURE_HSTS_PRELOAD = PRELOAD in environment
    settings.HSTS_FORGET = environment.get(SECONDS) == "0"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({"PUBLIC_URL": PUBLIC}, None),
        ({"PUBLIC_URL": PUBLIC, SUBDOMAINS: "1", PRELOAD: "1"}, None),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "3600"}, "max-age=3600"),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "3600", SUBDOMAINS: "1"}, "max-age=3600; includeSubDomains"),
        (
            {"PUBLIC_URL": PUBLIC, SECONDS: YEAR, SUBDOMAINS: "1", PRELOAD: "1"},
            f"max-age={YEAR}; includeSubDomains; preload",
        ),
        # An explicit 0 makes browsers forget the header.
        ({"PUBLIC_URL": PUBLIC, SECONDS: "0"}, "max-age=0"),
    ],
)
def test_browsers_are_told_what_is_configured(
    settings: Settings, environment: dict[str, str], header: str | None
) -> None:
    configure(settings, environment)
    client = Client(headers={"Host": "scores.example"})
    for path in ("/api/v1/presets/", "/api/v1/tables/x/"):
        answers = [client.get(path, secure=secure) for secure in (True, False)]
        assert [answer.headers.get("Strict-Transport-Security") for answer in answers] == [header, None]


@pytest.mark.parametrize(
    ("environment", "state", "expected"),
    [
        ({"PUBLIC_URL": PUBLIC}, "ok", "off"),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "3600"}, "ok", "3600 seconds"),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "0"}, "ok", "forget"),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "3600", SUBDOMAINS: "1"}, "look", "scores.example and all its subdomains"),
        ({"PUBLIC_URL": PUBLIC, PRELOAD: "1", SUBDOMAINS: "1"}, "look", "SECURE_HSTS_SECONDS"),
        ({"PUBLIC_URL": PUBLIC, SECONDS: "3600", PRELOAD: "1"}, "look", "preload"),
        ({"PUBLIC_URL": "http://192.168.1.20:8000", SECONDS: "3600"}, "look", "plain http"),
    ],
)
def test_doctor_reports_hsts(settings: Settings, environment: dict[str, str], state: str, expected: str) -> None:
    configure(settings, environment)
    (finding,) = _hsts()
    assert (finding.severity.value, expected in finding.text + finding.fix) == (state, True), finding


def test_doctor_does_not_mention_hsts_on_a_home_network(settings: Settings) -> None:
    configure(settings, {"PUBLIC_URL": ""})
    assert list(_hsts()) == []


@pytest.mark.server
def test_a_number_below_zero_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = run("manage.py", "check", data=tmp_path, PUBLIC_URL=PUBLIC, **{SECONDS: "-1"})
    assert (done.returncode, "SECURE_HSTS_SECONDS must be 0 or more" in done.stderr) == (1, True)
