"""API: a typed Python client generated from the schema can play a whole evening."""

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import httpx
import pytest

from tests.servers import Site, Sites

pytestmark = pytest.mark.slow

EVENING = Path(__file__).with_name("evening_by_client.py")
SCRIPTS = Path(sysconfig.get_path("scripts"))


def run(*command: str | Path, folder: Path) -> None:
    """Run a program where ``folder`` holds the client; fail with all it said."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={"PATH": f"{SCRIPTS}:/usr/bin:/bin", "PYTHONPATH": str(folder), "MYPYPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def generated(site: Site, folder: Path) -> Path:
    """The folder of the client, generated from what the server says of itself, without a warning."""
    schema = folder / "schema.json"
    answer = httpx.get(f"{site.url}/api/v1/schema/?format=json")
    schema.write_bytes(answer.content)
    made = folder / "scorekeeper_client"
    run(
        SCRIPTS / "openapi-python-client",
        *("generate", "--meta", "none", "--fail-on-warning", "--path", schema, "--output-path", made),
        folder=folder,
    )
    for path in json.loads(answer.content)["paths"].values():
        for operation in path.values():
            assert list(made.glob(f"api/*/{operation['operationId']}.py")), operation["operationId"]
    return made


def test_a_client_generated_from_the_schema_plays_an_evening(sites: Sites, tmp_path: Path) -> None:
    with sites.make() as site:
        generated(site, tmp_path)
        # Its types are true of how it is used, and what it is answered is what they say.
        run(sys.executable, "-m", "mypy", "--config-file=", "--strict", EVENING, folder=tmp_path)
        run(sys.executable, EVENING, site.url, folder=tmp_path)
        assert site.manage("audit")
