"""A planned bracket as far as it was played: who plays where, which matches can be drawn, and everyone's place.

Places are those of ``bracket_places``: everyone who goes out in the same round shares one. In a double elimination
these are the rounds of the losers' bracket, so places are 1, 2, 3, 4, 5 to 6, 7 to 8, 9 to 12, and so on. A
consolation is played for the places behind everyone who won a match in the main bracket. Where neither side came to a
first match, both come after everyone who plays in the consolation. What didn't go as drawn:

* Anyone who withdraws loses the match they would play next. Their opponent moves on without a match.
* If both sides lose a match (neither came), nobody moves on from it, and both are out. Those behind them move up; only
  first place isn't taken if neither came to the final.
* Where a match is open, drawn level or canceled, but the next one was drawn all the same, anyone who isn't in that one
  lost.
* Where another result was entered once a later match was drawn, that match stays as it was drawn, and the two count as
  its winner and loser the other way round.
* Anyone who would come to a match from both sides, since a match before it was paired again, moves on without a match.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.rules.pairings import Pairing
from games.rules.pairings.bracket_places import BracketMatch, BracketPlace
from games.rules.pairings.bracket_plan import BracketPlan, PlannedMatch, Source

NOBODY: Final = 0
"""In place of an entrant's id: nobody comes from there."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Who moves on from a match as its winner and its loser: an id, NOBODY, or None while that is open."""

    winner: int | None = None
    loser: int | None = None


_EMPTY: Final = _Outcome(NOBODY, NOBODY)


