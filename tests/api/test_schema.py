"""API: the OpenAPI schema and its page are complete, and match what the API does."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from lxml.html import HtmlElement, document_fromstring
from syrupy.assertion import SnapshotAssertion

from games.api import examples
from games.api.problem_codes import CODE_MEANINGS, ROUND_FAULT_CODES, status_of
from games.api.schema import document
from games.api.urls import urlpatterns
from games.refusals import REFUSAL_KINDS
from games.rules.faults import Code
from tests.api.kit import Api, Sitting, knock

NOT_OF_AN_OPERATION = {
    *("method_not_allowed", "server_error"),
    *("seats_changed", "hand_laid_down", "email_taken", "wrong_code"),
    *("sign_in", "season_closed", "not_playable", "in_team", "wrong_day"),
}
"""Codes that any address may answer with, or only the pages."""


def read_yaml(text: str | bytes) -> Any:
    """Read YAML with libyaml, which takes a tenth of the time."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_it_is_served_as_yaml_and_as_json(api: Api) -> None:
    as_yaml = api.get("schema/", documented=False)
    assert (as_yaml.status, as_yaml.headers["Content-Type"]) == (200, "application/vnd.oai.openapi")
    for how in ({"path": "schema/?format=json"}, {"path": "schema/", "Accept": "application/json"}):
        as_json = api.get(**how, documented=False)
        assert as_json.status == 200
        assert as_json.body == read_yaml(as_yaml.raw)
    assert as_yaml.body is None
    assert api.get("schema/?format=xml").code == "not_found"
    assert api.get("schema/", Accept="text/html", documented=False).status == 406


def test_every_address_is_described() -> None:
    served = {
        "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        for pattern in urlpatterns
        if pattern.name not in ("schema", "api-docs")
    }
    assert set(document()["paths"]) == served


def test_every_operation_says_what_it_does_and_what_it_refuses() -> None:
    for path, method, operation in operations():
        where = f"{method} {path}"
        assert operation["summary"], where
        assert len(operation["summary"] + operation["description"]) > 40, where
        assert {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"} == set(
            re.findall(r"{(\w+)}", path)
        ), where
        assert all(p["description"] for p in operation.get("parameters", [])), where
        of_somebody = "{public_id}" in path or path.split("/")[3] in ("account", "leagues", "seasons")
        assert bool(operation.get("security")) is of_somebody, where
        for status, answer in operation["responses"].items():
            assert answer["description"], where
            if status >= "400":
                content = answer["content"]["application/problem+json"]
                assert content["schema"]["$ref"] == "#/components/schemas/Problem", where
                assert codes_in(answer), where
                assert all(f"`{code}`: " in answer["description"] for code in codes_in(answer)), where
                assert all(status_of(code) == int(status) for code in codes_in(answer)), where
        if method != "get":
            assert "busy" in all_codes(operation) or "{public_id}" not in path or "preview" in path, where


def codes_in(answer: dict[str, Any]) -> list[str]:
    schema = answer.get("content", {}).get("application/problem+json", {}).get("schema", {})
    codes: list[str] = schema.get("properties", {}).get("code", {}).get("enum", [])
    return codes


def all_codes(operation: dict[str, Any]) -> set[str]:
    return {code for answer in operation["responses"].values() for code in codes_in(answer)}


def test_headers_are_described_where_they_are_needed() -> None:
    needed = {
        operation["operationId"]: [p["name"] for p in operation.get("parameters", []) if p["in"] == "header"]
        for _, _, operation in operations()
    }
    for _, _, operation in operations():
        may_know = "If-None-Match" in needed[operation["operationId"]]
        assert may_know == ("304" in operation["responses"]), operation["operationId"]
    assert {name: headers for name, headers in needed.items() if set(headers) - {"If-None-Match"}} == {
        "enter_round": ["Idempotency-Key"],
        "correct_round": ["If-Match", "Idempotency-Key"],
        "void_round": ["If-Match", "Idempotency-Key"],
        "decide_question": ["If-Match", "Idempotency-Key"],
        "start_game": ["Idempotency-Key"],
        "finish_game": ["If-Match", "Idempotency-Key"],
        "reopen_game": ["If-Match", "Idempotency-Key"],
        "undo": ["If-Match", "Idempotency-Key"],
        "swap_players": ["If-Match", "Idempotency-Key"],
        "decide_after_end": ["If-Match", "Idempotency-Key"],
        "change_rules": ["If-Match", "Idempotency-Key"],
        "set_stakes": ["If-Match", "Idempotency-Key"],
        "set_players": ["If-Match", "Idempotency-Key"],
        "take_over": ["Idempotency-Key"],
        **{
            name: ["Idempotency-Key"]
            for name in (
                "begin_season",
                "give_penalty",
                "make_draw",
                "write_matches",
                "start_match",
                "start_final_stage",
            )
        },
        "change_season_rules": ["If-Match"],
        "create_league": ["Idempotency-Key"],
        "invite_officer": ["Idempotency-Key"],
    }


