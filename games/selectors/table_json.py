"""A table as the API shows it, keyed by the players' names."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.models import AccessLink, Table
from games.rules.ledger import (
    Body,
    Entry,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundTold,
    RoundVoided,
    SeatsSwapped,
    facts,
)
from games.rules.ruleset import as_json
from games.rules.scoring import RoundResult, knock_limit
from games.rules.settlement import Final as GameEnd
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import entries_of, sheet_of
from games.wording import line_text

Shape = dict[str, Any]


def table_json(table: Table, revision: int | None = None) -> Shape:
    """The table as it stood at ``revision`` (None: now)."""
    sheet, players = sheet_of(table, revision), players_at(table)
    seated = names_in(sheet.current, players)
    return {
        "id": table.public_id,
        "name": table.name,
        "revision": sheet.revision,
        "seats": [{"name": name, "team": None} for name in seated],
        "games": [game_json(game, names_in(game, players)) for game in sheet.games],
        "next": _next(sheet, seated),
    }


def game_json(game: GameSheet, names: Sequence[str]) -> Shape:
    """One game: its rules, its rounds, and how it stands or ended."""
    return {
        "number": game.number,
        "preset": game.preset,
        "parameters": as_json(game.rules),
        "rounds": [round_json(line, names) for line in game.rounds],
        "cumulative": _by_name(game.cumulative, names),
        "boxes": _by_name(game.boxes, names),
        "over": game.over,
        "ended_by_hand": game.by_hand,
        "needs_attention": list(game.needs_attention),
        "final": _final(game.final, names) if game.final else None,
    }


def round_json(line: RoundLine, names: Sequence[str]) -> Shape:
    """One round as it stands. A void round keeps its facts and scores nothing."""
    result, last = line.told.result, line.history[-1]
    nothing = dict.fromkeys(names, 0)
    return {
        "number": line.number,
        "revision": line.revision,
        **score_json(result, names),
        "ender": None if line.told.declaration.ender is None else names[line.told.declaration.ender],
        "declared": line.told.declaration.ending.value,
        "knock_card": line.told.declaration.knock_card.text if line.told.declaration.knock_card else None,
        **({} if line.counts else {"points": nothing, "boxes": nothing, "winners": []}),
        "cumulative": _by_name(line.cumulative, names),
        "entered_by": last.by,
        "entered_at": last.at.isoformat(),
        "edited": line.edited,
        "void": line.void,
        "after_game_end": line.after_end,
    }


def score_json(result: RoundResult, names: Sequence[str]) -> Shape:
    """What a round scores, and why."""
    return {
        "event": result.event.value,
        "winners": [names[seat] for seat in result.winners],
        "points": _by_name(result.points, names),
        "boxes": _by_name(result.boxes, names),
        "deadwood": {names[seat]: points for seat, points in result.deadwood.items()},
        "lines": [
            {
                "text": line_text(x, names),
                "player": names[x.seat],
                "points": x.points,
                "boxes": x.boxes,
                "parameter": x.parameter,
            }
            for x in result.lines
        ],
    }


def entries_json(table: Table, after: int, most: int) -> list[Shape]:
    """``most`` entries of the ledger that follow revision ``after``, oldest first."""
    entries = entries_of(table)
    first: dict[tuple[int, int | None], int] = {}
    for entry in entries:
        if isinstance(entry.body, RoundTold):
            first.setdefault((entry.game, entry.round), entry.revision)
    shown = [entry for entry in entries if entry.revision > after][:most]
    return [_entry(entry, first.get((entry.game, entry.round)) != entry.revision) for entry in shown]


def link_json(link: AccessLink) -> Shape:
    """A link without its secret."""
    return {
        "id": link.pk,
        "role": link.role,
        "label": link.label,
        "created_at": link.created_at.isoformat(),
        "used_at": link.used_at.isoformat() if link.used_at else None,
        "revoked_at": link.revoked_at.isoformat() if link.revoked_at else None,
    }


_KINDS: Final[dict[type[Body], str]] = {
    GameStarted: "start",
    RoundTold: "round",
    RoundVoided: "void",
    EntryUndone: "undo",
    SeatsSwapped: "swap",
    GameFinished: "finish",
    GameReopened: "reopen",
}


def _entry(entry: Entry, again: bool) -> Shape:
    """One entry; ``again`` tells that its round was entered before."""
    correction = again and isinstance(entry.body, RoundTold)
    shape: Shape = {
        "revision": entry.revision,
        "kind": "correction" if correction else _KINDS[type(entry.body)],
        "game": entry.game,
        "round": entry.round,
        "facts": facts(entry.body),
        "reason": entry.reason,
        "entered_by": entry.by,
        "entered_at": entry.at.isoformat(),
    }
    if isinstance(entry.body, RoundTold):
        shape["result"] = {
            "event": entry.body.result.event.value,
            "points": {str(seat): n for seat, n in entry.body.result.points.items()},
        }
    if isinstance(entry.body, EntryUndone):
        shape["undoes"] = entry.body.revision
    return shape


def _final(final: GameEnd, names: Sequence[str]) -> Shape:
    return {
        "totals": _by_name(final.totals, names),
        "winner": None if final.winner is None else names[final.winner],
        "shutout": final.shutout,
        "net": final.net,
        "lines": [
            {"text": line_text(x, names), "player": names[x.seat], "points": x.points, "parameter": x.parameter}
            for x in final.lines
        ],
    }


def _next(sheet: TableSheet, names: Sequence[str]) -> Shape | None:
    game = sheet.current
    if game.over:
        return None
    return {
        "game": game.number,
        "round": game.next_round,
        "dealer": names[game.dealer],
        "first_to_act": names[game.first_to_act],
        "active": list(names),
        "knock_limit": knock_limit(game.rules, None) if game.rules.limit_source == "fixed" else None,
    }


def _by_name(amounts: Mapping[int, int], names: Sequence[str]) -> dict[str, int]:
    return {name: amounts.get(seat, 0) for seat, name in enumerate(names)}
