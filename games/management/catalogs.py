"""Gathers the texts of code, pages and the rules' data, and brings the catalog of every language in line with them.

One catalog a language, `games/locale/<language>/LC_MESSAGES/django.po`, in the format of GNU gettext. Babel reads,
merges and writes it, so that nothing has to be installed beside Python; Django's own reader of templates finds what
they mark. `scorekeeper.translations` compiles it. docs/translating.md is for translators.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import PoFileError, denormalize, read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

LOCALE: Final = Path(settings.LOCALE_PATHS[0])
_ROOT: Final = Path(settings.BASE_DIR)
_CODE: Final = ("games", "scorekeeper")
_KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_RULES: Final = _ROOT / "games" / "rules"
_SHOWN: Final = ("title", "help", "text", "source", "weakness")
_REMARK: Final = ("Translators:",)
_UNWRAPPED: Final = 10_000
"""Characters of a line. Babel wraps the previous text of a fuzzy message in a way that readers do not understand."""
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_PLACES: Final = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")
_TAGS: Final = re.compile(r"</?\w[^>]*>")

Found = tuple[str, str | None, str | tuple[str, ...], list[str]]
"""The file that has a message, its context, its text or two forms, and remarks for translators."""
Key = tuple[str | None, str]
"""What identifies a message: its context, and its text in English (the singular, if there is a plural)."""


def languages() -> list[str]:
    """Return the languages that need a catalog: all but the one that the code is written in."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def extracted_messages() -> Catalog:
    """Return everything that is marked for translation, in the order of files."""
    catalog = Catalog(project="Scorekeeper", version="1", fuzzy=False)
    for where, context, message, remarks in sorted(_found(), key=lambda found: found[0]):
        catalog.add(message, locations=[(where, 0)], auto_comments=remarks, context=context)
    return catalog


def read_catalog(language: str) -> Catalog:
    """Read the catalog of ``language`` from its file; an empty one if there is no file. Raises ValueError."""
    path = path_of(language)
    if not path.exists():
        about = f"# {language}: Scorekeeper's translations. `manage.py catalogs` keeps this file in line with the code."
        return Catalog(locale=language, header_comment=about, project="Scorekeeper", version="1", fuzzy=False)
    try:
        held = read_po(io.StringIO(path.read_text(encoding="utf-8-sig")), locale=language, abort_invalid=True)
    except (ValueError, PoFileError) as error:
        raise ValueError(f"{path}: {error}") from error
    # Babel takes the previous text (`#| msgid "…"`) for a remark of a translator.
    for message in held:
        remarks, previous = list[str](), list[str]()
        for remark in message.user_comments:
            (previous if remark.startswith("|") else remarks).append(remark)
        message.user_comments, message.previous_id = remarks, [*map(_unquoted, previous)]
    return held


def update_catalogs() -> Iterator[str]:
    """Bring the files in line with the code; yield what is left to do, a line for each language.

    A new message is added without a translation. A reworded one keeps its translation, marked fuzzy, with the text
    that it was made for. One that is no longer used is removed. Raises ValueError where a file is malformed.
    """
    template = extracted_messages()
    for language in languages():
        held = read_catalog(language)
        update(held, template)
        write(held, language)
        empty, fuzzy = len(_empty(held)), len(_fuzzy(held))
        yield f"{language}: {len(held)} messages, {empty} to translate, {fuzzy} to review"


def update(held: Catalog, template: Catalog) -> None:
    """Bring one catalog in line with the template."""
    made_for = {_key(message): message.previous_id for message in held if message.fuzzy}
    held.update(template, update_creation_date=False)
    held.obsolete.clear()
    for message in _fuzzy(held):
        message.previous_id = message.previous_id or made_for.get(_key(message), [])


