"""Gathers the texts of code, pages and the rules' data, and brings the catalogue of every language in line with them.

One catalogue a language, `games/locale/<language>/LC_MESSAGES/django.po`, in the format of GNU gettext. Babel reads and
writes it, so that nothing has to be installed beside Python; Django's own reader of templates finds what they mark.
`scorekeeper.translations` compiles it. docs/translating.md is for translators.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import PoFileError, generate_po, normalize, read_po
from django.conf import settings
from django.utils.translation.template import templatize

from games.management.changed_messages import Key, Place, pairs
from scorekeeper.translations import Entry, entries, fits, is_shown

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
_SHOWN: Final = ("title", "help", "text", "source", "weak")
_REMARK: Final = ("Translators:",)

Found = tuple[str, str | None, str | tuple[str, ...], list[str]]
"""The file that has a message, its context, its text or two forms, and remarks for translators."""


def languages() -> list[str]:
    """Return the languages that need a catalogue: all but the one that the code is written in."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def extracted_messages() -> Catalog:
    """Return everything that is marked for translation, in the order of files."""
    catalog = Catalog(project="Scorekeeper", version="1", fuzzy=False)
    for where, context, message, remarks in sorted(_found(), key=lambda found: found[0]):
        catalog.add(message, locations=[(where, 0)], auto_comments=remarks, context=context)
    return catalog


def read_catalogue(language: str) -> Catalog:
    """Read the catalogue of ``language`` from its file; an empty one if there is no file. Raises ValueError."""
    path = path_of(language)
    if not path.exists():
        about = (
            f"# {language}: Scorekeeper's translations. `manage.py catalogues` keeps this file in line with the code."
        )
        return Catalog(locale=language, header_comment=about, project="Scorekeeper", version="1", fuzzy=False)
    try:
        text = path.read_text(encoding="utf-8-sig")
        previous = {(entry.context, entry.ids[0]): list(entry.previous) for entry in entries(text)}
        held = read_po(io.StringIO(text), locale=language, abort_invalid=True)
    except (ValueError, PoFileError) as error:
        raise ValueError(f"{path}: {error}") from error
    # Babel takes the previous text (`#| msgid "…"`) for a remark of a translator.
    for message in held:
        message.user_comments = [remark for remark in message.user_comments if not remark.startswith("|")]
        message.previous_id = previous[_key(message)] if message.fuzzy else []
    return held


def update_catalogues() -> Iterator[str]:
    """Bring the files in line with the code; yield what changed and what is left to do, a line each.

    A new message is added without a translation. A reworded one keeps its translation, marked fuzzy, with the text
    that it was made for. One that is no longer used is removed. Raises ValueError where a file is malformed.
    """
    template, reworded = extracted_messages(), dict[Key, Key]()
    for language in languages():
        held = read_catalogue(language)
        reworded |= update(held, template)
        write(held, language)
        english, review = len(_english(held)), len(_to_review(held))
        yield f"{language}: {len(held)} messages, {english} shown in English, {review} to review"
    for now, was in reworded.items():
        yield f"reworded: {was[1]!r} is now {now[1]!r}"


def update(held: Catalog, template: Catalog) -> Mapping[Key, Key]:
    """Bring one catalogue in line with the template; return the reworded messages, each new key with its old one."""
    reworded = pairs(_places(message for message in held if any(_forms(message.string))), _places(template))
    previous = {_key(message): list(message.previous_id) for message in held if message.previous_id}
    for now, was in reworded.items():
        message, wanted = _get(held, was), _get(template, now)
        # Where the English text changes twice before a review, the translation still belongs to the first. Where a
        # translator marked a message for another reason, there is no previous text, and none is made up.
        made_for = previous.get(was, []) if message.fuzzy else list(_forms(message.id))
        flags = message.flags - {"fuzzy"}
        if made_for != list(_forms(wanted.id)):
            previous[now] = made_for
            flags |= {"fuzzy"}
        string = _with_forms(_forms(message.string), plural=bool(wanted.pluralizable))
        held.delete(was[1], context=was[0])
        held[wanted.id] = Message(wanted.id, string, flags=flags, user_comments=message.user_comments, context=now[0])
    held.update(template, no_fuzzy_matching=True, update_creation_date=False)
    held.obsolete.clear()
    for message in held:
        message.previous_id = previous.get(_key(message), []) if message.fuzzy else []
    return reworded


