"""Swiss rounds: each rule by example, small rounds against every pairing, and a thousand tournaments."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from games.rules.pairings.swiss import MOST_AHEAD, SwissPlayer, swiss_pairings
from tests.rules.pairing_checks import everyone_once, lead, thrice_running

SEED = 20_261_121


@dataclass
class Person:
    """What happened to one entrant, round by round."""

    entrant: int
    seed: int
    score: int = 0
    byes: int = 0
    met: list[int] = field(default_factory=list)
    dealt: list[bool] = field(default_factory=list)

    def player(self) -> SwissPlayer:
        return SwissPlayer(
            entrant=self.entrant,
            score=self.score,
            opponents=tuple(self.met),
            first_deals=sum(self.dealt),
            matches=len(self.dealt),
            byes=self.byes,
            seed=self.seed,
            recent_first_deals=tuple(self.dealt[-2:]),
        )


def people(*scores: int) -> list[Person]:
    """Entrants 1, 2, 3 ... with these scores, seeded as they come."""
    return [Person(entrant, entrant, score) for entrant, score in enumerate(scores, start=1)]


def paired(those: Sequence[Person]) -> tuple[tuple[int, ...], ...]:
    return swiss_pairings([person.player() for person in those])


def who_meet(those: Sequence[Person]) -> set[frozenset[int]]:
    return {frozenset(pairing) for pairing in paired(those)}


# One rule after the other.


def test_in_the_first_round_the_upper_half_meets_the_lower_and_deals_first_by_turns() -> None:
    assert paired(people(*[0] * 8)) == ((1, 5), (6, 2), (3, 7), (8, 4))


def test_equal_scores_meet() -> None:
    assert who_meet(people(2, 0, 2, 0, 4, 4)) == {frozenset({5, 6}), frozenset({1, 3}), frozenset({2, 4})}


def test_two_small_differences_are_better_than_a_great_one() -> None:
    assert who_meet(people(4, 2, 2, 0)) == {frozenset({1, 2}), frozenset({3, 4})}


def test_lowest_of_a_score_group_meets_the_highest_of_the_next() -> None:
    those = people(*[2] * 7, *[0] * 3)
    assert who_meet(those) == {frozenset(two) for two in [(1, 4), (2, 5), (3, 6), (7, 8), (9, 10)]}


def test_no_rematch_even_if_only_one_side_lists_the_opponent() -> None:
    those = people(2, 2, 0, 0)
    those[0].met.append(2)
    assert who_meet(those) == {frozenset({1, 3}), frozenset({2, 4})}


def test_the_lowest_score_has_the_bye() -> None:
    assert paired(people(4, 2, 0))[-1] == (3,)


def test_lowest_seed_of_equals_gets_the_bye() -> None:
    assert paired(people(2, 2, 2))[-1] == (3,)


def test_a_second_bye_waits_until_all_had_one() -> None:
    those = people(4, 2, 0)
    those[2].byes = 1
    assert paired(those)[-1] == (2,)
    those[0].byes = those[1].byes = 1
    assert paired(those)[-1] == (3,)


def test_the_bye_goes_up_where_the_others_could_not_be_paired() -> None:
    those = people(4, 2, 0)
    those[0].met, those[1].met = [2], [1]
    assert paired(those)[-1] == (2,)


def test_a_player_left_alone_has_a_bye_and_nobody_has_no_round() -> None:
    assert paired(people(0)) == ((1,),)
    assert swiss_pairings([]) == ()


def test_player_with_too_few_first_deals_deals_first() -> None:
    those = people(2, 2)
    those[0].dealt, those[1].dealt = [True], [False]
    assert paired(those) == ((2, 1),)
    those[0].dealt, those[1].dealt = [False], [True]
    assert paired(those) == ((1, 2),)


def test_equals_who_balance_the_first_deals_meet() -> None:
    those = people(2, 2, 2, 2)
    those[0].dealt, those[1].dealt, those[2].dealt, those[3].dealt = [True], [False], [True], [False]
    assert paired(those) in {((2, 1), (4, 3)), ((4, 1), (2, 3))}


def test_players_with_equal_balances_alternate_the_deal() -> None:
    those = people(2, 2)
    those[0].dealt, those[1].dealt = [False, True], [True, False]
    assert paired(those) == ((2, 1),)


def test_equals_meet_though_neither_of_them_should_deal_first() -> None:
    those = people(4, 4, 2, 2)
    for person, dealt in zip(those, ([True] * 2, [True] * 2, [False] * 2, [False] * 2), strict=True):
        person.dealt = dealt
    assert who_meet(those) == {frozenset({1, 2}), frozenset({3, 4})}


def test_of_equals_those_meet_who_may_deal() -> None:
    those = people(4, 4, 4, 4)
    for person, dealt in zip(those, ([True] * 2, [True] * 2, [False] * 2, [False] * 2), strict=True):
        person.dealt = dealt
    assert who_meet(those) == {frozenset({1, 3}), frozenset({2, 4})}
    assert {pairing[0] for pairing in paired(those)} == {3, 4}


def test_not_three_times_running_goes_before_balance() -> None:
    those = people(2, 2)
    those[0].dealt, those[1].dealt = [False, False, False, True, True], [True, False, True]
    assert paired(those) == ((2, 1),)


def test_without_the_last_matches_only_the_difference_counts() -> None:
    known = SwissPlayer(1, 0, (), 2, 5, 0, 1, (True, True)), SwissPlayer(2, 0, (), 2, 4, 0, 2)
    assert swiss_pairings(known) == ((2, 1),)
    assert swiss_pairings((SwissPlayer(1, 0, (), 2, 5, 0, 1), known[1])) == ((1, 2),)


def test_large_imbalance_of_first_deals_may_shrink() -> None:
    """Who joined with four first deals too many breaks no limit by dealing second."""
    players = [SwissPlayer(1, 0, (), 4, 4, 0, 1), SwissPlayer(2, 0, (), 0, 0, 0, 2)]
    assert players[0].deal(False)[0] == 0
    assert players[0].deal(True)[0] == 1
    assert swiss_pairings(players) == ((2, 1),)


def test_two_who_are_alone_meet_again() -> None:
    those = people(2, 0)
    those[0].met, those[1].met = [2], [1]
    assert paired(those) == ((1, 2),)


def test_a_rematch_goes_before_a_second_bye() -> None:
    """1 and 2 have met and 3 had a bye; 2 met 3, too: somebody has to meet again."""
    those = people(4, 2, 0)
    those[0].met, those[1].met, those[2].byes = [2], [1, 3], 1
    assert who_meet(those) == {frozenset({1, 3}), frozenset({2})}
    those[0].met, those[2].met = [2, 3], [2, 1]
    assert paired(those)[-1] in {(1,), (2,)}


def test_an_entrant_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="named twice"):
        paired([Person(1, 1), Person(1, 2)])


def test_the_order_of_the_players_does_not_matter() -> None:
    luck = random.Random(SEED)  # noqa: S311
    those = tournament(luck, 15, 5)
    assert all(paired(luck.sample(those, 15)) == paired(those) for _ in range(20))


# Against every other pairing.


def every_pairing(those: Sequence[Person]) -> Iterator[list[tuple[Person, ...]]]:
    """All ways to pair those with whom they did not meet; an odd number leaves one of the fewest byes alone."""
    if len(those) % 2:
        for alone in those:
            if alone.byes == min(person.byes for person in those):
                rest = [person for person in those if person is not alone]
                yield from ([*pairs, (alone,)] for pairs in every_pairing(rest))
    elif not those:
        yield []
    else:
        for other in those[1:]:
            if other.entrant not in those[0].met:
                rest = [person for person in those[1:] if person is not other]
                yield from ([(those[0], other), *pairs] for pairs in every_pairing(rest))


def dealing(first: Person, second: Person) -> tuple[int, int]:
    """How many of the two get past a limit of the first deal, and how far from balance and turns they are then."""
    past = uneven = 0
    for person, deals in ((first, True), (second, False)):
        after = [*person.dealt, deals]
        past += (abs(lead(after)) > 2 and abs(lead(after)) > abs(lead(person.dealt))) or thrice_running(after[-3:])
        uneven += 2 * lead(after) ** 2 + (after[-2:] in ([True, True], [False, False]))
    return past, uneven


def worth(pairs: Sequence[tuple[Person, ...]]) -> tuple[int, int, int, int]:
    """The bye's score, squared differences of score, limits broken, unevenness of deals: less is better."""
    bye = sum(pairing[0].score for pairing in pairs if len(pairing) == 1)
    matches = [pairing for pairing in pairs if len(pairing) == 2]
    deals = [dealing(*match) for match in matches]
    apart = sum((first.score - second.score) ** 2 for first, second in matches)
    return bye, apart, sum(past for past, _ in deals), sum(uneven for _, uneven in deals)


