"""Codes used on two phones at the same moment: one of them wins, and nothing happens twice."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest

from games.models import Device, JoinRequest, Pass
from games.selectors.access import access_by_secret
from games.services.devices import make_device
from games.services.sharing.join_codes import answer_join_request, ask_to_join, show_code
from games.services.sharing.moves import move_games, offer_games
from tests.makers import Phone, join, start
from tests.services.test_races import at_once


@pytest.fixture
def ann(transactional_db: None) -> Phone:
    return start()


def done(call: Callable[[], object]) -> Callable[[], object]:
    """A call whose outcome is "new" if it is not refused."""
    return lambda: SimpleNamespace(status="new", result=call())


def test_a_code_moves_the_games_to_one_of_two_phones(ann: Phone) -> None:
    assert ann.access.device
    code, phones = offer_games(device=ann.access.device), [make_device(label=f"{n}") for n in range(5)]
    moves = [partial(move_games, code=code, device=new.device, current_secret=new.secret) for new in phones]
    assert sorted(at_once([done(move) for move in moves])) == ["new", *["wrong_code"] * 4]
    looks = [partial(access_by_secret, ann.table.public_id, new.secret) for new in phones]
    assert sorted(at_once([done(look) for look in looks])) == ["new", *["not_found"] * 4]
    assert Device.objects.count() == 7  # Ann's, the five new ones, and the one that was left behind


def test_two_phones_answer_one_request_at_once(ann: Phone) -> None:
    code, phone = show_code(access=ann.access, renews=True), make_device(label="Eve").device
    asked = ask_to_join(code=code, device=phone, label="Eve", player=False, watch=False)
    answers = [
        partial(answer_join_request, access=who.access, request=asked.public_id, admit=admits)
        for who, admits in ((ann, True), (join(ann), False))
    ]
    assert at_once([done(answer) for answer in answers]) == ["new"] * 2
    state = JoinRequest.objects.get().state
    assert Pass.objects.filter(device=phone).exists() == (state == "admitted")
    assert ann.table.request_count == 2


def test_a_phone_that_asks_twice_at_once_asks_one_question(ann: Phone) -> None:
    code, phone = show_code(access=ann.access, renews=True), make_device(label="Eve").device
    asks = partial(ask_to_join, code=code, device=phone, label="Eve", player=False, watch=False)
    assert at_once([done(asks)] * 4) == ["new"] * 4
    assert JoinRequest.objects.count() == 1


def test_an_invite_page_open_twice_shows_one_code(ann: Phone) -> None:
    codes: list[str] = []
    shows = done(lambda: codes.append(show_code(access=ann.access, renews=True)))
    assert at_once([shows] * 4) == ["new"] * 4
    assert (len(codes), len(set(codes))) == (4, 1)
