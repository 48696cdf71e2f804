"""Audit one table's ledger: recompute everything from the facts and report each difference as a value with a code.

A ledger is sound if each revision, key and first entry of a round occurs once, digests and scores are what the facts
give, every entry was allowed by the sheet at that moment, and totals are the sums of the rounds. The sentences for the
codes are in ``games.wording.audit``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from games.rules.audit_order import SheetHistory, out_of_order
from games.rules.faults import RulesError
from games.rules.ledger import (
    VERSION,
    Body,
    EntryUndone,
    GameStarted,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RulesChanged,
    body_from,
    derived_key,
    entry_digest,
    result_json,
)
from games.rules.line_up import seats_at_start
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.sides import can_seat
from games.rules.teams import score_declaration

_MALFORMED: Final = (RulesError, ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""Exceptions that reading malformed facts may raise."""
_ABOUT_A_ROUND: Final = frozenset({"round", "correction", "void"})
_UNDO: Final = "undo"


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A row of a ledger as it is in the database."""

    revision: int
    kind: str
    game: int
    round: int | None
    facts: Any
    result: Any
    digest: str
    key: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between what is stored and what it should be.

    ``code`` is stable. ``location`` is the location as plain JSON (table, entry, game, round, league, season, match
    ...), ``details`` are the other values that its sentence needs.
    """

    code: str
    location: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)

    def located(self, **about: Any) -> "Difference":
        """Return the same difference with ``about`` added to its location; its own location wins."""
        return Difference(self.code, {**about, **self.location}, self.details)


def audit_ledger(
    rows: Sequence[StoredEntry], *, revision: int, seats: Sequence[int]
) -> tuple[tuple[Difference, ...], TableSheet | None]:
    """Return all differences in a table's ledger and the sheet of its entries (None if they do not make one).

    ``rows`` are its entries by revision, ``revision`` the table's own, ``seats`` the numbers of its seats in order. The
    sheet is checked after every run of new rounds and before every decision about a game. In between, the sheets only
    grow by one round at a time.
    """
    found = [*_numbering(rows, revision), *_duplicates(rows)]
    entries: list[LedgerEntry] = []
    starting_rules: dict[int, RuleSet] = {}
    in_force = _RulesInForce()
    for row in rows:
        if row.digest != _digest(row):
            found.append(Difference("digest_wrong", _place(row)))
        body = _read(row, starting_rules)
        if body is None:
            found.append(Difference("entry_unreadable", _place(row), {"kind": row.kind}))
            continue
        entry = LedgerEntry(row.revision, row.game, row.round, body, row.by, row.at)
        found += _score(row, body, in_force)
        in_force.add(entry)
        entries.append(entry)
    first_seats = seats_at_start((entry.body for entry in entries), len(seats))
    if list(seats) != list(range(len(seats))) or not _seats_fit(entries, first_seats, len(seats)):
        found.append(Difference("seats_wrong", details={"seats": list(seats)}))
    if len(entries) < len(rows) or any(difference.code.startswith("revision") for difference in found):
        # Whether an entry was allowed is only known if all entries before it are readable.
        return tuple(found), _sheet(entries, first_seats)
    new, moments = {row.revision for row in rows if row.kind == "round"}, SheetHistory(entries, first_seats)
    try:
        found += [
            Difference(code, _place(rows[index]), details)
            for index, code, details in out_of_order(moments, new)
            if index >= _imported_entry_count(rows)
        ]
        sheet = moments.after(len(entries))
    except _MALFORMED as error:
        return (*found, Difference("sheet_broken", details={"error": repr(error)})), None
    found += [difference for game in sheet.games for difference in totals_wrong(game)]
    return tuple(found), sheet


def _seats_fit(entries: Sequence[LedgerEntry], first_seats: int, people: int) -> bool:
    """Return whether every game's players suit its rules, and the ledger knows as many ``people`` as have a seat."""
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, EntryUndone)}
    players, known = first_seats, first_seats
    for entry in entries:
        match entry.body:
            case PlayersChanged(players=numbers):
                known = max([known, *(number + 1 for number in numbers)])
            case GameStarted(rules=rules, players=numbers) if entry.revision not in undone:
                players = len(numbers) if numbers else players
                if not can_seat(rules, players):
                    return False
    return known == people


def _imported_entry_count(rows: Sequence[StoredEntry]) -> int:
    """Return how many entries were written together with the table (imported or demo games), 0 for other tables.

    They have the final state of each round, not the order of corrections, so their order isn't checked.
    """
    count = sum(1 for _ in takewhile(lambda row: row.key == derived_key(rows[0].key, row.revision - 1), rows))
    return count if count > 1 else 0


def _sheet(entries: Sequence[LedgerEntry], seats: int) -> TableSheet | None:
    try:
        return fold(entries, seats)
    except _MALFORMED:
        return None


def _place(row: StoredEntry) -> dict[str, Any]:
    place: dict[str, Any] = {"entry": row.revision, "game": row.game}
    return place | {"round": row.round} if row.round is not None else place


