"""Views of conflicting reports: open questions where phones reported a round differently, and notes on the rounds."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import Decision
from games.pages.table.game import RoundContext
from games.pages.table.question import QuestionContext, VersionChoice
from games.pages.table.round_view import round_sentence
from games.pages.table.table import Notice
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.table.round_reports import OpenQuestion, Reports, RoundReport
from games.selectors.table.table_names import names_by_seat
from games.selectors.table.table_paths import table_path
from games.wording.labels import author_text
from games.wording.round_questions import (
    DECIDE_TEXT,
    ROUND_DELETED_TEXT,
    WAIT_FOR_DECISION_TEXT,
    also_entered,
    brings_text,
    differing_entry_text,
    obsolete_text,
    phones_text,
    question_title,
    round_also_entered,
    round_stays,
    sheet_chosen_text,
    undecided_text,
    version_chosen_text,
)
from games.wording.words import side_names


def question_views(
    access: Access, sheet: TableSheet, reports: Reports, players: Sequence[str]
) -> tuple[QuestionContext, ...]:
    """Return the open questions of a table, newest round first."""
    return tuple(question_view(access, sheet, question, players) for question in reversed(reports.questions))


def question_view(access: Access, sheet: TableSheet, question: OpenQuestion, players: Sequence[str]) -> QuestionContext:
    """Return one open question; a reader who may score gets a form to answer it."""
    game, line = question.game, question.line
    names, may_answer = names_by_seat(game, players), access.may("score")
    sides, own = side_names(game.rules, names), access.device.pk if may_answer and access.device else None
    current = VersionChoice(
        value="keep",
        by=_("You")
        if own and _entered_on(access, line.history[-1].revision) == own
        else author_text(line.history[-1].by),
        on_sheet=True,
        what=_(ROUND_DELETED_TEXT) if line.void else round_sentence(line.latest, game, names),
        brings="" if line.void else brings_text(line.latest.result, sides),
    )
    others = tuple(
        VersionChoice(
            value=str(version.first.id),
            by=phones_text(list(dict.fromkeys(_reporter(report, own) for report in version.reports))),
            on_sheet=False,
            what=round_sentence(version.first.body, game, names),
            brings=brings_text(version.first.body.result, sides),
        )
        for version in question.versions
    )
    elsewhere = None if game.number == sheet.current.number else game.number
    return QuestionContext(
        title=question_title(line.number, 1 + len(others), elsewhere),
        ask=_(DECIDE_TEXT) if may_answer else _(WAIT_FOR_DECISION_TEXT),
        people=tuple(names),
        choices=(current, *others),
        ids=tuple(version.first.id for version in question.versions),
        revision=line.revision,
        url=table_path(access.table, "questions") if may_answer else "",
    )


def _reporter(report: RoundReport, own: int | None) -> str:
    return _("You") if report.phone == ("device", own) else author_text(report.by)


def _entered_on(access: Access, revision: int) -> int | None:
    """Return the device (primary key) on which an entry was made."""
    return access.table.entries.values_list("device", flat=True).get(revision=revision)


def with_reports(
    reports: Reports, game: GameSheet, rounds: Sequence[RoundContext], players: Sequence[str]
) -> tuple[RoundContext, ...]:
    """Return the rounds of a game with what other phones reported about each."""
    if not reports.reports:
        return tuple(rounds)
    names = names_by_seat(game, players)
    return tuple(
        replace(
            view,
            also_entered_text=also_entered(
                [author_text(by) for by in reports.confirmed_by.get((game.number, view.number), ())]
            ),
            other_versions=tuple(
                _difference_text(report, game, names) for report in reports.differing(game.number, view.number)
            ),
            has_open_question=reports.question_about(game.number, view.number) is not None,
        )
        for view in rounds
    )


def newest_report_notice(access: Access, reports: Reports) -> Notice | None:
    """Return a notice about the newest report; None on the phone that made it, and for an open question.

    An open question is shown on the page itself.
    """
    if not reports.reports:
        return None
    own_device = access.device.pk if access.device else None
    newest = max(reports.reports, key=lambda report: report.decided_at or report.at)
    if newest.agrees:
        text = round_also_entered(newest.round, author_text(newest.by))
        return None if newest.phone == ("device", own_device) else Notice("good", text)
    if newest.decision == Decision.KEPT:
        decided = round_stays(newest.round, author_text(newest.decided_by))
        return None if own_device is not None and newest.deciding_device == own_device else Notice("good", decided)
    return None


def _difference_text(report: RoundReport, game: GameSheet, names: Sequence[str]) -> str:
    """Return a sentence about a report that differed from the sheet, and how it was decided."""
    what = differing_entry_text(
        author_text(report.by), report.at, round_sentence(report.body, game, names), report.reason
    )
    if report.decided_at is None or not report.decision:
        return f"{what} {undecided_text()}"
    if report.decision == Decision.OBSOLETE:
        return f"{what} {obsolete_text(report.decided_at)}"
    decided = sheet_chosen_text if report.decision == Decision.KEPT else version_chosen_text
    return f"{what} {decided(author_text(report.decided_by), report.decided_at)}"
