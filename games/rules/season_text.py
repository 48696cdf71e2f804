"""The rules of a season in sentences that a club member understands: every parameter, whatever it is."""

from collections.abc import Iterator
from typing import Final

from games.rules.season import SeasonRules, TieBreak
from games.rules.summary_words import capital


def season_sentences(rules: SeasonRules) -> tuple[str, ...]:
    """What ``rules`` say, a sentence or two for each thing a member may ask about; nothing is left out."""
    parts = (_match, _points, _bonuses, _bye, _counting, _order, _rounds)
    return tuple(sentence for part in parts for sentence in part(rules))


def _match(r: SeasonRules) -> Iterator[str]:
    if r.length == "game":
        yield "A match is one game."
    else:
        yield f"A match is {r.count} {r.length[:-1] if r.count == 1 else r.length}."


def _points(r: SeasonRules) -> Iterator[str]:
    yield f"A win brings {_league_points(r.win)}, a draw {r.draw}, a loss {r.loss}."


def _league_points(n: int) -> str:
    return f"{n} league {'point' if n == 1 else 'points'}"


def _bonuses(r: SeasonRules) -> Iterator[str]:
    bonuses = (
        (r.bonus_shutout, "each shutout inflicted"),
        (r.bonus_gin, "each gin or big gin"),
        (r.bonus_box_lead, "more boxes than the others in a match"),
    )
    paid = [f"{_league_points(n)} for {what}" for n, what in bonuses if n]
    for bonus in paid:
        yield f"Besides, {bonus}."
    if not paid:
        yield "There are no bonus points."


def _bye(r: SeasonRules) -> Iterator[str]:
    brings = {"win": "the points of a win", "draw": "the points of a draw", "nothing": "no points"}[r.bye]
    yield f"A bye brings {brings}; it is no match, no win and no opponent."


def _counting(r: SeasonRules) -> Iterator[str]:
    if r.minimum:
        matches = "one match" if r.minimum == 1 else f"{r.minimum} matches"
        yield f"It takes {matches} to get a place; whoever has fewer stands below, without one."
    else:
        yield "Everybody gets a place, however few matches were played."
    if r.best_nights is None:
        yield "Every night counts."
        return
    nights = "best night counts" if r.best_nights == 1 else f"{r.best_nights} best nights count"
    yield f"Only everybody's {nights}: those with the most league points, of equal ones the earlier."
    yield "Points taken away or given by the organiser count in any case."


_MEANS: Final[dict[TieBreak, str]] = {
    "points": "league points: more of them stand higher",
    "wins": "wins: more matches won stand higher",
    "head_to_head": "head-to-head: points for wins and draws in the matches among those who are level, bonuses aside, "
    "if all of them have met each other equally often",
    "point_difference": "point difference: the game points scored less those of the best of the others",
    "boxes": "boxes: more boxes won stand higher",
    "gins": "gins: more gins and big gins stand higher",
    "fewest_losses": "losses: fewer matches lost stand higher",
    "buchholz": "Buchholz: the league points of all opponents added up, so that harder opponents help",
    "sonneborn_berger": "Sonneborn-Berger: the league points of the opponents beaten and half those of the opponents "
    "drawn with, so that a win over the strong helps",
    "lot": "lot: drawn once, and the same whenever the table is made",
}
"""Each criterion's name, and what it means."""


def _order(r: SeasonRules) -> Iterator[str]:
    first, *rest = r.order
    yield f"The table goes by {_MEANS[first]}."
    if rest:
        yield "Whoever is level is set apart by what follows, one after the other:"
        yield from (f"{number}. {capital(_MEANS[criterion])}." for number, criterion in enumerate(rest, 1))
    if r.order[-1] != "lot":
        yield "Whoever is level in all of that shares the place."


def _rounds(r: SeasonRules) -> Iterator[str]:
    yield {
        "trust": "A round counts as it is written down; nobody has to confirm it.",
        "opponent": "A round is confirmed by the opponent; until then it counts for the time being.",
        "referee": "A round is approved by a referee; until then it counts for the time being.",
    }[r.confirmation]
    if r.strict:
        yield "Where cards are entered, nothing is said of what could have been played better."
    else:
        yield "Where cards are entered, everybody may see what could have been played better."
