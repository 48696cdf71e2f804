"""Pair the next round of a Swiss system or a bracket from the results of the rounds before."""

from collections.abc import Iterable, Mapping, Sequence

from games.models import Entrant, Fixture, FixtureSide, FixtureState, Pairing, Season
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.rules.pairings import Round
from games.rules.pairings.knockout import bracket, next_round, who_deals
from games.rules.pairings.swiss import NoPairingError, SwissPlayer, accelerated, swiss_pairings
from games.selectors.season.bracket import drawn_rounds
from games.selectors.season.planned_bracket import bracket_plan, planned_bracket
from games.selectors.season.season_rows import points_of

_OPEN = (FixtureState.PLANNED, FixtureState.RUNNING)


def swiss_round(season: Season, entrants: Mapping[int, Entrant], *, accelerate: bool = False) -> tuple[int, Round]:
    """Return the number of the next Swiss round and its pairings; ``entrants`` are in seed order.

    ``accelerate`` pairs it as if the upper half by seed had won once more, see ``accelerated``.

    No two entrants are drawn together twice, even if their match was forfeited. Raises RefusedError ("not_playable": a
    round is open, or everyone has met everyone).
    """
    rounds = _closed_rounds(season)
    past = [fixture for fixture in rounds if fixture.state != FixtureState.CANCELLED]
    points = points_of(season)
    own_fixtures = _fixtures_by_entrant(past)
    players = [
        _swiss_player(entrant, points[entrant], own_fixtures.get(entrant, ()), seed)
        for seed, entrant in enumerate(entrants, 1)
    ]
    if accelerate:
        players = accelerated(players, season_rules(season.rules).win)
    try:
        return _next_number(rounds), swiss_pairings(players)
    except NoPairingError:
        raise RefusedError("not_playable", what="no_rematch") from None


def _fixtures_by_entrant(past: Iterable[Fixture]) -> dict[int, list[tuple[Fixture, Sequence[FixtureSide]]]]:
    """Return the fixtures of each entrant (primary key), in order, each with all its sides."""
    found: dict[int, list[tuple[Fixture, Sequence[FixtureSide]]]] = {}
    for fixture in past:
        sides = list(fixture.sides.all())
        for side in sides:
            found.setdefault(side.entrant_id, []).append((fixture, sides))
    return found


def _swiss_player(
    entrant: int, points: int, fixtures: Iterable[tuple[Fixture, Sequence[FixtureSide]]], seed: int
) -> SwissPlayer:
    opponents, deals, byes = list[int](), list[bool](), 0
    for fixture, sides in fixtures:
        opponents += [side.entrant_id for side in sides if side.entrant_id != entrant]
        if fixture.state == FixtureState.PLAYED:
            deals.append(sides[0].entrant_id == entrant)
        else:
            byes += any(side.entrant_id == entrant and side.outcome == Outcome.WIN for side in sides)
    return SwissPlayer(
        entrant,
        score=points,
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


def planned_round(
    season: Season, entrants: Mapping[int, Entrant], *, third_place: bool
) -> tuple[int, Round, tuple[int, ...]]:
    """Return the number of the next round of a bracket with a plan, its pairings, and their numbers in the plan.

    All matches that can be played now are one round. Replays and withdrawn entrants are as in ``knockout_round``.
    Raises RefusedError ("not_playable": a round is open, a match has no winner, or everything was played).
    """
    past, pairing = _closed_rounds(season), Pairing(season.pairing)
    bracket_so_far = planned_bracket(pairing, past)
    if bracket_so_far is None:
        ids = list(entrants)
        first = [match for match in bracket_plan(pairing, len(ids)).matches if match.sources[0].kind == "seed"]
        pairs = tuple(tuple(ids[source.number] for source in match.sources) for match in first)
        return _next_number(past), pairs, tuple(match.number for match in first)
    fixtures = bracket_so_far.fixtures
    last = max(fixture.round or 0 for fixture in fixtures.values())
    drawn_matches = {
        number: tuple(side.entrant_id for side in fixture.sides.all())[::-1]
        for number, fixture in fixtures.items()
        if fixture.round == last and _drawn(fixture)
    }
    if drawn_matches:
        return last, tuple(drawn_matches.values()), tuple(drawn_matches)
    run = bracket_so_far.run(season.entrants.all())
    ready = {
        number: pair for number, pair in run.ready() if third_place or bracket_so_far.plan.match(number).part != "third"
    }
    if not ready:
        raise RefusedError("not_playable", what="final_played" if run.champion() else "no_winner")
    rounds = [tuple(side.entrant_id for side in fixture.sides.all()) for fixture in past]
    pairs = tuple(who_deals([tuple(rounds)], *pair[:: 1 - index % 2 * 2]) for index, pair in enumerate(ready.values()))
    return _next_number(past), pairs, tuple(ready)


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
