"""Games as lists of moves: the ledger they make, the questions for the script, and what the rules answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from games.pages.table.tally_data import tally_data
from games.rules.declaration import RoundDeclaration
from games.rules.faults import Fault
from games.rules.hollywood import Column
from games.rules.ledger import (
    Body,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    LedgerEntry,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    result_json,
    round_facts,
)
from games.rules.rotation import Deal, sitting_out
from games.rules.ruleset import RuleSet, as_json, differences, with_house_rules
from games.rules.scoring import RoundResult, ScoreLine
from games.rules.settlement import GameResult, Handicap, Score
from games.rules.sheet import GameSheet, RoundLine, fold
from games.rules.sides import sides_of, team_pairings
from games.rules.teams import declaration_faults, score_declaration

NOON = datetime(2024, 3, 1, 12, tzinfo=UTC)
STANDARD = RuleSet()


@dataclass(frozen=True)
class Move:
    """One entry after the start: a round entered or corrected, "void", "undo", "rules", "finish" or "reopen".

    ``number`` is the round's, or the one that a decision or a change of rules is about; ``revision`` the entry undone.
    """

    kind: str
    number: int = 0
    declaration: RoundDeclaration | None = None
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0


@dataclass(frozen=True)
class PlayedGame:
    """A game of ``moves``; the last ``pending`` of them, all about rounds, are only on the phone."""

    rules: RuleSet
    seats: int
    dealer: int
    opening: Score | None
    moves: tuple[Move, ...]
    pending: int = 0

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        """The ledger. Raises RulesError for a round that isn't legal under the rules of its number."""
        given = self.opening.points if isinstance(self.opening, Handicap) else None
        sides = sides_of(self.rules, self.seats)
        start = GameStarted(
            self.rules,
            "standard",
            self.dealer,
            opening=None if given else self.opening,
            handicaps=given and {seat: given[side] for side, seats in enumerate(sides) for seat in seats},
        )
        entries = [LedgerEntry(1, 1, None, start, "phone", NOON)]
        for revision, move in enumerate(self.moves, 2):
            number = move.number if move.kind in ("round", "void") else None
            if move.kind == "undo":
                number = entries[move.revision - 1].round
            entries.append(LedgerEntry(revision, 1, number, self._body(move, entries), "phone", NOON))
        return entries

    def _body(self, move: Move, entries: list[LedgerEntry]) -> Body:
        match move.kind:
            case "round":
                assert move.declaration
                rules = rules_of_round(entries, move.number)
                return RoundEntered(move.declaration, score_declaration(move.declaration, rules))
            case "void":
                return RoundVoided()
            case "undo":
                return EntryUndone(move.revision)
            case "finish":
                return GameFinished(move.number)
            case "reopen":
                return GameReopened(move.number)
        return RulesChanged(with_house_rules(rules_of_round(entries, 10_000), move.house_rules), move.number)

    @cached_property
    def sheet(self) -> GameSheet:
        """The sheet of the whole ledger."""
        return fold(self.entries, self.seats).current

    @property
    def page(self) -> GameSheet:
        """The sheet without what is only on the phone."""
        return fold(self.entries[: -self.pending], self.seats).current if self.pending else self.sheet

    @cached_property
    def stale(self) -> set[int]:
        """The rounds whose score was agreed under rules that were undone since."""
        if all(move.kind != "rules" for move in self.moves):
            return set()
        return {line.number for line in self.sheet.rounds if not _scores_as_agreed(line)}

    def without(self, index: int) -> "PlayedGame":
        """Return the game without one move, and without the undo of it."""
        revision, kept = index + 2, list[Move]()
        for at, move in enumerate(self.moves):
            if at == index or (move.kind == "undo" and move.revision == revision):
                continue
            later = move.kind == "undo" and move.revision > revision
            kept.append(replace(move, revision=move.revision - 1) if later else move)
        return replace(self, moves=tuple(kept), pending=min(self.pending, len(kept)))


def rules_of_round(entries: list[LedgerEntry], number: int) -> RuleSet:
    """Return the rules that round ``number`` is scored by, as the ledger is now."""
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, EntryUndone)}
    assert isinstance(entries[0].body, GameStarted)
    rules = entries[0].body.rules
    for entry in entries:
        body = entry.body
        if isinstance(body, RulesChanged) and entry.revision not in undone and body.through < number:
            rules = body.rules
    return rules


