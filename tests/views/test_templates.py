"""No template uses an undefined variable, which would render as an empty place, nor lets a browser translate names."""

import copy
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.conf import settings as project
from django.test import Client, signals

from games.models import Duty, Role, Verdict
from games.rules.league.season import season_rules
from games.rules.settlement import Score
from games.rules.stakes import Stakes
from games.selectors.season.league_dates import date_in_league
from games.services.devices import make_device
from games.services.season.checks import RoundVersion, check_rounds
from games.services.season.referee_calls import call_referee
from games.services.sharing.join_codes import show_code
from games.services.table.games import change_rules, finish_game, set_stakes, start_game, undo
from games.services.table.tables import start_table
from tests.authenticator import Authenticator as Key
from tests.leagues import club
from tests.makers import (
    Phone,
    correct,
    current,
    enter,
    gin,
    join,
    knock,
    misdeal,
    outcome,
    revision,
    share,
    start,
    team_deal,
    void,
)
from tests.match_night import browser, place, tablet
from tests.rules.kit import between
from tests.views.account.test_two_step import PAGE, turn_on
from tests.views.people import MAC, PASSWORD, link_in, outbox, person
from tests.views.reading import HTMX, entry, forms, save, submit, text

MARK = "[there is no %s]"


@pytest.fixture(autouse=True)
def loud(settings: Any) -> None:
    """An undefined variable is visible in the page."""
    templates = copy.deepcopy(project.TEMPLATES)
    templates[0]["OPTIONS"]["string_if_invalid"] = MARK
    settings.TEMPLATES = templates


def missing(answer: Any) -> list[str]:
    return re.findall(r"\[there is no (.*?)\]", text(answer))


def evening() -> list[Phone]:
    """Tables in every state that a page can show."""
    fresh = start()
    three = start("Ann", "Ben", "Cleo", preset="ginski")
    enter(three, gin(0, 20, 30))
    edited = start()
    for own in (5, 6, 7):
        enter(edited, knock(0, own, 20))
    correct(edited, 1, knock(1, 5, 20), reason="counted again")
    void(edited, 2)
    undone = start()
    enter(undone, knock(0, 5, 20))
    undo(access=undone.access, key="u", revision=2)
    late = start()
    enter(late, knock(0, 5, 20))
    enter(late, knock(0, 6, 20))
    correct(late, 1, gin(0, 90))
    second = start(preset="lets_play_full", target=50)
    enter(second, gin(0, 75))
    start_game(access=second.access, key="g")
    enter(second, gin(1, 5))
    by_hand = start()
    enter(by_hand, knock(0, 5, 20))
    finish_game(access=by_hand.access, key="f", game=1, revision=2)
    teams = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    enter(teams, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    cutthroat = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cutthroat, between(knock(0, 7, 20), 0, 1))
    flop = start("Ann", "Ben", "Cleo", "Dan", "Eve", preset="knock_rummy")
    enter(flop, knock(0, 7, 20, 30, 10, 12))
    card = start(preset="oklahoma")
    return [fresh, three, edited, undone, late, second, by_hand, teams, cutthroat, flop, card, hollywood(), paper()]


def hollywood() -> Phone:
    """A Hollywood sheet with a closed column, a misdeal, a change of rules, and stakes."""
    phone = start(preset="hollywood")
    enter(phone, gin(0, 80))
    enter(phone, misdeal())
    rules = replace(current(phone).rules, knock_limit=7)
    change_rules(access=phone.access, key="c", game=1, revision=3, rules=rules)
    set_stakes(access=phone.access, key="s", revision=4, stakes=Stakes("€", point=10))
    enter(phone, knock(1, 5, 15))
    return phone


def paper() -> Phone:
    """A game that began on paper."""
    made, opening = make_device(label="Ann's phone"), Score({0: 54, 1: 3}, {0: 4, 1: 0}, {0: 4, 1: 1})
    started = start_table(
        names=["Ann", "Ben"], preset="standard", house_rules={}, dealer=0, opening=opening, device=made.device
    )
    return Phone(started.access, made.secret, started.secrets)


CARDS = {
    "game": "1",
    "round": "3",
    "key": "cards",
    "seating": "0",
    "cards-0": "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd",
    "cards-1": "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d",
}


HAND = {"game": "1", "round": "3", "player": "0", "cards-own": CARDS["cards-0"]}


