"""The audit of one table's ledger: everything in it recomputed from the facts, each difference a value with a code.

What is asked here of a ledger, whatever wrote it: each revision, each key and each first entry once; digests and
scores equal to what the facts give; every entry one that the sheet of its moment allows; totals equal to the sum of the
rounds.
The sentences are made elsewhere (``games.wording.audit``).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from games.rules.audit_moments import Moments, out_of_order
from games.rules.faults import Illegal
from games.rules.ledger import (
    VERSION,
    Body,
    Entry,
    EntryUndone,
    GameStarted,
    RoundTold,
    RulesChanged,
    body_from,
    digest_of,
    key_after,
    result_json,
)
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.sides import seats_suit
from games.rules.teams import score_told

_BROKEN: Final = (Illegal, ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What comes of facts that are none."""
_ABOUT_A_ROUND: Final = frozenset({"round", "correction", "void"})
_EITHER: Final = "undo"


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry of a ledger, as the database has it."""

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
    """Something that is not as it has to be.

    ``code`` is stable. ``about`` says where (plain JSON: table, entry, game, round, league, season, match ...) and
    ``told`` what the sentence needs besides.
    """

    code: str
    about: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)

    def at(self, **about: Any) -> "Difference":
        """The same difference, said to be at a place; what it says of its place itself comes after."""
        return Difference(self.code, {**about, **self.about}, self.told)


def audit_ledger(
    rows: Sequence[Stored], *, revision: int, seats: Sequence[int]
) -> tuple[tuple[Difference, ...], TableSheet | None]:
    """All differences in a table's ledger, and the sheet it folds into (None where it does not fold).

    ``rows`` are its entries by revision, ``revision`` the table's own, ``seats`` the numbers of its seats in order. The
    fold is proved at the end of every run of new rounds and before every decision about a game: between those, a prefix
    differs from the next only by lines left out.
    """
    found = [*_numbering(rows, revision), *_twice(rows)]
    entries: list[Entry] = []
    begun: dict[int, RuleSet] = {}
    in_force = _InForce()
    for row in rows:
        if row.digest != _digest(row):
            found.append(Difference("digest_wrong", _place(row)))
        body = _read(row, begun)
        if body is None:
            found.append(Difference("entry_unreadable", _place(row), {"kind": row.kind}))
            continue
        entry = Entry(row.revision, row.game, row.round, body, row.by, row.at)
        found += _score(row, body, in_force)
        in_force.add(entry)
        entries.append(entry)
    if list(seats) != list(range(len(seats))) or not all(seats_suit(rules, len(seats)) for rules in begun.values()):
        found.append(Difference("seats_wrong", told={"seats": list(seats)}))
    if len(entries) < len(rows) or any(one.code.startswith("revision") for one in found):
        # What was allowed when is a question to a whole ledger.
        return tuple(found), _sheet(entries, len(seats))
    new, moments = {row.revision for row in rows if row.kind == "round"}, Moments(entries, len(seats))
    try:
        found += [
            Difference(code, _place(rows[at]), told)
            for at, code, told in out_of_order(moments, new)
            if at >= _out_of_a_text(rows)
        ]
        sheet = moments.after(len(entries))
    except _BROKEN as error:
        return (*found, Difference("sheet_broken", told={"error": repr(error)})), None
    found += [one for game in sheet.games for one in totals_wrong(game)]
    return tuple(found), sheet


def _out_of_a_text(rows: Sequence[Stored]) -> int:
    """How many entries the table was made of where it was written from a text, 0 where it was not.

    Those say how games came out. When each of them was said, and what was corrected later, the text does not tell.
    """
    told = sum(1 for _ in takewhile(lambda row: row.key == key_after(rows[0].key, row.revision - 1), rows))
    return told if told > 1 else 0


def _sheet(entries: Sequence[Entry], seats: int) -> TableSheet | None:
    try:
        return fold(entries, seats)
    except _BROKEN:
        return None


def _place(row: Stored) -> dict[str, Any]:
    place: dict[str, Any] = {"entry": row.revision, "game": row.game}
    return place | {"round": row.round} if row.round is not None else place


def _numbering(rows: Sequence[Stored], revision: int) -> Iterator[Difference]:
    """Revisions are 1 to n, and n is the table's."""
    counts = Counter(row.revision for row in rows)
    last = max(counts, default=0)
    if missing := [number for number in range(1, last) if number not in counts]:
        yield Difference("revision_missing", told={"missing": missing, "last": last})
    for number, times in sorted(counts.items()):
        if times > 1:
            yield Difference("revision_twice", {"entry": number}, {"times": times})
    if last != revision:
        yield Difference("table_revision", told={"table_revision": revision, "last": last})


