"""`seal` computes a seal from a file, as the documented recipe does; `audit --seal` checks one."""

import ast
import io
import json
import os
import re
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Seal, SealKind, Table
from games.rules.seals import format_seal
from games.services.season.season_close import close_season
from games.services.table.games import change_players, start_game
from tests.leagues import archive_text, club
from tests.makers import Phone, correct, enter, gin, knock, start

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db


def over() -> Phone:
    ann = start("Ann", "Zoe\u0308")
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def saved(phone: Phone, path: str, folder: Path) -> Path:
    """A file of a table, under the name that a browser gives it."""
    answer = phone.browser().get(phone.url + path)
    name = re.findall(r'filename="([^"]+)"', answer.headers["Content-Disposition"])[0]
    file = folder / name
    file.write_bytes(answer.getvalue())
    return file


def the_seal(**about: Any) -> str:
    return format_seal(Seal.objects.filter(**about).latest("pk").seal)


def command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    call_command(*words)
    return capsys.readouterr().out


def recipe(file: Path) -> str:
    """The output of the program in the documentation, which needs nothing but Python."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "seals.md").read_text(encoding="utf-8"), re.DOTALL)
    for node in ast.walk(ast.parse(code)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    output = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["recipe.py", str(file)]),
        redirect_stdout(output),
        warnings.catch_warnings(action="ignore", category=ResourceWarning),
    ):
        exec(code, {"__name__": "__main__"})  # noqa: S102 - it is in this project's documentation
    return output.getvalue()


def test_seals_of_a_table_archive_need_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann = over()
    file = saved(ann, "archive.json", tmp_path)
    output = command(capsys, "seal", str(file)).splitlines()
    assert f"{the_seal(kind=SealKind.GAME)}  game 1" in output


@pytest.mark.server
def test_a_computer_without_the_servers_key_works_out_a_seal_too(tmp_path: Path) -> None:
    file = saved(over(), "archive.json", tmp_path)
    environment = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DATABASE_URL")}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "seal", str(file)],
        env=environment | {"SCOREKEEPER_DATA": str(tmp_path / "nothing")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{the_seal(kind=SealKind.GAME)}  game 1" in done.stdout.splitlines()


@pytest.mark.parametrize("path", ["archive.json", "games/1/game.json"])
def test_documented_recipe_gives_the_same_seal(path: str, tmp_path: Path) -> None:
    ann = over()
    correct(ann, 1, knock(0, 8, 20), reason="miscounted")
    file = saved(ann, path, tmp_path)
    found = recipe(file)
    assert f"{the_seal(kind=SealKind.GAME)} game 1" in found


def test_the_recipe_knows_who_joined_later(tmp_path: Path) -> None:
    ann = over()
    change_players(access=ann.access, key="join", revision=ann.table.revision, names=["Ann", "Cleo"])
    start_game(access=ann.access, key="next")
    enter(ann, gin(1, 99))
    found = recipe(saved(ann, "archive.json", tmp_path))
    for game in (1, 2):
        assert f"{the_seal(kind=SealKind.GAME, game=game)} game {game}" in found


def test_a_league_tells_the_seals_of_its_seasons_and_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(0, 40))
    close_season(access=tuesday.access, season=tuesday.season)
    file = tmp_path / "league.json"
    file.write_text(archive_text(tuesday.league), encoding="utf-8")
    output = command(capsys, "seal", str(file))
    assert f"{the_seal(kind=SealKind.SEASON)}  season Autumn\n" in output
    assert f"{the_seal(kind=SealKind.GAME)}  season Autumn, match 1, game 1\n" in output


def test_one_point_in_an_archive_makes_another_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann = over()
    file = saved(ann, "archive.json", tmp_path)
    output = json.loads(file.read_text(encoding="utf-8"))
    output["entries"][1]["result"]["points"]["0"] += 1
    file.write_text(json.dumps(output), encoding="utf-8")
    assert the_seal(kind=SealKind.GAME) not in command(capsys, "seal", str(file))


@pytest.mark.parametrize(
    ("text", "expected"),
    [(text, "is damaged") for text in ('{"format": "scorekeeper-table"}', '{"format": "scorekeeper-x"}', "x", "\xff")],
)
def test_a_damaged_archive_ends_with_a_sentence(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=expected) as why:
        call_command("seal", str(file))
    assert why.value.returncode == 2


def test_a_file_that_is_not_there_ends_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Cannot read the file") as why:
        call_command("seal", str(tmp_path / "nothing.json"))
    assert why.value.returncode == 2


@pytest.mark.parametrize("text", ["[]", '{"a": 1}'])
def test_a_file_that_is_no_archive_has_no_seal(tmp_path: Path, text: str) -> None:
    file = tmp_path / "some.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match="an archive of Scorekeeper") as why:
        call_command("seal", str(file))
    assert why.value.returncode == 2


def audited(capsys: pytest.CaptureFixture[str], seal: str, *more: str) -> tuple[int, str]:
    try:
        call_command("audit", "--seal", seal, *more)
    except SystemExit as ended:
        return int(str(ended.code)), capsys.readouterr().out
    return 0, capsys.readouterr().out


def test_the_audit_of_a_seal_says_it_in_a_sentence_and_by_its_exit_status(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    ann = over()
    seal = the_seal(kind=SealKind.GAME)
    status, output = audited(capsys, seal.lower())
    assert status == 0
    assert "This is the game played on" in output
    assert "It hasn't changed since it was sealed on" in output
    assert json.loads(audited(capsys, seal, "--json")[1])["state"] == "as_sealed"
    correct(ann, 1, knock(0, 8, 20), reason="miscounted")
    status, output = audited(capsys, seal)
    assert status == 1
    assert "Round 1 was corrected (miscounted), Ann's phone" in output
    status, output = audited(capsys, "K1DD-RKE7-T4AG-ZCRQ")
    assert status == 1
    assert output.splitlines() == snapshot
    assert json.loads(audited(capsys, "K1DD-RKE7-T4AG-ZCRQ", "--json")[1])["state"] == "unknown"
    with pytest.raises(CommandError, match="That isn't a seal") as why:
        call_command("audit", "--seal", "K1DD")
    assert why.value.returncode == 2


def test_the_audit_of_a_seal_finds_what_nobody_entered(capsys: pytest.CaptureFixture[str]) -> None:
    ann = over()
    seal = the_seal(kind=SealKind.GAME)
    with connection.cursor() as cursor:
        drop = "ALTER TABLE games_entry DISABLE TRIGGER USER"
        cursor.execute(drop if connection.vendor == "postgresql" else "DROP TRIGGER entry_is_never_changed")
    row = Entry.objects.get(table=ann.table, revision=2)
    Entry.objects.filter(pk=row.pk).update(result=row.result | {"points": {"0": 99, "1": 0}})
    status, output = audited(capsys, seal)
    assert (status, "nobody entered a change" in output) == (1, True)
    assert Table.objects.filter(pk=ann.table.pk).exists()
