"""Places in a knock-out: how far each entrant came in the bracket.

The rule is the usual one of knock-out tournaments. The winner of the final is first and its loser second. Everyone who
goes out in the same round shares a place: 3 to 4 in the semi-finals, 5 to 8 in the quarter-finals, 9 to 16 in the round
before. (The BWF's World Ranking System, for one, names its levels "winner, runner-up, 3/4, 5/8, 9/16".) A match for
third place separates the two beaten semi-finalists and nobody else.

What follows for a bracket that isn't finished, or didn't go as drawn:

* Everyone who can still win shares first place until the final is decided.
* A match that is open, drawn level or canceled decides nothing: both are still in. If the next round was drawn all the
  same, anyone who isn't in it went out.
* If both sides lose a match (neither came), both go out in that round, and nobody takes the better place. Whoever would
  have met the winner moves on without a match, and needs one win less.
* Anyone who withdraws goes out in their next match, or in the one that wasn't decided. After the final nothing changes.
* A bye is a round won. Places depend on the round alone, so byes don't move them: the only match of a first round with
  five entrants has one loser, who is fifth.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket, or a bye where ``entrants`` (ids) has one; ``winner`` is None while there is none.

    Where nobody came into the match, ``entrants`` is empty.

    ``losers`` are those who are out by this match: nobody while it is undecided, both if neither came.
    """

    entrants: tuple[int, ...]
    winner: int | None = None
    losers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """How far an entrant came.

    ``place`` counts from 1 and may be shared; ``worst`` is the last place that is still possible. ``round`` (from 1) is
    where the entrant went out, or is. ``out`` is how many matches the round has in which the entrant went out: 1 in the
    final, 2 in the semi-finals, 4 in the quarter-finals; 0 for the winner and for those still in, who need
    ``wins_left`` more wins to come first. ``third`` is how the match for third place came out: "won", "lost", "open"
    while it is undecided, "level" if nobody won it, "" for those without one. ``part`` is the part of the bracket that
    ``round`` counts in, if it has several (``bracket_plan.Part``), and ``part_rounds`` how many rounds that part has.
    ``unopposed`` is the winner to whose final nobody else came.
    """

    place: int
    worst: int
    round: int
    out: int = 0
    wins_left: int = 0
    third: str = ""
    part: str = ""
    part_rounds: int = 0
    unopposed: bool = False


