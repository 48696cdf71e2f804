"""Every command in README and docs/ is run, in the order of its page, or a line says that it isn't, and why."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.docs import markdown
from tests.docs.markdown import PAGES, ROOT, Block
from tests.servers import Site, Sites

LEFT_OUT = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build", "data", "dist")
PATIENCE = 180  # seconds
BACKUP = re.compile(r"\S*scorekeeper-2026-11-22T030000000000Z\.tar\.gz")
STATUSES = {
    # No backup yet, plain http, …: what `doctor` advises fails nothing.
    "python3 manage.py doctor": {0, 1},
    # 1 where somebody would read English: that is for tests/languages.
    "python3 manage.py catalogs --check": {0, 1},
    # Two-step login is off: nothing to turn off.
    "python3 manage.py two_step_off ann@example.org": {1},
    # 1 where a picture is old, which is only told.
    "python3 manage.py pictures --check": {0, 1},
}
"""The exit statuses that are right, for commands for which 0 isn't the only one."""
PEOPLE = """
from games.models import Account
from games.services.league.leagues import create_league
for name in ("ann@example.org", "ann@example.net"):
    account = Account(email=name, name="Ann")
    account.set_unusable_password()
    account.save()
print(create_league(account=account, name="Tuesday", place="", zone="UTC", public=True, key="k" * 32).public_id)
"""


class Terminal:
    """Runs commands in a copy of the project, with a data folder and a running server of its own."""

    def __init__(self, copy: Path, folder: Path, site: Site) -> None:
        self.copy, self.data, self.site = copy, folder / "data", site
        self.league = ""
        self.known: set[str] = set()
        """What takes long and was run for an earlier page."""
        self.stick = folder / "stick"
        programs = folder / "bin"
        programs.mkdir(parents=True)
        for name in ("python", "python3"):
            # Not a link: a virtual environment is found by the folder that its Python is in.
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
            (programs / name).chmod(0o755)
        foreign = ("DJANGO", "SCOREKEEPER", "SECRET_KEY", "PYTEST", "PUBLIC_URL", "CI")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        # Packages are there already, so the bootstrap has to step aside, as in any virtual environment.
        self.environment = inherited | {"PATH": path, "SCOREKEEPER_DATA": str(self.data), "VIRTUAL_ENV": sys.prefix}

    def run(self, script: str, statuses: set[int]) -> str:
        """Run a command in a shell and return what it prints. Fails with another exit status than these."""
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=self.copy,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode in statuses, f"{script}\nended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    def start_and_stop(self, script: str) -> None:
        """Run a command that starts a server, wait until that answers, and press Ctrl+C."""
        process = subprocess.Popen(
            ["bash", "-e", "-c", re.sub(r"(?m)^(python3 manage\.py start)", r"exec \1 --port 0", script)],
            cwd=self.copy,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A run of the tests in the background ignores Ctrl+C, and so would its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - one thread, one call
        )
        output = ""
        try:
            for line in process.stdout or ():
                output += line
                if "press Ctrl+C" in line:
                    break
            url = re.search(r"On this computer: +(http://\S+)", output)
            assert url, output
            assert httpx.get(f"{url[1]}healthz").status_code == 200, output
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, output + rest
        finally:
            process.kill()
            process.communicate()

    def newest_backup(self) -> str:
        """The backup that was made last."""
        found = [*self.data.glob("backups/*.tar.gz"), *self.stick.glob("*.tar.gz")]
        return str(max(found, key=lambda path: path.stat().st_mtime))

    def new(self, script: str) -> bool:
        """Whether a command wasn't run for an earlier page."""
        known = script in self.known
        self.known.add(script)
        return not known

    def adapt(self, command: str) -> str:
        """A command with this machine's names for what the page can only give an example of."""
        command = command.replace("localhost:8000", self.site.url.removeprefix("http://"))
        command = command.replace(".venv/bin/python", "python3")
        if BACKUP.search(command):
            command = BACKUP.sub(self.newest_backup(), command)
        command = command.replace("/media/stick", str(self.stick)).replace(" ID ", f" {self.league} ")
        if re.match(r"python3 manage\.py restore (?!--look|--replace)", command):
            command = f"SCOREKEEPER_DATA={self.data}-new {command}"
        if re.match(r"python3 manage\.py test\b", command):
            # This is such a run; a small one shows that the command works.
            command += " -n0 -q" if "tests/" in command else " -n0 -q tests/test_welcome.py"
            command = command.replace("tests/languages", "tests/languages --collect-only")
        return command


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory, sites: Sites) -> Iterator[Terminal]:
    """A terminal with a league and a backup. The project is a copy, because some commands write into it."""
    folder = tmp_path_factory.mktemp("terminal")
    copy = Path(shutil.copytree(ROOT, folder / "scorekeeper", ignore=LEFT_OUT))
    with sites.make() as site:
        terminal = Terminal(copy, folder, site)
        terminal.run("python3 manage.py prepare && python3 manage.py backup", {0})
        terminal.league = terminal.run(f"python3 manage.py shell --no-imports -c '{PEOPLE}'", {0}).split()[-1]
        yield terminal