def questions_about(game: PlayedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game as two questions: every round as facts, and what the page has with what is only on the phone."""
    page = tally_data(game.page).as_json()
    moves = [
        [move.number, round_facts(move.declaration)] if move.declaration else [move.number]
        for move in game.moves[len(game.moves) - game.pending :]
    ]
    whole = tally_data(game.sheet).as_json() if game.pending else dict(page)
    whole["rounds"] = [_round_json(line, stale=line.number in game.stale) for line in game.sheet.rounds]
    return {"ask": "facts", "game": whole}, {"ask": "moves", "game": page, "moves": moves}


def _scores_as_agreed(line: RoundLine) -> bool:
    facts = line.latest.declaration
    return not declaration_faults(facts, line.rules) and score_declaration(facts, line.rules) == line.latest.result


def _round_json(line: RoundLine, *, stale: bool) -> dict[str, Any]:
    """Return a round with its facts; with its result where that was agreed under rules that were undone since."""
    values: dict[str, Any] = {"number": line.number, "void": line.void}
    if not stale:
        return values | {"facts": round_facts(line.latest.declaration)}
    result = result_json(line.latest.result)
    return values | {"result": {name: result[name] for name in ("event", "winners", "points", "boxes", "deadwood")}}


def answers_about(game: PlayedGame) -> tuple[list[Any], list[Any]]:
    """Return what the rules answer to both questions."""
    rounds = game.sheet.rounds
    rest = _sheet_rest(game.sheet)
    lines = [_line_values(line) for line in rounds]
    with_lines = [
        values if line.number in game.stale else [*values[:5], result_values(line.latest.result), *values[6:]]
        for line, values in zip(rounds, lines, strict=True)
    ]
    return [with_lines, *rest], [lines, *rest]


def _line_values(line: RoundLine) -> list[Any]:
    score = [list(line.cumulative.values()), list(line.boxes.values())]
    return [
        *(line.number, line.void, line.after_end, line.counts, [], _agreed_values(line.latest.result)),
        *(_deal_values(line.deal), score, _ascending(line.entered), [_column_values(one) for one in line.columns]),
        line.rules.target,
    ]


def _sheet_rest(sheet: GameSheet) -> list[Any]:
    again = sheet.round_to_reenter
    number, seats = again.number if again else sheet.next_round, len(sheet.seating)
    hands = team_pairings(seats, number) if sheet.rules.seating == "teams" else [sheet.next_active]
    return [
        *(sheet.sides, [list(amounts.values()) for amounts in (sheet.cumulative, sheet.boxes, sheet.hands_won)]),
        *([_column_values(one) for one in sheet.columns], [sheet.reach[side] for side in sorted(sheet.reach)]),
        *(_deal_values(sheet.deal), sheet.first_to_act, sitting_out(sheet.rules, seats, sheet.deal), [number, hands]),
        *(sheet.reached_in, sheet.ended_after, sheet.by_hand, sheet.complete, _final_values(sheet.final)),
        sheet.rules.target,
    ]


def _ascending(amounts: Mapping[int, Any]) -> dict[int, Any]:
    return {key: amounts[key] for key in sorted(amounts)}


def _line_json(line: ScoreLine) -> list[Any]:
    return [line.seat, line.kind, line.parameter, line.points, line.boxes, line.terms]


def _agreed_values(result: RoundResult) -> list[Any]:
    amounts = (_ascending(each) for each in (result.points, result.boxes, result.deadwood))
    return [result.event, result.winners, *amounts]


def _hand_values(result: RoundResult) -> list[Any]:
    return [*_agreed_values(result), [_line_json(line) for line in result.lines]]


def result_values(result: RoundResult) -> list[Any]:
    """Return the result of a round as the script answers it."""
    return [*_hand_values(result), [_hand_values(hand) for hand in result.hands]]


def _deal_values(deal: Deal | None) -> list[Any] | None:
    return None if deal is None else [deal.dealer, deal.active]


def _final_values(final: GameResult | None) -> list[Any] | None:
    if final is None:
        return None
    totals = [final.totals[side] for side in sorted(final.totals)]
    return [totals, final.winner, final.shutout, final.net, [_line_json(line) for line in final.lines]]


def _column_values(column: Column) -> list[Any]:
    score = column.standing
    lists = [[amounts[side] for side in sorted(amounts)] for amounts in (score.points, score.boxes, score.hands_won)]
    return [lists, column.multiplier, column.credit, _final_values(column.final)]


def fault_values(faults: tuple[Fault, ...]) -> list[dict[str, Any]]:
    """Return faults as the script answers them: only what they have, and the seat."""
    found = []
    for fault in faults:
        values = {"code": fault.code.value, "seat": fault.seat}
        more = {"name": fault.name, "amount": fault.amount, "limit": fault.limit, "reason": fault.reason}
        found.append(values | {name: value for name, value in more.items() if value not in ("", None)})
    return found


def parameters_of(rules: RuleSet) -> dict[str, Any]:
    """Return the parameters that differ from those of the preset "standard"."""
    values = as_json(rules)
    return {name: values[name] for name in differences(rules, STANDARD)}
