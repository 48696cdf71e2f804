"""What ``tests.capture`` requests, and the sample data for it; each section starts with an empty database."""

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import httpx
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import translation

from games.models import League, Role
from games.services.account.mail_queue import wait_until_sent
from tests.api.season.test_season_whole import test_every_operation_on_seasons_is_asked_for
from tests.browser import everything
from tests.leagues import club
from tests.match_night import browser
from tests.reliability import sample_nights
from tests.reliability.request_script import Script
from tests.reliability.twin_servers import Answers
from tests.security.attacked_site import forms_of
from tests.security.declared_rights import API, BROWSERS, PAGES, PROGRAMS, api_status, page_status, role
from tests.security.request_data import body_of, form_of
from tests.security.test_matrix import OBJECTS, ROUTES, kind_of, parts
from tests.security.world import Undone, World, Written, fill, forget, make_world

if TYPE_CHECKING:
    from tests.capture import Recorder

VECTORS: Final = Path(__file__).parent / "vectors"
STRONGEST: Final = ("organiser L1", "owner A", "manage token L1", "owner token A", "anonymous", "no token")
SEAL: Final = "ABCD-EFGH-JKMN-PQRS"
NOTATION: Final = "game: standard\nA: Ann\nB: Ben\ndeals: A\n1. A knock 7, B 20"
RESULTS: Final = b"night,player 1,player 2,points 1,points 2\n2026-10-06,Ann,Zoe,120,85\n"


def matrix(to: "Recorder") -> None:
    """Each route and method: everybody who may read it, the strongest who may write, and those who may not."""
    world = make_world()
    forget()
    for name, method, right in ((name, *line) for name, needs in {**PAGES, **API}.items() for line in needs.items()):
        first, *others = filter(None, OBJECTS[kind_of(ROUTES[name])])
        for at in (first, *(one for one in others if one not in ("table B", "league L2", "other"))):
            may, refused = dict[object, str](), dict[object, str]()
            for actor in PROGRAMS if name in API else BROWSERS:
                status = api_status(actor, right, at) if name in API else page_status(name, actor, right, at)
                found, kind = (refused, status) if status else (may, role(actor, at))
                if right == "public" and actor in STRONGEST:
                    kind = actor
                if found.get(kind) not in STRONGEST:
                    found[kind] = actor
            strongest = next((actor for actor in STRONGEST if actor in may.values()), "") or ["", *may.values()][-1]
            programs = [*may.values()] if method == "GET" and at == first else [strongest]
            programs += [*refused.values()][: 9 if at == first else method == "GET" and at == others[-1]]
            for actor in filter(None, programs):
                _cell(to, world, (name, method, at, actor), "en")
            if method == "GET" and at == first and strongest and name not in API:
                _cell(to, world, (name, method, at, strongest), "de")


def _cell(to: "Recorder", world: World, cell: tuple[str, str, str, str], language: str) -> None:
    """One request of somebody at an object, of which nothing stays."""
    name, method, at, actor = cell
    address = fill(ROUTES[name], parts(world, name, at))
    label = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", ROUTES[name])
    with Undone(Written()), to.named(f"{label} {method} {actor} at {at}", language):
        if name in API:
            world.send_request(actor, method, address, body_of(name, method)[0])
        else:
            world.send(actor, method, address, form_of(world, name, at, actor)[0] if method == "POST" else {})


def _reading(to: "Recorder", label: str, client: Client, found: dict[str, Any], *, language: str) -> None:
    """Everything that is read at one object: its pages, fragments and files. ``found`` fills their addresses."""
    begins = f"/{found['kind of object']}/<slug:public_id>/"
    for name, methods in PAGES.items():
        path = ROUTES[name]
        if path.startswith(begins) and "GET" in methods and found.keys() >= set(re.findall(r":(\w+)>", path)):
            with to.named(f"{label} {path.removeprefix(begins)}", language):
                client.get(fill(path, found))


def evenings(to: "Recorder") -> None:
    """Tables at which everything happened, read by their owners on a phone and by a program."""
    made = (
        sample_nights.evening,
        sample_nights.three,
        sample_nights.captain,
        sample_nights.partners,
        sample_nights.hollywood,
        sample_nights.from_paper,
    )
    phones = [*(make() for make in (*made, sample_nights.with_cards)), *everything.evenings()]
    for number, phone in enumerate(phones, 1):
        client, public_id = phone.browser(), phone.table.public_id
        found = {
            "kind of object": "t",
            "public_id": public_id,
            "game": 1,
            "number": 1,
            "preset": "ginski",
            "kind": "csv",
        }
        if number in (1, 4, 5):
            _reading(to, f"{number:02}", client, found, language="de" if number == 4 else "en")
        for rest in ("", "games/1/", "board/", "text/", "games/1/print/", "games/1/story/", "rounds/1/1/cards/"):
            with to.named(f"{number:02} page {rest}", "de"):
                client.get(f"{phone.url}{rest}")
        program = Client(headers={"authorization": f"Bearer {phone.secrets[Role.OWNER]}"})
        for rest in ("", "entries/", "notation/", "games/1/export/", "games/1/export/csv/", "archive/"):
            with to.named(f"{number:02} api {rest}"):
                program.get(f"/api/v1/tables/{public_id}/{rest}")
    _command(to, "audit", "audit")
    to.rows()


