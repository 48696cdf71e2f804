"""House rules: save them, delete one's own, and note which rules a phone plays by."""

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Device, HouseRules, RulesUse
from games.refusals import Refused
from games.rules.ruleset import as_json, differences, presets, rule_set
from games.services.keys import check_key

SECRET_KEY_LENGTH: Final = 32
"""Characters from which on a key is taken to be random; shorter ones say nothing about another device's rows."""


@transaction.atomic(durable=True)
def save_house_rules(*, title: str, preset: str, changes: Mapping[str, object], device: Device, key: str) -> HouseRules:
    """Save ``changes`` (parameter name to JSON value) to ``preset`` under ``title``, a clean name.

    What is as in the preset anyway is left out. ``key`` makes a retry the same house rules, also on a second tap that
    left before the first brought the phone its cookie. Raises Illegal for rules that cannot be, Refused for a key that
    is none or that saved other rules ("idempotency_key_reused"), and where nothing is changed ("invalid_value").
    """
    check_key(key)
    rules = rule_set(preset, changes)
    told = as_json(rules)
    kept = {name: told.get(name) for name in differences(rules, presets()[preset].rules)}
    if not kept:
        raise Refused("invalid_value", what="changes")
    saved = _saved_before(key, device)
    if saved is None:
        saved = HouseRules.objects.create(title=title, preset=preset, changes=kept, owner=device, key=key)
    elif (saved.title, saved.preset, saved.changes) != (title, preset, kept):
        raise Refused("idempotency_key_reused")
    note_use(device=device, preset=preset, saved=saved)
    return saved


def copy_house_rules(*, original: HouseRules, device: Device) -> HouseRules:
    """Give ``device`` its own copy of shared house rules, which stays when the original is deleted.

    A second time, and for one's own, changes nothing. Raises Illegal for rules that can no longer be.
    """
    if original.owner_id == device.pk:
        return original
    return save_house_rules(
        title=original.title,
        preset=original.preset,
        changes=original.changes,
        device=device,
        key=f"copy:{original.public_id}",
    )


@transaction.atomic(durable=True)
def delete_house_rules(*, saved: HouseRules, device: Device | None) -> None:
    """Delete one's own house rules; their link then leads nowhere. Games played by them keep their rules.

    Raises Refused ("not_found") for those of another phone.
    """
    if device is None or saved.owner_id != device.pk:
        raise Refused("not_found")
    HouseRules.objects.filter(pk=saved.pk).delete()


def note_use(*, device: Device, preset: str, saved: HouseRules | None) -> None:
    """Note that ``device`` chose ``preset``, or ``saved`` house rules made from it, just now."""
    if saved is not None and not HouseRules.objects.filter(pk=saved.pk).exists():
        return  # their owner deleted them a moment ago
    RulesUse.objects.update_or_create({"used_at": timezone.now()}, device=device, preset=preset, house_rules=saved)


def _saved_before(key: str, device: Device) -> HouseRules | None:
    """What was saved under ``key``: by this phone, or by whoever knows the same random key."""
    own = HouseRules.objects.filter(owner=device, key=key).first()
    if own is None and len(key) >= SECRET_KEY_LENGTH:
        return HouseRules.objects.filter(key=key).first()
    return own
