"""What the log says about log-ins, and what it never contains."""

import json
import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from django.test import Client

from games.models import Role
from scorekeeper.log_lines import JsonFormatter, PlainFormatter
from tests.makers import start
from tests.security.attacked_site import Browser, Caller, Sitting
from tests.servers import Sites
from tests.views.people import PASSWORD, browser, log_in, send
from tests.views.reading import forms, submit


def test_granted_and_refused_requests_are_logged_without_names_and_secrets(
    db: None,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Callable[..., object],
    counted: Callable[[str], None],
) -> None:
    caplog.set_level(logging.DEBUG)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        phone = start("Wilhelmina", "Ferdinand", label="Wilhelmina's phone")
        owner, watcher = phone.browser(), Client()
        for secret in (phone.secrets[Role.WATCH], "A" * 32):
            watcher.post(f"/j/{secret}/", {"label": "Ferdinand's phone"})
        watcher.post(f"{phone.url}rounds/", {"end": "dead", "key": "k"})
        links = forms(owner.get(f"{phone.url}links/"))
        submit(owner, links["links/"], role="watch", label="Grandmother\nFAKE logged_in account=1")
        submit(owner, next(form for name, form in links.items() if "revoke" in name))
        submit(owner, forms(owner.get(f"{phone.url}handover/"))["handover/"])
        client, email = browser(), "wilhelmina@example.org"
        send(client, "/account/signup/", name="Wilhelmina", email=email, password1=PASSWORD)
        send(client, "/account/", form="/account/logout/")
        log_in(client, email, PASSWORD)
        again = "/account/reauthenticate/"
        send(client, again, form=again, password=PASSWORD)
        made = send(client, "/account/tokens/new/", label="Board", scope="read", days="7")
        secret = re.findall(r"gin_[\w-]{32}", made.content.decode())[0]
        Client().get(f"/api/v1{phone.url.replace('/t/', '/tables/')}", headers={"Authorization": "Bearer gin_wrong"})
        send(client, "/account/password/change/", oldpassword=PASSWORD, password1="another green table")
        for n in range(11):
            log_in(browser(), email, f"guess number {n}")
    lines = [record.getMessage() for record in caplog.records if record.name == "games.security"]
    assert {line.split()[0] for line in lines} == {
        *("link_taken_up", "link_made", "link_revoked", "handover", "denied"),
        *("account_made", "logged_in", "token_made", "password_changed", "wrong_password"),
    }
    assert {re.sub(r".*status=(\d+).*", r"\1", line) for line in lines if line.startswith("denied")} == {
        *("401", "403", "429"),
    }
    assert all(re.fullmatch(r"[a-z_]+( [a-z]+=[\w.:-]+)*", line) for line in lines)
    secrets = [*phone.secrets.values(), phone.secret, secret, PASSWORD, "guess number", "another green table"]
    names = ["Wilhelmina", "Ferdinand", "wilhelmina", "example.org", "Grandmother", "FAKE"]
    # The parameters of SQL that Django logs at DEBUG aren't in the configured log.
    text = "\n".join(r.getMessage() for r in caplog.records if not r.name.startswith("django.db"))
    assert not [word for word in (*secrets, *names) if word in text]
    counted(f"{len(lines)} lines about {len({x.split()[0] for x in lines})} kinds of events: 0 secrets, 0 names")


def test_security_lines_are_written_as_the_log_is_set_up() -> None:
    assert logging.getLogger("games.security").isEnabledFor(logging.INFO)


