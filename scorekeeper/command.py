"""The `scorekeeper` command, which is also what `manage.py` runs: `start`, `test`, and everything Django knows."""

import importlib.util
import os
import sys

from scorekeeper.bootstrap import ROOT


def main() -> None:
    """Run the command named in `sys.argv`.

    Raises SystemExit with the command's status, or with a sentence when the packages are missing.
    """
    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        if name == "test":
            sys.exit(_test(sys.argv[2:]))
        _django(name)
    except ModuleNotFoundError as error:
        # Our own modules are never missing; their bugs deserve the whole story.
        if (error.name or "").partition(".")[0] not in {"django", "pytest", "pytest_django", "xdist", "environ"}:
            raise
        lock = "requirements-dev.txt" if name == "test" else "requirements.txt"
        sys.exit(
            f"This Python environment lacks the package {error.name}. Run: {sys.executable} -m pip install -r {lock}\n"
            f"Or leave the environment (deactivate) and run python3 manage.py {name}, which makes its own."
        )


def _test(arguments: list[str]) -> int:
    """Run pytest with `arguments` on this project, wherever the command was called from; return its exit status.

    Every core takes part. What is given comes later and so counts more: `-n0` is one process, which `-s` needs.
    """
    import pytest

    if importlib.util.find_spec("xdist") is None:
        # Asked here, because pytest would only say that it does not know an option.
        raise ModuleNotFoundError(name="xdist")
    os.chdir(ROOT)
    return int(pytest.main(["--numprocesses=auto", "--dist=loadfile", *arguments]))


def _django(name: str) -> None:
    """Run a command of Django or of Scorekeeper with Scorekeeper's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    if name == "start":
        from scorekeeper.first_start import prepare

        # Before Django reads the settings, which ask for the folder, the key and the hosts.
        prepare(sys.argv[2:])
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)  # noqa: T201 - without settings there is nothing else to say it with
        sys.exit(2)
