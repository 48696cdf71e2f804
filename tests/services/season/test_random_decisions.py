"""Seasons in which much is decided late, by chance: nobody is ever stuck, and the places stay possible.

Each season plays, corrects, forfeits, cancels and restores matches, and lets people leave and return, at any time.
Then whoever runs it goes on and does what each refusal advises, until the season is over.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest

from games.models import Entrant, Match, MatchState, Season
from games.models.season import BRACKETS
from games.refusals import RefusedError
from games.rules.league.typed_result import TypedSide
from games.selectors.season.bracket import bracket_of
from games.selectors.season.wrong_pairs import wrong_pairs
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import return_entrant, withdraw
from games.services.season.match_stop import restore
from games.services.season.matches import cancel, forfeit
from games.services.season.pair_decisions import play_on, put_in, replay
from games.services.season.typed_results import TypedResult, type_results
from tests.leagues import Club, club

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
RESULTS = tuple((TypedSide(points, boxes=2), TypedSide(100 - points, boxes=2)) for points in (20, 80, 50))
TIES = 0.1
PLAYED_ON = 0.2
MOST_STEPS = 120
SWISS_ROUNDS = 4


class Evening:
    """A season, and somebody who decides by chance."""

    def __init__(self, pairing: str, seed: int) -> None:
        self.chance = random.Random(f"{pairing} {seed}")  # noqa: S311 - a season by chance
        names = NAMES[: self.chance.randint(3, len(NAMES))]
        self.club: Club = club(*names, pairing=pairing)
        self.keys = count()
        self.third = self.chance.random() < 0.5
        self.named = 0

    @property
    def season(self) -> Season:
        return Season.objects.get(pk=self.club.season.pk)

    def matches(self, *states: MatchState) -> list[Match]:
        found = self.club.season.matches.filter(round__isnull=False).prefetch_related("sides")
        return list(found.filter(state__in=states) if states else found)

    def do(self, use_case: Callable[..., object], **what: object) -> str:
        """Do one thing; return why it was refused, "" if it was not. ``named`` is the match that the refusal names."""
        try:
            use_case(access=self.club.access, season=self.season, **what)
        except RefusedError as refusal:
            assert refusal.code == "not_playable", refusal
            self.named = int(str(refusal.context.get("number", 0)))
            return str(refusal.context["what"])
        return ""

    def draw(self) -> str:
        plan = PairingPlan(third_place=self.third)
        return self.do(draw, plan=plan, key=str(next(self.keys)))

    def type(self, match: Match) -> str:
        """Enter a result, or correct it."""
        before = match.typed_result
        seen = tuple(TypedSide(**side) for side in before) if before else None
        result = RESULTS[-1] if self.chance.random() < TIES else self.chance.choice(RESULTS[:-1])
        return self.do(type_results, results=[TypedResult(match.number, result, seen)])

    def give_up(self, match: Match, both: float = 0.3) -> str:
        """One of the two did not come, or neither did."""
        sides = [side.entrant for side in match.sides.all()]
        missing = sides if self.chance.random() < both else [self.chance.choice(sides)]
        return self.do(forfeit, number=match.number, missing=missing, reason="")

    def decide_something(self) -> None:
        """Do anything that the pages offer."""
        matches, entrants = self.matches(), list(self.season.entrants.all())
        if not matches:
            self.draw()
            return
        match, entrant = self.chance.choice(matches), self.chance.choice(entrants)
        here = sum(one.withdrawn_on is None for one in entrants)
        match self.chance.randrange(12):
            case 0:
                self.give_up(match)
            case 1:
                self.do(cancel, number=match.number, reason="")
            case 2:
                self.do(restore, number=match.number, reason="")
            case 3 if here > 2:
                annul = self.chance.random() < 0.3
                withdraw(access=self.club.access, season=self.season, entrant_id=entrant.pk, annul=annul)
            case 4:
                return_entrant(access=self.club.access, season=self.season, entrant_id=entrant.pk)
            case 5 | 6:
                self.draw()
            case 7:
                self.settle_pairs()
            case _:
                self.type(match)

    def settle_pairs(self) -> None:
        """Decide about every match to which others come by now; one that waits for an open match may wait."""
        for _ in range(MOST_STEPS):
            ways: list[partial[str]] = []
            for pairs in wrong_pairs(self.season):
                undecided = [one for pair in pairs for one in pair.undecided]
                ways += [partial(self.do, replay, number=one.match.number) for one in undecided if one.can_be_replayed]
                decided = (play_on, partial(put_in, again=any(pair.begun for pair in pairs)))
                if not undecided:
                    ways += [partial(self.do, how, number=pairs[0].match.number) for how in decided]
                elif self.chance.random() < PLAYED_ON:
                    ways.append(partial(self.do, play_on, number=pairs[0].match.number))
            if not ways:
                return
            assert self.chance.choice(ways)() == ""
        raise AssertionError("There is always another wrong pair.")

    def finish(self) -> None:
        """Go on with the season, and do what each refusal advises."""
        for _ in range(MOST_STEPS):
            self.settle_pairs()
            for match in self.matches(MatchState.PLANNED, MatchState.RUNNING):
                if self.type(match):
                    assert self.give_up(match, both=0) == ""
            self.settle_pairs()
            if self.matches(MatchState.PLANNED, MatchState.RUNNING):
                continue
            rounds = {match.round for match in self.matches()}
            if self.season.pairing not in BRACKETS and len(rounds) >= SWISS_ROUNDS:
                return
            refused = self.draw()
            if refused in ("final_played", "nobody_left", "too_few"):
                return
            if refused:
                self.take_advice(refused, self.named)
        raise AssertionError("The season is never over.")

    def take_advice(self, refused: str, number: int) -> None:
        """Do what the sentence of a refused draw says: "no_winner" is to enter who did not show up."""
        assert refused == "no_winner"
        assert self.give_up(next(match for match in self.matches() if match.number == number), both=0) == ""


def places_are_possible(season: Season) -> None:
    """Nobody shares a place with more than it is for, and everybody has one."""
    bracket = bracket_of(season)
    if bracket is None:
        return
    entrants = list(Entrant.objects.filter(season=season))
    places = bracket.places(entrants)
    assert len([place for place in places.values() if place.place == 1]) <= 1
    for place in places.values():
        better = [other for other in places.values() if other.place < place.place]
        assert len(better) <= place.place - 1, places


ONCE_WRONG = {"knockout": (1_018, 1_580), "consolation": (226, 283), "double_elimination": (125, 1_537, 1_878)}
"""Seasons in which places once overlapped, or nobody could go on."""


@pytest.mark.parametrize("seasons", [1, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pairing", ["swiss", *BRACKETS])
def test_nobody_is_ever_stuck(pairing: str, seasons: int) -> None:
    for seed in (*range(seasons), *ONCE_WRONG.get(pairing, ())):
        evening = Evening(pairing, seed)
        try:
            for _ in range(evening.chance.randint(5, 25)):
                evening.decide_something()
            evening.finish()
            places_are_possible(evening.season)
        except AssertionError as fault:
            fault.add_note(f"{pairing}, season {seed}")
            raise
