"""Build the pages that show a table as text, and a text as the games it was read as."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Table
from games.pages.sharing.notation import NotationGame, NotationPage
from games.pages.table.deal_view import deal_sentence
from games.pages.table.table_page import table_title
from games.rules.notation import NotatedGame
from games.rules.presets import presets
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.sharing.notation import people_of, sheet_from_notes, table_text
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names, rules_title
from games.selectors.table.table_paths import table_path
from games.wording.scores import headline, opening_text, round_result_sentence
from games.wording.words import rounds, side_names


def notation_page(table: Table) -> NotationPage:
    """Return the page that shows ``table`` as text."""
    sheet = sheet_of(table)
    return NotationPage(
        table_title=table_title(table, player_names(table)),
        table_url=table_path(table),
        file_url=table_path(table, "text_file"),
        text=table_text(table),
        games=len(sheet.games),
        preset=sheet.current.preset,
        presets=preset_titles(),
    )


def preset_titles() -> tuple[tuple[str, str], ...]:
    """Return the id and the title of every preset."""
    return tuple((preset.id, _(preset.title)) for preset in presets().values())


def described_games(games: Sequence[NotatedGame]) -> tuple[NotationGame, ...]:
    """Return each of ``games`` as it was understood, in words."""
    sheet, people = sheet_from_notes(games), people_of(games)
    return tuple(
        _notation_game(game, notes, names_by_seat(game, people)) for game, notes in zip(sheet.games, games, strict=True)
    )


def _notation_game(game: GameSheet, notes: NotatedGame, names: Sequence[str]) -> NotationGame:
    sides = side_names(game.rules, names)
    score = ", ".join(f"{name} {game.cumulative[side]}" for side, name in enumerate(sides))
    result = headline(game.final, sides) if game.over and game.final is not None else ""
    rules = rules_title(game)
    if game.rules.target:
        rules = _("%(rules)s, to %(target)s") % {"rules": rules, "target": game.rules.target}
    goes_on = deal_sentence(game, names) or _("still going")
    return NotationGame(
        number=game.number,
        rules=rules,
        players=tuple(names),
        rounds=rounds(len(game.rounds)),
        score=score,
        result=result or _("Not over yet: %(score)s") % {"score": goes_on},
        opening=opening_text(game.opening, sides),
        lines=tuple((line.number, _line_text(line, game, names)) for line in game.rounds),
        comments=len(notes.comments),
    )


def _line_text(line: RoundLine, game: GameSheet, names: Sequence[str]) -> str:
    text = round_result_sentence(line.latest.declaration, line.latest.result, game.rules, names)
    if line.void:
        return _("%(what)s (deleted)") % {"what": text}
    if line.after_end:
        return _("%(what)s (after the end)") % {"what": text}
    return f"{text} \u00b7 {':'.join(str(points) for points in line.cumulative.values())}"
