"""Seasons of groups in which much is decided late, by chance, and the bracket after them: nobody twice, nobody lost."""

from collections import Counter
from itertools import count

import pytest

from games.models import MatchState, Pairing, Season
from games.models.season import BRACKETS
from games.refusals import RefusedError
from games.selectors.season.group_stage import Qualification, wrong_entrants
from games.selectors.season.season_rows import season_rows
from games.services.season.final_stage import start_final_stage, take_qualified
from tests.leagues import Club
from tests.services.season.test_random_decisions import Evening, places_are_possible


class Groups(Evening):
    """A season of groups, and the bracket that follows."""

    def __init__(self, seed: int) -> None:
        super().__init__("groups", seed)
        self.draw()

    def play_out(self) -> None:
        """Type what is open, as often as it takes."""
        while self.matches(MatchState.PLANNED, MatchState.RUNNING):
            for match in self.matches(MatchState.PLANNED, MatchState.RUNNING):
                if self.type(match):
                    assert self.give_up(match, both=0) == ""

    def rule(self) -> Qualification:
        """How many go on, as many as there are at most."""
        playing = {entrant.pk for entrant in self.season.entrants.filter(withdrawn_on=None)}
        sizes = Counter(row.group for row in season_rows(self.season) if row.ranked and row.entrant in playing)
        return Qualification(self.chance.randint(1, min(sizes.values(), default=1)), self.chance.randint(0, 2))

    def bracket(self) -> Evening | None:
        """Start the bracket; None where too few are left."""
        pairing = Pairing(self.chance.choice(BRACKETS))
        try:
            season = start_final_stage(
                access=self.club.access, season=self.season, name="Finals", pairing=pairing, rule=self.rule(), key="b"
            )
        except RefusedError as refusal:
            assert refusal.context["what"] in ("too_few", "too_few_in_group", "no_groups_yet")
            return None
        evening = Evening.__new__(Evening)
        evening.chance, evening.keys, evening.named = self.chance, count(), 0
        evening.third = self.chance.random() < 0.5
        evening.club = Club(self.club.organizer, self.club.league, season, self.club.members, {})
        return evening


def everyone_stays_in_their_group(season: Season) -> None:
    """Every match that was drawn, and counts, is between two of a group."""
    for match in season.matches.exclude(state=MatchState.CANCELED).prefetch_related("sides__entrant"):
        groups = {side.entrant.group for side in match.sides.all()}
        assert len(groups) == 1
        assert None not in groups


@pytest.mark.parametrize("seasons", [3, pytest.param(1_000, marks=pytest.mark.slow)])
def test_nobody_is_lost_between_groups_and_bracket(seasons: int) -> None:
    for seed in range(seasons):
        groups = Groups(seed)
        try:
            for _ in range(groups.chance.randint(5, 25)):
                groups.decide_something()
            groups.play_out()
            everyone_stays_in_their_group(groups.season)
            bracket = groups.bracket()
            if bracket is None:
                continue
            bracket.draw()
            # A result of the groups is corrected, and the right ones come in before the bracket's first match.
            if played := groups.matches(MatchState.PLAYED):
                groups.type(groups.chance.choice(played))
            groups.play_out()
            if wrong_entrants(bracket.season) != (set(), set()):
                take_qualified(access=bracket.club.access, season=bracket.season)
                assert wrong_entrants(bracket.season) == (set(), set())
            members = list(bracket.season.entrants.values_list("member", flat=True))
            assert len(members) == len(set(members)) >= 2
            bracket.finish()
            places_are_possible(bracket.season)
        except AssertionError as fault:
            fault.add_note(f"season {seed}")
            raise
