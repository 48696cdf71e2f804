"""Hostile inputs H28 to H36: guessed, previewed and foreign links, hosts, log-ins and sessions."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.security.attacked_site import PASSWORD, Browser, Caller, Stand, knock, new_key, problem, without_tokens
from tests.views.reading import shown

GUESSES = 120


def test_h28_links_that_are_guessed(attacked: Stand, counted: Callable[[str], None]) -> None:
    """Sixty wrong ones a minute from one address; a valid link is opened meanwhile from there, by page and by token."""
    guesser = attacked.browser()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: guesser.get(f"/j/{n:032x}/"), range(GUESSES)))
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {404, 429}
    # The counter starts again each minute.
    assert 60 <= statuses.count(404) <= 120
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert guesser.get(f"/j/{attacked.a.created['watch_token']}/").status_code == 200
    program = Caller(attacked.site, attacked.a.watch.token, guesser.address)
    assert program.get(attacked.a.path).status_code == 200
    counted(f"{GUESSES} links guessed: {statuses.count(404)} unknown, {statuses.count(429)} too many")


def test_h29_a_preview_of_the_scorers_link(attacked: Stand) -> None:
    table = attacked.a
    before = table.owner.get(f"{table.path}links/").content
    for role in ("owner", "score", "watch"):
        address = f"/j/{table.created[f'{role}_token']}/"
        for number in range(34):
            bot = attacked.browser()
            method = ("GET", "HEAD", "GET")[number % 3]
            answer = bot.request(method, address, headers={"Purpose": "prefetch", "User-Agent": "WhatsApp/2.23 A"})
            assert answer.status_code == 200
            assert answer.headers["X-Robots-Tag"] == "noindex"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "no-store" in answer.headers["Cache-Control"]
            assert {cookie.name for cookie in bot.cookies.jar} <= {"csrftoken"}
            assert not re.search(r"Ann|Ben|Table A|og:", without_tokens(answer.text))
    assert table.owner.get(f"{table.path}links/").content == before


def test_h30_the_organizer_of_another_league(attacked: Stand) -> None:
    """By the pages: what belongs to L2 is asked for under its own address and under that of L1."""
    olga, l1, l2 = attacked.l1.organizer, attacked.l1, attacked.l2
    upload_id = l2.bring(b"name\nCleo\nDan\nEve\n")
    upload = re.search(rf"{l2.season_url}data/(\d+)/", upload_id.text)[1]  # type: ignore[index]
    member = re.search(rf"{l2.url}members/(\d+)/", l2.organizer.get(f"{l2.url}members/").text)[1]  # type: ignore[index]
    token = olga.fields(f"{l1.url}members/")["csrfmiddlewaretoken"]
    form = {"csrfmiddlewaretoken": token, "name": "Mine", "zone": "UTC", "names": "Mallory", "league": "1"}
    for address in (l2.url, f"{l2.url}members/", f"{l2.url}settings/", f"{l2.url}archive.json", l2.season_url):
        assert olga.get(address).status_code == 404
    for address in (
        *(f"{l2.url}settings/", f"{l2.url}members/", f"{l2.url}links/", f"{l2.url}members/{member}/rename/"),
        *(f"{l1.url}members/{member}/rename/", f"{l1.url}members/{member}/erase/", f"{l1.url}members/{member}/claim/"),
        *(f"{l2.season_url}data/{upload}/", f"{l1.season_url}data/{upload}/", f"{l2.season_url}draw/"),
    ):
        answer = olga.post(address, data=form)
        assert (address, answer.status_code) == (address, 404)
    settings = olga.get(f"{l1.url}members/", params={"league": l2.url.split("/")[2]})
    assert (settings.status_code, "Cleo" in settings.text) == (200, False)
    own = olga.submit(f"{l1.url}members/", names="Fay", league=l2.url.split("/")[2])
    assert own.status_code == 302
    assert "Fay" not in l2.organizer.get(f"{l2.url}members/").text
    attacked.growth = {"games_member": 1, "games_player": 1, "games_leagueevent": 1}


def test_h31_fields_that_are_not_the_writers(attacked: Stand) -> None:
    guest = Caller(attacked.site)
    for name, value in (("revision", 999), ("owner", 1), ("is_finished", True), ("id", "x"), ("strict_", True)):
        body = problem(
            guest.send_json("POST", "tables/", {"players": ["A", "B"], "preset": "standard", name: value}),
            400,
            "unknown_field",
        )
        assert list(body["fields"]) == [name]


def test_h32_a_form_from_another_site(attacked: Stand) -> None:
    a, phone = attacked.a, attacked.phone
    fields = phone.fields(a.url, f"{a.url}rounds/") | {"end": "dead"}
    foreign = {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}
    for headers in ({}, {"HX-Request": "true"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        answer = phone.post(f"{a.url}rounds/", data=foreign, headers=headers)
        assert answer.status_code == 403
    for origin in ("https://evil.example", "null"):
        assert phone.post(f"{a.url}rounds/", data=fields, headers={"Origin": origin}).status_code == 403
    body = {"game": 1, "round": 7, **knock(7, 20)}
    for browser in (phone, attacked.l1.organizer):
        answer = browser.post(f"/api/v1/{a.path}rounds/", json=body, headers={"Idempotency-Key": new_key()})
        problem(answer, 401, "not_authenticated")


def test_h33_another_host_and_forwarded_headers(attacked: Stand) -> None:
    """There is no proxy before this server, so headers of a proxy are ignored."""
    guest = attacked.browser()
    assert guest.get("/", headers={"Host": "evil.example"}).status_code == 400
    problem(Caller(attacked.site).throw("GET", "presets/", Host="evil.example"), 400, "invalid_request")
    spoofed = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "Forwarded": "host=evil.example;proto=https",
    }
    links = attacked.phone.get(f"{attacked.a.url}links/", headers=spoofed)
    assert (links.status_code, "evil.example" in links.text, attacked.site.url in links.text) == (200, False, True)
    guest.headers.update(spoofed)
    assert guest.submit("/account/password/reset/", email=attacked.l1.email).status_code == 302
    mail = mail_to(attacked, attacked.l1.email)
    assert f"{attacked.site.url}/account/password/reset/key/" in mail
    assert "evil.example" not in mail
    # Every guess says that it comes from somewhere else.
    statuses = [
        guest.get(f"/j/{n:032x}/", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(125)
    ]
    assert set(statuses) == {404, 429}


def mail_to(stand: Stand, email: str) -> str:
    """The newest mail to ``email``; the server prints mails into its log."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        mails = re.findall(rf"To: {re.escape(email)}\n.*?-{{20,}}", stand.site.log.read_text(), re.DOTALL)
        if mails:
            found: str = mails[-1]
            return found
        time.sleep(0.05)
    raise AssertionError(f"no mail to {email}")


