"""The page for one's own hand on two phones: what each sees, and the messages about the hands."""

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import OwnHand, Role
from games.services.table.tables import set_strict
from tests.makers import Phone, enter, join, knock, start
from tests.views.reading import HTMX, bare, is_refusal, says, shown, text

ANN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
BEN = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"
TWICE = "2s 2c 2d 2h Ac 7c 8c 8s 9s Jd"
"""Ben's hand with a card that Ann has."""


class At:
    """A phone on the page for its own hand."""

    def __init__(self, phone: Phone, player: int | None = None) -> None:
        self.phone, self.player = phone, player
        self.client: Client = phone.browser()
        self.url = f"{phone.url}hand/"
        if player is not None:
            assert self.post("who").status_code == 302

    def post(self, do: str, cards: str = "", *, htmx: bool = False, **fields: str) -> Any:
        values = {"do": do, "player": str(self.player), "game": "1", "round": "1", "cards-own": cards} | fields
        return self.client.post(self.url, values, headers=HTMX if htmx else {})

    def get(self, rest: str = "") -> Any:
        return self.client.get(self.url + rest)

    def asks(self, *, again: bool = False) -> Any:
        """The request of the waiting page: the first one, or ``again`` with the state it has seen."""
        address = re.search(r'hx-get="([^"]+)"', text(self.get()))[1].replace("&amp;", "&")  # type: ignore[index]
        return self.client.get(address if again else re.sub(r"seen=\w+", "", address), headers=HTMX)

    def sees(self, *cards: str) -> list[bool]:
        """Which of the cards are drawn on the page and in its fragment, which have to agree."""
        page, part = text(self.get()), text(self.asks())
        found = [[f'data-card="{card}"' in there for card in cards] for there in (page, part)]
        assert found[0] == found[1]
        return found[0]


@pytest.fixture
def two() -> tuple[At, At]:
    phone = start()
    return At(phone, 0), At(join(phone), 1)


