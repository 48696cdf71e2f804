"""Read the reports of rounds that several phones entered: who confirmed a round, and which versions conflict.

A report is a phone's entry of a round that another phone has already entered into the ledger.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Decision, Entry, Report, Table
from games.rules.agreement import facts_agree
from games.rules.ledger import RoundEntered, declaration_from, entry_facts, result_from
from games.rules.sheet import GameSheet, RoundLine, TableSheet

RoundKey = tuple[int, int]
"""A round's key: the numbers of its game and of the round."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """One report, read from the database. ``phone`` distinguishes phones with the same label."""

    id: int
    game: int
    round: int
    body: RoundEntered
    facts: dict[str, Any]
    digest: str
    agrees: bool
    phone: tuple[str, int | str]
    by: str
    at: datetime
    reason: str
    decision: str
    decided_by: str
    deciding_device: int | None
    """The device on which it was decided (primary key)."""
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReportedVersion:
    """A version of a round that conflicts with the sheet: equal reports of one or more phones."""

    reports: tuple[RoundReport, ...]

    @property
    def first(self) -> RoundReport:
        """The first of the reports; its id identifies the question."""
        return self.reports[0]

    @property
    def by(self) -> tuple[str, ...]:
        """The labels of the phones that reported it, each once."""
        return tuple(dict.fromkeys(report.by for report in self.reports))


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A round on the sheet with conflicting reports that nobody has decided yet."""

    game: GameSheet
    line: RoundLine
    versions: tuple[ReportedVersion, ...]


@dataclass(frozen=True, slots=True)
class Reports:
    """All reports of a table, oldest first; ``confirmed_by`` has the labels of the phones that confirmed each round."""

    reports: tuple[RoundReport, ...] = ()
    confirmed_by: dict[RoundKey, tuple[str, ...]] = field(default_factory=dict)
    questions: tuple[OpenQuestion, ...] = ()

    def differing(self, game: int, number: int) -> tuple[RoundReport, ...]:
        """Return the reports of one round that differed from the sheet when they arrived, decided ones included."""
        return tuple(
            report for report in self.reports if (report.game, report.round) == (game, number) and not report.agrees
        )

    def question_about(self, game: int, number: int) -> OpenQuestion | None:
        """Return the open question about one round, if any."""
        return next(
            (question for question in self.questions if (question.game.number, question.line.number) == (game, number)),
            None,
        )

    def question_of_report(self, report: int) -> OpenQuestion | None:
        """Return the open question to which the report with this id belongs, if it is still open."""
        return next(
            (
                question
                for question in self.questions
                for version in question.versions
                for candidate in version.reports
                if candidate.id == report
            ),
            None,
        )


def reports_of(table: Table, sheet: TableSheet, revision: int | None = None) -> Reports:
    """Return the reports of ``table``; with a ``revision``, as they stood right after that entry."""
    if not table.report_count:
        return Reports()
    rows = Report.objects.filter(table=table).order_by("pk")
    if revision is not None:
        rows = rows.filter(since__lte=revision)
    lines = {(game.number, line.number): (game, line) for game in sheet.games for line in game.rounds}
    reports = tuple(
        _report_from(row, lines[row.game, row.round][1], revision) for row in rows if (row.game, row.round) in lines
    )
    return Reports(reports, _confirmed(table, reports, lines), _questions(reports, lines))


def _report_from(row: Report, line: RoundLine, revision: int | None) -> RoundReport:
    undecided = revision is not None and row.until is not None and row.until > revision
    return RoundReport(
        id=row.pk,
        game=row.game,
        round=row.round,
        body=RoundEntered(declaration_from(row.facts, line.rules), result_from(row.result)),
        facts=row.facts,
        digest=row.digest,
        agrees=row.agrees,
        phone=_phone_key(row),
        by=row.by,
        at=row.at,
        reason=row.reason,
        decision="" if undecided else row.decision,
        decided_by=row.decided_by,
        deciding_device=row.decided_device_id,
        decided_at=row.decided_at,
    )


def _phone_key(row: Report | Entry) -> tuple[str, int | str]:
    """Return a key for the phone that entered it; for imported rows only its label is known."""
    if row.device_id is None and row.link_id is None:
        return "archive", row.by
    return ("link", row.link_id or 0) if row.device_id is None else ("device", row.device_id)


def _confirmed(
    table: Table, reports: Sequence[RoundReport], lines: dict[RoundKey, tuple[GameSheet, RoundLine]]
) -> dict[RoundKey, tuple[str, ...]]:
    """Return which phones reported a round's current version, except the one that entered it; not for void rounds."""
    confirmations: dict[RoundKey, dict[tuple[str, int | str], str]] = {}
    current_entries: dict[int, RoundKey] = {}
    for report in reports:
        line = lines[report.game, report.round][1]
        if not line.void and facts_agree(report.facts, entry_facts(line.latest)):
            confirmations.setdefault((report.game, report.round), {})[report.phone] = report.by
            current_entries[max(entry.revision for entry in line.history if entry.body is line.latest)] = (
                report.game,
                report.round,
            )
    if not current_entries:
        return {}
    for entry in Entry.objects.filter(table=table, revision__in=current_entries).only(
        "revision", "device", "link", "by"
    ):
        confirmations[current_entries[entry.revision]].pop(_phone_key(entry), None)
    return {round_key: tuple(phones.values()) for round_key, phones in confirmations.items() if phones}


def _questions(
    reports: Sequence[RoundReport], lines: dict[RoundKey, tuple[GameSheet, RoundLine]]
) -> tuple[OpenQuestion, ...]:
    undecided: dict[RoundKey, dict[str, list[RoundReport]]] = {}
    for report in reports:
        if not report.agrees and report.decision == "":
            undecided.setdefault((report.game, report.round), {}).setdefault(report.digest, []).append(report)
    return tuple(
        OpenQuestion(
            *lines[round_key],
            tuple(ReportedVersion(tuple(equal_reports)) for equal_reports in undecided[round_key].values()),
        )
        for round_key in sorted(undecided)
    )


def decided_against(table: Table, key: str) -> Report | None:
    """Return the report sent with this idempotency key if somebody decided to keep the sheet's version instead."""
    return Report.objects.filter(table=table, key=key, decision=Decision.KEPT).first()
