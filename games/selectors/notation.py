"""A table as Gin notation, and notation as the entries of a ledger, the sheet it makes, and what it says in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Table
from games.pages import NotationGame, NotationPage
from games.rules.ledger import (
    Body,
    Entry,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundTold,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
)
from games.rules.ledger import EntryUndone as Undone
from games.rules.names import folded
from games.rules.notation import GameNotes, RoundNote, write
from games.rules.ruleset import presets
from games.rules.scoring import Event
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from games.rules.teams import score_told
from games.selectors.addresses import at_table
from games.selectors.deal_view import deal_sentence
from games.selectors.game_view import names_in, players_at, rules_title
from games.selectors.ledger import entries_of, sheet_of
from games.selectors.table_page import table_title
from games.wording import from_paper, headline, rounds, side_names, what_happened

EXAMPLE: Final = """\
game: standard
A: Anna
B: Ben
1. A knock 7, B 20
2. B gin, A 31
3. dead
"""
"""A short text that can be read."""
_JOINERS: Final = "\u200c\u200d\u200e\u200f"
"""What shows nothing, but belongs to words and emoji."""


@dataclass(frozen=True, slots=True)
class Said:
    """An entry that a text describes, before it has a revision. ``reason`` is its remark."""

    game: int
    round: int | None
    body: Body
    reason: str = ""


# --- A table to text -------------------------------------------------------------------------------------------------


def table_text(table: Table) -> str:
    """Every game of ``table`` as notation, a block a game, with an empty line between two."""
    return "\n".join(write(notes) for notes in notes_at(table))


def notes_at(table: Table) -> tuple[GameNotes, ...]:
    """The notes of every game of ``table``."""
    players = players_at(table)
    entries = entries_of(table, table.revision)
    return tuple(notes_of(game, entries, names_in(game, players)) for game in sheet_of(table).games)


def notes_of(game: GameSheet, entries: Sequence[Entry], names: Sequence[str]) -> GameNotes:
    """The notes of ``game`` as its sheet stands; ``entries`` are the table's, ``names`` by seat.

    Rounds that were taken back at the end, and not entered again, are no part of it, unless a decision or a change of
    rules came after them.
    """
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, Undone)}
    standing = [entry for entry in entries if entry.game == game.number and entry.revision not in undone]
    start = next(entry.body for entry in reversed(standing) if isinstance(entry.body, GameStarted))
    changes = tuple(entry.body for entry in game.changes if isinstance(entry.body, RulesChanged))
    since = next(entry.revision for entry in reversed(standing) if entry.body == start)
    decisions = [
        entry.body
        for entry in standing
        if entry.revision > since and isinstance(entry.body, GameFinished | GameReopened)
    ]
    decision = decisions[-1] if decisions else None
    kept = max((told.through for told in (*changes, *decisions[-1:])), default=0)
    lines = list(game.rounds)
    while lines and lines[-1].taken_back and lines[-1].number > kept:
        lines.pop()
    return GameNotes(
        tuple(names),
        start.rules,
        start.preset,
        start.dealer,
        start.title,
        start.opening,
        tuple(RoundNote(x.number, x.told.declaration, x.void, _remark(x, undone)) for x in lines),
        changes,
        decision,
    )


def _remark(line: RoundLine, undone: set[int]) -> str:
    """Why a round was struck, or else what was said of it, on one line that can be read again."""
    standing = [entry for entry in line.history if entry.revision not in undone]
    voids = [entry.reason for entry in standing if line.void and isinstance(entry.body, RoundVoided)]
    tellings = [entry.reason for entry in standing if entry.body == line.told]
    reason = (voids[-1] if voids else "") or (tellings[-1] if tellings else "")
    return "".join(c if c.isprintable() or c in _JOINERS else " " for c in reason).strip()


# --- Text to a table -------------------------------------------------------------------------------------------------


def seatings(games: Sequence[GameNotes]) -> list[tuple[int, ...] | None]:
    """For each game the player of each seat, by number: the first game's seat. None where others play."""
    numbers = {folded(name): number for number, name in enumerate(games[0].players)}
    found: list[tuple[int, ...] | None] = []
    for game in games:
        names = [folded(name) for name in game.players]
        found.append(tuple(numbers[name] for name in names) if set(names) == set(numbers) else None)
    return found


