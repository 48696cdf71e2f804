"""Seeds, as the organizer types them."""

import pytest

from games.models import Entrant
from tests.leagues import Club, club
from tests.match_night import browser
from tests.views.reading import forms, says, submit


@pytest.fixture
def cup(db: None) -> Club:
    return club(pairing="knockout")


def test_the_organiser_seeds_and_everybody_else_sees_no_form(cup: Club) -> None:
    url = f"/s/{cup.season.public_id}/entrants/"
    olga = browser(cup.access)
    form = forms(olga.get(url))[f"s/{cup.season.public_id}/entrants/seeds/"]
    ann, ben = (f"seed_{cup.entrants[name].pk}" for name in ("Ann", "Ben"))
    assert submit(olga, form, **{ann: "2", ben: " 1 "}).status_code == 302
    assert [one.seed for one in Entrant.objects.order_by("pk")] == [2, 1, None, None]
    assert says(olga.get(url), "The seeds of Autumn were set.")
    assert not says(browser(cup.phone("Ann")).get(url), "Save the seeds")
    assert "seeds/" not in forms(browser(club().access).get(url))


@pytest.mark.parametrize(("one", "other"), [("x", ""), ("0", ""), ("3", "3"), ("-1", ""), ("1.5", ""), ("99999", "")])
def test_what_is_no_seed_changes_nothing(cup: Club, one: str, other: str) -> None:
    url = f"/s/{cup.season.public_id}/entrants/seeds/"
    fields = {f"seed-{cup.entrants['Ann'].pk}": one, f"seed-{cup.entrants['Ben'].pk}": other}
    assert browser(cup.access).post(url, fields).status_code == 400
    assert set(Entrant.objects.values_list("seed", flat=True)) == {None}