def test_every_code_is_explained_and_every_explanation_is_of_a_code() -> None:
    fields = {code for _, _, operation in operations() for code in all_codes(operation)}
    assert set(REFUSAL_KINDS) | {code.value for code in Code} <= set(CODE_MEANINGS)
    assert fields | NOT_OF_AN_OPERATION == set(CODE_MEANINGS)
    assert set(ROUND_FAULT_CODES) <= set(CODE_MEANINGS)


def test_every_example_has_the_shape_it_is_an_example_of() -> None:
    shapes = {"components": document()["components"]}
    count = 0
    for _, _, operation in operations():
        parts = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (content for part in parts for content in part.get("content", {}).values()):
            for example in content.get("examples", {}).values():
                Draft202012Validator(shapes | content["schema"]).validate(example["value"])
                count += 1
    assert count >= 18


def without(body: Any, *keys: str) -> Any:
    if isinstance(body, dict):
        return {key: without(value, *keys) for key, value in body.items() if key not in keys}
    return [without(value, *keys) for value in body] if isinstance(body, list) else body


def test_the_examples_are_true(api: Api) -> None:
    volatile = (
        "id",
        "entered_at",
        *(f"{role}_{what}" for role in ("owner", "score", "watch") for what in ("token", "url")),
    )
    assert api.post("evaluate/", examples.question_request.value).body == examples.question_response.value
    table = Sitting(**examples.table_request.value)
    assert set(table.started.body) == set(examples.table_response.value)
    assert without(table.started.body, *volatile) == without(examples.table_response.value, *volatile)
    preview = table.watch.post(table.path + "preview/", examples.preview_request.value)
    assert preview.body == examples.preview_response.value
    answers = [
        (
            table.score.post(table.path + "rounds/", examples.round_request.value, Idempotency_Key="1"),
            examples.round_response,
        ),
        (table.enter(1, knock(7, 21)), examples.conflict_problem),
        (table.enter(2, knock(12, 20)), examples.illegal_problem),
    ]
    for answer, example in answers:
        assert [answer.status] == example.status_codes
        assert without(answer.body, *volatile) == without(example.value, *volatile)
    path = table.at(1)
    assert table.score.put(path, examples.correction_request.value, Idempotency_Key="2", If_Match='"2"').status == 200
    assert table.score.put(path, knock(7, 20), Idempotency_Key="3", If_Match='"3"').status == 200
    stale = table.score.put(path, examples.correction_request.value, Idempotency_Key="4", If_Match='"2"')
    assert without(stale.body, "revision", *volatile) == without(examples.stale_problem.value, "revision", *volatile)
    assert table.score.delete(path, examples.void_request.value, Idempotency_Key="5", If_Match='"4"').status == 200
    table.score.post(table.path + "games/1/finish/", If_Match='"5"')
    assert table.score.post(table.path + "games/", examples.game_request.value).status == 201
    assert table.owner.post(table.path + "links/", examples.link_request.value).status == 201


@pytest.fixture
def page(api: Api) -> HtmlElement:
    answer = api.get("docs/", documented=False)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    return document_fromstring(answer.raw.decode())


def test_the_page_needs_nobody_else_and_no_script(page: HtmlElement) -> None:
    assert not page.cssselect("script, style, iframe, object, [style]")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    assert all(re.match(r"[#/](?!/)", address) for address in page.xpath("//@href | //@src | //@action"))


def test_the_page_has_every_operation_shape_and_code_and_every_link_leads_somewhere(page: HtmlElement) -> None:
    ids = page.xpath("//@id")
    assert len(set(ids)) == len(ids)
    assert {operation["operationId"] for _, _, operation in operations()} <= set(ids)
    assert set(CODE_MEANINGS) <= set(ids)
    assert {address[1:] for address in page.xpath("//@href") if address.startswith("#")} <= set(ids)


def test_a_problem_names_its_explanation(api: Api, page: HtmlElement, snapshot: SnapshotAssertion) -> None:
    answer = api.get("tables/x/")
    address, _, anchor = answer.body["type"].partition("#")
    assert (address, len(page.cssselect(f"#{anchor}"))) == ("/api/v1/docs/", 1)
    assert answer.body.pop("detail") == snapshot
    assert answer.body == {
        "type": "/api/v1/docs/#not_authenticated",
        "title": "Not authenticated",
        "status": 401,
        "code": "not_authenticated",
    }
