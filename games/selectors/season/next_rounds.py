"""Pair the next round of a Swiss system or a bracket from the results of the rounds before."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from games.models import Entrant, Match, MatchSide, MatchState, Pairing, Season
from games.models.season import BRACKETS, PLANNED_BRACKETS
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.rules.pairings import Pairing as EntrantPair
from games.rules.pairings import Round
from games.rules.pairings.bracket_run import BracketRun
from games.rules.pairings.knockout import bracket, who_deals
from games.rules.pairings.swiss import SwissPlayer, accelerated, swiss_pairings
from games.selectors.season.advancing import CannotDrawError, entrant_ids, following_round
from games.selectors.season.bracket import canceled_matches, drawn_matches, drawn_rounds, knockout_bracket
from games.selectors.season.draw_state import MOST_IN_BRACKET, fewest_entrants
from games.selectors.season.planned_bracket import bracket_plan, planned_bracket
from games.selectors.season.season_rows import points_of

_OPEN = (MatchState.PLANNED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The round that a draw would make now; 0 if there is an ``obstacle``, or if all rounds are drawn at once.

    An obstacle is the context of the refusal "not_playable". A round with a match to replay, or one of a bracket with
    a canceled match, is drawn again.
    """

    round: int = 0
    obstacle: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lacks_entrants(self) -> bool:
        """Whether too few play."""
        return self._refused("too_few")

    @property
    def waits_for_matches(self) -> bool:
        """Whether a round isn't over."""
        return self._refused("round_open")

    @property
    def is_over(self) -> bool:
        """Whether the bracket has no more rounds."""
        return self._refused("final_played") or self._refused("nobody_left")

    def _refused(self, what: str) -> bool:
        return self.obstacle.get("what") == what


def next_draw(season: Season, *, third_place: bool = False) -> NextDraw:
    """Return what a draw would do now, in a season that isn't closed."""
    entrants = seeded(season)
    try:
        refuse_wrong_size(season, entrants)
        if season.pairing == Pairing.SWISS:
            number = _next_number(_closed_rounds(season))
        elif season.pairing in PLANNED_BRACKETS:
            number = planned_round(season, entrants, third_place=third_place)[0]
        elif season.pairing in BRACKETS:
            number = knockout_round(season, entrants, third_place=third_place)[0]
        else:
            number = 0
    except CannotDrawError as error:
        return NextDraw(obstacle=error.context)
    return NextDraw(number)


def seeded(season: Season) -> dict[int, Entrant]:
    """Return the entrants who did not withdraw by primary key: the seeded first, then in order of entry."""
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    return {
        entrant.pk: entrant
        for entrant in sorted(entrants, key=lambda entrant: (entrant.seed is None, entrant.seed or 0, entrant.pk))
    }


def refuse_wrong_size(season: Season, playing: Collection[int]) -> None:
    """Raise CannotDrawError if too few are ``playing`` to draw anything, or more than a bracket takes.

    A bracket that has begun goes on with those who are left.
    """
    if fewest_entrants(season) <= len(playing) <= MOST_IN_BRACKET:
        return
    if season.pairing in BRACKETS and season.matches.filter(round__isnull=False).exists():
        return
    if len(playing) < fewest_entrants(season):
        raise CannotDrawError(what="too_few")
    if season.pairing in BRACKETS:
        raise CannotDrawError(what="bracket_full", most=MOST_IN_BRACKET)


def swiss_round(
    season: Season, entrants: Mapping[int, Entrant], *, absent: Collection[int] = (), accelerate: bool = False
) -> tuple[int, Round]:
    """Return the number of the next Swiss round and its pairings, without those who are ``absent``.

    ``entrants`` are in seed order.

    ``accelerate`` pairs it as if the upper half by seed had won once more, see ``accelerated``.

    Two who were drawn together don't meet again while there is another way, even if their match was forfeited. Raises
    CannotDrawError while a round is open.
    """
    rounds = _closed_rounds(season)
    past = [match for match in rounds if match.state != MatchState.CANCELED]
    points = points_of(season)
    own_matches = _matches_by_entrant(past)
    players = [
        _swiss_player(entrant, points[entrant], own_matches.get(entrant, ()), seed)
        for seed, entrant in enumerate(entrants, 1)
    ]
    if accelerate:
        players = accelerated(players, season_rules(season.rules).win)
    here = tuple(player for player in players if player.entrant not in absent)
    return _next_number(rounds), remembered_pairings(here, tuple(one for one in players if one.entrant in absent))


