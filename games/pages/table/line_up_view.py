"""Build what a table's page shows after somebody joined or left: who plays next, and each person's totals."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.pages.table.game import ChangeContext
from games.pages.table.players import PersonTotal
from games.rules.ledger import LedgerEntry, PlayersChanged
from games.rules.presets import presets
from games.rules.sheet import TableSheet
from games.wording.labels import author_text
from games.wording.outcomes import final_score
from games.wording.rules.parameters import translated
from games.wording.words import listed, time_text


def line_up_change(entry: LedgerEntry, players: Sequence[str]) -> ChangeContext:
    """Return an entry about who plays the next game, as a line on the sheet."""
    body = entry.body
    if not isinstance(body, PlayersChanged):
        raise TypeError("not an entry about players")
    what = (next_game_text(body.players, body.preset, players),)
    return ChangeContext(_("From the next game on"), what, author_text(entry.by), time_text(entry.at))


def next_game_text(numbers: Sequence[int], preset: str, players: Sequence[str]) -> str:
    """Return who plays the next game, and by which rules if others were chosen: "Ann, Ben and Cleo · Ginski"."""
    known = presets().get(preset)
    names = listed([players[number] for number in numbers])
    return f"{names} \u00b7 {translated(known.title)}" if known else names


def person_totals(sheet: TableSheet, players: Sequence[str]) -> tuple[PersonTotal, ...]:
    """Return what each person won in all finished games; empty while the same people played all of them."""
    finished = [game for game in sheet.games if game.over and game.final is not None]
    if len({frozenset(game.seating) for game in sheet.games}) == 1:
        return ()
    won, played, points = Counter[int](), Counter[int](), Counter[int]()
    for game in finished:
        if game.final is None:
            continue
        score = final_score(game.rules, game.final, game.cumulative)
        for side, members in enumerate(game.sides):
            for number in (game.seating[seat] for seat in members):
                played[number] += 1
                points[number] += score[side]
                won[number] += game.final.winner == side
    order = sorted(played, key=lambda number: (-won[number], -points[number], number))
    return tuple(PersonTotal(players[n], won[n], played[n], points[n]) for n in order)
