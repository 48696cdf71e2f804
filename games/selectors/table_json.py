"""A table as the API shows it, keyed by the players' names."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from games.models import AccessLink, Table
from games.rules.cards import Card
from games.rules.declaration import Declaration, ShownHand, TeamDeal
from games.rules.ledger import (
    Body,
    Entry,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    HandedOver,
    RoundTold,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
    facts,
)
from games.rules.rotation import dealing_seats
from games.rules.ruleset import as_json
from games.rules.scoring import RoundResult, knock_limit
from games.rules.settlement import Final as GameEnd
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.rules.sides import pairings, side_of
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import entries_of, sheet_of
from games.selectors.reports import OpenQuestion, OpenVersion, Reports, reports_of
from games.wording import card_names, line_text, side_names

Shape = dict[str, Any]


def table_json(table: Table, revision: int | None = None) -> Shape:
    """The table as it stood at ``revision`` (None: now)."""
    sheet, players = sheet_of(table, revision), players_at(table)
    reports = reports_of(table, sheet, revision)
    seated = names_in(sheet.current, players)
    return {
        "id": table.public_id,
        "name": table.name,
        "strict": table.strict,
        "takeover": table.takeover,
        "revision": sheet.revision,
        "seats": _seats(sheet.current, seated),
        "games": [game_json(game, names_in(game, players), reports) for game in sheet.games],
        "stakes": asdict(sheet.stakes) if sheet.stakes else None,
        "questions": [_question(asked, v, players) for asked in reports.questions for v in asked.versions],
        "next": _next(sheet, seated),
    }


def _seats(game: GameSheet, names: Sequence[str]) -> list[Shape]:
    """The seats in order; ``team`` is the name under which the members of a side score together, else null."""
    sides = side_names(game.rules, names)
    alone = [len(members) == 1 for members in game.sides]
    placed = [(name, side_of(game.rules, seat)) for seat, name in enumerate(names)]
    return [{"name": name, "team": None if alone[side] else sides[side]} for name, side in placed]


def _question(asked: OpenQuestion, version: OpenVersion, players: Sequence[str]) -> Shape:
    """A version of a round that is in question."""
    first, names = version.first, names_in(asked.game, players)
    return {
        "id": first.id,
        "game": first.game,
        "round": first.round,
        "revision": asked.line.revision,
        "version": _version_json(first.told, names, side_names(asked.line.rules, names)),
        "entered_by": list(version.by),
        "entered_at": first.at.isoformat(),
        "reason": first.reason,
    }


def game_json(game: GameSheet, names: Sequence[str], reports: Reports) -> Shape:
    """One game: its rules, its rounds, and how it stands or ended. Scores are by side."""
    sides = side_names(game.rules, names)
    told = {
        "number": game.number,
        "preset": game.preset,
        "parameters": as_json(game.rules),
        "rounds": [round_json(line, names, reports.also.get((game.number, line.number), ())) for line in game.rounds],
        "cumulative": _by_name(game.cumulative, sides),
        "boxes": _by_name(game.boxes, sides),
        "over": game.over,
        "ended_by_hand": game.by_hand,
        "needs_attention": list(game.needs_attention),
        "final": _final(game.final, names, sides) if game.final else None,
    }
    if game.columns:
        told["columns"] = _columns(game, sides)
    if game.opening:
        told["opening"] = {name: _by_name(amounts, sides) for name, amounts in asdict(game.opening).items()}
    return told


def _columns(game: GameSheet, sides: Sequence[str]) -> list[Shape]:
    """The columns of a Hollywood sheet; ``credit`` and ``winner`` are null while one is open."""
    return [
        {
            "number": n,
            "multiplier": column.multiplier,
            "cumulative": _by_name(column.standing.points, sides),
            "boxes": _by_name(column.standing.boxes, sides),
            "winner": None if column.final is None or column.final.winner is None else sides[column.final.winner],
            "net": column.final.net if column.final else None,
            "credit": column.credit,
        }
        for n, column in enumerate(game.columns, 1)
    ]


def round_json(line: RoundLine, names: Sequence[str], also: Sequence[str]) -> Shape:
    """One round as it stands, and who ``also`` entered it. A void round keeps its facts and scores nothing."""
    last, sides = line.history[-1], side_names(line.rules, names)
    nothing = dict.fromkeys(sides, 0)
    return {
        "number": line.number,
        "revision": line.revision,
        **_version_json(line.told, names, sides),
        **({} if line.counts else {"points": nothing, "boxes": nothing, "winners": []}),
        "cumulative": _by_name(line.cumulative, sides),
        "entered_by": last.by,
        "entered_at": last.at.isoformat(),
        "also_entered_by": list(also),
        "edited": line.edited,
        "void": line.void,
        "after_game_end": line.after_end,
    }


def _version_json(version: RoundTold, names: Sequence[str], sides: Sequence[str]) -> Shape:
    """What was told of a round, and what it scores."""
    told = version.declaration
    hands = told.hands if isinstance(told, TeamDeal) else ()
    return {
        **score_json(version.result, names, sides),
        **(_told_json(told, names) if isinstance(told, Declaration) else {"ender": None, "declared": None}),
        "knock_card": told.knock_card.text if told.knock_card else None,
        **({"hands": [_told_json(hand, names) for hand in hands]} if hands else {}),
    }


def _told_json(hand: Declaration, names: Sequence[str]) -> Shape:
    """What was said of one hand: who ended it and how, and where several are played at once, between whom."""
    told: Shape = {"ender": None if hand.ender is None else names[hand.ender], "declared": hand.ending.value}
    told["active"] = [names[seat] for seat in hand.active]
    if hand.shown:
        told["shown"] = {names[seat]: _shown_json(hand.shown[seat]) for seat in sorted(hand.shown)}
        told["layoffs"] = [{"player": names[x.seat], "card": x.card.text, "onto": x.onto} for x in hand.layoffs]
    return told


def _shown_json(hand: ShownHand) -> Shape:
    """A hand as evaluate's ``round`` takes it; a wild says which number it was said to be ("W2=7")."""

    def written(cards: Sequence[Card]) -> str:
        return " ".join(f"{c.text}={hand.numbers[c]}" if c in hand.numbers else c.text for c in cards)

    return {
        "cards": card_names(hand.cards),
        "melds": [written(meld) for meld in hand.melds],
        "discard": hand.discard.text if hand.discard else None,
    }


