"""The page of a table's links."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import AccessLink, Device, Pass, Role
from games.services.sharing.links import revoke_link
from games.services.table.games import finish_game
from tests.makers import Phone, join, link, revision, start
from tests.views.reading import HTMX, as_parsed, entry, forms, is_refusal, says, shown, submit, text, words


def everything() -> list[str]:
    """Every row of the database."""
    return [repr(row) for model in apps.get_app_config("games").get_models() for row in model.objects.values()]


def off(phone: Phone, role: Role) -> None:
    revoke_link(access=phone.access, link_id=link(phone.access, role).pk)


# --- The owner's page -----------------------------------------------------------------------------------------------


def test_the_owner_sees_each_link_with_its_code(ann: Phone) -> None:
    answer = ann.browser().get(f"{ann.url}links/")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)
    for role in Role:
        assert text(answer).count(f'href="http://testserver/j/{ann.secrets[role]}/"') == 1
    assert text(answer).count("data:image/svg+xml") == 3
    titles = re.findall(r'<h2 id="link-\d+">([^<]+?) *<', text(answer))
    assert titles == ["To play and score", "To watch", "For your own phones"]
    own = ann.access.link.pk
    assert {name for name in forms(answer) if name not in ("links/", "takeover/", "links/code/")} == {
        f"links/{x.pk}/revoke/" for x in AccessLink.objects.exclude(pk=own)
    }


def test_links_name_the_address_that_was_configured(ann: Phone, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    answer = ann.browser().get(f"{ann.url}links/")
    assert f'href="https://scores.example/j/{ann.secrets[Role.WATCH]}/"' in text(answer)
    assert "testserver" not in text(answer)


def test_a_link_whose_secret_cannot_be_made_again_is_listed_without_it(ann: Phone, settings: Any) -> None:
    settings.SECRET_KEY = "another" * 10
    answer = ann.browser().get(f"{ann.url}links/")
    assert (answer.status_code, "/j/" in text(answer), "data:image" in text(answer)) == (200, False, False)


def test_a_new_link_is_made_and_listed(ann: Phone) -> None:
    client = ann.browser()
    form = forms(client.get(f"{ann.url}links/"))["links/"]
    assert form.buttons == [("role", "score", ""), ("role", "watch", "")]
    answer = submit(client, form, role="score", label="  Kitchen   tablet ")
    assert (answer.status_code, answer["Location"]) == (302, f"{ann.url}links/")
    newest = AccessLink.objects.latest("pk")
    assert (newest.role, newest.label, newest.table) == ("score", "Kitchen tablet", ann.table)
    assert says(client.get(f"{ann.url}links/"), "Kitchen tablet")
    submit(client, form, role="watch")
    assert AccessLink.objects.latest("pk").role == "watch"


def test_a_link_that_cannot_be_is_refused(ann: Phone, subtests: pytest.Subtests) -> None:
    for typed in [
        {"role": "owner"},
        {"role": ""},
        {"role": "god"},
        {"role": "watch", "label": "x" * 61},
        {"role": "watch", "label": "nul \x00"},
        {"role": "watch", "label": "\u202e"},
        {"role": "watch", "label": "\u200d"},
    ]:
        with subtests.test(typed=typed):
            answer = ann.browser().post(f"{ann.url}links/", typed)
            assert (answer.status_code, AccessLink.objects.count()) == (400, 3)
            assert forms(answer)["links/"].buttons == [("role", "score", ""), ("role", "watch", "")]


def test_the_21st_link_is_refused(ann: Phone) -> None:
    client = ann.browser()
    statuses = [client.post(f"{ann.url}links/", {"role": "watch"}).status_code for _ in range(18)]
    assert statuses == [302] * 17 + [409]
    answer = client.post(f"{ann.url}links/", {"role": "watch"})
    assert is_refusal(answer, "too_many_links", most=20)


def test_a_link_is_switched_off(ann: Phone) -> None:
    client = ann.browser()
    address = f"links/{link(ann.access, Role.SCORE).pk}/revoke/"
    form = forms(client.get(f"{ann.url}links/"))[address]
    for _ in range(2):
        assert submit(client, form).status_code == 302
    page = client.get(f"{ann.url}links/")
    assert (says(page, "Turned off"), ann.secrets[Role.SCORE] in text(page)) == (True, False)
    assert address not in forms(page)


def test_the_owner_cannot_switch_off_the_way_in(ann: Phone) -> None:
    answer = ann.browser().post(f"{ann.url}links/{ann.access.link.pk}/revoke/")
    assert (answer.status_code, AccessLink.objects.filter(revoked_at=None).count()) == (400, 3)


@pytest.mark.parametrize("role", [Role.SCORE, Role.WATCH])
def test_only_owners_see_make_or_revoke_links(ann: Phone, role: Role) -> None:
    client = join(ann, role).browser()
    responses = [
        client.get(f"{ann.url}links/"),
        client.post(f"{ann.url}links/", {"role": "score"}),
        client.post(f"{ann.url}links/{link(ann.access, Role.WATCH).pk}/revoke/"),
    ]
    assert [answer.status_code for answer in responses] == [403, 403, 403]
    assert [secret in text(responses[0]) for secret in ann.secrets.values()] == [False] * 3
    assert AccessLink.objects.filter(revoked_at=None).count() == 3


def test_a_link_of_another_table_cannot_be_switched_off(ann: Phone) -> None:
    other = start()
    for number in (link(other.access, Role.SCORE).pk, 0, 10**30):
        assert ann.browser().post(f"{ann.url}links/{number}/revoke/").status_code == 404
    assert AccessLink.objects.filter(revoked_at=None).count() == 6


# --- What a link opens ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [5, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("role", list(Role))
def test_opening_a_link_many_times_changes_nothing(ann: Phone, stranger: Client, role: Role, times: int) -> None:
    before = everything()
    address = f"/j/{ann.secrets[role]}/"
    for _ in range(times):
        for answer in (stranger.get(address, headers={"Purpose": "prefetch"}), stranger.head(address)):
            assert (answer.status_code, "device" in answer.cookies) == (200, False)
            assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
            assert "no-store" in answer["Cache-Control"].split(", ")
    assert everything() == before


def test_the_page_of_a_link_names_nobody(stranger: Client) -> None:
    owner = start("Leopoldine", "Maximilian", label="Leopoldine's phone")
    page = stranger.get(f"/j/{owner.secrets[Role.SCORE]}/")
    assert says(page, "Score at this table")
    assert [name in text(page) for name in ("Leopoldine", "Maximilian", owner.table.public_id)] == [False] * 3


@pytest.mark.parametrize("htmx", [True, False])
def test_who_looks_closer_sees_whose_table_it_is_and_still_changes_nothing(stranger: Client, htmx: bool) -> None:
    owner = start("Leopoldine", "Maximilian")
    before = everything()
    for role, title in ((Role.SCORE, "Join"), (Role.WATCH, "Watch")):
        headers = HTMX if htmx else {}
        page = stranger.post(f"/j/{owner.secrets[role]}/", {"who": "1"}, headers=headers)
        assert (page.status_code, "device" in page.cookies, "<html" in text(page)) == (200, False, not htmx)
        assert says(page, f"Gin rummy, to 100 {title} Leopoldine and Maximilian")
        asked = [says(page, words) for words in ("I'm Leopoldine", "I'm Maximilian", "Someone else", "Just watching")]
        assert asked == [role == Role.SCORE] * 4
        assert ('name="label"' in text(page)) is (role == Role.SCORE)
    assert everything() == before


def test_a_player_joins_under_their_own_name(ann: Phone, stranger: Client) -> None:
    address = f"/j/{ann.secrets[Role.SCORE]}/"
    form = next(iter(forms(stranger.post(address, {"who": "1"})).values()))
    assert [button[:2] for button in form.buttons] == [("", ""), ("me", "0"), ("me", "1"), ("", ""), ("watch", "1")]
    assert submit(stranger, form, me="1").status_code == 302
    device = Device.objects.latest("pk")
    assert (device.label, [p.link.role for p in device.passes.all()]) == ("Ben", [Role.SCORE])
    page = Client().post(address, {"who": "1"})
    assert says(page, "I'm Ben already on another phone Someone else")
    assert not says(page, "I'm Ann already on another phone")
    for number in ("2", "-1", "x", "9" * 5000, "\u0661"):
        assert submit(Client(), form, me=number, label="Eve").status_code == 302
        assert Device.objects.latest("pk").label == "Eve"


def test_who_just_watches_may_not_score(ann: Phone, stranger: Client) -> None:
    address = f"/j/{ann.secrets[Role.SCORE]}/"
    assert stranger.post(address, {"watch": "1"})["Location"] == ann.url
    device = Device.objects.latest("pk")
    assert [p.link.role for p in device.passes.all()] == [Role.WATCH]
    assert stranger.post(f"{ann.url}undo/", {"key": "k", "revision": "1"}).status_code == 403
    off(ann, Role.WATCH)
    assert not says(Client().post(address, {"who": "1"}), "Just watching")
    assert Client().post(address, {"watch": "1"}).status_code == 410


def test_who_only_watches_is_asked_nothing_and_a_kind_of_phone_is_no_name(
    ann: Phone, subtests: pytest.Subtests
) -> None:
    for agent, label in [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)", "iPad"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile", "Android phone"),
        ("Mozilla/5.0 (Linux; Android 14; Tab)", "Android tablet"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows computer"),
        ("Mozilla/5.0 (X11; CrOS x86_64)", "Chromebook"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux computer"),
        ("", "A phone"),
    ]:
        with subtests.test(agent=agent, label=label):
            phone = Client(headers={"User-Agent": agent})
            watches = {"label": "", "watch": "1"}
            assert phone.post(f"/j/{ann.secrets[Role.SCORE]}/", watches).status_code == 302
            assert Device.objects.latest("pk").label == label
            form = next(iter(forms(phone.get(f"/j/{ann.secrets[Role.SCORE]}/")).values()))
            assert form.fields["label"] == ""


@pytest.mark.parametrize(
    ("role", "sentence"),
    [
        (Role.WATCH, "Watch this table"),
        (Role.SCORE, "Score at this table"),
        (Role.OWNER, "Make this table yours"),
    ],
)
def test_the_button_gives_the_phone_its_pass(ann: Phone, stranger: Client, role: Role, sentence: str) -> None:
    page = stranger.get(f"/j/{ann.secrets[role]}/")
    assert says(page, sentence)
    answer = submit(stranger, next(iter(forms(page).values())), label="Ben")
    assert (answer.status_code, answer["Location"]) == (302, ann.url)
    cookie = answer.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert ann.secrets[role] not in answer["Location"] + cookie.value
    device = Device.objects.latest("pk")
    assert (device.label, [p.link.role for p in device.passes.all()]) == ("Ben", [role])
    assert stranger.get(ann.url).status_code == 200


def test_a_name_of_another_phone_is_said_beside_the_field(ann: Phone, stranger: Client) -> None:
    join(ann, label="Eve")
    join(ann, label="Ben")
    address, passes = f"/j/{ann.secrets[Role.SCORE]}/", Pass.objects.count()
    answer = stranger.post(address, {"label": "eve"})
    assert is_refusal(answer, "name_taken", what="table", name="eve")
    assert next(iter(forms(answer).values())).fields["label"] == "eve"
    assert (answer.status_code, Pass.objects.count()) == (409, passes)
    for _ in range(2):  # the second time it is this phone's own
        assert stranger.post(address, {"label": "Eve M"}).status_code == 302
    # A player may have two phones.
    assert Client().post(address, {"me": "1", "label": ""}).status_code == 302


def test_a_phone_that_never_got_the_answer_joins_once(ann: Phone) -> None:
    address = f"/j/{ann.secrets[Role.SCORE]}/"
    form = next(iter(forms(Client().get(address)).values()))
    first, again = (submit(Client(), form, label="Eve") for _ in range(2))
    assert (first.status_code, again.status_code) == (302, 302)
    assert first.cookies["device"].value == again.cookies["device"].value
    assert (Device.objects.count(), Pass.objects.count()) == (2, 2)
    # Days later the form is worth nothing.
    Device.objects.update(created_at=timezone.now() - timedelta(days=1))
    later = submit(Client(), form, label="Dan")
    assert later.cookies["device"].value != first.cookies["device"].value
    assert is_refusal(submit(Client(), form, label="Eve"), "name_taken", what="table", name="Eve")


def test_a_phone_that_is_known_takes_up_a_link_under_the_name_it_now_has(ann: Phone) -> None:
    ben = start("Ben", "Dan", label="Ben's phone")
    client = ben.browser()
    form = next(iter(forms(client.get(f"/j/{ann.secrets[Role.SCORE]}/")).values()))
    assert form.fields["label"] == "Ben's phone"
    for _ in range(2):
        answer = submit(client, form, label="Ben")
        assert (answer.status_code, "device" in answer.cookies) == (302, False)
    assert (Device.objects.count(), Pass.objects.count()) == (2, 3)
    assert Device.objects.get(pk=ben.access.device.pk).label == "Ben"  # type: ignore[union-attr]


def test_invalid_name_is_reported_and_stays_in_the_form(
    ann: Phone, stranger: Client, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for label in ["", "  ", "x" * 61, "Ben\u202e", "Ben\x00"]:
        with subtests.test(label=label):
            before = everything()
            address = f"/j/{ann.secrets[Role.SCORE]}/"
            answer = stranger.post(address, {"label": label})
            assert answer.status_code == 400
            assert shown(answer, "#label-error") == snapshot
            assert next(iter(forms(answer).values())).fields["label"] == as_parsed(label)
            assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
            assert everything() == before


def test_a_link_that_never_was_and_one_that_is_off_are_distinguished(ann: Phone, stranger: Client) -> None:
    off(ann, Role.SCORE)
    before = everything()
    for method in (stranger.get, stranger.post):
        gone = method(f"/j/{ann.secrets[Role.SCORE]}/")
        assert is_refusal(gone, "link_revoked")
        assert method("/j/never-was/").status_code == 404
    assert everything() == before


def test_guessing_links_is_limited_and_valid_links_still_work(ann: Phone, stranger: Client, settings: Any) -> None:
    settings.RATES = settings.RATES | {"wrong_link": ((3, 10**9),)}
    statuses = [stranger.get(f"/j/guess{n}/").status_code for n in range(5)]
    assert statuses == [404, 404, 404, 429, 429]
    assert stranger.get(f"/j/{ann.secrets[Role.SCORE]}/").status_code == 200


# --- A link that was turned off -----------------------------------------------------------------------------------


def test_every_page_with_a_revoked_link_says_so(ann: Phone) -> None:
    ben = join(ann)
    client, fields = ben.browser(), entry(ben).fields | {"end": "dead", "revision": "3"}
    off(ann, Role.SCORE)
    for address in ("", "moved/", "revision/", "games/1/", "games/1/rules/", "rounds/1/1/", "seats/", "links/"):
        answer = client.get(f"{ann.url}{address}")
        assert (address, is_refusal(answer, "link_revoked"), "Ann" in words(answer)) == (address, True, False)
    for address in (
        "preview/",
        "rounds/",
        "rounds/1/1/",
        "rounds/1/1/void/",
        "undo/",
        "games/",
        "finish/",
        "games/1/decide/",
    ):
        assert client.post(f"{ann.url}{address}", fields).status_code == 410
        fragment = client.post(f"{ann.url}{address}", fields, headers=HTMX)
        assert (fragment.status_code, fragment["HX-Refresh"], fragment.content) == (410, "true", b"")
    assert revision(ann) == 3


def test_a_finished_table_can_still_be_watched(ann: Phone) -> None:
    eve = join(ann, Role.WATCH)
    finish_game(access=ann.access, key="f", game=1, revision=3)
    assert says(eve.browser().get(ann.url), "Ben wins ")
    assert re.search("/live/", text(eve.browser().get(ann.url)))
