"""Browser: over twenty XSS payloads in every text field, on every page that shows one: none runs.

A page shows what is stored; that every field can hold such a text is shown by the names that are accepted as typed.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle

import pytest
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.apps import apps
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from games.models import (
    Account,
    Device,
    HouseRules,
    JoinRequest,
    Place,
    Player,
    Role,
    RoundCheck,
    Verdict,
)
from games.models.account import Scope
from games.rules.names import clean_name, folded_name
from games.rules.stakes import Stakes
from games.selectors import caching
from games.services.account.api_tokens import LIFETIMES, make_token
from games.services.devices import make_device
from games.services.league.members import add_members
from games.services.season.penalties import give_penalty
from games.services.season.seasons import enter_members
from games.services.sharing.links import accept_link
from games.services.table.games import set_stakes
from tests.authenticator import Authenticator
from tests.browser.conftest import PHONE
from tests.browser.everything import cookies, filled_pages
from tests.browser.table import with_cookie
from tests.leagues import Club
from tests.makers import Phone, correct, dead, enter, join, knock, misdeal, outcome, revision, start
from tests.security.routes import something_of_everything

PAYLOADS = (
    # The first is what everything bears of which there is one: it breaks out of text, titles, fields and attributes.
    "</title></textarea>\"'><img src=x onerror=window.ran=1>",
    "<script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    '"><svg onload=window.ran=1>',
    "'><iframe src=javascript:parent.ran=1>",
    "<b hx-post=/steal/ hx-trigger=load>",
    '<b data-hx-get=/steal/ data-hx-trigger="load">',
    '" hx-get=/steal/ hx-trigger=load x="',
    "' autofocus onfocus=window.ran=1 x='",
    "</title><script>window.ran=1</script>",
    "</textarea><script>window.ran=1</script>",
    "</script><script>window.ran=1</script>",
    "--><script>window.ran=1</script>",
    "{{ 7|add:42 }}{% debug %}",
    "${window.ran=1}",
    "javascript:window.ran=1",
    "<a href=javascript:window.ran=1>go</a>",
    "<style>*{background:url(//evil.example)}</style>",
    "<meta http-equiv=refresh content=0;url=/steal/>",
    "<base href=//evil.example/>",
    "&lt;script&gt;window.ran=1&lt;/script&gt;",
    "<div hx-on::load='window.ran=1'>",
)
ROUNDS = 1
"""How often every field gets the next payload."""
PEOPLES = {
    *("Account.name", "AccountSession.label", "Device.label", "AccessLink.label", "HouseRules.title"),
    *("League.name", "League.place", "LeagueEvent.by", "LeagueEvent.reason", "Member.name", "Place.name"),
    *("Season.name", "Season.rules_title", "Entrant.name", "Penalty.reason", "Penalty.by", "RoundCheck.reason"),
    *("RoundCheck.by", "OwnHand.by", "OwnHand.revealed_by", "Player.name", "Table.name", "Entry.by", "Entry.reason"),
    *("ApiToken.label", "Report.by", "Report.reason", "Report.decided_by"),
    *("JoinRequest.label", "JoinRequest.answered_by"),
}
"""Columns with what people wrote."""
WRITTEN_ONCE = ("Entry", "LeagueEvent", "RoundCheck", "Report")
"""What the database lets nobody change: their rows are made with payloads, as many as there are."""
OURS = {
    *("secret_hash", "nonce", "role", "duty", "opens", "kind", "key", "digest", "state", "outcome", "verdict", "zone"),
    *("public_id", "preset", "pairing", "folded", "imported", "cards", "session_key", "email", "password", "text"),
    *("calendar_key", "session_data", "former_hash", "scope", "decision", "decided_key"),
    *("at_end", "requested_bye", "mac", "chain_head", "history_head", "check_value"),
    *(
        "code_hash",
        "seal",
        "bare",
        "file",
        "former_nonce",
        "lease",
        "off_why",
        "event",
        "action",
        "error",
        "origin",
        "language",
    ),
}
"""Columns that hold what the program wrote, or what it checked to be one of a few things; a file is never shown."""
LIVE = (
    "[hx-post*=steal],[data-hx-get*=steal],[hx-get*=steal],[onload],[onerror],[onfocus],[autofocus][x],base,iframe,"
    "main style,meta[http-equiv=refresh],a[href^='javascript:' i],script:not([src],[type='application/json']),"
    "[hx-on\\:\\:load]"
)
"""Elements that only a payload could have made."""
WATCH = """
    window.reports = [];
    document.addEventListener("securitypolicyviolation", (event) => window.reports.push(event.violatedDirective));
