"""A season played in groups, as its pages show it."""

import pytest
from django.test import Client

from games.services.season.draws import PairingPlan, draw
from tests.bracket_night import SIX, type_points
from tests.leagues import Club, club
from tests.views.reading import says, text
from tests.views.season_pages import olga, page_of


@pytest.fixture
def tuesday(db: None) -> Club:
    """Two groups of three, of which only the first has a result."""
    made = club(*SIX, pairing="groups")
    draw(access=made.access, season=made.season, plan=PairingPlan(groups=2), key="groups")
    type_points(made, made.season.matches.earliest("number"), 100, 40)
    return made


@pytest.mark.parametrize("page", ["", "screen/", "print/table/"])
def test_standings_have_each_group_under_its_name(tuesday: Club, page: str) -> None:
    answer = Client().get(page_of(tuesday, page))
    assert says(answer, "Group A") and says(answer, "Group B")


def test_whoever_runs_the_season_is_led_to_its_bracket(tuesday: Club) -> None:
    address = page_of(tuesday, "final-stage/")
    phone = olga(tuesday)
    assert f'href="{address}"' in text(phone.get(page_of(tuesday, "run/")))
    assert phone.get(address).status_code == 200
