"""The settings of the tests: the real ones, with a temporary data folder that is removed when the tests end."""

import atexit
import os
import tempfile
from pathlib import Path

from django.contrib.staticfiles.storage import StaticFilesStorage

from scorekeeper.bundles import BUNDLES, bundle_file

_folder = tempfile.TemporaryDirectory(prefix="scorekeeper-tests-")
atexit.register(_folder.cleanup)

# Set, not just defaulted: tests must never touch the data of the person who runs them.
os.environ["SCOREKEEPER_DATA"] = _folder.name
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 50
os.environ.pop("ALLOWED_HOSTS", None)
os.environ.pop("REDIS_URL", None)
os.environ.pop("EMAIL_URL", None)

from scorekeeper.settings import *  # noqa: E402, F403 - the two lines above must come first
from scorekeeper.settings import BASE_DIR, DATA, DATABASES, STATICFILES_DIRS, STORAGES  # noqa: E402 - see above

# A file, because pages, streams and the test itself open connections of their own; an SQLite database in memory
# belongs to one connection.
DATABASES["default"].setdefault("TEST", {})["NAME"] = (
    DATA / "tests.sqlite3" if DATABASES["default"]["ENGINE"].endswith("sqlite3") else None
)


class BundledStorage(StaticFilesStorage):
    """Static files from their sources, but with bundles, so that a page loads as many files as in production."""

    bundles = True


# No collectstatic before every run: static files are served from their sources, and bundles are joined here.
STORAGES["staticfiles"] = {"BACKEND": "scorekeeper.settings_for_tests.BundledStorage"}
_joined = tempfile.TemporaryDirectory(prefix="scorekeeper-bundles-")
atexit.register(_joined.cleanup)
for _name, _parts in BUNDLES.items():
    _file = Path(_joined.name) / bundle_file(_name)
    _file.parent.mkdir(exist_ok=True)
    _file.write_bytes(b"\n".join((BASE_DIR / "static" / part).read_bytes() for part in _parts))
STATICFILES_DIRS.append(Path(_joined.name))
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# The real hash is slow on purpose; the tests of the hash itself select it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# The test process is alone, on any database; tests of notifications between processes start their own servers.
NOTIFICATION_BACKEND = ""

# Tests read mails without delay.
MAIL_DELAY = 0.0

# All pages of accounts, as on a server with HTTPS; browsers have passkeys at http://localhost, too.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
