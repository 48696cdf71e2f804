"""The access matrix: every route, method, actor and object behaves as declared."""

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from django.urls import resolve

from games.models import Seal
from tests.security import routes
from tests.security.declared_rights import (
    ABOUT_NOTHING,
    API,
    BROWSERS,
    GIVES_SEALS,
    KEEPS_IN_SESSION,
    LEAGUES,
    LED_TO_LOGIN,
    PAGES,
    PROGRAMS,
    TABLES,
    TO_LOG_IN,
    Needs,
    api_status,
    page_status,
    role,
)
from tests.security.request_data import body_of, form_of
from tests.security.world import HIGH, NOWHERE, Undone, World, Written, everything, fill, forget, make_world

SAMPLED: Final = pytest.mark.parametrize(
    "every",
    [pytest.param(12, id="every twelfth actor"), pytest.param(1, id="every actor", marks=pytest.mark.slow)],
)
"""At each address and method; a sample has other actors at each of them."""
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
REACHED: Final = {400, 409, 412, 422, 428}
"""The answers to an empty form or body from an actor who has the right."""
ROUTES: Final = {name: f"/{path}" for name, path in routes.ROUTES}
KINDS: Final = (
    # Prefixes of paths, and their objects.
    ("/t/", "table"),
    ("/api/v1/tables/<", "table"),
    ("/api/v1/leagues/<", "league"),
    ("/api/v1/seasons/<", "season"),
    ("/api/v1/account/tokens/<", "token"),
    ("/l/", "league"),
    ("/s/", "season"),
    ("/h/", "rules"),
    ("/account/sessions/<", "session"),
    ("/account/tokens/<", "token"),
    ("/account/2fa/webauthn/keys/<", "passkey"),
    ("/account/password/reset/key/<", "secret"),
    ("/account/confirm-email/<", "secret"),
    ("/j/", "secret"),
    ("/k/", "secret"),
    ("/g/", "secret"),
)
OBJECTS: Final = {
    # What of each kind there is; the last is not there.
    "table": TABLES,
    "league": LEAGUES,
    "season": LEAGUES,
    "rules": ("own", "other", "none"),
    "session": ("own", "other", "none"),
    "token": ("own", "other", "none"),
    "passkey": ("own", "other", "none"),
    "secret": ("own", "switched off", "none"),
    "": ("", "-"),
}
ROUTES: Final = {name: f"/{path}" for name, path in routes.ROUTES}


@dataclass
class Seen:
    """What came out: how many cells, how many of them were refused, and everything that is not as declared."""

    cells: int = 0
    refused: int = 0
    pairs: int = 0
    wrong: list[str] = field(default_factory=list)
    answers: dict[tuple[str, ...], Any] = field(default_factory=dict)

    def note(self, right: bool, *details: object) -> None:
        """Count a cell, and describe it if it is wrong."""
        self.cells += 1
        if not right:
            self.wrong.append(" · ".join(str(x) for x in details))

    def compare(self, one: Any, other: Any, *details: object) -> None:
        """Two answers that must be indistinguishable."""
        self.pairs += 1
        if shape(one) != shape(other):
            self.wrong.append(" · ".join(str(x) for x in (*details, "differs from what is not there")))


