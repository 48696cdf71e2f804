"""Read who moves on from the matches of a knock-out, and who meets in its next round."""

from collections.abc import Collection, Mapping, Sequence

from games.models import Entrant, Match, MatchState
from games.rules.league.standings import Outcome
from games.rules.pairings import Pairing as EntrantPair
from games.rules.pairings import Round
from games.rules.pairings.knockout import next_round
from games.selectors.season.bracket import knockout_bracket


class CannotDrawError(Exception):
    """No round can be drawn; ``context`` says why, as that of the refusal "not_playable" does."""

    def __init__(self, **context: object) -> None:
        super().__init__(context)
        self.context = context


def entrant_ids(match: Match) -> EntrantPair:
    """Return the entrants of a match (primary keys), in order."""
    return tuple(side.entrant_id for side in match.sides.all())


def winners_of(match: Match, present: Collection[int]) -> list[int]:
    """Return who won a match that is over; without a winner, the only one of its two who is still in the season.

    ``present`` are the entrants (primary keys) who haven't withdrawn.
    """
    winners = [side.entrant_id for side in match.sides.all() if side.outcome == Outcome.WIN]
    if winners or match.state == MatchState.FORFEITED:
        return winners
    left = [entrant for entrant in entrant_ids(match) if entrant in present]
    return left if len(left) == 1 else []


def nobody_moves_on(match: Match, present: Collection[int]) -> bool:
    """Return whether a match has no winner and won't have one: neither came, or both have withdrawn."""
    if winners_of(match, present):
        return False
    return match.state == MatchState.FORFEITED or not any(entrant in present for entrant in entrant_ids(match))


def following_round(past: Sequence[Match], entrants: Mapping[int, Entrant], *, third_place: bool) -> Round:
    """Return the matches after the rounds ``past`` of a knock-out, each with those who are left; () after the final.

    Raises CannotDrawError while a match has no winner.
    """
    so_far = knockout_bracket(past)
    last = [match for match in so_far.rounds[-1][: so_far.sizes[len(so_far.rounds) - 1]] if match]
    winners = [winner for match in last for winner in winners_of(match, entrants)]
    missing = [entrant for match in last if nobody_moves_on(match, entrants) for entrant in entrant_ids(match)]
    bracket_so_far = [
        tuple(entrant_ids(match) if match else () for match in matches)[:size]
        for matches, size in zip(so_far.rounds, so_far.sizes, strict=False)
    ]
    try:
        following = next_round(bracket_so_far, winners, missing=missing, third_place=third_place)
    except ValueError:
        undecided = [f for f in last if not winners_of(f, entrants) and not nobody_moves_on(f, entrants)]
        raise CannotDrawError(what="no_winner", number=undecided[0].number) from None
    return tuple(tuple(entrant_id for entrant_id in pairing if entrant_id in entrants) for pairing in following)
