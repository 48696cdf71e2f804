"""The printable guide: its content for each rule set, and who may see a league's."""

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import League, Pairing
from games.rules.league.season import season_rules
from games.rules.presets import presets
from games.services.league.leagues import create_league
from games.services.season.seasons import start_season
from tests.leagues import account, club
from tests.makers import own_rules, start
from tests.views.reading import says, shown, text


@pytest.mark.parametrize("preset", presets())
def test_every_preset_has_one(stranger: Client, preset: str) -> None:
    page = stranger.get(f"/rules/{preset}/guide/")
    assert page.status_code == 200
    assert says(page, f"Keep score for {presets()[preset].title}")  # type: ignore[arg-type]
    assert says(page, f"http://testserver/?rules={preset}")  # type: ignore[arg-type]
    assert f"/rules/{preset}/guide/" in text(stranger.get(f"/rules/{preset}/"))  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", ["standard", "oklahoma", "straight", "knock_rummy", "ginski"])
def test_a_round_is_entered_as_these_rules_want_it(stranger: Client, preset: str, snapshot: SnapshotAssertion) -> None:
    page = stranger.get(f"/rules/{preset}/guide/")
    assert shown(page, ".g-parts section:nth-child(2) li") == snapshot  # type: ignore[arg-type]


def test_house_rules_have_their_own() -> None:
    saved = own_rules(start(), "Kitchen <i>gin</i>", undercut_bonus=13)
    page = Client().get(f"/h/{saved.public_id}/guide/")
    assert says(page, "13 points plus the difference")  # type: ignore[arg-type]
    assert "Kitchen &lt;i&gt;gin" in text(page)  # type: ignore[arg-type]
    assert says(page, f"/?rules=own:{saved.public_id}")  # type: ignore[arg-type]
    assert Client().get("/h/0123456789abcdef/guide/").status_code == 404


def test_a_league_explains_what_its_season_plays(db: None) -> None:
    made = club(house_rules={"undercut_bonus": 17})
    where = f"/l/{made.league.public_id}/guide/"
    page = Client().get(where)
    assert says(page, "17 points plus the difference")  # type: ignore[arg-type]
    assert says(page, f"http://testserver/l/{made.league.public_id}/")  # type: ignore[arg-type]
    assert says(page, made.league.name)  # type: ignore[arg-type]
    assert where in text(Client().get(f"/l/{made.league.public_id}/"))  # type: ignore[arg-type]
    assert not page.context["page"].seasons
    more = start_season(
        access=made.access,
        name="Winter",
        preset="ginski",
        house_rules={},
        rules=season_rules({}),
        pairing=Pairing.FREE,
        key="w",
    )
    newest = Client().get(where)
    assert newest.context["page"].seasons == (
        (more.public_id, "Winter", True),
        (made.season.public_id, "Autumn", False),
    )
    assert says(newest, "Keep score for Ginski")  # type: ignore[arg-type]
    for chosen in (made.season.public_id, more.public_id):
        found = Client().get(where, {"season": chosen})
        assert says(found, "17 points plus the difference") == (chosen == made.season.public_id)  # type: ignore[arg-type]
    elsewhere = club(house_rules={"undercut_bonus": 19})
    foreign = Client().get(where, {"season": elsewhere.season.public_id})
    assert foreign.context["page"].terms == newest.context["page"].terms
    League.objects.update(public=False)
    assert Client().get(where).status_code == 404


def test_a_league_without_a_season_explains_the_usual_rules(db: None) -> None:
    league = create_league(account=account(), name="Monday", place="", zone="UTC", public=True, key="k" * 32)
    page = Client().get(f"/l/{league.public_id}/guide/")
    assert says(page, "Monday Keep score for Gin rummy")  # type: ignore[arg-type]


def test_unknown_rules_are_not_found(stranger: Client) -> None:
    assert stranger.get("/rules/none/guide/").status_code == 404
