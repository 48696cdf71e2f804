"""Handicaps on the pages: typed on *Players*, shown on the sheet, and played with to the end of a match."""

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Entrant, MatchSide
from games.rules.league.season import season_rules
from tests.leagues import Club, club
from tests.match_night import browser
from tests.views.reading import Form, forms, says, shown, submit


@pytest.fixture
def tuesday(db: None) -> Club:
    return club("Ann", "Ben", rules=season_rules({"length": "games", "count": 2}), house_rules={"target": 60})


def url_of(tuesday: Club) -> str:
    return f"/s/{tuesday.season.public_id}/entrants/"


def field(tuesday: Club, name: str, sign: str = "-") -> str:
    return f"handicap{sign}{tuesday.entrants[name].pk}"


def handicaps_form(tuesday: Club) -> tuple[Client, Form]:
    olga, url = browser(tuesday.access), url_of(tuesday)
    return olga, forms(olga.get(url))[f"{url[1:]}handicaps/"]


def test_the_organizer_types_them_and_everybody_sees_them(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    url = url_of(tuesday)
    olga, form = handicaps_form(tuesday)
    answer = submit(olga, form, **{field(tuesday, "Ann", "_"): " 20 ", field(tuesday, "Ben", "_"): ""})
    assert answer.url == f"{url}#handicaps"
    assert list(Entrant.objects.order_by("pk").values_list("handicap", flat=True)) == [20, 0]
    assert shown(olga.get(url), ".decided li:first-child p") == snapshot
    ann = browser(tuesday.phone("Ann")).get(url)
    assert says(ann, "Handicap: 20")
    assert not says(ann, "Save the handicaps")


@pytest.mark.parametrize("typed", ["x", "-1", "60", "1.5", "99999"])
def test_an_invalid_one_is_marked_beside_its_line_and_changes_nothing(tuesday: Club, typed: str) -> None:
    answer = browser(tuesday.access).post(
        f"{url_of(tuesday)}handicaps/", {field(tuesday, "Ann"): typed, field(tuesday, "Ben"): "7"}
    )
    page = answer.context["page"]
    assert (answer.status_code, page.handicaps_open) == (400, True)
    lines = {line.name: (line.handicap, bool(line.error), line.focus) for line in page.handicaps}
    assert lines == {"Ann": (typed, True, True), "Ben": ("7", False, False)}
    assert set(Entrant.objects.values_list("handicap", flat=True)) == {0}


def test_an_entrant_of_another_season_is_not_found(tuesday: Club) -> None:
    other = club().entrants["Ann"].pk
    answer = browser(tuesday.access).post(f"{url_of(tuesday)}handicaps/", {f"handicap-{other}": "5"})
    assert answer.status_code == 404


def test_a_match_is_played_with_a_handicap_to_its_end(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    url, season = url_of(tuesday), f"/s/{tuesday.season.public_id}/"
    submit(*handicaps_form(tuesday), **{field(tuesday, "Ann", "_"): "20"})
    match = tuesday.match("Ann", "Ben")
    ann = browser(tuesday.phone("Ann"))
    table = ann.post(f"{season}matches/{match.number}/play/").url
    assert says(ann.get(table), "Handicap: Ann 20")
    submit(ann, forms(ann.get(table))["rounds/"], end="1:gin", deadwood_0="50")
    # Changed between two games of the match: the next one starts with it.
    submit(*handicaps_form(tuesday), **{field(tuesday, "Ann", "_"): "30"})
    submit(ann, forms(ann.get(table))["games/"])
    assert says(ann.get(table), "Handicap: Ann 30")
    submit(ann, forms(ann.get(table))["rounds/"], end="0:gin", deadwood_1="20")
    page = ann.get(table)
    assert says(page, "The match is over")
    sides = MatchSide.objects.filter(match=match).order_by("position")
    # Game 1: Ben shuts Ann out, who has only her handicap. Game 2: 30 and a gin of 45 take Ann past 60.
    assert [(side.games, side.shutouts) for side in sides] == [(1, 1), (1, 1)]
    results = browser(tuesday.access).get(f"{season}results/")
    assert shown(results, ".card > .fine") == snapshot
    assert says(ann.get(url), "Handicap: 30")
