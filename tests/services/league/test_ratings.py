"""Ratings are computed from the final results in order, however those came about."""

import random
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.db.models import F
from openskill.models import PlackettLuce
from pytest_django import DjangoAssertNumQueries

from games.models import Duty, Match, MatchSeat, MatchSide, MatchState, RatingStep, Verdict
from games.models.match import sides_for
from games.rules.league.season import season_rules
from games.services.league.demo import Demo, make_demo
from games.services.league.member_merge import merge_members, split_members
from games.services.league.ratings import rating_position, recompute_member_ratings, recompute_ratings
from games.services.season.checks import check_round
from games.services.season.imported_lines import ImportedResult, ImportedSide
from games.services.season.matches import cancel, forfeit, line_up
from games.services.season.results_import import import_results
from games.services.season.season_rules import NewRules, change_rules
from games.services.sharing.league_archive import import_league
from tests.leagues import Club, account, archive_text, club, state
from tests.makers import Phone, correct, gin, knock

MONDAY = date(2026, 11, 2)
Step = tuple[str, int, int, float, float]


def final_match(tuesday: Club, *names: str, points: tuple[int, ...] = (), night: date | None = MONDAY) -> Match:
    """A final match that was played; without points the first of ``names`` is the winner."""
    number = tuesday.season.matches.count() + 1
    match = Match.objects.create(season=tuesday.season, number=number, night=night, state=MatchState.PLAYED, final=True)
    sides = sides_for(match, [tuesday.entrants[name] for name in names])
    scores = points or tuple(100 - 10 * at for at in range(len(names)))
    best = [at for at, some in enumerate(scores) if some == max(scores)]
    for at, side in enumerate(sides):
        side.points = scores[at]
        side.outcome = "loss" if at not in best else "win" if len(best) == 1 else "draw"
    MatchSide.objects.bulk_create(sides)
    return match


def steps() -> list[Step]:
    """Every step there is, by member and number."""
    found = RatingStep.objects.select_related("member", "match").order_by("member", "number")
    return [(step.member.name, step.match.number, step.number, step.mu, step.sigma) for step in found]


def anew(tuesday: Club) -> list[Step]:
    """Every step as a new computation makes it."""
    with transaction.atomic():
        recompute_ratings(tuesday.league)
    return steps()


def rated(tuesday: Club, *matches: Match) -> None:
    for match in matches:
        with transaction.atomic():
            recompute_ratings(tuesday.league, rating_position(Match.objects.get(pk=match.pk)))


def test_the_numbers_are_those_of_the_model() -> None:
    tuesday = club()
    rated(tuesday, final_match(tuesday, "Ann", "Ben"), final_match(tuesday, "Cleo", "Ann", "Ben", points=(50, 20, 40)))
    model = PlackettLuce()
    [[ann], [ben]] = model.rate([[model.rating()], [model.rating()]])
    [[cleo], [ann_2], [ben_2]] = model.rate([[model.rating()], [ann], [ben]], ranks=[0, 2, 1])
    assert steps() == [
        ("Ann", 1, 1, ann.mu, ann.sigma),
        ("Ann", 2, 2, ann_2.mu, ann_2.sigma),
        ("Ben", 1, 1, ben.mu, ben.sigma),
        ("Ben", 2, 2, ben_2.mu, ben_2.sigma),
        ("Cleo", 2, 1, cleo.mu, cleo.sigma),
    ]
    assert ann.mu > 25 > ben.mu


def test_a_draw_of_two_who_are_equally_strong_moves_neither() -> None:
    tuesday = club()
    rated(tuesday, final_match(tuesday, "Ann", "Ben", points=(50, 50)))
    assert [mu for *_, mu, _ in steps()] == [pytest.approx(25), pytest.approx(25)]
    assert all(sigma < 25 / 3 for *_, sigma in steps())


def test_partners_are_rated_together_and_substitutes_individually() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", "Eve")
    match = final_match(tuesday, "Ann", "Ben")
    seats = {0: ("Ann", "Cleo"), 1: ("Dan", "Eve")}
    for at, side in enumerate(match.sides.order_by("position")):
        for seat, name in enumerate(seats[at]):
            member = tuesday.members[name]
            MatchSeat.objects.create(match=match, side=side, member=member, seat=2 * seat + at, substitute=at == 1)
    rated(tuesday, match)
    mu = {name: mu for name, *_, mu, _ in steps()}
    assert set(mu) == {"Ann", "Cleo", "Dan", "Eve"}
    assert mu["Ann"] == mu["Cleo"] > 25 > mu["Dan"] == mu["Eve"]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 20))])
