"""Build the bracket of a season from its matches: those of each round and the places of entrants."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django.db.models import Q, QuerySet

from games.models import Entrant, Match, MatchSide, MatchState, Pairing, Season
from games.models.season import BRACKETS, PLANNED_BRACKETS
from games.rules.league.standings import Outcome
from games.rules.pairings import Pairing as EntrantPair
from games.rules.pairings.bracket_places import BracketMatch, BracketPlace, bracket_places, in_slots, round_sizes
from games.selectors.season.bracket_matches import is_later, match_of, withdrawn_by
from games.selectors.season.planned_bracket import PlannedBracket, planned_bracket

CLOSED_BY_BRACKET: Final = {"places": "bracket"}
"""Stored in the event that closes a knock-out season whose places follow the bracket."""
_CLOSING_KINDS: Final = ("season_closed", "season_brought")
"""Kinds of events that close a season: on this server, or before it was imported from an archive."""


def follows_bracket(season: Season) -> bool:
    """Return whether the bracket decides a season's places.

    In earlier versions the criteria decided the places of a knock-out too. Seasons closed then keep their published
    table until they are reopened; the event of their closing lacks ``CLOSED_BY_BRACKET``.
    """
    if season.pairing not in BRACKETS:
        return False
    if season.closed_at is None:
        return True
    closed = season.events.filter(kind__in=_CLOSING_KINDS).last()
    return closed is not None and closed.facts.items() >= CLOSED_BY_BRACKET.items()


def drawn_matches(season: Season) -> QuerySet[Match]:
    """Return the matches of the rounds drawn so far, in order, with their sides."""
    return season.matches.filter(round__isnull=False).prefetch_related("sides").order_by("number")


def drawn_rounds(matches: Iterable[Match]) -> dict[int, dict[EntrantPair, Match]]:
    """Return the matches by round in bracket order, each with the one that decides it: the last of its replays.

    A canceled match decides only if there is no other. ``matches`` are ordered by number, with their sides.
    """
    rounds: defaultdict[int, dict[EntrantPair, Match]] = defaultdict(dict)
    for match in matches:
        pair = tuple(side.entrant_id for side in match.sides.all())
        of_round = rounds[match.round or 0]
        known_pair = next((pairing for pairing in of_round if set(pairing) == set(pair)), pair)
        if known_pair not in of_round or match.state != MatchState.CANCELED:
            of_round[known_pair] = match
    return dict(rounds)


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of a knock-out by round, each round in bracket order; None where nobody came into a match."""

    rounds: Sequence[Sequence[Match | None]]

    @property
    def sizes(self) -> Sequence[int]:
        """How many matches each round has, down to the final; a match for third place isn't counted."""
        return round_sizes(self.rounds)

    def places(self, entrants: Iterable[Entrant], on: date | None = None) -> Mapping[int, BracketPlace]:
        """Return how far each of ``entrants`` came by the end of the night ``on``; None means by now."""
        rounds: list[list[BracketMatch]] = []
        for matches in self.rounds:
            rounds.append([match_of(match, on) if match else BracketMatch(()) for match in matches])
            if on is not None and any(is_later(match, on) for match in matches if match):
                # The next round is drawn only after this one is over.
                break
        return bracket_places(rounds, withdrawn_by(entrants, on))


def knockout_bracket(matches: Iterable[Match]) -> Bracket:
    """Return the bracket of the matches drawn (in order, with their sides); it has no rounds if they aren't one."""
    rounds = [list(by_pair.values()) for _, by_pair in sorted(drawn_rounds(matches).items())]
    entrants = [[[side.entrant_id for side in match.sides.all()] for match in drawn] for drawn in rounds]
    return Bracket(
        [
            [None if index is None else drawn[index] for index in slots]
            for drawn, slots in zip(rounds, in_slots(entrants), strict=False)
        ]
    )


def canceled_matches(season: Season, drawn: Iterable[Match]) -> list[Match]:
    """Return the matches of a bracket that have to be drawn again before it goes on: canceled, and nobody left.

    In a plan these are also those to which others come by now. ``drawn`` are its matches, in order, with their sides.
    The rounds before the last one of a knock-out stay as they are, and so do the matches of a plan that another one
    follows.
    """
    planned = planned_bracket(season, drawn) if season.pairing in PLANNED_BRACKETS else None
    latest: Iterable[Match] = ()
    if planned:
        latest = planned.last_matches()
    elif season.pairing == Pairing.KNOCKOUT and (rounds := drawn_rounds(drawn)):
        latest = rounds[max(rounds)].values()
    canceled = [match for match in latest if match.state == MatchState.CANCELED]
    if not canceled:
        return []
    entrants = list(season.entrants.all())
    playing = {entrant.pk for entrant in entrants if entrant.withdrawn_on is None}
    return [
        match
        for match in canceled
        if {side.entrant_id for side in match.sides.all()} <= playing
        or (planned and _others_come(planned, match, entrants))
    ]


def _others_come(planned: PlannedBracket, canceled: Match, entrants: Iterable[Entrant]) -> bool:
    """Return whether others come to a canceled match by now, by the results of those before it."""
    number = canceled.bracket_match or 0
    if planned.plan.match(number).sources[0].kind == "seed":
        return False
    without = replace(planned, matches={n: match for n, match in planned.matches.items() if n != number})
    sides = without.run(entrants).sides(number)
    return None not in sides and {side for side in sides if side} != {s.entrant_id for s in canceled.sides.all()}


def no_shows(season: Season) -> set[int]:
    """Return the entrants (primary keys) who came to none of their matches, and missed one or withdrew."""
    sides = MatchSide.objects.filter(match__season=season)
    came = Q(match__state__in=(MatchState.RUNNING, MatchState.PLAYED)) | Q(
        match__state=MatchState.FORFEITED, outcome=Outcome.WIN
    )
    missed = sides.filter(match__state=MatchState.FORFEITED, outcome=Outcome.LOSS).values_list("entrant", flat=True)
    withdrawn = season.entrants.exclude(withdrawn_on=None).values_list("pk", flat=True)
    return {*missed, *withdrawn} - set(sides.filter(came).values_list("entrant", flat=True))


def bracket_of(season: Season) -> Bracket | PlannedBracket | None:
    """Return the bracket of a season; None if it doesn't decide the places, or no round was drawn yet."""
    if not follows_bracket(season):
        return None
    drawn = list(drawn_matches(season))
    if season.pairing in PLANNED_BRACKETS:
        planned = planned_bracket(season, drawn)
        # What is to be drawn again decides nothing: others may come to it by now.
        again = canceled_matches(season, drawn) if planned else []
        if planned and again:
            planned = replace(planned, matches={n: match for n, match in planned.matches.items() if match not in again})
        return planned
    bracket = knockout_bracket(drawn)
    return bracket if bracket.places(()) else None
