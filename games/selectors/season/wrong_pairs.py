"""Find the drawn matches of a bracket whose entrants are others by now: the result they came from has changed.

A match is drawn from the results before it. If one of these is corrected, or who came to it, others come to the drawn
match. While it hasn't begun, they can simply be put in. Once it has, a person decides: it is played on as it was drawn,
or it is canceled and drawn again. Matches that exchange people (the final and the match for third place) are decided
together, so that nobody plays in both.

If a match before it has no winner any more (a tie now, canceled, or its result taken back), nobody knows who comes. The
drawn match waits until that one is decided, if need be by a replay, or it is played on as it was drawn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games.models import Match, MatchState, Season
from games.models.season import PLANNED_BRACKETS
from games.rules.pairings import Pairing as EntrantPair
from games.rules.pairings.bracket_run import NOBODY, BracketRun
from games.selectors.season.advancing import entrant_ids, nobody_moves_on, winners_of
from games.selectors.season.bracket import drawn_matches, follows_bracket, knockout_bracket
from games.selectors.season.bracket_matches import match_of, withdrawn_by
from games.selectors.season.planned_bracket import planned_bracket

_OPEN = (MatchState.PLANNED, MatchState.RUNNING)

Comers = tuple[int | None, ...]
"""Who comes to a match: ids of entrants, NOBODY, or None while that is open."""


@dataclass(frozen=True, slots=True)
class WrongPair:
    """A drawn match, and who comes to it by the results as they are now: two entrants, one (a bye), or nobody.

    Entrants are primary keys. ``begun`` tells that the match has a round or a result; an open table isn't enough.
    ``undecided`` are the matches without a winner that it waits for; while there are any, ``right`` are only those who
    come for certain.
    """

    match: Match
    drawn: EntrantPair
    right: EntrantPair
    begun: bool
    undecided: tuple["WrongPair", ...] = ()

    @property
    def instead_of(self) -> list[int | None]:
        """What is stored if the match is played on: who comes, then None if not all of them are known."""
        return [*sorted(self.right), *([None] if self.undecided else [])]

    @property
    def can_be_replayed(self) -> bool:
        """Whether a match without a winner is over, so that only a replay decides it."""
        return self.match.state not in _OPEN


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A drawn match, who comes to it by now, and the matches without a winner that it waits for."""

    match: Match
    comers: Comers
    waits_for: tuple["_Drawn", ...] = ()

    @property
    def to_decide(self) -> tuple["_Drawn", ...]:
        """The matches to decide before somebody moves on from this one; a canceled one waits for those before it."""
        return self.waits_for if self.waits_for and self.match.state == MatchState.CANCELED else (self,)


def wrong_pairs(season: Season) -> list[tuple[WrongPair, ...]]:
    """Return the matches of an open bracket to which others come by now, unless it was decided to play them on.

    Those that are decided together are together.
    """
    if season.closed_at is not None or not follows_bracket(season):
        return []
    drawn = list(drawn_matches(season))
    present = set(season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True))
    found = _of_plan(season, drawn) if season.pairing in PLANNED_BRACKETS else _of_knockout(drawn, present)
    waiting, wrong = [], []
    for one in found:
        pair = _pair(one, present)
        if one.match.state == MatchState.CANCELED:
            continue
        if pair.undecided:
            waiting.append(pair)
        # Somebody who withdraws once the match is drawn stays in it: the match is forfeited.
        elif None not in one.comers and set(pair.drawn) not in (set(pair.right), set(one.comers) - {NOBODY}):
            wrong.append(pair)
    groups = [*_groups(waiting), *_groups(wrong)]
    return [group for group in groups if not all(_is_decided(season, pair) for pair in group)]


def _pair(one: _Drawn, present: Collection[int]) -> WrongPair:
    drawn = entrant_ids(one.match)
    right = _in_order(drawn, [entrant for entrant in one.comers if entrant is not None and entrant in present])
    begun = one.match.state not in (MatchState.PLANNED, MatchState.BYE)
    return WrongPair(one.match, drawn, right, begun, tuple(_pair(two, present) for two in one.waits_for))


