"""Devices: how a phone is recognized."""

from games.models import Entry
from games.selectors.access import device_by_secret, hash_secret
from games.services.devices import make_device, rename_device
from tests.makers import assert_sound, enter, join, knock, start


def test_a_new_phone_is_known_by_its_secret_alone() -> None:
    one, two = make_device(label="iPhone"), make_device(label="iPhone")
    assert one.device.secret_hash == hash_secret(one.secret)
    assert len(one.secret) == 32
    assert (device_by_secret(one.secret), device_by_secret(two.secret)) == (one.device, two.device)
    assert (device_by_secret(""), device_by_secret("x"), device_by_secret(one.device.secret_hash)) == (None, None, None)


def test_a_new_name_is_for_what_comes_and_not_for_what_was() -> None:
    ann = start()
    ben = join(ann, label="iPhone")
    enter(ben, knock(0, 7, 20))
    assert ben.access.device
    rename_device(device=ben.access.device, label="Ben")
    rename_device(device=ben.access.device, label="Ben")
    enter(ben, knock(0, 8, 20))
    assert list(Entry.objects.order_by("revision").values_list("by", flat=True)) == ["Ann's phone", "iPhone", "Ben"]
    assert_sound(ann)
