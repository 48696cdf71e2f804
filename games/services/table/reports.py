"""Reports: what phones enter for a round that is on the sheet already, stored beside the ledger so nothing is lost."""

from dataclasses import dataclass, field
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Decision, Entry, Report, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.agreement import facts_agree
from games.rules.declared_round import DeclaredRound
from games.rules.ledger import entry_facts, result_json
from games.rules.sheet import RoundLine, TableSheet

MOST_QUESTIONS: Final = 10
"""Open questions about one round."""
MOST_REPORTS: Final = 5_000
"""Reports of one table, decided ones included."""


@dataclass(slots=True)
class TableWrite:
    """A write to a locked table, as far as reports need it; ``services.table.ledger.OpenLedger`` is all of it.

    A refusal rolls all back. With ``commits_reports`` a report stored beside the ledger is committed all the same.
    """

    access: Access
    table: Table
    key: str
    commits_reports: bool = field(default=False, kw_only=True)


def refuse_reused_key(ledger: TableWrite, declared: DeclaredRound) -> None:
    """Raise RefusedError ("idempotency_key_reused") where this write's key belongs to a report with other facts."""
    if not ledger.table.report_count:
        return
    before = Report.objects.filter(table=ledger.table, key=ledger.key).first()
    if before is not None and before.digest != declared.digest:
        raise RefusedError("idempotency_key_reused", game=before.game, round=before.round, revision=before.revision)


def store_confirmation(ledger: TableWrite, line: RoundLine, declared: DeclaredRound) -> None:
    """Store that this phone confirms the round of ``line``: once per phone and version of the round.

    The phone that wrote the current version does not confirm itself.
    """
    current_revision = max(entry.revision for entry in line.history if entry.body is line.latest)
    writer = Entry.objects.get(table=ledger.table, revision=current_revision)
    if _same_phone(writer, ledger):
        return
    confirmations = _by_same_phone(ledger).filter(
        game=declared.game, round=line.number, revision=line.revision, agrees=True
    )
    if not confirmations.exists():
        _store(ledger, line, declared, agrees=True)


def store_question(ledger: TableWrite, line: RoundLine, declared: DeclaredRound, reason: str) -> None:
    """Store this phone's version of the round of ``line``, which differs from the sheet, as an open question.

    The refusal that follows does not roll it back. A phone asks the same question once, whatever its key; with
    MOST_QUESTIONS open, its oldest question is dropped, or nothing is stored. Raises RulesError for an illegal round.
    """
    open_versions = open_questions(ledger.table).filter(game=declared.game, round=line.number)
    own_versions = open_versions & _by_same_phone(ledger)
    if not own_versions.filter(digest=declared.digest).exists():
        if open_versions.count() >= MOST_QUESTIONS:
            oldest = own_versions.first()
            if oldest is None:
                return
            decide_reports(ledger, open_versions.filter(pk=oldest.pk), Decision.OBSOLETE, by_entry=False)
        _store(ledger, line, declared, agrees=False, reason=reason)
    ledger.commits_reports = True


def open_questions(table: Table) -> QuerySet[Report]:
    """Return the undecided versions of rounds at a table, oldest first."""
    return Report.objects.filter(table=table, agrees=False, decision="").order_by("pk")


def close_answered(ledger: TableWrite, sheet: TableSheet) -> None:
    """Close the questions that a new entry has answered.

    A round that now has the facts of a question has taken that version; one that was voided or is gone leaves nothing
    to decide.
    """
    if not ledger.table.report_count:
        return
    lines = {(game.number, line.number): line for game in sheet.games for line in game.rounds}
    closed: dict[Decision, list[int]] = {Decision.TAKEN: [], Decision.OBSOLETE: []}
    for report in open_questions(ledger.table):
        line = lines.get((report.game, report.round))
        if line is not None and not line.void and facts_agree(report.facts, entry_facts(line.latest)):
            closed[Decision.TAKEN].append(report.pk)
        elif line is None or (line.void and line.revision != report.revision):
            closed[Decision.OBSOLETE].append(report.pk)
    for decision, reports in closed.items():
        if reports:
            decide_reports(ledger, Report.objects.filter(pk__in=reports), decision)


def decide_reports(ledger: TableWrite, reports: QuerySet[Report], decision: Decision, *, by_entry: bool = True) -> None:
    """Decide open reports: ``by_entry``, through the newest entry of the ledger, or without an entry.

    The deciding device and name are stored unless the question merely became obsolete.
    """
    by_a_person = decision is not Decision.OBSOLETE
    reports.update(
        decision=decision,
        decided_key=ledger.key if by_a_person else "",
        decided_device=ledger.access.device if by_a_person else None,
        decided_by=ledger.access.label if by_a_person else "",
        decided_at=timezone.now(),
        until=ledger.table.revision if by_entry else ledger.table.revision + 1,
    )


def count_report(ledger: TableWrite) -> None:
    """Count one more report or decision beside the table's ledger; open pages are notified after the commit."""
    ledger.table.report_count += 1
    ledger.table.last_report_revision = ledger.table.revision
    ledger.table.save(update_fields=["report_count", "last_report_revision"])


def _store(ledger: TableWrite, line: RoundLine, declared: DeclaredRound, *, agrees: bool, reason: str = "") -> None:
    reports = Report.objects.filter(table=ledger.table)
    if reports.filter(key=ledger.key).exists() or reports.count() >= MOST_REPORTS:
        return
    Report.objects.create(
        table=ledger.table,
        game=declared.game,
        round=line.number,
        revision=line.revision,
        facts=declared.facts,
        result=result_json(declared.scored(line.rules).result),
        digest=declared.digest,
        agrees=agrees,
        key=ledger.key,
        reason=reason,
        device=ledger.access.device,
        link=ledger.access.link,
        by=ledger.access.label,
        at=timezone.now(),
        since=ledger.table.revision + 1,
    )
    count_report(ledger)


def _by_same_phone(ledger: TableWrite) -> QuerySet[Report]:
    """Return the reports of the writing phone at this table; a program is identified by its link."""
    reports = Report.objects.filter(table=ledger.table)
    if ledger.access.device is None:
        return reports.filter(device=None, link=ledger.access.link)
    return reports.filter(device=ledger.access.device)


def _same_phone(entry: Entry, ledger: TableWrite) -> bool:
    if ledger.access.device is None:
        return entry.device_id is None and entry.link_id == ledger.access.link.pk
    return entry.device_id == ledger.access.device.pk
