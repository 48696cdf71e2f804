"""Write a game in gin notation: headers, then a line for each round, so that ``read`` returns the same game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.ledger import GameFinished
from games.rules.notation.hands import hand_text
from games.rules.notation.rule_text import house_rules_of, rules_text
from games.rules.notation.scorer import ScoredRound, Scorer, result_text, side_names
from games.rules.notation.values import LETTERS, NotatedGame, NotatedRound, Opening
from games.rules.presets import preset_named
from games.rules.ruleset import RuleSet, differences
from games.rules.settlement import Handicap
from games.rules.sides import team_pairings

ENDINGS: Final[Mapping[Ending, str]] = {
    Ending.KNOCK: "knock",
    Ending.GIN: "gin",
    Ending.BIG_GIN: "big gin",
    Ending.FALSE_KNOCK: "false knock",
    Ending.DEAD: "dead",
    Ending.MISDEAL: "misdeal",
}
"""The words for how a round ended. The last two have no player."""


def write(notes: NotatedGame) -> str:
    """Return a game as text that ends with a newline; ``read`` makes the same game of it.

    Raises RulesError for an unknown preset. Points and totals are left out for illegal rounds.

    >>> print(write(NotatedGame(("Ann", "Ben"), RuleSet(), "standard")), end="")
    game: standard
    A: Ann
    B: Ben
    deals: A
    """
    return "\n".join([*_headers(notes), *_body(notes), ""])


def _headers(notes: NotatedGame) -> Iterator[str]:
    yield f"game: {notes.preset}"
    if notes.title:
        yield f"title: {notes.title}"
    yield from (f"{letter}: {name}" for letter, name in zip(LETTERS, notes.players, strict=False))
    if own := house_rules_of(notes.rules, preset_named(notes.preset), len(notes.players)):
        yield f"rules: {rules_text(notes.rules, own)}"
    yield f"deals: {LETTERS[notes.dealer]}"
    if notes.opening:
        names = side_names(notes.rules, len(notes.players))
        if isinstance(notes.opening, Handicap):
            given = notes.opening.points
            yield f"handicap: {', '.join(f'{name} {given[side]}' for side, name in enumerate(names) if given[side])}"
        else:
            yield f"paper: {_paper_text(notes.opening, names)}"


def _paper_text(opening: Opening, names: Sequence[str]) -> str:
    return ", ".join(
        f"{name} {opening.points[side]} boxes {opening.boxes[side]} won {opening.hands_won[side]}"
        for side, name in enumerate(names)
    )


def _body(notes: NotatedGame) -> Iterator[str]:
    seats, after = len(notes.players), dict[int, list[str]]()
    for comment in notes.comments:
        after.setdefault(comment.after, []).append(f"; {comment.text}")
    before, rules_after = notes.rules, dict[int, RuleSet]()
    for change in notes.changes:
        text = rules_text(change.rules, differences(change.rules, before))
        after.setdefault(change.through, []).append(f"change: {text}")
        before = rules_after[change.through] = change.rules
    if notes.decision:
        word = "finish" if isinstance(notes.decision, GameFinished) else "reopen"
        after.setdefault(notes.decision.through, []).append(word)
    scorer = Scorer(notes.rules, seats, notes.dealer, notes.opening, notes.decision)
    yield from after.get(0, ())
    for line in notes.rounds:
        if rules := rules_after.get(line.number - 1):
            scorer.change(rules)
        played = _Round(line, scorer.turn, scorer.rules, seats)
        yield played.text(scorer.add(line.number, line.declaration, void=line.void))
        yield from after.get(line.number, ())


@dataclass(frozen=True, slots=True)
class _Round:
    """A round to be written: its note, whose turn it was to play, its rules, and the number of seats."""

    note: NotatedRound
    turn: tuple[int, ...]
    rules: RuleSet
    seats: int

    def text(self, scored: ScoredRound) -> str:
        note, declaration = self.note, self.note.declaration
        void = "void " if note.void else ""
        card = f"card {declaration.knock_card.text}, " if declaration.knock_card else ""
        text = f"{note.number}. {void}{card}{self._facts_text()}"
        if scored.result and not note.void:
            points = result_text(scored.result.points, self.rules, self.seats)
            text += f" = {points} ({':'.join(map(str, scored.totals))})"
        return f"{text} ; {note.remark}" if note.remark else text

    def _facts_text(self) -> str:
        declaration = self.note.declaration
        if isinstance(declaration, Declaration):
            return self._hand_text(declaration, self.turn)
        pairs = [tuple(sorted(pair)) for pair in team_pairings(self.seats, self.note.number)]
        if declaration == TeamDeal(
            tuple(Declaration(pair, Ending.DEAD, None, {}, declaration.knock_card) for pair in pairs)
        ):
            return ENDINGS[Ending.DEAD]
        return " & ".join(self._hand_text(hand, ()) for hand in declaration.hands)

    def _hand_text(self, declaration: Declaration, turn: tuple[int, ...]) -> str:
        """Return one hand as text: who ended it and how, then the others, then layoffs."""
        clauses = [] if declaration.ender is not None else [ENDINGS[declaration.ending]]
        for seat in sorted(declaration.active, key=lambda seat: (seat != declaration.ender, seat)):
            ending = f" {ENDINGS[declaration.ending]}" if seat == declaration.ender else ""
            count_text = self._count_text(seat, declaration)
            # A player without count and cards is named only if others than those whose turn it was have played.
            if ending or count_text or declaration.active != turn:
                clauses.append(f"{LETTERS[seat]}{ending}{count_text}")
            hand = declaration.shown.get(seat)
            if hand and hand.discard:
                clauses.append(f"{LETTERS[seat]} throws {hand.discard.text}")
        for (seat, onto), chain in groupby(declaration.layoffs, key=lambda layoff: (layoff.seat, layoff.onto)):
            cards = " ".join(layoff.card.text for layoff in chain)
            clauses.append(f"{LETTERS[seat]} lays {cards} on {onto + 1}")
        return ", ".join(clauses)

    def _count_text(self, seat: int, declaration: Declaration) -> str:
        """Return a seat's deadwood and cards as text; gin has no number."""
        count, hand = declaration.deadwood.get(seat), declaration.shown.get(seat)
        plain = seat == declaration.ender and declaration.ending in (Ending.GIN, Ending.BIG_GIN) and count == 0
        points = "" if count is None or plain else f" {count}"
        if hand is None:
            return points
        laid = [layoff.card for layoff in declaration.layoffs if layoff.seat == seat]
        return f"{points}: {hand_text(hand, laid, self.rules)}"
