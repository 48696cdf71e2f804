"""The deployment recipes refer only to names that exist; no image is built here."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from games.management.commands.prepare import PASSWORD
from games.management.commands.prepare import Command as Prepare
from games.management.commands.start import Command as Start
from tests.servers import LackingError

ROOT = Path(__file__).parents[1]
OPERATING = ROOT / "scorekeeper" / "operating"
PINNED = re.compile(r"^[a-z/]+:\d+\.?\d*[\w.-]*$")
OF_OTHERS = {"FORWARDED_ALLOW_IPS", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS", "SITE"}
OF_OTHERS |= {PASSWORD}
"""Variables that uvicorn reads, the image of PostgreSQL, the Caddyfile, and the command `prepare`."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    output: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return output


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, continued lines in one."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.strip().partition(" ") for line in lines) if word]


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    return instructions((ROOT / "Dockerfile").read_text(encoding="utf-8"))


def in_git(path: str) -> bool:
    done = subprocess.run(["git", "ls-files", "--", path], cwd=ROOT, capture_output=True, text=True, check=True)
    return bool(done.stdout.strip())


@pytest.mark.server
def test_compose_names_only_what_there_is(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"prepare", "app", "postgresql", "redis", "caddy"}
    used = set()
    for name, service in services.items():
        assert PINNED.match(service["image"]), f"{name} has no version: {service['image']}"
        assert service["restart"] == ("no" if name == "prepare" else "unless-stopped")
        assert set(service.get("depends_on", {})) <= set(services)
        for other, wait in service.get("depends_on", {}).items():
            ended = "service_completed_successfully" if other == "prepare" else "service_healthy"
            assert wait == {"condition": ended}
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./"):
                assert in_git(source), f"{source} is not there"
            else:
                used.add(source)
        # The application's own version is in the Dockerfile.
        assert name in ("app", "prepare") or "healthcheck" in service
    assert used == set(compose["volumes"])
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]


def test_compose_sets_variables_that_somebody_reads(compose: dict[str, Any]) -> None:
    settings = (ROOT / "scorekeeper" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"""(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)\"""", settings)) | OF_OTHERS | {"REDIS_URL"}
    caddyfile = (OPERATING / "Caddyfile").read_text(encoding="utf-8")
    assert {"DATABASE_URL", "PUBLIC_URL", "SECRET_KEY"} <= read
    for name, service in compose["services"].items():
        for variable in service.get("environment", {}):
            assert variable in read or f"{{${variable}" in caddyfile, f"nobody reads {variable} of {name}"
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    variables = set(re.findall(r"\$\{(\w+)", text))
    # A missing setting is an error; all are listed at the top of the file.
    assert variables == set(re.findall(r"^#   ([A-Z_]+)=", text, re.MULTILINE))
    assert variables - {"SECRET_KEY"} == set(re.findall(r"\$\{(\w+):\?\}", text))


def test_compose_leads_to_its_own_services(compose: dict[str, Any]) -> None:
    services = compose["services"]
    environment = {
        name: re.sub(r"\$\{(\w+)\S*?\}", r"\1", value) for name, value in services["app"]["environment"].items()
    }
    database, redis = urlsplit(environment["DATABASE_URL"]), urlsplit(environment["REDIS_URL"])
    assert (database.scheme, redis.scheme) == ("postgres", "redis")
    assert {"prepare", database.hostname, redis.hostname} == set(services["app"]["depends_on"])
    owner = urlsplit(re.sub(r"\$\{(\w+)\S*?\}", r"\1", services["prepare"]["environment"]["DATABASE_URL"]))
    assert (owner.hostname, owner.path) == (database.hostname, database.path)
    assert owner.username == services["postgresql"]["environment"]["POSTGRES_USER"]
    prepare = services["prepare"]["command"]
    assert prepare[0] == "prepare"
    # The server's own role, which is not the owner's.
    settings_named = vars(Prepare().create_parser("manage.py", "prepare").parse_args(prepare[1:]))
    assert settings_named["role"] == database.username != owner.username
    assert services["prepare"]["image"] == services["app"]["image"]
    assert database.path == "/" + services["postgresql"]["environment"]["POSTGRES_DB"]
    port = services["app"]["command"][services["app"]["command"].index("--port") + 1]
    assert services["caddy"]["environment"]["UPSTREAM"] == f"app:{port}"
    caddy = services["caddy"]["networks"]["inside"]["ipv4_address"]
    assert caddy in environment["FORWARDED_ALLOW_IPS"].split(",")
    options = services["app"]["command"]
    assert options[0] == "start"
    assert vars(Start().create_parser("manage.py", "start").parse_args(options[1:]))["workers"] == 2
    assert services["app"]["read_only"]
    assert services["app"]["cap_drop"] == ["ALL"]


def test_the_image_is_slim_pinned_and_nobody_is_root(dockerfile: list[tuple[str, str]]) -> None:
    words = [word for word, _ in dockerfile]
    assert words.count("FROM") == 2
    for word, rest in dockerfile:
        if word == "FROM":
            image = rest.split()[0]
            assert PINNED.match(image), image
            assert "slim" in image
    last = dict(dockerfile[words.index("FROM", 1) :])
    assert last["USER"] not in ("root", "0", "0:0")
    assert words.index("USER") < words.index("ENTRYPOINT") < words.index("CMD")
    assert "uv sync --frozen --no-dev" in " ".join(rest for word, rest in dockerfile if word == "RUN")
    assert "/healthz" in last["HEALTHCHECK"]


@pytest.mark.server
def test_image_copies_files_that_are_in_git_and_not_ignored(dockerfile: list[tuple[str, str]]) -> None:
    included = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for word, rest in dockerfile:
        if word == "COPY" and "--from" not in rest:
            *sources, _ = shlex.split(rest)
            for source in sources:
                assert in_git(source), f"{source} is not in git"
                assert source.split("/")[0] in included, f"{source} is kept out"
    # All that a running server imports or reads.
    copied = {shlex.split(rest)[0] for word, rest in dockerfile if word == "COPY"}
    assert {"manage.py", "scorekeeper", "games", "templates", "static"} <= copied


@pytest.mark.server
def test_caddy_accepts_its_file() -> None:
    if not shutil.which("caddy"):
        raise LackingError("Caddy")
    command = ["caddy", "adapt", "--validate", "--adapter", "caddyfile", "--config", str(OPERATING / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"dial":"127.0.0.1:8000"' in done.stdout


@pytest.mark.server
def test_systemd_accepts_the_unit_and_it_is_hardened(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        raise LackingError("systemd-analyze")
    unit = (OPERATING / "scorekeeper.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(\S+) manage.py start ", unit, re.MULTILINE)
    file = tmp_path / "scorekeeper.service"
    # The program it starts is looked for on this machine.
    file.write_text(unit.replace(command, sys.executable), encoding="utf-8")
    for what in (["verify", "--man=no"], ["security", "--offline=true", "--threshold=20"]):
        done = subprocess.run(["systemd-analyze", *what, str(file)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert set(re.findall(r"^Environment=(\w+)", unit, re.MULTILINE)) == {"SCOREKEEPER_DATA"}
