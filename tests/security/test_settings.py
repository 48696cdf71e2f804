"""Which request headers the server trusts, and settings with which it refuses to start."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.makers import start
from tests.views.people import log_in, outbox, person, send
from tests.views.reading import text

ROOT = Path(__file__).parents[2]
NOT_A_TOKEN = "gin_" + "x" * 32
SECRET = re.compile(r"\bgin_[\w-]{32}\b|-----BEGIN [A-Z ]*PRIVATE KEY|SECRET_KEY\s*=\s*[\"'][^\"']{20,}")
FORWARDED = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"}


def ready(**environment: str) -> subprocess.CompletedProcess[str]:
    """Start Django with this environment, as far as it gets."""
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV")}
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SECRET_KEY": "x" * 60}
    return subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        cwd=ROOT,
        env=inherited | settings | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.server
@pytest.mark.parametrize("hosts", ["*", ".example.org", "scores.example.org,*"])
def test_a_server_that_answers_to_any_name_needs_to_know_its_own(hosts: str) -> None:
    refused = ready(ALLOWED_HOSTS=hosts)
    assert (refused.returncode != 0, "Set PUBLIC_URL" in refused.stderr) == (True, True)
    assert ready(ALLOWED_HOSTS=hosts, PUBLIC_URL="https://scores.example.org").returncode == 0


def test_mails_and_codes_name_the_configured_address_whatever_a_request_says(db: None, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    ann, phone = person(), start()
    client = Client(headers=FORWARDED)
    send(client, "/account/password/reset/", email=ann.account.email)
    assert re.findall(r"https?://[^/\s]+", str(outbox()[0].body)) == ["https://scores.example"]
    page = phone.browser().get(f"{phone.url}links/", headers=FORWARDED)
    assert set(re.findall(r'href="(https?://[^/]+)/j/', text(page))) == {"https://scores.example"}
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_forwarding_headers_of_a_request_are_ignored(db: None) -> None:
    ann, phone = person(), start()
    page = phone.browser().get(f"{phone.url}links/", headers=FORWARDED)
    assert ("evil" in text(page), page.wsgi_request.is_secure()) == (False, False)
    answers = []
    for n in range(12):
        client = Client(headers={"X-Forwarded-For": f"203.0.113.{n}", "X-Real-IP": f"203.0.113.{n}"})
        answers.append(log_in(client, ann.account.email, "a wrong password").status_code)
    assert answers == [200] * 10 + [429] * 2
    cache.clear()


@pytest.mark.server
def test_no_secret_is_in_the_repository() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = []
    for name in files:
        if Path(name).suffix in (".py", ".toml", ".html", ".js", ".md", ".json", ".yml", ".sh"):
            output = (ROOT / name).read_text(encoding="utf-8", errors="replace")
            found += re.findall(
                r"\bgin_[\w-]{32}\b|-----BEGIN [A-Z ]*PRIVATE KEY|SECRET_KEY\s*=\s*[\"'][^\"']{20,}", output
            )
    # The key of the tests opens nothing: it is in no file that a server reads.
    assert [one for one in found if "only-for-tests" not in one and one != NOT_A_TOKEN] == []
    assert len(files) > 300
    assert not [name for name in files if Path(name).name in ("secret_key", ".env") or name.endswith(".sqlite3")]
