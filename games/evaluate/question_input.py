"""Validation shared by the questions of ``evaluate``: keys, numbers, lists, players and results given as points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.evaluate.question_error import QuestionError
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sides import side_of, sides_of

Answer = dict[str, Any]
MOST_PLAYERS: Final = 12
MOST_HANDS: Final = 1_000
"""Hands of a game, entries of a sheet, deals of a rotation."""
MOST_POINTS: Final = 100_000
"""Points of one hand whose result is given as it is."""
MOST_BOXES: Final = 1_000


def check_keys(data: Mapping[str, Any], required: Collection[str], optional: Collection[str], place: str = "") -> None:
    """Raise QuestionError if ``data`` lacks a ``required`` key, or has one that is not even ``optional``.

    ``place`` says for the message where in the question that is, " of hand 3".
    """
    unknown = [key for key in data if key not in required and key not in optional]
    if unknown:
        raise QuestionError("unknown_key", f"Unknown key {unknown[0][:40]!r}{place}.")
    missing = sorted(key for key in required if key not in data)
    if missing:
        raise QuestionError("missing_key", f"{missing[0]!r} is missing{place}.")


def whole_number(value: Any, subject: str, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number from ``low`` to ``high``, else raise QuestionError about ``subject``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise QuestionError("invalid_value", f"{subject} must be a whole number from {low} to {high}.")
    return value


def read_list(value: Any, name: str, item: str, maximum: int = MOST_HANDS) -> Sequence[Any]:
    """Return ``value`` if it is a list of at most ``maximum`` items, else raise QuestionError.

    Of a longer list the error names the first item that is too many.
    """
    if not isinstance(value, list):
        raise QuestionError("invalid_value", f"'{name}' must be a list.")
    if len(value) > maximum:
        raise QuestionError(
            "invalid_value", f"{item} {maximum + 1} is one too many: '{name}' can have {maximum} at most."
        )
    return value


def read_players(value: Any) -> Sequence[str]:
    """Return ``value`` if it is a list of two or more different player names, else raise QuestionError."""
    if not isinstance(value, list) or not 2 <= len(value) <= MOST_PLAYERS:
        raise QuestionError("invalid_value", f"'players' must be a list of 2 to {MOST_PLAYERS} names.")
    if not all(isinstance(each, str) and each for each in value) or len(set(value)) != len(value):
        raise QuestionError("invalid_value", "'players' must be names, each different.")
    return value


def seat_of_player(name: Any, names: Sequence[str], place: str = "") -> int:
    """Return the seat of the player named ``name``; raise QuestionError if there is none."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    raise QuestionError("unknown_player", f"No player is called {str(name)[:60]!r}{place}.")


@dataclass(frozen=True, slots=True)
class QuestionPlayers:
    """The players of a question and the sides they score for (rules 5.12, 5.13).

    In team games the given names are those of the two teams. In a captain's game the others share one side, and the
    answer shows that side's numbers for each of them.
    """

    rules: RuleSet
    names: Sequence[str]

    def __post_init__(self) -> None:
        """Raise QuestionError if a team game does not name exactly two sides."""
        if self.rules.seating == "teams" and len(self.names) != 2:
            raise QuestionError("invalid_value", "In a team game, 'players' must be the two sides.")

    @property
    def sides(self) -> int:
        """The number of sides that score."""
        return len(sides_of(self.rules, len(self.names)))

    def by_name(self, amounts: Mapping[int, int]) -> dict[str, int]:
        """Turn amounts by side into amounts by player name."""
        return {name: amounts.get(side_of(self.rules, seat), 0) for seat, name in enumerate(self.names)}

    def name_of(self, side: int | None) -> str | None:
        """Return the name of a side's first player; None for None."""
        return None if side is None else self.names[sides_of(self.rules, len(self.names))[side][0]]

    def result_won_by(self, seat: int | None, points: int = 0, boxes: int = 0) -> RoundResult:
        """Return the result of a round won by the side of ``seat``; of a dead hand where ``seat`` is None."""
        zeros = dict.fromkeys(range(self.sides), 0)
        if seat is None:
            return RoundResult(Event.DEAD, (), zeros, zeros, {})
        side = side_of(self.rules, seat)
        return RoundResult(Event.KNOCK, (side,), zeros | {side: points}, zeros | {side: boxes}, {})

    def read_result(self, data: Any, subject: str) -> tuple[int | None, RoundResult]:
        """Read ``{winner, points, boxes}`` and return the winner's seat and the result.

        ``subject`` names it in messages, "hand 3" or "entry 3". Raises QuestionError for an unknown winner, for values
        that are not whole numbers, and for points without a winner.
        """
        if not isinstance(data, dict):
            raise QuestionError("invalid_value", f"{subject.capitalize()} must be an object.")
        check_keys(data, ("winner", "points", "boxes"), (), f" in {subject}")
        seat = None if data["winner"] is None else seat_of_player(data["winner"], self.names, f" ({subject})")
        points = whole_number(data["points"], f"The points of {subject}", 0, MOST_POINTS)
        boxes = whole_number(data["boxes"], f"The boxes of {subject}", 0, MOST_BOXES)
        if seat is None and (points or boxes):
            raise QuestionError(
                "invalid_value", f"{subject.capitalize()} has no winner, so its points and boxes must be 0."
            )
        return seat, self.result_won_by(seat, points, boxes)
