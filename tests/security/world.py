"""A small data set for the access matrix: two tables, two leagues, and everybody with a right there."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any, Final, Self

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from games.models import (
    AccessLink,
    Account,
    AccountSession,
    ApiToken,
    Duty,
    HouseRules,
    League,
    LeaguePass,
    LinkTarget,
    Member,
    Role,
    Scope,
    SheetUpload,
)
from games.selectors import caching
from games.selectors.league.league_access import access_to_league
from games.selectors.secrets import derived_secret
from games.services.account.api_tokens import make_token, revoke_token
from games.services.devices import make_device
from games.services.league.leagues import ensure_link, new_link
from games.services.season.match_start import watch_match
from games.services.season.results_import import import_results
from games.services.sharing.links import accept_link, create_link, revoke_link
from games.services.sharing.sharing import stop_sharing
from games.services.table.games import start_game
from tests.authenticator import Authenticator
from tests.leagues import Club, account, club
from tests.makers import Phone, enter, finish, gin, join, knock, own_rules, share, start
from tests.match_night import browser, place, tablet
from tests.security.declared_rights import BELONGS, BROWSERS, PROGRAMS

NOWHERE: Final = "0123456789abcdef"
HIGH: Final = 10**9


@dataclass
class World:
    """Who and what there is. ``browsers`` and ``tokens`` are by the names of ``declared``."""

    tables: dict[str, str]
    clubs: dict[str, Club]
    browsers: dict[str, Client]
    tokens: dict[str, str]
    parts: dict[str, dict[str, Any]]
    secrets: dict[str, dict[str, dict[str, str]]]
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, client in self.browsers.items():
            client.get("/account/")  # notes that its session is in use, which it does every ten minutes
            self.cookies[name] = {key: morsel.value for key, morsel in client.cookies.items()}

    def send(self, actor: str, method: str, address: str, data: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """One request of a browser, which forgets the cookies that the answer brings."""
        client = self.browsers[actor]
        client.cookies = SimpleCookie(self.cookies[actor])
        return getattr(client, method.lower())(address, data or {}, **more)

    def send_request(
        self, program: str, method: str, address: str, body: bytes = b"{}", kind: str = "application/json"
    ) -> Any:
        """One request of a program."""
        client = Client(raise_request_exception=False)
        if "session" in program:
            client.cookies = SimpleCookie(self.cookies["organizer L1"])
        headers = {"Idempotency-Key": "k", "If-Match": '"2"'}
        if token := self.tokens[program]:
            headers["Authorization"] = f"Bearer {token}"
        return client.generic(method, address, body, content_type=kind, headers=headers)


def fill(address: str, parts: Mapping[str, Any]) -> str:
    """An address with its parts put in."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(parts[found[1]]), address)


class Written:
    """How many rows were written so far; those rolled back afterwards count as well."""

    def __init__(self) -> None:
        connection.ensure_connection()
        assert connection.vendor == "sqlite", "this counter is SQLite's"

    @property
    def rows(self) -> int:
        """Rows inserted, changed and deleted since the connection was opened."""
        return int(connection.connection.total_changes)


class Undone:
    """A block that leaves nothing behind: its rows are rolled back, caches in memory are cleared.

    ``rows`` is how many rows were written in it; who counts ``seals`` says how many of them are seals.
    """

    def __init__(self, written: Written) -> None:
        self._written, self.rows, self.seals = written, 0, 0

    def __enter__(self) -> Self:
        self._before, self._point = self._written.rows, transaction.savepoint()
        return self

    def __exit__(self, *error: object) -> None:
        self.rows = self._written.rows - self._before
        transaction.savepoint_rollback(self._point)
        cache.clear()
        if self.rows:
            forget()


def forget() -> None:
    """Forget counted requests, and sheets: after a rollback the same revision may be another entry."""
    caching.clear_caches()
    cache.clear()


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, as the database has them."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found


