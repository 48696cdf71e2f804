"""Stakes on pages: set, changed, removed, and shown to all."""

import pytest
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, EntryKind, Role
from games.rules.stakes import Stakes
from games.services.table.games import set_stakes
from tests.makers import Phone, enter, gin, join, knock, revision, sheet, start
from tests.views.reading import bare, forms, is_refusal, says, shown, text, words

FIELDS = {"unit": "€", "own-unit": "", "point": "0,10", "box": "", "game": "2"}


def send(phone: Phone, **typed: str):  # type: ignore[no-untyped-def]
    """Open the page, type, and save."""
    client = phone.browser()
    page = forms(client.get(f"{phone.url}stakes/"))["stakes/"]
    return client.post(f"{phone.url}stakes/", page.fields | FIELDS | typed)


def test_stakes_are_off_until_somebody_sets_them(ann: Phone) -> None:
    page = ann.browser().get(f"{ann.url}stakes/")
    assert not says(page, "No stakes")
    assert not says(ann.browser().get(ann.url), "This evening")
    answer = send(ann)
    assert (answer.status_code, answer["Location"]) == (302, ann.url)
    assert sheet(ann).stakes == Stakes("€", point=10, box=0, game=200)
    table = ann.browser().get(ann.url)
    assert says(table, "This evening €0.10 a point, €2.00 a game")
    assert says(table, "Undo the new stakes: back to no stakes")


def test_watchers_see_the_stakes_and_cannot_change_them(won: Phone, snapshot: SnapshotAssertion) -> None:
    send(won)
    eve = join(won, Role.WATCH).browser()
    page = eve.get(won.url)
    # Ann's 325 are 32.50 at ten a point, and 2 for the game.
    assert says(page, "Ann +€34.50")
    assert words(page).count("Ben pays Ann €34.50") == 1
    assert bare(page).index("Ben pays Ann") < bare(page).index('class="after"')
    assert shown(page, ".evening .fine") == snapshot
    assert "/stakes/" not in text(page)
    assert eve.get(f"{won.url}stakes/").status_code == 403
    assert eve.post(f"{won.url}stakes/", FIELDS).status_code == 403


def test_every_phone_that_keeps_score_may_set_them(ann: Phone) -> None:
    ben = join(ann)
    assert f'href="{ann.url}stakes/"' in text(ben.browser().get(ann.url))
    assert send(ben).status_code == 302


def test_other_screens_get_the_evening_too(won: Phone) -> None:
    send(won)
    moved = join(won).browser().get(f"{won.url}moved/", headers={"HX-Request": "true"})
    assert says(moved, "Ben pays Ann €34.50")


def test_the_form_comes_back_filled_in(ann: Phone) -> None:
    send(ann, unit="other", **{"own-unit": "beans", "box": "0.05"})
    page = ann.browser().get(f"{ann.url}stakes/")
    page_forms = forms(page)["stakes/"].fields
    assert 'value="beans"' in text(page)
    assert 'value="0.10"' in text(page)
    assert 'value="0.05"' in text(page)
    assert page_forms["revision"] == str(revision(ann))


def test_faults_are_shown_at_their_fields_and_the_input_stays(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = send(ann, unit="other", point="x", game="2000", **{"own-unit": ""})
    assert answer.status_code == 422
    for field in ("point", "game", "own-unit"):
        assert shown(answer, f"#{field}-error") == snapshot
    assert 'value="x"' in text(answer)
    assert sheet(ann).stakes is None
    assert shown(send(ann, point="", game=""), ".errors p") == snapshot


def test_playing_for_nothing_takes_the_card_away(ann: Phone) -> None:
    send(ann)
    client = ann.browser()
    assert says(client.get(f"{ann.url}stakes/"), "No stakes")
    client.post(f"{ann.url}stakes/", {"revision": str(revision(ann)), "play-for": "nothing"})
    assert sheet(ann).stakes is None
    assert not says(client.get(ann.url), "This evening")


def test_the_same_stakes_again_write_nothing(ann: Phone) -> None:
    for _ in range(2):
        assert send(ann).status_code == 302
    assert Entry.objects.filter(table=ann.table, kind=EntryKind.STAKES).count() == 1


def test_a_page_that_is_out_of_date_is_refused_and_shown_again(ann: Phone) -> None:
    client = ann.browser()
    old = forms(client.get(f"{ann.url}stakes/"))["stakes/"].fields
    enter(ann, knock(0, 7, 20))
    answer = client.post(f"{ann.url}stakes/", old | FIELDS)
    assert is_refusal(answer, "stale")
    assert 'value="0,10"' in text(answer)
    assert forms(answer)["stakes/"].fields["revision"] == str(revision(ann))
    assert client.post(f"{ann.url}stakes/", FIELDS).status_code == 428


@pytest.mark.parametrize(("revision_sent", "status"), [("", 428), ("x", 428), ("9" * 5000, 428), ("-1", 428)])
def test_nonsense_as_revision_is_refused(ann: Phone, revision_sent: str, status: int) -> None:
    answer = ann.browser().post(f"{ann.url}stakes/", FIELDS | {"revision": revision_sent})
    assert answer.status_code == status
    assert sheet(ann).stakes is None


def test_a_stranger_finds_nothing(ann: Phone) -> None:
    other = start()
    assert other.browser().get(f"{ann.url}stakes/").status_code == 404


def test_queries_do_not_grow_with_the_stakes_of_an_evening(
    ann: Phone, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    set_stakes(access=ann.access, key="s", revision=3, stakes=Stakes("€", point=10))
    enter(ann, gin(0, 80))
    client = ann.browser()
    client.get(ann.url)
    with django_assert_max_num_queries(
        5
    ):  # pass with device, names, who may score; and the seal of a game that is over
        assert says(client.get(ann.url), "Ben pays Ann")