class BracketRun:
    """A plan with its results.

    ``played`` are the matches drawn so far by their number in the plan; every match of the first round is among them.
    ``withdrawn`` are entrants who play no more.
    """

    def __init__(self, plan: BracketPlan, played: Mapping[int, BracketMatch], withdrawn: Collection[int] = ()) -> None:
        self.plan, self.played = plan, played
        self._withdrawn = frozenset(withdrawn)
        self._closed = self._closed_matches()
        self._won_first: set[int] = set()
        """Who won a match in the first round."""
        self._outcomes: dict[int, _Outcome] = {}
        self._sides: dict[int, tuple[int | None, ...]] = {}
        for match in plan.matches:
            self._sides[match.number] = self._sides_of(match)
            outcome = self._outcomes[match.number] = self._outcome_of(match)
            if outcome.winner and match.sources[-1].kind == "seed" and len(match.sources) == 2:
                self._won_first.add(outcome.winner)
        self._last = {side: match for match in plan.matches for side in self._sides[match.number] if side}
        """The last match of each entrant."""
        self._absent = frozenset(entrant for entrant in self._last if self._stayed_away(entrant))

    def sides(self, number: int) -> tuple[int | None, ...]:
        """Return who plays a match, as far as that is known: an id, NOBODY, or None."""
        return self._sides[number]

    def winner(self, number: int) -> int | None:
        """Return who moves on from a match as its winner: an id, NOBODY, or None while that is open."""
        return self._outcomes[number].winner

    def loser(self, number: int) -> int | None:
        """Return who leaves a match as its loser: an id, NOBODY, or None while that is open."""
        return self._outcomes[number].loser

    def ready(self) -> tuple[tuple[int, Pairing], ...]:
        """Return the matches that can be drawn now, by number, each with its two entrants."""
        found = []
        for number, sides in self._sides.items():
            present = tuple(self._present(sides))
            if len(present) == 2 and number not in self.played and number not in self._closed:
                found.append((number, present))
        return tuple(found)

    def champion(self) -> int | None:
        """Return who came first; None while that is open, or if neither came to the final."""
        deciding = [match for match in self.plan.matches if match.part in ("final", "main")]
        second_final = deciding[-1].if_needed and set(self._sides[deciding[-1].number]) == {NOBODY}
        return self._outcomes[deciding[-2 if second_final else -1].number].winner or None

    def places(self) -> Mapping[int, BracketPlace]:
        """Return how far everyone in the bracket came, by id."""
        champion, consolation_first = self.champion(), self._consolation_first()
        found = {
            entrant: self._won(match) if entrant == champion else self._place(entrant, match, consolation_first)
            for entrant, match in self._last.items()
        }
        order = {
            entrant: (entrant in self._absent, self._last[entrant].part == "consolation", place.place)
            for entrant, place in found.items()
        }
        decided = [entrant for entrant, place in found.items() if place.place == place.worst]
        for entrant in decided:
            if (place := found[entrant].place) > 1:
                better = sum(other < order[entrant] for other in order.values())
                surely_better = sum(order[other] < order[entrant] for other in decided)
                own = max(2, surely_better + 1, min(place, better + 1))
                found[entrant] = replace(found[entrant], place=own, worst=own)
        return found

    def _sides_of(self, match: PlannedMatch) -> tuple[int | None, ...]:
        drawn = self.played.get(match.number)
        if match.if_needed and (drawn is None or drawn.winner is None):
            first = self._outcomes[match.number - 1]
            undefeated = self._coming(self.plan.match(match.number - 1).sources[0])
            if first.winner is None:
                return (None, None)
            if not (first.winner and first.loser) or first.winner == undefeated:
                return (NOBODY, NOBODY)
        if drawn:
            return drawn.entrants
        coming = tuple(self._coming(source) for source in match.sources)
        return (coming[0], NOBODY) if coming[0] and coming[0] == coming[-1] and len(coming) == 2 else coming

    def _coming(self, source: Source) -> int | None:
        """Return who comes from a source: an id, NOBODY, or None while that is open."""
        outcome = self._outcomes[source.number]
        if source.kind == "winner":
            return outcome.winner
        if source.kind == "loser" or not outcome.loser:
            return outcome.loser
        return outcome.loser if (outcome.loser in self._won_first) == (source.kind == "later_loser") else NOBODY

    def _outcome_of(self, match: PlannedMatch) -> _Outcome:
        sides, drawn = self._sides[match.number], self.played.get(match.number)
        if drawn and drawn.winner is not None:
            loser = next((entrant for entrant in drawn.entrants if entrant != drawn.winner), NOBODY)
            return self._as_drawn(match.number, drawn.winner, loser)
        if (drawn and drawn.losers) or (not drawn and match.number in self._closed):
            return _EMPTY
        present = self._present(sides)
        if None in sides or len(present) == 2:
            return self._as_followed(match.number, drawn) if drawn else _Outcome()
        if not present:
            return _EMPTY
        return self._as_drawn(
            match.number, present[0], next((side for side in sides if side and side != present[0]), NOBODY)
        )

    def _as_drawn(self, number: int, winner: int, loser: int) -> _Outcome:
        """Return the outcome of a match; the other way round if the next one was drawn from another result."""
        for following, mover, other in (
            (self.plan.winner_to(number), winner, loser),
            (self.plan.loser_to(number), loser, winner),
        ):
            if following is not None and following in self.played:
                entrants = self.played[following].entrants
                if other in entrants and mover not in entrants:
                    return _Outcome(loser, winner)
        return _Outcome(winner, loser)

    def _as_followed(self, number: int, drawn: BracketMatch) -> _Outcome:
        """Return the outcome of an undecided match: open, but those whom the next match was drawn without are out."""
        following = self.played.get(self.plan.winner_to(number) or 0)
        if following is None:
            return _Outcome()
        movers = [entrant for entrant in drawn.entrants if entrant in following.entrants]
        return _Outcome(movers[0], next(one for one in drawn.entrants if one != movers[0])) if movers else _EMPTY

    def _present(self, sides: tuple[int | None, ...]) -> list[int]:
        return [side for side in sides if side and side not in self._withdrawn]

    def _stayed_away(self, entrant: int) -> bool:
        """Return whether someone and their opponent didn't come to their first match, before a consolation."""
        match = self._last[entrant]
        followed = ("consolation", 1) in self.plan.positions and self.plan.winner_to(match.number) is not None
        if match.part != "main" or not followed or self.winner(match.number) != NOBODY:
            return False
        won = (drawn for drawn in self.played.values() if drawn.winner == entrant)
        return all(len(drawn.entrants) == 1 for drawn in won)

    def _closed_matches(self) -> set[int]:
        """Return the matches that weren't drawn and no longer can be: one that follows them was."""
        following: defaultdict[int, list[int]] = defaultdict(list)
        for match in self.plan.matches:
            for source in match.sources:
                if source.kind != "seed":
                    following[source.number].append(match.number)
        closed: set[int] = set()
        for match in reversed(self.plan.matches):
            if match.number not in self.played and any(
                later in self.played or later in closed for later in following[match.number]
            ):
                closed.add(match.number)
        return closed

    def _place(self, entrant: int, match: PlannedMatch, consolation_first: int) -> BracketPlace:
        """Return the place of someone who isn't first, and whose last match is ``match``."""
        winner = self._outcomes[match.number].winner
        if match.part == "third":
            return self._third(entrant, match)
        if entrant in self._absent:
            place = max(2, self.plan.entrants - len(self._absent) + 1)
            return self._at(match, place, place, out=self._size(match))
        if match.part == "consolation":
            place = consolation_first + self.plan.positions["consolation", match.round]
            if winner is None and entrant not in self._withdrawn:
                worst = place - 1 + self._size(match)
                return self._at(match, consolation_first, min(worst, self.plan.entrants - len(self._absent)))
            if winner == entrant and self.plan.winner_to(match.number) is None:
                return self._at(match, consolation_first, consolation_first)
            return self._at(match, place, place, out=self._size(match))
        if winner is None and entrant not in self._withdrawn:
            wins_left = self._wins_left(entrant, match)
            return self._at(match, 1, self._worst(entrant, match), wins_left=wins_left)
        place = self._place_of_loss(match)
        return self._at(match, place, place, out=self._size(match))

    def _at(self, match: PlannedMatch, place: int, worst: int, *, out: int = 0, wins_left: int = 0) -> BracketPlace:
        rounds = len(self.plan.rounds(match.part))
        return BracketPlace(place, worst, match.round, out, wins_left, part=match.part, part_rounds=rounds)

    def _won(self, match: PlannedMatch) -> BracketPlace:
        """Return the place of the winner, whose last match is ``match``."""
        return replace(self._at(match, 1, 1), unopposed=NOBODY in self._sides[match.number])

    def _size(self, match: PlannedMatch) -> int:
        """Return how many matches the round of ``match`` has."""
        return len(self.plan.rounds(match.part)[match.round - 1])

    def _third(self, entrant: int, match: PlannedMatch) -> BracketPlace:
        """Return the place of a beaten semi-finalist; without a match for third place, two share it."""
        drawn, outcome = self.played.get(match.number), self._outcomes[match.number]
        place, worst, third = 3, 3, ""
        if outcome.winner is None:
            final_drawn = self.plan.rounds("main")[-1][0].number in self.played
            worst, third = (4, "open") if drawn else (3 if final_drawn else 4, "")
        elif drawn and outcome.winner:
            third = "won" if outcome.winner == entrant else "lost"
            place = worst = 3 if third == "won" else 4
        return BracketPlace(place, worst, len(self.plan.rounds("main")) - 1, 2, third=third, part="main")

    def _last_match_of_loser(self, match: PlannedMatch) -> PlannedMatch:
        """Return the last match of someone who wins no more from ``match`` on; a bye leads on to the next match."""
        while match.part == "winners" and (
            following := self.plan.loser_to(match.number) or self.plan.winner_to(match.number)
        ):
            match = self.plan.match(following)
        return match

    def _place_of_loss(self, match: PlannedMatch) -> int:
        """Return the place of those who lose ``match`` and then no longer win."""
        match = self._last_match_of_loser(match)
        if match.part == "final":
            return 2
        if match.part == "losers":
            return 3 + sum(later.part == "losers" and later.round > match.round for later in self.plan.matches)
        return 1 + self.plan.positions["main", match.round]

    def _worst(self, entrant: int, match: PlannedMatch) -> int:
        """Return the last place that is possible for someone who plays ``match``."""
        match = self._last_match_of_loser(match)
        if match.part == "final":
            return 2
        plays_on = ("consolation", 1) in self.plan.positions and self.plan.winner_to(match.number) is not None
        if match.part == "main" and plays_on and entrant not in self._won_first:
            return self.plan.entrants
        most = self._consolation_first() - 1 if plays_on and match.part == "main" else self.plan.entrants
        return min(most, self._place_of_loss(match) - 1 + self._size(match))

    def _wins_left(self, entrant: int, match: PlannedMatch) -> int:
        """Return how many wins, from ``match`` on, make first place."""
        wins, final = 1, match
        while (number := self.plan.winner_to(final.number)) and not self.plan.match(number).if_needed:
            wins, final = wins + 1, self.plan.match(number)
        if match.part == "losers":
            return wins + 1
        challenger = match.part == "final" and not match.if_needed and entrant != self._coming(match.sources[0])
        return wins + challenger

    def _consolation_first(self) -> int:
        """Return the best place of the consolation, which comes behind everyone who won in the main bracket."""
        entering = len(self._absent)
        for match in self.plan.matches:
            if match.part == "consolation":
                sides = [self._coming(source) for source in match.sources if source.kind != "winner"]
                entering += sum(side != NOBODY for side in sides)
        return self.plan.entrants - entering + 1