def missing_translations() -> Iterator[str]:
    """Yield a line for every message without a translation, with one that doesn't fit, and for every stale one."""
    template = {_key(message): message for message in extracted_messages() if message.id}
    for language in languages():
        try:
            held = {_key(message): message for message in read_catalog(language) if message.id}
        except ValueError as error:
            yield f"{language}: {error}"
            continue
        yield from (
            f"{language}: not in the catalog: {key[1]!r}" for key in sorted(template.keys() - held.keys(), key=str)
        )
        yield from (f"{language}: unused: {key[1]!r}" for key in sorted(held.keys() - template.keys(), key=str))
        yield from (f"{language}: not translated: {message.id!r}" for message in _empty(held.values()))
        yield from (
            f"{language}: placeholders or tags differ: {message.id!r}: {message.string!r}"
            for message in held.values()
            if all(forms(message.string)) and not fits(forms(message.id), forms(message.string))
        )


def to_review() -> Iterator[str]:
    """Yield a line for every fuzzy message: people read it in English until somebody has looked at it."""
    for language in languages():
        try:
            held = read_catalog(language)
        except ValueError:
            continue  # It is among what is missing.
        for message in _fuzzy(held):
            yield f"{language}: to review: {message.id!r}: {message.string!r}"


def fits(english: Sequence[str], translation: Sequence[str]) -> bool:
    """Return whether a translation has the placeholders and tags of the English text, in whatever order.

    A plural form may have those of either English form ("one round", "%(n)d rounds"); the last, for several, has those
    of the last.
    """
    for pattern in (_PLACES, _TAGS):
        allowed = [sorted(pattern.findall(form)) for form in english]
        used = [sorted(pattern.findall(form)) for form in translation]
        if used[-1] != allowed[-1] or not all(form in allowed for form in used):
            return False
    return True


def write(catalog: Catalog, language: str) -> None:
    """Write the file of a catalog."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=_UNWRAPPED, include_lineno=False, include_previous=True)


def path_of(language: str) -> Path:
    """Return the path of a language's catalog."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or a translation: one, or one for each plural."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def _found() -> Iterator[Found]:
    for top in _CODE:
        for path in sorted((_ROOT / top).rglob("*.py")):
            yield from _calls(path, path.read_text(encoding="utf-8"))
    for path in sorted((_ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".js", ".txt"}:
            # Indentation means something to the reader of calls, and nothing in a page.
            lines = templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines()
            yield from _calls(path, "\n".join(line.strip() for line in lines))
    yield from _rules_data()


def _calls(path: Path, text: str) -> Iterator[Found]:
    where, source = path.relative_to(_ROOT).as_posix(), io.BytesIO(text.encode())
    options = {"encoding": "utf-8"}
    for _, message, remarks, context in extract("python", source, _KEYWORDS, _REMARK, options, strip_comment_tags=True):
        yield where, context, message, remarks


def _rules_data() -> Iterator[Found]:
    """Return the texts in the rules' data: titles, help, choices, and the notes of presets on their sources."""
    for name, table in (("parameters", "parameters"), ("house_rules", ""), ("presets", "presets")):
        where, data = f"games/rules/{name}.json", json.loads((_RULES / f"{name}.json").read_text(encoding="utf-8"))
        shown = [*data.get("groups", {}).values(), *(note["text"] for note in data.get("notes", {}).values())]
        for row in (data[table] if table else data).values():
            shown += [row[key] for key in _SHOWN if key in row and not (key == "source" and name == "house_rules")]
            # Most languages translate "none" and "once" differently for each rule, so its title is the context.
            choices = [*row.get("choices", {}).values(), row.get("zero", ""), row.get("null", "")]
            yield from ((where, row["title"], text, []) for text in choices if text)
        yield from ((where, None, text, []) for text in shown if text)


def _empty(messages: Iterable[Message]) -> list[Message]:
    return [message for message in messages if message.id and not all(forms(message.string))]


def _fuzzy(messages: Iterable[Message]) -> list[Message]:
    return [message for message in messages if message.id and message.fuzzy]


def _unquoted(previous: str) -> str:
    """Return the text in a line `| msgid "…"`."""
    return "".join(map(denormalize, _QUOTED.findall(previous)))


def _key(message: Message) -> Key:
    return message.context, forms(message.id)[0]
