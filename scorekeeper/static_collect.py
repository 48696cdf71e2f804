"""Collect the static files for serving, but only when one of them has changed since the last time."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management import call_command

from scorekeeper.bundles import BUNDLES

# The API serves JSON only; the files for DRF's web pages would take longer to compress than all others together.
UNUSED = ["rest_framework"]
IGNORED = ["CVS", ".*", "*~", *UNUSED]  # the others are those collectstatic leaves out by itself


def collect_static() -> bool:
    """Bring STATIC_ROOT up to date; return whether anything had to be done.

    Raises OSError when STATIC_ROOT cannot be written, ValueError when a stylesheet names a file that is not there.
    """
    if is_collected():
        return False
    # --clear: a release unpacked today may carry files older than the copies collected yesterday, and collectstatic
    # would keep those.
    call_command(collectstatic.Command(), interactive=False, clear=True, ignore_patterns=UNUSED, verbosity=0)
    _stamp().write_text(_fingerprint(), encoding="ascii")
    return True


def is_collected() -> bool:
    """Whether STATIC_ROOT is up to date, as `collect_static` left it."""
    stamp = _stamp()
    return Path(settings.STATIC_ROOT).is_dir() and stamp.exists() and stamp.read_text("ascii") == _fingerprint()


def _stamp() -> Path:
    return Path(settings.STATIC_ROOT).with_suffix(".stamp")


def _fingerprint() -> str:
    """Return a digest that changes when a static file is added, removed or written, or the storage changes."""
    digest = hashlib.sha256(repr((settings.STORAGES["staticfiles"], sorted(BUNDLES.items()))).encode())
    digest.update(Path(__file__).with_name("static_storage.py").read_bytes())
    for finder in get_finders():
        for path, storage in finder.list(IGNORED):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
