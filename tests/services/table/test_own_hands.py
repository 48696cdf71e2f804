"""Players entering their own hands: visibility, replacement, and the ledger entry made of them."""

import pytest

from games.models import OwnHand, OwnSeat, Role
from games.selectors.table.own_hands import RoundHands, hands_of_round, own_seat
from games.services.sharing.links import revoke_link
from games.services.table.games import finish_game, start_game, swap_seats, undo
from games.services.table.own_hands import claim_seat, reveal_hands, submit_hand, withdraw_hand
from tests.makers import Phone, current, enter, gin, join, knock, revision, start, void
from tests.refusals import refused

ANN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
BEN = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"


def lay(phone: Phone, seat: int, cards: str, **more: object) -> None:
    now = current(phone)
    round_number = now.round_to_reenter.number if now.round_to_reenter else now.next_round
    fields = {"game": now.number, "round_number": round_number} | more
    submit_hand(access=phone.access, seat=seat, cards=cards, **fields)  # type: ignore[arg-type]


def seen(phone: Phone, seat: int | None = None, round_number: int | None = None) -> RoundHands:
    now = current(phone)
    return hands_of_round(phone.access, now, round_number or now.next_round, now.next_active, seat)


def cards(phone: Phone, seat: int | None = None) -> list[str | None]:
    return [hand.cards for hand in seen(phone, seat).hands]


# --- Who sees what ---------------------------------------------------------------------------------------------------


