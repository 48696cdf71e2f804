"""Devices: a phone gets a name and a secret the first time it does anything."""

import secrets
from dataclasses import dataclass

from games.models import Device
from games.selectors.access import hashed


@dataclass(frozen=True, slots=True)
class NewDevice:
    """A device and the secret for its cookie, which is not stored."""

    device: Device
    secret: str


def make_device(*, label: str) -> NewDevice:
    """A new device under ``label`` (a clean name). Its secret has 192 bits."""
    secret = secrets.token_urlsafe(24)
    return NewDevice(Device.objects.create(secret_hash=hashed(secret), label=label), secret)


def renew_device(*, device: Device, held: str) -> NewDevice:
    """A new secret for ``device``. The one it ``held`` is good until the new one is seen: its answer may get lost."""
    secret = secrets.token_urlsafe(24)
    device.former_hash, device.secret_hash = hashed(held), hashed(secret)
    device.save(update_fields=["former_hash", "secret_hash"])
    return NewDevice(device, secret)


def forget_former(*, device: Device, secret: str) -> None:
    """From the moment its new secret is seen, the one before opens nothing."""
    if device.former_hash is not None and device.secret_hash == hashed(secret):
        device.former_hash = None
        device.save(update_fields=["former_hash"])


def rename_device(*, device: Device, label: str) -> None:
    """Call ``device`` ``label`` from now on; entries keep the name they were made under."""
    if device.label != label:
        device.label = label
        device.save(update_fields=["label"])
