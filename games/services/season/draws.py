"""Draw the matches of a season: all rounds at once, the next round, or a list written by the organizer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max

from games.models import Entrant, Match, MatchSide, MatchState, Pairing, Place, Season
from games.models.season import DRAWN_BY_ROUND, PLANNED_BRACKETS
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.rules.pairings import Round
from games.rules.pairings.circle import round_robin
from games.rules.pairings.groups import dealt_out, group_rounds, usual_groups
from games.rules.pairings.redraw import remaining_rounds
from games.rules.pairings.trios import trios
from games.selectors.season.advancing import CannotDrawError, entrant_ids
from games.selectors.season.draw_state import has_begun
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.next_rounds import (
    knockout_round,
    planned_round,
    refuse_wrong_size,
    seeded,
    swiss_round,
)
from games.selectors.season.rematches import earlier_meetings
from games.services.idempotency import find_by_key
from games.services.league.leagues import record_event
from games.services.season.matches import MOST_MATCHES, NewMatch, make_matches
from games.services.season.seasons import locked_season, open_season

_ACTION: Final = "manage_league"
"""What one must be allowed in the league to draw. A draw demands it before it pairs, too: that takes a while."""
MOST_IN_THREES: Final = 100
"""Entrants of a draw in tables of three, which takes about a second for so many."""


@dataclass(frozen=True, slots=True)
class PairingPlan:
    """When and where drawn matches are played.

    ``first`` is the first night (None: dates are left open); every ``weeks`` weeks there is another, with ``per_night``
    rounds each. Play begins at the time ``start_time``; ``places`` are assigned in turn within a round. ``rounds`` is
    the number of rounds in threes (None: until everyone has met everyone), ``groups`` the number of groups into which
    the entrants are dealt out by seed (None: those they are in), ``written_groups`` who is in each of them instead
    (primary keys), ``third_place`` whether the losing semi-finalists play
    each other. ``redraw`` redraws the last round of a Swiss system or a bracket, if no match of it
    has begun. ``accelerate`` pairs a Swiss round as if the upper half by seed had won once more. ``absent`` are
    entrants (primary keys) who get no match in the next round of a Swiss system, and no bye, unless
    ``requested_byes`` has one by entrant.
    """

    first: date | None = None
    weeks: int = 1
    per_night: int = 1
    start_time: time | None = None
    places: tuple[Place, ...] = ()
    rounds: int | None = None
    groups: int | None = None
    written_groups: tuple[tuple[int, ...], ...] = ()
    third_place: bool = False
    redraw: bool = False
    accelerate: bool = False
    absent: frozenset[int] = frozenset()
    requested_byes: Mapping[int, RequestedBye] = field(default_factory=dict)

    @property
    def left_out(self) -> frozenset[int]:
        """Everybody who gets no match: the absent, and those with a requested bye."""
        return self.absent | self.requested_byes.keys()

    def planned(self, entrants: Sequence[Entrant], number: int, index: int, table: int) -> NewMatch:
        """Return match ``table`` of round ``number``, which is the ``index``-th round (from 0) of this draw."""
        night = self.first + timedelta(weeks=self.weeks * (index // self.per_night)) if self.first else None
        place = self.places[table % len(self.places)] if self.places and len(entrants) > 1 else None
        return NewMatch(entrants, number, night, self.start_time if night else None, place)

    def when_and_where(self) -> dict[str, Any]:
        """Return the night, time and places as JSON, so that a round keeps them when it is drawn again."""
        return {
            "night": self.first.isoformat() if self.first else None,
            "at": self.start_time.isoformat() if self.first and self.start_time else None,
            "places": [place.pk for place in self.places],
        }


def draw(*, access: LeagueAccess, season: Season, plan: PairingPlan, key: str) -> int:
    """Draw the season's matches, or its next round; matches drawn before and not begun are drawn again.

    Returns how many matches were made, byes included. ``key`` makes a retry draw nothing and return the same. Raises
    RefusedError ("idempotency_key_reused", "not_your_duty", "season_closed", "too_many", "invalid_value" for a season
    in which nothing is drawn and for absent entrants outside a Swiss system, "not_playable" with too few entrants or
    too many for a bracket, while a round is open, or after the last round).
    """
    access.demand(_ACTION)
    _pair_ahead(season, plan)
    with open_season(access, season, action=_ACTION) as locked:
        if known := find_by_key(locked.events.filter(kind="drawn"), key, field="facts__key"):
            return int(known.facts["matches"])
        made = _make_drawn(locked, plan)
        facts: dict[str, Any] = {"key": key, "matches": len(made), "planned": plan.when_and_where()}
        if plan.left_out:
            facts["absent"] = sorted(plan.left_out)
        if plan.requested_byes:
            facts["requested_byes"] = [
                {"entrant": entrant, "bye": bye} for entrant, bye in sorted(plan.requested_byes.items())
            ]
        if plan.accelerate:
            facts["accelerate"] = True
        if again := [{"entrants": pair, "round": met} for pair, met in earlier_meetings(locked, made).values()]:
            facts["rematches"] = again
        record_event(access, "drawn", season=locked, facts=facts)
    return len(made)


def planned_draw(*, access: LeagueAccess, season: Season, plan: PairingPlan) -> list[NewMatch]:
    """Return the matches that ``draw`` would make now, in order. Nothing is changed. Raises RefusedError as it does."""
    access.demand(_ACTION)
    _pair_ahead(season, plan)
    with transaction.atomic(durable=True):
        locked = locked_season(season.pk)
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        made = _make_drawn(locked, plan)
        sides = MatchSide.objects.filter(match__in=made).select_related("entrant__member")
        entrants: dict[int, list[Entrant]] = {}
        for side in sides.order_by("match__number", "position"):
            entrants.setdefault(side.match_id, []).append(side.entrant)
        transaction.set_rollback(True)
    return [NewMatch(entrants[match.pk], match.round, match.night, match.at, match.place) for match in made]


def _pair_ahead(season: Season, plan: PairingPlan) -> None:
    """Pair a Swiss round before the lock is taken, so that nobody waits for it: 200 players take longest here."""
    if season.pairing == Pairing.SWISS and season.closed_at is None and not plan.redraw:
        with suppress(CannotDrawError):
            swiss_round(season, seeded(season), absent=plan.left_out, accelerate=plan.accelerate)


def _make_drawn(season: Season, plan: PairingPlan) -> list[Match]:
    draw_matches = _DRAWS.get(Pairing(season.pairing))
    if draw_matches is None or (plan.left_out and season.pairing != Pairing.SWISS):
        raise RefusedError("invalid_value", what="pairing")
    try:
        return draw_matches(season, plan)
    except CannotDrawError as error:
        raise RefusedError("not_playable", **error.context) from None


def add_written_matches(*, access: LeagueAccess, season: Season, lines: Sequence[NewMatch], key: str) -> int:
    """Add the matches that the organizer wrote, and return how many; ``key`` makes a retry return the same.

    Raises RefusedError ("idempotency_key_reused"), and as ``services.season.matches.add_match`` does; then none is
    added.
    """
    with open_season(access, season) as locked:
        if known := find_by_key(locked.events.filter(kind="scripted"), key, field="facts__key"):
            return int(known.facts["matches"])
        _refuse_rounds(locked, lines)
        made = make_matches(locked, lines)
        record_event(access, "scripted", season=locked, facts={"key": key, "matches": len(made)})
    return len(made)


def _refuse_rounds(season: Season, lines: Sequence[NewMatch]) -> None:
    """Raise RefusedError ("not_playable") for a written round of a planned bracket, or with someone in it already."""
    if season.pairing in PLANNED_BRACKETS and any(line.round_number for line in lines):
        raise RefusedError("not_playable", what="rounds_by_plan")
    sides = MatchSide.objects.filter(match__season=season, match__round__isnull=False)
    busy = set(sides.exclude(match__state=MatchState.CANCELED).values_list("match__round", "entrant"))
    for line in lines:
        for entrant in line.entrants:
            if (line.round_number, entrant.pk) in busy:
                raise RefusedError("not_playable", what="in_round", name=entrant_name(entrant), round=line.round_number)


def _all_at_once(season: Season, plan: PairingPlan) -> list[Match]:
    """Draw all rounds of a round robin (in pairs, groups or threes); earlier matches that haven't begun are deleted."""
    entrants = seeded(season)
    ids = list(entrants)
    threes = season.pairing == Pairing.TRIOS
    refuse_wrong_size(season, ids)
    if threes and len(ids) > MOST_IN_THREES:
        raise RefusedError("too_many", most=MOST_IN_THREES, what="players in threes")
    _check_size(season, len(ids))
    matches = list(season.matches.prefetch_related("sides"))
    begun_matches = [match for match in matches if has_begun(match)]
    played = [entrant_ids(match) for match in begun_matches if match.state != MatchState.CANCELED]
    if season.pairing == Pairing.GROUPS:
        rounds = group_rounds(_groups(season, entrants, plan, fixed=bool(played)))
    elif threes:
        rounds = trios(ids, rounds=plan.rounds)
    else:
        rounds = round_robin(ids, double=season.pairing == Pairing.DOUBLE)
    last = max((match.number for match in matches), default=0)
    season.matches.exclude(pk__in=[match.pk for match in begun_matches]).delete()
    start = 1 + max((match.round or 0 for match in begun_matches), default=0)
    return make_matches(season, _planned(remaining_rounds(rounds, played), entrants, plan, start), after=last)


