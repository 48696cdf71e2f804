"""Build printed score sheets: of a game at a table, or blank for a rule set and a number of players."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Table
from games.pages.sharing.paper_layout import (
    GameAmounts,
    blank_round_count,
    card_head,
    game_heads,
    reminders,
    settlement_lines,
    side_column_heads,
    side_columns,
    side_count,
)
from games.pages.sharing.paper_sheet import PaperRow, PaperSheet, PrintPage
from games.pages.table.game import ChangeContext, FinalContext, GameContext, RoundContext
from games.pages.table.game_view import game_view
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, TableSheet
from games.rules.sides import sides_of
from games.selectors.rulebook.house_rules import ChosenRules
from games.selectors.rulebook.players_for_rules import player_counts
from games.selectors.table.table_names import names_by_seat
from games.selectors.table.table_paths import table_path
from games.wording.cards import card_face
from games.wording.words import MINUS, date_text, side_names, signed


def table_print(access: Access, sheet: TableSheet, games: Sequence[GameSheet], players: Sequence[str]) -> PrintPage:
    """Return the page that prints ``games`` of a table, each beginning on a new sheet of paper."""
    title = table_title(access.table, players)
    return PrintPage(
        title=title,
        back_url=table_path(access.table),
        back_text=title,
        people=tuple(players),
        sheets=tuple(game_on_paper(access.table, sheet, game, players) for game in games),
    )


def blank_print(chosen: ChosenRules, count: int, names: Sequence[str], errors: tuple[str, ...] = ()) -> PrintPage:
    """Return the page that prints a blank sheet for ``count`` people; ``names`` by seat, empty ones left blank."""
    return PrintPage(
        title=_("%(rules)s: blank sheet") % {"rules": chosen.title},
        back_url=chosen.path,
        back_text=chosen.title,
        sheets=(blank_sheet(chosen.rules, chosen.title, count, names),),
        names=tuple(names),
        numbers=player_counts(chosen.rules),
        errors=errors,
    )


def blank_sheet(rules: RuleSet, title: str, count: int, names: Sequence[str]) -> PaperSheet:
    """Return a blank sheet."""
    cells = side_count(rules, count) * rules.columns * len(side_columns(rules, count))
    blank_cells = ("",) * cells
    return PaperSheet(
        title=title,
        about="",
        rules="",
        heads=game_heads(rules),
        sides=tuple(" & ".join(names[seat] for seat in side if names[seat]) for side in sides_of(rules, count)),
        parts=side_column_heads(rules, count),
        card=card_head(rules),
        rows=tuple(PaperRow(str(n), "", "", blank_cells) for n in range(1, blank_round_count(rules, count) + 1)),
        last_notes=(),
        bills=settlement_lines(rules, count),
        result="",
        reminders=reminders(rules),
        blank=True,
    )


def game_on_paper(table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str]) -> PaperSheet:
    """Return the sheet of a game that is finished or under way."""
    view, names = game_view(table, sheet, game, players, may_score=False), names_by_seat(game, players)
    rules, seats = game.rules, len(names)
    shown = tuple(reversed(view.rounds))
    rows = tuple(_row(round_, game) for round_ in shown)
    opening = (view.opening,) if view.opening else ()
    if rows and opening:
        rows = (_with_notes(rows[0], opening), *rows[1:])
    return PaperSheet(
        title=table_title(table, players),
        about=_about(game, table, several=len(sheet.games) > 1),
        rules=_rules_line(view.rules_title, rules.target),
        heads=game_heads(rules, [head.ended for head in view.columns]),
        sides=side_names(rules, names),
        parts=side_column_heads(rules, seats),
        card=card_head(rules),
        rows=rows,
        last_notes=(*(() if rows else opening), *_changes(view)),
        bills=settlement_lines(rules, seats, _games(game)),
        result=_result(view.final),
        reminders=(),
        blank=False,
    )


def _about(game: GameSheet, table: Table, *, several: bool) -> str:
    day = date_text(_start_time(game, table))
    return _("Game %(number)d, %(day)s") % {"number": game.number, "day": day} if several else day


def _rules_line(title: str, target: int | None) -> str:
    return _("%(rules)s, to %(target)s") % {"rules": title, "target": target} if target else title


def _start_time(game: GameSheet, table: Table) -> datetime:
    return game.rounds[0].history[0].at if game.rounds else table.created_at


def _games(game: GameSheet) -> tuple[GameAmounts, ...]:
    if game.columns:
        return tuple(
            GameAmounts(column.standing.points, column.standing.boxes, column.final, column.credit)
            for column in game.columns
        )
    final = game.final if game.over else None
    return (GameAmounts(game.cumulative, game.boxes, final, final.net if final else None),)


def _result(final: FinalContext | None) -> str:
    return f"{final.headline}. {final.why}" if final else ""


def _changes(view: GameContext) -> tuple[str, ...]:
    return tuple(_change(change) for change in reversed(view.changes))


def _change(change: ChangeContext) -> str:
    return _("%(what)s: %(told)s") % {"what": change.since, "told": ", ".join(change.what)}


def _with_notes(row: PaperRow, notes: tuple[str, ...]) -> PaperRow:
    return PaperRow(row.number, row.round_text, row.card, row.cells, row.void, (*notes, *row.notes))


def _row(shown: RoundContext, game: GameSheet) -> PaperRow:
    line = game.rounds[shown.number - 1]
    card = line.latest.declaration.knock_card
    counts = shown.state == "counts"
    text = shown.what.partition(" \u00b7 ")[0] + (f" ({shown.reason})" if shown.reason else "")
    return PaperRow(
        number=str(shown.number),
        round_text=text,
        card=card_face(card) if card else "",
        cells=_in_columns(shown, game) if game.columns else _in_one(shown, game),
        void=not counts,
        notes=tuple(_change(change) for change in reversed(shown.changes)),
    )


def _in_one(shown: RoundContext, game: GameSheet) -> tuple[str, ...]:
    cells: list[str] = []
    for cell in shown.cells:
        for part in side_columns(game.rules, len(game.seating)):
            if shown.state != "counts":
                cells.append("")
            elif part == "points":
                cells.append(signed(cell.points) if cell.points else "")
            elif part == "total":
                changed = cell.points or cell.boxes or cell.won
                cells.append(str(cell.total).replace("-", MINUS) if changed else "")
            else:
                cells.append(str(cell.boxes) if cell.boxes else "")
    return tuple(cells)


def _in_columns(shown: RoundContext, game: GameSheet) -> tuple[str, ...]:
    """Return the cells of a Hollywood round: total and boxes in the columns it was entered in, else empty."""
    cells: list[str] = []
    for part in shown.columns:
        for cell, round_cell in zip(part.cells, shown.cells, strict=True):
            for name in side_columns(game.rules, len(game.seating)):
                amount = cell.total if name == "total" else round_cell.boxes
                cells.append(str(amount) if cell.entered and (amount or name == "total") else "")
    return tuple(cells)
