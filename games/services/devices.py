"""Devices: a phone gets a label and a secret cookie the first time it does anything."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Device
from games.selectors.access import hash_secret
from games.selectors.secrets import derived_secret
from games.services.idempotency import SECRET_KEY_LENGTH

_SAME_DEVICE_FOR: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class NewDevice:
    """A device and the secret for its cookie; only the secret's hash is stored."""

    device: Device
    secret: str


@transaction.atomic
def make_device(*, label: str, once: str = "") -> NewDevice:
    """Make a device under ``label`` (a clean name). Its secret has 192 bits.

    With the same ``once``, the random key of a form, it is the same device again for ten minutes.
    """
    if len(once) >= SECRET_KEY_LENGTH:
        secret = derived_secret(f"device:{once}")
        device, _created = Device.objects.get_or_create({"label": label}, secret_hash=hash_secret(secret))
        if timezone.now() - device.created_at < _SAME_DEVICE_FOR:
            return NewDevice(device, secret)
    secret = secrets.token_urlsafe(24)
    return NewDevice(Device.objects.create(secret_hash=hash_secret(secret), label=label), secret)


@transaction.atomic
def renew_device(*, device: Device, current_secret: str) -> NewDevice:
    """Give a device a new secret. ``current_secret`` stays valid until the new one is used: a response may be lost."""
    secret = secrets.token_urlsafe(24)
    device.former_hash, device.secret_hash = hash_secret(current_secret), hash_secret(secret)
    device.save(update_fields=["former_hash", "secret_hash"])
    return NewDevice(device, secret)


def drop_former_secret(*, device: Device, secret: str) -> None:
    """Invalidate the former secret of a device once its new one is used.

    Every page calls this, and nearly always there is nothing to do: then it takes no lock.
    """
    if device.former_hash is not None and device.secret_hash == hash_secret(secret):
        device.former_hash = None
        with transaction.atomic():
            device.save(update_fields=["former_hash"])


def rename_device(*, device: Device, label: str) -> None:
    """Rename a device; its entries keep the name they were made under."""
    if device.label != label:
        device.label = label
        with transaction.atomic():
            device.save(update_fields=["label"])