def shape(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """Everything visible of an answer except the CSRF token, which is random.

    The token is in the header that a page gives to htmx, and in a field of each form; it always has 64 characters. The
    request id is different every time, too.
    """
    whole = b"".join(answer.streaming_content) if answer.streaming else answer.content
    body = re.sub(rb'(X-CSRFToken": "|name="csrfmiddlewaretoken" value=")\w{64}"', rb"\1", whole)
    headers = {name: value for name, value in answer.items() if name not in ("Set-Cookie", "X-Request-ID")}
    return answer.status_code, body, headers


def test_every_address_is_declared_and_nothing_else(counted: Callable[[str], None]) -> None:
    assert len(ROUTES) == len(routes.ROUTES), "two addresses have the same name"
    declared = {**PAGES, **API}
    assert len(declared) == len(PAGES) + len(API)
    undeclared = sorted(set(ROUTES) - set(declared))
    assert not undeclared, f"Say in tests/security/declared_rights.py what right these need: {undeclared}"
    assert not sorted(set(declared) - set(ROUTES))
    for name in API:
        view = resolve(re.sub(r"<[^>]*>", "1", ROUTES[name])).func
        has = view.actions if hasattr(view, "actions") else dir(view.view_class)
        methods = {method for method in METHODS if method.lower() in has}
        assert methods == set(API[name]), f"{name} has {methods}, declared are {set(API[name])}"
    counted(
        f"{len(ROUTES)} addresses, {sum(len(needs) for needs in declared.values())} with their methods: 0 undeclared"
    )


def kind_of(address: str) -> str:
    """What an address is about; "" for nothing in particular."""
    return next((kind for beginning, kind in KINDS if address.startswith(beginning)), "")


def parts(world: World, name: str, at: str) -> dict[str, Any]:
    """The values of path parameters for an object."""
    kind = kind_of(ROUTES[name])
    if kind == "secret":
        return world.secrets[name][at]
    if not kind:
        return {"preset": "ginski", "token": "x", "seal": Seal.objects.values_list("seal", flat=True).first()}
    nowhere = at == OBJECTS[kind][-1]
    like = OBJECTS[kind][0] if nowhere else at
    found = dict(world.parts[f"{kind} {like}"])
    if name == "season:import_upload":
        found["number"] = found["upload"]
    if name == "season:take_back_import":
        found["number"] = found["event"]
    if name == "league:accept_office":
        found["link"] = found["invitation"]
    if nowhere:
        found |= {"pk": HIGH} if kind == "passkey" else {"public_id": NOWHERE}
    return found


def actors_to_try(right: str, at: str, kind: str, actors: Sequence[str]) -> Sequence[str]:
    """The actors of a cell in a sample: not those who are all the same there.

    Most actors are left out at public routes; at foreign and missing objects, those without such objects.
    """
    if at == OBJECTS[kind][0]:
        return actors
    if right in ("public", "secret", "mailed link"):
        return [actor for actor in actors if actor in ("anonymous", "owner A", "organizer L1") or actor in PROGRAMS]
    if kind not in ("table", "league", "season"):
        return actors
    alike = {actor for actor in actors if not any(role(actor, own) for own in OBJECTS[kind])}
    return [actor for actor in actors if actor not in alike or actor in ("anonymous", "deactivated organizer L1")]


def in_turn(actors: Sequence[str], name: str, method: str, every: int) -> Sequence[str]:
    """So many of the actors, other ones at each address and method."""
    return actors[zlib.crc32(f"{method} {name}".encode()) % every :: every]


def cells(
    world: World, needs: Needs, actors: Sequence[str], every: int
) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Name, method, right, object, filled address and actor of every cell."""
    for name, methods in needs.items():
        address = ROUTES[name]
        for at in filter(None, OBJECTS[kind_of(address)]):
            filled = fill(address, parts(world, name, at))
            for method, right in methods.items():
                tried = actors if every == 1 else actors_to_try(right, at, kind_of(address), actors)
                for actor in in_turn(tried, name, method, every):
                    yield name, method, right, at, filled, actor


def reached(answer: Any, name: str, *, does: bool) -> bool:
    """Whether an answer is one for an actor with the right; ``does``: the request was valid, not empty."""
    if name in ABOUT_NOTHING:
        return answer.status_code < 500 and answer.status_code not in (401, 403, 405, 410)
    return answer.status_code < 400 or (not does and answer.status_code in REACHED)


def wrote(name: str, done: Undone) -> int:
    """How many rows were written, but for the seals that some addresses give, and the browser's session."""
    if name in KEEPS_IN_SESSION:
        return max(0, done.rows - 1)
    return done.rows - done.seals if name in GIVES_SEALS else done.rows


def at_pages(
    world: World, seen: Seen, every: int, *, public: bool = False, only: str = "", browsers: Sequence[str] = BROWSERS
) -> None:
    """Browsers at every page; ``only`` at one object."""
    written, seals = Written(), Seal.objects.count()
    for name, method, right, at, address, actor in cells(world, PAGES, browsers, every):
        if only and at != only:
            continue
        form, does = form_of(world, name, at, actor) if method == "POST" else ({}, True)
        with Undone(written) as done:
            answer = world.send(actor, method, address, form)
            done.seals = Seal.objects.count() - seals
        wanted = page_status(name, actor, right, at, public=public)
        login = answer.get("Location", "").startswith("/account/login/")
        case = (name, method, actor, at, answer.status_code, f"declared {wanted or 'allowed'}", f"{done.rows} rows")
        if wanted is None:
            allowed = reached(answer, name, does=does)
            seen.note(
                allowed and (not login or name in LED_TO_LOGIN) and not (method == "GET" and wrote(name, done)), *case
            )
        else:
            seen.refused += 1
            seen.note(answer.status_code == wanted and not done.rows and login == (wanted == TO_LOG_IN), *case)
            keep(seen, answer, (name, method, actor), at)


def at_the_api(world: World, seen: Seen, every: int) -> None:
    """Programs at every address of the API."""
    written, seals = Written(), Seal.objects.count()
    for name, method, right, at, address, program in cells(world, API, list(PROGRAMS), every):
        body, does = body_of(name, method)
        with Undone(written) as done:
            answer = world.send_request(program, method, address, body)
            done.seals = Seal.objects.count() - seals
        wanted = api_status(program, right, at)
        case = (name, method, program, at, answer.status_code, f"declared {wanted or 'allowed'}", f"{done.rows} rows")
        if wanted is None:
            seen.note(reached(answer, name, does=does) and not (method == "GET" and wrote(name, done)), *case)
        else:
            seen.refused += 1
            challenged = (answer.get("WWW-Authenticate") == "Bearer") == (wanted == 401)
            seen.note(answer.status_code == wanted and not done.rows and challenged, *case)
            keep(seen, answer, (name, method, program), at)


def keep(seen: Seen, answer: Any, who: tuple[str, ...], at: str) -> None:
    """Compare the answers for a hidden object and for a missing one, once both were requested."""
    there = seen.answers.setdefault(who, {})
    if answer.status_code in (401, 404):
        there[at] = answer
    for nowhere in ("no table", "no league", "none"):
        if at == nowhere and nowhere in there:
            for other, one in there.items():
                if other != nowhere:
                    seen.compare(one, there[nowhere], *who, other)


def settle(seen: Seen, before: dict[str, list[tuple[Any, ...]]], counted: Callable[[str], None], what: str) -> None:
    """Report the counts, and fail if anything is not as declared."""
    counted(
        f"{what}: {seen.cells:,} cells, {seen.refused:,} of them refused with 0 rows written, "
        f"{seen.pairs:,} pairs of not yours and not there equal, {len(seen.wrong)} not as declared"
    )
    assert not seen.wrong, "\n".join([f"{len(seen.wrong)} of {seen.cells} cells:", *seen.wrong[:400]])
    assert everything() == before


def run(
    counted: Callable[[str], None], what: str, cells: Callable[[World, Seen], None], *, public: bool = False
) -> Seen:
    """Make sample data, try the cells, and check that nothing of it remains."""
    world, seen = make_world(public=public), Seen()
    forget()
    before = everything()
    cells(world, seen)
    settle(seen, before, counted, what)
    return seen


@SAMPLED
def test_browsers_at_every_page(db: None, every: int, counted: Callable[[str], None]) -> None:
    def cells(world: World, seen: Seen) -> None:
        at_pages(world, seen, every)

    assert run(counted, "pages", cells).cells > 4_000 // every


@SAMPLED
def test_browsers_in_a_league_for_everybodys_eyes(db: None, every: int, counted: Callable[[str], None]) -> None:
    duties = ("scorer L1", "referee L1", "organizer L1")
    browsers = BROWSERS if every == 1 else [who for who in BROWSERS if who not in duties and "A" not in who.split()]

    def cells(world: World, seen: Seen) -> None:
        at_pages(world, seen, every, public=True, only="league L1", browsers=browsers)

    assert run(counted, "pages of a public league", cells, public=True).cells > 500 // every


@SAMPLED
def test_programs_at_every_address_of_the_api(db: None, every: int, counted: Callable[[str], None]) -> None:
    def cells(world: World, seen: Seen) -> None:
        at_the_api(world, seen, every)

    assert run(counted, "API", cells).cells > 2_400 // every


NUMBERS: Final = (
    *("link", "member", "office", "place", "entrant", "mate", "number", "game", "question"),
    *("penalty", "upload", "event"),
)
"""The parts of an address that are numbers below a table, a league or a season."""
STRONGEST: Final = {"table": "owner A", "league": "organizer L1", "season": "organizer L1"}
STRONGEST_PROGRAM: Final = {"table": "owner token A", "league": "manage token L1", "season": "manage token L1"}


def numbers(world: World) -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """Name, method, object's kind, part, and one's own address with a number of others in it and one of nothing."""
    for name, methods in {**PAGES, **API}.items():
        address, kind = ROUTES[name], kind_of(ROUTES[name])
        if kind not in STRONGEST:
            continue
        own, other = (parts(world, name, OBJECTS[kind][n]) for n in (0, 1))
        for part in (part for part in NUMBERS if f":{part}>" in address):
            # The first round of another table is numbered like one's own.
            foreign = [number for number in (other[part], HIGH + 1) if number != own[part]]
            for method in methods:
                yield name, method, kind, part, tuple(fill(address, own | {part: number}) for number in foreign)


def at_numbers(world: World, seen: Seen) -> None:
    """An actor with all rights to their own objects uses the ids of other people's and of missing objects."""
    written = Written()
    for name, method, kind, part, foreign in numbers(world):
        answers = []
        for address in foreign:
            form = form_of(world, name, OBJECTS[kind][0], STRONGEST[kind])[0] if method == "POST" else {}
            with Undone(written) as done:
                if name in API:
                    answers.append(
                        world.send_request(STRONGEST_PROGRAM[kind], method, address, body_of(name, method)[0])
                    )
                else:
                    answers.append(world.send(STRONGEST[kind], method, address, form))
            status = answers[-1].status_code
            seen.refused += 1
            right = status == 404 or (method != "GET" and status in REACHED)
            seen.note(right and not done.rows, name, method, part, address, status, f"{done.rows} rows")
        if len(answers) == 2:
            seen.compare(answers[0], answers[1], name, method, part)


def test_ids_of_others_below_own_objects_are_not_found(db: None, counted: Callable[[str], None]) -> None:
    assert run(counted, "numbers of others", at_numbers).cells > 50


@pytest.mark.slow
def test_methods_that_an_address_does_not_have(db: None, counted: Callable[[str], None]) -> None:
    def cells(world: World, seen: Seen) -> None:
        written = Written()
        for name, methods in {**PAGES, **API}.items():
            at = fill(ROUTES[name], parts(world, name, next(filter(None, OBJECTS[kind_of(ROUTES[name])]))))
            for method in sorted(set(METHODS) - set(methods)):
                for who in ("owner token A", "no token") if name in API else ("owner A", "organizer L1", "anonymous"):
                    with Undone(written) as done:
                        answer = (world.send_request if name in API else world.send)(who, method, at)
                    seen.refused += 1
                    allows = {x.strip() for x in answer.get("Allow", "").split(",")} - {"HEAD", "OPTIONS"}
                    case = (name, method, who, answer.status_code, sorted(allows), f"{done.rows} rows")
                    seen.note(answer.status_code == 405 and not done.rows and allows == set(methods), *case)

    assert run(counted, "methods that are not there", cells).cells > 800
