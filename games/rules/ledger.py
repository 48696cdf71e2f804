"""The entries of a table's ledger, as values, and their facts as versioned JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.rules.cards import card
from games.rules.declaration import Declaration, Ending
from games.rules.ruleset import RuleSet, as_json, changed
from games.rules.scoring import Event, Line, RoundResult

VERSION: Final = 1
"""The form of the facts below; a reader of old ledgers tells forms apart by it."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: its rules, frozen, and the seat that deals first."""

    rules: RuleSet
    preset: str
    dealer: int


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round's declaration and the score agreed on: its first entry, or a correction of it."""

    declaration: Declaration
    result: RoundResult


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round does not count; its line stays on the sheet."""


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The entry of ``revision`` is taken back, as if it had not been made."""

    revision: int


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Two seats were entered the wrong way round: all of the game's facts change hands between them."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A person ended the game after ``through`` rounds (a round number, 0 before the first)."""

    through: int


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A person lets a finished game go on: rounds up to number ``through`` no longer end it."""

    through: int


Body = GameStarted | RoundTold | RoundVoided | EntryUndone | SeatsSwapped | GameFinished | GameReopened


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger; ``round`` is None where it is about the game, ``by`` the device that made it."""

    revision: int
    game: int
    round: int | None
    body: Body
    by: str
    at: datetime
    reason: str = ""


def facts(body: Body) -> dict[str, Any]:
    """The facts of an entry as JSON values, seats by number; the same facts always give the same JSON."""
    match body:
        case GameStarted(rules, preset, dealer):
            told: dict[str, Any] = {"preset": preset, "parameters": as_json(rules), "dealer": dealer}
        case RoundTold(d, _):
            return round_facts(d)
        case EntryUndone(revision):
            told = {"revision": revision}
        case SeatsSwapped(one, other):
            told = {"seats": [one, other]}
        case GameFinished(through) | GameReopened(through):
            told = {"through": through}
        case RoundVoided():
            told = {}
    return {"v": VERSION} | told


def round_facts(d: Declaration) -> dict[str, Any]:
    """The facts of a round as JSON values: what two phones must have said alike to have said the same."""
    return {
        "v": VERSION,
        "active": list(d.active),
        "declared": d.ending.value,
        "ender": d.ender,
        "deadwood": {str(seat): d.deadwood[seat] for seat in sorted(d.deadwood)},
        "card": d.knock_card.text if d.knock_card else None,
    }


def started(told: Mapping[str, Any]) -> GameStarted:
    """The start of a game from its facts."""
    return GameStarted(changed(RuleSet(), told["parameters"]), told["preset"], told["dealer"])


def declaration(told: Mapping[str, Any], rules: RuleSet) -> Declaration:
    """A round's declaration from its facts, under the rules of its game."""
    deadwood = {int(seat): points for seat, points in told["deadwood"].items()}
    upcard = card(told["card"], rules.deck) if told["card"] else None
    return Declaration(tuple(told["active"]), Ending(told["declared"]), told["ender"], deadwood, upcard)


def result_json(result: RoundResult) -> dict[str, Any]:
    """The agreed score of a round as JSON values, itemised."""
    return {
        "event": result.event.value,
        "winners": list(result.winners),
        "points": {str(seat): n for seat, n in result.points.items()},
        "boxes": {str(seat): n for seat, n in result.boxes.items()},
        "deadwood": {str(seat): n for seat, n in result.deadwood.items()},
        "lines": [[x.seat, x.kind, x.parameter, x.points, x.boxes, list(x.terms)] for x in result.lines],
    }


def result_from(stored: Mapping[str, Any]) -> RoundResult:
    """The agreed score of a round, from its JSON."""
    points, boxes, deadwood = ({int(s): n for s, n in stored[key].items()} for key in ("points", "boxes", "deadwood"))
    lines = tuple(Line(s, kind, name, p, b, tuple(terms)) for s, kind, name, p, b, terms in stored["lines"])
    return RoundResult(Event(stored["event"]), tuple(stored["winners"]), points, boxes, deadwood, lines)