def test_ratings_after_any_changes_equal_a_new_computation(seed: int) -> None:
    tuesday, chance = club("Ann", "Ben", "Cleo", "Dan", "Eve"), random.Random(seed)  # noqa: S311 - no secrets
    names = list(tuesday.entrants)
    for _ in range(60):
        matches = list(tuesday.season.matches.all())
        what = chance.choice(("new", "new", "turned", "open", "final", "moved"))
        if what == "new" or not matches:
            there = chance.sample(names, chance.randint(2, 4))
            night = chance.choice([None, *(MONDAY + timedelta(days=7 * week) for week in range(4))])
            points = tuple(chance.randint(0, 3) for _ in there)
            rated(tuesday, final_match(tuesday, *there, points=points, night=night))
            continue
        match = chance.choice(matches)
        before = rating_position(match)
        if what == "turned":
            sides = list(match.sides.all())
            outcomes = [side.outcome for side in sides]
            for side, outcome in zip(sides, reversed(outcomes), strict=True):
                side.outcome = outcome
                side.save()
        elif what == "moved":
            match.night = MONDAY + timedelta(days=7 * chance.randint(0, 4))
        else:
            match.final = what == "final"
        match.save()
        with transaction.atomic():
            recompute_ratings(tuesday.league, min(before, rating_position(match)))
    after = steps()
    assert after
    assert after == anew(tuesday)


def test_the_newest_match_is_added_and_nothing_else_is_touched(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tuesday = club()
    rated(tuesday, *(final_match(tuesday, "Ann", "Ben", night=MONDAY - timedelta(days=day)) for day in range(3)))
    before = set(RatingStep.objects.values_list("pk", flat=True))
    newest = final_match(tuesday, "Cleo", "Ann")
    # The match; in a savepoint the rating lock, later steps, the match again, its players' ratings, their new steps.
    with django_assert_max_num_queries(10):
        rated(tuesday, newest)
    steps_before = set(RatingStep.objects.values_list("pk", flat=True))
    assert before < steps_before
    assert len(steps_before - before) == 2


# --- As the use cases do it -------------------------------------------------------------------------------------------


def fast() -> Club:
    """A season in which a round ends a match."""
    return club(house_rules={"target": 30})


def test_a_match_is_rated_when_it_is_final_and_no_sooner() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    match, ann, ben = tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), tuesday.phone("Ben")
    tuesday.play(match, ann, knock(0, 5, 10))
    assert steps() == []
    tuesday.play(match, ann, gin(0, 40))
    assert (state(match), steps()) == (("played", False), [])
    for number, revision in ((1, 2), (2, 3)):
        check_round(
            access=ben,
            season=tuesday.season,
            number=1,
            game=1,
            round_number=number,
            revision=revision,
            verdict=Verdict.CONFIRMED,
        )
    assert [(name, number) for name, _, number, *_ in steps()] == [("Ann", 1), ("Ben", 1)]
    # Somebody corrects it: it is not final any more, and rates nothing.
    correct(Phone(tuesday.table(match, ann), "", {}), 2, gin(0, 41))
    assert steps() == []


@pytest.mark.usefixtures("sealed")
def test_a_correction_of_an_old_result_moves_all_that_came_after() -> None:
    tuesday = fast()
    old, new = tuesday.match("Ann", "Ben"), tuesday.match("Ben", "Cleo")
    tuesday.play(old, tuesday.phone("Ann"), gin(0, 40))
    tuesday.play(new, tuesday.phone("Ben"), gin(0, 40))
    before = {(name, number): mu for name, _, number, mu, _ in steps()}
    correct(Phone(tuesday.table(old, tuesday.phone("Ann")), "", {}), 1, gin(1, 40))
    after = {(name, number): mu for name, _, number, mu, _ in steps()}
    assert before["Ann", 1] > 25 > after["Ann", 1]
    assert before["Cleo", 1] != after["Cleo", 1]
    assert steps() == anew(tuesday)