def make_world(*, public: bool = False) -> World:
    """Two tables of nobody's league, two leagues, and everybody. League L1 is ``public`` or not; L2 is not."""
    ann, bob = start(label="Ann's phone"), start("Eve", "Fay", label="Bob's phone")
    for phone in (ann, bob):
        enter(phone, knock(0, 7, 20))
    mine, theirs = own_rules(join(bob, Role.SCORE, "Bob's other phone")), own_rules(ann, "Attic gin")
    one, two = club("Ann", "Ben", "Cleo", "Dan"), club("Zoe", "Yan", "Xan")
    match = one.match("Ann", "Ben", place=place(one))
    elsewhere = two.match("Zoe", "Yan", place=place(two))
    people = _people(one, two)
    for who in ("member L1", "tablet L1", "scorer L1", "referee L1", "organizer L1"):
        table = one.table(match, people[who])
    enter(Phone(two.table(elsewhere, people["organizer L2"]), "", {}), gin(0, 20))
    watch_match(access=people["another member L1"], season=one.season, number=match.number)
    match.refresh_from_db()
    assert match.table
    table = match.table
    enter(Phone(one.table(match, people["member L1"]), "", {}), gin(0, 20))
    League.objects.filter(pk=one.league.pk).update(public=public)
    League.objects.filter(pk=two.league.pk).update(public=False)
    tokens = _tokens(ann, bob, one, two, people)
    browsers = {name: browser(access) for name, access in people.items()} | _phones(ann, bob, mine)
    browsers["a token of the API at a page"] = Client(
        raise_request_exception=False, headers={"authorization": f"Bearer {tokens['manage token L1']}"}
    )
    Account.objects.filter(name="Olaf").update(is_active=False)
    for who in Account.objects.all():
        EmailAddress.objects.create(user=who, email=who.email, verified=True, primary=True)
    passkeys = {who.pk: _passkey(who) for who in (one.organizer, two.organizer)}
    TOTP.activate(one.organizer, "A" * 32)
    world = World(
        tables={"table A": ann.table.public_id, "table B": bob.table.public_id, "match of L1": table.public_id},
        clubs={"league L1": one, "league L2": two},
        browsers={name: browsers[name] for name in BROWSERS},
        tokens={name: tokens[name] for name in PROGRAMS},
        parts={},
        secrets=_secrets(ann, one),
    )
    world.parts = _parts(world, ann, bob, mine, theirs)
    world.parts |= {
        "passkey own": {"pk": passkeys[one.organizer.pk]},
        "passkey other": {"pk": passkeys[two.organizer.pk]},
    }
    return world


def _passkey(account: Account) -> int:
    """Give the account a passkey; return its id."""
    made = Authenticator("http://testserver").make({"rp": {"id": "testserver"}, "challenge": "AAAA"})
    return int(WebAuthn.add(account, "Laptop", json.loads(made)).instance.pk)


def _people(one: Club, two: Club) -> dict[str, Any]:
    dan = account("Dan")
    Member.objects.filter(pk=one.members["Dan"].pk).update(account=dan)
    olaf = one.official(Duty.ORGANIZER, "Olaf")
    found = {
        "member L1": one.phone("Ann"),
        "another member L1": access_to_league(one.league, dan, make_device(label="Dan's phone").device),
        "tablet L1": tablet(one, one.league.places.get()),
        "scorer L1": one.official(Duty.SCORER, "Sam"),
        "referee L1": one.official(Duty.REFEREE, "Rita"),
        "organizer L1": access_to_league(one.league, one.organizer, make_device(label="Olga's phone").device),
        "referee L2": two.official(Duty.REFEREE, "Zara"),
        "organizer L2": access_to_league(two.league, two.organizer, make_device(label="Zita's phone").device),
        "deactivated organizer L1": olaf,
    }
    invitation = new_link(nonce="i" * 32, league=one.league, opens=LinkTarget.OFFICE, duty=Duty.SCORER)
    for who, _ in BELONGS["invited"]:
        LeaguePass.objects.create(device=found[who].device, link=invitation)
    return found


