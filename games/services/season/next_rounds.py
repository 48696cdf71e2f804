"""Pair the next round of a Swiss system or a knock-out from the results of the rounds before."""

from collections.abc import Iterable, Mapping

from games.models import Entrant, Fixture, FixtureState, Season
from games.refusals import RefusedError
from games.rules.league.standings import Outcome
from games.rules.pairings import Round
from games.rules.pairings.knockout import bracket, next_round
from games.rules.pairings.swiss import NoPairingError, SwissPlayer, swiss_pairings
from games.selectors.season.bracket import drawn_rounds
from games.selectors.season.season_rows import points_of

_OPEN = (FixtureState.PLANNED, FixtureState.RUNNING)


def swiss_round(season: Season, entrants: Mapping[int, Entrant]) -> tuple[int, Round]:
    """Return the number of the next Swiss round and its pairings; ``entrants`` are in seed order.

    No two entrants are drawn together twice, even if their match was forfeited. Raises RefusedError ("not_playable": a
    round is open, or everyone has met everyone).
    """
    rounds = _closed_rounds(season)
    past = [fixture for fixture in rounds if fixture.state != FixtureState.CANCELLED]
    points = points_of(season)
    players = [_swiss_player(entrant, points, past, seed) for seed, entrant in enumerate(entrants, 1)]
    try:
        return _next_number(rounds), swiss_pairings(players)
    except NoPairingError:
        raise RefusedError("not_playable", what="no_rematch") from None


def _swiss_player(entrant: int, points: Mapping[int, int], past: Iterable[Fixture], seed: int) -> SwissPlayer:
    opponents, deals, byes = list[int](), list[bool](), 0
    for fixture in past:
        entrant_ids = [side.entrant_id for side in fixture.sides.all()]
        if entrant not in entrant_ids:
            continue
        opponents += [other for other in entrant_ids if other != entrant]
        if fixture.state == FixtureState.PLAYED:
            deals.append(entrant_ids[0] == entrant)
        else:
            byes += any(side.entrant_id == entrant and side.outcome == Outcome.WIN for side in fixture.sides.all())
    return SwissPlayer(
        entrant,
        score=points[entrant],
        opponents=tuple(opponents),
        first_deals=sum(deals),
        matches=len(deals),
        byes=byes,
        seed=seed,
        recent_first_deals=tuple(deals[-2:]),
    )


def knockout_round(season: Season, entrants: Mapping[int, Entrant], *, third_place: bool) -> tuple[int, Round]:
    """Return the number of the next round of a knock-out and its pairings.

    A drawn match is replayed first, in the same round, with the other side dealing first. An entrant whose opponent
    withdrew advances without a match. Raises RefusedError ("not_playable": a round is open, a match has no winner, or
    the final was played).
    """
    past = _closed_rounds(season)
    if not past:
        return 1, bracket(list(entrants))
    rounds = drawn_rounds(past)
    last = rounds[max(rounds)]
    if replays := tuple(pairing[::-1] for pairing, fixture in last.items() if _drawn(fixture)):
        return max(rounds), replays
    winners = [winner for fixture in last.values() for winner in _winners(fixture)]
    bracket_so_far = [tuple(matches) for _, matches in sorted(rounds.items())]
    try:
        following = next_round(bracket_so_far, winners, third_place=third_place)
    except ValueError:
        raise RefusedError("not_playable", what="no_winner") from None
    if not following:
        raise RefusedError("not_playable", what="final_played")
    present = [tuple(entrant_id for entrant_id in pairing if entrant_id in entrants) for pairing in following]
    if not all(present):
        raise RefusedError("not_playable", what="no_winner")
    return max(rounds) + 1, tuple(present)


def _drawn(fixture: Fixture) -> bool:
    return any(side.outcome == Outcome.DRAW for side in fixture.sides.all())


def _winners(fixture: Fixture) -> list[int]:
    return [side.entrant_id for side in fixture.sides.all() if side.outcome == Outcome.WIN]


def _closed_rounds(season: Season) -> list[Fixture]:
    """Return the fixtures of the rounds drawn so far, in order.

    Raises RefusedError ("not_playable") while one is open.
    """
    drawn = season.fixtures.filter(round__isnull=False).prefetch_related("sides").order_by("number")
    fixtures = list(drawn)
    if any(fixture.state in _OPEN for fixture in fixtures):
        raise RefusedError("not_playable", what="round_open")
    return fixtures


def _next_number(past: Iterable[Fixture]) -> int:
    return 1 + max((fixture.round or 0 for fixture in past), default=0)