def test_canceled_matches_forfeits_and_byes_are_not_rated() -> None:
    tuesday = fast()
    played, missed = tuesday.match("Ann", "Ben"), tuesday.match("Ann", "Cleo")
    tuesday.match("Dan")
    tuesday.play(played, tuesday.phone("Ann"), gin(0, 40))
    forfeit(access=tuesday.access, season=tuesday.season, number=2, missing=[tuesday.entrants["Cleo"]], reason="ill")
    assert [(name, match) for name, match, *_ in steps()] == [("Ann", 1), ("Ben", 1)]
    assert state(missed) == ("forfeited", True)
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="Cards were marked")
    assert steps() == []


def test_substitute_is_rated_instead_of_the_regular_player() -> None:
    tuesday = fast()
    match = tuesday.match("Ann", "Ben")
    sitting = [[tuesday.members["Ann"]], [tuesday.members["Dan"]]]
    line_up(access=tuesday.access, season=tuesday.season, number=1, members=sitting)
    tuesday.play(match, tuesday.phone("Ann"), gin(0, 40))
    assert [name for name, *_ in steps()] == ["Ann", "Dan"]


def test_merged_members_have_one_rating_and_parted_ones_two_again() -> None:
    tuesday = fast()
    for one, other in (("Ann", "Ben"), ("Cleo", "Dan"), ("Ann", "Dan"), ("Cleo", "Ben")):
        match = tuesday.match(one, other)
        tuesday.play(match, tuesday.official(Duty.SCORER), gin(0, 40))
    before = steps()
    ann, cleo = tuesday.members["Ann"], tuesday.members["Cleo"]
    merge_members(access=tuesday.access, member_id=cleo.pk, into_id=ann.pk)
    assert [(name, number) for name, _, number, *_ in steps() if name == "Ann"] == [("Ann", n) for n in range(1, 5)]
    assert not [name for name, *_ in steps() if name == "Cleo"]
    assert steps() == anew(tuesday)
    split_members(access=tuesday.access, member_id=cleo.pk)
    assert steps() == before


def test_changed_season_rules_rate_it_again() -> None:
    tuesday = fast()
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, tuesday.phone("Ann"), gin(0, 40))
    before = steps()
    season = tuesday.season
    fields = {"preset": season.preset, "house_rules": season.house_rules, "rules_title": "", "teams": False}
    for rules, expected in (({"length": "games", "count": 3}, []), ({}, before)):
        new = NewRules(name="Autumn", rules=season_rules(rules), pairing=season.pairing, **fields)  # type: ignore[arg-type]
        change_rules(access=tuesday.access, season=season, new=new, reason="longer")
        assert steps() == expected


def test_imported_results_are_rated_at_their_dates() -> None:
    tuesday = fast()
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), gin(0, 40))
    imported_result = ImportedResult(date(2020, 1, 7), (ImportedSide("Ben", 90), ImportedSide("Ann", 20)))
    import_results(access=tuesday.access, season=tuesday.season, names=[], results=[imported_result])
    assert [(match, number) for name, match, number, *_ in steps() if name == "Ann"] == [(2, 1), (1, 2)]
    assert steps() == anew(tuesday)


def test_a_league_out_of_its_archive_has_the_same_ratings() -> None:
    tuesday = fast()
    for night in (MONDAY, MONDAY - timedelta(days=7)):
        final_match(tuesday, "Ann", "Ben", night=night)
    tuesday.play(tuesday.match("Ann", "Cleo"), tuesday.phone("Ann"), gin(0, 40))
    before = anew(tuesday)
    league = import_league(account=account("Otto"), text=archive_text(tuesday.league))
    RatingStep.objects.exclude(rating_book=league.pk).delete()
    assert steps() == before


def test_demo_league_is_rated_night_by_night() -> None:
    season = make_demo(account=account(), size=Demo(4, 6, 60, date(2026, 1, 6)))
    assert RatingStep.objects.count() == 12
    assert not RatingStep.objects.exclude(night=F("match__night")).exists()
    assert season.league.ratings


def test_other_leagues_are_left_alone() -> None:
    tuesday, other = fast(), fast()
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), gin(0, 40))
    before = steps()
    with transaction.atomic():
        recompute_ratings(other.league)
        recompute_member_ratings(other.league, [member.pk for member in other.members.values()])
    assert steps() == before
