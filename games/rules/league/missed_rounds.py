"""What a missed round counts as in Buchholz and Sonneborn-Berger: the conventions that a season chooses by name.

An entrant has missed a round of the draw if any result of it counts, and the entrant had a bye, or no match at all.
Those who wait for their match, or sit out in a round robin, haven't: see ``Tally.excused``.
``SeasonRules.unplayed`` names the convention:

* "nothing": a missed round adds nothing, a forfeit is a match like any other. So FIDE counts a round robin.
* "virtual_opponent": a missed round counts as a match against a virtual opponent with the entrant's own points, but
  never more than a draw in each round would have brought. A forfeit is a match, and opponents have the points of the
  table, so that anyone can check the sums.
* FIDE's by year, from the Tie-Break Regulations of the FIDE Handbook (C.07; until 2023 C.02, article 13). Here a
  forfeit is a missed round for both:

  * "fide_2009" (2009 to 2023): a round missed by an opponent counts as a draw. One's own is played against a virtual
    opponent who had one's points before the round, then the opposite result, then a draw in each later round.
  * "fide_2023" (C.07 of August 2023, article 16): of an opponent's rounds only the last ones missed by choice count as
    draws (16.3). One's own is played against a dummy with one's own points (16.4).
  * "fide_2026" (C.07 of March 2026): the same, but the dummy has at most a draw in each round, and for a forfeit at
    most the points of the opponent who should have played (16.4).

A missed round counts against the virtual opponent as what it earned: a bye as the season's rules or its kind say, a
forfeit as a win or a loss, anything else as a loss. By choice is missed what was asked for: a requested bye, no match
at all, or one's own forfeit. Where a lowest item is cut, such a round goes first (article 16.5), but not by the rules
of 2009. Both virtual opponents and the draws are counted in the season's league points, so that with two points for a
win everything is twice what FIDE prints. Where opponents count by their game points, all of it is counted in those: a
win is then worth the season's walkover.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from games.rules.league.results import Record, Tally, league_points, pairing_byes, walkover_points
from games.rules.league.season import SeasonRules, Unplayed

FIDE: Final[frozenset[Unplayed]] = frozenset({"fide_2009", "fide_2023", "fide_2026"})
"""The conventions by which a forfeit is a missed round, and an opponent's missed rounds change its points."""
_BYE: Final = {
    "win": Record(played=1, wins=1),
    "draw": Record(played=1, draws=1),
    "nothing": Record(played=1, losses=1),
}
"""What a pairing's bye counts as against the virtual opponent."""
_NOTHING: Final = Record()
_NO_FORFEITS: Final[Mapping[int | None, Record]] = {}


@dataclass(frozen=True, slots=True)
class Item:
    """What an opponent adds to Buchholz: its ``points``, so many ``times``.

    ``half_wins`` is twice what was won against it in all, ``scored`` are the game points scored in all, and
    ``by_choice`` tells a round missed by choice.
    """

    points: int
    times: int
    half_wins: int
    scored: int
    by_choice: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """What opponents are counted by: the points of a record, and those of a win, a draw and a loss without a match."""

    points: Callable[[Record], int]
    win: int
    draw: int
    loss: int


def league_scale(rules: SeasonRules) -> Scale:
    """Return the scale of league points."""
    return Scale(lambda record: league_points(record, rules), rules.win, rules.draw, rules.loss)