def _people(pair: WrongPair) -> set[int]:
    return {*pair.drawn, *pair.right}.union(*map(_people, pair.undecided))


def _groups(pairs: Sequence[WrongPair]) -> list[tuple[WrongPair, ...]]:
    """Return the pairs in groups that have no entrant in common."""
    groups: list[tuple[WrongPair, ...]] = []
    for pair in pairs:
        people = _people(pair)
        shared = [group for group in groups if any(people & _people(other) for other in group)]
        groups = [group for group in groups if group not in shared]
        groups.append((*(other for group in shared for other in group), pair))
    return groups


def _of_knockout(drawn: Sequence[Match], present: Collection[int]) -> Iterator[_Drawn]:
    """Yield the matches after the first round, each with who comes to it."""
    bracket = knockout_bracket(drawn)
    moves_on: list[int | None] = []
    to_decide: list[tuple[_Drawn, ...]] = []
    """For each match of the round before: the matches to decide before somebody moves on from it."""
    for number, matches in enumerate(bracket.rounds):
        size, before, open_before = bracket.sizes[number], moves_on, to_decide
        pairs: list[Comers] = list(zip_longest(before[::2], before[1::2], fillvalue=NOBODY))
        waits = [(*one, *two) for one, two in zip_longest(open_before[::2], open_before[1::2], fillvalue=())]
        if number:
            losers = tuple(map(_loser, bracket.rounds[number - 1], before))
            pairs += [losers] * (len(matches) - size)
            waits += [tuple(one for found in open_before for one in found)] * (len(matches) - size)
        else:
            pairs = [entrant_ids(match) if match else () for match in matches]
            waits = [()] * len(matches)
        found = [
            _Drawn(match, comers, waits_for) if match else None
            for match, comers, waits_for in zip(matches, pairs, waits, strict=True)
        ]
        if number:
            yield from filter(None, found)
        moves_on = [_winner(match, pairs[slot] if number else (), present) for slot, match in enumerate(matches[:size])]
        to_decide = [
            () if winner is not None else one.to_decide if one else waits[slot]
            for slot, (winner, one) in enumerate(zip(moves_on, found, strict=False))
        ]


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


def _of_plan(season: Season, drawn: Sequence[Match]) -> Iterator[_Drawn]:
    """Yield the matches of a bracket with a plan that come from others, each with who comes to it."""
    bracket = planned_bracket(season, drawn)
    if bracket is None:
        return
    withdrawn = withdrawn_by(season.entrants.all(), None)
    first, *later = sorted({match.round or 0 for match in bracket.matches.values()})
    earlier = {n: _Drawn(match, entrant_ids(match)) for n, match in bracket.matches.items() if match.round == first}
    for number in later:
        played = {n: match_of(one.match, None) for n, one in earlier.items()}
        run = BracketRun(bracket.plan, played, withdrawn)
        found = {
            n: _Drawn(match, run.sides(n), tuple(_to_decide(run, n, earlier)))
            for n, match in bracket.matches.items()
            if match.round == number
        }
        yield from found.values()
        earlier |= found


def _to_decide(run: BracketRun, number: int, earlier: Mapping[int, _Drawn]) -> Iterator[_Drawn]:
    """Yield the matches to decide before it is known who comes to a match of a plan."""
    for source in dict.fromkeys(source.number for source in run.plan.match(number).sources if source.kind != "seed"):
        if run.winner(source) is None:
            yield from earlier[source].to_decide if source in earlier else _to_decide(run, source, earlier)


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
        match=pair.match, kind="played_on", facts__entrants=sorted(pair.drawn), facts__instead_of=pair.instead_of
    ).exists():
        return True
    newcomers = _people(pair) - set(pair.drawn)
    if set(pair.drawn) - set(pair.right) or not newcomers:
        return False
    returned = season.events.filter(kind="returned").values_list("facts__entrant", flat=True)
    return newcomers <= set(returned)
