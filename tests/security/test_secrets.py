"""After an evening on a real server, no secret it issued is found in files, logs or the database."""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

from tests.security.mailbox import Mailbox
from tests.security.visitors import PhoneAt, api_request, dead_hand, start_table
from tests.servers import Site, Sites, postgresql_programs

NAMES = ("Wilhelmina", "Ferdinand", "Philippa")
EMAIL, NEW_EMAIL = "wilhelmina@example.org", "philippa@example.org"
PASSWORD, NEW_PASSWORD = "seventeen green tables", "eighteen green tables"
APP, CODES = "/account/2fa/totp/activate/", "/account/2fa/recovery-codes/"
FORGED = "FORGED line of a log"


class Watched(PhoneAt):
    """A phone that stores every answer: the text of each page, and its redirects."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.answers: list[httpx.Response] = []
        self.http.event_hooks["response"] = [self._keep]

    def _keep(self, answer: httpx.Response) -> None:
        answer.read()
        self.answers.append(answer)

    @property
    def cookies(self) -> set[str]:
        """The secrets in its cookies. The one for forms opens nothing."""
        return {value for name, value in self.http.cookies.items() if name != "csrftoken"}


def stored(site: Site, folder: Path) -> bytes:
    """All that the database holds, as somebody would have it who got hold of it."""
    if site.database_url:
        dump = folder / "dump.sql"
        subprocess.run([postgresql_programs() / "pg_dump", "-f", dump, site.database_url], check=True)
        return dump.read_bytes()
    return b"".join(path.read_bytes() for path in site.folder.glob("*.sqlite3*"))


def mailed(site: Site, box: Mailbox, number: int) -> str:
    """The path of the link in the mail with this number, once it has arrived."""
    end = time.monotonic() + 60
    while len(box.links) <= number:
        assert time.monotonic() < end, site.log.read_text()
        time.sleep(0.05)
    return box.links[number]


def two_steps(phone: Watched) -> set[str]:
    """Turn two-step login on, log out and in by a recovery code, turn it off; the app's secret and all codes."""
    phone.send("/account/reauthenticate/", password=PASSWORD)
    shown = re.search(r"<code>([A-Z2-7]+)</code>", phone.get(APP).text)
    assert shown
    code = format_hotp_value(hotp_value(shown[1], int(time.time()) // 30))
    response = phone.send(APP, form_at="/account/", code=code)
    assert response.headers["location"] == CODES, response.text
    codes = re.findall(r"<code>(\d{12})</code>", phone.get(CODES).text)
    assert len(codes) == 10
    phone.send("/account/logout/", form_at="/account/")
    phone.send("/account/login/", login=NEW_EMAIL, password=PASSWORD)
    step = phone.cookies
    assert phone.send("/account/2fa/authenticate/", code=codes[0]).status_code == httpx.codes.FOUND
    phone.send("/account/reauthenticate/", password=PASSWORD)
    assert phone.send("/account/2fa/totp/deactivate/").status_code == httpx.codes.FOUND
    return {shown[1], *codes} | step | phone.cookies


def evening(site: Site, box: Mailbox, phones: list[Watched]) -> tuple[set[str], set[str]]:
    """Tables, links, an account, tokens, a forgotten password. Returns the secrets, and where each may be shown."""
    ann, ben, eve = phones
    table = start_table(site, players=list(NAMES[:2]))
    secrets = {table[f"{role}_token"] for role in ("owner", "score", "watch")}
    path = f"tables/{table['id']}/"
    page = ann.join(table["owner_token"], f"{NAMES[0]}'s phone")
    ben.join(table["score_token"], f"{NAMES[1]}'s phone")
    ben.send(f"{page}rounds/", form_at=page, end="dead", key="k", game="1", round="1", seating="0")
    assert (
        api_request(site, table["score_token"], "POST", f"tables/{table['id']}/rounds/", json=dead_hand(2)).status_code
        == 201
    )
    made = api_request(
        site, table["owner_token"], "POST", f"tables/{table['id']}/links/", json={"role": "watch", "label": "TV"}
    )
    secrets.add(made.json()["token"])
    ann.send(f"{page}links/", role="score", label="Porch")
    secrets |= set(re.findall(r"/j/([\w-]{32})", ann.get(f"{page}links/").text))

    ben.send(f"{page}finish/", form_at=page, revision="3")
    ben.send(f"{page}games/1/share/", form_at=page)
    story = f"{page}games/1/story/"
    shared = re.findall(r"/g/([\w-]{32})", ben.get(story).text)[0]
    secrets.add(shared)
    assert eve.get(f"/g/{shared}/image.png").status_code == httpx.codes.OK

    ann.send("/account/signup/", name=NAMES[0], email=EMAIL, password1=PASSWORD)
    welcome = mailed(site, box, 0)
    secrets |= {welcome.strip("/").rpartition("/")[2]}
    secrets |= ann.cookies
    ann.send(welcome)
    secrets |= ann.cookies
    ann.send("/account/reauthenticate/", password=PASSWORD)
    ann.send("/account/email/", email=NEW_EMAIL, action_add="")
    change = mailed(site, box, 1)
    secrets |= {change.strip("/").rpartition("/")[2]}
    ann.send(change)
    secrets |= ann.cookies | two_steps(ann)
    response = ann.send("/account/tokens/new/", label="Board", scope="manage", days="7")
    secrets |= set(re.findall(r"gin_[\w-]{32}", response.text))
    ann.send("/leagues/new/", name="Tuesday", place="", zone="Europe/Berlin", key="k")
    league = re.search(r"/l/(\w+)/", ann.get("/leagues/").text)
    assert league
    ann.send(f"/l/{league[1]}/members/", names="\n".join(NAMES))
    ann.send(f"/l/{league[1]}/members/codes/")
    ann.send(f"/l/{league[1]}/links/")
    member = re.search(rf"(/l/{league[1]}/members/\d+/)", ann.get(f"/l/{league[1]}/members/").text)
    assert member
    found = {at: re.findall(r"/k/([\w-]{32})", ann.get(at).text) for at in (member[1], f"/l/{league[1]}/links/")}
    assert all(found.values())
    secrets |= {secret for some in found.values() for secret in some}
    claim = found[member[1]][0]
    eve.send(f"/k/{claim}/")
    eve.get(f"/l/{league[1]}/")

    eve.send("/account/password/reset/", email=NEW_EMAIL)
    reset = mailed(site, box, 2)
    secrets |= {reset.strip("/").rpartition("/")[2].partition("-")[2]}
    eve.send(eve.get(reset).headers["location"], password1=NEW_PASSWORD)
    assert eve.send("/account/login/", login=NEW_EMAIL, password=NEW_PASSWORD).status_code == httpx.codes.FOUND
    secrets |= {PASSWORD, NEW_PASSWORD} | ann.cookies | ben.cookies | eve.cookies

    # Refused requests: to URLs that contain secrets, and to one that tries to inject a log line.
    forged = f"{page}games/1/compare/y%0d%0a{FORGED}%E2%80%A8{FORGED}/"
    for path in (f"/j/{table['score_token']}/", f"/k/{claim}/", f"/g/{shared}/", reset, forged):
        assert eve.http.post(path, headers={"origin": "https://evil.example"}).status_code == httpx.codes.FORBIDDEN
    for phone in (ann, ben):
        for path in (page, f"{page}text/", f"{page}moved/", f"{page}revision/", "/"):
            assert phone.get(path).status_code == 200
    shown = {f"{page}links/", story, "/account/tokens/new/", APP, CODES, *found}
    return secrets, shown


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_no_secret_is_in_the_database_the_log_or_a_later_page(
    sites: Sites, tmp_path: Path, counted: Callable[[str], None], database: str
) -> None:
    with Mailbox() as box, sites.make(database, EMAIL_URL=box.url) as site:
        phones = [Watched(site) for _ in range(3)]
        secrets, shown = evening(site, box, phones)
        for phone in phones:
            phone.http.close()
        site.stop()
        log = site.log.read_text()
    assert len(secrets) >= 15
    held = stored(site, tmp_path)
    assert b"games_entry" in held
    assert not [secret for secret in secrets if secret.encode() in held]
    assert not [secret for secret in secrets if secret in log]
    assert not [word for word in (*NAMES, EMAIL, NEW_EMAIL, "example.org\n") if word in log]
    lines = log.splitlines()
    assert "denied" in log and "Forbidden" in log
    assert [line for line in lines if FORGED in line]
    assert not [line for line in lines if not re.match(r"\d{4}-\d\d-\d\d |INFO: ", line)], log
    answers = [answer for phone in phones for answer in phone.answers]
    led = [answer.headers["location"] for answer in answers if "location" in answer.headers]
    assert not [secret for secret in secrets for to in led if secret in to]
    read = 0
    for answer in answers:
        path = answer.request.url.path
        # Who runs something reads its links on their own page, and a token once; the address of a link is on its page.
        known = secrets if path in shown else {secret for secret in secrets if secret in path}
        assert not [secret for secret in secrets - known if secret in answer.text], path
        read += 1
    looked = f"{len(held):,} bytes of the database, {len(lines)} lines of the log, {len(led)} redirects, {read} answers"
    counted(f"{database}: {len(secrets)} secrets given out, 0 found in {looked}")
