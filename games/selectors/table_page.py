"""The table page, and the small answers that other screens ask for."""

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from games.models import Table
from games.pages import EntryForm, GameView, MenuView, Notice, TablePage, Tryout
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.game_view import game_view
from games.selectors.match_at_table import marked, match_at_table, match_now
from games.selectors.questions_view import question_views, told_by_phones
from games.selectors.reports import Reports
from games.selectors.scorers import others_may_score
from games.selectors.stakes import evening
from games.selectors.streams import is_shared, stream_address
from games.selectors.undo_view import undo_view
from games.wording import date_text, listed


def table_title(table: Table, players: Sequence[str]) -> str:
    """What a table is called: its own name, or who sits at it."""
    return table.name or listed(list(players))


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
    """The table page of ``game`` for whoever holds ``access``."""
    match = match_now(access, sheet)
    table = access.table
    current = game.number == sheet.current.number
    may_score = access.may("score")
    here = current and may_score
    finish_url = at_table(table, "finish/") if here and not game.over and game.rounds else ""
    shown = game_view(table, sheet, game, players, may_score=may_score)
    if entry is not None and entry.conflict:
        # Who deals the next round would stand beside the number of the round in question.
        shown = replace(shown, deal_sentence="", pairs=())
    asking = entry.conflict.question if entry is not None and entry.conflict else 0
    questions = tuple(view for view in question_views(access, sheet, reports, players) if asking not in view.ids)
    shown = replace(
        shown,
        rounds=told_by_phones(reports, game, shown.rounds, players),
        undone=told_by_phones(reports, game, shown.undone, players),
    )
    if match is not None:
        shown = replace(shown, rounds=marked(match, game.number, shown.rounds))
    return TablePage(
        title=table_title(table, players),
        table_url=at_table(table),
        moved_url=_moved_url(access) if current else "",
        live_url=stream_address(access) if current else "",
        poll_url=at_table(table, "revision/"),
        rules_url=at_table(table, f"games/{game.number}/rules/"),
        menu=_menu(access, shown, current=current, enters=entry is not None, finish_url=finish_url),
        menu_stays=len(shown.rounds) > 1 and not game.over,
        handover_url=at_table(table, "handover/") if current and _may_take_over(access) else "",
        new_game_url=at_table(table, "games/") if here and game.over and not game.needs_attention else "",
        finish_url=finish_url,
        reopen_url=at_table(table, "reopen/") if here and game.over and not game.needs_attention else "",
        revision=sheet.revision,
        game=shown,
        entry=entry,
        undo=undo_view(table, sheet, players) if here else None,
        notice=notice,
        evening=evening(sheet, players),
        may_score=may_score,
        current=current,
        said=table.said,
        questions=questions,
        match=match_at_table(match, players) if match else None,
        tryout=_tryout(table),
    )


def _menu(access: Access, game: GameView, *, current: bool, enters: bool, finish_url: str) -> MenuView:
    table, of_game = access.table, f"games/{game.number}/"
    may_score = access.may("score")
    return MenuView(
        table_url=at_table(table),
        rules_url=at_table(table, f"{of_game}rules/"),
        links_url=at_table(table, "links/") if access.may("manage_links") else "",
        compare_url=at_table(table, f"{of_game}compare/") if game.rounds else "",
        print_url=at_table(table, f"{of_game}print/"),
        export_url=at_table(table, f"{of_game}export/"),
        hand_url=at_table(table, "hand/") if enters and not game.teams else "",
        seats_url=at_table(table, "seats/") if current and may_score else "",
        stakes_url=at_table(table, "stakes/") if may_score else "",
        finish_url=finish_url if game.target is not None else "",
        strict_url=at_table(table, "strict/") if current and access.may("set_strict") else "",
        strict=table.strict,
    )


def _tryout(table: Table) -> Tryout | None:
    closes = table.closes_at
    return Tryout(date_text(closes), f"{reverse('start')}#people") if closes else None


def _moved_url(access: Access) -> str:
    """Where a screen asks what moved. One that only watches says which stream it hears: that is faster for all.

    What is drawn for all is drawn in each language once: a page in another than the first says which it is in.
    """
    address = at_table(access.table, "moved/")
    if not is_shared(access.link):
        return address
    language = get_language()
    spoken = f"&in={language}" if language and language != settings.LANGUAGE_CODE else ""
    return f"{address}?live={stream_address(access).split('/')[2]}{spoken}"


def _may_take_over(access: Access) -> bool:
    """Whether this phone may take over the scoring, and does not keep it alone anyway."""
    allowed = access.may("take_over")
    return allowed and (not access.may("score") or others_may_score(access))