def test_hands_are_hidden_until_all_are_in(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    waiting = seen(ben, 1)
    assert (waiting.all_visible, waiting.missing, waiting.hand_at(1)) == (False, (1,), None)
    assert [(hand.seat, hand.by, hand.mine, hand.cards) for hand in waiting.hands] == [(0, "Ann's phone", False, None)]
    assert cards(ann, 0) == [ANN]
    lay(ben, 1, BEN)
    for phone, seat in ((ann, 0), (ben, 1), (join(ann, label="Third"), None)):
        assert (seen(phone, seat).all_visible, seen(phone, seat).missing, cards(phone, seat)) == (True, (), [ANN, BEN])


def test_choosing_another_player_does_not_reveal_their_hand(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    claim_seat(access=ben.access, seat=0)
    assert cards(ben, 0) == [None]
    # A phone that went from hand to hand keeps what the one before laid down.
    assert cards(ann, 1) == [None]
    assert cards(ann) == [None]


def test_entered_hands_can_be_revealed_before_all_are_in(ann: Phone) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski")
    other = join(phone)
    lay(phone, 0, "R1 R2 R3")
    reveal_hands(access=other.access, game=1, round_number=1)
    shown = seen(other, 1)
    assert (shown.all_visible, shown.missing, shown.revealed_by, cards(other, 1)) == (
        True,
        (1, 2),
        "Ben's phone",
        ["R1 R2 R3"],
    )
    lay(other, 1, "B1 B2 B3")
    assert seen(phone, 0).all_visible
    assert cards(phone, 0) == ["R1 R2 R3", "B1 B2 B3"]
    reveal_hands(access=phone.access, game=1, round_number=1)
    assert seen(phone, 0).revealed_by == "Ben's phone"


def test_revealing_before_any_hand_is_in_changes_nothing(ann: Phone, ben: Phone) -> None:
    reveal_hands(access=ann.access, game=1, round_number=1)
    assert not seen(ann, 0).all_visible
    lay(ann, 0, ANN)
    assert cards(ben, 1) == [None]


def test_watchers_may_neither_see_nor_enter_hands(ann: Phone) -> None:
    eve = join(ann, Role.WATCH, "Eve's phone")
    lay(ann, 0, ANN)
    assert refused(seen, eve) == "not_allowed"
    assert refused(lay, eve, 1, BEN) == "not_allowed"
    assert refused(claim_seat, access=eve.access, seat=0) == "not_allowed"
    assert refused(reveal_hands, access=eve.access, game=1, round_number=1) == "not_allowed"
    assert refused(withdraw_hand, access=eve.access, game=1, round_number=1, seat=0) == "not_allowed"
    assert (OwnHand.objects.count(), OwnSeat.objects.count()) == (1, 0)


def test_a_link_that_was_switched_off_lays_nothing_down(ann: Phone, ben: Phone) -> None:
    revoke_link(access=ann.access, link_id=ben.access.link.pk)
    assert refused(lay, ben, 1, BEN) == "link_revoked"


def test_hands_of_another_table_are_not_here(ann: Phone) -> None:
    other = start("Cleo", "Dan")
    lay(other, 0, ANN)
    lay(other, 1, BEN)
    assert seen(ann, 0) == RoundHands((), (0, 1), all_visible=False)


# --- Replacing a hand ------------------------------------------------------------------------------------------------


def test_a_phone_replaces_its_own_hand_and_no_other(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, BEN)
    lay(ann, 0, ANN)
    assert refused(lay, ben, 0, BEN) == "hand_laid_down"
    assert refused(withdraw_hand, access=ben.access, game=1, round_number=1, seat=0) == "hand_laid_down"
    assert cards(ann, 0) == [ANN]


def test_another_phone_may_take_over_if_allowed(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    lay(ben, 0, BEN, take_over=True)
    assert (cards(ann, 0), cards(ben, 0)) == ([None], [BEN])
    assert refused(lay, ann, 0, ANN) == "hand_laid_down"


def test_withdrawn_hand_may_be_entered_by_anyone(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    for _ in range(2):
        withdraw_hand(access=ann.access, game=1, round_number=1, seat=0)
    assert seen(ann, 0).hands == ()
    lay(ben, 0, BEN)
    assert cards(ben, 0) == [BEN]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seat": 2}, "invalid_value"),
        ({"seat": -1}, "invalid_value"),
        ({"cards": ""}, "invalid_value"),
        ({"cards": "x" * 301}, "invalid_value"),
        ({"game": 2}, "wrong_game"),
        ({"round_number": 2}, "stale"),
    ],
)
def test_hand_that_does_not_fit_the_round_is_refused(ann: Phone, given: dict[str, object], code: str) -> None:
    fields = {"seat": 0, "cards": ANN, "game": 1, "round_number": 1} | given
    assert refused(submit_hand, access=ann.access, **fields) == code
    assert not OwnHand.objects.exists()


def test_player_who_sits_out_enters_no_hand() -> None:
    ann = start("Ann", "Ben", "Cleo", preset="cutthroat")
    (idle,) = {0, 1, 2} - set(current(ann).next_active)
    assert refused(lay, ann, idle, ANN) == "invalid_value"


# --- What becomes of them --------------------------------------------------------------------------------------------


def test_own_hands_are_deleted_once_the_round_is_saved(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    lay(ben, 1, BEN)
    before = revision(ann)
    enter(ben, knock(0, 10, 20))
    assert (OwnHand.objects.count(), revision(ann)) == (0, before + 1)


def test_hands_of_the_next_round_stay_when_an_earlier_one_changes(ann: Phone) -> None:
    enter(ann, knock(0, 10, 20))
    enter(ann, knock(0, 10, 20))
    lay(ann, 0, ANN)
    void(ann, 1)
    assert cards(ann, 0) == [ANN]
    enter(ann, gin(0, 20))
    assert not OwnHand.objects.exists()


def test_hands_are_entered_again_after_an_undone_round(ann: Phone) -> None:
    enter(ann, knock(0, 10, 20))
    undo(access=ann.access, key="u", revision=revision(ann))
    lay(ann, 0, ANN)
    assert [hand.cards for hand in seen(ann, 0, 1).hands] == [ANN]


def test_another_game_begins_without_hands(ann: Phone) -> None:
    enter(ann, gin(0, 20))
    lay(ann, 0, ANN)
    finish_game(access=ann.access, key="f", game=1, revision=revision(ann))
    assert not OwnHand.objects.exists()
    assert refused(lay, ann, 0, ANN) == "wrong_game"
    start_game(access=ann.access, key="g")
    lay(ann, 0, ANN)
    assert cards(ann, 0) == [ANN]


def test_a_phone_stays_that_of_its_player_round_after_round(ann: Phone, ben: Phone) -> None:
    assert own_seat(ann.access, current(ann)) is None
    claim_seat(access=ann.access, seat=1)
    claim_seat(access=ann.access, seat=0)
    claim_seat(access=ben.access, seat=1)
    enter(ann, gin(0, 20))
    assert [own_seat(phone.access, current(ann)) for phone in (ann, ben)] == [0, 1]
    assert refused(claim_seat, access=ann.access, seat=2) == "invalid_value"


def test_hands_go_with_their_players_when_seats_are_swapped(ann: Phone) -> None:
    claim_seat(access=ann.access, seat=0)
    lay(ann, 0, ANN)
    swap_seats(access=ann.access, key="s", game=1, first=0, second=1, revision=revision(ann))
    assert own_seat(ann.access, current(ann)) == 1
    assert [(hand.seat, hand.cards) for hand in seen(ann, 1).hands] == [(1, ANN)]


def test_a_player_who_has_not_laid_down_cannot_have_the_others_shown(ann: Phone, ben: Phone) -> None:
    lay(ann, 0, ANN)
    claim_seat(access=ben.access, seat=1)
    assert refused(reveal_hands, access=ben.access, game=1, round_number=1) == "invalid_value"
    assert not seen(ben, 1).all_visible