def _twice(rows: Sequence[Stored]) -> Iterator[Difference]:
    """No key and no first entry of a round is there twice."""
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


def _digest(row: Stored) -> str:
    try:
        return digest_of(row.kind, row.game, row.round, row.facts)
    except _BROKEN:
        return ""


def _read(row: Stored, begun: dict[int, RuleSet]) -> Body | None:
    """What an entry says; None for one that nobody can read. ``begun`` collects the rules that games began with."""
    if row.kind != _EITHER and (row.kind in _ABOUT_A_ROUND) is (row.round is None):
        return None
    try:
        if row.facts["v"] != VERSION:
            return None
        body = body_from(row.kind, row.facts, row.result, begun.get(row.game))
    except _BROKEN:
        return None
    if isinstance(body, GameStarted):
        begun[row.game] = body.rules
    return body


@dataclass(slots=True)
class _InForce:
    """Which rules a round is scored under, from the entries so far: those its game began with, or as changed since.

    By game, the rules with the round they are played after, in the order in which they were said.
    """

    _games: dict[int, dict[int, tuple[int, RuleSet]]] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Take in one more entry."""
        said = self._games.setdefault(entry.game, {})
        match entry.body:
            case GameStarted(rules=rules):
                self._games[entry.game] = {entry.revision: (-1, rules)}
            case RulesChanged(rules, through):
                said[entry.revision] = through, rules
            case EntryUndone(revision):
                said.pop(revision, None)

    def at(self, game: int, number: int) -> RuleSet | None:
        """The rules of a round; None for one of a game that was never started."""
        standing = [rules for through, rules in self._games.get(game, {}).values() if through < number]
        return standing[-1] if standing else None


def _score(row: Stored, body: Body, in_force: _InForce) -> Iterator[Difference]:
    """The score beside a round's facts is what they come to; beside other entries there is none."""
    if not isinstance(body, RoundTold):
        if row.result is not None:
            yield Difference("result_wrong", _place(row), {"stored": row.result, "computed": None})
        return
    rules = in_force.at(row.game, row.round or 0)
    if rules is None:
        return  # out of order: said there
    try:
        computed = result_json(score_told(body.declaration, rules))
    except _BROKEN:
        yield Difference("round_illegal", _place(row))
        return
    if computed != row.result:
        yield Difference("result_wrong", _place(row), {"stored": row.result, "computed": computed})


def totals_wrong(game: GameSheet) -> Iterator[Difference]:
    """After every round, points and boxes are those the game began with and those of the rounds that count."""
    points, boxes = dict.fromkeys(game.cumulative, 0), dict.fromkeys(game.boxes, 0)
    if game.opening:
        points, boxes = points | dict(game.opening.points), boxes | dict(game.opening.boxes)
    for line in game.rounds:
        if line.counts:
            for side in points:
                points[side] += line.told.result.points.get(side, 0) + _paid_at_once(line, side)
                boxes[side] += line.told.result.boxes.get(side, 0)
        if (dict(line.cumulative), dict(line.boxes)) != (points, boxes):
            yield Difference("totals_wrong", {"game": game.number, "round": line.number})
            return
    if (dict(game.cumulative), dict(game.boxes)) != (points, boxes):
        yield Difference("totals_wrong", {"game": game.number})


def _paid_at_once(line: RoundLine, side: int) -> int:
    """The points that a side's boxes of a round brought at once."""
    at_once = line.rules.box_value if line.rules.box_timing == "immediate" else 0
    return at_once * line.told.result.boxes.get(side, 0)