def game_scale(rules: SeasonRules) -> Scale:
    """Return the scale of game points."""
    return Scale(attrgetter("points_for"), rules.walkover, rules.walkover // 2, 0)


@dataclass(frozen=True, slots=True)
class _MissedRound:
    """A round that an entrant missed, and the ``points`` it earned all the same.

    ``before`` are the points from earlier rounds, ``later`` is how many rounds follow. ``results`` are what it counts
    as: by opponent for a forfeit, else by None.
    """

    before: int
    points: int
    later: int
    by_choice: bool
    results: Mapping[int | None, Record]


def opponents_items(
    entrants: Sequence[int], tally: Tally, rules: SeasonRules, points: Mapping[int, int], scale: Scale
) -> dict[int, list[Item]]:
    """Return what the opponents of each entrant add to Buchholz, virtual ones included.

    ``points`` are those of the table by ``scale``, of all ``entrants`` and everyone in ``tally``.
    """
    items: defaultdict[int, list[Item]] = defaultdict(list)
    forfeits: defaultdict[tuple[int, int], Record] = defaultdict(Record)
    scores = points
    if rules.unplayed != "nothing":
        rounds = sorted({step for _, step in tally.steps if step < 0})
        missed = _missed_rounds(points, rounds, tally, rules, scale)
        scores = {entrant: score + _adjustment(missed[entrant], rules, scale) for entrant, score in points.items()}
        for entrant in entrants:
            for one in missed[entrant]:
                for opponent, record in one.results.items():
                    most = scale.draw * len(rounds) if opponent is None else scores[opponent]
                    score = _virtual_points(one, record, rules, scale, own=points[entrant], most=most)
                    by_choice = one.by_choice and rules.unplayed != "fide_2009"
                    scored = walkover_points(record, rules)
                    items[entrant].append(Item(score, record.played, _half_wins(record), scored, by_choice))
                    if opponent is not None:
                        forfeits[entrant, opponent] += record
    for pair, record in tally.pairs.items():
        forfeited = forfeits.get(pair, _NOTHING)
        half_wins = _half_wins(record) - _half_wins(forfeited)
        scored = tally.scored.get(pair, 0) - walkover_points(forfeited, rules)
        items[pair[0]].append(Item(scores[pair[1]], record.played - forfeited.played, half_wins, scored))
    return items


def _missed_rounds(
    entrants: Iterable[int], rounds: Sequence[int], tally: Tally, rules: SeasonRules, scale: Scale
) -> dict[int, list[_MissedRound]]:
    """Return the rounds that each entrant missed, in order."""
    forfeits: defaultdict[tuple[int, int], dict[int | None, Record]] = defaultdict(dict)
    for (entrant, opponent, step), record in tally.forfeits.items() if rules.unplayed in FIDE else ():
        forfeits[entrant, step][opponent] = record
    missed: dict[int, list[_MissedRound]] = {entrant: [] for entrant in entrants}
    for entrant, own in missed.items():
        for number, step in enumerate(rounds):
            key = entrant, step
            record = tally.steps.get(key, _NOTHING)
            forfeited = forfeits.get(key, _NO_FORFEITS)
            if record.played > sum(one.played for one in forfeited.values()) or key in tally.excused:
                continue
            by_choice = not (any(one.wins for one in forfeited.values()) if forfeited else pairing_byes(record))
            earlier = [tally.steps.get((entrant, before), _NOTHING) for before in rounds[:number]]
            own.append(
                _MissedRound(
                    before=sum(map(scale.points, earlier)),
                    points=scale.points(record),
                    later=len(rounds) - number - 1,
                    by_choice=by_choice,
                    results=forfeited or {None: _bye_result(record, rules)},
                )
            )
    return missed


def _bye_result(record: Record, rules: SeasonRules) -> Record:
    """Return what a round without an opponent counts as, from the record of its byes."""
    if pairing_byes(record):
        return _BYE[rules.bye]
    return _BYE["win" if record.full_byes else "draw" if record.half_byes else "nothing"]


def _adjustment(missed: Sequence[_MissedRound], rules: SeasonRules, scale: Scale) -> int:
    """Return by how much the points of an opponent who missed these rounds differ from those of the table."""
    if rules.unplayed == "fide_2009":
        return sum(scale.draw - one.points for one in missed)
    adjustment = 0
    for later, one in enumerate(reversed(missed if rules.unplayed in FIDE else ())):
        if one.later != later or not one.by_choice:
            break
        adjustment += scale.draw - one.points if None in one.results else 0
    return adjustment


def _virtual_points(
    missed: _MissedRound, record: Record, rules: SeasonRules, scale: Scale, *, own: int, most: int
) -> int:
    """Return the points of the virtual opponent of a missed round that counts as ``record``."""
    if rules.unplayed == "fide_2023":
        return own
    if rules.unplayed != "fide_2009":
        return min(own, most)
    opposite = scale.loss if record.wins else scale.draw if record.draws else scale.win
    return missed.before + opposite + scale.draw * missed.later


def _half_wins(record: Record) -> int:
    return 2 * record.wins + record.draws
