"""Creates tables through the real services, phones at them and short declarations; checks a ledger's invariants."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.test import Client

from games.models import AccessLink, Entry, EntryKind, HouseRules, Role, SettledSeat, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules import ledger
from games.rules.audit import Difference
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.line_up import seats_at_start
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.sides import side_of
from games.rules.teams import score_declaration
from games.selectors.operating.audit_tables import audit_tables
from games.selectors.secrets import secret_of
from games.selectors.table.ledger import entries_of, sheet_of
from games.services.devices import make_device
from games.services.rulebook.house_rules import save_house_rules
from games.services.sharing.links import accept_link
from games.services.sharing.sharing import share_game
from games.services.table.games import finish_game
from games.services.table.ledger import WriteResult
from games.services.table.rounds import correct_round, enter_round, void_round
from games.services.table.tables import start_table


@dataclass(frozen=True)
class Phone:
    """A phone at a table: its rights there, and the secret in its cookie. ``secrets`` are the table's links'."""

    access: Access
    secret: str
    secrets: Mapping[Role, str]

    @property
    def table(self) -> Table:
        """The table as it is stored now."""
        return Table.objects.get(pk=self.access.table.pk)

    @property
    def url(self) -> str:
        """The address of the table page."""
        return f"/t/{self.access.table.public_id}/"

    def browser(self, *, enforce_csrf_checks: bool = False) -> Client:
        """Return a test client with this phone's cookie; it returns 500 responses instead of raising."""
        client = Client(enforce_csrf_checks=enforce_csrf_checks, raise_request_exception=False)
        client.cookies["device"] = self.secret
        return client


def start(
    *names: str, preset: str = "standard", dealer: int | None = 0, label: str = "Ann's phone", **house_rules: object
) -> Phone:
    """Start a table (by default for Ann and Ben) on a new phone, which owns it. Ann deals first."""
    made = make_device(label=label)
    started = start_table(
        names=names or ("Ann", "Ben"),
        preset=preset,
        house_rules=house_rules,
        dealer=dealer,
        device=made.device,
        key=secrets.token_hex(8),
    )
    return Phone(started.access, made.secret, started.secrets)


def join(owner: Phone, role: Role = Role.SCORE, label: str = "Ben's phone") -> Phone:
    """Return another phone that joined by the table's link for ``role``."""
    made = make_device(label=label)
    access = accept_link(secret=owner.secrets[role], device=made.device)
    return Phone(access, made.secret, owner.secrets)


def link(access: Access, role: Role) -> AccessLink:
    """The link that the table of ``access`` was started with for ``role``."""
    return AccessLink.objects.filter(table=access.table, role=role).earliest("pk")


def knock(ender: int, own: int, *others: int) -> Declaration:
    """``ender`` knocked with ``own`` points; ``others`` are the other hands in seat order."""
    return Declaration(tuple(range(len(others) + 1)), Ending.KNOCK, ender, _hands(ender, own, others))


def gin(ender: int, *others: int, big: bool = False) -> Declaration:
    """``ender`` went gin against ``others``, the other hands in seat order."""
    seats = tuple(range(len(others) + 1))
    return Declaration(seats, Ending.BIG_GIN if big else Ending.GIN, ender, _hands(ender, 0, others))


def dead(seats: int = 2) -> Declaration:
    """A dead hand."""
    return Declaration(tuple(range(seats)), Ending.DEAD)


def own_rules(phone: Phone, title: str = "Kitchen gin", preset: str = "standard", **changes: object) -> HouseRules:
    """House rules that the phone saved: a gin bonus of 30 where no other ``changes`` to the preset are named."""
    assert phone.access.device
    changes = changes or {"gin_bonus": 30}
    return save_house_rules(
        title=title, preset=preset, changes=changes, device=phone.access.device, key=secrets.token_hex(16)
    )


def misdeal(seats: int = 2) -> Declaration:
    """A misdeal: nobody scores, the same dealer deals again."""
    return Declaration(tuple(range(seats)), Ending.MISDEAL)


def false_knock(ender: int, seats: int = 2) -> Declaration:
    """A false knock: ``ender`` knocked without being allowed to."""
    return Declaration(tuple(range(seats)), Ending.FALSE_KNOCK, ender)


def team_deal(*hands: Declaration) -> TeamDeal:
    """A deal of two teams: the hands that were played side by side."""
    return TeamDeal(hands)


def _hands(ender: int, own: int, others: tuple[int, ...]) -> dict[int, int]:
    hands = list(others)
    hands.insert(ender, own)
    return dict(enumerate(hands))


def sheet(phone: Phone) -> TableSheet:
    """Return the sheet computed from the stored ledger, bypassing every cache."""
    return fold(entries_of(phone.table), first_seats(phone.table))


def first_seats(table: Table) -> int:
    """Return with how many seats a table started."""
    return seats_at_start((entry.body for entry in entries_of(table)), table.seats.count())


def current(phone: Phone) -> GameSheet:
    """Return the current game."""
    return sheet(phone).current


def line(phone: Phone, number: int) -> RoundLine:
    """Return round ``number`` of the current game."""
    return next(x for x in current(phone).rounds if x.number == number)


def totals(phone: Phone) -> list[int]:
    """The points so far by seat."""
    return list(current(phone).cumulative.values())


def revision(phone: Phone) -> int:
    """The table's revision."""
    return phone.table.revision


def enter(
    phone: Phone, declaration: RoundDeclaration, *, key: str = "", number: int | None = None, game: int | None = None
) -> WriteResult:
    """Enter a round; by default the next one of the current game, with a new idempotency key."""
    now = current(phone)
    return enter_round(
        access=phone.access,
        key=key or secrets.token_hex(8),
        game=now.number if game is None else game,
        round_number=now.next_round if number is None else number,
        declaration=declaration,
    )


