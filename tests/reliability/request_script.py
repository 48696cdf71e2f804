"""A random but repeatable script of requests: a program that keeps score, and two browsers that press anything.

What a browser sends it takes from the page it was given: it follows one of its links, or fills in one of its forms,
well or badly. So everything that pages lead to is asked for, in whichever order, on both servers the same.
"""

import json
import random
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.reliability.form_values import LEFT_ALONE, TEXTS, Page, typed_into
from tests.reliability.twin_servers import Answers, Twins

Pair = tuple[str, str]
PRESETS: Final = ("standard", "ginski", "oklahoma", "hollywood", "gamesgrid_points", "bicycle", "no_such_rules")
PASSWORD: Final = "correct horse battery"


@dataclass
class Browser:
    """A browser at both servers, the pages it has open, and where it could go."""

    clients: tuple[httpx.Client, httpx.Client]
    pages: tuple[Page, Page] | None = None
    places: list[Pair] = field(default_factory=lambda: [("/", "/")])


@dataclass
class Sitting:
    """A table of the program: its id and tokens at both servers, and how it stands."""

    id: Pair
    tokens: dict[str, Pair]
    names: list[str]
    revision: int = 1
    game: int = 1
    round: int = 1
    over: bool = False
    seen: dict[int, int] = field(default_factory=dict)
    """The revision of each round of the game."""


