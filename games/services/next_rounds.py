"""The next round of a Swiss system or a knock-out, from what came of the rounds before."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from games.models import Entrant, Fixture, FixtureState, Season
from games.refusals import Refused
from games.rules.pairings import Pairing, Round
from games.rules.pairings.knockout import bracket, next_round
from games.rules.pairings.swiss import NoPairing, SwissPlayer, pair
from games.rules.standings import Outcome
from games.selectors.season_rows import points_of

_OPEN = (FixtureState.PLANNED, FixtureState.RUNNING)


def swiss_round(season: Season, entrants: Mapping[int, Entrant]) -> tuple[int, Round]:
    """The number of the next Swiss round and who meets in it; ``entrants`` are in the order of their seeds.

    Whoever was drawn together is not drawn together again, also where one of them did not come. Raises Refused
    ("not_playable": a round is open, or everybody has met everybody).
    """
    rounds = _past(season)
    past = [fixture for fixture in rounds if fixture.state != FixtureState.CANCELLED]
    points = points_of(season)
    players = [_swiss_player(entrant, points, past, seed) for seed, entrant in enumerate(entrants, 1)]
    try:
        return _next_number(rounds), pair(players)
    except NoPairing:
        raise Refused("not_playable", what="no_rematch") from None


def _swiss_player(entrant: int, points: Mapping[int, int], past: Iterable[Fixture], seed: int) -> SwissPlayer:
    opponents, deals, byes = list[int](), list[bool](), 0
    for fixture in past:
        there = [side.entrant_id for side in fixture.sides.all()]
        if entrant not in there:
            continue
        opponents += [other for other in there if other != entrant]
        if fixture.state == FixtureState.PLAYED:
            deals.append(there[0] == entrant)
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
        lately=tuple(deals[-2:]),
    )


def knockout_round(season: Season, entrants: Mapping[int, Entrant], *, third_place: bool) -> tuple[int, Round]:
    """The number of the next round of a knock-out and who meets in it.

    A match that was drawn is played again first, in the same round, whoever dealt second dealing first. Who has to
    meet somebody that withdrew goes on without a match. Raises Refused ("not_playable": a round is open, a match has no
    winner, the final was played).
    """
    past = _past(season)
    if not past:
        return 1, bracket(list(entrants))
    rounds = _rounds(past)
    last = rounds[max(rounds)]
    if again := tuple(pairing[::-1] for pairing, fixture in last.items() if _drawn(fixture)):
        return max(rounds), again
    winners = [winner for fixture in last.values() for winner in _winners(fixture)]
    bracket_so_far = [tuple(matches) for _, matches in sorted(rounds.items())]
    try:
        following = next_round(bracket_so_far, winners, third_place=third_place)
    except ValueError:
        raise Refused("not_playable", what="no_winner") from None
    if not following:
        raise Refused("not_playable", what="final_played")
    there = [tuple(one for one in pairing if one in entrants) for pairing in following]
    if not all(there):
        raise Refused("not_playable", what="no_winner")
    return max(rounds) + 1, tuple(there)


def _rounds(past: Iterable[Fixture]) -> dict[int, dict[Pairing, Fixture]]:
    """The matches by round, in the order of the bracket, each with the fixture that decides: the last one of the two.

    What was cancelled decides nothing, unless it is all there is.
    """
    rounds: defaultdict[int, dict[Pairing, Fixture]] = defaultdict(dict)
    for fixture in past:
        there = tuple(side.entrant_id for side in fixture.sides.all())
        matches = rounds[fixture.round or 0]
        same = next((pairing for pairing in matches if set(pairing) == set(there)), there)
        if same not in matches or fixture.state != FixtureState.CANCELLED:
            matches[same] = fixture
    return dict(rounds)


def _drawn(fixture: Fixture) -> bool:
    return any(side.outcome == Outcome.DRAW for side in fixture.sides.all())


def _winners(fixture: Fixture) -> list[int]:
    return [side.entrant_id for side in fixture.sides.all() if side.outcome == Outcome.WIN]


def _past(season: Season) -> list[Fixture]:
    """The fixtures of the rounds drawn so far, in order. Raises Refused ("not_playable") while one is open."""
    drawn = season.fixtures.filter(round__isnull=False).prefetch_related("sides").order_by("number")
    fixtures = list(drawn)
    if any(fixture.state in _OPEN for fixture in fixtures):
        raise Refused("not_playable", what="round_open")
    return fixtures


def _next_number(past: Iterable[Fixture]) -> int:
    return 1 + max((fixture.round or 0 for fixture in past), default=0)
