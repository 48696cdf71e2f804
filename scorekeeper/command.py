"""The `scorekeeper` command, which is also what `manage.py` runs: `start`, `test`, `pictures`, and Django's own."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

from scorekeeper.bootstrap import ROOT


def main() -> None:
    """Run the command named in `sys.argv`.

    Raises SystemExit with the command's status, or with a sentence when the packages are missing.
    """
    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        if name == "test":
            sys.exit(_test(sys.argv[2:]))
        if name == "pictures":
            sys.exit(importlib.import_module("tests.docs.pictures").take_pictures(sys.argv[2:]))
        _django(name)
    except ModuleNotFoundError as error:
        # A missing module of our own is a bug, which needs the whole traceback.
        packages = {"babel", "django", "environ", "PIL", "playwright", "pytest", "pytest_django", "xdist"}
        if (error.name or "").partition(".")[0] not in packages:
            raise
        sys.exit(
            f"The package {error.name} is missing from the environment {sys.prefix}. Leave it (deactivate) and run: "
            f"python3 manage.py {name}\nThat makes an environment of its own, with all packages."
        )


def compile_translations() -> None:
    """Compile the translations that changed. Where that fails, say so and go on: some pages are then in English."""
    from scorekeeper.translations import compile_changed

    try:
        compile_changed()
    except (OSError, ValueError) as error:
        print(  # noqa: T201 - there is no Django yet to print with
            f"Some translations could not be compiled, so pages may be in English: {error}\nTo compile them, "
            f"run as the owner of {ROOT}: {sys.executable} manage.py compilemessages",
            file=sys.stderr,
        )


def _test(arguments: list[str]) -> int:
    """Run pytest with `arguments` on this project, wherever the command was called from; return its exit status.

    It uses every core. Given arguments come later and so take precedence: `-n0` runs one process, which `-s` needs.
    Tests marked `browser`, `server` or `slow` are left out (`addopts` in pyproject.toml), unless they are named.
    """
    import pytest

    if importlib.util.find_spec("xdist") is None:
        # Checked here, because pytest would only say that it does not know an option.
        raise ModuleNotFoundError(name="xdist")
    arguments = _reports_in(Path.cwd(), arguments)
    os.chdir(ROOT)
    # Images of Python often tell it to write no bytecode. Then each process of each run would compile every test anew,
    # which takes several times as long as everything else it does before the first one.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    return int(pytest.main(["--numprocesses=auto", "--dist=worksteal", *arguments]))


def _reports_in(folder: Path, arguments: list[str]) -> list[str]:
    """Return the arguments with the file of `--junitxml` in `folder`, where the command was called from."""
    absolute = list(arguments)
    for place, argument in enumerate(arguments):
        option, equals, path = argument.partition("=")
        if option not in ("--junitxml", "--junit-xml"):
            continue
        if equals:
            absolute[place] = f"{option}={folder / path}"
        elif place + 1 < len(arguments):
            absolute[place + 1] = str(folder / arguments[place + 1])
    return absolute


def _django(name: str) -> None:
    """Run a command of Django or of Scorekeeper with Scorekeeper's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    if name in ("start", "prepare"):
        from scorekeeper.first_start import prepare

        # Before Django reads the settings, which need the folder, the key and the hosts.
        prepare(sys.argv[2:])
    if name in ("start", "prepare", "runserver"):
        compile_translations()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)  # noqa: T201 - without settings there is nothing else to say it with
        sys.exit(2)