def score_json(result: RoundResult, names: Sequence[str], sides: Sequence[str] | None = None) -> Shape:
    """What a round scores, and why. ``sides`` are the names by side, where they are not those of the seats."""
    scoring = sides or names
    return {
        "event": result.event.value,
        "winners": [scoring[side] for side in result.winners],
        "points": _by_name(result.points, scoring),
        "boxes": _by_name(result.boxes, scoring),
        "deadwood": {names[seat]: points for seat, points in result.deadwood.items()},
        "lines": [
            {
                "text": line_text(x, names, scoring),
                "player": scoring[x.seat],
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
    RulesChanged: "rules",
    StakesSet: "stakes",
    HandedOver: "handover",
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


def _final(final: GameEnd, names: Sequence[str], sides: Sequence[str]) -> Shape:
    return {
        "totals": _by_name(final.totals, sides),
        "winner": None if final.winner is None else sides[final.winner],
        "shutout": final.shutout,
        "net": final.net,
        "lines": [
            {"text": line_text(x, names, sides), "player": sides[x.seat], "points": x.points, "parameter": x.parameter}
            for x in final.lines
        ],
    }


def _next(sheet: TableSheet, names: Sequence[str]) -> Shape | None:
    game = sheet.current
    teams = game.rules.seating == "teams"
    if game.over:
        return None
    return {
        "game": game.number,
        "round": game.next_round,
        "dealer": names[dealing_seats(game.rules, len(names), game.deal.dealer)[0]],
        "first_to_act": names[dealing_seats(game.rules, len(names), game.first_to_act)[0]],
        "active": [names[seat] for seat in game.next_active],
        "pairs": [[names[a], names[b]] for a, b in pairings(len(names), game.next_round)] if teams else [],
        "knock_limit": knock_limit(game.rules, None) if game.rules.limit_source == "fixed" else None,
    }


def _by_name(amounts: Mapping[int, int], names: Sequence[str]) -> dict[str, int]:
    return {name: amounts.get(seat, 0) for seat, name in enumerate(names)}
