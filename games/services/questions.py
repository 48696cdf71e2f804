"""Two phones told one round differently: a person says which version is right."""

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet

from games.models import Decision, Entry, EntryKind, Report
from games.permissions import Access
from games.refusals import Refused
from games.rules.ledger import RoundTold, declaration
from games.rules.sheet import RoundLine
from games.rules.teams import score_told
from games.services.ledger import OpenLedger, Written, open_ledger
from games.services.reports import close, count, open_questions
from games.services.rounds import as_dealt, expected_line, game_of

_LARGEST: Final = 2**63 - 1


def keep_version(*, access: Access, key: str, questions: Sequence[int], revision: int | None) -> Written:
    """What the sheet says of a round is right, and none of the versions ``questions``. No entry is made.

    ``revision`` is that of the round, as whoever decides has seen it. Other phones that said the same as one of those
    versions are answered with it. Raises Refused ("unknown_question", "revision_required", "stale",
    "question_decided").
    """
    with open_ledger(access=access, key=key, action="score") as book:
        asked = _asked(book, questions)
        one = asked[0]
        if again := _kept_before(book, asked):
            return again
        if Entry.objects.filter(table=book.table, key=key).exists():
            raise Refused("idempotency_key_reused")
        line = _line_as_seen(book, one, revision)
        close(book, _open(book, asked), Decision.KEPT, by_entry=False)
        count(book)
        return Written(line.revision, one.game, one.round, "new", line.history[-1].by, line.history[-1].at)


def take_version(
    *, access: Access, key: str, question: int, others: Sequence[int] = (), revision: int | None
) -> Written:
    """The version ``question`` of a round is right: the round is corrected to it, under the rules of a correction.

    ``others`` are versions of the same round that were seen and are not right. Raises Illegal where the rules refuse it
    by now, Refused as ``keep_version`` and ``correct_round`` do.
    """
    with open_ledger(access=access, key=key, action="score") as book:
        asked = _asked(book, [question, *others])
        one = asked[0]
        if again := book.replayed(EntryKind.CORRECTION, one.facts, game=one.game, round_number=one.round):
            return again
        line = _line_as_seen(book, one, revision)
        told = declaration(one.facts, line.rules)
        as_dealt(game_of(book.sheet, one.game), one.round, line.told.declaration.active, told)
        body = RoundTold(told, score_told(told, line.rules))
        written = book.append(body, game=one.game, round_number=one.round, corrects=True, reason=one.reason)
        close(book, _open(book, [one]), Decision.TAKEN)
        close(book, _open(book, asked), Decision.KEPT)
        return written


def _asked(book: OpenLedger, questions: Sequence[int]) -> list[Report]:
    """The versions asked about, in this order; all of one round. Raises Refused ("unknown_question")."""
    # A number that no row can have would be an error of the database, not an empty answer.
    found = Report.objects.filter(table=book.table, agrees=False).in_bulk([q for q in questions if q <= _LARGEST])
    if not questions or len(found) < len(set(questions)):
        raise Refused("unknown_question")
    asked = [found[question] for question in dict.fromkeys(questions)]
    if len({(report.game, report.round) for report in asked}) > 1:
        raise Refused("unknown_question")
    return asked


def _kept_before(book: OpenLedger, asked: Sequence[Report]) -> Written | None:
    """What this key decided before. Raises Refused ("idempotency_key_reused") where that was about something else."""
    before = Report.objects.filter(table=book.table, decided_key=book.key, decision=Decision.KEPT)
    if not before:
        return None
    if not {report.pk for report in asked} <= {report.pk for report in before}:
        raise Refused("idempotency_key_reused")
    one = before[0]
    return Written(one.revision, one.game, one.round, "replayed", one.decided_by, one.decided_at or one.at)


def _line_as_seen(book: OpenLedger, one: Report, revision: int | None) -> RoundLine:
    """The round that the question is about. Raises Refused where it is decided, or the round was changed since."""
    if one.decision:
        raise Refused("question_decided", by=one.decided_by, round=one.round)
    line = expected_line(game_of(book.sheet, one.game), one.round, revision)
    if line.revision != revision:
        raise Refused("stale", round=one.round, line=line, game=one.game)
    return line


def _open(book: OpenLedger, asked: Sequence[Report]) -> QuerySet[Report]:
    """Those of the versions asked about that are open, with what other phones said alike."""
    return open_questions(book.table).filter(
        game=asked[0].game, round=asked[0].round, digest__in=[report.digest for report in asked]
    )
