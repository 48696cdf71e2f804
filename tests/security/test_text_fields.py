"""No text that can't be stored or shown gets into the database through any text field."""

import json
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.apps import apps

from tests.security.attacked_site import Stand
from tests.security.conftest import ON_POSTGRESQL
from tests.security.text_fields import TextFields

pytestmark = [ON_POSTGRESQL, pytest.mark.slow]

TEXTS = ("CharField", "TextField", "JSONField", "EmailField")
FORBIDDEN = {
    "NUL": "A\x00B",
    "BEL": "A\x07B",
    "ESC": "A\x1b[31mB",
    "DEL": "A\x7fB",
    "C1": "A\x9bB",
    "RLO": "A\u202eB",
    "LRE": "A\u202aB",
    "LRI": "A\u2066B",
    "RLI": "A\u2067B",
    "FSI": "A\u2068B",
    "PDI": "A\u2069B",
    "private": "A\ue000B",
}
REFUSED = (400, 422)
BLANK = "\u200b\u200d\u2060"
MAY_BE_EMPTY = ("api: remark", "league: place", "links: label", "settings: place")
"""Fields that may be empty: an invisible text is refused, or treated as empty."""
OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.fixture(scope="session")
def fields(stand: Stand) -> TextFields:
    """All fields, with their forms or routes."""
    return TextFields(stand)


def shows_nothing(character: str) -> bool:
    """Whether a character is forbidden in texts: controls, overrides of direction, private use, surrogates."""
    return unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp") or character in OVERRIDES


def texts_in(value: Any) -> Iterator[str]:
    """Every text in what a column holds, JSON or not."""
    if isinstance(value, str):
        try:
            inner = json.loads(value) if value[:1] in ("{", "[") else None
        except ValueError:
            inner = None
        yield from (value,) if inner is None else texts_in(inner)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def stored(stand: Stand) -> Iterator[tuple[str, str]]:
    """Every text in the database, with its table and column."""
    with stand.rows.connection() as opened:
        for model in apps.get_app_config("games").get_models():
            columns = [field.column for field in model._meta.concrete_fields if field.get_internal_type() in TEXTS]
            if columns and model._meta.db_table != "games_sheetupload":
                # Table and columns are names of our own.
                names = ", ".join(f'"{column}"' for column in columns)
                for row in opened.execute(f"SELECT {names} FROM {model._meta.db_table}").fetchall():
                    for column, value in zip(columns, row, strict=True):
                        yield from ((f"{model.__name__}.{column}", text) for text in texts_in(value))


def refused(name: str, answer: httpx.Response) -> bool:
    """Whether a field was refused; allauth's forms come again with status 200."""
    return answer.status_code in REFUSED or (
        name.startswith("sign up:") and answer.status_code == 200 and 'class="error"' in answer.text
    )


def test_every_field_refuses_what_cannot_be_shown(
    fields: TextFields, stand: Stand, counted: Callable[[str], None]
) -> None:
    """Names, labels, units and everything in the API and in files: 400, and not a row is written."""
    sent = 0
    for name, send in fields.refusing.items():
        before = stand.rows.counted()
        for what, text in FORBIDDEN.items():
            answer = send(text)
            sent += 1
            assert (name, what, refused(name, answer)) == (name, what, True), answer.text[-2000:]
        if name not in MAY_BE_EMPTY:
            assert (name, refused(name, send(BLANK))) == (name, True)
        assert stand.rows.counted() == before
    stand.look()
    counted(f"{len(fields.refusing)} fields refused {sent} texts with what cannot be shown, nothing written")


def test_half_a_character_is_refused_by_the_api_and_becomes_a_mark_in_a_form(fields: TextFields, stand: Stand) -> None:
    """In forms, unlike JSON, such bytes aren't text, and their replacements can be stored."""
    for name, send in fields.refusing.items():
        if name.startswith(("api:", "archive:")):
            assert (name, send("A\ud800B").status_code) == (name, 400)
    raw = "&".join(f"{name}={text}" for name, text in fields.token().items()) + "&name=A%ed%a0%80B"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert fields.olga.post(f"{fields.league}places/", content=raw.encode(), headers=kind).status_code == 302
    assert ("Place.name", "A\ufffd\ufffd\ufffdB") in set(stored(stand))


def test_remarks_keep_nothing_that_cannot_be_shown(
    fields: TextFields, stand: Stand, counted: Callable[[str], None]
) -> None:
    """A reason in a form loses what cannot be shown rather than be lost; its NUL becomes a space as well."""
    for name, send in fields.cleaning.items():
        answer = send("".join(FORBIDDEN.values()))
        assert (name, answer.status_code in (200, 302)) == (name, True), answer.text[-2000:]
    stand.look()
    counted(f"{len(fields.cleaning)} remarks in forms stored without what cannot be shown")


def test_names_are_stored_in_one_form(fields: TextFields, stand: Stand) -> None:
    """A letter typed as two characters on one keyboard and as one on another is stored as one."""
    for name in ("places: name", "team: name", "api: table", "join: label"):
        assert fields.refusing[name](f"Ame\u0301lie {name.replace(':', '')}").status_code in (201, 302)
    found = {text for _, text in stored(stand) if text.startswith("Am\u00e9lie")}
    assert len(found) == 4
    assert not any("\u0301" in text for _, text in stored(stand))


def test_nothing_of_it_is_in_the_database(fields: TextFields, stand: Stand, counted: Callable[[str], None]) -> None:
    for send in fields.cleaning.values():
        send("".join(FORBIDDEN.values()))
    texts = list(stored(stand))
    assert [(where, text) for where, text in texts if any(map(shows_nothing, text))] == []
    places = {where for where, _ in texts}
    assert {"Table.name", "Member.name", "Entry.reason", "LeagueEvent.reason", "Penalty.reason"} <= places
    counted(f"{len(texts)} texts in {len(places)} columns read, none with what cannot be shown")
