"""Draw a bracket that follows a plan: winners above, losers or the consolation below."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.models import MatchState
from games.pages.season.bracket_boxes import BoxMaker, BracketBox, BracketPart, BracketRound, BracketSide
from games.rules.pairings.bracket_plan import Part, PlannedMatch
from games.rules.pairings.bracket_run import NOBODY, BracketRun
from games.selectors.season.planned_bracket import PlannedBracket
from games.wording.season import bracket as words

_BELOW: Final[tuple[Part, ...]] = ("losers", "consolation")
"""Parts that are drawn by themselves, below the first one."""


class PlannedDrawer:
    """Draws the parts of one bracket."""

    def __init__(self, maker: BoxMaker, bracket: PlannedBracket, run: BracketRun) -> None:
        self._maker, self._run = maker, run
        self._plan, self._matches = bracket.plan, bracket.matches

    def parts(self) -> Iterator[BracketPart]:
        """Yield the parts, the one with the final first."""
        upper: Part = "winners" if self._plan.rounds("winners") else "main"
        numbers = [match.number for rounds in self._plan.rounds("third") for match in rounds]
        third = next((self._maker.box(self._matches[number]) for number in numbers if number in self._matches), None)
        yield BracketPart(words.part_title(upper), self._rounds((upper, "final")), third)
        for part in _BELOW:
            if rounds := self._rounds((part,)):
                yield BracketPart(words.part_title(part), rounds)

    def _rounds(self, parts: Sequence[Part]) -> tuple[BracketRound, ...]:
        columns: list[tuple[str, tuple[BracketBox | None, ...]]] = []
        for part in parts:
            for number, matches in enumerate(self._plan.rounds(part), 1):
                if any(match.if_needed and set(self._run.sides(match.number)) == {NOBODY} for match in matches):
                    continue
                before = columns[-1][1] if columns else ()
                columns.append((self._name(matches[0]), self._column(part, number, matches, before)))
        following = [len(boxes) for _, boxes in columns[1:]] + [0]
        return tuple(
            BracketRound(title, boxes, straight=len(boxes) == after)
            for (title, boxes), after in zip(columns, following, strict=False)
        )

    def _column(
        self, part: Part, number: int, matches: Sequence[PlannedMatch], before: Sequence[BracketBox | None]
    ) -> tuple[BracketBox | None, ...]:
        """Return the boxes of a round, None where it has no match; ``before`` is the column before."""
        boxes: list[BracketBox | None] = [None] * self._plan.positions[part, number]
        width = len(before) // len(boxes)
        for match in matches:
            boxes[match.position] = self._box(
                match, joined=any(before[match.position * width : (match.position + 1) * width])
            )
        return tuple(boxes)

    def _box(self, planned: PlannedMatch, *, joined: bool) -> BracketBox | None:
        match = self._matches.get(planned.number)
        if match is not None:
            drop = "" if match.state == MatchState.BYE else self._drop(planned)
            return self._maker.box(match, drop, joined=joined)
        sides, winner = self._run.sides(planned.number), self._run.winner(planned.number)
        known = [side for side in sides if side != NOBODY]
        if not known:
            return None
        names = [self._maker.names.get(side, "") if side else "" for side in known]
        alone = len(known) == 1
        away = winner is not None and not alone
        state = MatchState.BYE if alone else MatchState.FORFEITED
        return BracketBox(
            tuple(
                BracketSide(name, won=away and side == winner, lost=away and side != winner)
                for side, name in zip(known, names, strict=True)
            ),
            about=words.state_text(state) if alone or away else "",
            bye=alone,
            drop="" if winner is not None or alone else self._drop(planned),
            joined=joined,
        )

    def _drop(self, planned: PlannedMatch) -> str:
        """Return where the loser of a match plays on; "" if nowhere."""
        loser = self._run.loser(planned.number)
        number = self._plan.loser_to(planned.number)
        if number is None and loser:
            # After a bye in the first round, only the result says whether the loser plays on.
            played_by_loser = (later.number for later in self._plan.matches if loser in self._run.sides(later.number))
            number = next((later for later in played_by_loser if self._plan.match(later).part == "consolation"), None)
        if number is None or loser == NOBODY or planned.part in ("consolation", "losers", "final"):
            return ""
        target = self._plan.match(number)
        if target.part == "third":
            # It is drawn beside the final, if it is played at all.
            return ""
        return words.drop_text(self._name(target), self._maker.names.get(loser, "") if loser else "")

    def _name(self, match: PlannedMatch) -> str:
        rounds = self._plan.rounds(match.part)
        places = self._plan.positions[match.part, match.round]
        return words.round_name(match.part, match.round, rounds=len(rounds), matches=places)
