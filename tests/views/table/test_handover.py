"""Taking over the scoring on another phone with two taps."""

import re

from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.services.table.handover import allow_takeover
from tests.makers import Phone, dead, enter, join, revision, sheet
from tests.views.reading import HTMX, entry, forms, is_refusal, says, shown, submit, text, words


def link_on(answer: object) -> str:
    found = re.search(r'<a class="button quiet" href="([^"]+)">Take over the scoring</a>', text(answer))  # type: ignore[arg-type]
    return found[1] if found else ""


def test_the_owner_takes_over_in_two_taps(ann: Phone, snapshot: SnapshotAssertion) -> None:
    ben = join(ann)
    client = ann.browser()
    assert link_on(client.get(ann.url)) == ""  # Ann's phone entered the newest round: it keeps the score already
    enter(ben, dead())
    page = client.get(link_on(client.get(ann.url)))
    assert shown(page, "main > .card > p") == snapshot
    done = submit(client, forms(page)["handover/"])
    assert (done.status_code, done["Location"]) == (302, ann.url)
    after = client.get(ann.url)
    assert re.search(r"\d+:\d\d [AP]M Ann's phone is keeping score now", words(after))
    assert link_on(after) == ""
    assert ben.browser().get(ben.url).status_code == 410
    assert ben.browser().post(f"{ben.url}rounds/", {"end": "dead", "key": "k"}).status_code == 410


def test_player_with_the_right_takes_over_in_two_taps(ann: Phone, snapshot: SnapshotAssertion) -> None:
    enter(join(ann), dead())
    cleo = join(ann, Role.WATCH, "iPhone")
    client = cleo.browser()
    assert link_on(client.get(ann.url)) == ""
    assert client.get(f"{ann.url}handover/").status_code == 403
    owner = ann.browser()
    assert submit(owner, forms(owner.get(f"{ann.url}links/"))["takeover/"], takeover="yes").status_code == 302
    page = client.get(link_on(client.get(ann.url)))
    assert shown(page, "main > .card > p") == snapshot
    form = forms(page)["handover/"]
    assert form.buttons == [("player", "0", ""), ("player", "1", "")]
    assert submit(client, form, player="1").status_code == 302
    after = client.get(ann.url)
    assert says(after, "iPhone (Ben) is keeping score now (was: Ben's phone)")
    assert forms(after)["rounds/"]
    assert submit(owner, forms(owner.get(f"{ann.url}links/"))["takeover/"], takeover="no").status_code == 302
    assert ann.table.takeover is False


def test_a_double_tap_is_one_handover(ann: Phone) -> None:
    join(ann)
    client = ann.browser()
    form = forms(client.get(f"{ann.url}handover/"))["handover/"]
    assert [submit(client, form).status_code for _ in range(3)] == [302, 302, 302]
    assert len(sheet(ann).handovers) == 1


def test_handover_without_a_player_asks_again(ann: Phone) -> None:
    allow_takeover(access=ann.access, allowed=True)
    client = join(ann, Role.WATCH).browser()
    form = forms(client.get(f"{ann.url}handover/"))["handover/"]
    for player in ("", "x", "2", "-1", "9" * 400):
        answer = submit(client, form, player=player)
        assert is_refusal(answer, "invalid_value", what="player")
    assert revision(ann) == 3


def test_other_screens_are_notified(ann: Phone, stranger: Client) -> None:
    cleo = join(ann, Role.WATCH, "Cleo's phone")
    join(ann)
    submit(ann.browser(), forms(ann.browser().get(f"{ann.url}handover/"))["handover/"])
    moved = cleo.browser().get(f"{ann.url}moved/", headers=HTMX)
    assert says(moved, "Ann's phone is keeping score now")
    assert text(moved).count('id="handover"') == 1
    assert 'class="notice' not in text(ann.browser().get(f"{ann.url}moved/", headers=HTMX))


def test_handover_is_listed_between_its_rounds(ann: Phone) -> None:
    join(ann)
    submit(ann.browser(), forms(ann.browser().get(f"{ann.url}handover/"))["handover/"])
    enter(ann, dead())
    page = text(ann.browser().get(ann.url))
    numbers = [page.index(f"Round </span>{n}</span>") for n in (3, 2)]
    assert numbers[0] < page.index("is keeping score now") < numbers[1]
    assert entry(ann).fields["key"]
    assert text(join(ann, Role.OWNER).browser().get(ann.url)).count("is keeping score now") == 1
