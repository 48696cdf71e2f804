"""The entries of a table's ledger, as values, and their facts as versioned JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from games.rules.cards import Card, card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand, TeamDeal, Told
from games.rules.melds import order
from games.rules.ruleset import RuleSet, as_json, stored
from games.rules.scoring import Event, Line, RoundResult
from games.rules.settlement import Standing
from games.rules.stakes import Stakes

VERSION: Final = 1
"""The form of the facts below; a reader of old ledgers tells forms apart by it."""
LONGEST_KEY: Final = 200
"""Characters."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: its rules, frozen, and the seat that deals first.

    ``preset`` is what the rules were made from, ``title`` what the house calls its own (empty: as the preset).
    ``opening`` is the score of a game that began on paper.
    """

    rules: RuleSet
    preset: str
    dealer: int
    title: str = ""
    opening: Standing | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The rules change in mid-game: from the round after number ``through`` on, these are played."""

    rules: RuleSet
    through: int


@dataclass(frozen=True, slots=True)
class StakesSet:
    """What the table plays for, for the whole evening; None: for nothing."""

    stakes: Stakes | None


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round's facts and the score agreed on: its first entry, or a correction of it."""

    declaration: Told
    result: RoundResult


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round does not count; its line stays on the sheet."""


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The entry of ``revision`` is taken back, as if it had not been made."""

    revision: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The phone that made this entry keeps the score from here on; no score changes.

    ``player`` is the number at the table of who holds it, None where nobody said so; ``was`` the revision of the newest
    entry that another phone had made, None where there is none.
    """

    player: int | None
    was: int | None


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


Body = (
    GameStarted
    | RulesChanged
    | StakesSet
    | HandedOver
    | RoundTold
    | RoundVoided
    | EntryUndone
    | SeatsSwapped
    | GameFinished
    | GameReopened
)


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
        case GameStarted(rules, preset, dealer, title, opening):
            told: dict[str, Any] = {"preset": preset, "parameters": as_json(rules), "dealer": dealer}
            if title:
                told["title"] = title
            if opening:
                told["opening"] = {name: _by_side(amounts) for name, amounts in asdict(opening).items()}
        case RulesChanged(rules, through):
            told = {"parameters": as_json(rules), "through": through}
        case StakesSet(stakes):
            told = {"stakes": asdict(stakes) if stakes else None}
        case HandedOver(player, was):
            told = {"player": player, "was": was}
        case RoundTold(d, _):
            return round_facts(d)
        case EntryUndone(revision):
            told = {"revision": revision}
        case SeatsSwapped(one, other):
            told = {"seats": [one, other]}
        case GameFinished(through) | GameReopened(through):
            told = {"through": through}
        case _:
            told = {}  # RoundVoided: that the round is void is all there is to say
    return {"v": VERSION} | told


def key_after(key: str, number: int) -> str:
    """The key of the entry that comes after so many others of one text, whose own is ``key``.

    >>> key_after("form", 0), key_after("form", 2)
    ('form', 'form:2')
    """
    return f"{key[: LONGEST_KEY - 6]}:{number}" if number else key


def digest_of(kind: str, game: int, round_number: int | None, told: Mapping[str, Any]) -> str:
    """The SHA-256 of what an entry of that kind says, whichever order its facts are in."""
    said = json.dumps([str(kind), game, round_number, told], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def body_from(kind: str, told: Mapping[str, Any], result: Mapping[str, Any] | None, rules: RuleSet | None) -> Body:
    """What an entry says, from its kind, its facts and the agreed score.

    ``rules`` are those its game began with, under which a round is read. Raises ValueError for a kind that there is
    none of, and whatever reading facts raises that are no facts.
    """
    match kind:
        case "start":
            return started(told)
        case "round" | "correction":
            if rules is None:
                raise ValueError("a round of a game that was never started")
            return RoundTold(declaration(told, rules), result_from(result or {}))
        case "void":
            return RoundVoided()
        case "undo":
            return EntryUndone(told["revision"])
        case "swap":
            return SeatsSwapped(*told["seats"])
        case "finish":
            return GameFinished(told["through"])
        case "reopen":
            return GameReopened(told["through"])
        case "rules":
            return rules_changed(told)
        case "stakes":
            return stakes_set(told)
        case "handover":
            return HandedOver(told["player"], told["was"])
    raise ValueError(f"entry of an unknown kind: {kind}")


def round_facts(d: Told) -> dict[str, Any]:
    """The facts of a round as JSON values: what two phones must have said alike to have said the same."""
    if isinstance(d, TeamDeal):
        return {"v": VERSION, "hands": [round_facts(hand) for hand in d.hands]}
    told: dict[str, Any] = {
        "v": VERSION,
        "active": list(d.active),
        "declared": d.ending.value,
        "ender": d.ender,
        "deadwood": {str(seat): d.deadwood[seat] for seat in sorted(d.deadwood)},
        "card": d.knock_card.text if d.knock_card else None,
    }
    if d.shown:
        told["shown"] = {str(seat): _shown_facts(d.shown[seat]) for seat in sorted(d.shown)}
        told["layoffs"] = [[layoff.seat, layoff.card.text, layoff.onto] for layoff in d.layoffs]
    return told


def _shown_facts(hand: ShownHand) -> dict[str, Any]:
    """A shown hand as JSON values: melds in the order they were laid (layoffs count them), cards sorted."""
    told: dict[str, Any] = {
        "cards": " ".join(card.text for card in sorted(hand.cards, key=order)),
        "melds": [" ".join(card.text for card in sorted(meld, key=order)) for meld in hand.melds],
    }
    if hand.discard:
        told["discard"] = hand.discard.text
    if hand.numbers:
        told["numbers"] = {wild.text: hand.numbers[wild] for wild in sorted(hand.numbers, key=order)}
    return told


def _shown(told: Mapping[str, Any], deck: str) -> ShownHand:
    def cards(text: str) -> tuple[Card, ...]:
        return tuple(card(word, deck) for word in text.split())

    return ShownHand(
        cards(told["cards"]),
        tuple(cards(meld) for meld in told["melds"]),
        card(told["discard"], deck) if "discard" in told else None,
        {card(wild, deck): number for wild, number in told.get("numbers", {}).items()},
    )


def started(told: Mapping[str, Any]) -> GameStarted:
    """The start of a game from its facts."""
    opening = None
    if "opening" in told:
        opening = Standing(**{n: {int(s): x for s, x in amounts.items()} for n, amounts in told["opening"].items()})
    return GameStarted(stored(told["parameters"]), told["preset"], told["dealer"], told.get("title", ""), opening)


def _by_side(amounts: Mapping[int, int]) -> dict[str, int]:
    return {str(side): amounts[side] for side in sorted(amounts)}


def rules_changed(told: Mapping[str, Any]) -> RulesChanged:
    """A change of rules from its facts."""
    return RulesChanged(stored(told["parameters"]), told["through"])


def stakes_set(told: Mapping[str, Any]) -> StakesSet:
    """Stakes from their facts."""
    return StakesSet(Stakes(**told["stakes"]) if told["stakes"] else None)


def declaration(told: Mapping[str, Any], rules: RuleSet) -> Told:
    """What a round was told as, from its facts, under the rules of its game."""
    if "hands" in told:
        return TeamDeal(tuple(_hand(hand, rules) for hand in told["hands"]))
    return _hand(told, rules)


def _hand(told: Mapping[str, Any], rules: RuleSet) -> Declaration:
    deadwood = {int(seat): points for seat, points in told["deadwood"].items()}
    upcard = card(told["card"], rules.deck) if told["card"] else None
    return Declaration(
        tuple(told["active"]),
        Ending(told["declared"]),
        told["ender"],
        deadwood,
        upcard,
        {int(seat): _shown(hand, rules.deck) for seat, hand in told.get("shown", {}).items()},
        tuple(Layoff(seat, card(text, rules.deck), onto) for seat, text, onto in told.get("layoffs", ())),
    )


def result_json(result: RoundResult) -> dict[str, Any]:
    """The agreed score of a round as JSON values, itemised."""
    told: dict[str, Any] = {
        "event": result.event.value,
        "winners": list(result.winners),
        "points": {str(seat): n for seat, n in result.points.items()},
        "boxes": {str(seat): n for seat, n in result.boxes.items()},
        "deadwood": {str(seat): n for seat, n in result.deadwood.items()},
        "lines": [[x.seat, x.kind, x.parameter, x.points, x.boxes, list(x.terms)] for x in result.lines],
    }
    if result.hands:
        told["hands"] = [result_json(hand) for hand in result.hands]
    return told


def result_from(stored: Mapping[str, Any]) -> RoundResult:
    """The agreed score of a round, from its JSON."""
    points, boxes, deadwood = ({int(s): n for s, n in stored[key].items()} for key in ("points", "boxes", "deadwood"))
    lines = tuple(Line(s, kind, name, p, b, tuple(terms)) for s, kind, name, p, b, terms in stored["lines"])
    hands = tuple(result_from(hand) for hand in stored.get("hands", ()))
    return RoundResult(Event(stored["event"]), tuple(stored["winners"]), points, boxes, deadwood, lines, hands)
