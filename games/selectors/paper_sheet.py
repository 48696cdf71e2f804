"""A score sheet as it is printed: of a game at a table, or blank for a rule set and a number of people."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Table
from games.pages.game import ChangeView, FinalView, GameView, RoundView
from games.pages.paper_sheet import PaperRow, PaperSheet, PrintPage
from games.permissions import Access
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, TableSheet
from games.rules.sides import sides_of
from games.selectors.addresses import at_table
from games.selectors.game_view import game_view, names_in
from games.selectors.house_rules import Chosen
from games.selectors.paper_layout import Ended, bills, card_head, heads, part_heads, parts, reminders, room, side_count
from games.selectors.rules_choices import numbers_that_suit
from games.selectors.table_page import table_title
from games.wording import MINUS, card_face, date_text, side_names, signed


def table_print(access: Access, sheet: TableSheet, games: Sequence[GameSheet], players: Sequence[str]) -> PrintPage:
    """The page that prints ``games`` of a table, each from a new sheet of paper on."""
    title = table_title(access.table, players)
    return PrintPage(
        title=title,
        back_url=at_table(access.table),
        back_text=title,
        sheets=tuple(game_on_paper(access.table, sheet, game, players) for game in games),
    )


def blank_print(chosen: Chosen, count: int, names: Sequence[str], errors: tuple[str, ...] = ()) -> PrintPage:
    """The page that prints a blank sheet for ``count`` people; ``names`` by seat, empty where there are none."""
    saved = chosen.saved
    back = reverse("house_rules", args=[saved.public_id]) if saved else reverse("preset", args=[chosen.preset.id])
    return PrintPage(
        title=_("%(rules)s: a blank sheet") % {"rules": chosen.title},
        back_url=back,
        back_text=chosen.title,
        sheets=(blank_sheet(chosen.rules, chosen.title, count, names),),
        names=tuple(names),
        numbers=numbers_that_suit(chosen.rules),
        errors=errors,
    )


def blank_sheet(rules: RuleSet, title: str, count: int, names: Sequence[str]) -> PaperSheet:
    """A sheet to write on."""
    across = side_count(rules, count) * rules.columns * len(parts(rules, count))
    empty = ("",) * across
    return PaperSheet(
        title=title,
        about="",
        rules="",
        heads=heads(rules),
        sides=tuple(" & ".join(names[seat] for seat in side if names[seat]) for side in sides_of(rules, count)),
        parts=part_heads(rules, count),
        card=card_head(rules),
        rows=tuple(PaperRow(str(n), "", "", empty) for n in range(1, room(rules, count) + 1)),
        last_notes=(),
        bills=bills(rules, count),
        result="",
        reminders=reminders(rules),
        blank=True,
    )


def game_on_paper(table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str]) -> PaperSheet:
    """A game that was played, or is being played, as a sheet."""
    view, names = game_view(table, sheet, game, players, may_score=False), names_in(game, players)
    rules, seats = game.rules, len(names)
    shown = tuple(reversed(view.rounds))
    rows = tuple(_row(round_, game) for round_ in shown)
    opening = (_("From paper: %(score)s") % {"score": view.from_paper},) if view.from_paper else ()
    if rows and opening:
        rows = (_noted(rows[0], opening), *rows[1:])
    return PaperSheet(
        title=table_title(table, players),
        about=_about(game, table, several=len(sheet.games) > 1),
        rules=_rules_line(view.rules_title, rules.target),
        heads=heads(rules, [head.ended for head in view.columns]),
        sides=side_names(rules, names),
        parts=part_heads(rules, seats),
        card=card_head(rules),
        rows=rows,
        last_notes=(*(() if rows else opening), *_changes(view)),
        bills=bills(rules, seats, _games(game)),
        result=_result(view.final),
        reminders=(),
        blank=False,
    )


def _about(game: GameSheet, table: Table, *, several: bool) -> str:
    day = date_text(_begun(game, table))
    return _("Game %(number)d, %(day)s") % {"number": game.number, "day": day} if several else day


def _rules_line(title: str, target: int | None) -> str:
    return _("%(rules)s, to %(target)s") % {"rules": title, "target": target} if target else title


def _begun(game: GameSheet, table: Table) -> datetime:
    return game.rounds[0].history[0].at if game.rounds else table.created_at


def _games(game: GameSheet) -> tuple[Ended, ...]:
    if game.columns:
        return tuple(Ended(c.standing.points, c.standing.boxes, c.final, c.credit) for c in game.columns)
    final = game.final if game.over else None
    return (Ended(game.cumulative, game.boxes, final, final.net if final else None),)


def _result(final: FinalView | None) -> str:
    return f"{final.headline}. {final.why}" if final else ""


def _changes(view: GameView) -> tuple[str, ...]:
    return tuple(_change(change) for change in reversed(view.changes))


def _change(change: ChangeView) -> str:
    return _("%(what)s: %(told)s") % {"what": change.since, "told": ", ".join(change.what)}


def _noted(row: PaperRow, notes: tuple[str, ...]) -> PaperRow:
    return PaperRow(row.number, row.told, row.card, row.cells, row.void, (*notes, *row.notes))


def _row(shown: RoundView, game: GameSheet) -> PaperRow:
    line = game.rounds[shown.number - 1]
    card = line.told.declaration.knock_card
    counts = shown.state == "counts"
    told = shown.what.partition(" \u00b7 ")[0] + (f" ({shown.reason})" if shown.reason else "")
    return PaperRow(
        number=str(shown.number),
        told=told,
        card=card_face(card) if card else "",
        cells=_in_columns(shown, game) if game.columns else _in_one(shown, game),
        void=not counts,
        notes=tuple(_change(change) for change in reversed(shown.changes)),
    )


def _in_one(shown: RoundView, game: GameSheet) -> tuple[str, ...]:
    found: list[str] = []
    for cell in shown.cells:
        for part in parts(game.rules, len(game.seating)):
            if shown.state != "counts":
                found.append("")
            elif part == "points":
                found.append(signed(cell.points) if cell.points else "")
            elif part == "total":
                brought = cell.points or cell.boxes or cell.won
                found.append(str(cell.total).replace("-", MINUS) if brought else "")
            else:
                found.append(str(cell.boxes) if cell.boxes else "")
    return tuple(found)


def _in_columns(shown: RoundView, game: GameSheet) -> tuple[str, ...]:
    """A Hollywood round: its total and boxes where it was entered, nothing elsewhere."""
    found: list[str] = []
    for part in shown.columns:
        for cell, whole in zip(part.cells, shown.cells, strict=True):
            for name in parts(game.rules, len(game.seating)):
                amount = cell.total if name == "total" else whole.boxes
                found.append(str(amount) if cell.entered and (amount or name == "total") else "")
    return tuple(found)