def after(those: Sequence[Person], way: Sequence[tuple[Person, ...]]) -> list[Person]:
    """Who has met whom after this round."""
    other = {person.entrant: match for match in way for person in match}
    return [
        replace(
            person,
            byes=person.byes + (len(other[person.entrant]) == 1),
            met=[*person.met, *(mate.entrant for mate in other[person.entrant] if mate is not person)],
        )
        for person in those
    ]


def rounds_left(those: Sequence[Person], known: dict[object, int]) -> int:
    """How many more rounds can be paired at best without a rematch or an unfair bye, by trying all of them."""
    key = tuple((person.byes, frozenset(person.met)) for person in those)
    if key not in known:
        unmet = sum(len(those) - 1 - len(person.met) for person in those)
        most, limit = 0, unmet // max(1, len(those) // 2 * 2)
        for way in every_pairing(those):
            most = max(most, 1 + rounds_left(after(those, way), known))
            if most == limit:
                break
        known[key] = most
    return known[key]


def best_worth(those: Sequence[Person], known: dict[object, int]) -> tuple[int, int, int, int] | None:
    """The value of the best pairing that leaves most rounds, whoever deals first; None if there is no pairing."""
    ways = list(every_pairing(those))
    left = [rounds_left(after(those, way), known) for way in ways]
    values = (
        worth([match if len(match) == 1 else min(match, match[::-1], key=lambda both: dealing(*both)) for match in way])
        for way, rounds in zip(ways, left, strict=True)
        if rounds == max(left)
    )
    return min(values, default=None)


