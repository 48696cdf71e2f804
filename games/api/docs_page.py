"""The schema as the documentation page shows it: frozen values, made once from the schema and nothing else."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.api.codes import MEANINGS, status_of
from games.api.schema import INTRODUCTION, document

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence; ``code`` is set apart as something to type."""

    text: str
    code: bool


Sentence = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A field, header or parameter. ``kind`` says what it holds; ``shape`` names the shape it links to, or is empty."""

    name: str
    kind: str
    shape: str
    needed: bool
    text: Sentence


@dataclass(frozen=True, slots=True)
class Sample:
    """An example of a body, as indented JSON."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. ``codes`` are those of a refusal, which are explained further down."""

    status: str
    text: Sentence
    kind: str
    shape: str
    codes: tuple[str, ...]
    headers: tuple[Row, ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that can be done at an address. ``role`` is what the token has to allow; empty: no token."""

    anchor: str
    method: str
    path: str
    summary: str
    text: tuple[Sentence, ...]
    role: str
    parameters: tuple[Row, ...]
    body: str
    fields: tuple[Row, ...]
    samples: tuple[Sample, ...]
    good: tuple[Reply, ...]
    bad: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Operations that belong together."""

    title: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class ShapeView:
    """A shape of JSON that answers are made of."""

    name: str
    text: Sentence
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class CodeView:
    """A code of a problem document."""

    code: str
    status: int
    text: Sentence


@dataclass(frozen=True, slots=True)
class DocsPage:
    """The whole page."""

    text: tuple[Sentence, ...]
    groups: tuple[Group, ...]
    shapes: tuple[ShapeView, ...]
    codes: tuple[CodeView, ...]


@cache
def docs_page() -> DocsPage:
    """The page. Like the schema it hangs on nothing but the program."""
    schema = document()
    shapes: Schema = schema["components"]["schemas"]
    groups: dict[str, list[Operation]] = {}
    asked = set[str]()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            shown = _operation(method.upper(), path, operation, shapes)
            asked.add(shown.body)
            groups.setdefault(operation["tags"][0], []).append(shown)
    return DocsPage(
        text=paragraphs(INTRODUCTION),
        groups=tuple(Group(title, tuple(operations)) for title, operations in groups.items()),
        shapes=tuple(
            ShapeView(name, sentence(shape["description"]), _fields(shape))
            for name, shape in sorted(shapes.items())
            if name not in asked
        ),
        codes=tuple(CodeView(code, status_of(code), sentence(text)) for code, text in MEANINGS.items()),
    )


def paragraphs(text: str) -> tuple[Sentence, ...]:
    """``text`` by its empty lines."""
    return tuple(sentence(part) for part in text.split("\n\n") if part.strip())


def sentence(text: str) -> Sentence:
    """``text`` in pieces: what stands between backticks is code."""
    pieces = " ".join(text.split()).split("`")
    return tuple(Piece(piece, bool(i % 2)) for i, piece in enumerate(pieces) if piece)


def _operation(method: str, path: str, operation: Schema, shapes: Schema) -> Operation:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = _shape_in(content.get("schema", {}))
    replies = [_reply(status, told) for status, told in operation["responses"].items()]
    return Operation(
        anchor=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        text=paragraphs(operation["description"]),
        role=operation.get("x-role", ""),
        parameters=tuple(_row(p["name"], p["schema"], p) for p in operation.get("parameters", ())),
        body=body,
        fields=_fields(shapes[body]) if body else (),
        samples=_samples(content),
        good=tuple(reply for reply in replies if not reply.codes),
        bad=tuple(reply for reply in replies if reply.codes),
    )


def _reply(status: str, told: Schema) -> Reply:
    content: Schema = next(iter(told.get("content", {}).values()), {})
    return Reply(
        status=status,
        text=sentence(told["description"]),
        kind=_kind(content["schema"]) if content else "no body",
        shape=_shape_in(content.get("schema", {})),
        codes=tuple(re.findall(r"^`(\w+)`:", told["description"], re.MULTILINE)),
        headers=tuple(_row(name, header["schema"], header) for name, header in told.get("headers", {}).items()),
        samples=_samples(content),
    )


def _samples(content: Schema) -> tuple[Sample, ...]:
    return tuple(
        Sample(example["summary"], json.dumps(example["value"], indent=2, ensure_ascii=False))
        for example in content.get("examples", {}).values()
    )


def _fields(shape: Schema) -> tuple[Row, ...]:
    needed = shape.get("required", ())
    return tuple(
        _row(name, field, {"description": field.get("description", ""), "required": name in needed})
        for name, field in shape.get("properties", {}).items()
    )


def _row(name: str, schema: Schema, told: Schema) -> Row:
    text = sentence(told.get("description", ""))
    return Row(name, _kind(schema), _shape_in(schema), bool(told.get("required")), text)


def _shape_in(schema: Schema) -> str:
    """The name of the shape that ``schema`` is, lists or may be; empty where there is none."""
    for part in (schema, schema.get("items", {}), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        if "$ref" in part:
            return str(part["$ref"]).rpartition("/")[2]
    return ""


def _kind(schema: Schema) -> str:
    """What a value is, in words."""
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(choice) for choice in schema["enum"])
    if shape := _shape_in(schema):
        return {"array": f"list of {shape}"}.get(schema.get("type", ""), shape) + _or_null(schema.get("oneOf", ()))
    kinds = schema.get("type", "anything")
    if isinstance(kinds, list):
        return _kind({**schema, "type": kinds[0]}) + " or null"
    inside = schema.get("items") if kinds == "array" else schema.get("additionalProperties")
    words = {"string": "text", "integer": "whole number", "boolean": "true or false", "array": "list"}
    word = "time" if schema.get("format") == "date-time" else words.get(kinds, str(kinds))
    return f"{word} of {_kind(inside)}s" if inside else word


def _or_null(choices: Iterable[Schema]) -> str:
    return " or null" if any(choice.get("type") == "null" for choice in choices) else ""