"""


@dataclass
class Detector:
    """What happened in a browser that should not have."""

    dialogs: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    stolen: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Look at everything that any page of the browser does."""
        context.add_init_script(WATCH)
        context.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        context.on("console", self._on_console)
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.complaints.append(message.text)

    def _on_request(self, request: Request) -> None:
        if "/steal/" in request.url or "evil.example" in request.url:
            self.stolen.append(request.url)

    def found(self, page: Page) -> list[object]:
        """Everything about a page that is wrong; empty where nothing is."""
        live, ran, reports = page.evaluate(
            "live => [document.querySelectorAll(live).length, window.ran ?? null, window.reports]", LIVE
        )
        wrong = [live and f"{live} live elements", ran and "it ran", *reports, *self.dialogs, *self.complaints]
        return [one for one in (*wrong, *self.stolen) if one]


@pytest.fixture
def watched(browser: Browser, live_app: str) -> Iterator[tuple[BrowserContext, Detector]]:
    """A phone that opens the application, and what happens in it."""
    context, detector = browser.new_context(base_url=live_app, **PHONE), Detector()  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    detector.watch(context)
    yield context, detector
    context.close()


@pytest.mark.slow
def test_the_detector_sees_what_would_run(watched: tuple[BrowserContext, Detector], live_app: str) -> None:
    """Each alarm once: a script that the policy stops, a dialog, a live attribute, a request that leaves."""
    context, detector = watched
    page, table = context.new_page(), start()
    with_cookie(page, table, live_app).goto(table.url)
    assert detector.found(page) == []
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=/no onerror=window.ran=1>')")
    page.wait_for_function("() => window.reports.length > 0")
    assert [report for report in page.evaluate("window.reports") if report.startswith("script-src")]
    assert detector.complaints
    assert "1 live elements" in detector.found(page)
    page.evaluate("alert('hello')")
    assert detector.dialogs == ["hello"]
    with page.expect_navigation():  # the answer asks for the page anew
        page.evaluate(
            """() => {
                document.body.insertAdjacentHTML("beforeend", "<b id=live hx-get=/steal/ hx-trigger=load></b>");
                window.htmx.process(document.getElementById("live"));
            }"""
        )
    assert len(detector.stolen) == 1
    page.evaluate("window.ran = 1")
    assert "it ran" in detector.found(page)


def test_every_text_column_is_known() -> None:
    """Whoever adds a column with text says here whether people write into it."""
    kinds = ("CharField", "TextField", "EmailField")
    columns = {
        f"{model.__name__}.{column.name}"
        for model in apps.get_app_config("games").get_models()
        for column in model._meta.concrete_fields
        if column.get_internal_type() in kinds
    }
    assert {column for column in columns if column.split(".")[1] not in OURS} == PEOPLES


@pytest.mark.slow
def test_nothing_that_was_written_ever_runs(
    watched: tuple[BrowserContext, Detector], live_app: str, counted: Callable[[str], None]
) -> None:
    assert [text for text in PAYLOADS if clean_name(text) != text] == []
    context, detector = watched
    phone, tuesday, known = something_of_everything()
    evening = long_evening()
    assert phone.access.device
    accept_link(secret=evening.secrets[Role.OWNER], device=phone.access.device)
    addresses = [
        *filled_pages(phone, tuesday, known),
        *(evening.url + part for part in ("", "text/", "links/", "stakes/", "seats/")),
        *(f"{evening.url}rounds/1/{number}/" for number in range(1, 4)),
    ]
    crowd(phone, tuesday)
    page, seen, shown = context.new_page(), 0, set[str]()
    context.add_cookies(cookies(phone, tuesday, live_app))  # type: ignore[arg-type]
    for turn in range(ROUNDS):
        poison(turn)
        for address in addresses:
            answer = page.goto(address)
            assert answer
            assert (address, answer.status) == (address, 200)
            assert (address, detector.found(page)) == (address, [])
            text = page.locator("body").inner_text() + page.evaluate(
                "[...document.querySelectorAll('input, textarea')].map(one => one.value).join('\\n')"
            )
            shown |= {payload for payload in PAYLOADS if payload in text}
            seen += 1
    assert shown == set(PAYLOADS)
    page.goto(evening.url)
    page.wait_for_selector("html[data-live=live]")
    enter(evening, knock(0, 7, 20))
    page.wait_for_selector(f"[data-revision='{revision(evening)}']", state="attached")
    assert detector.found(page) == []
    counted(
        f"{len(PAYLOADS)} payloads in {len(PEOPLES)} columns, {seen} pages in Chromium: "
        "0 run, 0 dialogs, 0 reports of the policy, 0 requests of theirs"
    )


