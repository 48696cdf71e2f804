"""Seeds, as the organizer types them."""

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Entrant, Pairing
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.services.season.seasons import enter_members, start_season
from games.services.season.typed_results import TypedResult, type_results
from tests.leagues import Club, club
from tests.match_night import browser
from tests.views.reading import Form, forms, is_refusal, says, shown, submit


@pytest.fixture
def cup(db: None) -> Club:
    return club(pairing="knockout")


def test_the_organizer_seeds_and_everybody_else_sees_no_form(cup: Club, snapshot: SnapshotAssertion) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    olga = browser(cup.access)
    form = forms(olga.get(url))[f"s/{cup.season.public_id}/entrants/seeds/"]
    ann, ben = (f"seed_{cup.entrants[name].pk}" for name in ("Ann", "Ben"))
    assert submit(olga, form, **{ann: "2", ben: " 1 "}).status_code == 302
    assert [one.seed for one in Entrant.objects.order_by("pk")] == [2, 1, None, None]
    assert shown(olga.get(url), ".decided li:first-child p") == snapshot
    assert not says(browser(cup.phone("Ann")).get(url), "Save the seeds")
    assert "seeds/" not in forms(browser(club().access).get(url))


@pytest.mark.parametrize(("one", "other"), [("x", ""), ("0", ""), ("3", "3"), ("-1", ""), ("1.5", ""), ("99999", "")])
def test_invalid_seed_changes_nothing(cup: Club, one: str, other: str) -> None:
    url = f"/s/{cup.season.public_id}/entrants/seeds/"
    fields = {f"seed-{cup.entrants['Ann'].pk}": one, f"seed-{cup.entrants['Ben'].pk}": other}
    answer = browser(cup.access).post(url, fields)
    assert answer.status_code == 400
    lines = {line.name: line for line in answer.context["page"].seeds}
    assert (lines["Ann"].seed, lines["Ben"].seed, lines["Ann"].focus) == (one, other, "field")
    assert [name for name, line in lines.items() if line.error] == (["Ann", "Ben"] if other else ["Ann"])
    assert set(Entrant.objects.values_list("seed", flat=True)) == {None}


def seeds_of(cup: Club) -> dict[str, int | None]:
    return {entrant.member.name: entrant.seed for entrant in cup.season.entrants.select_related("member")}


def seeds_form(cup: Club, url: str) -> tuple[Client, Form]:
    olga = browser(cup.access)
    return olga, forms(olga.get(url))[f"s/{cup.season.public_id}/entrants/seeds/"]


def test_a_seed_moves_up_and_down_by_one_tap_and_keeps_the_focus(cup: Club) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    olga, form = seeds_form(cup, url)
    dan = cup.entrants["Dan"].pk
    moved = submit(olga, form, move=f"up-{dan}")
    assert moved.url == f"{url}?seeds=up-{dan}"
    assert seeds_of(cup) == {"Ann": 1, "Ben": 2, "Cleo": 4, "Dan": 3}
    page = olga.get(moved.url).context["page"]
    assert [line.name for line in page.seeds] == ["Ann", "Ben", "Dan", "Cleo"]
    assert [(line.name, line.focus) for line in page.seeds if line.focus] == [("Dan", "up")]
    assert page.seeds_open
    submit(olga, seeds_form(cup, url)[1], move=f"down-{cup.entrants['Ann'].pk}")
    assert seeds_of(cup) == {"Ann": 2, "Ben": 1, "Cleo": 4, "Dan": 3}


def test_a_seed_given_twice_is_marked_beside_both_lines_in_the_order_that_was_sent(cup: Club) -> None:
    olga, pks = browser(cup.access), {name: entrant.pk for name, entrant in cup.entrants.items()}
    typed = {f"seed-{pks[name]}": seed for name, seed in (("Dan", "1"), ("Ben", "2"), ("Ann", "1"), ("Cleo", "x"))}
    page = olga.post(f"/s/{cup.season.public_id}/entrants/seeds/", typed).context["page"]
    assert [(line.name, line.seed, line.focus) for line in page.seeds] == [
        ("Dan", "1", "field"),
        ("Ben", "2", ""),
        ("Ann", "1", ""),
        ("Cleo", "x", ""),
    ]
    dan, ben, ann, cleo = (line.error for line in page.seeds)
    assert ("Ann" in dan, ben, "Dan" in ann, bool(cleo)) == (True, "", True, True)
    assert page.seeds_open


@pytest.mark.parametrize("way", ["drag", "move"])
def test_a_change_sent_twice_is_one(cup: Club, way: str) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    olga, form = seeds_form(cup, url)
    sent = {f"seed_{cup.entrants[name].pk}": str(seed) for seed, name in enumerate(("Dan", "Ann", "Ben", "Cleo"), 1)}
    more = {"move": f"up-{cup.entrants['Cleo'].pk}"} if way == "move" else {}
    assert [submit(olga, form, **sent, **more).status_code for _ in range(2)] == [302, 302]
    assert seeds_of(cup) == {"Dan": 1, "Ann": 2} | ({"Cleo": 3, "Ben": 4} if more else {"Ben": 3, "Cleo": 4})
    assert cup.season.events.filter(kind="seeded").count() == 1


@pytest.mark.parametrize("move", ["up-999999", "sideways-1", "up-"])
def test_a_move_of_nobody_only_saves_the_numbers(cup: Club, move: str) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    olga, form = seeds_form(cup, url)
    assert submit(olga, form, move=move, **{f"seed_{cup.entrants['Ben'].pk}": "1"}).status_code == 302
    assert seeds_of(cup)["Ben"] == 1


def ben_beats_ann(cup: Club) -> None:
    match = cup.match("Ann", "Ben")
    results = [TypedResult(match.number, (TypedSide(30), TypedSide(100)))]
    type_results(access=cup.access, season=cup.season, results=results)


def test_seeds_come_from_ratings_by_one_tap(cup: Club) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    assert not says(browser(cup.access).get(url), "By rating")
    ben_beats_ann(cup)
    olga, form = seeds_form(cup, url)
    assert submit(olga, form, **{"from": "ratings"}).status_code == 302
    assert seeds_of(cup) == {"Ben": 1, "Ann": 2, "Cleo": None, "Dan": None}


def test_seeds_come_from_the_season_before_by_one_tap(cup: Club) -> None:
    autumn = club("Ann", "Ben", "Cleo", pairing="round_robin")
    ben_beats_ann(autumn)
    winter = start_season(
        access=autumn.access,
        name="Winter",
        preset="standard",
        house_rules={},
        rules=season_rules({}),
        pairing=Pairing.SWISS,
        key="winter",
    )
    enter_members(access=autumn.access, season=winter, members=[autumn.members[name] for name in ("Ann", "Ben")])
    url = f"/s/{winter.public_id}/entrants/"
    olga = browser(autumn.access)
    form = forms(olga.get(url))[f"s/{winter.public_id}/entrants/seeds/"]
    assert submit(olga, form, **{"from": "season_before"}).status_code == 302
    assert {one.member.name: one.seed for one in winter.entrants.select_related("member")} == {"Ben": 1, "Ann": 2}


def test_a_source_that_knows_nobody_says_so(cup: Club) -> None:
    answer = browser(cup.access).post(f"/s/{cup.season.public_id}/entrants/seeds/", {"from": "ratings"})
    assert answer.status_code == 409
    assert is_refusal(answer, "not_playable", what="no_ratings")
