"""What `start` and `prepare` set up before Django reads the settings: the data folder, the secret key, ALLOWED_HOSTS.

Standard library only, because it runs before Django is loaded.
"""

import argparse
import os
import secrets
import sys
import tempfile
from pathlib import Path

from scorekeeper.addresses import own_hosts
from scorekeeper.bootstrap import ROOT

CANNOT_START = 2


def prepare(arguments: list[str]) -> None:
    """Make the data folder that `--data` in `arguments` (or SCOREKEEPER_DATA) names, and set the environment from it.

    Afterwards SCOREKEEPER_DATA names the folder, a secret key is in it (or in SECRET_KEY), and ALLOWED_HOSTS holds
    this machine's own addresses besides the given ones. Raises SystemExit (2) when the folder cannot be used.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    folder = parser.parse_known_args(arguments)[0].data or os.environ.get("SCOREKEEPER_DATA") or ROOT / "data"
    data = Path(folder).expanduser().resolve()
    if not {"-h", "--help"} & set(arguments):
        try:
            make_data_folder(data)
        except OSError as error:
            reason = error.strerror or error
            print(  # noqa: T201 - there is no Django yet to print with
                f"Cannot write to the data folder {data}: {reason}. Choose another one with --data.", file=sys.stderr
            )
            sys.exit(CANNOT_START)
    os.environ["SCOREKEEPER_DATA"] = str(data)
    given = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", "").split(",") if host.strip()]
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*given, *own_hosts()]))


def make_data_folder(data: Path) -> None:
    """Make the folder `data` with a secret key in it, readable by its owner only.

    An existing key stays; with SECRET_KEY in the environment none is made. Raises OSError when the folder or the
    database in it cannot be written.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=data):
        pass  # Only a real write shows it: permissions, a read-only disk and a full one all look different beforehand.
    database = data / "scorekeeper.sqlite3"
    if database.exists():
        database.open("ab").close()
    key = data / "secret_key"
    if os.environ.get("SECRET_KEY") or (key.exists() and key.read_text(encoding="ascii").strip()):
        return
    # mkstemp gives mode 0600; because of the rename, half a key can never be read.
    handle, half = tempfile.mkstemp(dir=data, prefix="secret_key.")
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
    Path(half).replace(key)