def _phones(ann: Phone, bob: Phone, house_rules: HouseRules) -> dict[str, Client]:
    former = create_link(access=ann.access, role=Role.SCORE, label="Former")
    device = make_device(label="Carl's phone")
    accept_link(secret=former.secret, device=device.device)
    revoke_link(access=ann.access, link_id=former.link.pk)
    revoked = Phone(ann.access, device.secret, {})
    scorer_b = join(bob, Role.SCORE, "Bea's phone")
    HouseRules.objects.filter(pk=house_rules.pk).update(owner=scorer_b.access.device)
    return {
        "anonymous": Client(raise_request_exception=False),
        "spectator A": join(ann, Role.WATCH, "Wanda's phone").browser(),
        "scorer A": join(ann).browser(),
        "revoked scorer A": revoked.browser(),
        "owner A": ann.browser(),
        "scorer B": scorer_b.browser(),
    }


def _tokens(ann: Phone, bob: Phone, one: Club, two: Club, people: Mapping[str, Any]) -> dict[str, str]:
    def token(who: Account, scope: Scope) -> str:
        return make_token(account=who, label=f"{scope}", scope=scope, days=7).secret

    olga, olaf = one.organizer, people["deactivated organizer L1"].account
    former = create_link(access=ann.access, role=Role.SCORE, label="Former program")
    revoke_link(access=ann.access, link_id=former.link.pk)
    ended = make_token(account=olga, label="Ended", scope=Scope.MANAGE, days=7)
    revoke_token(account=olga, public_id=ended.token.public_id)
    over = make_token(account=olga, label="Over", scope=Scope.MANAGE, days=7)
    ApiToken.objects.filter(pk=over.token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    found = {
        "no token": "",
        "no token, but the session of organizer L1": "",
        "a token that never was": "A" * 32,
        "an account's token that never was": "gin_" + "A" * 32,
        "watch token A": ann.secrets[Role.WATCH],
        "score token A": ann.secrets[Role.SCORE],
        "owner token A": ann.secrets[Role.OWNER],
        "score token B": bob.secrets[Role.SCORE],
        "revoked score token A": former.secret,
        "read token L1": token(olga, Scope.READ),
        "score token L1": token(olga, Scope.SCORE),
        "manage token L1": token(olga, Scope.MANAGE),
        "manage token of the referee L1": token(people["referee L1"].account, Scope.MANAGE),
        "manage token of a member L1": token(people["another member L1"].account, Scope.MANAGE),
        "manage token L2": token(two.organizer, Scope.MANAGE),
        "revoked token L1": ended.secret,
        "token L1 that is over": over.secret,
        "token of a deactivated account": token(olaf, Scope.MANAGE),
    }
    ApiToken.objects.update(used_at=timezone.now())  # noted every ten minutes
    return found


def _secrets(ann: Phone, one: Club) -> dict[str, dict[str, dict[str, str]]]:
    """For each address with a secret: one that opens something, one that was switched off, one that never was."""
    off = create_link(access=ann.access, role=Role.WATCH, label="Off")
    revoke_link(access=ann.access, link_id=off.link.pk)
    closed = new_link(nonce="n" * 32, league=one.league, opens=LinkTarget.LEAGUE, revoked_at=timezone.now())
    opened = ensure_link(one.league, LinkTarget.LEAGUE)
    good = {
        "uidb36": user_pk_to_url_str(one.organizer),
        "key": default_token_generator.make_token(one.organizer),
    }
    confirmed = one.organizer.emailaddress_set.get()
    unconfirmed = one.organizer.emailaddress_set.create(email="quentin@example.org")
    return {
        "join": {
            "own": {"secret": ann.secrets[Role.WATCH]},
            "switched off": {"secret": off.secret},
            "none": {"secret": "A" * 32},
        },
        "accept_link": {
            "own": {"secret": derived_secret(opened.nonce)},
            "switched off": {"secret": derived_secret(closed.nonce)},
            "none": {"secret": "A" * 32},
        },
        **dict.fromkeys(("shared", "shared_image"), _summaries()),
        "account_reset_password_from_key": {
            "own": good,
            "switched off": good | {"key": "x-y"},
            "none": good | {"uidb36": "zzzzz"},
        },
        "account_confirm_email": {
            "own": {"key": EmailConfirmationHMAC.create(unconfirmed).key},
            "switched off": {"key": EmailConfirmationHMAC.create(confirmed).key},
            "none": {"key": "x:y:z"},
        },
    }


def _summaries() -> dict[str, dict[str, str]]:
    """Summaries of games at a separate table: one shared, one revoked, and none."""
    phone = start("Wilma", "Fred", label="Wilma's phone")
    found = {"none": {"secret": "A" * 32}}
    for game, at in enumerate(("switched off", "own"), 1):
        enter(phone, gin(0, 20))
        finish(phone)
        found[at] = {"secret": share(phone, game)}
        start_game(access=phone.access, key=f"g{game}")
    stop_sharing(access=phone.access, game=1)
    return found


def _parts(world: World, ann: Phone, bob: Phone, mine: HouseRules, theirs: HouseRules) -> dict[str, dict[str, Any]]:
    """URL parameters of each object: its own ids, those of another object, and missing ones."""
    one, two = world.clubs["league L1"], world.clubs["league L2"]
    sessions = {who.pk: AccountSession.objects.filter(account=who).first() for who in (one.organizer, two.organizer)}
    tokens = {who.pk: ApiToken.objects.filter(account=who).first() for who in (one.organizer, two.organizer)}
    found: dict[str, dict[str, Any]] = {
        "session own": {"public_id": sessions[one.organizer.pk].public_id},  # type: ignore[union-attr]
        "session other": {"public_id": sessions[two.organizer.pk].public_id},  # type: ignore[union-attr]
        "token own": {"public_id": tokens[one.organizer.pk].public_id},  # type: ignore[union-attr]
        "token other": {"public_id": tokens[two.organizer.pk].public_id},  # type: ignore[union-attr]
        "rules own": {"public_id": mine.public_id},
        "rules other": {"public_id": theirs.public_id},
    }
    links = {name: phone.access.table.links for name, phone in (("table A", ann), ("table B", bob))}
    links["match of L1"] = AccessLink.objects.filter(table__public_id=world.tables["match of L1"])
    for name, own in links.items():
        found[f"table {name}"] = {
            "public_id": world.tables[name],
            "link": own.filter(role=Role.WATCH).earliest("pk").pk,
            "game": 1,
            "number": 1,
            "preset": "ginski",
            "question": HIGH,
            "kind": "csv",
        }
    for name, made in world.clubs.items():
        member, last = made.members[next(iter(made.members))], list(made.members)[-1]
        upload = SheetUpload.objects.create(season=made.season, account=made.organizer, text=f"name\n{last}\n")
        import_results(access=made.access, season=made.season, names=[f"Imported {name}"], results=[])
        taken = made.season.penalties.create(entrant=made.entrants[last], points=1, reason="Came late", by="Olga")
        office = made.league.offices.filter(account=made.organizer).get()
        league = {
            "public_id": made.league.public_id,
            "link": ensure_link(made.league, LinkTarget.LEAGUE).pk,
            "member": member.pk,
            "number": member.pk,
            "office": office.pk,
            "invitation": getattr(made.league.links.filter(opens=LinkTarget.OFFICE).first(), "pk", HIGH),
            "place": made.league.places.get().pk,
        }
        season = {
            "public_id": made.season.public_id,
            "entrant": made.entrants[last].pk,
            "mate": HIGH,
            "member": member.pk,
            "number": 1,
            "upload": upload.pk,
            "event": made.season.events.get(kind="imported").pk,
            "penalty": taken.pk,
            "what": "results",
            "kind": "csv",
        }
        found[f"league {name}"], found[f"season {name}"] = league, season
    return found
