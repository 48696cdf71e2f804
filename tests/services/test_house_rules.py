"""Saved house rules."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Device, HouseRules, RulesUse, Table
from games.rules.faults import RulesError
from games.rules.house_rules import house_rule_applies, house_rules
from games.rules.presets import presets, rule_set
from games.rules.ruleset import with_house_rules
from games.selectors.rulebook.house_rules import (
    change_lines,
    chosen_house_rules,
    last_used_rules,
    rules_at_start,
    rules_by_value,
)
from games.services.devices import make_device
from games.services.rulebook.house_rules import copy_house_rules, delete_house_rules, record_use, save_house_rules
from games.services.table.games import change_rules
from games.services.table.tables import start_table
from tests.makers import current, revision, start
from tests.refusals import refused

KEY = "k" * 32


@pytest.fixture
def device() -> Device:
    return make_device(label="Ann's phone").device


def save(
    device: Device, *, key: str = KEY, title: str = "Ours", preset: str = "standard", **changes: Any
) -> HouseRules:
    return save_house_rules(title=title, preset=preset, changes=changes or {"gin_bonus": 30}, device=device, key=key)


def used(device: Device) -> list[str]:
    return [rules.value for rules in last_used_rules(device)]


def test_only_differences_from_the_preset_are_stored(device: Device) -> None:
    saved = save(device, gin_bonus=30, target=100, undercut_bonus=25, false_knock_penalty=10)
    assert (saved.title, saved.preset, saved.owner) == ("Ours", "standard", device)
    assert saved.changes == {"gin_bonus": 30, "false_knock_penalty": 10}
    found = rules_by_value(f"own:{saved.public_id}")
    assert found is not None
    assert found.rules == rule_set("standard", {"gin_bonus": 30, "false_knock_penalty": 10})
    assert change_lines(found.rules, found.preset.rules) == (
        "Gin bonus: 30 points",
        "False knock: 10 points",
    )
    assert used(device) == [f"own:{saved.public_id}"]


@pytest.mark.parametrize("preset", presets())
def test_every_named_house_rule_can_be_saved_with_every_preset_it_suits(preset: str, device: Device) -> None:
    base = presets()[preset].rules
    for rule in house_rules().values():
        if house_rule_applies(rule, base):
            saved = save(device, key=f"{rule.id}:{KEY}", preset=preset, **rule.overrides)
            assert chosen_house_rules(HouseRules.objects.get(pk=saved.pk)).rules == with_house_rules(
                base, rule.overrides
            )


def test_a_retry_is_the_same_rules(device: Device) -> None:
    assert save(device) == save(device)
    assert (HouseRules.objects.count(), RulesUse.objects.count()) == (1, 1)


def test_a_second_tap_before_the_cookie_came_is_the_same_rules_for_both(device: Device) -> None:
    other = make_device(label="The same phone").device
    saved = save(device)
    assert save(other) == saved
    assert used(other) == used(device) == [f"own:{saved.public_id}"]


def test_a_short_key_says_nothing_about_another_phone(device: Device) -> None:
    other = make_device(label="Another phone").device
    assert save(device, key="k") != save(other, key="k")


@pytest.mark.parametrize("other", [{"title": "Theirs"}, {"preset": "palace"}, {"gin_bonus": 20}])
def test_a_key_is_for_one_set_of_rules(device: Device, other: dict[str, Any]) -> None:
    save(device)
    assert refused(save, device, **other) == "idempotency_key_reused"


@pytest.mark.parametrize(
    ("key", "code"),
    [("", "idempotency_key_required"), ("a\nb", "idempotency_key_invalid"), ("k" * 201, "idempotency_key_invalid")],
)
def test_invalid_key_saves_nothing(device: Device, key: str, code: str) -> None:
    assert (refused(save, device, key=key), HouseRules.objects.count()) == (code, 0)


def test_house_rules_equal_to_their_preset_are_refused(device: Device) -> None:
    assert refused(save, device, gin_bonus=25) == "invalid_value"


@pytest.mark.parametrize(
    ("preset", "changes"), [("whist", {"target": 50}), ("standard", {"target": -1}), ("standard", {"x": 1})]
)
def test_rules_that_cannot_be_are_not_saved(device: Device, preset: str, changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        save(device, preset=preset, **changes)
    assert HouseRules.objects.count() == 0


def test_a_copy_outlives_the_original(device: Device) -> None:
    other = make_device(label="Ben's phone").device
    original = save(device)
    copy = copy_house_rules(original=original, device=other)
    assert copy_house_rules(original=original, device=other) == copy != original
    assert (copy.title, copy.preset, copy.changes, copy.owner) == ("Ours", "standard", {"gin_bonus": 30}, other)
    assert copy_house_rules(original=original, device=device) == original
    delete_house_rules(saved=original, device=device)
    assert (rules_by_value(f"own:{original.public_id}"), used(other)) == (None, [f"own:{copy.public_id}"])


def test_only_their_own_phone_may_delete_house_rules(device: Device) -> None:
    saved = save(device)
    for stranger in (None, make_device(label="Ben's phone").device):
        assert refused(delete_house_rules, saved=saved, device=stranger) == "not_found"
    assert HouseRules.objects.get() == saved


def test_deleted_rules_are_not_offered_and_their_tables_stay(device: Device) -> None:
    saved = save(device)
    start_table(
        names=["Ann", "Ben"],
        preset="standard",
        house_rules=saved.changes,
        dealer=0,
        rules_title=saved.title,
        saved=saved,
        device=device,
    )
    delete_house_rules(saved=saved, device=device)
    assert (used(device), Table.objects.count()) == ([], 1)


def test_rules_deleted_while_the_start_page_was_open_still_start_a_table(device: Device) -> None:
    saved = save(device)
    delete_house_rules(saved=saved, device=device)
    started = start_table(
        names=["Ann", "Ben"], preset="standard", house_rules={"gin_bonus": 30}, dealer=0, saved=saved, device=device
    )
    assert started.access.table.revision == 1


def test_rules_outlive_the_phone_that_saved_them(device: Device) -> None:
    saved = save(device)
    device.delete()
    assert HouseRules.objects.get(pk=saved.pk).owner is None


def test_last_used_rules_come_first(device: Device) -> None:
    mine = save(device)
    for preset in ("ginski", "standard", "ginski"):
        record_use(device=device, preset=preset, saved=None)
    assert used(device) == ["ginski", "standard", f"own:{mine.public_id}"]
    record_use(device=device, preset="standard", saved=mine)
    assert used(device)[0] == f"own:{mine.public_id}"
    assert used(None) == []  # type: ignore[arg-type]


def test_rules_based_on_a_removed_preset_are_left_out(device: Device) -> None:
    saved = save(device)
    HouseRules.objects.filter(pk=saved.pk).update(preset="whist")
    RulesUse.objects.create(device=device, preset="whist", used_at=timezone.now())
    assert (used(device), rules_by_value(f"own:{saved.public_id}")) == ([], None)


def test_house_rules_never_change(device: Device) -> None:
    saved = save(device)
    saved.title = "Theirs"
    with pytest.raises(TypeError):
        saved.save()


def test_the_database_keeps_each_once(device: Device) -> None:
    saved = save(device)
    twins = [
        HouseRules(title="x", preset="standard", changes={}, owner=device, key=KEY),
        HouseRules(title="x", preset="standard", changes={}, key="z", public_id=saved.public_id),
        RulesUse(device=device, preset="standard", house_rules=saved, used_at=timezone.now()),
    ]
    for twin in twins:
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save()


def test_a_table_tells_the_rules_it_began_with_after_a_change() -> None:
    phone = start(target=150)
    changed_rules = with_house_rules(current(phone).rules, {"gin_bonus": 30})
    change_rules(access=phone.access, key="c", game=1, revision=revision(phone), rules=changed_rules)
    assert rules_at_start(phone.table, 1) == rule_set("standard", {"target": 150})
    assert current(phone).rules == changed_rules


def test_the_same_key_under_another_title_is_another_table(device: Device) -> None:
    fields: dict[str, Any] = {"names": ["Ann", "Ben"], "preset": "standard", "house_rules": {"gin_bonus": 30}}
    fields |= {"dealer": 0, "device": device, "key": "k"}
    start_table(**fields)
    assert (refused(start_table, **fields, rules_title="Ours"), Table.objects.count()) == ("idempotency_key_reused", 1)