def bracket_places(
    rounds: Sequence[Sequence[BracketMatch]], withdrawn: Collection[int] = ()
) -> Mapping[int, BracketPlace]:
    """The place of everyone in the bracket, by id.

    ``rounds`` are those drawn so far, in order, and the matches of each in the order of the bracket (see ``in_slots``);
    a match that was replayed is there once. A match for third place comes after the final, in the same round. Nothing
    is returned for matches that cannot be a bracket (more in a round than can follow the one before).

    >>> semis = [BracketMatch((1, 4), 1, frozenset({4})), BracketMatch((3, 2), 3, frozenset({2}))]
    >>> final = [BracketMatch((1, 3), 3, frozenset({1})), BracketMatch((4, 2), 4, frozenset({2}))]
    >>> {one: found.place for one, found in sorted(bracket_places([semis, final]).items())}
    {1: 2, 2: 4, 3: 1, 4: 3}
    """
    sizes = round_sizes(rounds)
    if not sizes:
        return {}
    nobody = BracketMatch(())
    drawn = [[*matches[:size], *[nobody] * (size - len(matches))] for matches, size in zip(rounds, sizes, strict=False)]
    last = {entrant: number for number, matches in enumerate(drawn) for match in matches for entrant in match.entrants}
    found: dict[int, BracketPlace] = {}
    comers = _comers(drawn, sizes, withdrawn)
    for number, matches in enumerate(drawn):
        for slot, match in enumerate(matches):
            for entrant in match.entrants:
                if last[entrant] == number:
                    followed = drawn[number + 1][slot // 2] if number + 1 < len(drawn) else None
                    out = _went_out(entrant, match, followed, last, withdrawn)
                    found[entrant] = (
                        _in_round(sizes, out)
                        if out is not None and out < len(sizes)
                        else _still_in(sizes, number, _matches_left(entrant, match, number, slot, comers))
                    )
    for match in drawn[-1]:
        if len(drawn) < len(sizes) or len(match.entrants) == 1:
            won = [entrant for entrant in match.entrants if found[entrant].worst == 1]
            found |= {entrant: replace(found[entrant], unopposed=True) for entrant in won}
    two = [entrant for entrant, place in found.items() if place.out == 2]
    if len(drawn) < len(sizes):
        # Where neither came to a semi-final, there is no match for third place.
        if len(drawn) == len(sizes) - 1 and not all(set(match.entrants) - match.losers for match in drawn[-1]):
            return found
        return found | {entrant: replace(found[entrant], worst=4) for entrant in two}
    for match in rounds[len(sizes) - 1][1:]:
        if len(two) == 2 and set(match.entrants) <= set(two):
            found |= {entrant: replace(found[entrant], **_third(entrant, match, withdrawn)) for entrant in two}
    return found


def round_sizes(rounds: Sequence[Sequence[object]]) -> list[int]:
    """Return how many matches each round of the bracket has, down to the final; [] if ``rounds`` aren't a bracket.

    ``rounds`` are the matches of the rounds drawn so far.

    >>> round_sizes([["a", "b", "c", "d"]])
    [4, 2, 1]
    """
    size = len(rounds[0]) if rounds else 0
    sizes = [size] if size else []
    while size > 1:
        size = (size + 1) // 2
        sizes.append(size)
    if len(rounds) > len(sizes):
        return []
    for matches, size in zip(rounds, sizes, strict=False):
        # Beside the final there may be the match for third place.
        if len(matches) > size + (size == 1):
            return []
    return sizes


def in_slots(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[int | None]]:
    """Return for each round which of its matches (by index) stands in each place of the bracket; [] if it isn't one.

    ``rounds`` are the entrants of each match. None stands where nobody came into a match, so that none was drawn. A
    match for third place comes after the final.

    >>> in_slots([[(1, 8), (5, 4), (2, 7), (6, 3)], [(2, 3)], [(3,)]])
    [[0, 1, 2, 3], [None, 0], [0]]
    """
    sizes = round_sizes(rounds)
    first = {entrant: slot for slot, entrants in enumerate(rounds[0] if sizes else ()) for entrant in entrants}
    found: list[list[int | None]] = []
    for number, matches in enumerate(rounds[: len(sizes)]):
        slots: list[int | None] = [None] * sizes[number]
        others: list[int] = []
        for index, entrants in enumerate(matches):
            slot = next((first[entrant] >> number for entrant in entrants if entrant in first), None)
            if slot is None or slots[slot] is not None:
                others.append(index)
            else:
                slots[slot] = index
        for index in others:
            free = next((slot for slot, taken in enumerate(slots) if taken is None), None)
            if free is None:
                slots.append(index)
            else:
                slots[free] = index
        found.append(slots)
    return found


def _comers(
    drawn: Sequence[Sequence[BracketMatch]], sizes: Sequence[int], withdrawn: Collection[int]
) -> list[list[frozenset[int]]]:
    """Return who may still come out of each match of each round, those that aren't drawn yet included."""
    found: list[list[frozenset[int]]] = []
    for number, size in enumerate(sizes):
        if number < len(drawn):
            open_sides = [set(match.entrants) if match.winner is None else {match.winner} for match in drawn[number]]
            of_round = [
                frozenset(sides - match.losers).difference(withdrawn)
                for sides, match in zip(open_sides, drawn[number], strict=True)
            ]
        else:
            of_round = [frozenset().union(*found[-1][2 * slot : 2 * slot + 2]) for slot in range(size)]
        found.append(of_round)
    return found


def _matches_left(
    entrant: int, match: BracketMatch, number: int, slot: int, comers: Sequence[Sequence[frozenset[int]]]
) -> list[int]:
    """Return the rounds, from 0, in which somebody may still stand against an entrant on the way to first place."""
    left = [number] if match.winner is None and comers[number][slot] - {entrant} else []
    for later in range(number, len(comers) - 1):
        other = slot ^ 1
        if other < len(comers[later]) and comers[later][other]:
            left.append(later + 1)
        slot //= 2
    return left


def _went_out(
    entrant: int,
    match: BracketMatch,
    followed: BracketMatch | None,
    last: Mapping[int, int],
    withdrawn: Collection[int],
) -> int | None:
    """The round, from 0, in which an entrant went out whose last match is ``match``; None: still in, or the winner.

    It is the round after the final for a winner who withdraws then. ``followed`` is the match that the winner goes to,
    None while its round isn't drawn. ``last`` is the last round of everyone.
    """
    number = last[entrant]
    if entrant in match.losers:
        return number
    if match.winner != entrant:
        return number if followed or entrant in withdrawn else None
    if followed:
        # Somebody else went on instead (the result was corrected later), or the place in that round stayed empty.
        taken = len(followed.entrants) > 1 or any(last[other] > number for other in match.entrants)
        return number if taken else number + 1
    return number + 1 if entrant in withdrawn else None


def _in_round(sizes: Sequence[int], out: int) -> BracketPlace:
    """The place of those who went out in this round, from 0."""
    return BracketPlace(1 + sizes[out], 1 + sizes[out], out + 1, sizes[out])


def _still_in(sizes: Sequence[int], number: int, left: Sequence[int]) -> BracketPlace:
    """First place, shared or won, in this round, from 0; ``left`` are the rounds with a match left to win."""
    worst = 1 if not left else 2 * sizes[0] if left[0] == 0 else sizes[left[0] - 1]
    return BracketPlace(1, worst, number + 1, wins_left=len(left))


def _third(entrant: int, match: BracketMatch, withdrawn: Collection[int]) -> dict[str, Any]:
    """What the match for third place says of a beaten semi-finalist; one alone in it has nobody left to beat."""
    winner = match.winner
    present = [entrant_present for entrant_present in match.entrants if entrant_present not in withdrawn]
    if winner is None and not match.losers and len(present) == 1:
        winner = present[0]
    if winner is not None:
        place = 3 if winner == entrant else 4
        return {"place": place, "worst": place, "third": "won" if place == 3 else "lost"}
    return {"third": "level"} if match.losers else {"worst": 4, "third": "open"}
