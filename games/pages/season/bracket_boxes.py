"""The boxes of a drawn bracket: one for each match, with its sides, its score and its state."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse

from games.models import Match, MatchState, Season
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.wording.season import bracket as words
from games.wording.season.match import when_text

_MOST_MATCHES: Final = 8
"""How many matches of a round fit below each other on paper, where there are no more than _MOST_COLUMNS rounds."""
_MOST_COLUMNS: Final = 5
_FEW_MATCHES: Final = 4
"""How many fit below each other with more rounds, in narrow columns."""


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match. ``name`` is "" while nobody has won the way there; ``score`` is "" while nothing counts."""

    name: str
    score: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match in the bracket; ``url`` is "" while it isn't drawn, ``about`` says when it is or what it is.

    ``drop`` says where its loser plays on; ``joined`` whether a line leads to it from the round before.
    """

    sides: tuple[BracketSide, ...]
    url: str = ""
    about: str = ""
    running: bool = False
    bye: bool = False
    drop: str = ""
    joined: bool = True


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of the bracket; a box is None where the column has a place without a match.

    ``straight``: the next column has as many places, so that lines lead straight on.
    """

    title: str
    boxes: tuple[BracketBox | None, ...]
    straight: bool = False

    def section(self, number: int, sections: int) -> "BracketRound":
        """Return one of several equal sections of this round, counted from 0."""
        size = len(self.boxes) // sections
        return replace(self, boxes=self.boxes[number * size : (number + 1) * size])


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket that is drawn by itself: its rounds, and the match for third place; ``title`` may be ""."""

    title: str
    rounds: tuple[BracketRound, ...]
    third: BracketBox | None = None

    @property
    def sheets(self) -> tuple["BracketPart", ...]:
        """The part as it's printed if one sheet can't hold it: its sections side by side, then the rounds after them.

        () where one sheet holds it.
        """
        sections = max(1, len(self.rounds[0].boxes) // _MOST_MATCHES)
        if len(self._within(sections)) > _MOST_COLUMNS and len(self.rounds[0].boxes) > sections * _FEW_MATCHES:
            sections *= 2
        if sections == 1:
            return ()
        within = self._within(sections)
        sheets = [tuple(column.section(number, sections) for column in within) for number in range(sections)]
        after = BracketPart("", self.rounds[len(within) :], self.third)
        return (*(BracketPart("", rounds) for rounds in sheets), *(after.sheets or (after,)))

    def _within(self, sections: int) -> tuple[BracketRound, ...]:
        """Return the rounds that are over within one of so many equal sections."""
        return tuple(column for column in self.rounds if len(column.boxes) >= sections)


class BoxMaker:
    """Makes boxes of matches, which were loaded with their sides."""

    def __init__(self, season: Season, names: Mapping[int, str]) -> None:
        self.season, self.names = season, names
        self._tonight, self._today = date_in_league(season.league), calendar_date_in_league(season.league)
        self._by_games = season_rules(season.rules).length == "games"

    def box(self, match: Match, drop: str = "", *, joined: bool = True) -> BracketBox:
        """Return the box of a match that was drawn."""
        counts = match.state in (MatchState.RUNNING, MatchState.PLAYED)
        decided = match.state in (MatchState.PLAYED, MatchState.FORFEITED, MatchState.BYE)
        sides = [
            BracketSide(
                name=self.names.get(side.entrant_id, ""),
                score=str(side.games if self._by_games else side.points) if counts else "",
                won=decided and side.outcome == Outcome.WIN,
                lost=decided and side.outcome == Outcome.LOSS,
            )
            for side in match.sides.all()
        ]
        return BracketBox(
            sides=tuple(sides),
            url=reverse("season:match", args=[self.season.public_id, match.number]),
            about=self._about(match),
            running=match.state == MatchState.RUNNING,
            bye=match.state == MatchState.BYE,
            drop=drop,
            joined=joined,
        )

    def _about(self, match: Match) -> str:
        if match.state == MatchState.PLANNED:
            parts = [
                when_text(match.night, match.at, self._tonight, self._today),
                match.place.name if match.place else "",
            ]
            return ", ".join(part for part in parts if part)
        return words.state_text(match.state)
