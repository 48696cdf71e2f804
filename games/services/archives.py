"""What reading any archive has in common: its JSON, what is wrong with it, and ledgers that are proved."""

import hashlib
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from games.models import Entry, Table
from games.models.entry import MOST_ENTRIES
from games.rules.audit import Stored, audit_ledger
from games.rules.faults import Illegal
from games.rules.ledger import digest_of
from games.rules.names import BadName
from games.rules.season import BadSeason
from games.rules.sheet import TableSheet
from games.selectors.json_pieces import archive_pieces
from games.selectors.table_archive import ENTRY_FIELDS
from games.wording.audit import difference_text

_HIDDEN: Final = ("Cc", "Cs", "Co", "Zl", "Zp")
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_AT_ONCE: Final = 500


class BadArchive(Exception):  # noqa: N818 - named as a person would say it
    """The file is no archive, or was changed; ``args[0]`` says where, in words that follow a colon."""


def parsed(text: str) -> dict[str, Any]:
    """The JSON object of an archive. Raises BadArchive for anything else, and for texts that cannot be shown."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadArchive(_("it is no JSON")) from None
    if not isinstance(data, dict):
        raise BadArchive(_("it is no archive"))
    for found in _texts(data):
        if any(unicodedata.category(c) in _HIDDEN or c in _OVERRIDES for c in found):
            text = _("a text in it has characters that cannot be shown (%(text)s)")
            raise BadArchive(text % {"text": ascii(found)[:40]})
    return data


def identity(data: Mapping[str, Any]) -> str:
    """The SHA-256 of what an archive says, however it is laid out."""
    said = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def still_says(archive: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether what is here, told as an ``archive``, is what ``data`` says: then it was never away."""
    return identity(json.loads("".join(archive_pieces(archive)))) == identity(data)


@contextmanager
def faults_told(where: str = "") -> Iterator[None]:
    """Say of whatever reading an archive comes upon that the archive is bad, and ``where`` in it that is."""
    before = where and f"{where}: "
    try:
        yield
    except BadArchive as bad:
        raise BadArchive(before + bad.args[0]) from bad
    except (Illegal, BadName, BadSeason, ValidationError, IntegrityError, DataError) as wrong:
        raise BadArchive(before + _("a value cannot be (%(fault)s)") % {"fault": wrong}) from wrong
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as wrong:
        text = _("something is missing or of the wrong kind (%(fault)s)") % {"fault": type(wrong).__name__}
        raise BadArchive(before + text) from wrong


def moment(text: str) -> datetime:
    """A moment as archives write it, of UTC where it does not say. Raises ValueError, TypeError."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def moment_or_none(text: str | None) -> datetime | None:
    """The same of what may be missing."""
    return None if text is None else moment(text)


def write_ledger(table: Table, told: Sequence[Mapping[str, Any]], what: str) -> list[Entry]:
    """The entries of an archive as the ledger of ``table``, which has none, as they were; ``what`` names it.

    Raises BadArchive for a gap, and for an entry that does not say what its digest was made of.
    """
    if len(told) > MOST_ENTRIES:
        # Translators: %(what)s is a part of an archive, as "table 4fb2" or "match 3".
        raise BadArchive(_("%(what)s has more than %(most)d entries") % {"what": what, "most": MOST_ENTRIES})
    rows = []
    for number, entry in enumerate(told, 1):
        digest = digest_of(str(entry["kind"]), entry["game"], entry["round"], entry["facts"])
        if entry["revision"] != number or entry["digest"] != digest:
            # Translators: %(what)s is a part of an archive, as "table 4fb2" or "match 3".
            raise BadArchive(_("entry %(number)d of %(what)s was changed") % {"number": number, "what": what})
        row = Entry(table=table, at=moment(entry["at"]), **{name: entry[name] for name in ENTRY_FIELDS})
        row.clean_fields(exclude=["table", "round", "result", "device", "link"])
        rows.append(row)
    Entry.objects.bulk_create(rows, batch_size=_AT_ONCE)
    table.revision = len(rows)
    return rows


def proved(rows: Sequence[Entry], seats: int, what: str) -> TableSheet:
    """The sheet that entries fold into, once everything in them was computed again.

    Raises BadArchive with the first thing that differs: a score that is not what its facts come to, a round that could
    not stand where it stands, seats that the rules do not have.
    """
    stored = [Stored(*(getattr(row, name) for name in Stored.__annotations__)) for row in rows]
    found, sheet = audit_ledger(stored, revision=len(rows), seats=range(seats))
    if found or sheet is None:
        why = difference_text(found[0]) if found else _("no game was ever started")
        raise BadArchive(f"{what}: {why}")
    return sheet


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
