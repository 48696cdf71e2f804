"""What two phones said of one round, as the table page shows it: the open questions, and the marks on the lines."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import Decision
from games.pages import Notice, QuestionView, RoundView, VersionChoice
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.game_view import names_in
from games.selectors.reports import OpenQuestion, Reports, Said
from games.selectors.round_view import what_was_told
from games.wording import side_names
from games.wording.labels import label_text
from games.wording.questions import (
    STRUCK,
    WATCH,
    WHICH,
    also_entered,
    apart_text,
    brings_text,
    kept_text,
    obsolete_text,
    phones_text,
    question_title,
    round_also_entered,
    round_stays,
    taken_text,
    undecided_text,
)


def question_views(
    access: Access, sheet: TableSheet, reports: Reports, players: Sequence[str]
) -> tuple[QuestionView, ...]:
    """The open questions of a table, newest round first."""
    return tuple(question_view(access, sheet, asked, players) for asked in reversed(reports.questions))


def question_view(access: Access, sheet: TableSheet, asked: OpenQuestion, players: Sequence[str]) -> QuestionView:
    """One open question; who may score may answer it."""
    game, line = asked.game, asked.line
    names, may = names_in(game, players), access.may("score")
    sides = side_names(game.rules, names)
    stands = VersionChoice(
        value="keep",
        by=label_text(line.history[-1].by),
        on_sheet=True,
        what=_(STRUCK) if line.void else what_was_told(line.told, game, names),
        brings="" if line.void else brings_text(line.told.result, sides),
    )
    others = tuple(
        VersionChoice(
            value=str(version.first.id),
            by=phones_text([label_text(by) for by in version.by]),
            on_sheet=False,
            what=what_was_told(version.first.told, game, names),
            brings=brings_text(version.first.told.result, sides),
        )
        for version in asked.versions
    )
    elsewhere = None if game.number == sheet.current.number else game.number
    return QuestionView(
        title=question_title(line.number, 1 + len(others), elsewhere),
        ask=_(WHICH) if may else _(WATCH),
        choices=(stands, *others),
        ids=tuple(version.first.id for version in asked.versions),
        revision=line.revision,
        url=at_table(access.table, "questions/") if may else "",
    )


def told_by_phones(
    reports: Reports, game: GameSheet, rounds: Sequence[RoundView], players: Sequence[str]
) -> tuple[RoundView, ...]:
    """The lines of a game of the sheet, with what other phones said of each round."""
    if not reports.said:
        return tuple(rounds)
    names = names_in(game, players)
    return tuple(
        replace(
            view,
            also=also_entered([label_text(by) for by in reports.also.get((game.number, view.number), ())]),
            apart=tuple(_apart(one, game, names) for one in reports.about(game.number, view.number)),
            asked=reports.question(game.number, view.number) is not None,
        )
        for view in rounds
    )


def news_of_phones(access: Access, reports: Reports) -> Notice | None:
    """What was said last beside the ledger, in a sentence; None for the phone that said it, and for a question.

    An open question stands on the page itself.
    """
    if not reports.said:
        return None
    own = access.device.pk if access.device else None
    one = max(reports.said, key=lambda said: said.decided_at or said.at)
    if one.agrees:
        told = round_also_entered(one.round, label_text(one.by))
        return None if one.phone == ("device", own) else Notice("good", told)
    if one.decision == Decision.KEPT:
        decided = round_stays(one.round, label_text(one.decided_by))
        return None if own is not None and one.decided_on == own else Notice("good", decided)
    return None


def _apart(one: Said, game: GameSheet, names: Sequence[str]) -> str:
    """What a phone said of a round against what stood, and what became of it."""
    what = apart_text(label_text(one.by), one.at, what_was_told(one.told, game, names), one.reason)
    if one.decided_at is None or not one.decision:
        return f"{what} {undecided_text()}"
    if one.decision == Decision.OBSOLETE:
        return f"{what} {obsolete_text(one.decided_at)}"
    decided = kept_text if one.decision == Decision.KEPT else taken_text
    return f"{what} {decided(label_text(one.decided_by), one.decided_at)}"