@pytest.mark.parametrize(
    "every", [pytest.param(3, id="every third page"), pytest.param(1, id="every page", marks=pytest.mark.slow)]
)
def test_every_page_in_every_state_defines_all_its_variables(every: int) -> None:
    """A sample asks for other pages at the next table."""
    for number, phone in enumerate(evening()):
        pages = [
            "",
            "moved/",
            "moved/?typing=1",
            "games/1/",
            "games/1/rules/",
            "seats/",
            "links/",
            "rounds/1/1/",
            "stakes/",
            "players/",
            "games/1/rules/change/",
            "games/1/compare/",
            "games/1/compare/lets_play/",
            "text/",
            "cards/",
            "rounds/1/1/cards/",
            "cards/saved/1/1/",
            "hand/",
            "picture/",
            "games/1/picture/",
            "games/1/story/",
            "board/",
            "board/?turned=1",
            "board/moved/",
        ]
        for client in (phone.browser(), join(phone).browser(), join(phone, Role.WATCH).browser()):
            fields = {page: missing(client.get(phone.url + page)) for page in pages[number % every :: every]}
            assert {page: names for page, names in fields.items() if names} == {}
        for page in ("/", "/hall/", "/hall/moved/", "/import/", "/paper/", "/rules/ginski/", "/rules/standard/change/"):
            assert missing(phone.browser().get(page)) == []
        for page in ("/games/", "/rules/", "/rules/compare/"):
            assert missing(phone.browser().get(page)) == []
        for role in Role:
            link = f"/j/{phone.secrets[role]}/"
            assert (missing(phone.browser().get(link)), missing(phone.browser().post(link, {"who": "1"}))) == ([], [])


def two_step(client: Client) -> list[Any]:
    """The pages of two-step login, on the way to turning it on and with a passkey."""
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    pages = [client.get(PAGE), client.post(f"{PAGE}totp/activate/", {"code": "x"})]
    turn_on(client)
    account = Authenticator.objects.latest("pk").user
    key = Key("http://testserver").make({"rp": {"id": "testserver"}, "challenge": "AAAA"})
    passkey = WebAuthn.add(account, "Phone", json.loads(key)).instance
    for address in (
        "",
        "recovery-codes/",
        "recovery-codes/generate/",
        "totp/deactivate/",
        "webauthn/",
        "reauthenticate/",
        "webauthn/reauthenticate/",
    ):
        pages.append(client.get(PAGE + address))
    for address in (f"webauthn/keys/{passkey.pk}/edit/", f"webauthn/keys/{passkey.pk}/remove/"):
        pages.append(client.get(PAGE + address))
    passkey.delete()
    return [*pages, client.get(f"{PAGE}webauthn/add/"), client.post(f"{PAGE}webauthn/add/", {"credential": "x"})]


def accounts(headers: dict[str, str]) -> list[Any]:
    """The pages about accounts, and their error responses."""
    ann, client = person(), Client()
    ann.browser(MAC)
    pages = []
    for address in ("signup/?next=/check/", "login/?next=/check/", "password/reset/"):
        pages += [client.get(f"/account/{address}"), client.post(f"/account/{address}", {}, headers=headers)]
    for address in ("password/reset/done/", "password/reset/key/done/", "password/reset/key/1-x/", "confirm-email/"):
        pages.append(client.get(f"/account/{address}"))
    client.post("/account/password/reset/", {"email": ann.account.email})
    pages.append(client.get(link_in(outbox()[-1]), follow=True))
    client.post("/account/login/", {"login": ann.account.email, "password": ann.password})
    for address in ("", "password/change/", "email/", "reauthenticate/"):
        pages += [client.get(f"/account/{address}"), client.post(f"/account/{address}", {})]
    pages += [client.get("/account/logout/"), client.get("/account/confirm-email/x/")]
    pages += two_step(client)
    pages += [client.get("/account/delete/"), client.get("/account/tokens/new/")]
    second = Client()
    second.post("/account/login/", {"login": ann.account.email, "password": ann.password})
    pages += [second.get(f"{PAGE}authenticate/"), second.post(f"{PAGE}authenticate/", {"code": "x"})]
    return [*pages, client.get("/")]


