"""Seals on the finished game, the printed sheet and the closed season; and checking them."""

import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Role, Seal, SealKind, Season
from games.rules.seals import digest_of, format_seal, read_seal, seal_of
from games.services.season.season_close import UNTIL_SHOWN, close_season, hide_standings
from tests.leagues import Club, club
from tests.makers import Phone, correct, enter, gin, join, knock, start
from tests.views.reading import shown, text, words

pytestmark = pytest.mark.django_db


def over() -> Phone:
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def the_seal(**about: Any) -> str:
    return format_seal(Seal.objects.filter(**about).latest("pk").seal)


def check(client: Client, seal: str) -> Any:
    return client.get("/seal/", {"seal": seal})


def test_finished_game_shows_its_seal_on_every_phone() -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    assert "/seal/?seal=" not in text(ann.browser().get(ann.url))
    enter(ann, knock(0, 2, 95))
    seal = the_seal(kind=SealKind.GAME)
    for phone in (ann, join(ann, Role.WATCH, "Eve's phone")):
        page = text(phone.browser().get(phone.url))
        assert f'<a href="/seal/?seal={seal}"><bdi translate="no">{seal}</bdi></a>' in page


def test_players_of_the_table_see_which_game_a_seal_belongs_to() -> None:
    ann = over()
    answer = check(ann.browser(), the_seal(kind=SealKind.GAME))
    assert answer.status_code == 200
    assert "Ann 281, Ben 55" in words(answer) or "Ann " in words(answer)
    page = answer.context["page"]
    assert (page.tone, page.hidden_from_user, page.changes) == ("good", False, ())
    assert "It hasn't changed since it was sealed on" in page.answer
    assert page.link == f"{ann.url}games/1/"
    assert re.fullmatch(r"This is the game played on \w+ \d+, \d{4}: Ann \d+, Ben \d+\.", page.about[0])


def test_stranger_learns_only_that_the_seal_exists(stranger: Client, snapshot: SnapshotAssertion) -> None:
    ann = over()
    seal = the_seal(kind=SealKind.GAME)
    answer = check(stranger, seal.lower().replace("-", " "))
    page = answer.context["page"]
    assert page.answer == snapshot
    assert (page.hidden_from_user, page.about, page.link, page.digest, page.changes) == (True, (), "", "", ())
    for word in ("Ann", "Ben", ann.table.public_id):
        assert word not in text(answer)
    assert "device" not in answer.cookies
    correct(ann, 1, knock(0, 8, 20), reason="Ann miscounted")
    changed = check(stranger, seal)
    assert changed.context["page"].answer == snapshot
    assert "Ann" not in text(changed)


def test_a_correction_is_listed_and_called_no_forgery() -> None:
    ann = over()
    seal = the_seal(kind=SealKind.GAME)
    correct(ann, 3, knock(0, 6, 60), reason="miscounted")
    answer = check(ann.browser(), seal)
    page = answer.context["page"]
    assert page.tone == "changed"
    assert [(change.text, change.by, change.reason) for change in page.changes] == [
        ("Round 3 was corrected", "Ann's phone", "miscounted")
    ]
    assert "Corrections are allowed" in words(answer)


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        pytest.param("", 200, id="nothing"),
        pytest.param("K1DD-RKE7-T4AG-ZCRQ", 200, id="unknown"),
        pytest.param("K1DD-RKE7-T4AG-ZCRP", 400, id="mistyped"),
        pytest.param("<b>hello</b>", 400, id="markup"),
        pytest.param("x" * 5000, 400, id="too long"),
    ],
)
def test_typed_seal_is_answered_in_a_sentence(
    stranger: Client, typed: str, status: int, snapshot: SnapshotAssertion
) -> None:
    answer = check(stranger, typed)
    assert answer.status_code == status
    assert shown(answer, ".about-seals h2, .seal-answer b, #seal-error") == snapshot
    assert "<b>hello" not in text(answer)


def test_repeated_checks_of_seals_are_rate_limited(stranger: Client, settings: LazySettings) -> None:
    settings.RATES = settings.RATES | {"seal": ((2, 60),)}
    assert [check(stranger, "K1DD-RKE7-T4AG-ZCRQ").status_code for _ in range(3)] == [200, 200, 429]
    assert stranger.get("/seal/").status_code == 200


def test_printed_sheet_has_the_seal_of_the_current_game(stranger: Client) -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    answer = ann.browser().get(f"{ann.url}games/1/print/")
    seal = the_seal(kind=SealKind.GAME)
    (sheet,) = answer.context["page"].sheets
    assert (sheet.seal.seal, sheet.sealed_until) == (seal, ann.table.revision)
    assert sheet.seal.qr.startswith("data:image/svg+xml")
    page = words(answer)
    assert f"Seal {seal}" in page
    assert "http://testserver/seal/" in page
    assert sheet.seal.digest in page
    # The same sheet again has the same seal, and one that goes on another.
    ann.browser().get(f"{ann.url}print/")
    assert Seal.objects.count() == 1
    enter(ann, gin(1, 30))
    assert check(ann.browser(), seal).context["page"].tone == "changed"
    ann.browser().get(f"{ann.url}games/1/print/")
    assert Seal.objects.count() == 2
    assert "p-seal" not in text(stranger.get("/rules/standard/print/"))


def test_the_json_of_a_game_holds_what_its_seal_was_worked_out_from() -> None:
    ann = over()
    data = json.loads(ann.browser().get(f"{ann.url}games/1/game.json").getvalue())
    assert data["seal"] == format_seal(seal_of(digest_of(data["sealed"]))) == the_seal(kind=SealKind.GAME)


def autumn() -> Club:
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(0, 40))
    return tuesday


def test_only_a_closed_season_shows_its_seal(stranger: Client, snapshot: SnapshotAssertion) -> None:
    tuesday = autumn()
    url = f"/s/{tuesday.season.public_id}/"
    assert "/seal/?seal=" not in text(stranger.get(url))
    close_season(access=tuesday.access, season=tuesday.season)
    seal = the_seal(kind=SealKind.SEASON)
    assert f"/seal/?seal={seal}" in text(stranger.get(url))
    page = check(stranger, seal).context["page"]
    assert page.about == snapshot
    assert (page.tone, page.link) == ("good", url)
    hide_standings(access=tuesday.access, season=other_season(tuesday), until=UNTIL_SHOWN)


def other_season(tuesday: Club) -> Season:
    tuesday.season.closed_at = None
    Season.objects.filter(pk=tuesday.season.pk).update(closed_at=None)
    return tuesday.season


def test_a_league_that_is_not_public_tells_strangers_nothing(stranger: Client) -> None:
    tuesday = autumn()
    close_season(access=tuesday.access, season=tuesday.season)
    type(tuesday.league).objects.update(public=False)
    page = check(stranger, the_seal(kind=SealKind.SEASON)).context["page"]
    assert (page.hidden_from_user, page.about, page.link) == (True, (), "")


def test_the_example_on_the_page_is_a_seal() -> None:
    assert read_seal("K1DD-RKE7-T4AG-ZCRQ")
