"""Double eliminations and consolations: every size from 2 to 64 compared with a walk of arrays, by random results."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from games.rules.league.season import Crossing
from games.rules.pairings.bracket_places import BracketMatch
from games.rules.pairings.bracket_plan import BracketPlan, consolation, double_elimination
from games.rules.pairings.bracket_run import NOBODY, BracketRun
from tests.rules.league.bracket_walks import BY_TURNS, CROSSINGS, Chance, consolation_walk, double_walk

SEED = 20_261_124
TIMES = 2
WALKS: dict[Crossing, dict[int, list[list[int]]]] = {"every_round": CROSSINGS, "by_turns": BY_TURNS}


def first_round(plan: BracketPlan) -> dict[int, BracketMatch]:
    """The first round of entrants 1 (the best seed), 2, …, with its byes."""
    drawn = {}
    for match in plan.matches:
        if all(source.kind == "seed" for source in match.sources):
            entrants = tuple(source.number + 1 for source in match.sources)
            drawn[match.number] = BracketMatch(entrants, entrants[0] if len(entrants) == 1 else None)
    return drawn


def decided(match: BracketMatch, winner: int) -> BracketMatch:
    return BracketMatch(match.entrants, winner, frozenset(match.entrants) - {winner})


def played_out(plan: BracketPlan, decide: Callable[[int, int], int], *, third: bool = False) -> BracketRun:
    """The bracket drawn wave by wave, until nothing is left to draw."""
    played, coming = dict[int, BracketMatch](), first_round(plan)
    while coming:
        for number, match in coming.items():
            played[number] = decided(match, decide(*match.entrants)) if len(match.entrants) == 2 else match
        ready = BracketRun(plan, played).ready()
        coming = {number: BracketMatch(pair) for number, pair in ready if third or plan.match(number).part != "third"}
    return BracketRun(plan, played)


def places(run: BracketRun) -> dict[int, int]:
    return {entrant: found.place for entrant, found in run.places().items()}


def matches_of(run: BracketRun) -> Counter[frozenset[int]]:
    return Counter(frozenset(match.entrants) for match in run.played.values() if len(match.entrants) == 2)


@pytest.mark.parametrize("crossing", WALKS)
@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_a_double_elimination_is_what_a_walk_says(subtests: pytest.Subtests, sizes: range, crossing: Crossing) -> None:
    for size in sizes:
        with subtests.test(size=size):
            for time in range(TIMES):
                run = played_out(double_elimination(size, crossing), Chance(SEED + time))
                walk = double_walk(range(1, size + 1), Chance(SEED + time), WALKS[crossing])
                assert matches_of(run) == walk.played
                assert places(run) == walk.places()
                assert all(found.place == found.worst for found in run.places().values())


@pytest.mark.parametrize("crossing", WALKS)
@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_everyone_is_out_after_two_losses(subtests: pytest.Subtests, sizes: range, crossing: Crossing) -> None:
    for size in sizes:
        with subtests.test(size=size):
            for time in range(TIMES):
                run = played_out(double_elimination(size, crossing), Chance(SEED + time))
                losses = Counter(loser for match in run.played.values() for loser in match.losers)
                champion = run.champion()
                assert champion is not None
                beaten = losses.pop(champion, 0)
                assert beaten <= 1
                assert losses == dict.fromkeys(set(range(1, size + 1)) - {champion}, 2)
                matches = sum(matches_of(run).values())
                assert matches == 2 * size - 2 + beaten


@pytest.mark.parametrize("crossing", WALKS)
def test_two_meet_again_as_late_as_can_be(subtests: pytest.Subtests, crossing: Crossing) -> None:
    for size, earliest in [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7)]:
        with subtests.test(size=size, earliest=earliest):
            for time in range(5):
                plan = double_elimination(size, crossing)
                run, met = played_out(plan, Chance(SEED + time)), set[frozenset[int]]()
                for number, match in sorted(run.played.items()):
                    planned = run.plan.match(number)
                    assert planned.part != "losers" or planned.round >= earliest or frozenset(match.entrants) not in met
                    met.add(frozenset(match.entrants))


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_only_the_best_seeds_have_byes(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            byes = (1 << (size - 1).bit_length()) - size
            for plan in (double_elimination(size), consolation(size)):
                alone = {match.entrants[0] for match in first_round(plan).values() if len(match.entrants) == 1}
                assert alone == set(range(1, byes + 1))
                assert all(len(match.sources) == 2 for match in plan.matches if match.sources[0].kind != "seed")


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_a_consolation_is_what_a_walk_says(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes:
        with subtests.test(size=size):
            for time in range(TIMES):
                run = played_out(consolation(size), Chance(SEED + time))
                walk = consolation_walk(range(1, size + 1), Chance(SEED + time))
                assert matches_of(run) == walk.played
                assert places(run) == walk.places()


@pytest.mark.parametrize("sizes", [range(2, 18), pytest.param(range(18, 65), marks=pytest.mark.slow)])
def test_in_a_consolation_everyone_but_the_second_plays_twice(subtests: pytest.Subtests, sizes: range) -> None:
    for size in sizes[2:]:
        with subtests.test(size=size):
            for time in range(TIMES):
                run = played_out(consolation(size), Chance(SEED + time))
                matches = Counter(entrant for match in run.played.values() for entrant in match.entrants)
                byes = Counter(match.entrants[0] for match in run.played.values() if len(match.entrants) == 1)
                once = {entrant for entrant in matches if matches[entrant] - byes[entrant] < 2}
                alone = {
                    next(side for side in run.sides(match.number) if side)
                    for match in run.plan.matches
                    if match.part == "consolation" and NOBODY in run.sides(match.number)
                }
                # One can be alone in all of their part of the consolation.
                assert once <= alone | {entrant for entrant, found in run.places().items() if found.place == 2}


class Evening:
    """A bracket in play: who wins is said one match after another, by the lower of the two numbers if nothing is."""

    def __init__(self, plan: BracketPlan) -> None:
        self.plan, self.played = plan, first_round(plan)

    def run(self, *withdrawn: int) -> BracketRun:
        return BracketRun(self.plan, self.played, withdrawn)

    def win(self, number: int, winner: int) -> None:
        self.played[number] = decided(self.played[number], winner)

    def draw(self, *withdrawn: int) -> dict[int, tuple[int, ...]]:
        """Draw what can be drawn, and return it."""
        ready = dict(self.run(*withdrawn).ready())
        self.played |= {number: BracketMatch(pair) for number, pair in ready.items()}
        return ready

    def wave(self, *withdrawn: int) -> None:
        """The better seed wins every open match, and the next ones are drawn."""
        for number, match in self.played.items():
            if match.winner is None and not match.losers and not set(match.entrants) & set(withdrawn):
                self.win(number, min(match.entrants))
        self.draw(*withdrawn)


def test_the_second_grand_final_is_drawn_only_if_it_is_needed() -> None:
    evening = Evening(double_elimination(4))
    for _ in range(3):
        evening.wave()
    (final,) = (match.number for match in evening.plan.matches if match.part == "final" and match.round == 1)
    assert evening.played[final].entrants == (1, 2)
    assert evening.run().sides(final + 1) == (None, None)
    evening.win(final, 1)
    assert evening.draw() == {}
    assert evening.run().champion() == 1
    assert evening.run().sides(final + 1) == (NOBODY, NOBODY)
    evening.win(final, 2)
    assert evening.run().champion() is None
    assert evening.draw() == {final + 1: (2, 1)}
    evening.win(final + 1, 2)
    assert places(evening.run()) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_a_second_grand_final_that_a_correction_made_needless_decides_nothing() -> None:
    evening = Evening(double_elimination(2))
    evening.wave()
    evening.win(2, 2)
    assert evening.draw() == {3: (2, 1)}
    evening.win(2, 1)
    assert evening.run().champion() == 1
    assert places(evening.run()) == {1: 1, 2: 2}


def test_who_withdraws_gives_way_in_both_brackets() -> None:
    evening = Evening(double_elimination(4))
    evening.win(1, 4)
    evening.win(2, 2)
    # Entrants 1 and 3 would play in the losers' bracket, 4 and 2 in the winners' final.
    assert evening.run(1).ready() == ((3, (4, 2)),)
    assert places(evening.run(1)) == {4: 1, 2: 1, 3: 1, 1: 4}
    evening.draw(1)
    evening.win(3, 4)
    assert evening.draw(1) == {5: (2, 3)}


def test_a_bracket_goes_on_though_two_who_meet_have_left() -> None:
    evening = Evening(double_elimination(8))
    evening.wave(8, 5)
    for _ in range(9):
        evening.wave(8, 5)
    run = evening.run(8, 5)
    assert run.champion() == 1
    assert {entrant: found.place for entrant, found in run.places().items() if entrant in (5, 8)} == {5: 6, 8: 6}


def test_if_neither_comes_both_are_out() -> None:
    evening = Evening(double_elimination(4))
    evening.played[1] = BracketMatch((1, 4), None, frozenset({1, 4}))
    evening.win(2, 2)
    run = evening.run()
    assert run.champion() is None
    assert dict(run.ready()) == {6: (2, 3)}
    assert places(run) == {2: 1, 3: 1, 1: 3, 4: 3}


def none_came(size: int, *pairs: tuple[int, int]) -> BracketRun:
    """A consolation in which neither came to these first matches; the better seed wins all others."""
    evening = Evening(consolation(size))
    for number, match in evening.played.items():
        if tuple(sorted(match.entrants)) in pairs:
            evening.played[number] = BracketMatch(match.entrants, None, frozenset(match.entrants))
    for _ in range(size):
        evening.wave()
    return evening.run()


@pytest.mark.parametrize(
    ("size", "pairs", "expected"),
    [
        (4, [(1, 4)], {2: 1, 3: 2, 1: 3, 4: 3}),
        (8, [(1, 8)], {2: 1, 4: 2, 3: 3, 5: 4, 6: 5, 7: 6, 1: 7, 8: 7}),
        (8, [(1, 8), (2, 7)], {3: 1, 4: 2, 5: 3, 6: 4, 1: 5, 8: 5, 2: 5, 7: 5}),
        (8, [(1, 8), (4, 5)], {2: 1, 3: 2, 6: 3, 7: 4, 1: 5, 8: 5, 4: 5, 5: 5}),
    ],
)
def test_who_came_to_a_consolation_is_above_those_who_did_not(
    size: int, pairs: list[tuple[int, int]], expected: dict[int, int]
) -> None:
    assert places(none_came(size, *pairs)) == expected


@pytest.mark.parametrize("size", range(4, 18))
def test_places_of_a_consolation_never_overlap_whoever_did_not_come(size: int) -> None:
    for seed in range(20):
        luck = random.Random(f"{size} {seed}")  # noqa: S311 - an evening by chance
        evening, absent = Evening(consolation(size)), set[int]()
        for _ in range(size):
            for number, match in evening.played.items():
                if match.winner is None and not match.losers and luck.random() < 0.3:
                    evening.played[number] = BracketMatch(match.entrants, None, frozenset(match.entrants))
                    if evening.plan.winner_to(number):
                        absent |= {*match.entrants}
            evening.wave()
        played = [match for match in evening.played.values() if match.winner and len(match.entrants) == 2]
        came = {entrant for match in played for entrant in match.entrants}
        absent -= came
        found = places(evening.run())
        ranks = {place: sum(other < place for other in found.values()) + 1 for place in found.values()}
        assert all(rank in (place, 1) for place, rank in ranks.items()), found
        assert list(found.values()).count(1) <= 1
        assert max((found[entrant] for entrant in came), default=1) < min(
            (found[entrant] for entrant in absent), default=size + 1
        ), found


def test_a_match_stays_as_it_was_drawn_when_an_earlier_result_is_corrected() -> None:
    evening = Evening(double_elimination(4))
    evening.wave()
    assert evening.played[3].entrants == (1, 2)
    evening.win(1, 4)
    evening.wave()
    # Entrant 1 has gone on to the winners' final and 4 to the losers' bracket, once each.
    run = evening.run()
    assert [match.entrants for match in run.played.values()].count((1, 4)) == 1
    assert {entrant: found.place for entrant, found in run.places().items()} == {1: 1, 2: 1, 3: 1, 4: 4}


def test_an_annulled_win_does_not_send_the_loser_two_ways() -> None:
    evening = Evening(double_elimination(4))
    evening.win(1, 4)
    evening.win(2, 2)
    assert evening.draw() == {3: (4, 2), 4: (1, 3)}
    # Entrant 4 withdraws, and the win over 1 is canceled.
    evening.played[1] = BracketMatch((1, 4))
    run = evening.run(4)
    assert run.winner(3) == 2
    assert run.sides(4) == (1, 3)
    assert {entrant: found.place for entrant, found in run.places().items()} == {1: 1, 2: 1, 3: 1, 4: 3}


def test_nobody_meets_themselves_when_the_winners_final_was_paired_again() -> None:
    evening = Evening(double_elimination(3))
    evening.win(2, 3)
    evening.draw()
    evening.win(3, 3)
    assert evening.draw() == {4: (1, 2)}
    evening.win(4, 1)
    # Entrant 3 withdraws, and 1 and 2 play the winners' final again.
    evening.played[3] = BracketMatch((1, 2), 1)
    run = evening.run(3)
    assert run.ready() == ()
    assert run.champion() == 1
    assert places(run) == {1: 1, 2: 2, 3: 2}


def test_before_the_first_match_everything_is_open(subtests: pytest.Subtests) -> None:
    for entrant, place, worst, wins_left in [(1, 1, 8, 4), (8, 1, 8, 4)]:
        with subtests.test(entrant=entrant, place=place, worst=worst, wins_left=wins_left):
            found = Evening(double_elimination(8)).run().places()[entrant]
            assert (found.place, found.worst, found.wins_left) == (place, worst, wins_left)


def test_the_way_to_first_place_is_longer_by_the_losers_bracket() -> None:
    evening = Evening(double_elimination(8))
    evening.wave()
    found = evening.run().places()
    assert {entrant: (found[entrant].wins_left, found[entrant].worst) for entrant in (1, 8)} == {1: (3, 6), 8: (6, 8)}
    for _ in range(4):
        evening.wave()
    found = evening.run().places()
    assert (found[1].wins_left, found[2].wins_left) == (1, 2)


def test_losers_of_the_semi_finals_can_play_for_third_place() -> None:
    run = played_out(consolation(8), min, third=True)
    assert places(run) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 7}
    assert [run.places()[entrant].third for entrant in (3, 4)] == ["won", "lost"]


@pytest.mark.parametrize("plan", [double_elimination, consolation])
def test_one_alone_has_no_bracket(plan: Callable[[int], BracketPlan]) -> None:
    with pytest.raises(ValueError, match="takes 2"):
        plan(1)


def test_somebody_with_a_bye_who_withdraws_has_a_place() -> None:
    """They lose their next match, and the one of the losers' bracket after it."""
    for size in (3, 5, 6, 7):
        plan = double_elimination(size)
        run = BracketRun(plan, first_round(plan), withdrawn=[1])
        assert run.places()[1].place <= size