remembered_pairings: Final = lru_cache(maxsize=8)(swiss_pairings)
"""``swiss_pairings`` of tuples. A draw asks for them before it locks the season, and again under the lock."""


def _matches_by_entrant(past: Iterable[Match]) -> dict[int, list[tuple[Match, Sequence[MatchSide]]]]:
    """Return the matches of each entrant (primary key), in order, each with all its sides."""
    found: dict[int, list[tuple[Match, Sequence[MatchSide]]]] = {}
    for match in past:
        sides = list(match.sides.all())
        for side in sides:
            found.setdefault(side.entrant_id, []).append((match, sides))
    return found


def _swiss_player(
    entrant: int, points: int, matches: Iterable[tuple[Match, Sequence[MatchSide]]], seed: int
) -> SwissPlayer:
    opponents, met, deals, byes = list[int](), list[int](), list[bool](), 0
    for match, sides in matches:
        others = [side.entrant_id for side in sides if side.entrant_id != entrant]
        opponents += others
        met += [match.round or 0] * len(others)
        if match.state == MatchState.PLAYED:
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
        opponent_rounds=tuple(met),
    )


def knockout_round(
    season: Season, entrants: Mapping[int, Entrant], *, third_place: bool
) -> tuple[int, Round, Sequence[Match]]:
    """Return the number of the next round of a knock-out, its pairings, and the canceled matches they replace.

    A drawn match is replayed first, in the same round, with the other side dealing first. So is a canceled one, also
    while others of its round are open, but between those who come from the round before by now. If a match of that
    round was corrected to a draw, it is replayed before the canceled one. An entrant whose opponent withdrew, or has
    none because neither came to the match before, advances without a match. Raises CannotDrawError: a round is open, a
    match has no winner, the final was played, or nobody is left.
    """
    past, canceled = _bracket_so_far(season)
    if not past:
        return 1, bracket(list(entrants)), ()
    rounds = drawn_rounds(past)
    last = max(rounds)
    latest = rounds[last]
    if replays := _replays(latest, entrants):
        return last, replays, ()
    if canceled and len(rounds) == 1:
        return last, tuple(entrant_ids(match) for match in canceled), ()
    if canceled and (replays := _replays(rounds.get(last - 1, {}), entrants)):
        # A result was corrected to a draw, and the match after it was canceled.
        return last - 1, replays, ()
    if canceled:
        drawn = knockout_bracket(past)
        third_place |= len(drawn.rounds[-1]) > drawn.sizes[len(drawn.rounds) - 1]
        following = following_round([f for f in past if f.round != last], entrants, third_place=third_place)
        stays = [match is not None and match not in canceled for match in drawn.rounds[-1]]
        stays += [False] * (len(following) - len(stays))
        pairs = tuple(pair for pair, kept in zip(following, stays, strict=False) if pair and not kept)
        return last, pairs, [match for match in canceled if set(entrant_ids(match)) not in map(set, pairs)]
    following = following_round(past, entrants, third_place=third_place)
    if not following:
        raise CannotDrawError(what="final_played")
    if not any(following):
        raise CannotDrawError(what="nobody_left")
    return last + 1, tuple(filter(None, following)), ()