def leagues(to: "Recorder") -> None:
    """Leagues with matches in every state, and a made-up one of many nights, read by their organisers."""
    sample_nights.league()
    call_command("demo_league", players=6, matches=40, stdout=io.StringIO())
    for at, league in enumerate(League.objects.order_by("pk"), 1):
        client, language = Client(raise_request_exception=False), "en" if at % 2 else "de"
        client.force_login(league.offices.earliest("pk").account)
        member = league.members.earliest("pk").pk
        found = {"kind of object": "l", "public_id": league.public_id, "member": member, "number": member}
        _reading(to, f"{at} league", client, found, language=language)
        for season in league.seasons.order_by("pk"):
            found = {"kind of object": "s", "public_id": season.public_id, "member": member, "number": 1}
            _reading(to, f"{at} season", client, found | {"what": "results", "kind": "csv"}, language=language)
            more = ("data/table.csv", "data/table.xlsx", "?on=2026-02-01", "matches/?show=played", "needs/?for=1")
            for rest in (*more, *(f"matches/{number}/" for number in range(2, 9))):
                with to.named(f"{at} season {rest}", language):
                    client.get(f"/s/{season.public_id}/{rest}")
        _command(to, f"{at} export_league", "export_league", league.public_id)
    _command(to, "audit in JSON", "audit", "--json")
    name = client.get(f"/s/{found['public_id']}/data/results.csv")["Content-Disposition"]
    seals = re.findall(r"\w{4}(?:-\w{4}){3}(?=\.csv)", name)
    for number, seal in enumerate((*seals, SEAL)):
        _command(to, f"audit of seal {number}", "audit", "--json", "--seal", seal)
    to.rows()


def presets(to: "Recorder") -> None:
    """The rules of every preset, on pages and by the API, a table of it, and the description of the API as it is."""
    client = Client(raise_request_exception=False)
    for number, preset in enumerate(one["id"] for one in client.get("/api/v1/presets/").json()):
        for rest in ("", "guide/", "print/", "change/"):
            for language in ("en", "de") if rest in ("", "guide/") else ("de" if number % 2 else "en",):
                with to.named(f"{preset} {rest}", language):
                    client.get(f"/rules/{preset}/{rest}")
        for count in (2, 3, 4):
            body = json.dumps({"players": ["Ann", "Ben", "Cleo", "Dora"][:count], "preset": preset})
            with to.named(f"{preset} with {count}"):
                client.post("/api/v1/tables/", body, content_type="application/json")
        with to.named(f"{preset} api"):
            client.get(f"/api/v1/presets/{preset}/")
    to.write("openapi as it is", client.get("/api/v1/schema/").getvalue().decode())


class _OneServer:
    """One server in place of the two that the script of requests expects."""

    def browsers(self) -> tuple[Client, Client]:
        return (Client(raise_request_exception=False),) * 2

    def send_request(self, who: Any, method: str, paths: Any, _description: str, **more: Any) -> Answers:
        body, headers = more.get("bodies", (None,))[0], dict(more.get("headers", ({},))[0])
        kind = headers.pop("Content-Type", "application/json")
        if isinstance(body, dict):
            body, kind = urlencode(body).encode(), "application/x-www-form-urlencoded"
        path, _, query = paths[0].partition("#")[0].partition("?")
        got = who[0].generic(method, path, body or b"", kind, headers=headers, QUERY_STRING=query)
        same = httpx.Response(got.status_code, headers=list(got.items()), content=got.getvalue())
        return Answers((same, same))


def pressed(to: "Recorder") -> None:
    """A program that keeps score and two browsers that press what pages offer, well and badly, drawn from a seed."""
    with to.following():
        Script(_OneServer(), 20261124).run(250)  # type: ignore[arg-type]
    to.rows()


def season(to: "Recorder") -> None:
    """A whole season run by programs: every operation of the API on seasons."""
    with to.following():
        test_every_operation_on_seasons_is_asked_for(None)
    to.rows()