def test_phone_asks_only_once_who_uses_it(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    fresh = At(join(two[0].phone, label="Third"))
    page = fresh.get()
    assert shown(page, "form.who > p") == snapshot
    assert re.findall(r'name="player" value="(\d)">(\w+)<', bare(page)) == [("0", "Ann"), ("1", "Ben")]
    assert says(two[0].get(), "Round 1: Ann's hand")
    assert shown(two[0].get("?who=1"), "form.who > p") == snapshot
    assert fresh.client.post(fresh.url, {"do": "who", "player": "7"}).status_code == 400


def test_two_phones_lay_down_and_see_each_other_only_then(two: tuple[At, At]) -> None:
    ann, ben = two
    assert 'id="own-form"' in text(ann.get())
    assert ann.post("lay", ANN).status_code == 302
    assert OwnHand.objects.get().cards == ANN.replace("9c Tc Jc Ks Kc Kd Jd", "Ks Jd Kd 9c Tc Jc Kc")
    assert says(ann.get(), "Ann has laid their hand down. Waiting for Ben")
    assert ann.sees("5s", "2h") == [True, False]
    assert says(ben.get(), "Ann has laid their hand down. Waiting for Ben")
    assert ben.sees("5s", "2h") == [False, False]
    assert ben.post("lay", BEN).status_code == 302
    for phone in two:
        assert phone.sees("5s", "2h") == [True, True]
        page = phone.get()
        assert says(page, "All hands are down")
        assert says(page, "Score the round")
        assert 'role="alert"' not in text(page)


def test_page_does_not_reveal_the_other_hand(two: tuple[At, At]) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    fields = [ben.get(), ben.asks(), ben.get("?change=1"), ben.post("", BEN, htmx=True), ben.post("look", BEN)]
    eve = join(ann.phone, Role.WATCH, "Eve").browser()
    fields += [eve.get(ann.phone.url), eve.get(f"{ann.phone.url}moved/"), ben.client.get(ann.phone.url)]
    for answer in fields:
        assert answer.status_code == 200
        assert "5s 6s" not in unquote(text(answer))
        for box in re.findall(r'<input[^>]*value="5s"[^>]*>', text(answer)):
            assert "checked" not in box
            assert "disabled" not in box
    assert [eve.get(ben.url + rest).status_code for rest in ("", "state/")] == [403, 403]


def test_a_card_in_both_hands_is_pointed_out_on_both_phones(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    ben.post("lay", TWICE)
    for phone in two:
        page = phone.get()
        assert shown(page, "#hands-down .errors p") == snapshot
        assert len(re.findall(r'class="playing suit-d wrong" data-card="Jd"', text(page))) == 2
        assert says(page, "Change my hand")
    form = ben.get("?change=1")
    assert 'value="2s 8s 9s' in text(form)
    ben.post("lay", BEN)
    assert [shown(phone.get(), "#hands-down .errors p") for phone in two] == [[], []]


@pytest.mark.parametrize(
    ("ann_has", "ben_has", "too_many"),
    [
        ("W W W R1 R2 R3 R4", "W W W B1 B2 B3 B4", True),
        ("W W R1 R2 R3 R4 R5", "W W W B1 B2 B3 B4", False),
        ("W1 R1 R2 R3 R4 R5 R6", "W1 B1 B2 B3 B4 B5 B6", False),
    ],
)
def test_wilds_are_counted_not_named(ann_has: str, ben_has: str, too_many: bool, snapshot: SnapshotAssertion) -> None:
    phone = start(preset="ginski")
    ann, ben = At(phone, 0), At(join(phone), 1)
    size = 10
    more = [f"{color}{rank}" for color in "GY" for rank in range(1, 14)]
    for at, has, spare in ((ann, ann_has, more[:13]), (ben, ben_has, more[13:])):
        cards = has.split()
        assert at.post("lay", " ".join([*cards, *spare[: size - len(cards)]])).status_code == 302
    for at in (ann, ben):
        page = at.get()
        assert bool(shown(page, "#hands-down .errors p")) is too_many
        assert shown(page, "#hands-down .how-far, #hands-down .errors p") == snapshot


def test_only_one_hand_has_a_card_to_throw(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    ann, ben = two
    ann.post("lay", f"{ANN} 3h")
    ben.post("lay", f"{BEN} 4h")
    assert shown(ann.get(), "#hands-down .errors p") == snapshot
    ben.post("lay", BEN)
    assert shown(ann.get(), "#hands-down .errors p") == []


def test_invalid_hand_is_not_shown(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    ann, _ = two
    few = ann.post("lay", "5s 6s 7s")
    assert few.status_code == 400
    assert shown(few, "#own .errors p") == snapshot
    wrong = ann.post("lay", f"{ANN} x")
    assert wrong.status_code == 400
    assert shown(wrong, "#own .errors p") == snapshot
    assert not OwnHand.objects.exists()


def test_the_answer_while_entering_is_the_drawn_hand(two: tuple[At, At]) -> None:
    answer = two[0].post("", "5s 6s 7s", htmx=True)
    assert 'data-hand="own"' in text(answer)
    assert says(answer, "3 of 10 cards")
    assert "<html" not in text(answer)
    assert not OwnHand.objects.exists()


def test_phone_that_entered_anothers_hand_is_named_and_can_be_replaced(
    two: tuple[At, At], snapshot: SnapshotAssertion
) -> None:
    ann, ben = two
    other = At(join(ann.phone, label="Cleo's phone"), 0)
    other.post("lay", BEN)
    assert shown(ann.get(), "#hands-down > .fine") == snapshot
    refused = ann.post("lay", ANN)
    assert is_refusal(refused, "hand_laid_down", by="Cleo's phone")
    form = ann.get("?change=1")
    assert shown(form, "#own-form > .fine") == snapshot
    assert "checked" not in text(form)
    assert ann.post("lay", ANN, take="yes").status_code == 302
    assert (ann.sees("5s"), other.sees("5s"), ben.sees("5s")) == ([True], [False], [False])


def test_own_hand_can_be_withdrawn(two: tuple[At, At]) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    assert says(ann.get(), "Take my hand back")
    ann.post("back")
    assert says(ben.get(), "Nobody has laid down their hand yet")


def test_the_hands_are_shown_before_all_are_down(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    assert shown(ann.get(), "#hands-down details .fine") == snapshot
    ann.post("reveal")
    assert ben.sees("5s") == [True]
    assert shown(ben.get(), "#hands-down > .fine") == snapshot


def test_a_waiting_page_gets_only_new_events(two: tuple[At, At]) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    assert ann.asks(again=True).status_code == 204
    address = re.search(r'hx-get="([^"]+)"', text(ann.get()))[1].replace("&amp;", "&")  # type: ignore[index]
    ben.post("lay", BEN)
    news = ann.client.get(address, headers=HTMX)
    assert (news.status_code, says(news, "All hands are down")) == (200, True)
    enter(ann.phone, knock(0, 10, 20))
    done = ann.client.get(address, headers=HTMX)
    assert (done.status_code, done["HX-Redirect"]) == (204, ann.phone.url)


def test_the_page_of_cards_begins_with_the_hands(two: tuple[At, At]) -> None:
    ann, ben = two
    ann.post("lay", ANN)
    cards = f"{ann.phone.url}cards/"
    assert not re.search(r'name="card-0" value="5s"[^>]* checked', text(ben.client.get(cards)))
    ben.post("lay", BEN)
    page = text(ben.client.get(cards))
    for seat, card in ((0, "5s"), (1, "2h")):
        assert re.search(rf'name="card-{seat}" value="{card}"[^>]* checked', page)
    assert says(ben.client.get(cards), "Ann knocks with 10")


def test_a_form_about_a_round_that_is_over_changes_nothing(two: tuple[At, At]) -> None:
    ann, _ = two
    enter(ann.phone, knock(0, 10, 20))
    for do in ("lay", "back", "reveal"):
        assert ann.post(do, ANN)["Location"] == ann.phone.url
    assert not OwnHand.objects.exists()


def test_teams_and_games_that_are_over_have_no_hands() -> None:
    teams = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    assert says(At(teams).get(), "Teams play several hands at once")
    assert says(At(teams).client.post(f"{teams.url}hand/", {"do": "who", "player": "0"}), "Teams play several")
    assert At(teams).get("state/")["HX-Redirect"] == teams.url
    won = start()
    enter(won, knock(0, 0, 90))
    assert At(won).get()["Location"] == won.url


def test_menu_links_to_this_page(two: tuple[At, At]) -> None:
    ann, _ = two
    assert f'href="{ann.url}">My hand<' in text(ann.client.get(ann.phone.url))
    eve = join(ann.phone, Role.WATCH, "Eve").browser()
    assert "My hand" not in text(eve.get(ann.phone.url))


def test_at_a_strict_table_no_hand_is_arranged_by_a_tap(two: tuple[At, At], snapshot: SnapshotAssertion) -> None:
    ann, _ = two
    grouped = "5s 6s 7s / 9c Tc - Jc Ks Kc Kd Jd"
    assert says(ann.post("", grouped, htmx=True), "Best melds")
    set_strict(access=ann.phone.access, strict=True)
    answer = ann.post("", grouped, htmx=True)
    assert shown(answer, ".arrange .fine") == snapshot
    assert not says(answer, "Best melds")
