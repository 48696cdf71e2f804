"""Every text that people read, in Python or in templates, is marked for translation."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

HOUSE = Path(settings.BASE_DIR)
PACKAGES = ("evaluate", "forms", "pages", "selectors", "services", "templatetags", "views", "web", "wording")
MARKS = {
    *("_", "gettext", "ngettext", "pgettext", "npgettext", "translated"),
    *("gettext_noop", "gettext_lazy", "ngettext_lazy", "pgettext_lazy", "npgettext_lazy"),
}
FOR_PROGRAMMERS = {
    "error",
    "TypeVarTuple",
    "logger",
    "warning",
    "exception",
    "re",
    "F",
    "Q",
    "compile",
    "TypeVar",
    "NewType",
    "cast",
    "log_security_event",
    "name_route",
}
"""Calls whose texts are for logs, patterns, columns and types."""
ENGLISH = {
    # What manage.py says, and what programs ask and are answered: sentences beside stable codes.
    "wording/audit.py",
    *(f"selectors/operating/audit_{name}.py" for name in ("guards", "leagues", "rows", "tables")),
    *(f"evaluate/{name}_question.py" for name in ("card", "game", "rotation", "settlement", "sheet")),
    *("evaluate/question_input.py", "evaluate/engine.py", "evaluate/hands_json.py"),
    # Names of people and tables that are invented.
    *("services/league/demo.py", "services/table/tryout.py"),
    # Files that other programs read, under heads of their own.
    *("selectors/sharing/bg_stats.py", "selectors/sharing/game_file.py", "selectors/season/season_export.py"),
    # Exported names, in a list.
    "pages/__init__.py",
}
TEXTS = {
    *("Scorekeeper", "Gin", "Ginski", "Ann", "Ben", "Cleo"),
    # Values of headers and cookies, and the names of devices.
    *(
        "Lax",
        "Accept",
        "Connection",
        "Rest",
        "private, max-age=300",
        "Preferred-Languages: en",
        "scorekeeper counts {}",
    ),
    *("Android", "Macintosh", "Mac", "Windows", "Chromebook", "Linux"),
    # Words that are read in what somebody types.
    *("half bye", "full bye"),
    # Keys, which are translated where they are looked up.
    *("the database", "boxes won", "leagues of yours", "players in threes", "tables in this room", "no box"),
    *("{} not win", "extra not win", " not win"),
}
SENTENCE = re.compile(r"[A-Za-z][a-z’']*[,:;]? [A-Za-z{]?[a-z’']+|\A[A-Z][a-z]{2,}[.:!?]?\Z")
NO_SENTENCE = re.compile(
    r"(SELECT|PRAGMA|#|game:|-|screen and) |default-src|<!doctype|<(script|link|bdi|option) "
    r"|\(prefers-|(text|inline|attachment)[/;]"
)


def unmarked_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts in a module that look like words and are neither marked, nor documentation, nor for programmers."""
    quiet: set[ast.AST] = set()
    for node in ast.walk(tree):
        for unsaid in _unsaid(node):
            quiet |= set(ast.walk(unsaid))
    for node in ast.walk(tree):
        if node in quiet:
            continue
        if isinstance(node, ast.JoinedStr):
            quiet |= set(ast.walk(node))
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if SENTENCE.search(text):
            yield node.lineno, text


