"""What a round changes, in words, for the preview: who gains how much, and how the game stands then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.hollywood import Columns
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult, leader
from games.wording.scores import formula, people_in
from games.wording.words import Names, labeled, listed, signed

DASH: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class Gain:
    """What one side gains by a round: "+13", and how it adds up: "20 − 7" (empty where there is nothing to add)."""

    side: int
    name: str
    points: str
    sums: str

    @property
    def text(self) -> str:
        """Return it as text: "Ann +13 (20 − 7)"."""
        return f"{self.name} {self.points}" + (f" ({self.sums})" if self.sums else "")


def gains(result: RoundResult, names: Names, before: Mapping[int, int], after: Mapping[int, int]) -> tuple[Gain, ...]:
    """Return the gain of each side that scores; ``names``, and the points ``before`` and ``after``, are by side.

    Boxes that are paid at once are part of the points.
    """
    scoring = [s for s in result.points if s in result.winners or result.points[s] or result.boxes[s]]
    return tuple(_gain(result, side, names[side], after[side] - before[side]) for side in scoring)


def _gain(result: RoundResult, side: int, name: str, points: int) -> Gain:
    sums = formula([line for line in result.lines if line.seat == side])
    immediate = points - result.points[side]
    if immediate:
        boxes = ngettext("%(n)d box for %(points)d", "%(n)d boxes for %(points)d", result.boxes[side])
        boxes %= {"n": result.boxes[side], "points": immediate}
        sums = f"{sums} + {boxes}" if sums else boxes
    return Gain(side, name, signed(points), "" if sums == str(points) else sums)


def lead_text(points: Mapping[int, int], names: Names, scoring: Sequence[int]) -> str:
    """Return how a game stands: "Ann leads 82–66", "Level at 66".

    With more than two sides: "Cleo has 40, Ann leads with 82", where ``scoring`` are the sides to name beside the
    leader.
    """
    first = leader(points)
    if first is None and len(points) == len([s for s in points if points[s] == max(points.values())]):
        return _("Tied at %(points)d") % {"points": max(points.values())}
    if first is not None and len(points) == 2:
        text = ngettext("%(who)s leads %(score)s", "%(who)s lead %(score)s", people_in(names[first]))
        return text % {"who": names[first], "score": score_text(points, first)}
    most = max(points.values())
    leading = [side for side in points if points[side] == most]
    text = ngettext(
        "%(who)s leads with %(points)d", "%(who)s lead with %(points)d", sum(people_in(names[s]) for s in leading)
    )
    lead = text % {"who": listed([names[side] for side in leading]), "points": most}
    # Translators: a player's score within a sentence: "Ann 67".
    others = [
        pgettext("score", "%(who)s %(points)d") % {"who": names[s], "points": points[s]}
        for s in scoring
        if s not in leading
    ]
    return ", ".join([*others, lead])


def score_text(points: Mapping[int, int], first: int | None) -> str:
    """Return a score as "82–66": the side ``first`` in front, then the others from high to low."""
    order = sorted(points, key=lambda side: (side != first, -points[side]))
    between = DASH if min(points.values()) >= 0 else " : "
    return between.join(str(points[side]) for side in order)


def final_score(rules: RuleSet, end: GameResult, points: Mapping[int, int]) -> Mapping[int, int]:
    """Return the one score that a game is over with: with all bonuses; the ``points`` where a game counts just 1."""
    return points if rules.settlement == "one_point" else end.totals


def win_text(end: GameResult, score: Mapping[int, int], names: Names) -> str:
    """Return who won a game and the final score: "Ann wins 290–130"; with three or more sides "Ann wins with 290"."""
    if end.winner is None:
        return _("A tie: nobody wins")
    who, people = names[end.winner], people_in(names[end.winner])
    if len(score) == 2:
        text = ngettext("%(who)s wins %(score)s", "%(who)s win %(score)s", people)
        return text % {"who": who, "score": score_text(score, end.winner)}
    text = ngettext("%(who)s wins with %(points)d", "%(who)s win with %(points)d", people)
    return text % {"who": who, "points": score[end.winner]}


def series_text(games_won: Sequence[tuple[str, int]]) -> str:
    """Return the games that two players won, the better one first: "Ann 2–1 Ben"; empty for others, or without games.

    >>> series_text([("Ben", 1), ("Ann", 2)])
    'Ann 2\u20131 Ben'
    """
    if len(games_won) != 2:
        return ""
    (first, most), (second, fewest) = sorted(games_won, key=lambda one: -one[1])
    return f"{first} {most}{DASH}{fewest} {second}"


def columns_text(side: int, name: str, sheet: Columns, into: Sequence[int], *, named: bool) -> str:
    """Return the Hollywood games that a side's score goes into, with its points there: "Game 1: 67, game 2: 13"."""
    # Translators: a Hollywood game by its number, and a player's points in it.
    parts = [
        (_("Game %(number)d: %(points)d") if not n else _("game %(number)d: %(points)d"))
        % {"number": column, "points": sheet.columns[column - 1].standing.points[side]}
        for n, column in enumerate(into)
    ]
    text = ", ".join(parts)
    return labeled(name, text) if named and text else text
