"""House rules: save, copy and delete them, and remember which rules a phone used last."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from games.models import Device, HouseRules, RulesUse
from games.refusals import RefusedError
from games.rules.presets import presets, rule_set
from games.rules.ruleset import as_json, differences
from games.services.idempotency import SECRET_KEY_LENGTH, check_key


@transaction.atomic(durable=True)
def save_house_rules(*, title: str, preset: str, changes: Mapping[str, object], device: Device, key: str) -> HouseRules:
    """Save ``changes`` (parameter name to JSON value) to ``preset`` under ``title``, a clean name.

    Values equal to the preset's are left out. ``key`` makes a retry return the same house rules, also after a double
    tap before the first answer gave the phone its cookie. Raises RulesError for contradictory rules, RefusedError for
    an invalid key, one that saved other rules ("idempotency_key_reused"), and where nothing is changed
    ("invalid_value").
    """
    check_key(key)
    rules = rule_set(preset, changes)
    values = as_json(rules)
    changed_values = {name: values.get(name) for name in differences(rules, presets()[preset].rules)}
    if not changed_values:
        raise RefusedError("invalid_value", what="changes")
    saved = _saved_before(key, device)
    if saved is None:
        saved = HouseRules.objects.create(title=title, preset=preset, changes=changed_values, owner=device, key=key)
    elif (saved.title, saved.preset, saved.changes) != (title, preset, changed_values):
        raise RefusedError("idempotency_key_reused")
    record_use(device=device, preset=preset, saved=saved)
    return saved


def copy_house_rules(*, original: HouseRules, device: Device) -> HouseRules:
    """Give ``device`` its own copy of shared house rules, which stays when the original is deleted.

    A second time, and for the device's own, nothing changes. Raises RulesError for rules that are no longer valid.
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
    """Delete house rules of this device; their address then shows nothing. Games keep their rules.

    Raises RefusedError ("not_found") for those of another device.
    """
    if device is None or saved.owner_id != device.pk:
        raise RefusedError("not_found")
    HouseRules.objects.filter(pk=saved.pk).delete()


def record_use(*, device: Device, preset: str, saved: HouseRules | None) -> None:
    """Note that ``device`` has just used ``preset``, or the ``saved`` house rules made from it."""
    if saved is not None and not HouseRules.objects.filter(pk=saved.pk).exists():
        return  # their owner deleted them a moment ago
    RulesUse.objects.update_or_create({"used_at": timezone.now()}, device=device, preset=preset, house_rules=saved)


def _saved_before(key: str, device: Device) -> HouseRules | None:
    """Return what was saved under ``key``: by this device, or by any device if the key is long enough to be random."""
    own = HouseRules.objects.filter(owner=device, key=key).first()
    if own is None and len(key) >= SECRET_KEY_LENGTH:
        return HouseRules.objects.filter(key=key).first()
    return own