def planned_round(
    season: Season, entrants: Mapping[int, Entrant], *, third_place: bool
) -> tuple[int, Round, tuple[int, ...]]:
    """Return the number of the next round of a bracket with a plan, its pairings, and their numbers in the plan.

    All matches that can be played now are one round, but for those that wait until others of theirs are over. Replays,
    canceled matches and withdrawn entrants are as in ``knockout_round``. Raises CannotDrawError: a round
    is open, a match has no winner, or everything was played.
    """
    past, lacking = _bracket_so_far(season)
    bracket_so_far = planned_bracket(season, past)
    if bracket_so_far is None:
        ids = list(entrants)
        first = [planned for planned in bracket_plan(season, len(ids)).matches if planned.sources[0].kind == "seed"]
        pairs = tuple(tuple(ids[source.number] for source in planned.sources) for planned in first)
        return _next_number(past), pairs, tuple(planned.number for planned in first)
    matches = bracket_so_far.matches
    last = max(match.round or 0 for match in matches.values())
    drawn_matches = {
        number: entrant_ids(match)[::-1]
        for number, match in matches.items()
        if match.round == last and _drawn(match) and entrants.keys() >= {*entrant_ids(match)}
    }
    if drawn_matches:
        return last, tuple(drawn_matches.values()), tuple(drawn_matches)
    plan = bracket_so_far.plan
    canceled = {number: match for number, match in matches.items() if match in lacking}
    if seeded := {number: f for number, f in canceled.items() if plan.match(number).sources[0].kind == "seed"}:
        return min(f.round or 0 for f in seeded.values()), tuple(map(entrant_ids, seeded.values())), tuple(seeded)
    drawn = {number: match for number, match in matches.items() if number not in canceled}
    run = replace(bracket_so_far, matches=drawn).run(season.entrants.all())
    ready = {
        number: pair
        for number, pair in run.ready()
        if third_place or number in canceled or plan.match(number).part != "third"
    }
    if any(match.state in _OPEN for match in past):
        ready = {number: pair for number, pair in ready.items() if number in canceled}
        if not ready:
            _refuse_open(past)
    if not ready:
        waited_for = list(_without_winner(run, drawn, third_place=third_place))
        if replays := [
            number
            for number in waited_for
            if _drawn(matches[number]) and entrants.keys() >= {*entrant_ids(matches[number])}
        ]:
            round_number = matches[replays[0]].round or 0
            replays = [number for number in replays if matches[number].round == round_number]
            return round_number, tuple(entrant_ids(matches[number])[::-1] for number in replays), tuple(replays)
        if waited_for:
            raise CannotDrawError(what="no_winner", number=matches[waited_for[0]].number)
        raise CannotDrawError(what="final_played")
    rounds = [tuple(side.entrant_id for side in match.sides.all()) for match in past]
    pairs = tuple(who_deals([tuple(rounds)], *pair[:: 1 - index % 2 * 2]) for index, pair in enumerate(ready.values()))
    return last if canceled else _next_number(past), pairs, tuple(ready)


def _without_winner(run: BracketRun, matches: Mapping[int, Match], *, third_place: bool) -> Iterator[int]:
    """Yield the matches without a winner that a match not drawn yet waits for, by their numbers in the plan."""
    for number in sorted(matches):
        following = [later for later in (run.plan.winner_to(number), run.plan.loser_to(number)) if later]
        waiting = [
            later
            for later in following
            if later not in matches and (third_place or run.plan.match(later).part != "third")
        ]
        if run.winner(number) is None and (waiting or not following):
            yield number


def _replays(matches: Mapping[EntrantPair, Match], entrants: Mapping[int, Entrant]) -> Round:
    """Return the pairs to play again after a drawn match, with the other side dealing first."""
    return tuple(pair[::-1] for pair, match in matches.items() if _drawn(match) and entrants.keys() >= {*pair})


def _drawn(match: Match) -> bool:
    return any(side.outcome == Outcome.DRAW for side in match.sides.all())


def _closed_rounds(season: Season) -> list[Match]:
    """Return the matches of the rounds drawn so far, in order.

    Raises CannotDrawError while one is open.
    """
    matches = list(drawn_matches(season))
    _refuse_open(matches)
    return matches


def _bracket_so_far(season: Season) -> tuple[list[Match], list[Match]]:
    """Return the matches of a bracket drawn so far, in order, and the canceled ones that are drawn again.

    Raises CannotDrawError while a round is open; where one is drawn again, the last one may be.
    """
    matches = list(drawn_matches(season))
    canceled = canceled_matches(season, matches)
    last = max((match.round or 0 for match in matches), default=0)
    _refuse_open(match for match in matches if not canceled or match.round != last)
    return matches, canceled


def _refuse_open(matches: Iterable[Match]) -> None:
    """Raise CannotDrawError if a match isn't over, with the first round that has one."""
    if open_rounds := [match.round for match in matches if match.state in _OPEN]:
        raise CannotDrawError(what="round_open", round=min(filter(None, open_rounds), default=0))


def _next_number(past: Iterable[Match]) -> int:
    return 1 + max((match.round or 0 for match in past), default=0)
