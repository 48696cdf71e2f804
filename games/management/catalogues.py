"""The catalogues of all languages: what code, pages and the rules' own data say, gathered, merged and compiled.

One catalogue a language, `games/locale/<language>/LC_MESSAGES/django.po`, in the format of GNU gettext. Babel reads and
writes it, so that nothing has to be installed beside Python; Django's own reader of templates finds what they mark.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

LOCALE: Final = Path(settings.LOCALE_PATHS[0])
_HOUSE: Final = Path(settings.BASE_DIR)
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
_RULES: Final = _HOUSE / "games" / "rules"
_SHOWN: Final = ("title", "help", "text", "source", "weak", "note")
_REMARK: Final = ("Translators:",)

Found = tuple[str, str | None, str | tuple[str, ...], list[str]]
"""Where something is said (a file below the house), its context, the message or its two forms, remarks about it."""


def languages() -> list[str]:
    """The languages that need a catalogue: all but the one that the code is written in."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def gathered() -> Catalog:
    """Everything that is marked for translation, in the order of files."""
    catalog = Catalog(project="Scorekeeper", version="1", fuzzy=False)
    for where, context, message, remarks in sorted(_found(), key=lambda found: found[0]):
        catalog.add(message, locations=[(where, 0)], auto_comments=remarks, context=context)
    return catalog


def catalogue(language: str) -> Catalog:
    """The catalogue of ``language`` as it stands in its file; an empty one where there is none."""
    path = _path(language)
    if not path.exists():
        about = f"# {language}: what Scorekeeper says. `manage.py catalogues` keeps it in line with the code."
        return Catalog(locale=language, header_comment=about, project="Scorekeeper", version="1", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def written() -> Iterator[str]:
    """Bring the files in line: what is new stands there without words, what nobody says is gone. Tells what is open."""
    template = gathered()
    for language in languages():
        held = catalogue(language)
        held.update(template, no_fuzzy_matching=True, update_creation_date=False)
        held.obsolete.clear()
        write(held, language)
        yield f"{language}: {len(held)} messages, {len(_open(held))} without words"


def missing() -> Iterator[str]:
    """What the files lack, a line each; nothing where every language says everything."""
    template = {_key(message): message for message in gathered() if message.id}
    for language in languages():
        held = {_key(message): message for message in catalogue(language) if message.id}
        yield from (
            f"{language}: not in the catalogue: {key[1]!r}" for key in sorted(template.keys() - held.keys(), key=str)
        )
        yield from (
            f"{language}: nobody says any more: {key[1]!r}" for key in sorted(held.keys() - template.keys(), key=str)
        )
        yield from (f"{language}: without words: {message.id!r}" for message in _open(held.values()))
        if _path(language).with_suffix(".mo").read_bytes() != compiled(catalogue(language)):
            yield f"{language}: not compiled since it changed"


def write(catalog: Catalog, language: str) -> None:
    """Write a catalogue and what Django reads of it."""
    path = _path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=0, include_lineno=False, omit_header=False)
    path.with_suffix(".mo").write_bytes(compiled(catalog))


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as Django reads it."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def _found() -> Iterator[Found]:
    for top in _CODE:
        for path in sorted((_HOUSE / top).rglob("*.py")):
            yield from _calls(path, path.read_text(encoding="utf-8"))
    for path in sorted((_HOUSE / "templates").rglob("*")):
        if path.suffix in {".html", ".js", ".txt"}:
            # Indentation means something to the reader of calls, and nothing in a page.
            lines = templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines()
            yield from _calls(path, "\n".join(line.strip() for line in lines))
    yield from _rules_data()


def _calls(path: Path, text: str) -> Iterator[Found]:
    where, source = path.relative_to(_HOUSE).as_posix(), io.BytesIO(text.encode())
    options = {"encoding": "utf-8"}
    for _, message, remarks, context in extract("python", source, _KEYWORDS, _REMARK, options, strip_comment_tags=True):
        yield where, context, message, remarks


def _rules_data() -> Iterator[Found]:
    """What the rules' data say to people: titles, help, choices, and how a preset reads its source."""
    for name, table in (("parameters", "parameters"), ("house_rules", ""), ("presets", "presets")):
        where, data = f"games/rules/{name}.json", json.loads((_RULES / f"{name}.json").read_text(encoding="utf-8"))
        shown = [*data.get("groups", {}).values(), *(reading["text"] for reading in data.get("readings", {}).values())]
        for row in (data[table] if table else data).values():
            shown += [row[key] for key in _SHOWN if key in row and not (key == "source" and name == "house_rules")]
            # "none" and "once" are other words in most languages for each thing they are said of.
            said = [*row.get("choices", {}).values(), row.get("zero", ""), row.get("null", "")]
            yield from ((where, row["title"], text, []) for text in said if text)
        yield from ((where, None, text, []) for text in shown if text)


def _open(catalog: Catalog | Any) -> list[Message]:
    return [message for message in catalog if message.id and not _said(message)]


def _said(message: Message) -> bool:
    forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return all(forms) and not message.fuzzy


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"