@pytest.mark.parametrize("htmx", [True, False])
def test_every_form_response_defines_all_its_variables(ann: Phone, htmx: bool) -> None:
    headers = HTMX if htmx else {}
    client = ann.browser()
    first = entry(ann)
    answers = [
        client.post("/", {"name-1": "x" * 61, "target": "x", "dealer": "9"}),
        client.post(f"{ann.url}preview/", first.fields, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "20"}, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "90"}, headers=headers),
        client.post(f"{ann.url}preview/", first.fields | {"end": "0:gin", "deadwood-1": "x"}, headers=headers),
        save(ann, "0:gin", htmx=htmx, deadwood_1="x"),
        save(ann, "0:gin", htmx=htmx, deadwood_1="90"),
        save(ann, "0:knock:5", htmx=htmx, deadwood_1="20"),
        submit(client, first, htmx=htmx, end="0:knock:5", deadwood_1="21"),
        client.post(f"{ann.url}rounds/1/1/", {"end": "dead", "key": "k", "seating": "0", "revision": "1"}),
        client.post(f"{ann.url}rounds/1/1/void/", {"revision": "1"}),
        client.post(f"{ann.url}undo/", {"revision": "1"}, headers=headers),
        client.post(f"{ann.url}undo/", {"revision": "4"}, headers=headers),
        client.post(f"{ann.url}finish/", {"revision": "1"}, headers=headers),
        client.post(f"{ann.url}seats/", {"revision": "1"}),
        client.post(f"{ann.url}stakes/", {"unit": "other", "point": "x"}),
        client.post(f"{ann.url}links/", {"role": "x"}),
        client.post(f"{ann.url}links/{ann.access.link.pk}/revoke/"),
        client.post(f"/j/{ann.secrets[Role.WATCH]}/", {"label": ""}),
        client.post("/import/", {"text": "game: standard\nA: Ann\nB: Ben\n1. A gin, B 5\n; Tea."}),
        client.post("/import/", {"text": "game: standard\nhello"}),
        client.post("/paper/", {"name-1": "Ann", "points-1": "x"}),
        client.post(f"{ann.url}cards/", CARDS, headers=headers),
        client.post(f"{ann.url}cards/", CARDS | {"cards-0": "8s 9s Js / Xx", "step": "end"}, headers=headers),
        client.post(f"{ann.url}cards/", CARDS | {"do": "lay_off"}, headers=headers),
        client.post(f"{ann.url}cards/", CARDS | {"do": "save", "round": "1"}, headers=headers),
        client.post(f"{ann.url}rounds/1/1/cards/", CARDS | {"do": "save"}, headers=headers),
        client.post(f"{ann.url}hand/", {"do": "who", "player": "0"}),
        client.get(f"{ann.url}hand/"),
        client.post(f"{ann.url}hand/", HAND | {"do": "lay", "cards-own": "5s / Xx"}),
        client.post(f"{ann.url}hand/", HAND, headers=headers),
        client.post(f"{ann.url}hand/", HAND | {"do": "lay"}),
        client.get(f"{ann.url}hand/"),
        client.get(f"{ann.url}hand/?change=1"),
        client.get(f"{ann.url}hand/state/?game=1&round=3", headers=headers),
        join(ann).browser().post(f"{ann.url}hand/", HAND | {"do": "lay"}),
        client.post(f"{ann.url}hand/", HAND | {"do": "lay", "player": "1"}),
        client.get(f"{ann.url}hand/"),
        client.get("/nothing/"),
        client.post("/", b"x" * 70_000, content_type="text/plain"),
    ]
    fields = {number: missing(answer) for number, answer in enumerate([*answers, *accounts(headers)])}
    assert {number: names for number, names in fields.items() if names} == {}