def _groups(
    season: Season, entrants: Mapping[int, Entrant], plan: PairingPlan, *, fixed: bool
) -> Sequence[Sequence[int]]:
    """Put the entrants in the groups of ``plan``, and return the members of each (primary keys).

    If it has none, everyone stays where they are, and who has no group yet comes into the smallest one. ``fixed``
    groups, of which a match was played, can't be made anew.
    """
    count = plan.groups
    if fixed and (count or plan.written_groups):
        raise CannotDrawError(what="groups_played")
    numbers = sorted({entrant.group for entrant in entrants.values() if entrant.group})
    if plan.written_groups:
        groups = [list(group) for group in plan.written_groups]
        numbers = list(range(1, len(groups) + 1))
        if sorted(pk for group in groups for pk in group) != sorted(entrants):
            raise CannotDrawError(what="not_in_groups")
    elif count is None and numbers:
        groups = [[pk for pk, entrant in entrants.items() if entrant.group == number] for number in numbers]
        for pk in [pk for pk, entrant in entrants.items() if not entrant.group]:
            min(groups, key=len).append(pk)
    else:
        count = count or usual_groups(len(entrants))
        if len(entrants) < 2 * count:
            raise CannotDrawError(what="too_few_for_groups", most=len(entrants) // 2)
        numbers = list(range(1, count + 1))
        groups = [list(group) for group in dealt_out(list(entrants), count)]
    # Who has withdrawn comes into a group anew on returning.
    season.entrants.exclude(withdrawn_on=None).exclude(group__in=numbers).update(group=None)
    for number, group in zip(numbers, groups, strict=True):
        season.entrants.filter(pk__in=group).update(group=number)
    return groups


def _check_size(season: Season, entrants: int) -> None:
    """Raise RefusedError, with what is possible, if a round robin of so many would have more matches than a season."""
    each = {Pairing.ROUND_ROBIN: 1, Pairing.DOUBLE: 2}.get(Pairing(season.pairing))
    if each is None:
        return
    most = max(size for size in range(2, MOST_MATCHES) if size * (size - 1) // 2 * each <= MOST_MATCHES)
    if entrants > most:
        what = "round_robin" if each == 1 else "double_round_robin"
        raise RefusedError("too_many", most=most, what=what)


def _next_round(season: Season, plan: PairingPlan) -> list[Match]:
    """Draw the next round of a Swiss system or a bracket."""
    entrants = seeded(season)
    last = season.matches.aggregate(round=Max("round"), number=Max("number"))
    if plan.redraw and last["round"]:
        latest = season.matches.filter(round=last["round"])
        canceled = latest.filter(state=MatchState.CANCELED)
        if any(map(has_begun, latest.exclude(state=MatchState.CANCELED))):
            raise RefusedError("not_playable", what="round_begun", round=last["round"])
        latest.exclude(state=MatchState.CANCELED).delete()
        leave_draw(canceled)
    if not entrants.keys() >= plan.requested_byes.keys():
        raise RefusedError("not_found")
    refuse_wrong_size(season, entrants.keys() - plan.left_out)
    in_plan: tuple[int | None, ...] = ()
    replaced: Sequence[Match] = ()
    if season.pairing == Pairing.SWISS:
        number, pairs = swiss_round(season, entrants, absent=plan.left_out, accelerate=plan.accelerate)
    elif season.pairing in PLANNED_BRACKETS:
        number, pairs, in_plan = planned_round(season, entrants, third_place=plan.third_place)
    else:
        number, pairs, replaced = knockout_round(season, entrants, third_place=plan.third_place)
        leave_draw([one for match in replaced for one in (match, *earlier_replays(match))])
    planned = _planned((pairs,), entrants, plan, number)
    planned += [
        replace(plan.planned([entrants[entrant]], number, 0, 0), requested_bye=bye)
        for entrant, bye in sorted(plan.requested_byes.items())
    ]
    if in_plan:
        pairs_in_plan = zip(planned, in_plan, strict=True)
        planned = [replace(one, bracket_match=bracket_match) for one, bracket_match in pairs_in_plan]
    made = make_matches(season, planned, after=last["number"] or 0)
    for match, canceled_match in zip(made, replaced, strict=False):
        take_number(match, canceled_match)
    return made


def leave_draw(matches: Iterable[Match]) -> None:
    """Take matches out of their round, which is drawn again; they stay in the list."""
    for match in matches:
        match.round = match.bracket_match = None
        match.save(update_fields=["round", "bracket_match"])


def earlier_replays(match: Match) -> list[Match]:
    """Return the other matches of a round between the same entrants: they were drawn level, or canceled."""
    others = Match.objects.filter(season=match.season_id, round=match.round).exclude(pk=match.pk)
    entrants = set(entrant_ids(match))
    return [other for other in others.prefetch_related("sides") if set(entrant_ids(other)) == entrants]


def take_number(match: Match, canceled: Match) -> None:
    """Let a new match swap numbers with the canceled one that it replaces.

    The matches of a round stand in the order of their numbers: without this, the match for third place would pass for
    the final once a new final is drawn after it.
    """
    new, old = match.number, canceled.number
    last = Match.objects.filter(season=match.season_id).aggregate(last=Max("number"))["last"] or new
    for one, number in ((canceled, last + 1), (match, old), (canceled, new)):
        one.number = number
        one.save(update_fields=["number"])


def _planned(rounds: Sequence[Round], entrants: Mapping[int, Entrant], plan: PairingPlan, start: int) -> list[NewMatch]:
    return [
        plan.planned([entrants[entrant_id] for entrant_id in pairing], start + index, index, table)
        for index, matches in enumerate(rounds)
        for table, pairing in enumerate(matches)
    ]


_DRAWS: Final[Mapping[Pairing, Callable[[Season, PairingPlan], list[Match]]]] = {
    Pairing.ROUND_ROBIN: _all_at_once,
    Pairing.DOUBLE: _all_at_once,
    Pairing.GROUPS: _all_at_once,
    Pairing.TRIOS: _all_at_once,
    **dict.fromkeys(DRAWN_BY_ROUND, _next_round),
}
