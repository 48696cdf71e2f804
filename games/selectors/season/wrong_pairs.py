"""Find the drawn matches of a bracket whose entrants are others by now: the result they came from has changed.

A match is drawn from the results before it. If one of these is corrected, or who came to it, others come to the drawn
match. While it hasn't begun, they can simply be put in. Once it has, a person decides: it is played on as it was drawn,
or it is canceled and drawn again. Matches that exchange people (the final and the match for third place) are decided
together, so that nobody plays in both.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.models import Match, MatchState, Pairing, Season
from games.models.season import PLANNED_BRACKETS
from games.rules.pairings import Pairing as EntrantPair
from games.rules.pairings.bracket_run import NOBODY, BracketRun
from games.selectors.season.advancing import entrant_ids, nobody_moves_on, winners_of
from games.selectors.season.bracket import drawn_matches, follows_bracket, knockout_bracket
from games.selectors.season.bracket_matches import match_of, withdrawn_by
from games.selectors.season.draw_state import has_begun
from games.selectors.season.planned_bracket import planned_bracket

_OPEN = (MatchState.PLANNED, MatchState.RUNNING)

Comers = tuple[int | None, ...]
"""Who comes to a match: ids of entrants, NOBODY, or None while that is open."""


@dataclass(frozen=True, slots=True)
class WrongPair:
    """A drawn match, and who comes to it by the results as they are now: two entrants, one (a bye), or nobody.

    Entrants are primary keys. ``begun`` tells that the match has a table or a result.
    """

    match: Match
    drawn: EntrantPair
    right: EntrantPair
    begun: bool


def wrong_pairs(season: Season) -> list[tuple[WrongPair, ...]]:
    """Return the matches of an open bracket to which others come by now, unless it was decided to play them on.

    Those that are decided together are together.
    """
    if season.closed_at is not None or not follows_bracket(season):
        return []
    drawn = list(drawn_matches(season))
    present = set(season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True))
    comers = _of_plan(season, drawn) if season.pairing in PLANNED_BRACKETS else _of_knockout(drawn, present)
    wrong = []
    for match, coming in comers:
        if match.state == MatchState.CANCELED or None in coming:
            continue
        pair = entrant_ids(match)
        right = _in_order(pair, [entrant for entrant in coming if entrant in present])
        # Somebody who withdraws once the match is drawn stays in it: the match is forfeited.
        if set(pair) not in (set(right), set(coming) - {NOBODY}):
            wrong.append(WrongPair(match, pair, right, has_begun(match)))
    return [group for group in _groups(wrong) if not all(_is_decided(season, pair) for pair in group)]


def _groups(pairs: Sequence[WrongPair]) -> list[tuple[WrongPair, ...]]:
    """Return the pairs in groups that have no entrant in common."""
    groups: list[tuple[WrongPair, ...]] = []
    for pair in pairs:
        people = {*pair.drawn, *pair.right}
        shared = [group for group in groups if any(people & {*other.drawn, *other.right} for other in group)]
        groups = [group for group in groups if group not in shared]
        groups.append((*(other for group in shared for other in group), pair))
    return groups


def _of_knockout(drawn: Sequence[Match], present: Collection[int]) -> Iterator[tuple[Match, Comers]]:
    """Yield the matches after the first round, each with who comes to it."""
    bracket = knockout_bracket(drawn)
    moves_on: list[int | None] = []
    for number, matches in enumerate(bracket.rounds):
        size, before = bracket.sizes[number], moves_on
        pairs: list[Comers] = list(zip_longest(before[::2], before[1::2], fillvalue=NOBODY))
        if number:
            losers = tuple(map(_loser, bracket.rounds[number - 1], before))
            pairs += [losers] * (len(matches) - size)
            yield from ((match, pair) for match, pair in zip(matches, pairs, strict=True) if match)
        moves_on = [_winner(match, pairs[slot] if number else (), present) for slot, match in enumerate(matches[:size])]


def _winner(match: Match | None, comers: Comers, present: Collection[int]) -> int | None:
    """Return who moves on from a match; where none was drawn, the only one who comes."""
    if match is None:
        coming = [entrant for entrant in comers if entrant != NOBODY]
        if len(coming) > 1:
            return None
        return coming[0] if coming else NOBODY
    if match.state in _OPEN:
        return None
    if winners := winners_of(match, present):
        return winners[0]
    return NOBODY if nobody_moves_on(match, present) else None


def _loser(match: Match | None, winner: int | None) -> int | None:
    """Return who lost a match; where none was drawn or nobody moves on, nobody did."""
    if winner is None:
        return None
    if match is None or winner == NOBODY:
        return NOBODY
    return next((entrant for entrant in entrant_ids(match) if entrant != winner), NOBODY)


def _of_plan(season: Season, drawn: Sequence[Match]) -> Iterator[tuple[Match, Comers]]:
    """Yield the matches of a bracket with a plan that come from others, each with who comes to it."""
    bracket = planned_bracket(Pairing(season.pairing), drawn)
    if bracket is None:
        return
    withdrawn = withdrawn_by(season.entrants.all(), None)
    for number in sorted({match.round or 0 for match in bracket.matches.values()})[1:]:
        earlier = {n: match for n, match in bracket.matches.items() if (match.round or 0) < number}
        played = {n: match_of(match, None) for n, match in earlier.items()}
        run = BracketRun(bracket.plan, played, withdrawn)
        yield from ((match, run.sides(n)) for n, match in bracket.matches.items() if match.round == number)


def _in_order(drawn: EntrantPair, coming: Sequence[int]) -> EntrantPair:
    """Return those who come, in the seats as drawn: those who stay keep theirs."""
    if len(coming) == len(drawn) == 2 and (coming[0] == drawn[1] or coming[1] == drawn[0]):
        return (coming[1], coming[0])
    return tuple(coming)


def _is_decided(season: Season, pair: WrongPair) -> bool:
    """Return whether a match stays as it was drawn: somebody decided so, or has returned after they had left.

    Somebody who left before the draw has lost their place in it (a bye), also if they return.
    """
    if season.events.filter(
        match=pair.match, kind="played_on", facts__entrants=sorted(pair.drawn), facts__instead_of=sorted(pair.right)
    ).exists():
        return True
    newcomers = set(pair.right) - set(pair.drawn)
    if set(pair.drawn) - set(pair.right) or not newcomers:
        return False
    returned = season.events.filter(kind="returned").values_list("facts__entrant", flat=True)
    return newcomers <= set(returned)