def match_pages() -> list[tuple[Client, str]]:
    """The browser and pages of two matches: one finished, with a dispute, the other to be played."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 60})
    here, ben, rita = place(made), made.phone("Ben"), made.official(Duty.REFEREE)
    match = made.match("Ann", "Ben", place=here, night=date_in_league(made.league))
    made.match("Cleo", "Dan", place=here, night=match.night)
    made.play(match, made.phone("Ann"), knock(0, 5, 20), knock(1, 5, 20), gin(0, 60))
    seen, disputed = RoundVersion(1, 1, 2), Verdict.DISPUTED
    check_rounds(access=ben, season=made.season, number=1, rounds=[seen], verdict=disputed, reason="no")
    stands = tablet(made, here)
    people = [ben, stands, rita]
    tables = {f"/t/{made.table(match, access).table.public_id}/" for access in people}
    matches = f"/s/{made.season.public_id}/matches/"
    pages = [*tables, *(f"{table}moved/" for table in tables), f"{matches}1/", f"{matches}2/", "/", "/tablet/"]
    opened = [(browser(access), page) for access in people for page in pages]
    call_referee(access=ben, season=made.season, number=1)
    return [*opened, *((browser(rita), f"/s/{made.season.public_id}/{page}/") for page in ("checks", "desk"))]


def test_match_pages_define_all_their_variables(db: None) -> None:
    for client, page in match_pages():
        answer = client.get(page)
        assert (page, answer.status_code, missing(answer)) == (page, 200, [])


def test_every_template_is_shown_by_some_page(ann: Phone) -> None:
    shown: set[str] = set()

    def note(template: Any, **_: object) -> None:
        shown.add(str(template.name))

    signals.template_rendered.connect(note)
    try:
        client = ann.browser()
        compared = ("games/1/compare/", "games/1/compare/lets_play/")
        for page in ("", "games/1/rules/", *compared, "rounds/1/1/", "seats/", "links/", "handover/", "nothing/"):
            client.get(ann.url + page)
        # Another phone says something else of the first round.
        assert outcome(lambda: enter(join(ann), gin(1, 99), number=1)) == "round_conflict"
        client.get(ann.url)
        submit(client, forms(client.get(f"{ann.url}handover/"))["handover/"])
        client.get(ann.url)
        client.get("/")
        client.get("/rules/standard/change/")
        client.get("/check/?hand=5s+6s+7s&ender=8s+9s+Ts")
        client.get("/promises/")
        client.get("/help/")
        client.get("/seal/")
        client.get("/display/")
        client.get("/achievements/")
        client.get("/rules/standard/guide/")
        client.get("/offline/")
        client.get("/import/")
        client.get("/paper/")
        client.get("/hall/")
        accounts({})
        someone = person("olga@example.org")
        olga = someone.browser()
        olga.get("/account/archive/")
        for way in ("text/", "print/", "games/1/export/", "games/1/story/", "board/?turned=1"):
            client.get(ann.url + way)
        client.post(f"{ann.url}cards/", CARDS, headers=HTMX)
        client.get(f"{ann.url}cards/")
        client.post(f"{ann.url}hand/", {"do": "who", "player": "0"})
        client.get(f"{ann.url}hand/")
        oklahoma = start(preset="oklahoma")
        oklahoma.browser().get(oklahoma.url)
        client.get(f"/j/{ann.secrets[Role.WATCH]}/")
        for page in ("/games/", "/rules/", "/rules/compare/", "/games/move/", "/games/here/"):
            client.get(page)
        other = Client()
        other.post("/join/", {"code": show_code(access=ann.access, renews=True), "me": "1"})
        other.get("/join/wait/")
        other.get("/join/")
        client.get(ann.url)
        client.post(f"{ann.url}cards/", CARDS | {"do": "save"})
        client.get(ann.url)
        finish_game(access=ann.access, key="f", game=1, revision=revision(ann))
        client.get(ann.url)
        client.get(f"/g/{share(ann)}/")
        client.get(f"{ann.url}games/1/story/")
        client.get("/all-time/")
        columns = hollywood()
        columns.browser().get(columns.url)
        reopened = start()
        for declaration in (gin(1, 65), knock(0, 9, 5)):
            enter(reopened, declaration)
        start_game(access=reopened.access, key="another")
        enter(reopened, knock(0, 7, 20))
        reopened.browser().get(f"{reopened.url}rounds/1/2/")
        for page in ("stakes/", "players/"):
            client.get(ann.url + page)
        for who, page in match_pages():
            who.get(page)
    finally:
        signals.template_rendered.disconnect(note)
    folder = Path(project.BASE_DIR, "templates")
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert {name for name in written - shown if not name.startswith(("league/", "season/", "operating/api_"))} == set()


def test_names_are_left_alone_by_a_browsers_translation() -> None:
    """ "Mark" is no "Marke". Names stand in `<bdi>`, in templates and in the translations of their sentences."""
    folders = (Path(project.BASE_DIR, "templates").rglob("*.html"), project.BASE_DIR.glob("games/locale/*/*/django.po"))
    files = {path: path.read_text() for folder in folders for path in folder}
    marked = re.compile(r'<bdi translate=\\?"no')
    assert sum(len(marked.findall(text)) for text in files.values()) > 100
    assert [str(path) for path, text in files.items() if text.count("<bdi") != len(marked.findall(text))] == []
