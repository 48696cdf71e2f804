"""All games of a phone move to another phone, by a code that is good once."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Device, GamesMove, HouseRules, OwnSeat, Pass, Player, Role, RulesUse
from games.refusals import RefusedError
from games.selectors.access import access_by_secret, device_by_secret
from games.selectors.sharing.moves import games_count, move_by_code, moved_away, moved_away_from, shown_move
from games.selectors.short_codes import ALPHABET
from games.selectors.table.phone_record import settled_of_phone
from games.services.devices import NewDevice, make_device, rename_device
from games.services.rulebook.house_rules import record_use
from games.services.sharing.moves import move_games, offer_games, withdraw_offer
from games.services.table.own_hands import claim_seat
from tests.makers import Phone, enter, finish, gin, join, knock, own_rules, start


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time; a test moves it."""
    now = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def why(call: Callable[[], object]) -> str:
    """What a refused code is."""
    with pytest.raises(RefusedError) as refused:
        call()
    return str(refused.value.context.get("what", refused.value.code))


def of(phone: Phone) -> Device:
    assert phone.access.device
    return Device.objects.get(pk=phone.access.device.pk)


def move(phone: Phone, to: NewDevice) -> NewDevice:
    return move_games(code=offer_games(device=of(phone)), device=to.device, current_secret=to.secret)


def role_at(phone: Phone, secret: str) -> Role:
    return access_by_secret(phone.table.public_id, secret).role


def test_a_code_has_eight_letters_and_none_is_stored(ann: Phone) -> None:
    code = offer_games(device=of(ann))
    assert (len(code), set(code) <= set(ALPHABET)) == (8, True)
    assert code not in repr(GamesMove.objects.values().get())
    shown = shown_move(of(ann))
    assert shown is not None and shown[0] == code


def test_the_new_phone_has_everything_and_the_old_one_nothing(ann: Phone) -> None:
    enter(ann, gin(0, 20))
    finish(ann)
    own_rules(ann)
    claim_seat(access=ann.access, seat=1)
    owned, new = of(ann), make_device(label="New phone")
    moved = move(ann, new)
    assert moved.device.pk == owned.pk
    assert role_at(ann, moved.secret) == Role.OWNER
    assert why(lambda: role_at(ann, ann.secret)) == "not_found"
    old = device_by_secret(ann.secret)
    assert old is not None and (games_count(old), games_count(moved.device)) == (0, 1)
    assert (settled_of_phone(old).count(), settled_of_phone(moved.device).count()) == (0, 2)
    assert HouseRules.objects.get().owner == OwnSeat.objects.get().device == moved.device
    assert set(Player.objects.values_list("remembered_by", flat=True)) == {owned.pk}
    assert moved_away(old) and moved_away_from(ann.table.public_id, old)
    assert not moved_away_from(start().table.public_id, old)


def test_rounds_are_entered_on_the_new_phone_as_by_the_old_one(ann: Phone) -> None:
    enter(ann, knock(0, 7, 20))
    moved = move(ann, make_device(label="New phone"))
    access = access_by_secret(ann.table.public_id, moved.secret)
    enter(Phone(access, moved.secret, ann.secrets), knock(0, 7, 20))
    assert {entry.device_id for entry in ann.table.entries.all()} == {of(ann).pk}


def test_what_the_new_phone_had_is_added(ann: Phone) -> None:
    bob = start("Eve", "Ann", label="Bob's phone")
    own_rules(bob)
    record_use(device=of(bob), preset="ginski", saved=None)
    record_use(device=of(ann), preset="ginski", saved=None)
    at_both = join(ann, Role.WATCH, "x")
    Pass.objects.filter(device=at_both.access.device).update(device=of(bob))
    claim_seat(access=bob.access, seat=0)
    moved = move(ann, NewDevice(of(bob), bob.secret))
    assert (role_at(ann, moved.secret), role_at(bob, moved.secret)) == (Role.OWNER, Role.OWNER)
    assert games_count(moved.device) == 2
    assert (HouseRules.objects.get().owner, OwnSeat.objects.get().device) == (moved.device, moved.device)
    assert sorted(Player.objects.filter(remembered_by=moved.device).values_list("name", flat=True)) == [
        *("Ann", "Ben", "Eve"),
    ]
    assert RulesUse.objects.filter(device=moved.device, preset="ginski", house_rules=None).count() == 1