def run_blocks(page: Path) -> list[Block]:
    """The blocks of a page that are run."""
    return [block for block in markdown.commands(page) if block.is_run]


@pytest.mark.server
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[] if page.name == "README.md" else pytest.mark.slow)
        for page in PAGES
        if run_blocks(page)
    ],
)
def test_commands_of_a_page_run(terminal: Terminal, page: Path, counted: Callable[[str], None]) -> None:
    number = 0
    for block in run_blocks(page):
        number += len(lines := block.text.splitlines())
        if any(re.match(r"python3 manage\.py start\b", line) for line in lines):
            if terminal.new(block.text):
                terminal.start_and_stop(block.text)
            continue
        for line in lines:
            if not line.startswith("python3 manage.py test") or terminal.new(line):
                terminal.run(terminal.adapt(line), STATUSES.get(line, {0}))
    counted(f"{page.relative_to(ROOT)}: {number} lines of commands run")


@pytest.mark.server
def test_the_bot_runs_as_it_is_written(terminal: Terminal, tmp_path: Path) -> None:
    (bot,) = (block for block in markdown.blocks(ROOT / "docs" / "api.md") if block.language == "python")
    assert len(bot.text.splitlines()) <= 30
    (tmp_path / "bot.py").write_text(bot.text)
    output = terminal.run(f"SCOREKEEPER={terminal.site.url} python3 {tmp_path}/bot.py", {0})
    assert output.splitlines()[-1] == "Score: {'Ann': 13, 'Ben': 83}"
    assert re.match(rf"Watch it at {terminal.site.url}/j/\S+/$", output.splitlines()[0])


@pytest.mark.server
def test_the_recipe_for_seals_gives_the_seals_of_the_command(terminal: Terminal, tmp_path: Path) -> None:
    (recipe,) = (block for block in markdown.blocks(ROOT / "docs" / "seals.md") if block.language == "python")
    (tmp_path / "recipe.py").write_text(recipe.text)
    start = {"players": ["Ann", "Zoë"], "preset": "standard"}
    table = httpx.post(f"{terminal.site.url}/api/v1/tables/", json=start, headers={"Idempotency-Key": "k" * 32}).json()
    game = httpx.get(
        f"{terminal.site.url}/api/v1/tables/{table['id']}/games/1/export/",
        headers={"Authorization": f"Bearer {table['owner_token']}"},
    )
    (tmp_path / "game.json").write_bytes(game.content)
    recipe_seals, command_seals = (
        re.findall(r"(?:\w{4}-){3}\w{4}", terminal.run(f"python3 {program} {tmp_path}/game.json", {0}))
        for program in (tmp_path / "recipe.py", "manage.py seal")
    )
    assert recipe_seals == command_seals
    assert len(recipe_seals) == 1


def test_commands_that_pages_name_have_these_options() -> None:
    from django.core.management import get_commands, load_command_class

    wrong = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name, rest in re.findall(r"manage\.py (\w+)((?: [^`\n|&>'\"]*)?)", text):
            if name in ("test", "pictures"):
                continue
            if name not in get_commands():
                wrong.append(f"{page.name}: {name}")
                continue
            parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
            known = {option for action in parser._actions for option in action.option_strings}
            options = re.findall(r"(?<!\S)--?[a-z][\w-]*", rest)
            wrong += [f"{page.name}: {name} {option}" for option in options if option not in known]
    assert wrong == []


def test_blocks_of_commands_are_found(subtests: pytest.Subtests, tmp_path: Path) -> None:
    cases = [
        ("```sh\na\n```\n\n```python\nb\n```\n", [("a", True)]),
        ("```\na\nb\n```\n\n*Not run by our tests: why.*\n", [("a\nb", False)]),
        (
            "1. One\n\n   ```sh\n   a\n   ```\n\n   *Not run by our tests: why.*\n\n```sh\nb\n```\n",
            [("a", False), ("b", True)],
        ),
    ]
    for text, commands in cases:
        with subtests.test(text=text, commands=commands):
            (page := tmp_path / "page.md").write_text(text)
            assert [(block.text, block.is_run) for block in markdown.commands(page)] == commands
