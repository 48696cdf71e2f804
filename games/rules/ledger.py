"""The entries of a table's append-only ledger as values, and their conversion to and from versioned JSON."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from operator import index
from typing import Any, Final

from games.rules.cards import Card, card
from games.rules.declaration import Declaration, Ending, Layoff, RoundDeclaration, ShownHand, TeamDeal
from games.rules.hands.melds import card_sort_key
from games.rules.ruleset import RuleSet, as_json, rules_from_json
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.settlement import Score
from games.rules.stakes import Stakes

VERSION: Final = 1
"""The version of the JSON format of facts, stored with every entry."""
LONGEST_KEY: Final = 200
"""The most characters of an idempotency key."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game starts, with its rules and the seat that deals first.

    ``preset`` is the id of the preset that the rules are based on, ``title`` the name of house rules (empty: the
    preset's). ``opening`` is the score of a game that began on paper. ``players`` are the numbers at the table of those
    who play, in seat order, where other people play than in the game before; None where the same do. ``handicaps`` are
    the points that people begin the game with, by number at the table; None if nobody has any.
    """

    rules: RuleSet
    preset: str
    dealer: int
    title: str = ""
    opening: Score | None = None
    players: tuple[int, ...] | None = None
    handicaps: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Somebody joins or leaves: other people play from the next game on.

    ``players`` are the numbers at the table of those who play then, in seat order. ``people`` is how many people the
    table knew before; whoever is new gets the next number. ``preset`` is the id of the rules chosen for the next game,
    "" for the rules of the last one.
    """

    players: tuple[int, ...]
    people: int
    preset: str = ""


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The rules change during a game: they apply to rounds after number ``through``."""

    rules: RuleSet
    through: int


@dataclass(frozen=True, slots=True)
class StakesSet:
    """The stakes of the table for the whole evening are set; None means none."""

    stakes: Stakes | None


@dataclass(frozen=True, slots=True)
class RoundEntered:
    """A round is entered or corrected, with its facts and the agreed score."""

    declaration: RoundDeclaration
    result: RoundResult


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A round is voided: it doesn't count, but its line stays on the sheet."""


@dataclass(frozen=True, slots=True)
class EntryUndone:
    """The entry of ``revision`` is undone, as if it had never been made."""

    revision: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The phone that made this entry takes over scorekeeping; no score changes.

    ``player`` is the number at the table of the player who holds it, None if unknown; ``previous_revision`` the
    revision of the newest entry made by another phone, None if there is none.
    """

    player: int | None
    previous_revision: int | None


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Two seats are swapped because they were entered the wrong way round; this applies to the whole game."""

    first_seat: int
    second_seat: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A person ends the game after round number ``through`` (0: before the first)."""

    through: int


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A person continues a finished game: rounds up to number ``through`` no longer end it."""

    through: int


Body = (
    GameStarted
    | PlayersChanged
    | RulesChanged
    | StakesSet
    | HandedOver
    | RoundEntered
    | RoundVoided
    | EntryUndone
    | SeatsSwapped
    | GameFinished
    | GameReopened
)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One entry of the ledger; ``round`` is None for entries about the game, ``by`` is the label of the phone."""

    revision: int
    game: int
    round: int | None
    body: Body
    by: str
    at: datetime
    reason: str = ""


def entry_facts(body: Body) -> dict[str, Any]:
    """Return the facts of an entry as JSON values, with seats as numbers; equal facts give equal JSON."""
    match body:
        case GameStarted():
            values = _start_facts(body)
        case PlayersChanged(players, people, preset):
            values = {"players": list(players), "people": people} | ({"preset": preset} if preset else {})
        case RulesChanged(rules, through):
            values = {"parameters": as_json(rules), "through": through}
        case StakesSet(stakes):
            values = {"stakes": asdict(stakes) if stakes else None}
        case HandedOver(player, previous_revision):
            values = {"player": player, "previous_revision": previous_revision}
        case RoundEntered(d, _):
            return round_facts(d)
        case EntryUndone(revision):
            values = {"revision": revision}
        case SeatsSwapped(first_seat, second_seat):
            values = {"seats": [first_seat, second_seat]}
        case GameFinished(through) | GameReopened(through):
            values = {"through": through}
        case _:
            values = {}  # RoundVoided has no facts of its own
    return {"v": VERSION} | values


def _start_facts(start: GameStarted) -> dict[str, Any]:
    facts: dict[str, Any] = {"preset": start.preset, "parameters": as_json(start.rules), "dealer": start.dealer}
    if start.title:
        facts["title"] = start.title
    if start.opening:
        facts["opening"] = {name: _by_number(amounts) for name, amounts in asdict(start.opening).items()}
    if start.players:
        facts["players"] = list(start.players)
    if start.handicaps:
        facts["handicaps"] = _by_number(start.handicaps)
    return facts


def derived_key(key: str, number: int) -> str:
    """Return the idempotency key of entry ``number`` (from 0) of several that one request with ``key`` writes.

    >>> derived_key("form", 0), derived_key("form", 2)
    ('form', 'form:2')
    """
    return f"{key[: LONGEST_KEY - 6]}:{number}" if number else key


def entry_digest(kind: str, game: int, round_number: int | None, facts: Mapping[str, Any]) -> str:
    """Return the SHA-256 of an entry's kind, numbers and facts; the order of JSON keys doesn't matter."""
    text = json.dumps([str(kind), game, round_number, facts], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def body_from(kind: str, facts: Mapping[str, Any], result: Mapping[str, Any] | None, rules: RuleSet | None) -> Body:
    """Return the body of an entry from its stored kind, facts and agreed score.

    ``rules`` are those its game began with; a round can't be read without them. Raises ValueError for an unknown kind,
    and various built-in exceptions for malformed facts.
    """
    match kind:
        case "start":
            return game_started_from(facts)
        case "players":
            people = index(facts["people"])
            return PlayersChanged(_numbers(facts["players"]), people, facts.get("preset", ""))
        case "round" | "correction":
            if rules is None:
                raise ValueError("a round of a game that was never started")
            return RoundEntered(declaration_from(facts, rules), result_from(result or {}))
        case "void":
            return RoundVoided()
        case "undo":
            return EntryUndone(facts["revision"])
        case "swap":
            return SeatsSwapped(*facts["seats"])
        case "finish":
            return GameFinished(facts["through"])
        case "reopen":
            return GameReopened(facts["through"])
        case "rules":
            return rules_changed_from(facts)
        case "stakes":
            return stakes_set_from(facts)
        case "handover":
            return HandedOver(facts["player"], facts["previous_revision"])
    raise ValueError(f"entry of an unknown kind: {kind}")


def round_facts(d: RoundDeclaration) -> dict[str, Any]:
    """Return the facts of a round as JSON values; two phones agree on a round if these are equal."""
    if isinstance(d, TeamDeal):
        return {"v": VERSION, "hands": [round_facts(hand) for hand in d.hands]}
    facts: dict[str, Any] = {
        "v": VERSION,
        "active": list(d.active),
        "declared": d.ending.value,
        "ender": d.ender,
        "deadwood": {str(seat): d.deadwood[seat] for seat in sorted(d.deadwood)},
        "card": d.knock_card.text if d.knock_card else None,
    }
    if d.shown:
        facts["shown"] = {str(seat): _shown_facts(d.shown[seat]) for seat in sorted(d.shown)}
        facts["layoffs"] = [[layoff.seat, layoff.card.text, layoff.onto] for layoff in d.layoffs]
    return facts


def _shown_facts(hand: ShownHand) -> dict[str, Any]:
    """Return a shown hand as JSON: melds in their order, since layoffs refer to them by number, and cards sorted."""
    facts: dict[str, Any] = {
        "cards": " ".join(card.text for card in sorted(hand.cards, key=card_sort_key)),
        "melds": [" ".join(card.text for card in sorted(meld, key=card_sort_key)) for meld in hand.melds],
    }
    if hand.discard:
        facts["discard"] = hand.discard.text
    if hand.numbers:
        facts["numbers"] = {wild.text: hand.numbers[wild] for wild in sorted(hand.numbers, key=card_sort_key)}
    return facts


def _shown(facts: Mapping[str, Any], deck: str) -> ShownHand:
    def cards(text: str) -> tuple[Card, ...]:
        return tuple(card(word, deck) for word in text.split())

    return ShownHand(
        cards(facts["cards"]),
        tuple(cards(meld) for meld in facts["melds"]),
        card(facts["discard"], deck) if "discard" in facts else None,
        {card(wild, deck): number for wild, number in facts.get("numbers", {}).items()},
    )


def game_started_from(facts: Mapping[str, Any]) -> GameStarted:
    """Return the start of a game from its JSON facts."""
    opening = None
    if "opening" in facts:
        opening = Score(**{n: {int(s): x for s, x in amounts.items()} for n, amounts in facts["opening"].items()})
    return GameStarted(
        rules_from_json(facts["parameters"]),
        facts["preset"],
        facts["dealer"],
        facts.get("title", ""),
        opening,
        _numbers(facts["players"]) if "players" in facts else None,
        {int(player): index(points) for player, points in facts["handicaps"].items()} if "handicaps" in facts else None,
    )


def _numbers(values: Sequence[object]) -> tuple[int, ...]:
    """Return numbers of people from JSON. Raises TypeError for anything else."""
    return tuple(index(number) for number in values)  # type: ignore[arg-type] # that is the check


def _by_number(amounts: Mapping[int, int]) -> dict[str, int]:
    return {str(number): amounts[number] for number in sorted(amounts)}


def rules_changed_from(facts: Mapping[str, Any]) -> RulesChanged:
    """Return a change of rules from its JSON facts."""
    return RulesChanged(rules_from_json(facts["parameters"]), facts["through"])


def stakes_set_from(facts: Mapping[str, Any]) -> StakesSet:
    """Return the stakes from their JSON facts."""
    return StakesSet(Stakes(**facts["stakes"]) if facts["stakes"] else None)


def declaration_from(facts: Mapping[str, Any], rules: RuleSet) -> RoundDeclaration:
    """Return the declaration of a round from its JSON facts and the rules of its game."""
    if "hands" in facts:
        return TeamDeal(tuple(_hand(hand, rules) for hand in facts["hands"]))
    return _hand(facts, rules)


def _hand(facts: Mapping[str, Any], rules: RuleSet) -> Declaration:
    deadwood = {int(seat): points for seat, points in facts["deadwood"].items()}
    upcard = card(facts["card"], rules.deck) if facts["card"] else None
    return Declaration(
        tuple(facts["active"]),
        Ending(facts["declared"]),
        facts["ender"],
        deadwood,
        upcard,
        {int(seat): _shown(hand, rules.deck) for seat, hand in facts.get("shown", {}).items()},
        tuple(Layoff(seat, card(text, rules.deck), onto) for seat, text, onto in facts.get("layoffs", ())),
    )


def result_json(result: RoundResult) -> dict[str, Any]:
    """Return the agreed score of a round, itemized, as JSON values."""
    facts: dict[str, Any] = {
        "event": result.event.value,
        "winners": list(result.winners),
        "points": {str(seat): n for seat, n in result.points.items()},
        "boxes": {str(seat): n for seat, n in result.boxes.items()},
        "deadwood": {str(seat): n for seat, n in result.deadwood.items()},
        "lines": [[x.seat, x.kind, x.parameter, x.points, x.boxes, list(x.terms)] for x in result.lines],
    }
    if result.hands:
        facts["hands"] = [result_json(hand) for hand in result.hands]
    return facts


def result_from(stored: Mapping[str, Any]) -> RoundResult:
    """Return the agreed score of a round from its JSON."""
    points, boxes, deadwood = ({int(s): n for s, n in stored[key].items()} for key in ("points", "boxes", "deadwood"))
    lines = tuple(ScoreLine(s, kind, name, p, b, tuple(terms)) for s, kind, name, p, b, terms in stored["lines"])
    hands = tuple(result_from(hand) for hand in stored.get("hands", ()))
    return RoundResult(Event(stored["event"]), tuple(stored["winners"]), points, boxes, deadwood, lines, hands)
