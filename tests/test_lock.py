"""The lock file and its two exports agree and use only the public index; no network needed."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorekeeper import VERSION

ROOT = Path(__file__).parent.parent
PUBLIC = {"https://pypi.org", "https://files.pythonhosted.org"}
RENEW = """Renew them:
    uv lock --default-index https://pypi.org/simple
    uv export --frozen --no-emit-project --no-header --no-dev -o requirements.txt
    uv export --frozen --no-emit-project --no-header --group dev -o requirements-dev.txt"""
EXPORTS = {"requirements.txt": False, "requirements-dev.txt": True}

Package = dict[str, Any]


@pytest.fixture(scope="module")
def locked() -> dict[str, Package]:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    return {package["name"]: package for package in lock["package"]}


def wanted(locked: dict[str, Package], *, development: bool) -> set[str]:
    """Return the names of all packages that the project needs, directly or not."""
    project = locked["scorekeeper"]
    waiting = [*project["dependencies"], *(project["dev-dependencies"]["dev"] if development else [])]
    seen: set[tuple[str, str]] = set()
    while waiting:
        dependency = waiting.pop()
        package = locked[dependency["name"]]
        for extra in ("", *dependency.get("extra", [])):
            if (package["name"], extra) not in seen:
                seen.add((package["name"], extra))
                more = package.get("optional-dependencies", {}).get(extra, []) if extra else package.get("dependencies")
                waiting += more or []
    return {name for name, _ in seen}


def exported(name: str) -> dict[str, tuple[str, set[str]]]:
    """Return version and hashes of every package in an export."""
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)==([^\s;]+)[^\\\n]*((?:\\\n\s+--hash=\S+\s)+)", text, re.MULTILINE)
    assert len(entries) == len(re.findall(r"^\w", text, re.MULTILINE)), f"a line of {name} has no hash"
    return {package: (version, set(re.findall(r"--hash=(\S+)", hashes))) for package, version, hashes in entries}


@pytest.mark.parametrize("name", ["uv.lock", *EXPORTS])
def test_no_other_host_is_named(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert set(re.findall(r"\b\w+://[^/\s\"']*", text)) <= PUBLIC
    assert not re.search(r"^\s*--(?!hash=)", text, re.MULTILINE), "an option of pip has found its way in"
    assert not re.search(r"\b(path|directory|editable|git)\s*=\s*\"(?!\.\")", text), "a package from elsewhere"


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_holds_what_is_locked(name: str, locked: dict[str, Package]) -> None:
    export = exported(name)
    assert set(export) == wanted(locked, development=EXPORTS[name]), RENEW
    for package, (version, hashes) in export.items():
        files = [*locked[package].get("wheels", []), *filter(None, [locked[package].get("sdist")])]
        assert (version, hashes) == (locked[package]["version"], {file["hash"] for file in files}), RENEW


def test_the_lock_is_made_from_pyproject(locked: dict[str, Package]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    metadata = locked["scorekeeper"]["metadata"]
    extras = project["project"]["optional-dependencies"]
    requirements = [*project["project"]["dependencies"], *(line for lines in extras.values() for line in lines)]
    assert _read(metadata["requires-dist"]) == _parsed(requirements), RENEW
    assert _read(metadata["requires-dev"]["dev"]) == _parsed(project["dependency-groups"]["dev"]), RENEW


def test_a_server_says_the_version_that_is_built() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == VERSION


def _read(entries: list[Package]) -> set[tuple[str, frozenset[str], frozenset[str]]]:
    """Return requirements as uv.lock writes them in a form that can be compared."""
    return {
        (
            entry["name"],
            frozenset(entry.get("extras", [])),
            frozenset(filter(None, entry.get("specifier", "").split(","))),
        )
        for entry in entries
    }


def _parsed(lines: list[str]) -> set[tuple[str, frozenset[str], frozenset[str]]]:
    """Return requirements as pyproject.toml writes them in the same form."""
    found = [Requirement(line) for line in lines]
    return {
        (canonicalize_name(one.name), frozenset(one.extras), frozenset(str(part) for part in one.specifier))
        for one in found
    }
