"""A pseudo-language for tests: every message is made of marked letters and is a third longer."""

import re
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

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
    path = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, spoken)
