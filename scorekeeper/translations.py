"""Compiles the translations: from the `django.po` that people edit to the `django.mo` that Django reads.

Standard library only. It runs where Django and the tools of developers are not there yet: while a wheel or an image is
built, and in `start` before Django is loaded.

In: `games/locale/<language>/LC_MESSAGES/django.po`, UTF-8, as GNU gettext and its editors write it.
Out: `django.mo` beside each. Its header names the digest of what it was made from, so it is made again when the texts
changed, and only then: dates of files say nothing after a checkout, a copy or an unpacked release.
"""

import contextlib
import hashlib
import re
import secrets
import shutil
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from scorekeeper.bootstrap import ROOT

LOCALE: Final = ROOT / "games" / "locale"
_MAGIC: Final = 0x950412DE
"""What the first four bytes of every .mo file say."""
_CONTEXT_END: Final = "\x04"
_LINE: Final = re.compile(r'(#\|\s*)?(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)\s*)?"(.*)"')
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_SAME_WORDS: Final = 0.8
"""What part of the words has to be the same where only the wording changed: four of five."""
_PLACES: Final = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")
_TAGS: Final = re.compile(r"</?\w[^>]*>")
_NUMBERS: Final = re.compile(r"\d+")
_NEGATIONS: Final = re.compile(r"\b(?:no|not|nor|never|none|neither|nobody|nothing|without|cannot)\b|n[’']t\b")
_WORDS: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a .po file.

    ``ids`` is the English text, or its two forms where it counts something; ``strings`` has a form for each plural of
    the language; ``previous`` is the English text that the translation was made for, where that was another one.
    """

    context: str | None
    ids: tuple[str, ...]
    strings: tuple[str, ...]
    fuzzy: bool
    previous: tuple[str, ...]


def compile_changed(locale: Path = LOCALE) -> list[Path]:
    """Compile every catalogue below ``locale`` that changed since it was compiled; return the files written.

    Safe in two processes at once. Raises OSError where a file cannot be written, ValueError where one is not a
    catalogue; all others are compiled nevertheless.
    """
    written, wrong = list[Path](), list[OSError | ValueError]()
    for source in changed(locale):
        target = source.with_suffix(".mo")
        try:
            _replace(target, compiled(source.read_bytes()), like=source)
            written.append(target)
        except OSError as error:
            # Another process may have written the same, and on Windows be reading it.
            if not _is_current(target, source.read_bytes()):
                wrong.append(error)
        except ValueError as error:
            wrong.append(ValueError(f"{source}: {error}"))
    if wrong:
        raise wrong[0]
    return written


def changed(locale: Path = LOCALE) -> list[Path]:
    """The .po files whose compiled file is missing or was made from something else."""
    sources = sorted(locale.glob("*/LC_MESSAGES/django.po"))
    return [source for source in sources if not _is_current(source.with_suffix(".mo"), source.read_bytes())]


def compiled(source: bytes) -> bytes:
    """The bytes of the .mo file for those of a .po file. Raises ValueError, with the line, where it is malformed.

    Left out, so that people read English: what has no translation, what would lose a placeholder or a tag, and what is
    marked fuzzy, unless ``is_shown`` finds that only the wording of the English text changed.
    """
    texts = dict[bytes, bytes]()
    for entry in entries(source.decode("utf-8-sig")):
        if entry.ids == ("",):
            header = f"{entry.strings[0]}{_stamp(source)}\n"
            texts[b""] = header.encode()
        elif is_shown(entry):
            context = "" if entry.context is None else entry.context + _CONTEXT_END
            texts[(context + "\0".join(entry.ids)).encode()] = "\0".join(entry.strings).encode()
    if b"" not in texts:
        raise ValueError(
            "the header is missing: the entry with an empty msgid, which sets the charset and the plural forms"
        )
    return _packed(sorted(texts.items()))


def is_shown(entry: Entry) -> bool:
    """Whether people read this translation; otherwise they read English."""
    if not all(entry.strings) or not fits(entry.ids, entry.strings):
        return False
    return not entry.fuzzy or only_wording_changed(entry.previous, entry.ids)


def fits(english: Sequence[str], translation: Sequence[str]) -> bool:
    """Whether a translation has the placeholders and tags of the English text, in whatever order.

    A plural form may have those of either English form ("one round", "%(n)d rounds"); the last, for several, has those
    of the last.
    """
    for pattern in (_PLACES, _TAGS):
        allowed = [sorted(pattern.findall(form)) for form in english]
        used = [sorted(pattern.findall(form)) for form in translation]
        if used[-1] != allowed[-1] or not all(form in allowed for form in used):
            return False
    return True


def only_wording_changed(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether the translation of one English text still says what the other one says, as far as a program can tell.

    That is so where placeholders, tags, numbers and negations are the same and so are four of five words, in order.
    """
    return len(before) == len(after) and all(
        _facts(old) == _facts(new) and _alike(old, new) >= _SAME_WORDS for old, new in zip(before, after, strict=True)
    )