def _fill_in(client: Client, page: str, action: str, **words: Any) -> str:
    """Open a page and send one of its forms, also where it is not there, to be refused; where it leads to.

    ``name_1`` is the field name-1, ``htmx`` sends it as htmx does.
    """
    form = forms_of(client.get(page).getvalue().decode()).get(action, {})
    headers = {"HX-Request": "true"} if words.pop("htmx", False) else {}
    typed = {re.sub(r"_(?=\d$)", "-", name): text for name, text in words.items()}
    return client.post(action, form | typed, headers=headers).get("Location", "/")


def typed(to: "Recorder") -> None:
    """A table, a season and an account over forms, once in English and once in German."""
    for language in ("en", "de"):
        wait_until_sent()
        mail.outbox.clear()
        with to.following(language), override_settings(SENDS_MAIL=True):
            _a_table(language)
            _a_season()
            _an_account(language)
        to.write(f"mails {language}", "\n\n".join(f"{one.to}\n{one.subject}\n{one.body}" for one in mail.outbox))
    to.rows()


def _a_table(language: str) -> None:
    """Rounds are entered, corrected, voided and undone, and refused; whatever else there is at a table is done."""
    ann = Client(raise_request_exception=False)
    _fill_in(ann, "/", "/", name_1="Ann", name_2="Ann", dealer="1")
    table = _fill_in(ann, "/", "/", name_1="Ann", name_2="Ben", dealer="1")
    rounds, first = f"{table}rounds/", f"{table}rounds/1/1/"
    for end, count in (("", ""), ("0:knock:7", ""), ("0:knock:7", "x"), ("0:knock:11", "20"), ("0:knock:7", "61")):
        _fill_in(ann, table, f"{table}preview/", end=end, deadwood_1=count, htmx=True)
        _fill_in(ann, table, rounds, end=end, deadwood_1=count)
    for end, seat, count in (("0:knock:7", 1, "10+6+4"), ("1:gin", 0, "30"), ("dead", 0, ""), ("0:gin", 1, "14")):
        _fill_in(ann, table, rounds, end=end, **{f"deadwood_{seat}": count})
    for number, count in (("5", "20"), ("5", "20"), ("1", "21"), ("9", "20")):
        _fill_in(ann, table, rounds, end="1:knock:3", deadwood_0=count, round=number, key="five", htmx=True)
    for more in (
        {"deadwood_1": "x"},
        {"deadwood_1": "22", "reason": "A miscount"},
        {"deadwood_1": "9", "revision": "2"},
    ):
        _fill_in(ann, first, first, end="0:knock:7", **more)
    _fill_in(ann, f"{table}rounds/1/2/", f"{table}rounds/1/2/void/", reason="Misdealt")
    for seen in ({}, {}, {"revision": "1"}):
        _fill_in(ann, table, f"{table}undo/", **seen)
    rules = f"{table}games/1/rules/change/"
    for page, form in (
        *((f"{table}stakes/", {"unit": "€", "point": point, "game": "2"}) for point in ("0,10", "much")),
        *((rules, {"p-gin_bonus": bonus}) for bonus in ("20", "-5")),
        (f"{table}seats/", {"pair": "0:1"}),
        *((f"{table}players/", {"name-1": name}) for name in ("Cleo", "Ann")),
        (f"{table}links/", {"role": "watch", "label": "The kitchen tablet"}),
        (f"{table}cards/", {"do": "preview", "end": "0:knock", "deadwood_0": "5"}),
        (f"{table}hand/", {"do": "who", "player": "0"}),
        (f"{table}hand/", {"do": "lay", "cards": "5s 6s 7s"}),
        ("/rules/standard/change/", {"title": f"Kitchen gin {language}", "p-gin_bonus": "30"}),
        *(("/import/", {"text": text, "make": "1"}) for text in (NOTATION, "game: none")),
        ("/paper/", {"name_1": "Ann", "name_2": "Ben", "points_1": "40", "points_2": "ten"}),
        ("/check/", {"cards": "7h 8h 9h Ks 2d"}),
        ("/look/", {"theme": "dark"}),
    ):
        _fill_in(ann, page, page, **form)
    ann.get(f"/seal/?seal={SEAL}")
    for action in ("finish", "reopen", "finish", "games", "games/1/share"):
        _fill_in(ann, table, f"{table}{action}/")


