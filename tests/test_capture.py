"""The capture tool: what its comparison ignores, and what it reports."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.capture import body_text, comparable, compare, html_text


def lines(page: str, *, space: bool = False, ids: bool = False) -> list[str]:
    return comparable(html_text(page), space=space, ids=ids, ignored=[])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('<p id="a" class="x y">Ann</p>', '<p  class="y  x"\n id="a">Ann</p>'),
        ("<p>Ann  won\n 20</p>", "<p>Ann won 20</p>"),
        ("<ul>\n  <li> Ann </li>\n</ul>", "<ul><li>Ann</li></ul>"),
        ("<input checked>", '<input checked="">'),
        ("<path d='M0'/>", '<path d="M0"></path>'),
        ("20 &minus; 7", "20 \N{MINUS SIGN} 7"),
        (
            f'<input name="csrfmiddlewaretoken" value="{"a" * 64}">',
            f'<input name="csrfmiddlewaretoken" value="{"b" * 64}">',
        ),
        (
            f'<body hx-headers=\'{{"X-CSRFToken": "{"a" * 64}"}}\'>',
            f'<body hx-headers=\'{{"X-CSRFToken": "{"b" * 64}"}}\'>',
        ),
        (f'<input name="key" value="{"0" * 32}">', f'<input name="key" value="{"1" * 32}">'),
        (
            '<script nonce="a" src="/static/app.0123456789ab.js"></script>',
            '<script nonce="b" src="/static/app.js?v=1"></script>',
        ),
    ],
)
def test_pages_with_the_same_dom_are_the_same(one: str, other: str) -> None:
    assert lines(one) == lines(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>Ann won</p>", "<p>Ben won</p>"),
        ("<p>Ann<b>won</b></p>", "<b>Ann<p>won</p></b>"),
        ('<a href="/t/1/">Ann</a>', '<a href="/t/2/">Ann</a>'),
        ("<input checked>", "<input>"),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ('<script src="/static/app.js"></script>', '<script src="/static/more/app.js"></script>'),
    ],
)
def test_pages_with_another_dom_differ(one: str, other: str) -> None:
    assert lines(one) != lines(other)


def test_white_space_between_words_and_tags_counts_on_request() -> None:
    assert lines("<b>Ann</b> <i>won</i>") == lines("<b>Ann</b><i>won</i>")
    assert lines("<b>Ann</b> <i>won</i>", space=True) != lines("<b>Ann</b><i>won</i>", space=True)


def test_ids_may_be_others_where_they_are_used_alike() -> None:
    one, other = "0123456789abcdef", "fedcba9876543210"
    page = '<a href="/t/{0}/"></a><a href="/t/{1}/"></a>'
    assert lines(page.format(one, other)) != lines(page.format(other, one))
    assert lines(page.format(one, other), ids=True) == lines(page.format(other, one), ids=True)
    assert lines(page.format(one, other), ids=True) != lines(page.format(one, one), ids=True)


def test_files_are_written_as_what_is_in_them() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.xml", "<a><b/></a>")
    assert body_text("application/zip", made.getvalue()) == "== a.xml\n<a>\n<b/>\n</a>"
    assert (
        body_text("application/json", b'{"b":1,"a":"\\u00e9"}')
        == '{\n "b": 1,\n "a": "\N{LATIN SMALL LETTER E WITH ACUTE}"\n}'
    )
    assert body_text("text/csv", b"a,b\r\n1,2\r\n") == "a,b\r\n1,2\r\n"
    assert body_text("image/png", b"\x89PNG").startswith("4 bytes, SHA-256 ")


def test_differences_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = {"space": False, "ids": False, "ignored": ["later"]}
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
        (folder / "same.txt").write_text("200\nAnn\n")
        (folder / "ignored.txt").write_text(f"200\nlater {folder}\n")
    assert compare(before, after, **how) == 0
    (after / "same.txt").write_text("200\nBen\n")
    (after / "new.txt").write_text("404\n")
    assert compare(before, after, **how) == 1
    output = capsys.readouterr().out
    assert all(
        part in output for part in ("=== same.txt", "-Ann", "+Ben", "=== new.txt\nonly after", "3 answers, 2 of")
    )
