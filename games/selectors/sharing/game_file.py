"""Export a game: completely as JSON, or as rows of a spreadsheet with a line for each round."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import override

from games.models import Table
from games.models.entry import MOST_ENTRIES
from games.rules.declaration import Declaration, TeamDeal
from games.rules.seals import digest_of, format_seal, seal_of
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.sharing.sealed_documents import sealed_game
from games.selectors.table.ledger import sheet_of
from games.selectors.table.round_reports import Reports, reports_of
from games.selectors.table.table_json import entries_json, game_json
from games.selectors.table.table_names import names_by_seat, rules_title
from games.wording.scores import event_word, round_result_sentence
from games.wording.words import side_names

FORMAT: Final = "scorekeeper-game"
VERSION: Final = 1
"""The version of the JSON format below; fields may be added without a new version."""

CellValue = str | int | None


def game_file(table: Table, game: GameSheet, players: Sequence[str]) -> dict[str, Any]:
    """Return a game as JSON: players, rules, every round with its score, and the ledger's entries.

    It is always in English, so that the same game gives the same file.
    ``entries`` are the facts as entered, corrections included, by seat; ``game`` is the computed sheet, by name.
    ``sealed`` is the document from which ``seal`` is computed.
    """
    names = names_by_seat(game, players)
    reports = reports_of(table, sheet_of(table))
    with override("en"):
        return _game_file(table, game, names, reports)


def _game_file(table: Table, game: GameSheet, names: Sequence[str], reports: Reports) -> dict[str, Any]:
    sealed = sealed_game(table, game.number)
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
        "seal": format_seal(seal_of(digest_of(sealed))),
        "sealed": sealed,
        "entries": [entry for entry in entries_json(table, 0, MOST_ENTRIES) if entry["game"] == game.number],
    }


def game_rows(game: GameSheet, players: Sequence[str]) -> list[list[CellValue]]:
    """Return a heading and a row for each round in order, void ones too; amounts by side, deadwood by player.

    The heading isn't translated, because programs look for its words; the sentence in ``what`` is in the current
    language. ``ender`` and ``declared`` are empty between teams, where several hands are played at once.
    """
    names = names_by_seat(game, players)
    sides = side_names(game.rules, names)
    heading: list[CellValue] = ["round", "event", "what", "ender", "declared", "card"]
    for what in ("points", "boxes", "total"):
        heading += [f"{what} {side}" for side in sides]
    heading += [*(f"deadwood {name}" for name in names), "counts", "reason", "entered by", "entered at"]
    return [heading, *(_row(line, names, sides) for line in game.rounds)]


def _row(line: RoundLine, names: Sequence[str], sides: Sequence[str]) -> list[CellValue]:
    declared, result, last = line.latest.declaration, line.latest.result, line.history[-1]
    ender = declared.ender if isinstance(declared, Declaration) else None
    row: list[CellValue] = [
        line.number,
        event_word(result.event, line.rules),
        round_result_sentence(declared, result, line.rules, names),
        None if ender is None else names[ender],
        declared.ending.value if isinstance(declared, Declaration) else None,
        declared.knock_card.text if declared.knock_card else None,
    ]
    for amounts in (result.points, result.boxes):
        row += [amounts.get(side, 0) if line.counts else 0 for side in range(len(sides))]
    row += [line.cumulative[side] for side in range(len(sides))]
    row += [_deadwood(line, seat) for seat in range(len(names))]
    return [*row, "yes" if line.counts else "no", last.reason, last.by, last.at.isoformat()]


def _deadwood(line: RoundLine, seat: int) -> int | None:
    """Return a player's deadwood; between teams, in the hand that they played."""
    declared, result = line.latest.declaration, line.latest.result
    if not isinstance(declared, TeamDeal):
        return result.deadwood.get(seat)
    of_hands = [score.deadwood[seat] for score in result.hands if seat in score.deadwood]
    return of_hands[0] if of_hands else None