def missing_translations() -> Iterator[str]:
    """Yield a line for every message that people would read in English, and for every stale one."""
    template = {_key(message): message for message in extracted_messages() if message.id}
    for language in languages():
        try:
            held = {_key(message): message for message in read_catalogue(language) if message.id}
        except ValueError as error:
            yield f"{language}: {error}"
            continue
        yield from (
            f"{language}: not in the catalogue: {key[1]!r}" for key in sorted(template.keys() - held.keys(), key=str)
        )
        yield from (f"{language}: unused: {key[1]!r}" for key in sorted(held.keys() - template.keys(), key=str))
        for message in _english(held.values()):
            forms = _forms(message.string)
            if not all(forms):
                yield f"{language}: not translated: {message.id!r}"
            elif not fits(_forms(message.id), forms):
                yield f"{language}: placeholders or tags differ: {message.id!r}: {message.string!r}"
            else:
                yield f"{language}: shown in English until reviewed: {message.id!r}: {message.string!r}"


def to_review() -> Iterator[str]:
    """Yield a line for every shown translation whose English text was reworded since: somebody should review it."""
    for language in languages():
        try:
            held = read_catalogue(language)
        except ValueError:
            continue  # It is among what is missing.
        for message in _to_review(held):
            yield f"{language}: to review: {message.id!r}: {message.string!r}"


def write(catalog: Catalog, language: str) -> None:
    """Write the file of a catalogue."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(_lines(catalog)), encoding="utf-8", newline="\n")


def path_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def _lines(catalog: Catalog) -> Iterator[str]:
    """Return the lines of a file. They include the previous texts, which Babel would wrap so that readers fail."""
    messages, within = iter(catalog), False
    for line in generate_po(catalog, width=0, include_lineno=False):
        if line.startswith(("msgctxt ", "msgid ")) and not within:
            within = True
            for keyword, text in zip(("msgid", "msgid_plural"), next(messages).previous_id, strict=False):
                yield from (f"#| {part}\n" for part in f"{keyword} {normalize(text, width=0)}".split("\n"))
        elif line.startswith("msgstr"):
            within = False
        yield line


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


def _places(messages: Iterable[Message]) -> tuple[Place, ...]:
    return tuple((message.locations[0][0], _key(message)) for message in messages if message.id and message.locations)


def _english(messages: Iterable[Message]) -> list[Message]:
    """Return the messages that people of any language would read in English."""
    return [message for message in messages if message.id and not is_shown(_entry(message))]


def _to_review(messages: Iterable[Message]) -> list[Message]:
    """Return the messages whose translation is shown although the English text was reworded since."""
    return [message for message in messages if message.id and message.fuzzy and is_shown(_entry(message))]


def _get(catalog: Catalog, key: Key) -> Message:
    message = catalog.get(key[1], key[0])
    if message is None:
        raise LookupError(key)
    return message


def _entry(message: Message) -> Entry:
    previous = tuple(message.previous_id)
    return Entry(message.context, _forms(message.id), _forms(message.string), message.fuzzy, previous)


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def _with_forms(forms: tuple[str, ...], *, plural: bool) -> str | tuple[str, ...]:
    """Return the translations for a message that got or lost its plural; missing forms stay empty."""
    if not plural:
        return forms[-1]
    return forms if len(forms) > 1 else ("", *forms)


def _key(message: Message) -> Key:
    return message.context, _forms(message.id)[0]
