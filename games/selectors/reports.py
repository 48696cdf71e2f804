"""What was said of the rounds of a table beside its ledger: who said the same, and which versions are in question."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Decision, Entry, Report, Table
from games.rules.agreement import agree
from games.rules.ledger import RoundTold, declaration, facts, result_from
from games.rules.sheet import GameSheet, RoundLine, TableSheet

Place = tuple[int, int]
"""The numbers of a game and a round."""


@dataclass(frozen=True, slots=True)
class Said:
    """One report, read back. ``phone`` tells phones apart that are called alike."""

    id: int
    game: int
    round: int
    told: RoundTold
    facts: dict[str, Any]
    digest: str
    agrees: bool
    phone: tuple[str, int | str]
    by: str
    at: datetime
    reason: str
    decision: str
    decided_by: str
    decided_on: int | None
    """The device of whoever decided."""
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenVersion:
    """A version of a round that is in question: one report, and who else said the same."""

    said: tuple[Said, ...]

    @property
    def first(self) -> Said:
        """The report that asked first; its id is that of the question."""
        return self.said[0]

    @property
    def by(self) -> tuple[str, ...]:
        """Whose version it is: the labels of the phones, each once."""
        return tuple(dict.fromkeys(one.by for one in self.said))


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A round whose version on the sheet is in question."""

    game: GameSheet
    line: RoundLine
    versions: tuple[OpenVersion, ...]


@dataclass(frozen=True, slots=True)
class Reports:
    """All that was said beside a ledger, in the order it was said; ``also`` is who confirmed which round."""

    said: tuple[Said, ...] = ()
    also: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    questions: tuple[OpenQuestion, ...] = ()

    def about(self, game: int, number: int) -> tuple[Said, ...]:
        """The versions of one round that were not the one on the sheet when they came, the decided ones too."""
        return tuple(one for one in self.said if (one.game, one.round) == (game, number) and not one.agrees)

    def question(self, game: int, number: int) -> OpenQuestion | None:
        """The open question about one round."""
        return next((q for q in self.questions if (q.game.number, q.line.number) == (game, number)), None)

    def asks(self, report: int) -> OpenQuestion | None:
        """The open question that a report asked, if it is open still."""
        return next((q for q in self.questions for v in q.versions for one in v.said if one.id == report), None)


def reports_of(table: Table, sheet: TableSheet, revision: int | None = None) -> Reports:
    """What was said beside the ledger of ``table``; with a ``revision``, as it stood right after that entry."""
    if not table.said:
        return Reports()
    rows = Report.objects.filter(table=table).order_by("pk")
    if revision is not None:
        rows = rows.filter(since__lte=revision)
    lines = {(game.number, line.number): (game, line) for game in sheet.games for line in game.rounds}
    said = tuple(_said(row, lines[row.game, row.round][1], revision) for row in rows if (row.game, row.round) in lines)
    return Reports(said, _confirmed(table, said, lines), _questions(said, lines))


def _said(row: Report, line: RoundLine, revision: int | None) -> Said:
    undecided = revision is not None and row.until is not None and row.until > revision
    return Said(
        id=row.pk,
        game=row.game,
        round=row.round,
        told=RoundTold(declaration(row.facts, line.rules), result_from(row.result)),
        facts=row.facts,
        digest=row.digest,
        agrees=row.agrees,
        phone=_phone(row),
        by=row.by,
        at=row.at,
        reason=row.reason,
        decision="" if undecided else row.decision,
        decided_by=row.decided_by,
        decided_on=row.decided_device_id,
        decided_at=row.decided_at,
    )


def _phone(row: Report | Entry) -> tuple[str, int | str]:
    """Which phone it was; of what came in an archive nothing is known but what it was called."""
    if row.device_id is None and row.link_id is None:
        return "archive", row.by
    return ("link", row.link_id or 0) if row.device_id is None else ("device", row.device_id)


def _confirmed(
    table: Table, said: Sequence[Said], lines: dict[Place, tuple[GameSheet, RoundLine]]
) -> dict[Place, tuple[str, ...]]:
    """Who said of a round what now stands, besides the phone that wrote it; a round that is void confirms nobody."""
    alike: dict[Place, dict[tuple[str, int | str], str]] = {}
    standing: dict[int, Place] = {}
    for one in said:
        line = lines[one.game, one.round][1]
        if not line.void and agree(one.facts, facts(line.told)):
            alike.setdefault((one.game, one.round), {})[one.phone] = one.by
            standing[max(e.revision for e in line.history if e.body is line.told)] = (one.game, one.round)
    if not standing:
        return {}
    for entry in Entry.objects.filter(table=table, revision__in=standing).only("revision", "device", "link", "by"):
        alike[standing[entry.revision]].pop(_phone(entry), None)
    return {place: tuple(phones.values()) for place, phones in alike.items() if phones}


def _questions(said: Sequence[Said], lines: dict[Place, tuple[GameSheet, RoundLine]]) -> tuple[OpenQuestion, ...]:
    asked: dict[Place, dict[str, list[Said]]] = {}
    for one in said:
        if not one.agrees and one.decision == "":
            asked.setdefault((one.game, one.round), {}).setdefault(one.digest, []).append(one)
    return tuple(
        OpenQuestion(*lines[place], tuple(OpenVersion(tuple(alike)) for alike in asked[place].values()))
        for place in sorted(asked)
    )


def decided_against(table: Table, key: str) -> Report | None:
    """The version that was sent under ``key``, where a person has decided for the one on the sheet."""
    return Report.objects.filter(table=table, key=key, decision=Decision.KEPT).first()
