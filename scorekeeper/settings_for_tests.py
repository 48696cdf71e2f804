"""The real settings, moved into a temporary folder that is removed when the tests end."""

import atexit
import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="scorekeeper-tests-")
atexit.register(_folder.cleanup)

# Set, not defaulted: tests must never reach the data of the person who runs them.
os.environ["SCOREKEEPER_DATA"] = _folder.name
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 50
os.environ.pop("ALLOWED_HOSTS", None)
os.environ.pop("REDIS_URL", None)

from scorekeeper.settings import *  # noqa: E402, F403 - the two lines above must come first
from scorekeeper.settings import DATA, DATABASES, STORAGES  # noqa: E402 - see above

# A file, because pages, streams and the test itself open connections of their own; an SQLite database in memory
# belongs to one connection.
DATABASES["default"].setdefault("TEST", {})["NAME"] = (
    DATA / "tests.sqlite3" if DATABASES["default"]["ENGINE"].endswith("sqlite3") else None
)

# No collectstatic before every run: the files are served from where they are written.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# The real hash takes as long as it should; the tests of the hash itself ask for it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# The process of the tests is alone, on whatever database; servers of their own show the bell between processes.
BELL = ""

# A server within the tests sends no webhooks of its own accord: who tries that runs a real one, or says so.
WEBHOOKS_SEND = False
