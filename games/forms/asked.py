"""What the kinds of question have in common: keys and numbers checked, players' names, results told as they stand."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.forms.unanswered import Unanswered
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sides import side_of, sides_of

Answer = dict[str, Any]
MOST_PLAYERS: Final = 12
MOST_HANDS: Final = 1_000
"""Hands of a game, entries of a sheet, deals of a rotation."""
MOST_POINTS: Final = 100_000
"""Points of one hand that is told as it stands."""
MOST_BOXES: Final = 1_000


def check_keys(given: Mapping[str, Any], needs: Collection[str], may: Collection[str], place: str = "") -> None:
    """Raise Unanswered where ``given`` has a key that is neither needed nor allowed, or lacks one that is needed.

    ``place`` says where in the question that is, " of hand 3".
    """
    unknown = [key for key in given if key not in needs and key not in may]
    if unknown:
        raise Unanswered("unknown_key", f"There is no {unknown[0][:40]!r} in this question{place}.")
    missing = sorted(key for key in needs if key not in given)
    if missing:
        raise Unanswered("missing_key", f"{missing[0]!r} is missing{place}.")


def whole(given: Any, what: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``. Raises Unanswered with a sentence that begins with ``what``."""
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise Unanswered("invalid_value", f"{what} must be a whole number from {low} to {high}.")
    return given


def list_of(given: Any, name: str, what: str, most: int = MOST_HANDS) -> Sequence[Any]:
    """A list of at most ``most`` things. Raises Unanswered, and of a longer one names the first that is too many."""
    if not isinstance(given, list):
        raise Unanswered("invalid_value", f"'{name}' must be a list.")
    if len(given) > most:
        raise Unanswered("invalid_value", f"{what} {most + 1} is one too many: '{name}' has {most} at most.")
    return given


def players(given: Any) -> Sequence[str]:
    """The names of two players or more. Raises Unanswered for anything else."""
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_PLAYERS:
        raise Unanswered("invalid_value", f"'players' must be a list of 2 to {MOST_PLAYERS} names.")
    if not all(isinstance(each, str) and each for each in given) or len(set(given)) != len(given):
        raise Unanswered("invalid_value", "'players' must be names, no two alike.")
    return given


def seat_of(given: Any, names: Sequence[str], place: str = "") -> int:
    """The seat of the player ``given``. Raises Unanswered where nobody has that name."""
    if isinstance(given, str) and given in names:
        return names.index(given)
    raise Unanswered("unknown_player", f"Nobody called {str(given)[:60]!r} plays here{place}.")


@dataclass(frozen=True, slots=True)
class Places:
    """The players of a question and the sides they score for (rules 5.12, 5.13).

    With teams the players named are the sides themselves; with a captain the others share one side, and each of them
    shows its numbers.
    """

    rules: RuleSet
    names: Sequence[str]

    def __post_init__(self) -> None:
        """Raise Unanswered where teams are not two."""
        if self.rules.seating == "teams" and len(self.names) != 2:
            raise Unanswered("invalid_value", "With teams 'players' must be the two sides.")

    @property
    def sides(self) -> int:
        """How many sides score."""
        return len(sides_of(self.rules, len(self.names)))

    def by_name(self, amounts: Mapping[int, int]) -> dict[str, int]:
        """Amounts by side as amounts by player."""
        return {name: amounts.get(side_of(self.rules, seat), 0) for seat, name in enumerate(self.names)}

    def name_of(self, side: int | None) -> str | None:
        """Who stands for a side: its first player; None for nobody."""
        return None if side is None else self.names[sides_of(self.rules, len(self.names))[side][0]]

    def won_by(self, seat: int | None, points: int = 0, boxes: int = 0) -> RoundResult:
        """A round that ``seat`` won with so much, for its side; None for one without a winner."""
        nothing = dict.fromkeys(range(self.sides), 0)
        if seat is None:
            return RoundResult(Event.DEAD, (), nothing, nothing, {})
        side = side_of(self.rules, seat)
        return RoundResult(Event.KNOCK, (side,), nothing | {side: points}, nothing | {side: boxes}, {})

    def counted(self, given: Any, what: str) -> tuple[int | None, RoundResult]:
        """Who won, and the result, of ``{winner, points, boxes}`` as it stands; ``what`` is "hand 3" or "entry 3".

        Raises Unanswered where it is none: somebody unknown, no whole numbers, points that nobody won.
        """
        if not isinstance(given, dict):
            raise Unanswered("invalid_value", f"{what.capitalize()} must be an object.")
        check_keys(given, ("winner", "points", "boxes"), (), f" of {what}")
        seat = None if given["winner"] is None else seat_of(given["winner"], self.names, f" ({what})")
        points = whole(given["points"], f"The points of {what}", 0, MOST_POINTS)
        boxes = whole(given["boxes"], f"The boxes of {what}", 0, MOST_BOXES)
        if seat is None and (points or boxes):
            raise Unanswered("invalid_value", f"{what.capitalize()} has no winner, so it has neither points nor boxes.")
        return seat, self.won_by(seat, points, boxes)