def _a_season() -> None:
    """Matches are planned, played, checked and cancelled; the season is run, hidden, closed and looked at."""
    monday = club(house_rules={"target": 30})
    olga, home, here = browser(monday.access), f"/l/{monday.league.public_id}/", f"/s/{monday.season.public_id}/"
    one, two, three, four = (str(entrant.pk) for entrant in monday.entrants.values())
    for pair in ((one, two), (one, one), (three, four)):
        _fill_in(olga, f"{here}matches/", f"{here}matches/play/", player_1=pair[0], player_2=pair[1])
    match = _fill_in(olga, f"{here}matches/1/", f"{here}matches/1/play/")
    for end, count in (("0:knock:3", "20"), ("0:gin", "25")):
        _fill_in(olga, match, f"{match}rounds/", end=end, deadwood_1=count)
    for verdict in ({"verdict": "disputed", "reason": "I had 21"}, {"verdict": "approved"}, {"verdict": "perhaps"}):
        _fill_in(olga, match, f"{match}check/", round="1:1:2", side="0", **verdict)
    fields = {"file": SimpleUploadedFile("kept.csv", RESULTS, "text/csv")}
    nonsense = {"file": SimpleUploadedFile("kept.csv", b"nonsense", "text/csv")}
    late = {"do": "penalty", "entrant": one, "points": "1", "reason": "Late"}
    hide = {"do": "hide", "day": "2030-07-01"}
    for page, form in (
        *((f"{here}matches/2/change/", {"do": "cancel", "reason": reason}) for reason in ("", "Twice")),
        *((f"{here}matches/2/change/", {"do": do, "reason": "Once"}) for do in ("restore", "dance")),
        *((f"{here}run/", do) for do in (late, {"do": "penalty"}, hide, {"do": "show"}, {"do": "close"})),
        (f"{here}run/", {"do": "reopen"}),
        (f"{here}rules/change/", {"win": "3", "reason": "As ever"}),
        (f"{home}members/", {"names": "Eve\nann"}),
        *((f"{home}seasons/new/", {"name": name, "pairing": "swiss"}) for name in ("Winter", "")),
        *((f"{here}data/", form) for form in (fields, nonsense)),
    ):
        _fill_in(olga, page, page, **form)
    for rest in ("", "matches/", "matches/1/", "needs/", "data/", "rules/", "pictures/", "data/results.xlsx"):
        olga.get(f"{here}{rest}")


def _an_account(language: str) -> None:
    """Accounts are asked for by mail, passwords forgotten and mistyped."""
    eve = Client(raise_request_exception=False)
    for email in (f"{language}@example.org", f"{language}@example.org", "none"):
        for page in ("new", "reset", "login"):
            form = {"name": "Eve", "email": email, "password": "nine green tables"}
            _fill_in(eve, f"/account/{page}/", f"/account/{page}/", **form)
            wait_until_sent()


def questions(to: "Recorder") -> None:
    """What ``manage.py evaluate`` answers to every example and vector."""
    lines: dict[str, list[dict[str, Any]]] = {}
    aside = {"expected", "alternatives", "source", "confidence", "note", "deadwood_before_layoffs", "knock_limit"}
    for one in json.loads((VECTORS / "examples.json").read_text())["examples"]:
        question = {name: value for name, value in one.items() if name not in aside}
        if one["kind"] == "rotation":
            hands = one["expected"]["hands"]
            question |= {"count": len(hands), "winners": [hand["winner"] for hand in hands if "winner" in hand]}
        same_kind = lines.setdefault(one["kind"], [])
        same_kind.append(question)
        for other in one.get("alternatives", []):
            rules = {**question.get("house_rules", {}), **other["house_rules"]}
            same_kind.append({**question, "id": f"{one['id']}/{other['name']}", "house_rules": rules})
    for file, preset in (("standard", "standard"), ("rumski", "ginski"), ("layoff", "standard")):
        for text in (VECTORS / f"vectors_{file}.jsonl").read_text().splitlines():
            one = json.loads(text)
            question = {"id": one["id"], "kind": "min_deadwood", "preset": preset}
            if file == "layoff":
                melds = [" ".join(meld) for meld in one["knocker_melds"]]
                question |= {"cards": " ".join(one["defender"]), "knocker_melds": melds, "ender_went_gin": one["gin"]}
            else:
                question |= {"cards": " ".join(one["hand"]), "discard": "discard_deadwood" in one}
            lines.setdefault(f"vectors {file}", []).append(question)
    for kind, same_kind in lines.items():
        file_of = to.folder / "questions.jsonl"
        file_of.write_text("".join(json.dumps(one) + "\n" for one in same_kind))
        _command(to, kind, "evaluate", str(file_of))
        file_of.unlink()


def _command(to: "Recorder", label: str, *words: str) -> None:
    """What a command of manage.py writes, and how it ends."""
    out, end = io.StringIO(), "0"
    try:
        with redirect_stdout(out), translation.override("en"):
            call_command(*words, stdout=out, stderr=out)
    except SystemExit as why:
        end = str(why.code)
    except CommandError as why:
        end = f"{why.returncode}: {why}"
    written = out.getvalue()
    if words[0] == "export_league" and end == "0":
        written = json.dumps(json.loads(written), indent=1, ensure_ascii=False)
    to.write(label, f"manage.py {words[0]}: {end}\n\n{written}")


SECTIONS: Final = (matrix, evenings, leagues, presets, pressed, season, typed, questions)