def _numbering(rows: Sequence[StoredEntry], revision: int) -> Iterator[Difference]:
    """Check that revisions are 1 to n, and that n is the revision of the table."""
    counts = Counter(row.revision for row in rows)
    last = max(counts, default=0)
    if missing := [number for number in range(1, last) if number not in counts]:
        yield Difference("revision_missing", details={"missing": missing, "last": last})
    for number, times in sorted(counts.items()):
        if times > 1:
            yield Difference("revision_twice", {"entry": number}, {"times": times})
    if last != revision:
        yield Difference("table_revision", details={"table_revision": revision, "last": last})


def _duplicates(rows: Sequence[StoredEntry]) -> Iterator[Difference]:
    """Check that no idempotency key and no first entry of a round occurs twice."""
    keys: dict[str, list[int]] = {}
    first: dict[tuple[int, int | None], list[int]] = {}
    for row in rows:
        keys.setdefault(row.key, []).append(row.revision)
        if row.kind == "round":
            first.setdefault((row.game, row.round), []).append(row.revision)
    for revisions in keys.values():
        if len(revisions) > 1:
            yield Difference("key_twice", {"entry": revisions[-1]}, {"entries": revisions})
    for (game, number), revisions in first.items():
        if len(revisions) > 1:
            about = {"entry": revisions[-1], "game": game, "round": number}
            yield Difference("round_twice", about, {"entries": revisions})


def _digest(row: StoredEntry) -> str:
    try:
        return entry_digest(row.kind, row.game, row.round, row.facts)
    except _MALFORMED:
        return ""


def _read(row: StoredEntry, starting_rules: dict[int, RuleSet]) -> Body | None:
    """Return the body of an entry, None if it is unreadable; a game's first rules are added to ``starting_rules``."""
    if row.kind != _UNDO and (row.kind in _ABOUT_A_ROUND) is (row.round is None):
        return None
    try:
        if row.facts["v"] != VERSION:
            return None
        body = body_from(row.kind, row.facts, row.result, starting_rules.get(row.game))
    except _MALFORMED:
        return None
    if isinstance(body, GameStarted):
        starting_rules[row.game] = body.rules
    return body


@dataclass(slots=True)
class _RulesInForce:
    """The rules that each round is scored under, from the entries so far: those at the start or as changed since.

    ``_games`` has, by game and revision, the rules with the number of the round after which they apply.
    """

    _games: dict[int, dict[int, tuple[int, RuleSet]]] = field(default_factory=dict)

    def add(self, entry: LedgerEntry) -> None:
        """Add the next entry."""
        changes = self._games.setdefault(entry.game, {})
        match entry.body:
            case GameStarted(rules=rules):
                self._games[entry.game] = {entry.revision: (-1, rules)}
            case RulesChanged(rules, through):
                changes[entry.revision] = through, rules
            case EntryUndone(revision):
                changes.pop(revision, None)

    def rules_for(self, game: int, number: int) -> RuleSet | None:
        """Return the rules of a round, None if its game was never started."""
        applicable = [rules for through, rules in self._games.get(game, {}).values() if through < number]
        return applicable[-1] if applicable else None


def _score(row: StoredEntry, body: Body, in_force: _RulesInForce) -> Iterator[Difference]:
    """Check that the stored score of a round is what its facts give, and that other entries have none."""
    if not isinstance(body, RoundEntered):
        if row.result is not None:
            yield Difference("result_wrong", _place(row), {"stored": row.result, "computed": None})
        return
    rules = in_force.rules_for(row.game, row.round or 0)
    if rules is None:
        return  # ``out_of_order`` reports it
    try:
        computed = result_json(score_declaration(body.declaration, rules))
    except _MALFORMED:
        yield Difference("round_illegal", _place(row))
        return
    if computed != row.result:
        yield Difference("result_wrong", _place(row), {"stored": row.result, "computed": computed})


def totals_wrong(game: GameSheet) -> Iterator[Difference]:
    """Check that points and boxes after every round are the opening score plus the rounds that count."""
    points, boxes = dict.fromkeys(game.cumulative, 0), dict.fromkeys(game.boxes, 0)
    if game.opening:
        points, boxes = points | dict(game.opening.points), boxes | dict(game.opening.boxes)
    for line in game.rounds:
        if line.counts:
            for side in points:
                points[side] += line.latest.result.points.get(side, 0) + _paid_at_once(line, side)
                boxes[side] += line.latest.result.boxes.get(side, 0)
        if (dict(line.cumulative), dict(line.boxes)) != (points, boxes):
            yield Difference("totals_wrong", {"game": game.number, "round": line.number})
            return
    if (dict(game.cumulative), dict(game.boxes)) != (points, boxes):
        yield Difference("totals_wrong", {"game": game.number})


def _paid_at_once(line: RoundLine, side: int) -> int:
    """Return the points that a side's boxes of a round were worth at once."""
    at_once = line.rules.box_value if line.rules.box_timing == "immediate" else 0
    return at_once * line.latest.result.boxes.get(side, 0)
