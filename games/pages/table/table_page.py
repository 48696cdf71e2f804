"""Build the page of a table: the current or an earlier game, with its form, menu, questions and notices."""

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from games.models import Table
from games.pages.season.match_at_table import match_at_table, table_match, with_match_marks
from games.pages.sharing.join_questions import join_questions
from games.pages.sharing.seal_note import game_seal_note
from games.pages.table.entry import EntryForm
from games.pages.table.game import GameContext
from games.pages.table.game_view import game_view
from games.pages.table.moved_end import open_again_questions, waiting_text
from games.pages.table.questions_view import question_views, with_reports
from games.pages.table.stakes_view import evening_view
from games.pages.table.table import MenuContext, Notice, TablePage, Tryout
from games.pages.table.tally_data import tally_data
from games.pages.table.undo_view import undo_view
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.table.round_reports import Reports
from games.selectors.table.scorers import another_keeps_score
from games.selectors.table.streams import shows_shared_page, stream_path, stream_token
from games.selectors.table.table_paths import table_path
from games.wording.words import date_text, listed


def table_title(table: Table, players: Sequence[str], sheet: TableSheet | None = None) -> str:
    """Return the title of a table: its own name, or the names of its players.

    With its ``sheet`` it leaves out those who were named for the next game and then never played.
    """
    return table.name or listed([players[number] for number in sheet.people] if sheet else list(players))


def table_page(
    *,
    access: Access,
    sheet: TableSheet,
    game: GameSheet,
    players: Sequence[str],
    reports: Reports,
    entry: EntryForm | None,
    notice: Notice | None = None,
) -> TablePage:
    """Return the table page of ``game`` as ``access`` may see it."""
    match = table_match(access, sheet)
    table = access.table
    current = game.number == sheet.current.number
    may_score = access.may("score")
    may_score_now = current and may_score
    open_again = open_again_questions(table, sheet, players) if may_score else ()
    finish_url = table_path(table, "finish") if may_score_now and not game.over and game.rounds else ""
    shown = game_view(table, sheet, game, players, may_score=may_score)
    if entry is not None and entry.conflict:
        # The next dealer would be shown beside the number of the conflicting round, which is misleading.
        shown = replace(shown, deal_sentence="", pairs=())
    open_question = entry.conflict.question if entry is not None and entry.conflict else 0
    questions = tuple(view for view in question_views(access, sheet, reports, players) if open_question not in view.ids)
    shown = replace(
        shown,
        rounds=with_reports(reports, game, shown.rounds, players),
        undone=with_reports(reports, game, shown.undone, players),
    )
    if match is not None:
        shown = replace(shown, rounds=with_match_marks(match, game.number, shown.rounds))
    return TablePage(
        title=table_title(table, players, sheet),
        table_url=table_path(table),
        moved_url=_moved_url(access) if current else "",
        live_url=stream_path(access) if current else "",
        poll_url=table_path(table, "revision"),
        rules_url=table_path(table, "rules", game.number),
        picture_url=table_path(table, "picture") if current else table_path(table, "game_picture", game.number),
        game_picture_url=table_path(table, "game_picture", game.number),
        story_url=table_path(table, "story", game.number),
        menu=_menu(
            access,
            shown,
            current=current,
            enters=entry is not None,
            finish_url=finish_url,
            in_match=match is not None,
        ),
        tally=tally_data(game) if may_score_now else None,
        menu_unchanged=len(shown.rounds) > 1 and not game.over and not shown.terms_may_change,
        handover_url=table_path(table, "handover") if current and _may_take_over(access) else "",
        new_game_url=table_path(table, "next_game") if may_score_now and game.over and not game.needs_attention else "",
        finish_url=finish_url,
        reopen_url=table_path(table, "reopen") if may_score_now and game.over and not game.needs_attention else "",
        revision=sheet.revision,
        game=shown,
        entry=entry,
        undo=undo_view(table, sheet, players) if may_score_now else None,
        notice=notice,
        evening=evening_view(sheet, players),
        may_score=may_score,
        current=current,
        report_count=table.changes_beside,
        joins=join_questions(access),
        questions=questions,
        match=match_at_table(match, players) if match else None,
        tryout=_tryout(table),
        seal=game_seal_note(table, game.number) if game.over else None,
        open_again=tuple(asked for asked in open_again if current or asked.number == game.number),
        waits_text=waiting_text(sheet, game),
    )


def _menu(
    access: Access, game: GameContext, *, current: bool, enters: bool, finish_url: str, in_match: bool
) -> MenuContext:
    table, number = access.table, game.number
    may_score = access.may("score")
    return MenuContext(
        table_url=table_path(table),
        board_url=table_path(table, "board"),
        rules_url=table_path(table, "rules", number),
        links_url=table_path(table, "links") if access.may("manage_links") else "",
        compare_url=table_path(table, "compare", number) if game.rounds else "",
        export_url=table_path(table, "export", number),
        hand_url=table_path(table, "own_hand") if enters and not game.teams else "",
        seats_url=table_path(table, "seats") if current and may_score else "",
        players_url=table_path(table, "players") if current and may_score and not in_match else "",
        stakes_url=table_path(table, "stakes") if may_score else "",
        finish_url=finish_url if game.target is not None else "",
        strict_url=table_path(table, "strict") if current and access.may("set_strict") else "",
        strict=table.strict,
    )


def _tryout(table: Table) -> Tryout | None:
    closes_at = table.closes_at
    return Tryout(date_text(closes_at), f"{reverse('start')}#people") if closes_at else None


def _moved_url(access: Access) -> str:
    """Return where a screen fetches changes. A watch-only screen names its stream, so that all can share one response.

    Shared responses exist once for each language, so a page in a language other than the default names it too.
    """
    address = table_path(access.table, "moved")
    if not shows_shared_page(access.link):
        return address
    language = get_language()
    language_part = f"&in={language}" if language and language != settings.LANGUAGE_CODE else ""
    return f"{address}?live={stream_token(access)}{language_part}"


def _may_take_over(access: Access) -> bool:
    """Return whether this phone may take over the scoring, and another one is keeping score."""
    return access.may("take_over") and (not access.may("score") or another_keeps_score(access))