def finish(phone: Phone) -> None:
    """End the current game by hand."""
    finish_game(access=phone.access, key=secrets.token_hex(8), game=current(phone).number, revision=revision(phone))


def share(phone: Phone, game: int = 1) -> str:
    """Share the summary of a game; return its secret."""
    return secret_of(share_game(access=phone.access, game=game))


def correct(
    phone: Phone, number: int, declaration: RoundDeclaration, *, game: int | None = None, **more: str
) -> WriteResult:
    """Correct a round, based on the newest sheet."""
    played = next(g for g in sheet(phone).games if g.number == (game or sheet(phone).current.number))
    seen = next(x.revision for x in played.rounds if x.number == number)
    return correct_round(
        access=phone.access,
        key=secrets.token_hex(8),
        game=played.number,
        round_number=number,
        revision=seen,
        declaration=declaration,
        **more,
    )


def void(phone: Phone, number: int, **more: str) -> WriteResult:
    """Void a round of the current game, based on the newest sheet."""
    return void_round(
        access=phone.access,
        key=secrets.token_hex(8),
        game=current(phone).number,
        round_number=number,
        revision=line(phone, number).revision,
        **more,
    )


def outcome(write: object) -> str:
    """Call a service and return its outcome: "new", "replayed", "already_recorded", or the error's code."""
    try:
        return write().status  # type: ignore[operator]
    except RefusedError as why:
        return why.code


def differences_at(table: Table) -> list[Difference]:
    """Return the audit's findings at one table, read within the caller's transaction."""
    return [one for found in audit_tables(table.pk) for one in found.differences]


def assert_sound(phone: Phone, *, orderly: bool = True) -> None:
    """The invariants of the ledger, of the score beside its facts, of the settled rows and of the cached sheet.

    ``orderly`` also proves of every first entry that it was the next round of a game under way.
    """
    table = phone.table
    rows = list(Entry.objects.filter(table=table).order_by("revision"))
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
    assert table.revision == len(rows)
    assert len({row.key for row in rows}) == len(rows)
    first = [(row.game, row.round) for row in rows if row.kind == EntryKind.ROUND]
    assert len(set(first)) == len(first)
    for row in rows:
        if row.kind in (EntryKind.ROUND, EntryKind.CORRECTION):
            rules = _rules_of(row, rows[: row.revision - 1])
            assert row.result == ledger.result_json(score_declaration(ledger.declaration_from(row.facts, rules), rules))
        else:
            assert row.result is None
        place = json.dumps([row.kind, row.game, row.round, row.facts], sort_keys=True, separators=(",", ":"))
        assert row.digest == hashlib.sha256(place.encode()).hexdigest()
    entries, seats = entries_of(table), first_seats(table)
    now = fold(entries, seats)
    assert sheet_of(table) == now
    for game in now.games:
        assert [x.number for x in game.rounds] == list(range(1, len(game.rounds) + 1))
        counted = [x for x in game.rounds if x.counts]
        assert dict(game.cumulative) == {
            side: sum(x.latest.result.points.get(side, 0) + _paid_at_once(x, side) for x in counted)
            for side in range(len(game.sides))
        }
    assert settled(phone) == _folded(phone, now)
    if orderly:
        for at, entry in enumerate(entries):
            if rows[at].kind == EntryKind.ROUND:
                before = fold(entries[:at], seats).current
                assert (entry.game, entry.round, before.over) == (before.number, before.next_round, False)


def _rules_of(round_row: Entry, before: list[Entry]) -> RuleSet:
    """Return the rules a round was entered under: those of the game's start, or of the last change before it."""
    standing: dict[int, tuple[int, RuleSet]] = {}
    for row in before:
        if row.kind == EntryKind.START and row.game == round_row.game:
            standing = {row.revision: (-1, ledger.game_started_from(row.facts).rules)}
        elif row.kind == EntryKind.RULES and row.game == round_row.game:
            change = ledger.rules_changed_from(row.facts)
            standing[row.revision] = (change.through, change.rules)
        elif row.kind == EntryKind.UNDO:
            standing.pop(row.facts["revision"], None)
    return [rules for through, rules in standing.values() if through < round_row.round][-1]


def _paid_at_once(line: RoundLine, side: int) -> int:
    """Return the points that a side's boxes scored immediately in a round."""
    at_once = line.rules.box_value if line.rules.box_timing == "immediate" else 0
    return at_once * line.latest.result.boxes.get(side, 0)


def settled(phone: Phone) -> list[tuple[object, ...]]:
    """The settled rows: game, seat, player, points, total, boxes, hands won, rounds, won, shutout, complete."""
    return list(
        SettledSeat.objects.filter(table=phone.access.table)
        .order_by("game", "seat")
        .values_list(
            "game",
            "seat",
            "player__name",
            "points",
            "total",
            "boxes",
            "hands_won",
            "rounds",
            "won",
            "shutout",
            "complete",
        )
    )


def _folded(phone: Phone, now: TableSheet) -> list[tuple[object, ...]]:
    names = list(phone.access.table.seats.order_by("number").values_list("player__name", flat=True))
    return [
        (
            game.number,
            seat,
            names[game.seating[seat]],
            game.cumulative[side],
            game.final.totals[side],
            game.boxes[side],
            game.hands_won[side],
            sum(1 for x in game.rounds if x.counts),
            game.final.winner == side,
            game.final.shutout and game.complete,
            game.complete,
        )
        for game in now.games
        if game.over and game.final
        for seat in range(len(game.seating))
        for side in [side_of(game.rules, seat)]
    ]