def _unsaid(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of ``node`` whose texts are not for people, or are marked."""
    for attribute in ("annotation", "returns"):
        if getattr(node, attribute, None):
            yield getattr(node, attribute)
    if isinstance(node, ast.Raise | ast.Assert) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        yield node
    elif isinstance(node, ast.Call):
        called = node.func
        names = {getattr(called, "id", ""), getattr(called, "attr", "")}
        names.add(getattr(getattr(called, "value", None), "id", ""))
        if names & (MARKS | FOR_PROGRAMMERS):
            yield node


def test_every_text_in_python_is_marked() -> None:
    found, read = list[str](), 0
    for package in PACKAGES:
        for path in sorted((HOUSE / "games" / package).rglob("*.py")):
            name, read = path.relative_to(HOUSE / "games").as_posix(), read + 1
            if name in ENGLISH:
                continue
            found += [
                f"{name}:{line}: {text!r}"
                for line, text in unmarked_texts(ast.parse(path.read_text()))
                if text not in TEXTS and not NO_SENTENCE.match(text)
            ]
    assert found == []
    assert read > 250


@pytest.mark.parametrize("text", ["Save the round", "a b", "{} wins the game", "Undo"])
def test_a_text_without_a_mark_is_found(text: str) -> None:
    assert [text_found for _, text_found in unmarked_texts(ast.parse(f'title = "{text}"\nother = _("{text}")'))] == [
        text
    ]


def test_no_message_is_translated_inside_a_concatenated_text() -> None:
    """The extractor of messages reads f-strings as text, and does not see the calls in them."""
    hidden = []
    for path in sorted((HOUSE / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
                hidden += [
                    f"{path}:{node.lineno}" for call in calls if getattr(call.func, "id", "") in MARKS - {"translated"}
                ]
    assert hidden == []


def marks_in_marks(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of messages that stand inside the call for another one: the extractor does not see them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _marks(node):
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            yield from (
                call.lineno
                for argument in arguments
                for call in ast.walk(argument)
                if isinstance(call, ast.Call) and _marks(call)
            )


def _marks(call: ast.Call) -> bool:
    return getattr(call.func, "id", "") in MARKS - {"translated"}


def test_no_message_is_inside_the_call_for_another() -> None:
    hidden = [
        f"{path}:{line}"
        for path in sorted((HOUSE / "games").rglob("*.py"))
        for line in marks_in_marks(ast.parse(path.read_text()))
    ]
    assert hidden == []
    assert list(marks_in_marks(ast.parse('_(KNOWN.get(code, gettext_noop("No.")))'))) == [1]


NO_WORDS = {"Scorekeeper", "Board Game Stats", "JSON", "CSV", "XLSX", "PDF", "QR", "OK", "SHA", "DD RKE AG ZCRQ"}
"""Names, and the letters of "SHA-256" and of the example seal."""
CODE = re.compile(r"<(script|style|code|pre)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>|&\w+;", re.DOTALL)
TALKING = ("title", "aria-label", "placeholder", "alt")


def plain_text(source: str) -> Iterator[str]:
    """The words of a template that are not marked for translation."""
    parts, marked = list[str](), False
    for token in Lexer(source).tokenize():
        words = token.contents.split() if token.token_type is TokenType.BLOCK else [""]
        # Attributes of the body are inside a template tag.
        if words[0] in ("blocktranslate", "comment") or words in (
            ["block", "kind"],
            ["block", "body"],
            ["block", "referrer"],
        ):
            marked = True
        elif words[0] in ("endblocktranslate", "endcomment", "endblock"):
            marked = False
        elif token.token_type is TokenType.TEXT and not marked:
            parts.append(token.contents)
        else:
            parts.append("\0" if token.token_type is not TokenType.TEXT else "")
    text = CODE.sub("", "".join(parts))
    for tag in re.findall(r"<[^>]+>", text):
        for name, value in re.findall(r'\b([a-z-]+)="([^"]*)"', tag):
            if name in TALKING:
                yield value
    yield from re.split(r"<[^>]*>|\0", text)


def test_every_text_in_templates_is_marked() -> None:
    found, read = list[str](), 0
    for path in sorted((HOUSE / "templates").rglob("*.html")):
        name, read = path.relative_to(HOUSE / "templates").as_posix(), read + 1
        # The page about the API is in English, as the API is; written matches and games are examples of a notation.
        if name == "operating/api_docs.html":
            continue
        for text in plain_text(path.read_text()):
            words = " ".join(re.findall(r"[^\W\d_]{2,}", text.replace("\0", " ")))
            if words and words not in NO_WORDS:
                found.append(f"{name}: {words}")
    assert found == []
    assert read > 130


def test_a_page_without_marks_is_found() -> None:
    page = '{% if x %}<p title="Say so">Save <b>the</b> round{% endif %}{% translate "this" %}</p>'
    assert [text for text in plain_text(page) if text.strip()] == ["Say so", "Save ", "the", " round"]