@pytest.fixture
def karl(stand: Stand) -> tuple[Browser, str]:
    """Somebody with an account, logged in, and their e-mail."""
    browser = stand.browser()
    return browser, browser.sign_up("Karl")


def test_h34_where_the_login_leads(karl: tuple[Browser, str], attacked: Stand) -> None:
    """Where a path of this server was asked for it leads there, otherwise to the account's own page."""
    for wish, leads in (
        *((wish, "/account/") for wish in ("//evil.example", "/\\evil.example", "https:evil.example", "https:///evil")),
        *((wish, "/account/") for wish in ("javascript:alert(1)", "evil.example", "\t//evil.example", "/" * 600)),
        ("/leagues/", "/leagues/"),
    ):
        answer = attacked.browser().submit("/account/login/", login=karl[1], password=PASSWORD, next=wish)
        assert (wish, answer.status_code, answer.headers["Location"]) == (wish, 302, leads)


def test_h35_passwords_that_are_guessed(karl: tuple[Browser, str], attacked: Stand) -> None:
    """A megabyte is more than a form may have, 413; a password of 60,000 characters is wrong before it is hashed."""
    thief, email = attacked.browser(), karl[1]
    wrong = thief.submit("/account/login/", login=email, password="not the one")
    unknown = thief.submit("/account/login/", login="nobody@example.org", password="not the one")
    assert (wrong.status_code, unknown.status_code) == (200, 200)
    assert len(shown(wrong, ".errors p")) == 1
    assert shown(wrong, ".errors p") == shown(unknown, ".errors p")
    fields = thief.fields("/account/login/") | {"login": email}
    # The counter starts again each quarter of an hour.
    statuses = [200, 200]
    while statuses[-1] == 200 and len(statuses) < 25:
        statuses.append(thief.post("/account/login/", data=fields | {"password": "a guess"}).status_code)
    assert statuses[-1] == 429
    assert 9 <= statuses.count(200) <= 20
    right = thief.post("/account/login/", data=fields | {"password": PASSWORD})
    assert (right.status_code, 1 <= int(right.headers["Retry-After"]) <= 901) == (429, True)
    elsewhere = attacked.browser()
    assert elsewhere.submit("/account/login/", login=email, password=PASSWORD).status_code == 302
    huge = elsewhere.post("/account/login/", data=fields | {"password": "x" * 1_000_000})
    assert huge.status_code == 413
    another = attacked.browser()
    long = another.fields("/account/login/") | {"login": email, "password": "x" * 60_000}
    assert another.post("/account/login/", data=long).status_code == 200


