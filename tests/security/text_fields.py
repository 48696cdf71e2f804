"""Every text field of the pages and of the API, each with a function that sends a value."""

import csv
import io
import json
import re
import secrets
from collections.abc import Callable
from typing import Any

import httpx

from tests.security.attacked_site import PASSWORD, Browser, Caller, Club, Sitting, Stand, forms_of, knock, new_key

Send = Callable[[str], httpx.Response]
NOTATION = "game: standard\nA: Ann\nB: Ben\nrules: target=10000\ndeals: A\n1. A knock 7, B 20"


class TextFields:
    """A table, a league with a played match and everything else that has a text field, and those fields by name.

    ``refusing`` are answered 400 for what cannot be stored or shown. ``cleaning`` are remarks in forms: what cannot be
    shown in them becomes a space.
    """

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.table = Sitting(stand.site)
        for number in (1, 2):
            assert self.table.enter(number, knock(7, 20)).status_code == 201
        self.phone = self.table.join(Browser(stand.site))
        self.club = Club(stand.site, "Fields", "Ann", "Ben", "Cleo", "Dan")
        self.olga = self.club.organizer
        results = b"night,player 1,player 2,points 1,points 2\n2026-10-06,Ann,Ben,100,40\n2026-10-06,Cleo,Dan,90,80\n"
        assert self.club.take_over(results).status_code == 200
        self.league, self.season = self.club.url, self.club.season_url
        assert self.olga.submit(f"{self.league}places/", name="Table 1").status_code in (200, 302)
        self.match, self.match_table = self._match()
        self.refusing: dict[str, Send] = {**self._of_pages(), **self._of_api(), **self._of_files()}
        self.cleaning: dict[str, Send] = self._remarks()

    def found(self, page: str, pattern: str) -> str:
        """The first thing in a page of the league that ``pattern`` matches."""
        found = re.search(pattern, self.olga.get(page).text)
        assert found, f"{pattern} is nowhere on {page}"
        return found[0]

    def _match(self) -> tuple[str, str]:
        """The addresses of a match between Ann and Ben and of its table, at which one round was played."""
        page = f"{self.season}matches/"
        chosen = re.findall(r'<option [^>]*value="(\d+)"', self.olga.get(page).text)[:2]
        typed = {"player-1": chosen[0], "player-2": chosen[1]}
        planned = self.olga.post(f"{page}play/", data=self.olga.fields(page, f"{page}play/") | typed)
        assert planned.status_code == 302, planned.text
        match = planned.headers["Location"]
        played = self.olga.post(f"{match}play/", data=self.token())
        assert played.status_code == 302, played.text
        table = played.headers["Location"]
        fields = self.olga.fields(table, f"{table}rounds/") | {"end": "0:knock:7", "deadwood-1": "20"}
        assert self.olga.post(f"{table}rounds/", data=fields).status_code == 302
        return match, table

    def token(self) -> dict[str, str]:
        """What every form of the organizer carries."""
        name = "csrfmiddlewaretoken"
        return {name: self.olga.fields(f"{self.league}members/")[name]}

    def form(self, browser: Browser, page: str, field: str, action: str = "", /, **more: str) -> Send:
        """Writes one field of a form, the others unchanged or as given."""
        fields: dict[str, str] = {}

        def send(text: str) -> httpx.Response:
            if not fields:
                fields.update(
                    browser.fields(page, action) | {key.replace("_", "-"): value for key, value in more.items()}
                )
            fresh = {"key": new_key()} if "key" in fields else {}
            return browser.post(action or page, data=fields | fresh | {field: text})

        return send

    def _of_pages(self) -> dict[str, Send]:
        olga, phone, league, url = self.olga, self.phone, self.league, self.table.url
        member = self.found(f"{league}members/", rf"{league}members/\d+/")
        place = self.found(f"{league}places/", rf"{league}places/\d+/rename/")
        guest = Browser(self.stand.site)
        teams = self._season_of_teams()
        join = f"/j/{self.table.created['score_token']}/"
        account = {"email": "new@example.org", "password1": PASSWORD}
        return {
            "start: player": self.form(guest, "/", "name-1", name_2="Ben"),
            "paper: player": self.form(guest, "/paper/", "name-1", name_2="Ben", points_1="10"),
            "import: player": self._import(guest),
            "join: label": self.form(Browser(self.stand.site), join, "label"),
            "links: label": self.form(phone, f"{url}links/", "label", role="watch"),
            "stakes: unit": self._stakes,
            "players: name": self._players,
            "house rules: title": self._house_rules(guest),
            "sign up: name": self.form(Browser(self.stand.site), "/account/signup/", "name", **account),
            "sign up: email": self.form(
                Browser(self.stand.site), "/account/signup/", "email", name="Eve", password1=PASSWORD
            ),
            "account: name": self.form(olga, "/account/", "name"),
            "token: label": self.form(olga, "/account/tokens/new/", "label"),
            "league: name": self.form(olga, "/leagues/new/", "name"),
            "league: place": self.form(olga, "/leagues/new/", "place", name="Another"),
            "settings: name": self.form(olga, f"{league}settings/", "name"),
            "settings: place": self.form(olga, f"{league}settings/", "place"),
            "members: names": self.form(olga, f"{league}members/", "names"),
            "member: name": self.form(olga, member, "name", f"{member}rename/"),
            "places: name": self.form(olga, f"{league}places/", "name"),
            "place: name": self.form(olga, f"{league}places/", "name", place),
            "season: name": self.form(olga, f"{league}seasons/new/", "name", pairing="free"),
            "team: name": self.form(olga, f"{teams}entrants/", "name"),
        }

    def _import(self, guest: Browser) -> Send:
        def send(text: str) -> httpx.Response:
            return guest.submit("/import/", text=NOTATION.replace("Ann", text, 1), key=new_key())

        return send

    def _house_rules(self, guest: Browser) -> Send:
        def send(text: str) -> httpx.Response:
            fields = guest.fields("/rules/standard/change/") | {"title": text, "p-gin_bonus": "31", "key": new_key()}
            return guest.post("/rules/standard/change/", data=fields)

        return send

    def _stakes(self, text: str) -> httpx.Response:
        page = f"{self.table.url}stakes/"
        typed = {"unit": "other", "own-unit": text[:12], "point": "0.10"}
        return self.phone.post(page, data=self.phone.fields(page) | typed)

    def _players(self, text: str) -> httpx.Response:
        page = f"{self.table.url}players/"
        return self.phone.post(page, data=self.phone.fields(page) | {"plays": "0", "name-1": text})

    def _season_of_teams(self) -> str:
        begun = self.olga.submit(
            f"{self.league}seasons/new/", name="Teams", pairing="free", teams="yes", preset="partnership"
        )
        assert begun.status_code == 302, begun.text
        return re.match(r"/s/\w+/", begun.headers["Location"])[0]  # type: ignore[index]

    def _of_api(self) -> dict[str, Send]:
        table, guest = self.table, Caller(self.stand.site)
        new: dict[str, Any] = {"players": ["Ann", "Ben"], "preset": "standard"}

        def sender(caller: Caller, method: str, path: str, body: Callable[[str], Any], **headers: str) -> Send:
            def send(text: str) -> httpx.Response:
                # Every table and round is a new one: the next number, an unused key.
                key = {"Idempotency_Key": new_key()} if "rounds" in path else {}
                return caller.send_json(method, path, body(text), **(headers | key))

            return send

        def round_with(text: str) -> dict[str, Any]:
            return {"game": 1, "round": len(table.read()["games"][0]["rounds"]) + 1, **knock(7, 20), "reason": text}

        def stakes(text: str) -> httpx.Response:
            seen = f'"{table.read()["revision"]}"'
            return table.score.send_json("PUT", f"{table.path}stakes/", {"unit": text, "point": 10}, If_Match=seen)

        def correction(text: str) -> httpx.Response:
            line = table.read()["games"][0]["rounds"][0]
            facts = knock(7, 21 + line["revision"] % 50) | {"reason": text}
            headers = {"If_Match": f'"{line["revision"]}"', "Idempotency_Key": new_key()}
            return table.score.send_json("PUT", f"{table.path}rounds/1/1/", facts, **headers)

        def void(text: str) -> httpx.Response:
            line = table.read()["games"][0]["rounds"][1]
            headers = {"If_Match": f'"{line["revision"]}"', "Idempotency_Key": new_key()}
            return table.score.send_json("DELETE", f"{table.path}rounds/1/2/", {"reason": text}, **headers)

        return {
            "api: player": sender(guest, "POST", "tables/", lambda text: new | {"players": [text, "Ben"]}),
            "api: table": sender(guest, "POST", "tables/", lambda text: new | {"name": text}),
            "api: label": sender(
                table.owner, "POST", f"{table.path}links/", lambda text: {"role": "watch", "label": text}
            ),
            "api: reason": sender(table.score, "POST", f"{table.path}rounds/", round_with),
            "api: reason of a correction": correction,
            "api: reason of a void": void,
            "api: unit": stakes,
            "api: notation": sender(
                guest, "POST", "tables/import/", lambda text: {"text": NOTATION.replace("Ann", text, 1)}
            ),
            **self._of_api_of_leagues(sender),
            "api: remark": sender(guest, "POST", "tables/import/", lambda text: {"text": f"{NOTATION} ; {text}"}),
        }

    def _of_api_of_leagues(self, sender: Callable[..., Send]) -> dict[str, Send]:
        program, path = Caller(self.stand.site, self.club.program()), f"leagues/{self.league.split('/')[2]}/"
        archive = program.get(f"{path}archive/").json()
        settings = {"name": "Kept", "zone": "UTC"}
        member = program.get(f"{path}members/").json()["members"][0]["id"]
        return {
            "api: league": sender(program, "PUT", path, lambda text: settings | {"name": text}),
            "api: place of a league": sender(program, "PUT", path, lambda text: settings | {"place": text}),
            "api: members": sender(program, "POST", f"{path}members/", lambda text: {"names": [text]}),
            "api: member": sender(program, "PUT", f"{path}members/{member}/", lambda text: {"name": text}),
            "api: table of the room": sender(program, "POST", f"{path}places/", lambda text: {"name": text}),
            "api: account": sender(program, "PUT", "account/", lambda text: {"name": text}),
            "api: archive": sender(program, "POST", "leagues/import/", lambda text: archive | {"name": text}),
        }

    def _of_files(self) -> dict[str, Send]:
        archive = json.loads(self.olga.get(f"{self.league}archive.json").text)

        def cells(*rows: tuple[str, ...]) -> bytes:
            written = io.StringIO()
            csv.writer(written).writerows(rows)
            return written.getvalue().encode("utf-8", "surrogatepass")

        def bring(body: Any) -> httpx.Response:
            text = json.dumps(body).encode()
            return self.olga.submit("/leagues/import/", files={"file": ("league.json", text, "application/json")})

        heading = ("night", "player 1", "player 2", "points 1", "points 2")
        return {
            "file: member": lambda text: self.club.bring(cells(("name",), (text,))),
            "file: player": lambda text: self.club.bring(cells(heading, ("2026-10-06", text, "Ben", "1", "0"))),
            "archive: league": lambda text: bring(archive | {"name": text}),
            "archive: member": lambda text: bring(
                archive | {"members": [{**archive["members"][0], "name": text}, *archive["members"][1:]]}
            ),
        }

    def _remarks(self) -> dict[str, Send]:
        olga, phone, url, season = self.olga, self.phone, self.table.url, self.season
        entrant = self.found(f"{season}entrants/", rf"{season}entrants/\d+/withdraw/")
        who = re.search(r"(\d+)/withdraw", entrant)[1]  # type: ignore[index]

        def round_reason(text: str) -> httpx.Response:
            game = self.table.read()["games"][0]
            seen = game["rounds"][0]["revision"]
            page = f"{url}rounds/1/1/"
            typed = {"end": "0:knock:7", "deadwood-1": str(20 + seen % 60), "reason": text, "confirm": "yes"}
            return phone.post(page, data=phone.fields(page) | {"key": new_key()} | typed)

        def strike_reason(text: str) -> httpx.Response:
            page = f"{url}rounds/1/1/"
            action = f"{page}void/"
            answer = phone.post(action, data=phone.fields(page, action) | {"key": new_key(), "reason": text})
            round_reason("It counts all the same")
            return answer

        def penalty(text: str) -> httpx.Response:
            fields = self.token() | {"do": "penalty", "entrant": who, "points": "1", "reason": text}
            return olga.post(f"{season}run/", data=fields)

        def withdrawal(text: str) -> httpx.Response:
            answer = olga.post(entrant, data=self.token() | {"reason": text})
            olga.post(entrant.replace("withdraw", "return"), data=self.token())
            return answer

        def dispute(text: str) -> httpx.Response:
            typed = {"verdict": "disputed", "round": "1:1:2", "side": "0", "reason": text}
            return olga.post(f"{self.match_table}check/", data=self.token() | typed)

        def change(text: str) -> httpx.Response:
            page = f"{self.match}change/"
            typed = {"do": "cancel", "reason": text}
            answer = olga.post(page, data=self.token() | typed)
            olga.post(page, data=self.token() | {"do": "restore"})
            return answer

        def season_rules(text: str) -> httpx.Response:
            page = f"{season}rules/change/"
            typed = olga.fields(page) | {"reason": text, "name": secrets.token_hex(4)}
            shown = olga.post(page, data=typed)
            return olga.post(page, data=typed | {"seen": forms_of(shown.text)[page]["seen"]})

        return {
            "round: reason": round_reason,
            "void: reason": strike_reason,
            "penalty: reason": penalty,
            "withdrawal: reason": withdrawal,
            "dispute: reason": dispute,
            "match: reason": change,
            "season rules: reason": season_rules,
        }
