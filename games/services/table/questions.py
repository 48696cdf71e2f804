"""Decide a question: two phones entered one round differently, and a person chooses the right version."""

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet

from games.models import Decision, Entry, EntryKind, Report
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import RoundEntered, declaration_from
from games.rules.sheet import RoundLine
from games.rules.teams import score_declaration
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger
from games.services.table.reports import count_report, decide_reports, open_questions
from games.services.table.rounds import check_dealt, expected_line, game_of

_LARGEST: Final = 2**63 - 1


def keep_version(*, access: Access, key: str, questions: Sequence[int], revision: int | None) -> WriteResult:
    """Decide that the sheet is right and the reported versions ``questions`` are not. No entry is made.

    ``revision`` is that of the round, as the deciding person saw it. Reports of other phones with the same facts are
    decided with them. Raises RefusedError ("unknown_question", "revision_required", "stale", "question_decided").
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        reports = _reports_of(ledger, questions)
        first = reports[0]
        if earlier := _decided_before(ledger, reports):
            return earlier
        if Entry.objects.filter(table=ledger.table, key=key).exists():
            raise RefusedError("idempotency_key_reused")
        line = _line_as_seen(ledger, first, revision)
        decide_reports(ledger, _open_reports(ledger, reports), Decision.KEPT, by_entry=False)
        count_report(ledger)
        return WriteResult(line.revision, first.game, first.round, "new", line.history[-1].by, line.history[-1].at)


def take_version(
    *, access: Access, key: str, question: int, others: Sequence[int] = (), revision: int | None
) -> WriteResult:
    """Decide that the reported version ``question`` is right: the round is corrected to it.

    ``others`` are versions of the same round that were seen and are wrong. Raises RulesError where the rules no longer
    allow it, RefusedError as ``keep_version`` and ``correct_round`` do.
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        reports = _reports_of(ledger, [question, *others])
        first = reports[0]
        if replayed := ledger.replayed(EntryKind.CORRECTION, first.facts, game=first.game, round_number=first.round):
            return replayed
        line = _line_as_seen(ledger, first, revision)
        taken = declaration_from(first.facts, line.rules)
        check_dealt(game_of(ledger.sheet, first.game), first.round, line.latest.declaration.active, taken)
        body = RoundEntered(taken, score_declaration(taken, line.rules))
        written = ledger.append(body, game=first.game, round_number=first.round, corrects=True, reason=first.reason)
        decide_reports(ledger, _open_reports(ledger, [first]), Decision.TAKEN)
        decide_reports(ledger, _open_reports(ledger, reports), Decision.KEPT)
        return written


def _reports_of(ledger: OpenLedger, questions: Sequence[int]) -> list[Report]:
    """Return the reports with these ids, in this order; all of one round. Raises RefusedError ("unknown_question")."""
    # An id beyond the column's range would be a database error, not an empty result.
    found = Report.objects.filter(table=ledger.table, agrees=False).in_bulk([q for q in questions if q <= _LARGEST])
    if not questions or len(found) < len(set(questions)):
        raise RefusedError("unknown_question")
    reports = [found[question] for question in dict.fromkeys(questions)]
    if len({(report.game, report.round) for report in reports}) > 1:
        raise RefusedError("unknown_question")
    return reports


def _decided_before(ledger: OpenLedger, reports: Sequence[Report]) -> WriteResult | None:
    """Return what this key decided before.

    Raises RefusedError ("idempotency_key_reused") if that was something else.
    """
    before = Report.objects.filter(table=ledger.table, decided_key=ledger.key, decision=Decision.KEPT)
    if not before:
        return None
    if not {report.pk for report in reports} <= {report.pk for report in before}:
        raise RefusedError("idempotency_key_reused")
    first = before[0]
    return WriteResult(
        first.revision, first.game, first.round, "replayed", first.decided_by, first.decided_at or first.at
    )


def _line_as_seen(ledger: OpenLedger, report: Report, revision: int | None) -> RoundLine:
    """Return the round that the report is about.

    Raises RefusedError where it is decided, or the round was changed since.
    """
    if report.decision:
        raise RefusedError("question_decided", by=report.decided_by, round=report.round)
    line = expected_line(game_of(ledger.sheet, report.game), report.round, revision)
    if line.revision != revision:
        raise RefusedError("stale", round=report.round, line=line, game=report.game)
    return line


def _open_reports(ledger: OpenLedger, reports: Sequence[Report]) -> QuerySet[Report]:
    """Return those of the reports that are open, and other phones' open reports with the same facts."""
    return open_questions(ledger.table).filter(
        game=reports[0].game, round=reports[0].round, digest__in=[report.digest for report in reports]
    )