@pytest.mark.parametrize("tournaments", [40, pytest.param(5_000, marks=pytest.mark.slow)])
def test_small_rounds_are_the_best_there_are(tournaments: int) -> None:
    luck = random.Random(SEED + 1)  # noqa: S311 - the same tournaments every time is the point
    impossible = 0
    for _ in range(tournaments):
        those = [Person(entrant, entrant) for entrant in range(luck.randint(2, 6))]
        known: dict[object, int] = {}
        for number in range(len(those)):
            best = best_worth(those, known)
            if best is None:
                impossible += 1
                assert number == len(those) - 1
                assert everyone_once(paired(those), {person.entrant for person in those})
                break
            by_id = {person.entrant: person for person in those}
            round_ = paired(those)
            assert worth([tuple(by_id[entrant] for entrant in pairing) for pairing in round_]) == best
            play(luck, by_id, round_)
    assert impossible > tournaments // 50


# A thousand tournaments.


def play(luck: random.Random, by_id: dict[int, Person], round_: Sequence[tuple[int, ...]]) -> None:
    """Play the round: the lower id wins more often; sometimes there are bonus points."""
    for pairing in round_:
        those = [by_id[entrant] for entrant in pairing]
        if len(those) == 1:
            those[0].byes += 1
            those[0].score += 2
            continue
        for person, other, deals in ((those[0], those[1], True), (those[1], those[0], False)):
            person.met.append(other.entrant)
            person.dealt.append(deals)
        share = luck.choice((0, 1, 2, 2 if pairing[0] < pairing[1] else 0))
        those[0].score += share + (luck.random() < 0.1)
        those[1].score += 2 - share


def tournament(luck: random.Random, size: int, rounds: int, leaving: float = 0) -> list[Person]:
    """Play so many rounds between ``size`` people, no more than half of those who are left, and check each."""
    seeds = luck.sample(range(size), size)
    those = [Person(entrant, seed) for entrant, seed in zip(luck.sample(range(10_000), size), seeds, strict=True)]
    for number in range(1, rounds + 1):
        if number > len(those) // 2:
            break
        check_round(luck, those)
        if luck.random() < leaving:
            those.remove(luck.choice(those))
    return those


def check_round(luck: random.Random, those: list[Person]) -> None:
    by_id = {person.entrant: person for person in those}
    round_ = paired(those)
    assert everyone_once(round_, by_id)
    assert all(len(pairing) == 2 for pairing in round_[: len(those) // 2])
    for alone in round_[len(those) // 2 :]:
        without = [person.score for person in those if not person.byes]
        # A small field gives it so that nobody has to meet twice later.
        assert by_id[alone[0]].score == min(without) or (len(those) <= MOST_AHEAD and not by_id[alone[0]].byes)
    tops = [max(by_id[entrant].score for entrant in pairing) for pairing in round_ if len(pairing) == 2]
    assert all(higher >= lower for higher, lower in pairwise(tops))
    # Looking ahead takes a yes for granted after MOST_STEPS, and the deals decide which ways it asks about first.
    assert apart(round_, by_id) <= apart(without_deals(those), by_id)
    play(luck, by_id, round_)
    for person in those:
        assert len(person.met) == len(set(person.met))
        assert person.byes <= 1


def apart(round_: Sequence[tuple[int, ...]], by_id: dict[int, Person]) -> int:
    """The squared differences of score in a round."""
    matches = [[by_id[entrant].score for entrant in pairing] for pairing in round_ if len(pairing) == 2]
    return sum((first - second) ** 2 for first, second in matches)


def without_deals(those: Sequence[Person]) -> tuple[tuple[int, ...], ...]:
    """The pairings as they would be if nobody had dealt yet: the best distance without regard to dealing."""
    return swiss_pairings(
        [replace(person.player(), first_deals=0, matches=0, recent_first_deals=()) for person in those]
    )


@pytest.mark.parametrize("tournaments", [40, pytest.param(5_000, marks=pytest.mark.slow)])
def test_a_thousand_tournaments_keep_every_rule(tournaments: int) -> None:
    luck = random.Random(SEED + 2)  # noqa: S311 - the same tournaments every time is the point
    for number in range(tournaments):
        size = luck.randint(2, 64) if number % 20 == 0 else luck.randint(2, 20)
        tournament(luck, size, rounds=luck.randint(1, 9), leaving=0.1)


def test_sixty_four_play_nine_rounds() -> None:
    those = tournament(random.Random(SEED), 64, 9)  # noqa: S311
    assert {len(person.met) for person in those} == {9}