def test_h36_keys_of_sessions(karl: tuple[Browser, str], attacked: Stand) -> None:
    """A key that was there before the login is not taken over; after log-out or a new password the old one is dead."""
    _, email = karl
    planted = "a" * 32
    browser = attacked.browser()
    browser.cookies.set("session", planted)
    assert browser.submit("/account/login/", login=email, password=PASSWORD).status_code == 302
    keys = [cookie.value for cookie in browser.cookies.jar if cookie.name == "session" and cookie.value != planted]
    assert len(keys) == 1
    first = keys[0] or ""
    assert (opens(attacked, first), opens(attacked, planted)) == (200, 302)
    changed = Browser(attacked.site)
    changed.cookies.set("session", first)
    new = {"oldpassword": PASSWORD, "password1": "another horse battery"}
    assert changed.submit("/account/password/change/", **new).status_code == 302
    second = next(cookie.value for cookie in changed.cookies.jar if cookie.name == "session" and cookie.value != first)
    old = karl[0].cookies["session"]
    assert [opens(attacked, key or "") for key in (first, old, second)] == [302, 302, 200]
    leaving = Browser(attacked.site)
    leaving.cookies.set("session", second or "")
    token = leaving.fields("/account/", "/account/logout/")
    assert leaving.post("/account/logout/", data=token).status_code == 302
    assert opens(attacked, second or "") == 302


def opens(stand: Stand, key: str) -> int:
    """What the account's page answers to a session's key: 200, or 302 to the login."""
    return Browser(stand.site).get("/account/", headers={"Cookie": f"session={key}"}).status_code


def test_h30_the_program_of_another_leagues_organizer(attacked: Stand, counted: Callable[[str], None]) -> None:
    """All that the API does in leagues, with a token of L1's organizer: at L2, and at L1 with the numbers of L2."""
    l1, l2 = (league.url.split("/")[2] for league in (attacked.l1, attacked.l2))
    mallory, owner = Caller(attacked.site, attacked.l1.program()), Caller(attacked.site, attacked.l2.program())
    spare = {
        "member": owner.get(f"leagues/{l2}/members/").json()["members"][0]["id"],
        "office": owner.get(f"leagues/{l2}/offices/").json()["offices"][0]["id"],
        "place": owner.send_json("POST", f"leagues/{l2}/places/", {"name": "Corner"}).json()["id"],
        "link": owner.send_json("POST", f"leagues/{l2}/links/", {}).json()["id"],
    }
    before, requests = owner.get(f"leagues/{l2}/archive/").content, 0
    bodies: dict[str, dict[str, object]] = {
        "members": {"names": ["Mine"]},
        "merge": {"into": spare["member"]},
        "hand-over": {"account": 1},
        "invitations": {"duty": "scorer"},
        "league": {"name": "Mine", "zone": "UTC"},
        "named": {"name": "Mine"},
    }
    paths = Caller(attacked.site).throw("GET", "schema/?format=json").json()["paths"]
    for path, methods in paths.items():
        if not path.startswith("/api/v1/leagues/{public_id}/"):
            continue
        rest = re.sub(r"{(\w+)}", lambda found: str(spare.get(found[1], l2)), path.removeprefix("/api/v1/leagues/"))
        last = path.split("/")[-2]
        kind = {"{public_id}": "league", "{member}": "named", "{place}": "named", "places": "named"}.get(last, last)
        for method, operation in methods.items():
            body = bodies.get(kind, {}) if "requestBody" in operation else {}
            # Under one's own league only what names something of the other one.
            for at in (rest, rest.replace(l2, l1)) if "{" in path[len("/api/v1/leagues/{public_id}/") :] else (rest,):
                problem(mallory.send_json(method.upper(), f"leagues/{at}", body, Idempotency_Key="k"), 404, "not_found")
                requests += 1
    assert requests > 30
    assert owner.get(f"leagues/{l2}/archive/").content == before
    attacked.growth = {"games_apitoken": 2, "games_place": 1, "games_leaguelink": 1, "games_leagueevent": 1}
    counted(f"{requests} times the API was asked for what is of the league of others: 0 let in, nothing of it changed")
