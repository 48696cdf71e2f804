"""Build the pages that show a table as text, and a text as the games it was read as."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Table
from games.pages.notation import NotationGame, NotationPage
from games.rules.notation import GameNotes
from games.rules.ruleset import presets
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.addresses import at_table
from games.selectors.deal_view import deal_sentence
from games.selectors.ledger import sheet_of
from games.selectors.notation import sheet_told, table_text
from games.selectors.table_names import names_in, players_at, rules_title
from games.selectors.table_page import table_title
from games.wording.scores import from_paper, headline, what_happened
from games.wording.words import rounds, side_names


def notation_page(table: Table) -> NotationPage:
    """Return the page that shows ``table`` as text."""
    sheet = sheet_of(table)
    return NotationPage(
        table_title=table_title(table, players_at(table)),
        table_url=at_table(table),
        file_url=at_table(table, "text_file"),
        text=table_text(table),
        games=len(sheet.games),
        preset=sheet.current.preset,
        presets=presets_named(),
    )


def presets_named() -> tuple[tuple[str, str], ...]:
    """Return the id and the title of every preset."""
    return tuple((preset.id, _(preset.title)) for preset in presets().values())


def games_told(games: Sequence[GameNotes]) -> tuple[NotationGame, ...]:
    """Return each of ``games`` as it was understood, in words; all have the same players."""
    sheet = sheet_told(games)
    return tuple(
        _notation_game(game, notes, names_in(game, games[0].players))
        for game, notes in zip(sheet.games, games, strict=True)
    )


def _notation_game(game: GameSheet, notes: GameNotes, names: Sequence[str]) -> NotationGame:
    sides = side_names(game.rules, names)
    score = ", ".join(f"{name} {game.cumulative[side]}" for side, name in enumerate(sides))
    result = headline(game.final, sides) if game.over and game.final is not None else ""
    rules = rules_title(game)
    if game.rules.target:
        rules = _("%(rules)s, to %(target)s") % {"rules": rules, "target": game.rules.target}
    goes_on = deal_sentence(game, names) or _("it goes on")
    return NotationGame(
        number=game.number,
        rules=rules,
        players=tuple(names),
        rounds=rounds(len(game.rounds)),
        score=score,
        result=result or _("Not over: %(score)s") % {"score": goes_on},
        paper=from_paper(game.opening, sides) if game.opening else "",
        lines=tuple((line.number, _line_text(line, game, names)) for line in game.rounds),
        comments=len(notes.comments),
    )


def _line_text(line: RoundLine, game: GameSheet, names: Sequence[str]) -> str:
    text = what_happened(line.latest.declaration, line.latest.result, game.rules, names)
    if line.void:
        return _("%(what)s (struck)") % {"what": text}
    if line.after_end:
        return _("%(what)s (after the end)") % {"what": text}
    return f"{text} \u00b7 {':'.join(str(points) for points in line.cumulative.values())}"
