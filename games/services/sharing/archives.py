"""What all archive imports share: parsing the JSON, reporting errors, and recomputing ledgers."""

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

from games.models import Entry
from games.models.entry import MOST_ENTRIES
from games.rules.audit import StoredEntry, audit_ledger
from games.rules.faults import RulesError
from games.rules.league.season import InvalidSeasonRulesError
from games.rules.ledger import entry_digest
from games.rules.names import InvalidNameError
from games.rules.sheet import TableSheet
from games.selectors.sharing.json_stream import archive_pieces
from games.selectors.sharing.table_archive import ENTRY_FIELDS
from games.wording.audit import difference_text

_HIDDEN: Final = ("Cc", "Cs", "Co", "Zl", "Zp")
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ArchiveError(Exception):
    """The file isn't an archive, or was changed; ``args[0]`` says what is wrong, to be printed after a colon."""


def parse_archive(text: str) -> dict[str, Any]:
    """Parse an archive into a JSON object. Raises ArchiveError for anything else, and for unprintable texts."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ArchiveError(_("the file isn't JSON")) from None
    if not isinstance(data, dict):
        raise ArchiveError(_("the file isn't an archive"))
    for value in _texts(data):
        if not value.isprintable() and any(unicodedata.category(c) in _HIDDEN or c in _OVERRIDES for c in value):
            text = _("some of its text can't be displayed (%(text)s)")
            raise ArchiveError(text % {"text": ascii(value)[:40]})
    return data


def content_hash(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of an archive's content, whatever its layout as JSON."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def has_same_content(archive: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether ``archive``, exported here, has the same content as ``data``: then there is nothing to import."""
    return content_hash(json.loads("".join(archive_pieces(archive)))) == content_hash(data)


@contextmanager
def archive_errors(location: str = "") -> Iterator[None]:
    """Turn every error of reading an archive into a ArchiveError that says where in the archive it is."""
    prefix = location and f"{location}: "
    try:
        yield
    except ArchiveError as bad:
        raise ArchiveError(prefix + bad.args[0]) from bad
    except (RulesError, InvalidNameError, InvalidSeasonRulesError, ValidationError, IntegrityError, DataError) as error:
        raise ArchiveError(prefix + _("a value isn't valid (%(fault)s)") % {"fault": error}) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        text = _("something is missing or has the wrong type (%(fault)s)") % {"fault": type(error).__name__}
        raise ArchiveError(prefix + text) from error


def parse_moment(text: str) -> datetime:
    """Parse a date and time of an archive, as UTC where it has no offset. Raises ValueError, TypeError."""
    parsed_at = datetime.fromisoformat(text)
    return parsed_at.astimezone(UTC) if parsed_at.tzinfo else parsed_at.replace(tzinfo=UTC)


def parse_moment_or_none(text: str | None) -> datetime | None:
    """Parse a date and time of an archive that may be null."""
    return None if text is None else parse_moment(text)


def archived_entries(archived: Sequence[Mapping[str, Any]], name: str) -> list[Entry]:
    """Return the unsaved entries of a whole ledger in an archive; ``name`` names the ledger in errors.

    Raises ArchiveError for a gap, and for an entry that does not match its digest.
    """
    if len(archived) > MOST_ENTRIES:
        # Translators: %(what)s is a part of an archive, as "table 4fb2" or "match 3".
        raise ArchiveError(_("%(what)s has more than %(most)d entries") % {"what": name, "most": MOST_ENTRIES})
    rows = []
    for number, entry in enumerate(archived, 1):
        digest = entry_digest(str(entry["kind"]), entry["game"], entry["round"], entry["facts"])
        if entry["revision"] != number or entry["digest"] != digest:
            # Translators: %(what)s is a part of an archive, as "table 4fb2" or "match 3".
            raise ArchiveError(_("entry %(number)d of %(what)s was changed") % {"number": number, "what": name})
        row = Entry(at=parse_moment(entry["at"]), **{name: entry[name] for name in ENTRY_FIELDS})
        row.clean_fields(exclude=["table", "round", "result", "device", "link", "chain_key", "mac"])
        rows.append(row)
    return rows


def audited_sheet(rows: Sequence[Entry], seats: int, name: str) -> TableSheet:
    """Recompute everything in a ledger and return its sheet; ``name`` names the ledger in errors.

    Raises ArchiveError with the first difference: a wrong score, a round that could not be there, seats that do not
    suit the rules.
    """
    stored = [StoredEntry(*(getattr(row, name) for name in StoredEntry.__annotations__)) for row in rows]
    differences, sheet = audit_ledger(stored, revision=len(rows), seats=range(seats))
    if differences or sheet is None:
        reason = difference_text(differences[0]) if differences else _("no game was ever started")
        raise ArchiveError(f"{name}: {reason}")
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
