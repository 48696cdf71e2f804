"""A table as JSON for the API, keyed by the players' names."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from games.evaluate.score_json import by_name, score_json
from games.models import Table
from games.rules.cards import Card
from games.rules.declaration import Declaration, ShownHand, TeamDeal
from games.rules.ledger import (
    Body,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    HandedOver,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
    entry_facts,
)
from games.rules.line_up import next_preset
from games.rules.rotation import dealing_seats
from games.rules.ruleset import as_json
from games.rules.scoring import knock_limit
from games.rules.settlement import GameResult, Handicap
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.rules.sides import side_of, team_pairings
from games.selectors.table.ledger import entries_of, sheet_of
from games.selectors.table.round_reports import OpenQuestion, ReportedVersion, Reports, reports_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.wording.cards import card_names
from games.wording.scores import line_text
from games.wording.words import side_names

JsonObject = dict[str, Any]


def table_json(table: Table, revision: int | None = None) -> JsonObject:
    """Return the table as of ``revision`` (None: now)."""
    sheet, players = sheet_of(table, revision), player_names(table)
    reports = reports_of(table, sheet, revision)
    names = names_by_seat(sheet.current, players)
    content: JsonObject = {
        "id": table.public_id,
        "name": table.name,
        "strict": table.strict,
        "takeover": table.takeover,
        "revision": sheet.revision,
        "seats": _seats_json(sheet.current, names),
        "games": [game_json(game, names_by_seat(game, players), reports) for game in sheet.games],
        "open_again": [game.number for game in sheet.open_again],
        "stakes": asdict(sheet.stakes) if sheet.stakes else None,
        "questions": [
            _question_json(question, version, players)
            for question in reports.questions
            for version in question.versions
        ],
        "next": _next_round_json(sheet, names),
    }
    if sheet.line_up:
        who = [players[number] for number in sheet.next_players]
        content["next_players"] = {"players": who, "preset": next_preset(sheet) or None}
    return content


def _seats_json(game: GameSheet, names: Sequence[str]) -> list[JsonObject]:
    """Return the seats in order; ``team`` is the name of a side with several members, else null."""
    sides = side_names(game.rules, names)
    is_single = [len(members) == 1 for members in game.sides]
    named_sides = [(name, side_of(game.rules, seat)) for seat, name in enumerate(names)]
    return [{"name": name, "team": None if is_single[side] else sides[side]} for name, side in named_sides]


def _question_json(question: OpenQuestion, version: ReportedVersion, players: Sequence[str]) -> JsonObject:
    """Return one reported version of an open question."""
    first, names = version.first, names_by_seat(question.game, players)
    return {
        "id": first.id,
        "game": first.game,
        "round": first.round,
        "revision": question.line.revision,
        "version": _version_json(first.body, names, side_names(question.line.rules, names)),
        "entered_by": list(version.by),
        "entered_at": first.at.isoformat(),
        "reason": first.reason,
    }


def game_json(game: GameSheet, names: Sequence[str], reports: Reports) -> JsonObject:
    """Return one game: its rules, its rounds, and its score or result. Scores are by side."""
    sides = side_names(game.rules, names)
    content = {
        "number": game.number,
        "preset": game.preset,
        "parameters": as_json(game.rules),
        "rounds": [
            round_json(line, names, reports.confirmed_by.get((game.number, line.number), ())) for line in game.rounds
        ],
        "cumulative": by_name(game.cumulative, sides),
        "boxes": by_name(game.boxes, sides),
        "over": game.over,
        "ended_by_hand": game.by_hand,
        "needs_attention": list(game.needs_attention),
        "final": _final_json(game.final, names, sides) if game.final else None,
    }
    if game.columns:
        content["columns"] = _columns_json(game, sides)
    if isinstance(game.opening, Handicap):
        content["handicap"] = by_name(game.opening.points, sides)
    elif game.opening:
        content["opening"] = {name: by_name(amounts, sides) for name, amounts in asdict(game.opening).items()}
    return content


def _columns_json(game: GameSheet, sides: Sequence[str]) -> list[JsonObject]:
    """Return the columns of a Hollywood sheet; ``credit`` and ``winner`` are null while one is open."""
    return [
        {
            "number": n,
            "multiplier": column.multiplier,
            "cumulative": by_name(column.standing.points, sides),
            "boxes": by_name(column.standing.boxes, sides),
            "winner": None if column.final is None or column.final.winner is None else sides[column.final.winner],
            "net": column.final.net if column.final else None,
            "credit": column.credit,
        }
        for n, column in enumerate(game.columns, 1)
    ]


def round_json(line: RoundLine, names: Sequence[str], also: Sequence[str]) -> JsonObject:
    """Return a round, and who ``also`` entered it. A void round keeps its facts and scores nothing."""
    last, sides = line.history[-1], side_names(line.rules, names)
    nothing = dict.fromkeys(sides, 0)
    return {
        "number": line.number,
        "revision": line.revision,
        **_version_json(line.latest, names, sides),
        **({} if line.counts else {"points": nothing, "boxes": nothing, "winners": []}),
        "cumulative": by_name(line.cumulative, sides),
        "entered_by": last.by,
        "entered_at": last.at.isoformat(),
        "also_entered_by": list(also),
        "edited": line.edited,
        "void": line.void,
        "after_game_end": line.after_end,
    }


def _version_json(version: RoundEntered, names: Sequence[str], sides: Sequence[str]) -> JsonObject:
    """Return a round's declaration and score."""
    declared = version.declaration
    hands = declared.hands if isinstance(declared, TeamDeal) else ()
    return {
        **score_json(version.result, names, sides),
        **(
            _declaration_json(declared, names)
            if isinstance(declared, Declaration)
            else {"ender": None, "declared": None}
        ),
        "knock_card": declared.knock_card.text if declared.knock_card else None,
        **({"hands": [_declaration_json(hand, names) for hand in hands]} if hands else {}),
    }


