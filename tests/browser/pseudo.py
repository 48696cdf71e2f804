"""A pseudo-language for tests: every message is made of marked letters and is a third longer."""

import re
from pathlib import Path
from typing import Final

import allauth
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo

from games.management import catalogs

LANGUAGE: Final = "xx"
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED: Final = "áƀçďéƒĝĥíĵķĺɱñóþǫŕśťúṽŵẋýžÁƁÇĎÉƑĜĤÍĴĶĹṀÑÓÞǪŔŚŤÚṼŴẊÝŽ"
_TO_MARKED: Final = str.maketrans(_PLAIN, _MARKED)
_PLACEHOLDERS: Final = re.compile(r"(%\(\w+\)[sd]|%%|\{\w+\}|</?\w[^>]*>|&\w+;)")
FORMATS: Final = {"date", "card", "card as it is typed"}
"""Contexts whose messages are read by programs, too."""


def marked(text: str) -> str:
    """``text`` as this language has it: "Sááv́éé" for "Save"."""
    parts = _PLACEHOLDERS.split(text)
    parts[::2] = [re.sub(r"([aeiou])", r"\1\1", part).translate(_TO_MARKED) for part in parts[::2]]
    return "".join(parts)


def write_language(folder: Path) -> None:
    """The catalog of this language below ``folder``, where Django looks for those of others."""
    spoken = Catalog()
    for message in catalogs.extracted_messages():
        if not message.id:
            continue
        unchanged = message.context in FORMATS
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        texts = ids if unchanged else [marked(one) for one in ids]
        spoken.add(message.id, texts[0] if isinstance(message.id, str) else tuple(texts), context=message.context)
    for text in _texts_of_allauth() - {message.id for message in spoken if not message.context}:
        spoken.add(text, marked(text))
    path = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, spoken)


def _texts_of_allauth() -> set[str]:
    """What allauth says by itself in every language that there is."""
    found = []
    for language in catalogs.languages():
        with (Path(allauth.__file__).parent / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
            found.append({message.id for message in read_mo(file) if message.string and isinstance(message.id, str)})
    return set[str].intersection(*found) - {""}
