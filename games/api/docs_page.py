"""Build the values that the API's documentation page shows, from nothing but the OpenAPI schema."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.api.problem_codes import CODE_MEANINGS, status_of
from games.api.schema import INTRODUCTION, document

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TextPart:
    """Part of a sentence; ``is_code`` marks what is shown in a fixed-width font."""

    text: str
    is_code: bool


Sentence = tuple[TextPart, ...]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field, header or parameter: ``type_text`` says its type, ``schema_name`` the schema it links to or ""."""

    name: str
    type_text: str
    schema_name: str
    required: bool
    text: Sentence


@dataclass(frozen=True, slots=True)
class ExampleBody:
    """An example of a body, as indented JSON."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ResponseDoc:
    """A response of an operation. ``codes`` are its problem codes, which are explained at the end of the page."""

    status: str
    text: Sentence
    type_text: str
    schema_name: str
    codes: tuple[str, ...]
    headers: tuple[FieldRow, ...]
    samples: tuple[ExampleBody, ...]


@dataclass(frozen=True, slots=True)
class OperationDoc:
    """An operation: a method at a path. ``role`` is what the token must allow; "" means it needs no token."""

    anchor: str
    method: str
    path: str
    summary: str
    text: tuple[Sentence, ...]
    role: str
    parameters: tuple[FieldRow, ...]
    body: str
    fields: tuple[FieldRow, ...]
    samples: tuple[ExampleBody, ...]
    successes: tuple[ResponseDoc, ...]
    refusals: tuple[ResponseDoc, ...]


@dataclass(frozen=True, slots=True)
class OperationGroup:
    """Operations with the same tag."""

    title: str
    operations: tuple[OperationDoc, ...]


@dataclass(frozen=True, slots=True)
class SchemaDoc:
    """A schema that answers are made of."""

    name: str
    text: Sentence
    rows: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class ProblemCodeDoc:
    """A code of a problem document, with its status and meaning."""

    code: str
    status: int
    text: Sentence


@dataclass(frozen=True, slots=True)
class DocsPage:
    """The whole page."""

    text: tuple[Sentence, ...]
    groups: tuple[OperationGroup, ...]
    schemas: tuple[SchemaDoc, ...]
    codes: tuple[ProblemCodeDoc, ...]


@cache
def docs_page() -> DocsPage:
    """Return the page's values. They depend on nothing but the program, so they are built once."""
    schema = document()
    schemas: Schema = schema["components"]["schemas"]
    groups: dict[str, list[OperationDoc]] = {}
    request_schemas = set[str]()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            operation_doc = _operation_doc(method.upper(), path, operation, schemas)
            request_schemas.add(operation_doc.body)
            groups.setdefault(operation["tags"][0], []).append(operation_doc)
    return DocsPage(
        text=paragraphs(INTRODUCTION),
        groups=tuple(OperationGroup(title, tuple(operations)) for title, operations in groups.items()),
        schemas=tuple(
            SchemaDoc(name, sentence(shape["description"]), _field_rows(shape))
            for name, shape in sorted(schemas.items())
            if name not in request_schemas
        ),
        codes=tuple(ProblemCodeDoc(code, status_of(code), sentence(text)) for code, text in CODE_MEANINGS.items()),
    )


def paragraphs(text: str) -> tuple[Sentence, ...]:
    """Split a text into paragraphs at its empty lines."""
    return tuple(sentence(part) for part in text.split("\n\n") if part.strip())


def sentence(text: str) -> Sentence:
    """Split a text into parts: what stands between backticks is code."""
    pieces = " ".join(text.split()).split("`")
    return tuple(TextPart(piece, bool(i % 2)) for i, piece in enumerate(pieces) if piece)


def _operation_doc(method: str, path: str, operation: Schema, schemas: Schema) -> OperationDoc:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = _schema_name_in(content.get("schema", {}))
    responses = [_response_doc(status, response) for status, response in operation["responses"].items()]
    return OperationDoc(
        anchor=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        text=paragraphs(operation["description"]),
        role=operation.get("x-role", ""),
        parameters=tuple(_field_row(p["name"], p["schema"], p) for p in operation.get("parameters", ())),
        body=body,
        fields=_field_rows(schemas[body]) if body else (),
        samples=_example_bodies(content),
        successes=tuple(reply for reply in responses if not reply.codes),
        refusals=tuple(reply for reply in responses if reply.codes),
    )


def _response_doc(status: str, response: Schema) -> ResponseDoc:
    content: Schema = next(iter(response.get("content", {}).values()), {})
    return ResponseDoc(
        status=status,
        text=sentence(response["description"]),
        type_text=_type_text(content["schema"]) if content else "no body",
        schema_name=_schema_name_in(content.get("schema", {})),
        codes=tuple(content.get("schema", {}).get("properties", {}).get("code", {}).get("enum", ())),
        headers=tuple(
            _field_row(name, header["schema"], header) for name, header in response.get("headers", {}).items()
        ),
        samples=_example_bodies(content),
    )


def _example_bodies(content: Schema) -> tuple[ExampleBody, ...]:
    return tuple(
        ExampleBody(example["summary"], json.dumps(example["value"], indent=2, ensure_ascii=False))
        for example in content.get("examples", {}).values()
    )


def _field_rows(schema: Schema) -> tuple[FieldRow, ...]:
    needed = schema.get("required", ())
    return tuple(
        _field_row(name, field, {"description": field.get("description", ""), "required": name in needed})
        for name, field in schema.get("properties", {}).items()
    )


def _field_row(name: str, schema: Schema, description: Schema) -> FieldRow:
    text = sentence(description.get("description", ""))
    return FieldRow(name, _type_text(schema), _schema_name_in(schema), bool(description.get("required")), text)


def _schema_name_in(schema: Schema) -> str:
    """Return the name of the schema that ``schema`` is, lists or may be; "" if there is none."""
    for candidate in (schema, schema.get("items", {}), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        if "$ref" in candidate:
            return str(candidate["$ref"]).rpartition("/")[2]
    return ""


def _type_text(schema: Schema) -> str:
    """Return the type of a value in words."""
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(choice) for choice in schema["enum"])
    if schema_name := _schema_name_in(schema):
        text = f"list of {schema_name}" if schema.get("type") == "array" else schema_name
        return text + _null_suffix(schema.get("oneOf", ()))
    types = schema.get("type", "anything")
    if isinstance(types, list):
        return _type_text({**schema, "type": types[0]}) + " or null"
    element = schema.get("items") if types == "array" else schema.get("additionalProperties")
    words = {"string": "text", "integer": "whole number", "boolean": "true or false", "array": "list"}
    type_word = "time" if schema.get("format") == "date-time" else words.get(types, str(types))
    return f"{type_word} of {_type_text(element)}s" if element else type_word


def _null_suffix(choices: Iterable[Schema]) -> str:
    return " or null" if any(choice.get("type") == "null" for choice in choices) else ""
