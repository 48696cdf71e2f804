"""What phones say of rounds that stand already: kept beside the ledger, so that nothing typed is lost by it."""

from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Decision, Entry, EntryKind, Report, Table
from games.refusals import Refused
from games.rules.agreement import agree
from games.rules.declaration import Told
from games.rules.ledger import digest_of, facts, result_json, round_facts
from games.rules.sheet import RoundLine, TableSheet
from games.rules.teams import score_told

if TYPE_CHECKING:
    from games.services.ledger import OpenLedger

MOST_QUESTIONS: Final = 10
"""Open versions of one round beside the one on the sheet."""
MOST_REPORTS: Final = 5_000
"""Reports of one table, the decided ones included."""


def refuse_reused_key(book: "OpenLedger", told: dict[str, Any], game: int, round_number: int) -> None:
    """Raise Refused ("idempotency_key_reused") where the key of this write was another version's before."""
    if not book.table.said:
        return
    before = Report.objects.filter(table=book.table, key=book.key).first()
    if before is not None and before.digest != digest_of(EntryKind.ROUND, game, round_number, told):
        raise Refused("idempotency_key_reused", game=before.game, round=before.round, revision=before.revision)


def confirm(book: "OpenLedger", line: RoundLine, game: int, declaration: Told) -> None:
    """Note that this phone told round ``line`` of ``game`` as it stands: once a phone and version of the round.

    The phone that wrote what stands is no second one.
    """
    standing = max(entry.revision for entry in line.history if entry.body is line.told)
    writer = Entry.objects.get(table=book.table, revision=standing)
    if _same_phone(writer, book):
        return
    theirs = _of_phone(book).filter(game=game, round=line.number, revision=line.revision, agrees=True)
    if not theirs.exists():
        _store(book, line, game, declaration, agrees=True)


def ask(book: "OpenLedger", line: RoundLine, game: int, declaration: Told, reason: str) -> None:
    """Keep what this phone told of round ``line`` of ``game``, against what stands, as a question to people.

    The refusal that follows then does not take it back. The same phone asks the same once, whatever its key; with
    MOST_QUESTIONS open its oldest question makes room, or nothing is kept. Raises Illegal where it is no round.
    """
    digest = digest_of(EntryKind.ROUND, game, line.number, round_facts(declaration))
    asked = open_questions(book.table).filter(game=game, round=line.number)
    own = asked & _of_phone(book)
    if not own.filter(digest=digest).exists():
        if asked.count() >= MOST_QUESTIONS:
            oldest = own.first()
            if oldest is None:
                return
            close(book, asked.filter(pk=oldest.pk), Decision.OBSOLETE, by_entry=False)
        _store(book, line, game, declaration, agrees=False, reason=reason)
    book.keeps = True


def open_questions(table: Table) -> QuerySet[Report]:
    """The versions at a table that nobody has decided about yet, oldest first."""
    return Report.objects.filter(table=table, agrees=False, decision="").order_by("pk")


def close_settled(book: "OpenLedger", sheet: TableSheet) -> None:
    """Close the questions that an entry has answered: the round says the same by now, or was struck, or is gone.

    Whoever made it say the same has taken that version; a round that is struck, or gone, leaves nothing to decide.
    """
    if not book.table.said:
        return
    lines = {(game.number, line.number): line for game in sheet.games for line in game.rounds}
    closed: dict[Decision, list[int]] = {Decision.TAKEN: [], Decision.OBSOLETE: []}
    for report in open_questions(book.table):
        line = lines.get((report.game, report.round))
        if line is not None and not line.void and agree(report.facts, facts(line.told)):
            closed[Decision.TAKEN].append(report.pk)
        elif line is None or (line.void and line.revision != report.revision):
            closed[Decision.OBSOLETE].append(report.pk)
    for decision, reports in closed.items():
        if reports:
            close(book, Report.objects.filter(pk__in=reports), decision)


def close(book: "OpenLedger", reports: QuerySet[Report], decision: Decision, *, by_entry: bool = True) -> None:
    """Write down what became of ``reports``, which are open: ``by_entry``, by the newest one in the ledger.

    Who did it is told of what a person decided.
    """
    by_a_person = decision is not Decision.OBSOLETE
    reports.update(
        decision=decision,
        decided_key=book.key if by_a_person else "",
        decided_device=book.access.device if by_a_person else None,
        decided_by=book.access.label if by_a_person else "",
        decided_at=timezone.now(),
        until=book.table.revision if by_entry else book.table.revision + 1,
    )


def count(book: "OpenLedger") -> None:
    """Note at the table that something was said beside its ledger; open screens are told after the commit."""
    book.table.said += 1
    book.table.said_at = book.table.revision
    book.table.save(update_fields=["said", "said_at"])


def _store(
    book: "OpenLedger", line: RoundLine, game: int, declaration: Told, *, agrees: bool, reason: str = ""
) -> None:
    reports = Report.objects.filter(table=book.table)
    if reports.filter(key=book.key).exists() or reports.count() >= MOST_REPORTS:
        return
    told, result = round_facts(declaration), score_told(declaration, line.rules)
    Report.objects.create(
        table=book.table,
        game=game,
        round=line.number,
        revision=line.revision,
        facts=told,
        result=result_json(result),
        digest=digest_of(EntryKind.ROUND, game, line.number, told),
        agrees=agrees,
        key=book.key,
        reason=reason,
        device=book.access.device,
        link=book.access.link,
        by=book.access.label,
        at=timezone.now(),
        since=book.table.revision + 1,
    )
    count(book)


def _of_phone(book: "OpenLedger") -> QuerySet[Report]:
    """What was said at this table by the phone that writes; a program is known by its link."""
    reports = Report.objects.filter(table=book.table)
    if book.access.device is None:
        return reports.filter(device=None, link=book.access.link)
    return reports.filter(device=book.access.device)


def _same_phone(entry: Entry, book: "OpenLedger") -> bool:
    if book.access.device is None:
        return entry.device_id is None and entry.link_id == book.access.link.pk
    return entry.device_id == book.access.device.pk