def test_a_json_log_tells_every_request_and_nothing_that_came_with_it(
    sites: Sites, counted: Callable[[str], None]
) -> None:
    """Secrets in the path, the query, headers, cookies and bodies; names in bodies; a database that breaks."""
    with sites.make("sqlite", LOG_FORMAT="json") as site:
        table = Sitting(site, players=["Wilhelmina", "Ferdinand"], name="Grandmother's table")
        phone = Browser(site)
        email = phone.sign_up("Kunigunde")
        for role in ("owner", "watch"):
            table.join(phone, role)
        page = phone.get(table.url).text
        live = re.search(r'data-live-url="([^"]+)"', page)[1]  # type: ignore[index]
        token = live.removeprefix("/live/").rstrip("/")
        for path in (live[:-1] + "x/", f"{table.url}moved/?live={token}", f"/account/password/reset/key/1-{'r' * 30}/"):
            phone.get(path)
        phone.get("/s/0123456789abcdef/calendar.ics?key=calendar-secret")
        phone.get("/nothing/Wilhelmina/?name=Ferdinand", headers={"User-Agent": "Ferdinand", "Referer": "/j/secret/"})
        phone.post("/account/login/", data={"login": email, "password": "guess of Ferdinand"})
        table.score.send_json("POST", f"{table.path}rounds/", {"ender": "Wilhelmina"}, Idempotency_Key="Wilhelmina-key")
        Caller(site, "gin_" + "w" * 32).get(table.path)
        phone.request("TRACE", "/")
        with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as database:
            database.execute("ALTER TABLE games_device RENAME TO games_elsewhere")
        broken = [phone.get(table.url), phone.get(f"{table.url}links/?key=links-secret")]
        secrets = [token, "r" * 30, "calendar-secret", "links-secret", "guess of", "w" * 32, "Wilhelmina-key", email]
        secrets += [table.created[f"{role}_token"] for role in ("owner", "score", "watch")]
        secrets += [cookie.value for cookie in phone.cookies.jar if cookie.value]
    names = ["Wilhelmina", "Ferdinand", "Grandmother", "Kunigunde", "example.org", "/j/secret"]
    # Lines that begin like this are uvicorn's own, set up by its command line.
    log_lines = [line for line in site.log.read_text().splitlines() if not re.match(r"(INFO|WARNING): ", line)]
    assert not [line for line in log_lines if not line.startswith("{")]
    lines = [json.loads(line) for line in log_lines]
    assert not [(word, line) for word in (*secrets, *names) for line in log_lines if word in line]
    assert all(set(line) >= {"time", "level", "logger", "message"} for line in lines)
    logged = [line for line in lines if line["logger"] == "games.requests"]
    assert all(set(line) >= {"request", "route", "method", "status", "ms"} for line in logged)
    routes = {
        "join",
        "table:page",
        "table:moved",
        "live",
        "account_reset_password_from_key",
        "season:calendar",
        "account_login",
        "none",
        "api-rounds",
        "api-table",
    }
    assert routes <= {line["route"] for line in logged}
    assert "OTHER" in {line["method"] for line in logged}
    assert {answer.status_code for answer in broken} == {500}
    errors = [line for line in lines if "traceback" in line]
    assert {line["request"] for line in errors} == {answer.headers["X-Request-ID"] for answer in broken}
    counted(f"{len(logged)} requests in JSON, {len(lines)} lines, {len(errors)} of errors: 0 secrets, 0 names")


@pytest.mark.parametrize("kind", [PlainFormatter, JsonFormatter])
def test_no_log_value_starts_a_line_or_shows_a_secret(kind: type[logging.Formatter]) -> None:
    typed = "a\nb\u2028c\x85 /j/abc/ ?live=d"
    record = logging.makeLogRecord({"name": "x", "levelname": "INFO", "msg": "%s", "args": (typed,)})
    (line,) = kind("%(message)s").format(record).splitlines()
    assert ("abc" in line, "live=d" in line) == (False, False)


@pytest.mark.parametrize("kind", [PlainFormatter, JsonFormatter])
def test_error_log_has_the_place_and_not_the_input(kind: type[logging.Formatter]) -> None:
    try:
        try:
            int("Wilhelmina")
        except ValueError as error:
            raise LookupError("there is no Ferdinand") from error
    except LookupError as error:
        raised = error
    record = logging.makeLogRecord({"msg": "failed", "exc_info": (type(raised), raised, raised.__traceback__)})
    line = kind().format(record).replace("\\", "")
    assert ("builtins.ValueError" in line, "builtins.LookupError" in line, "test_log.py" in line) == (True, True, True)
    assert line.count("Wilhelmina") == 1, "only in the line of the program, where it stands written"
    assert "there is no Ferdinand" not in line.replace('raise LookupError("there is no Ferdinand")', "")


def test_details_that_postgresql_adds_to_an_error_are_removed() -> None:
    statement = 'new row violates check constraint\nDETAIL:  Failing row contains (1, Wilhelmina, "x").'
    record = logging.makeLogRecord({"msg": "%s", "args": (" ".join(statement.split()),)})
    assert "Wilhelmina" not in PlainFormatter("%(message)s").format(record)
    assert "Wilhelmina" not in JsonFormatter().format(record)