def entries(text: str) -> Iterator[Entry]:
    """The messages of a .po file, its header first; obsolete ones (``#~``) are left out. Raises ValueError."""
    fields, flags, name = dict[str, str](), set[str](), ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if "msgstr" in name and (line.startswith(("#", "msgctxt", "msgid ", 'msgid"'))):
            yield _entry(fields, flags)
            fields, flags, name = {}, set(), ""
        if line.startswith("#,"):
            flags |= {flag.strip() for flag in line[2:].split(",")}
        elif line and (line[0] != "#" or line[1:2] == "|"):
            found = _LINE.fullmatch(line)
            if not found or not (found[2] or name):
                raise ValueError(f"cannot parse line {number}: {line[:60]}")
            if found[2]:
                name = ("previous " if found[1] else "") + found[2]
                if name in fields:
                    raise ValueError(f"line {number} repeats {found[2]}: {line[:60]}")
                fields[name] = ""
            fields[name] += _unescaped(found[3])
    if "msgstr" in name:
        yield _entry(fields, flags)


def _entry(fields: dict[str, str], flags: set[str]) -> Entry:
    if "msgid" not in fields:
        raise ValueError(f"a translation has no msgid: {' '.join(fields.values())[:60]}")
    ids, previous = (
        tuple(fields[before + name] for name in ("msgid", "msgid_plural") if before + name in fields)
        for before in ("", "previous ")
    )
    # The forms in a file are usually in the order of their numbers, but an editor may have changed it.
    strings = tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr"))
    return Entry(fields.get("msgctxt"), ids, strings, "fuzzy" in flags, previous)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text) if "\\" in text else text


def _facts(text: str) -> tuple[list[str], list[str], list[str], int]:
    """The placeholders, tags and numbers of a text, and how often it says no."""
    plain = _plain(text)
    places, tags, numbers = (
        sorted(pattern.findall(where)) for pattern, where in ((_PLACES, text), (_TAGS, text), (_NUMBERS, plain))
    )
    return places, tags, numbers, len(_NEGATIONS.findall(plain))


def _alike(before: str, after: str) -> float:
    """What part of the words two texts have in common, from 0 to 1."""
    old, new = (_WORDS.findall(_plain(text)) for text in (before, after))
    return SequenceMatcher(None, old, new, autojunk=False).ratio()


def _plain(text: str) -> str:
    """The words of a text in small letters, without placeholders and tags, whose names may hold numbers."""
    return _TAGS.sub(" ", _PLACES.sub(" ", text)).lower()


def _packed(texts: Sequence[tuple[bytes, bytes]]) -> bytes:
    """A .mo file: a head of seven numbers, a table of lengths and places for each side, then the texts, ended by 0.

    The format is described in the manual of GNU gettext, "The Format of GNU MO Files"; there is no table of hashes.
    """
    count, head, row = len(texts), 28, 8
    place = head + 2 * row * count
    tables, body = list[int](), bytearray()
    for side in (0, 1):
        for pair in texts:
            tables += (len(pair[side]), place + len(body))
            body += pair[side] + b"\0"
    numbers = (_MAGIC, 0, count, head, head + row * count, 0, place, *tables)
    return struct.pack(f"<{len(numbers)}I", *numbers) + bytes(body)


def _stamp(source: bytes) -> str:
    """The line of the header that names what a file was compiled from: the texts, and the program that compiled."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(source)
    return f"X-Compiled-From: {digest.hexdigest()}"


def _is_current(target: Path, source: bytes) -> bool:
    try:
        return _stamp(source).encode() in target.read_bytes()
    except OSError:
        return False


def _replace(target: Path, content: bytes, *, like: Path) -> None:
    """Write a file in one step, with the permissions of ``like``: no process ever reads half of it."""
    half = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with half.open("xb") as file:
            file.write(content)
        shutil.copymode(like, half)
        half.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            half.unlink()
        raise
