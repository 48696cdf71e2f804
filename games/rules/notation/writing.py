"""A game as notation: headers, then a line for each round, in the one form that reading gives back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.ledger import GameFinished
from games.rules.notation.hands import hand_text
from games.rules.notation.rule_text import house_rules_of, rules_text
from games.rules.notation.scorer import Scored, Scorer, result_text, side_names
from games.rules.notation.values import LETTERS, GameNotes, Opening, RoundNote
from games.rules.ruleset import RuleSet, differences, preset_named
from games.rules.sides import pairings

ENDINGS: Final[Mapping[Ending, str]] = {
    Ending.KNOCK: "knock",
    Ending.GIN: "gin",
    Ending.BIG_GIN: "big gin",
    Ending.FALSE_KNOCK: "false knock",
    Ending.DEAD: "dead",
    Ending.MISDEAL: "misdeal",
}
"""The words for how a round ended. The last two name nobody."""


def write(notes: GameNotes) -> str:
    """``notes`` as text, a line for each thing and a newline at the end; what ``read`` makes the same notes of.

    Raises Illegal for a preset that does not exist. Points and totals are left out where the rules refuse a round.

    >>> print(write(GameNotes(("Ann", "Ben"), RuleSet(), "standard")), end="")
    game: standard
    A: Ann
    B: Ben
    deals: A
    """
    return "\n".join([*_headers(notes), *_body(notes), ""])


def _headers(notes: GameNotes) -> Iterator[str]:
    yield f"game: {notes.preset}"
    if notes.title:
        yield f"title: {notes.title}"
    yield from (f"{letter}: {name}" for letter, name in zip(LETTERS, notes.players, strict=False))
    if own := house_rules_of(notes.rules, preset_named(notes.preset), len(notes.players)):
        yield f"rules: {rules_text(notes.rules, own)}"
    yield f"deals: {LETTERS[notes.dealer]}"
    if notes.opening:
        yield f"paper: {_paper_text(notes.opening, side_names(notes.rules, len(notes.players)))}"


def _paper_text(opening: Opening, names: Sequence[str]) -> str:
    return ", ".join(
        f"{name} {opening.points[side]} boxes {opening.boxes[side]} won {opening.hands_won[side]}"
        for side, name in enumerate(names)
    )


def _body(notes: GameNotes) -> Iterator[str]:
    seats, after = len(notes.players), dict[int, list[str]]()
    for comment in notes.comments:
        after.setdefault(comment.after, []).append(f"; {comment.text}")
    before, coming = notes.rules, dict[int, RuleSet]()
    for change in notes.changes:
        text = rules_text(change.rules, differences(change.rules, before))
        after.setdefault(change.through, []).append(f"change: {text}")
        before = coming[change.through] = change.rules
    if notes.decision:
        word = "finish" if isinstance(notes.decision, GameFinished) else "reopen"
        after.setdefault(notes.decision.through, []).append(word)
    scorer = Scorer(notes.rules, seats, notes.dealer, notes.opening, notes.decision)
    yield from after.get(0, ())
    for line in notes.rounds:
        if rules := coming.get(line.number - 1):
            scorer.change(rules)
        played = _Round(line, scorer.turn, scorer.rules, seats)
        yield played.text(scorer.add(line.number, line.told, void=line.void))
        yield from after.get(line.number, ())


@dataclass(frozen=True, slots=True)
class _Round:
    """A round to be written: its note, whose turn it was to play, its rules, and how many sit at the table."""

    note: RoundNote
    turn: tuple[int, ...]
    rules: RuleSet
    seats: int

    def text(self, scored: Scored) -> str:
        note, told = self.note, self.note.told
        void = "void " if note.void else ""
        card = f"card {told.knock_card.text}, " if told.knock_card else ""
        text = f"{note.number}. {void}{card}{self._told_text()}"
        if scored.result and not note.void:
            points = result_text(scored.result.points, self.rules, self.seats)
            text += f" = {points} ({':'.join(map(str, scored.totals))})"
        return f"{text} ; {note.remark}" if note.remark else text

    def _told_text(self) -> str:
        told = self.note.told
        if isinstance(told, Declaration):
            return self._hand_text(told, self.turn)
        pairs = [tuple(sorted(pair)) for pair in pairings(self.seats, self.note.number)]
        if told == TeamDeal(tuple(Declaration(pair, Ending.DEAD, None, {}, told.knock_card) for pair in pairs)):
            return ENDINGS[Ending.DEAD]
        return " & ".join(self._hand_text(hand, ()) for hand in told.hands)

    def _hand_text(self, told: Declaration, turn: tuple[int, ...]) -> str:
        """One hand: who ended it and how, then the others, then what they laid off."""
        clauses = [] if told.ender is not None else [ENDINGS[told.ending]]
        for seat in sorted(told.active, key=lambda seat: (seat != told.ender, seat)):
            ending = f" {ENDINGS[told.ending]}" if seat == told.ender else ""
            tally = self._tally_text(seat, told)
            # Who has nothing to tell is named where it is not plain who played.
            if ending or tally or told.active != turn:
                clauses.append(f"{LETTERS[seat]}{ending}{tally}")
            hand = told.shown.get(seat)
            if hand and hand.discard:
                clauses.append(f"{LETTERS[seat]} throws {hand.discard.text}")
        for (seat, onto), chain in groupby(told.layoffs, key=lambda layoff: (layoff.seat, layoff.onto)):
            cards = " ".join(layoff.card.text for layoff in chain)
            clauses.append(f"{LETTERS[seat]} lays {cards} on {onto + 1}")
        return ", ".join(clauses)

    def _tally_text(self, seat: int, told: Declaration) -> str:
        """A seat's points and cards; gin needs no points."""
        count, hand = told.deadwood.get(seat), told.shown.get(seat)
        plain = seat == told.ender and told.ending in (Ending.GIN, Ending.BIG_GIN) and count == 0
        points = "" if count is None or plain else f" {count}"
        if hand is None:
            return points
        laid = [layoff.card for layoff in told.layoffs if layoff.seat == seat]
        return f"{points}: {hand_text(hand, laid, self.rules)}"