def _declaration_json(hand: Declaration, names: Sequence[str]) -> JsonObject:
    """Return the declaration of one hand: who ended it and how, who played, and shown cards."""
    content: JsonObject = {"ender": None if hand.ender is None else names[hand.ender], "declared": hand.ending.value}
    content["active"] = [names[seat] for seat in hand.active]
    if hand.shown:
        content["shown"] = {names[seat]: _hand_json(hand.shown[seat]) for seat in sorted(hand.shown)}
        content["layoffs"] = [
            {"player": names[layoff.seat], "card": layoff.card.text, "onto": layoff.onto} for layoff in hand.layoffs
        ]
    return content


def _hand_json(hand: ShownHand) -> JsonObject:
    """Return a hand in the format of evaluate's ``round``; a wild has the rank it was declared as ("W2=7")."""

    def written(cards: Sequence[Card]) -> str:
        return " ".join(f"{card.text}={hand.numbers[card]}" if card in hand.numbers else card.text for card in cards)

    return {
        "cards": card_names(hand.cards),
        "melds": [written(meld) for meld in hand.melds],
        "discard": hand.discard.text if hand.discard else None,
    }


def entries_json(table: Table, after: int, most: int) -> list[JsonObject]:
    """Return up to ``most`` entries of the ledger after revision ``after``, oldest first."""
    entries = entries_of(table)
    first: dict[tuple[int, int | None], int] = {}
    for entry in entries:
        if isinstance(entry.body, RoundEntered):
            first.setdefault((entry.game, entry.round), entry.revision)
    shown = [entry for entry in entries if entry.revision > after][:most]
    return [_entry_json(entry, first.get((entry.game, entry.round)) != entry.revision) for entry in shown]


_KINDS: Final[dict[type[Body], str]] = {
    GameStarted: "start",
    RoundEntered: "round",
    RoundVoided: "void",
    EntryUndone: "undo",
    SeatsSwapped: "swap",
    GameFinished: "finish",
    GameReopened: "reopen",
    RulesChanged: "rules",
    StakesSet: "stakes",
    HandedOver: "handover",
    PlayersChanged: "players",
}


def _entry_json(entry: LedgerEntry, again: bool) -> JsonObject:
    """Return one entry; ``again`` tells that its round was entered before."""
    correction = again and isinstance(entry.body, RoundEntered)
    content: JsonObject = {
        "revision": entry.revision,
        "kind": "correction" if correction else _KINDS[type(entry.body)],
        "game": entry.game,
        "round": entry.round,
        "facts": entry_facts(entry.body),
        "reason": entry.reason,
        "entered_by": entry.by,
        "entered_at": entry.at.isoformat(),
    }
    if isinstance(entry.body, RoundEntered):
        content["result"] = {
            "event": entry.body.result.event.value,
            "points": {str(seat): n for seat, n in entry.body.result.points.items()},
        }
    if isinstance(entry.body, EntryUndone):
        content["undoes"] = entry.body.revision
    return content


def _final_json(final: GameResult, names: Sequence[str], sides: Sequence[str]) -> JsonObject:
    return {
        "totals": by_name(final.totals, sides),
        "winner": None if final.winner is None else sides[final.winner],
        "shutout": final.shutout,
        "net": final.net,
        "lines": [
            {
                "text": line_text(line, names, sides),
                "player": sides[line.seat],
                "points": line.points,
                "parameter": line.parameter,
            }
            for line in final.lines
        ],
    }


def _next_round_json(sheet: TableSheet, names: Sequence[str]) -> JsonObject | None:
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
        "pairs": [[names[a], names[b]] for a, b in team_pairings(len(names), game.next_round)] if teams else [],
        "knock_limit": knock_limit(game.rules, None) if game.rules.limit_source == "fixed" else None,
    }
