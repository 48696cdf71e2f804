"""House rules that no tool checks: what the rules may import, and paths that are written once."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.utils import get_app_template_dirs
from django.urls import URLResolver, get_resolver, reverse

from scorekeeper import VERSION

ROOT = Path(__file__).parent.parent


def test_the_rules_use_the_standard_library_only() -> None:
    allowed = {*sys.stdlib_module_names, "games"}
    rules = ROOT / "games" / "rules"
    strangers = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted(rules.rglob("*.py"))
        for name in imported(path)
        if name.partition(".")[0] not in allowed
    ]
    assert not strangers


def test_importing_the_rules_loads_no_framework() -> None:
    program = "import sys, games.rules; sys.exit('django' in sys.modules and 'Django was loaded')"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_a_server_says_the_version_that_is_built() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == VERSION


def test_every_template_is_used() -> None:
    """Another template or a view names it, or it replaces one of a library's."""
    folder = ROOT / "templates"
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    views = (ROOT / "games").rglob("*.py")
    named = "".join(path.read_text() for path in (*views, *folder.rglob("*.html")))
    libraries = get_app_template_dirs("templates")
    unused = [name for name in names if re.sub(r"_(subject|message)\.txt$", "", name) not in named]
    assert not [name for name in unused if not any((library / name).exists() for library in libraries)]


def test_browsers_leave_names_untranslated() -> None:
    """A browser that translates the page must not turn the player Mark into "Marke": each `<bdi>` says so."""
    folders = ((ROOT / "templates").rglob("*.html"), ROOT.glob("games/locale/*/*/django.po"))
    files = {path: path.read_text() for folder in folders for path in folder}
    marked = re.compile(r'<bdi translate=\\?"no')
    assert sum(len(marked.findall(text)) for text in files.values()) > 100
    assert [str(path) for path, text in files.items() if text.count("<bdi") != len(marked.findall(text))] == []


PATHS_BY_HAND = {
    # Read by the web server's part that knows no Django; the test below compares it with the URL patterns.
    "/live/",
    # In the examples of the API's description, which are made with the URL patterns; compared below, too.
    "/api/v1/docs/",
    # Every version of the API, also one that has no URL pattern.
    "/api/",
    # Examples and keys in the API's description, and in the help of commands: an interface, described as text.
    *("https://score.example/j/{}…/", "https://score.example/j/b-1…/", "/s/{}/", "`/k/`.", "/t/ID/", "/l/ID/"),
    *("`/api/v1/tables/{public_id}/`.", "/api/v1/tables/{public_id}/rounds/{game}/{number}/"),
    # Files, not addresses.
    *("games/rules/{}.json", "presets/{}.json", "account.json", "account/email/two_step_off_message.txt"),
    *("account/email/account_already_exists", "account/email/password_reset_key", "account/email/recovery_code_used"),
}
"""The words that look like paths of this site and are allowed outside of the URL patterns."""
NO_PATH = re.compile(r"\S+\.(css|html|js|md|py)(#\S*)?|text/[a-z*+-]+;?")
"""Names of files, and media types."""


def test_paths_are_reversed_from_the_url_patterns() -> None:
    segment = path_segment()
    by_hand = [
        f"{path.relative_to(ROOT)}:{line} {word}"
        for path in sorted((ROOT / "games").rglob("*.py"))
        if not path.stem.endswith("urls")
        for line, text in texts(ast.parse(path.read_text(encoding="utf-8")))
        for word in text.split()
        if segment.search(word) and word not in PATHS_BY_HAND and not NO_PATH.fullmatch(word)
    ]
    assert not by_hand, "use reverse, or at_table for the pages of a table"


def test_paths_in_templates_are_reversed_from_the_url_patterns() -> None:
    segment, tag = path_segment(), re.compile(r"\{%.*?%\}|\{#.*?#\}")
    by_hand = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for value in re.findall(r"""=["']([^"']*)["']""", tag.sub("", path.read_text(encoding="utf-8")))
        for word in re.sub(r"\{\{.*?\}\}", "{}", value).split()
        if segment.search(word) and not NO_PATH.fullmatch(word)
    ]
    assert not by_hand, "use {% url %}, or a field of the page"


def test_paths_that_are_written_twice_are_the_same() -> None:
    from games.live import shared_fragments, stream
    from games.web.problems import DOCS

    assert reverse("live", args=["token"]) == f"{stream.PREFIX}token/"
    assert shared_fragments._PATH.fullmatch(reverse("table:moved", args=["0a1b"]))
    assert reverse("api-docs") == DOCS


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('f"{base}/t/{table}/"', True),
        ('f"Open {base}/j/{secret}/ there"', True),
        ('at_table(table, f"games/{number}/rules/")', True),
        ('f"{path}archive.json"', True),
        ('redirect("/account/")', True),
        ('"""Answer at /account/."""', False),
        ('render(request, "season/season.html#moved")', False),
        ('re.compile(r"/account/.+")', False),
        ('{"Content-Type": "text/plain"}', False),
    ],
)
def test_a_path_written_by_hand_is_found(code: str, found: bool) -> None:
    words = [word for _, text in texts(ast.parse(code)) for word in text.split() if not NO_PATH.fullmatch(word)]
    assert any(map(path_segment().search, words)) == found


def path_segment() -> re.Pattern[str]:
    """Return the expression that finds a fixed part of a URL pattern in a path."""
    fixed = {part for route in routes(get_resolver()) for part in route.split("/") if part and "<" not in part}
    folders, files = ("|".join(sorted(map(re.escape, some))) for some in (fixed, {f for f in fixed if "." in f}))
    return re.compile(rf"(^|[/}}`\"'(])(({folders})/|({files})$)")


def routes(resolver: URLResolver) -> Iterator[str]:
    """Yield the routes of a resolver, each without what includes it."""
    for pattern in resolver.url_patterns:
        yield str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern)


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield each text of a module with its line; ``{}`` stands for what an f-string fills in.

    Not its docstrings, and the regular expressions that paths of requests are matched against.
    """
    match tree:
        case ast.Expr(ast.Constant()) | ast.Call(ast.Attribute(ast.Name("re"), "compile")):
            return
        case ast.JoinedStr(values):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in values)
            yield tree.lineno, "".join(map(str, parts))
            for part in values:
                if isinstance(part, ast.FormattedValue):
                    yield from texts(part.value)
        case ast.Constant(str(text)):
            yield tree.lineno, text
        case _:
            for child in ast.iter_child_nodes(tree):
                yield from texts(child)


def imported(path: Path) -> Iterator[str]:
    """Yield the name of every module that the file at `path` imports by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
