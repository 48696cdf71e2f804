"""A game as files to take along: everything of it as JSON, a line a round as rows of a spreadsheet."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import override

from games.models import Table
from games.models.entry import MOST_ENTRIES
from games.rules.declaration import Declaration, TeamDeal
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.game_view import names_in, rules_title
from games.selectors.ledger import sheet_of
from games.selectors.reports import Reports, reports_of
from games.selectors.table_json import entries_json, game_json
from games.wording import event_word, side_names, what_happened

FORMAT: Final = "scorekeeper-game"
VERSION: Final = 1
"""Of the form below; it only grows while this number stays."""

Cell = str | int | None


def game_file(table: Table, game: GameSheet, players: Sequence[str]) -> dict[str, Any]:
    """Everything of a game: who played it by which rules, every round with its score, and the ledger's own lines.

    It is in English whoever takes it along, so that the same game is the same file.
    ``entries`` are the facts as they were told, corrections and all, by seat; ``game`` is what they come to, by name.
    """
    names = names_in(game, players)
    reports = reports_of(table, sheet_of(table))
    with override("en"):
        return _game_file(table, game, names, reports)


def _game_file(table: Table, game: GameSheet, names: Sequence[str], reports: Reports) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": table.public_id,
        "title": table.name,
        "revision": table.revision,
        "rules_title": rules_title(game),
        "players": list(names),
        "seating": list(game.seating),
        "sides": list(side_names(game.rules, names)),
        "game": game_json(game, names, reports),
        "entries": [one for one in entries_json(table, 0, MOST_ENTRIES) if one["game"] == game.number],
    }


def game_rows(game: GameSheet, players: Sequence[str]) -> list[list[Cell]]:
    """A heading, and a row for each round in order, void ones too; amounts by side, deadwood by player.

    The words of the heading stay as they are for programs that look for them; what happened is told in the language of
    whoever takes it along. ``ender`` and ``declared`` are empty between teams, where several hands are played at once.
    """
    names = names_in(game, players)
    sides = side_names(game.rules, names)
    heading: list[Cell] = ["round", "event", "what", "ender", "declared", "card"]
    for what in ("points", "boxes", "total"):
        heading += [f"{what} {side}" for side in sides]
    heading += [*(f"deadwood {name}" for name in names), "counts", "reason", "entered by", "entered at"]
    return [heading, *(_row(line, names, sides) for line in game.rounds)]


def _row(line: RoundLine, names: Sequence[str], sides: Sequence[str]) -> list[Cell]:
    told, result, last = line.told.declaration, line.told.result, line.history[-1]
    ender = told.ender if isinstance(told, Declaration) else None
    row: list[Cell] = [
        line.number,
        event_word(result.event, line.rules),
        what_happened(told, result, line.rules, names),
        None if ender is None else names[ender],
        told.ending.value if isinstance(told, Declaration) else None,
        told.knock_card.text if told.knock_card else None,
    ]
    for amounts in (result.points, result.boxes):
        row += [amounts.get(side, 0) if line.counts else 0 for side in range(len(sides))]
    row += [line.cumulative[side] for side in range(len(sides))]
    row += [_deadwood(line, seat) for seat in range(len(names))]
    return [*row, "yes" if line.counts else "no", last.reason, last.by, last.at.isoformat()]


def _deadwood(line: RoundLine, seat: int) -> int | None:
    """What a player had left, between teams in the hand that he played."""
    told, result = line.told.declaration, line.told.result
    if not isinstance(told, TeamDeal):
        return result.deadwood.get(seat)
    found = [score.deadwood[seat] for score in result.hands if seat in score.deadwood]
    return found[0] if found else None
