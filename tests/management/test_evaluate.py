"""`evaluate`: one answer per line, in order, its exit status, and no database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from tests.evaluate.questions import EVERY

ROOT = Path(__file__).parent.parent.parent

GOOD = {"id": "good", "kind": "knock_limit", "preset": "standard", "card": "7d"}
BAD = GOOD | {"id": "bad", "card": "1X"}
# Its answer has a true minus sign in it.
MINUS = {
    **{"id": "minus", "kind": "round", "preset": "standard", "players": ["Ann", "Ben"], "ender": "Ann"},
    **{"declared": "knock", "deadwood_after_layoffs": {"Ann": 7, "Ben": 20}},
}


def evaluate(text: str | bytes, *arguments: str) -> tuple[int, list[Any], str]:
    """Return exit status, answers, and the error that the command ended with."""
    given = io.TextIOWrapper(io.BytesIO(text.encode() if isinstance(text, str) else text))
    output, status, error = io.StringIO(), 0, ""
    with mock.patch.object(sys, "stdin", given):
        try:
            call_command("evaluate", *(arguments or ("-",)), stdout=output)
        except SystemExit as ended:
            status = int(ended.code or 0)
        except CommandError as why:
            status, error = why.returncode, str(why)
    return status, [json.loads(line) for line in output.getvalue().splitlines()], error


def lines(*questions: object) -> str:
    return "".join(json.dumps(question) + "\n" for question in questions)


def test_every_line_is_answered_in_order_and_all_is_well() -> None:
    questions = [GOOD | {"id": number} for number in (3, 1, 2)]
    assert evaluate(lines(*questions)) == (0, [{"id": number, "knock_limit": 10} for number in (3, 1, 2)], "")


def test_every_kind_of_question_is_answered() -> None:
    status, answers, output = evaluate(lines(*(question | {"id": number} for number, question in enumerate(EVERY))))
    assert (status, output) == (0, "")
    assert [(result["id"], "error" in result) for result in answers] == [
        (number, False) for number in range(len(EVERY))
    ]


def test_a_bad_line_gets_an_error_of_its_own_and_the_run_goes_on() -> None:
    status, answers, output = evaluate(lines(GOOD, BAD) + "nonsense\n" + lines(GOOD))
    assert (status, output) == (1, "")
    assert [(result["id"], result.get("error", {}).get("code")) for result in answers] == [
        ("good", None),
        ("bad", "unknown_card"),
        (None, "invalid_json"),
        ("good", None),
    ]


def test_every_way_of_being_wrong_leaves_the_lines_after_it_alone() -> None:
    wrong = [
        "[" * 100_000,
        '{"id": 1, "id": 2}',
        '{"id": NaN}',
        '{"id": "\\ud800"}',
        '{"id": "\\u0000"}',
        json.dumps(GOOD | {"house_rules": {"target": 0}}).replace("0", "9" * 5_000),
        "\x00",
        "5",
    ]
    status, answers, output = evaluate("\n".join([*wrong, json.dumps(GOOD)]))
    assert (status, output, len(answers)) == (1, "", len(wrong) + 1)
    assert answers[-1] == {"id": "good", "knock_limit": 10}
    assert ["error" in result for result in answers[:-1]] == [True] * len(wrong)


def test_bytes_that_are_no_text_are_an_error_of_their_line() -> None:
    status, answers, output = evaluate(b"\xff\xfe\n" + lines(GOOD).encode())
    assert (status, [result["id"] for result in answers], output) == (1, [None, "good"], "")


def test_empty_lines_are_passed_over() -> None:
    text = "\n  \n" + lines(GOOD) + "\r\n\n"
    assert evaluate(text) == (0, [{"id": "good", "knock_limit": 10}], "")
    assert evaluate("") == (0, [], "")


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(lines(GOOD, BAD), encoding="utf-8")
    assert evaluate("", str(file)) == evaluate(lines(GOOD, BAD))


def test_a_file_as_windows_editors_write_it_is_read(tmp_path: Path) -> None:
    """A byte-order mark before the first line isn't part of its JSON."""
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + lines(GOOD).replace("\n", "\r\n").encode())
    assert evaluate("", str(file)) == (0, [{"id": "good", "knock_limit": 10}], "")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    status, answers, output = evaluate("", str(tmp_path / "nothing.jsonl"))
    assert (status, answers) == (1, [])
    assert str(tmp_path / "nothing.jsonl") in output


@pytest.mark.server
def test_answers_are_written_where_the_terminal_knows_few_letters() -> None:
    """A terminal or a pipe of another encoding (cp1252 on Windows) has no true minus sign; answers are UTF-8."""
    done = subprocess.run(
        [sys.executable, "manage.py", "evaluate", "-"],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
        input=lines(MINUS).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["points"] == {"Ann": 13, "Ben": 0}


def test_names_in_any_script_are_unchanged() -> None:
    names = ["Оля", "👨‍👩‍👧"]
    question = MINUS | {"players": names, "ender": names[0], "deadwood_after_layoffs": {names[0]: 7, names[1]: 20}}
    text = json.dumps(question, ensure_ascii=False)
    status, answers, output = evaluate(text)
    assert (status, answers[0]["points"], output) == (0, {names[0]: 13, names[1]: 0}, "")