def entries_told(games: Sequence[GameNotes]) -> Iterator[Said]:
    """What a new table's ledger says of ``games``, in order, which all have the same players.

    Who sits elsewhere than before has changed seats.
    """
    seated = tuple(range(len(games[0].players)))
    for number, (notes, wanted) in enumerate(zip(games, seatings(games), strict=True), 1):
        body = GameStarted(notes.rules, notes.preset, notes.dealer, notes.title, notes.opening)
        yield Said(number, None, body)
        for swap in _swaps(seated, wanted or seated):
            yield Said(number, None, swap)
        seated = wanted or seated
        yield from _rounds_told(number, notes)


def _rounds_told(game: int, notes: GameNotes) -> Iterator[Said]:
    rules, coming = notes.rules, [*notes.changes, *([notes.decision] if notes.decision else [])]
    for line in notes.rounds:
        for body in [body for body in coming if body.through < line.number]:
            rules = body.rules if isinstance(body, RulesChanged) else rules
            coming.remove(body)
            yield Said(game, None, body)
        told = RoundTold(line.told, score_told(line.told, rules))
        # Of a misdeal and a false knock the sheet tells why; of another round the reason is that it was struck.
        own = not line.void or told.result.event in (Event.MISDEAL, Event.FALSE_KNOCK)
        yield Said(game, line.number, told, line.remark if own else "")
        if line.void:
            yield Said(game, line.number, RoundVoided(), "" if own else line.remark)
    for body in coming:
        yield Said(game, None, body)


def _swaps(seated: tuple[int, ...], wanted: tuple[int, ...]) -> Iterator[SeatsSwapped]:
    """The swaps of two seats each that make ``seated`` into ``wanted``."""
    places = list(seated)
    for seat, player in enumerate(wanted):
        if (other := places.index(player)) != seat:
            places[seat], places[other] = places[other], places[seat]
            yield SeatsSwapped(seat, other)


def sheet_told(games: Sequence[GameNotes]) -> TableSheet:
    """The sheet that ``games`` describe, without a table."""
    now = timezone.now()
    entries = (
        Entry(revision, said.game, said.round, said.body, "", now, said.reason)
        for revision, said in enumerate(entries_told(games), 1)
    )
    return fold(entries, len(games[0].players))


# --- Pages -----------------------------------------------------------------------------------------------------------


def notation_page(table: Table) -> NotationPage:
    """The page that shows ``table`` as text."""
    sheet = sheet_of(table)
    return NotationPage(
        table_title=table_title(table, players_at(table)),
        table_url=at_table(table),
        file_url=at_table(table, "text/file/"),
        text=table_text(table),
        games=len(sheet.games),
        preset=sheet.current.preset,
        presets=presets_named(),
    )


def presets_named() -> tuple[tuple[str, str], ...]:
    """Every preset's id, as a text names it, and its title."""
    return tuple((preset.id, _(preset.title)) for preset in presets().values())


def games_told(games: Sequence[GameNotes]) -> tuple[NotationGame, ...]:
    """What was understood of each of ``games``, in words; they have the same players."""
    sheet = sheet_told(games)
    return tuple(
        _game_told(game, notes, names_in(game, games[0].players))
        for game, notes in zip(sheet.games, games, strict=True)
    )


def _game_told(game: GameSheet, notes: GameNotes, names: Sequence[str]) -> NotationGame:
    sides = side_names(game.rules, names)
    score = ", ".join(f"{name} {game.cumulative[side]}" for side, name in enumerate(sides))
    over = headline(game.final, sides) if game.over and game.final is not None else ""
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
        result=over or _("Not over: %(score)s") % {"score": goes_on},
        paper=from_paper(game.opening, sides) if game.opening else "",
        lines=tuple((x.number, _line_told(x, game, names)) for x in game.rounds),
        comments=len(notes.comments),
    )


def _line_told(line: RoundLine, game: GameSheet, names: Sequence[str]) -> str:
    text = what_happened(line.told.declaration, line.told.result, game.rules, names)
    if line.void:
        return _("%(what)s (struck)") % {"what": text}
    if line.after_end:
        return _("%(what)s (after the end)") % {"what": text}
    return f"{text} \u00b7 {':'.join(str(points) for points in line.cumulative.values())}"