def test_a_pass_that_ended_on_the_old_phone_is_good_if_the_new_one_has_it(ann: Phone, ben: Phone) -> None:
    new = join(ann, Role.SCORE, "Ben's other phone")
    own = start("Ben", "Cleo")
    Pass.objects.filter(device=of(ben)).update(ended_at=timezone.now())
    Pass.objects.filter(device=own.access.device).update(device=of(ben))
    moved = move(ben, NewDevice(of(new), new.secret))
    assert (role_at(ann, moved.secret), role_at(own, moved.secret)) == (Role.SCORE, Role.OWNER)


def test_the_cookie_before_is_good_until_the_new_one_came(ann: Phone) -> None:
    new = make_device(label="New phone")
    moved = move(ann, new)
    assert role_at(ann, new.secret) == role_at(ann, moved.secret) == Role.OWNER
    found = device_by_secret(new.secret)
    assert found is not None and found.pk == moved.device.pk


def test_a_code_is_good_once(ann: Phone) -> None:
    code = offer_games(device=of(ann))
    first, second = make_device(label="1"), make_device(label="2")
    move_games(code=code, device=first.device, current_secret=first.secret)
    assert why(lambda: move_games(code=code, device=second.device, current_secret=second.secret)) == "move_used"
    assert why(lambda: role_at(ann, second.secret)) == "not_found"


def test_a_code_is_good_for_ten_minutes_and_until_it_is_ended_or_replaced(ann: Phone, clock: list[datetime]) -> None:
    code = offer_games(device=of(ann))
    clock[0] += timedelta(minutes=10, seconds=-1)
    assert move_by_code(code, None).device == of(ann)
    clock[0] += timedelta(seconds=1)
    assert (why(lambda: move_by_code(code, None)), shown_move(of(ann))) == ("move_expired", None)
    second = offer_games(device=of(ann))
    third = offer_games(device=of(ann))
    assert why(lambda: move_by_code(second, None)) == "move_expired"
    withdraw_offer(device=of(ann))
    assert why(lambda: move_by_code(third, None)) == "move_expired"
    clock[0] += timedelta(days=1)
    offer_games(device=of(ann))
    assert GamesMove.objects.count() == 1


def test_wrong_codes_and_the_phone_that_shows_it(ann: Phone) -> None:
    code = offer_games(device=of(ann))
    assert why(lambda: move_by_code("BCDFGHJK", None)) == "move"
    assert why(lambda: move_by_code("", None)) == "move"
    assert why(lambda: move_games(code=code, device=of(ann), current_secret=ann.secret)) == "move_here"
    assert role_at(ann, ann.secret) == Role.OWNER


def test_a_phone_without_games_offers_none() -> None:
    assert why(lambda: offer_games(device=make_device(label="x").device)) == "not_found"


def test_games_move_on_to_a_third_phone_and_back(ann: Phone) -> None:
    rename_device(device=of(ann), label="Ann")
    second, old = make_device(label="2"), NewDevice(of(ann), ann.secret)
    moved = move(ann, second)
    back = device_by_secret(old.secret)
    assert back is not None
    again = move(Phone(ann.access, moved.secret, {}), NewDevice(back, old.secret))
    assert role_at(ann, again.secret) == role_at(ann, old.secret) == Role.OWNER
    assert why(lambda: role_at(ann, moved.secret)) == "not_found"
    assert moved_away(device_by_secret(moved.secret)) is not None
    assert moved_away(device_by_secret(again.secret)) is None
