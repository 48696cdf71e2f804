"""What the log says of who was let in, and what it never says."""

import logging
import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Role
from tests.makers import start
from tests.views.people import PASSWORD, browser, log_in, person, send
from tests.views.reading import forms, submit


def test_what_was_let_in_and_turned_away_is_told_without_names_and_secrets(
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
        someone = person("wilhelmina@example.org", "Wilhelmina")
        client = someone.browser()
        made = send(client, "/account/tokens/new/", label="Board", scope="read", days="7", password=PASSWORD)
        secret = re.findall(r"gin_[\w-]{32}", made.content.decode())[0]
        Client().get(f"/api/v1{phone.url.replace('/t/', '/tables/')}", headers={"Authorization": "Bearer gin_wrong"})
        send(client, "/account/password/", password=PASSWORD, new_password="another green table")
        for n in range(11):
            log_in(browser(), someone.account.email, f"guess number {n}")
    lines = [record.getMessage() for record in caplog.records if record.name == "games.security"]
    assert {line.split()[0] for line in lines} == {
        *("link_taken_up", "link_made", "link_revoked", "handover", "denied"),
        *("account_made", "logged_in", "token_made", "password_changed", "wrong_password"),
    }
    assert {re.sub(r".*status=(\d+).*", r"\1", line) for line in lines if line.startswith("denied")} == {
        *("401", "403", "429"),
    }
    assert all(re.fullmatch(r"[a-z_]+( [a-z]+=[\w.-]+)*", line) for line in lines)
    secrets = [*phone.secrets.values(), phone.secret, secret, PASSWORD, "guess number", "another green table"]
    names = ["Wilhelmina", "Ferdinand", "wilhelmina", "example.org", "Grandmother", "FAKE"]
    # Parameters of the statements that Django tells at DEBUG are no line of a log as it is set up.
    said = "\n".join(r.getMessage() for r in caplog.records if not r.name.startswith("django.db"))
    assert not [word for word in (*secrets, *names) if word in said]
    counted(f"{len(lines)} lines about {len({x.split()[0] for x in lines})} kinds of events: 0 secrets, 0 names")


def test_security_lines_are_written_as_the_log_is_set_up() -> None:
    assert logging.getLogger("games.security").isEnabledFor(logging.INFO)