class Script:
    """Everything that is asked, one request after the other, from one seed."""

    def __init__(self, twins: Twins, seed: int) -> None:
        self.twins, self.random, self.requests_made = twins, random.Random(seed), 0
        self.program = twins.browsers()
        self.people = [Browser(twins.browsers()) for _ in range(2)]
        self.tables: list[Sitting] = []

    def run(self, requests: int) -> None:
        """Send at least so many requests to each. Raises AssertionError at the first answers that differ."""
        self._sign_up(self.people[0])
        while self.requests_made < requests:
            self._of_the_program() if self.random.random() < 0.5 else self._of_a_browser()

    def _request(self, who: tuple[httpx.Client, httpx.Client], method: str, paths: Pair, **more: Any) -> Answers:
        self.requests_made += 1
        text = f"request {self.requests_made}, {method} {paths[0]} {more.get('bodies', ('',))[0]!r:.600}"
        return self.twins.send_request(who, method, paths, text, **more)

    # --- Browsers -------------------------------------------------------------------------------------------------

    def _sign_up(self, me: Browser) -> None:
        """An account, a league with people in it, and a season: what chance alone would not get right."""
        self._go(me, ("/account/signup/", "/account/signup/"))
        self._send(me, "password1", {"name": "Olga", "email": "olga@example.org", "password1": PASSWORD})
        self._go(me, ("/leagues/new/", "/leagues/new/"))
        self._send(me, "place", {"name": "Tuesday Gin", "place": "The Swan", "zone": "Europe/Berlin"})
        self._go(me, self._link(me, "/members/"))
        self._send(me, "names", {"names": "Ann\nBen\nCleo\nDan\nŽofie\nÉmile\nzoe"})
        self._go(me, self._link(me, "/seasons/new/"))
        self._send(me, "pairing", {"name": "Autumn"})

    def _link(self, me: Browser, ending: str) -> Pair:
        """A place that a page led to; anywhere else where none did."""
        found = [pair for pair in me.places if pair[0].endswith(ending)]
        return found[-1] if found else self.random.choice(me.places)

    def _of_a_browser(self) -> None:
        me = self.random.choice(self.people)
        what = self.random.random()
        if me.pages and me.pages[0].forms and what < 0.6:
            self._fill_in(me, self.random.randrange(len(me.pages[0].forms)))
        elif me.pages and me.pages[0].links and what < 0.85:
            number = self.random.randrange(len(me.pages[0].links))
            self._go(me, (me.pages[0].links[number], me.pages[1].links[number]))
        else:
            self._go(me, self.random.choice(me.places), self.random.choice(["GET"] * 12 + ["POST", "PUT", "HEAD"]))

    def _go(self, me: Browser, paths: Pair, method: str = "GET") -> None:
        headers = self.random.choice([{}, {}, {"HX-Request": "true"}, {"If-None-Match": '"1"'}])
        self._open(me, paths, self._request(me.clients, method, paths, headers=(headers, headers)))

    def _open(self, me: Browser, paths: Pair, answers: Answers) -> None:
        """Look at what came: the page it leads to, or the page it is."""
        if answers.status in (301, 302, 303) and (to := answers.both[0].headers["location"]).startswith("/"):
            place = (to, answers.both[1].headers["location"])
            if not to.startswith(LEFT_ALONE):
                self._go(me, place)
            return
        if answers.status == 200 and "html" in answers.both[0].headers.get("content-type", ""):
            one, other = (Page(path, text) for path, text in zip(paths, answers.texts, strict=True))
            if one.links or one.forms:
                me.pages = (one, other)
                me.places = list(dict.fromkeys([*me.places, *zip(one.links, other.links, strict=True)]))[-200:]

    def _send(self, me: Browser, with_field: str, filled: dict[str, str]) -> None:
        """Fill in the form of the open page that has a field, as given; the rest stays."""
        assert me.pages
        having = [n for n, form in enumerate(me.pages[0].forms) if any(with_field == name for name, *_ in form.fields)]
        if having:
            self._fill_in(me, having[0], filled)

    def _fill_in(self, me: Browser, number: int, filled: dict[str, str] | None = None) -> None:
        """Fill a form in by chance, the same way on both, and press one of its buttons."""
        assert me.pages
        one, other = (page.forms[number] for page in me.pages)
        values: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        for (name, kind, here), (same, _, there) in zip(one.fields, other.fields, strict=True):
            if chosen := self._chosen(name, kind, (here, there), filled, seen=name in values[0]):
                values[0][name], values[1][same] = chosen
        paths = (one.action, other.action)
        if one.buttons:
            which = self.random.randrange(len(one.buttons)) if filled is None else 0
            for field_value, (name, value, _) in zip(values, (one.buttons[which], other.buttons[which]), strict=True):
                if name:
                    field_value[name] = value
            paths = (one.buttons[which][2] or one.action, other.buttons[which][2] or other.action)
        if paths[0].startswith(LEFT_ALONE):
            return
        if filled is None and values[0] and self.random.random() < 0.05:
            missing = self.random.randrange(len(values[0]))
            for field_value in values:
                del field_value[list(field_value)[missing]]
        if one.method == "GET":
            urls = [str(httpx.URL(path, params=value)) for path, value in zip(paths, values, strict=True)]
            self._go(me, (urls[0], urls[1]))
            return
        headers = {"HX-Request": "true"} if self.random.random() < 0.4 else {}
        self._open(me, paths, self._request(me.clients, "POST", paths, bodies=values, headers=(headers, headers)))

    def _chosen(
        self, name: str, kind: str, offered: tuple[list[str], list[str]], filled: dict[str, str] | None, *, seen: bool
    ) -> Pair | None:
        """What a field says on each server, None for nothing; ``filled`` where it is filled in sensibly."""
        here, there = offered
        if kind in ("radio", "checkbox"):
            taken = (filled is None and self.random.random() < 0.5) or (kind == "radio" and not seen)
            return (here[0] if here else "on", there[0] if there else "on") if taken else None
        if kind == "hidden":
            return (here[0], there[0]) if here else None
        if filled is not None:
            text = filled.get(name, "")
            return (here[0], there[0]) if here and name not in filled else (text, text)
        if here and self.random.random() < 0.6:
            which = self.random.randrange(len(here))
            return here[which], there[which]
        text = self.random.choice(typed_into(name, kind))
        return text, text

    # --- The program ----------------------------------------------------------------------------------------------

    def _of_the_program(self) -> None:
        if not self.tables or self.random.random() < 0.04:
            self._start()
            return
        table = self.random.choice(self.tables[-6:])
        self.random.choice([self._round] * 5 + [self._correct] * 3 + [self._read] * 3 + [self._other] * 4)(table)

    def _call(
        self,
        method: str,
        path: str,
        payload: object = None,
        table: Sitting | None = None,
        role: str = "score",
        **headers: str,
    ) -> Answers:
        """Send an API request; now and then with an invalid body or token."""
        body = None if payload is None else json.dumps(payload).encode()
        if body and self.random.random() < 0.03:
            body = self.random.choice([b"", b"[]", b"{", b'{"a": NaN}', b"\xff", b"[" * 2_000, body[:-2]])
        kind = "text/plain" if self.random.random() < 0.02 else "application/json"
        sent = [{"Content-Type": kind} | headers for _ in range(2)]
        paths = (path, path)
        if table:
            paths = (path.format(table.id[0]), path.format(table.id[1]))
            role = self.random.choice([role] * 12 + ["owner", "watch", "nobody"])
            for number, mine in enumerate(sent):
                mine["Authorization"] = f"Bearer {table.tokens[role][number] if role in table.tokens else 'x' * 32}"
        answers = self._request(
            self.program,
            method,
            (f"/api/v1/{paths[0]}", f"/api/v1/{paths[1]}"),
            headers=(sent[0], sent[1]),
            bodies=(body, body),
        )
        if table and answers.status == httpx.codes.GONE and self.random.random() < 0.5 and table in self.tables:
            # The scoring was taken over, or the link switched off: the program turns to other tables.
            self.tables.remove(table)
        if table and answers.status in (200, 201) and isinstance(shown := answers.json()[0], dict):
            self._note(table, shown.get("table", shown))
        return answers

    def _note(self, table: Sitting, shown: dict[str, Any]) -> None:
        """Remember how a table stands, where an answer shows it."""
        if "games" in shown and "seats" in shown and shown["games"]:
            last = shown["games"][-1]
            table.revision, table.game, table.round = shown["revision"], last["number"], len(last["rounds"]) + 1
            table.over = last["over"]
            table.seen = {line["number"]: line["revision"] for line in last["rounds"]}

    def _start(self) -> None:
        names = self.random.choice(
            [["Ann", "Ben"]] * 4 + [["Ann", "Ben", "Cleo"], ["Ann", "ann"], ["Ann"], list(TEXTS[-5:])]
        )
        body: dict[str, Any] = {"players": names, "preset": self.random.choice(PRESETS)}
        if self.random.random() < 0.5:
            body["house_rules"] = {"target": self.random.choice([30, 60, 150, 0, "far", 10**9])}
        if self.random.random() < 0.3:
            body["name"] = self.random.choice(TEXTS)
        answers = self._call("POST", "tables/", body)
        if answers.status == 201:
            one, other = answers.json()
            tokens = {role: (one[f"{role}_token"], other[f"{role}_token"]) for role in ("owner", "score", "watch")}
            made = Sitting((one["id"], other["id"]), tokens, names)
            self._note(made, one)
            self.tables.append(made)

    def _round_body(self, table: Sitting) -> dict[str, Any]:
        """A round, mostly one that can be."""
        ender = self.random.choice(table.names)
        low = self.random.choice([0, 1, 5, 7, 10, 11])
        counts = {name: self.random.choice([0, 3, 12, 25, 40, 98, 500]) for name in table.names} | {ender: low}
        declaration: dict[str, Any] = {
            "declared": self.random.choice(["knock"] * 6 + ["gin", "gin", "dead", "misdeal", "flop"])
        }
        if declaration["declared"] in ("knock", "gin", "flop"):
            declaration |= {
                "ender": ender,
                "deadwood_after_layoffs": counts | ({ender: 0} if declaration["declared"] == "gin" else {}),
            }
        if self.random.random() < 0.05:
            declaration["reason"] = self.random.choice(TEXTS)
        return declaration

    def _key(self) -> dict[str, str]:
        return {"Idempotency-Key": f"k-{self.random.randrange(400)}"} if self.random.random() < 0.9 else {}

    def _round(self, table: Sitting) -> None:
        if table.over and self.random.random() < 0.8:
            self._call("POST", "tables/{}/games/", {}, table, **self._key())
            return
        number = table.round + self.random.choice([0] * 12 + [1, -1])
        body = self._round_body(table) | {"game": table.game, "round": number}
        self._call(
            "POST", f"tables/{{}}/{self.random.choice(['rounds'] * 4 + ['preview'])}/", body, table, **self._key()
        )
        self._call("GET", "tables/{}/", table=table)

    def _correct(self, table: Sitting) -> None:
        number = self.random.randrange(1, max(2, table.round))
        seen = {"If-Match": f'"{self.random.choice([table.seen.get(number, 2)] * 6 + [table.revision, 1])}"'}
        path = f"tables/{{}}/rounds/{table.game}/{number}/"
        if self.random.random() < 0.7:
            self._call("PUT", path, self._round_body(table), table, **seen, **self._key())
        else:
            self._call("DELETE", path, table=table, **seen, **self._key())

    def _read(self, table: Sitting) -> None:
        paths = (
            "entries/",
            "entries/?after=2",
            "entries/?after=x",
            "notation/",
            "links/",
            "",
            "rounds/1/1/",
            "nothing/",
        )
        self._call("GET", f"tables/{{}}/{self.random.choice(paths)}", table=table, role="owner")

    def _other(self, table: Sitting) -> None:
        seen = {"If-Match": f'"{self.random.choice([table.revision] * 6 + [1])}"'}
        path, method, body = self.random.choice(
            [
                (f"games/{table.game}/finish/", "POST", {}),
                (f"games/{table.game}/reopen/", "POST", {}),
                ("games/", "POST", self.random.choice([{}, {"preset": self.random.choice(PRESETS)}])),
                (
                    f"games/{table.game}/rules/",
                    "POST",
                    {"house_rules": {"gin_bonus": self.random.choice([20, 25, -1])}},
                ),
                ("stakes/", "PUT", {"unit": self.random.choice(TEXTS), "point": self.random.choice([5, 0, 10**12])}),
                ("strict/", "PUT", {"strict": self.random.choice([True, False, "yes"])}),
                ("takeover/", "PUT", {"takeover": self.random.choice([True, None])}),
                (
                    "links/",
                    "POST",
                    {"role": self.random.choice(["watch", "score", "owner"]), "label": self.random.choice(TEXTS)},
                ),
                ("questions/1/", "POST", {"take": True}),
            ]
        )
        if self.random.random() < 0.05:
            path, method, body = "handover/", "POST", {}
        self._call(method, f"tables/{{}}/{path}", body, table, "owner", **seen, **self._key())
        if self.random.random() < 0.2:
            question = {"id": 1, "kind": "meld", "cards": self.random.choice(["7h 8h 9h", "5555", "Ks", ""])}
            self._call("POST", "evaluate/", question)
