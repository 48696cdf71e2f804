"""API: presets, and evaluate answers equal to those of the command."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.presets import presets
from games.rules.ruleset import as_json
from games.wording.rules.summary import preset_summary
from tests.api.kit import Api, nothing_written

ROUND = {
    "id": "r",
    "kind": "round",
    "preset": "standard",
    "players": ["Ann", "Ben"],
    "ender": "Ann",
    "declared": "knock",
    "deadwood_after_layoffs": {"Ann": 7, "Ben": 20},
}
GAME = {
    "id": 2,
    "kind": "game",
    "preset": "standard",
    "players": ["Ann", "Ben"],
    "hands": [
        {"event": "gin", "ender": "Ann", "deadwood": {"Ann": 0, "Ben": 50}},
        {"winner": "Ben", "points": 20, "boxes": 1},
        {"event": "dead"},
        {"event": "knock", "ender": "Ann", "deadwood": {"Ann": 4, "Ben": 44}},
    ],
}
QUESTIONS: list[dict[str, Any]] = [
    ROUND,
    GAME,
    {"id": None, "kind": "preset", "preset": "ginski"},
    {"kind": "knock_limit", "preset": "standard", "card": "Kd", "house_rules": {"limit_source": "upcard"}},
    # Refused by the rules.
    ROUND | {"deadwood_after_layoffs": {"Ann": 11, "Ben": 200}},
    ROUND | {"deadwood_after_layoffs": {"Ann": "7", "Ben": 12.0}},
    ROUND | {"deadwood_after_layoffs": {"Ann": 2147483648, "Ben": -5}},
    ROUND | {"ender": "Cleo"},
    ROUND | {"knock_card": "1X"},
    ROUND | {"house_rules": {"nope": 1}},
    ROUND | {"preset": "nope"},
    GAME | {"hands": [{"event": "fold"}]},
    GAME | {"hands": [{}] * 1001},
    GAME | {"players": ["Ann"] * 5_000},
    # No question.
    {},
    {"kind": "weather"},
    {"kind": ["round"]},
    {"id": {}, "kind": "preset", "preset": "standard"},
    ROUND | {"table": 7},
    {"kind": "round", "preset": "standard"},
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_is_that_of_the_command(api: Api, question: dict[str, Any], tmp_path: Path) -> None:
    lines, output = tmp_path / "questions.jsonl", StringIO()
    lines.write_text(json.dumps(question) + "\n", encoding="utf-8")
    try:
        call_command("evaluate", str(lines), stdout=output)
    except SystemExit as stopped:
        assert stopped.code == 1
    with nothing_written():
        answer = api.post("evaluate/", question)
    assert (answer.status, answer.body) == (200, json.loads(output.getvalue()))


def test_a_round_is_answered_to_the_last_key(api: Api) -> None:
    body = api.post("evaluate/", ROUND).body
    assert all(line.pop("text") for line in body["lines"])

    assert body == {
        "id": "r",
        "event": "knock",
        "winners": ["Ann"],
        "points": {"Ann": 13, "Ben": 0},
        "boxes": {"Ann": 1, "Ben": 0},
        "deadwood": {"Ann": 7, "Ben": 20},
        "lines": [
            {"player": "Ann", "points": 20, "boxes": 0, "parameter": "knock_points"},
            {"player": "Ann", "points": -7, "boxes": 0, "parameter": "knock_points"},
            {"player": "Ann", "points": 0, "boxes": 1, "parameter": "box_win"},
        ],
    }


def test_every_fault_is_reported_at_once(api: Api) -> None:
    error = api.post("evaluate/", ROUND | {"deadwood_after_layoffs": {"Ann": 11, "Ben": 200}}).body["error"]
    assert error["code"] == "out_of_range"
    assert [(f["code"], f["player"]) for f in error["detail"]["faults"]] == [
        ("out_of_range", "Ben"),
        ("over_knock_limit", "Ann"),
    ]


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"round"', b"7", b""])
def test_what_is_no_object_is_a_problem(api: Api, raw: bytes) -> None:
    answer = api.send("POST", "evaluate/", raw=raw)
    assert (answer.status, answer.code) == (400, "expected_object")


@pytest.mark.parametrize("raw", [b"{", b"{'a': 1}", b'{"id": NaN}', b"\xff{}", b'{"id": 1e400}', b"{}{}"])
def test_what_is_no_json_is_a_problem(api: Api, raw: bytes) -> None:
    answer = api.send("POST", "evaluate/", raw=raw)
    assert (answer.status, answer.code) == (400, "invalid_json")


def test_presets_are_rules_with_sentences_and_sources(api: Api) -> None:
    answer = api.get("presets/")
    assert answer.status == 200
    assert answer.body == [
        {
            "id": preset.id,
            "name": preset.title,
            "parameters": as_json(preset.rules),
            "summary": list(preset_summary(preset, preset.rules)),
            "sources": [preset.source],
            "by_players": {str(players): dict(over) for players, over in preset.by_players.items()},
            "group": preset.group,
            "weakness": preset.weakness_label,
            "readings": list(preset.readings),
            "note": preset.note,
        }
        for preset in presets().values()
    ]
    assert "standard" in [preset["id"] for preset in answer.body]
    for preset in answer.body:
        assert api.get(f"presets/{preset['id']}/").body == preset


def test_a_preset_as_the_question_gives_it(api: Api) -> None:
    body = api.get("presets/standard/").body
    payload = api.post("evaluate/", {"id": 1, "kind": "preset", "preset": "standard"}).body
    assert payload == {"id": 1, **{key: body[key] for key in ("name", "parameters", "summary")}}


@pytest.mark.parametrize("name", ["nope", "Standard", "__class__", "standard-"])
def test_a_preset_that_is_none(api: Api, name: str) -> None:
    answer = api.get(f"presets/{name}/")
    assert (answer.status, answer.code) == (404, "not_found")