def long_evening() -> Phone:
    """A table with a round for each payload, written and corrected by a phone of that name for that reason."""
    table = start(PAYLOADS[0], PAYLOADS[1], label=PAYLOADS[2], target=10_000)
    assert table.access.device
    for number, payload in enumerate(PAYLOADS, 1):
        table.access.device.label = payload
        enter(table, dead())
        # The sheet itself says why there was a misdeal; other reasons stand on the page of the round.
        declaration = misdeal() if number % 2 else knock(0, 7, 20 + number)
        correct(table, number, declaration, reason=PAYLOADS[number - 1])
    # Another phone says something else of the first rounds: questions that both screens show.
    other = join(table, label=PAYLOADS[5])
    for number in (2, 4, 6):
        assert other.access.device
        other.access.device.label = PAYLOADS[4 + number]
        assert outcome(partial(enter, other, knock(1, 9, 30 + number), number=number)) == "round_conflict"
    set_stakes(access=table.access, key="stakes", revision=revision(table), stakes=Stakes(PAYLOADS[4][:12], 10))
    Device.objects.filter(pk=table.access.device.pk).update(label=PAYLOADS[3])
    return table


def crowd(phone: Phone, tuesday: Club) -> None:
    """As many members, places, tables and rules as there are payloads, each with something that people write."""
    Account.objects.filter(pk=tuesday.organizer.pk).update(name=PAYLOADS[6])
    match = tuesday.season.matches.earliest("number")
    fields = {"match": match, "game": 1, "round": 1, "verdict": Verdict.DISPUTED, "side": 0}
    options = {"rp": {"id": "localhost"}, "challenge": "AAAA"}
    make_token(account=tuesday.organizer, label=PAYLOADS[0], scope=Scope.READ, days=LIFETIMES[0])
    members = add_members(access=tuesday.access, names=PAYLOADS)
    entrants = enter_members(access=tuesday.access, season=tuesday.season, members=members)
    for number, (payload, entrant) in enumerate(zip(PAYLOADS, entrants, strict=True)):
        Player.objects.create(name=payload, folded=folded_name(payload), remembered_by=phone.access.device)
        Place.objects.create(league=tuesday.league, name=payload)
        RoundCheck.objects.create(**fields, revision=2 + number % 2, reason=payload, by=payload)
        give_penalty(
            access=tuesday.access,
            season=tuesday.season,
            entrant_id=entrant.pk,
            points=1,
            reason=payload,
            key=f"p{number}",
        )
        WebAuthn.add(tuesday.organizer, payload, json.loads(Authenticator("http://localhost").make(options)))
        JoinRequest.objects.create(
            table=phone.access.table,
            device=make_device(label=payload).device,
            role=Role.WATCH,
            label=payload,
            answered_by=payload,
            asked_at=timezone.now(),
        )
        HouseRules.objects.create(
            title=payload,
            preset="standard",
            changes={"gin_bonus": 31},
            key=f"rules-{number}",
            owner=phone.access.device,
        )


def poison(turn: int) -> None:
    """Give every column that people write into another payload, row by row; the ledger's entries stay as they are."""
    for name in sorted(PEOPLES):
        model, column = name.split(".")
        if model in WRITTEN_ONCE:
            continue
        rows = apps.get_model("games", model).objects.order_by("pk")
        for row, payload in zip(rows, cycle(PAYLOADS[turn:] + PAYLOADS[:turn])):
            if model == "Entrant" and not row.name:
                continue
            more = {"folded": f"{payload}-{turn}-{row.pk}"} if model == "Member" else {}
            rows.filter(pk=row.pk).update(**{column: payload}, **more)
    cache.clear()
    caching.clear_caches()
