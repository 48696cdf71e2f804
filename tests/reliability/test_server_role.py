"""PostgreSQL as `compose.yaml` sets it up: the server's role reads and writes rows and can't disable guards.

The database is one that was in use before there were two roles: that is the way for installations that exist.
"""

import re
from typing import Any

import psycopg
import pytest
import yaml

from tests.security.attacked_site import Club, Sitting, knock
from tests.servers import ROOT, Site, Sites, Workers

# What a thief with the server's password would try, and the database refuses for want of a right.
FORBIDDEN = (
    "DROP TRIGGER entry_is_never_changed ON games_entry",
    "ALTER TABLE games_entry DISABLE TRIGGER ALL",
    "ALTER TABLE games_entry DROP CONSTRAINT one_entry_per_key",
    "CREATE OR REPLACE FUNCTION games_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "DROP FUNCTION games_refuse() CASCADE",
    "SET session_replication_role = replica",
    "TRUNCATE games_entry CASCADE",
    "TRUNCATE games_leagueevent CASCADE",
    "UPDATE games_entry SET reason = 'x'",
    "DELETE FROM games_entry",
    "DELETE FROM django_migrations",
    "CREATE TABLE own (id int)",
    "CREATE ROLE another LOGIN",
    "SET ROLE scorekeeper",
    "ALTER ROLE scorekeeper_server SUPERUSER",
)


def compose() -> dict[str, Any]:
    output: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return output


class Composed(Workers):
    """The server with the command of the compose file, but for its address."""


@pytest.fixture
def used(sites: Sites) -> Site:
    """An installation with a table in it, whose server was the owner of everything."""
    site = sites.make("postgresql")
    site.manage("shell", "-c", "from tests.makers import start; start()")
    return site


def as_server(site: Site) -> str:
    """The same database, as the role that the compose file gives the server."""
    role = compose()["prepare"]["command"][2]
    return site.database_url.replace("//scorekeeper@", f"//{role}:password@")


def prepare(site: Site, *more: str, status: int = 0) -> str:
    site.environment["DATABASE_ROLE_PASSWORD"] = "password"
    try:
        return site.manage(*compose()["prepare"]["command"], *more, status=status)
    finally:
        del site.environment["DATABASE_ROLE_PASSWORD"]


@pytest.mark.slow
def test_a_server_that_owns_nothing_keeps_the_score_and_can_undo_no_guard(used: Site) -> None:
    first = prepare(used)
    assert "It owns no tables and cannot drop triggers" in first
    assert prepare(used) == first
    server = Composed(used.folder, as_server(used))
    with server:
        table = Sitting(server, house_rules={"target": 100})
        for number in range(1, 5):
            assert table.enter(number, knock(3, 28)).status_code == 201
        club = Club(server, "The Swan", "Cleo", "Dan")
        assert club.organizer.get(club.season_url).status_code == 200
        undone = []
        for statement in FORBIDDEN:
            with psycopg.connect(server.database_url) as thief:
                try:
                    thief.execute(statement.encode())
                except psycopg.errors.InsufficientPrivilege:
                    continue
                undone.append(statement)
        assert undone == []
        assert "Traceback" not in server.log.read_text()
    server.manage("audit")
    assert "database role: The role can read and write rows" in server.manage("doctor", status=1)
    used.manage("audit")


def test_a_newer_version_waits_for_the_owner_to_migrate(used: Site) -> None:
    prepare(used)
    server = Composed(used.folder, as_server(used))
    with psycopg.connect(used.database_url, autocommit=True) as owner:
        newest = "SELECT MAX(name) FROM django_migrations WHERE app = 'games'"
        owner.execute(f"DELETE FROM django_migrations WHERE app = 'games' AND name = ({newest})".encode())
    options = ("--host", "127.0.0.1", "--port", str(server.port))
    assert "from an older version" in server.manage("start", *options, status=1)


@pytest.mark.slow
def test_a_role_that_could_undo_the_guards_is_refused(used: Site, subtests: pytest.Subtests) -> None:
    with psycopg.connect(used.database_url, autocommit=True) as owner:
        for made, how in (("almighty", "SUPERUSER"), ("owner_of_one", "LOGIN"), ("member", "LOGIN")):
            owner.execute(f"CREATE ROLE {made} {how}".encode())
        owner.execute(b"CREATE TABLE mine (id int)")
        owner.execute(b"ALTER TABLE mine OWNER TO owner_of_one")
        owner.execute(b"GRANT almighty TO member")
    refused = {
        "scorekeeper": "owns the tables",
        "almighty": "is too powerful for a server",
        "owner_of_one": "owns the table mine",
        "member": "also has the rights of almighty",
    }
    for role, why in refused.items():
        with subtests.test(role=role):
            output = used.manage("prepare", "--role", role, status=1)
            assert re.search(why, output), output
            assert "Traceback" not in output


def test_a_role_is_for_postgresql(sites: Sites) -> None:
    output = sites.make("sqlite").manage("prepare", "--role", "server", status=1)
    assert "--role needs PostgreSQL" in output
