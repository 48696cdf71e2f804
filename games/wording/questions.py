"""Two phones at one table: who said the same of a round, who said something else, and what was decided."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from games.rules.scoring import RoundResult
from games.wording.words import Names, clock, listed, signed

_COUNTED: Final = {2: "two", 3: "three", 4: "four", 5: "five"}
WHICH: Final = "Which one is right?"
WATCH: Final = "Whoever keeps the score is asked which one is right."
STRUCK: Final = "Struck: the round does not count"


def question_title(number: int, versions: int, game: int | None = None) -> str:
    """What is in question: "Round 7: two versions"; with the game's number where it is not the one under way."""
    where = f"Round {number}" if game is None else f"Game {game}, round {number}"
    return f"{where}: {_COUNTED.get(versions, versions)} versions"


def brings_text(result: RoundResult, sides: Names) -> str:
    """What a version of a round scores: "13 for Ann"; "nobody scores"."""
    gains = [f"{points if points > 0 else signed(points)} for {sides[side]}" for side, points in _scored(result)]
    return listed(gains) or "nobody scores"


def _scored(result: RoundResult) -> list[tuple[int, int]]:
    return [(side, points) for side, points in sorted(result.points.items()) if points]


def phones_text(labels: Sequence[str]) -> str:
    """Whose version it is: "Ben's phone and Cleo's phone"."""
    return listed(list(labels))


def also_entered(labels: Sequence[str]) -> str:
    """Who entered a round besides the phone that wrote it: "also entered by Ben's phone"; empty for nobody."""
    return f"also entered by {listed(list(labels))}" if labels else ""


def apart_text(by: str, at: datetime, what: str, reason: str) -> str:
    """What a phone said of a round that is not what stood there."""
    because = f" (“{reason}”)" if reason else ""
    return f"{by} entered something else at {clock(at)}: {what}{because}."


def undecided_text() -> str:
    """That nobody said yet which version of a round is right."""
    return "Nobody has decided yet."


def kept_text(by: str, at: datetime) -> str:
    """Who decided against a version."""
    return f"{by} decided at {clock(at)}: what is on the sheet is right."


def taken_text(by: str, at: datetime) -> str:
    """Who decided for a version."""
    return f"{by} decided at {clock(at)}: this is right."


def obsolete_text(at: datetime) -> str:
    """That a version asks no more, because of what came after it."""
    return f"Since {clock(at)} it is no question any more: the round was struck or entered anew."
