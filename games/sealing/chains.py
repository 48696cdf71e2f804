"""Append seals to the chains: events of rows, and the entries of a ledger, each with the code of the one before."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from secrets import token_hex
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games.models import Entry, EntrySeal, RowSeal, SealAction, SealHead, SealSalt
from games.sealing.encoding import commitment, entry_text, head_text, row_text
from games.sealing.keys import Key, own_key

BATCH_SIZE: Final = 500
"""The most rows that are read or written with one statement."""
SINCE: Final = ""
"""The value of ``of`` in events that record which columns of which models are sealed from then on."""
LEDGER: Final = "ledger"
"""The value of ``of`` in events that record where the ledger of a table ends; ``row`` is the table."""


def batched(rows: Iterable[Any], size: int = BATCH_SIZE) -> Iterator[list[Any]]:
    """Yield ``rows`` in lists of at most ``size``."""
    remaining = iter(rows)
    while batch := list(islice(remaining, size)):
        yield batch


@dataclass(frozen=True, slots=True)
class SealEvent:
    """Something that happened to a row, as its seal will record it; ``content`` is JSON text."""

    chain: str
    db_table: str
    row: str
    how: SealAction
    content: str


@dataclass(slots=True)
class Salts:
    """The salts needed so far, as (number, salt) by subject; missing ones are created."""

    known: dict[str, tuple[int, str]] = field(default_factory=dict)

    def load(self, subjects: Iterable[str]) -> None:
        """Load the salts of these subjects, creating missing ones."""
        wanted = sorted(set(subjects) - self.known.keys())
        for batch in batched(wanted):
            self._read(batch)
            missing = [subject for subject in batch if subject not in self.known]
            if missing:
                new_salts = [SealSalt(subject=subject, salt=token_hex(32)) for subject in missing]
                # Another transaction may create one at the same time: then its salt is used.
                SealSalt.objects.bulk_create(new_salts, ignore_conflicts=True)
                self._read(missing)

    def _read(self, subjects: Collection[str]) -> None:
        found = SealSalt.objects.filter(subject__in=subjects).values_list("subject", "pk", "salt")
        self.known.update({subject: (number, salt) for subject, number, salt in found})


# --- Chains -----------------------------------------------------------------------------------------------------------


def append(key: Key, events: Sequence[SealEvent]) -> None:
    """Append events to their chains, locking the heads of the chains in the order of their names."""
    now = timezone.now()
    chains: dict[str, list[SealEvent]] = {}
    for event in events:
        chains.setdefault(event.chain, []).append(event)
    for chain in sorted(chains):
        head = locked_head(chain)
        length, mac, seals = head.length, head.mac, []
        for event in chains[chain]:
            length += 1
            seal = RowSeal(
                chain=chain,
                number=length,
                of=event.db_table,
                row=event.row,
                how=event.how,
                said=event.content,
                at=now,
                key=key.number,
            )
            mac = seal.mac = key.mac(row_text(seal, mac))
            seals.append(seal)
        RowSeal.objects.bulk_create(seals, batch_size=BATCH_SIZE)
        move_head(chain, length, mac, key)


def locked_head(chain: str) -> SealHead:
    """Return the locked head of a chain, creating it for a new chain."""
    heads = SealHead.objects.select_for_update()
    if (head := heads.filter(chain=chain).first()) is None:
        SealHead.objects.bulk_create([SealHead(chain=chain, length=0, mac="", head="", key=0)], ignore_conflicts=True)
        head = heads.get(chain=chain)
    return head


def move_head(chain: str, length: int, mac: str, key: Key) -> None:
    """Update the head of a chain with its new length and last code."""
    head = key.mac(head_text(chain, length, mac, key.number))
    SealHead.objects.filter(chain=chain).update(length=length, mac=mac, head=head, key=key.number)


# --- Entries ----------------------------------------------------------------------------------------------------------

_SELECT_STATE: Final = (
    "SELECT k.number, k.check_value, h.length, h.mac, s.id, s.salt FROM games_sealkey k "
    "LEFT JOIN games_sealhead h ON h.chain = %s LEFT JOIN games_sealsalt s ON s.subject = %s "
    "ORDER BY k.number DESC LIMIT 1"
)
_INSERT: Final = 'INSERT INTO games_entryseal (entry_id, how, key, salt, "by", mac) VALUES (%s, %s, %s, %s, %s, %s)'
_UPDATE_HEAD: Final = "UPDATE games_sealhead SET length = %s, mac = %s, head = %s, key = %s WHERE chain = %s"


def entry_subject(entry: Entry) -> str:
    """Return the subject whose salt the name in an entry is sealed with: its phone, or for imports its ledger."""
    return f"device:{entry.device_id}" if entry.device_id is not None else f"ledger:{entry.table_id}"


def seal_one_entry(connection: BaseDatabaseWrapper, entry: Entry, how: SealAction) -> bool:
    """Seal one entry of a locked table with three SQL statements, because saving a round waits for it.

    Returns False if the key, the chain or the salt is missing, so that ``seal_entries`` has to do it.
    """
    chain, subject = f"ledger:{entry.table_id}", entry_subject(entry)
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_STATE, (chain, subject))
        state = cursor.fetchone()
        if state is None or state[2] is None or state[4] is None:
            return False
        number, check_value, _, previous, salt_number, salt = state
        key = own_key(number)
        if key.check_value != check_value:
            return False
        by = commitment(salt, subject, entry.by)
        seal = EntrySeal(how=how, key=number, salt=salt_number, by=by)
        mac = key.mac(entry_text(entry, seal, previous))
        head = key.mac(head_text(chain, entry.revision, mac, number))
        cursor.execute(_INSERT, (entry.pk, how.value, number, salt_number, by, mac))
        cursor.execute(_UPDATE_HEAD, (entry.revision, mac, head, number, chain))
    return True


def seal_entries(key: Key, entries: Sequence[tuple[Entry, SealAction]], salts: Salts) -> None:
    """Seal entries of any number of ledgers; their tables must be locked or new."""
    salts.load(entry_subject(entry) for entry, _ in entries)
    ordered = sorted(entries, key=lambda pair: (pair[0].table_id, pair[0].revision))
    for table, ledger_entries in groupby(ordered, lambda pair: pair[0].table_id):
        chain = f"ledger:{table}"
        head = locked_head(chain)
        length, mac, seals = head.length, head.mac, []
        for entry, how in ledger_entries:
            subject = entry_subject(entry)
            number, salt = salts.known[subject]
            by = commitment(salt, subject, entry.by)
            seal = EntrySeal(entry=entry, how=how, key=key.number, salt=number, by=by)
            mac = seal.mac = key.mac(entry_text(entry, seal, mac))
            length = entry.revision
            seals.append(seal)
        EntrySeal.objects.bulk_create(seals, batch_size=BATCH_SIZE)
        move_head(chain, length, mac, key)
