"""What re-scoring found, in sentences: who would have won, why, what stands in the way, what is not quite certain."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.faults import Code, Fault
from games.rules.rescore import (
    Caveat,
    ComparedRound,
    Doubt,
    NotPossible,
    Offence,
    Outcome,
    Reason,
    Rescored,
    playing,
)
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.settlement import leader
from games.rules.shifts import Cause, Shift
from games.rules.sides import side_of
from games.selectors.rules_choices import how_many
from games.wording import fault_text, headline, listed

MOST_NAMED: Final = 4
"""How many rounds a sentence names before it only counts them."""


def rounds_named(numbers: Sequence[int], *, capital: bool = False) -> str:
    """Rounds by number: "round 4", "rounds 1 to 8", "rounds 1, 3 and 5", "9 rounds from 2 to 31"."""
    first, last, many = numbers[0], numbers[-1], len(numbers)
    if many == 1:
        text = f"round {first}"
    elif many > 2 and last - first == many - 1:
        text = f"rounds {first} to {last}"
    elif many <= MOST_NAMED:
        text = f"rounds {listed([str(n) for n in numbers])}"
    else:
        text = f"{many} rounds from {first} to {last}"
    return text[0].upper() + text[1:] if capital else text


def outcome_headline(outcome: Outcome, sides: Sequence[str]) -> str:
    """Who won and by how much; while the game goes on, who leads."""
    text = headline(outcome.final, sides)
    if outcome.over:
        return text
    if outcome.final.winner is None:
        return "Level, not over"
    return f"{text.replace(' wins', ' leads', 1).replace(' win by', ' lead by', 1)}, not over"


@dataclass(frozen=True, slots=True)
class Teller:
    """Says what a re-scored game is about. ``own`` are the rules it was played by, ``sides`` the names by side."""

    own: RuleSet
    rescored: Rescored
    sides: Sequence[str]

    @property
    def rules(self) -> RuleSet:
        """The other rules."""
        return self.rescored.rules

    def why(self, shift: Shift) -> str:
        """One reason, in a sentence."""
        match shift.cause:
            case Cause.END:
                return self.end()
            case Cause.BONUSES:
                return self._bonuses(shift)
            case Cause.WINNER:
                return self._winner(shift)
            case Cause.EVENT:
                return " ".join(self._events(shift))
            case Cause.COLUMNS:
                return self._columns()
            case Cause.HAND_SCORING:
                return self._hand_scoring(shift)
            case Cause.GIN:
                return self._bonus(shift, ("gin", "big_gin"), "gin", "Gin")
            case Cause.UNDERCUT:
                return self._bonus(shift, ("undercut",), "undercut", "An undercut")
            case Cause.KNOCK_BONUS:
                return self._bonus(shift, ("knock_bonus",), "knock", "A knock that stands", "earns {} more")
            case Cause.BOXES:
                return self._boxes(shift)
            case Cause.DOUBLING:
                return " ".join(self._doubling(shift))
            case Cause.GAME | Cause.LINE | Cause.SHUTOUT:
                return self._paid(shift)
        return self._otherwise(shift)

    def end(self) -> str:
        """That the game would have been over earlier; empty where every round counts."""
        left = [pair.number for pair in self.rescored.rounds if pair.other is None]
        if not left:
            return ""
        last = self.rescored.other.last
        first = leader(self.rescored.other.standing.points)
        over = f"{self.sides[first]} reaches {self.rules.target} in round {last}" if first is not None else ""
        if self.rescored.other.columns or not over:
            over = f"The game is over after round {last}"
        return f"{over}: {rounds_named(left)} {'does' if len(left) == 1 else 'do'} not count."

    def not_over(self) -> str:
        """That the game would go on; empty where it is over, or is not over as played either."""
        if self.rescored.other.over or not self.rescored.played.over:
            return ""
        return f"The game would go on{self._open()}; it is compared as it stands."

    def _open(self) -> str:
        """Why a game is not over."""
        if self.rescored.other.columns:
            return ", not every column is closed"
        if max(self.rescored.other.standing.points.values()) >= (self.rules.target or 0):
            return ", the top is level"
        return f", nobody has reached {self.rules.target}"

    def _bonuses(self, shift: Shift) -> str:
        if self.rescored.other.complete:
            paid = {side: n for side, n in shift.other.items() if n}
            extra = listed([f"{n} to {self.sides[side]}" for side, n in paid.items()])
            return f"The game is won here, and that brings {extra}." if extra else "The game is won here."
        gone = listed([f"{self.sides[side]}'s {n} for winning" for side, n in shift.played.items() if n])
        lost = f": {gone} would not be paid" if gone else ""
        if self.rules.target is None:
            return f"These rules have no target{lost}."
        return f"The game would go on{self._open()}{lost}."

    def _winner(self, shift: Shift) -> str:
        if self.rules.winner == "first_to_target":
            return f"Whoever reaches {self.rules.target} first wins, whatever the bonuses: {self.sides[shift.toward]}."
        return f"The highest total wins here, not whoever reached {self.own.target} first."

    def _events(self, shift: Shift) -> Iterator[str]:
        numbers = {change.number for change in shift.changes}
        found: dict[tuple[str, str], list[int]] = {}
        for pair in self.rescored.rounds:
            if pair.number in numbers and pair.other is not None:
                found.setdefault(self._event(pair, pair.other), []).append(pair.number)
        for (winner, reason), rounds in list(found.items())[:2]:
            go = ("goes" if len(rounds) == 1 else "go") if winner else ("scores" if len(rounds) == 1 else "score")
            to = f"to {winner}" if winner else "nothing"
            yield f"{rounds_named(rounds, capital=True)} {go} {to}{reason}."

    def _event(self, pair: ComparedRound, other: RoundResult) -> tuple[str, str]:
        was, now = pair.played, other
        if pair.played.hands:
            both = zip(pair.played.hands, other.hands, strict=True)
            was, now = next((a, b) for a, b in both if a.winners != b.winners or a.event != b.event)
        winner = listed([self.sides[side_of(self.rules, s) if other.hands else s] for s in now.winners])
        reason = {
            (Event.UNDERCUT, Event.KNOCK): ": with equal deadwood the knock stands",
            (Event.KNOCK, Event.UNDERCUT): ": equal deadwood is an undercut",
        }.get((was.event, now.event), "")
        if now.event is Event.VOID_GIN:
            reason = ": everything was laid off after gin"
        elif was.event is Event.VOID_GIN:
            reason = ": the gin counts though everything was laid off"
        elif was.event is Event.FALSE_KNOCK:
            reason = ": a false knock is played on"
        return winner, reason

    def _columns(self) -> str:
        columns, totals = self.rescored.other.columns, self.rescored.other.final.totals
        if not columns:
            told = self._each(self.rescored.other.standing.points)
            return f"Every round counts once, in a single game: {told} points."
        won: dict[int, list[str]] = {}
        for n, column in enumerate(columns, 1):
            if column.final is not None and column.final.winner is not None:
                won.setdefault(column.final.winner, []).append(str(n))
        if not won:
            worth = f": {self._each(totals)}" if any(totals.values()) else ""
            return f"Every round counts in several games, none of them closed{worth}."
        games = [f"{self.sides[s]} wins game{'s' if len(x) > 1 else ''} {listed(x)}" for s, x in won.items()]
        return f"{len(columns)} games count: {listed(games)}, which makes {self._each(totals)}."

    def _hand_scoring(self, shift: Shift) -> str:
        if self.rules.hand_scoring == "flop":
            return f"A hand won counts 1 point and its bonus 1 more, whatever the deadwood: {self._each(shift.other)}."
        return f"Deadwood counts here, not hands won: {self._each(shift.other)} points."

    def _bonus(self, shift: Shift, kinds: tuple[str, ...], one: str, many: str, adds: str = "is worth {}") -> str:
        """A bonus of the rounds: "Gin is worth 20 instead of 25: Ann had 4, Ben 1."."""
        numbers = {change.number for change in shift.changes}
        pairs, had = set[tuple[int, int]](), Counter[int]()
        for pair in self.rescored.rounds:
            if pair.number in numbers and pair.other is not None:
                was, now = self._amounts(pair.played, kinds), self._amounts(pair.other, kinds)
                none = [(side, 0) for side, _ in was or now]
                if was and now and len(was) != len(now):  # another hand of the round went elsewhere
                    return self._otherwise(shift)
                pairs |= {(a, b) for (_, a), (_, b) in zip(was or none, now or none, strict=True)}
                had.update(side for side, _ in now or was)
        if len(pairs) != 1:
            return self._otherwise(shift)
        played, other = pairs.pop()
        if adds == "is worth {}":
            worth = f"is worth {other or 'nothing'} instead of {played or 'nothing'}"
        else:
            worth = adds.format(other) if other else "earns no bonus"
        if had.total() == 1 and one != "knock":
            return f"The {one} in round {min(numbers)} {worth}."
        return f"{many} {worth}: {self._had(had)}."

    def _amounts(self, result: RoundResult, kinds: tuple[str, ...]) -> list[tuple[int, int]]:
        """Side and points of each line of those kinds, also of hands side by side."""
        if not result.hands:
            return [(line.seat, line.points) for line in result.lines if line.kind in kinds]
        return [
            (side_of(self.rules, line.seat), line.points)
            for hand in result.hands
            for line in hand.lines
            if line.kind in kinds
        ]

    def _boxes(self, shift: Shift) -> str:
        was, now = self.own.box_value, self.rules.box_value
        before, after = self.rescored.played.standing.boxes, self.rescored.other.standing.boxes
        if not now:
            return f"Boxes count nothing here: {self._had(before)}."
        if was == now:
            told = listed([f"{name} has {after[s]} instead of {before[s]}" for s, name in enumerate(self.sides)])
            return f"Boxes are marked otherwise: {told}, {now} each."
        instead = f" instead of {was}" if was else ""
        if before == after:
            return f"A box counts {now}{instead}: {self._had(after)}."
        told = listed([f"{name} has {after[s]} instead of {before[s]}" for s, name in enumerate(self.sides)])
        return f"A box counts {now}{instead}, and boxes are marked otherwise: {told}."

    def _doubling(self, shift: Shift) -> Iterator[str]:
        more = sorted({change.number for change in shift.changes if abs(change.other) > abs(change.played)})
        less = sorted({change.number for change in shift.changes} - set(more))
        if more:
            yield f"{rounds_named(more, capital=True)} count{'s' if len(more) == 1 else ''} double."
        if less:
            yield f"{rounds_named(less, capital=True)} {'does' if len(less) == 1 else 'do'} not count double."

    def _paid(self, shift: Shift) -> str:
        what = {Cause.GAME: "game bonus", Cause.LINE: "bonus for a clear win", Cause.SHUTOUT: "shutout"}[shift.cause]
        was, now = sum(shift.played.values()), sum(shift.other.values())
        if not now:
            whose = listed([f"{self.sides[side]}'s {n}" for side, n in shift.played.items() if n])
            return f"There is no {what} here" + (f": {whose} would not be paid." if whose else ".")
        whose = listed([self.sides[side] for side, n in shift.other.items() if n])
        return f"The {what} brings {whose} {now}" + (f" instead of {was}." if was else ".")

    def _otherwise(self, shift: Shift) -> str:
        what = {
            Cause.GIN: "Gin is",
            Cause.UNDERCUT: "Undercuts are",
            Cause.UNDERCUT_POINTS: "Undercuts are",
            Cause.UNDERCUT_TIED: "Undercuts with equal hands are",
            Cause.KNOCK_POINTS: "Knocks are",
            Cause.KNOCK_BONUS: "Knocks are",
            Cause.PENALTY: "False knocks are",
        }.get(shift.cause, "Rounds are")
        told = [
            f"{name} has {shift.other[side]} instead of {shift.played[side]}"
            for side, name in enumerate(self.sides)
            if shift.other[side] != shift.played[side]
        ]
        return f"{what} counted otherwise: {listed(told)}."

    def _each(self, points: Mapping[int, int]) -> str:
        """What every side has: "Ann 120, Ben 80"."""
        return ", ".join(f"{name} {points[side]}" for side, name in enumerate(self.sides))

    def _had(self, counted: Mapping[int, int]) -> str:
        """How many each side had: "Ann had 4, Ben 1"."""
        some = [f"{self.sides[side]} had {counted[side]}" for side in sorted(counted) if counted[side]]
        return ", ".join([*some[:1], *(text.replace(" had ", " ", 1) for text in some[1:])]) or "nobody had any"

    def doubts(self) -> tuple[str, ...]:
        """What is not quite comparable, a sentence each."""
        return tuple(self._doubt(doubt) for doubt in self.rescored.doubts)

    def _doubt(self, doubt: Doubt) -> str:
        named, as_counted = rounds_named(doubt.rounds), "the hands are taken as they were counted"
        match doubt.caveat:
            case Caveat.LAYOFF:
                may = {
                    "never": "Nothing may be laid off here",
                    "unless_gin": "Layoffs are other here: allowed after a knock, not after gin",
                    "always": "Cards may be laid off here, also after gin",
                }[self.rules.layoff]
                return f"{may}; in {named} {as_counted}."
            case Caveat.CARD_VALUES:
                return f"Cards have other values here; in {named} {as_counted}."
            case Caveat.MELDS:
                return f"Other melds can be made here; in {named} {as_counted}."
            case Caveat.HAND_SIZE:
                return f"A hand has {self.rules.hand_size} cards here; in {named} {as_counted}."
            case Caveat.BIG_GIN:
                return f"A big gin would be worth more here, but was written down as a gin: perhaps {named}."
            case Caveat.KNOCK_CARD:
                which = "first upcard" if self.rules.limit_source == "upcard" else "knock card"
                return f"The {which} sets the limit here; in {named} the card that was written down stands for it."
            case Caveat.FALSE_KNOCK:
                return f"A false knock is played on here; {named} {_score(doubt.rounds)} nothing."
            case Caveat.SITTING_OUT:
                return "Others might have sat out here; who played is taken as it was."


def _score(numbers: Sequence[int]) -> str:
    return "scores" if len(numbers) == 1 else "score"


def why_not(found: NotPossible, rules: RuleSet, names: Sequence[str]) -> tuple[str, ...]:
    """Why the facts do not allow ``rules``, a sentence each."""
    if found.reasons:
        return tuple(_reason(reason, rules, len(names)) for reason in found.reasons)
    return tuple(_offences(found.rounds, rules, names))


def _reason(reason: Reason, rules: RuleSet, seats: int) -> str:
    match reason:
        case Reason.SEATS:
            return f"These rules are for {how_many(rules)} players."
        case Reason.SIDES:
            return {
                "teams": "Partners score together here.",
                "captain": "One plays against the others together here.",
            }.get(rules.seating, "Everybody scores alone here.")
        case Reason.DECK:
            return "It takes the Rumski deck." if rules.deck == "rumski70" else "It takes a deck of 52."
        case Reason.PAPER:
            return "It began on paper, without columns."
        case Reason.PLACES:
            active = playing(rules, seats)
            return "All play every round here." if active == seats else f"Only {active} of {seats} play a round here."


def _offences(rounds: Sequence[Offence], rules: RuleSet, names: Sequence[str]) -> Iterator[str]:
    by_code: dict[Code, list[tuple[int, Fault]]] = {}
    for offence in rounds:
        for fault in offence.faults:
            by_code.setdefault(fault.code, []).append((offence.number, fault))
    for code, found in by_code.items():
        numbers = sorted({number for number, _ in found})
        if code is Code.MISSING_KNOCK_CARD:
            which = "upcard" if rules.limit_source == "upcard" else "knock card"
            yield f"The {which} was not written down: {rounds_named(numbers)}."
        elif code is Code.OVER_KNOCK_LIMIT and rules.knock_limit == 0:
            yield f"Nobody may knock here, and {rounds_named(numbers)} ended with a knock."
        else:
            for number, fault in found[:2]:
                yield f"Round {number}: {fault_text(fault, names)}"
            if len(found) > 2:
                yield f"So it is in {rounds_named(sorted({n for n, _ in found[2:]}))}."
