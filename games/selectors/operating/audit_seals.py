"""Audit the seals: every chain is complete, and every entry and row is as it was sealed with the server's key.

Seals whose key is lost are counted but aren't a difference. Rows are read a few hundred at a time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import groupby
from json import loads
from operator import attrgetter
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Exists, OuterRef

from games.models import (
    Account,
    Device,
    Entry,
    EntrySeal,
    League,
    Player,
    RowSeal,
    SealAction,
    SealHead,
    SealKey,
    SealSalt,
    Table,
)
from games.rules.audit import Difference
from games.sealing.chains import BATCH_SIZE, LEDGER, SINCE, batched
from games.sealing.encoding import commitment, compare_columns, entry_text, head_text, row_text, values_in_seal
from games.sealing.keys import Key, derived_key, find_key, server_secrets
from games.sealing.registry import SITE, SealPlan, plans
from games.sealing.writing import last_seals, rows_of, salts_by_number
from games.selectors.operating.audit_parts import run_part, savepoint, unreadable_difference

UNCHECKABLE_CODES: Final = frozenset({"key_lost", "not_sealed_yet"})
"""Codes for what can't be checked, and therefore isn't a difference."""


@dataclass(slots=True)
class SealAudit:
    """What an audit of seals knows: the keys (None: lost), the number of seals by lost key, and the erased salts."""

    keys: dict[int, Key | None]
    lost: dict[int, int] = field(default_factory=dict)
    erased: frozenset[int] = frozenset()

    def key(self, number: int) -> Key | None:
        """Return the key with this number; None if it is lost, which is counted."""
        key = self.keys.get(number)
        if key is None:
            self.lost[number] = self.lost.get(number, 0) + 1
        return key


def sealed_since() -> datetime | None:
    """Return the moment since which everything is sealed; None if nothing is."""
    moments = (
        RowSeal.objects.filter(chain=SITE, of=SINCE, how=SealAction.SINCE)
        .order_by("number")
        .values_list("at", flat=True)
    )
    return moments.first()


def audit_seals(table: Table | None = None) -> Iterator[Difference]:
    """Yield everything that isn't as it was sealed: in the whole database, or at one table."""
    numbers = list(SealKey.objects.order_by("number"))
    if not numbers:
        if RowSeal.objects.exists() or SealHead.objects.exists() or EntrySeal.objects.exists():
            yield Difference("seal_keys_gone")
        elif any(model._base_manager.exists() for model in (Account, Device, Player)):
            yield Difference("not_sealed" if settings.KEY_KNOWN else "not_sealed_yet")
        return
    erased = RowSeal.objects.filter(chain=SITE, of=SealSalt._meta.db_table, how=SealAction.ERASED)
    sealing = SealAudit(
        {seal_key.number: _stored_key(seal_key) for seal_key in numbers},
        erased=frozenset(int(row) for row in erased.values_list("row", flat=True) if row.isdigit()),
    )
    yield from _check_ledgers(sealing, table)
    yield from run_part(partial(_check_chains, sealing, table), of=RowSeal._meta.db_table)
    if table is None:
        yield from run_part(_missing_chains, of=SealHead._meta.db_table)
        for plan in plans().values():
            yield from run_part(partial(_check_rows, sealing, plan), of=plan.db_table)
    else:
        yield from _check_rows_of_table(sealing, table)
    for number, seals in sorted(sealing.lost.items()):
        if number in sealing.keys:
            yield Difference("key_lost", details={"number": number, "seals": seals})
        else:
            yield Difference("key_unknown", details={"number": number, "seals": seals})


def _stored_key(row: SealKey) -> Key | None:
    """Return the key of a row; if its check value was changed, the key with which that row was sealed."""
    if key := find_key(row.number, row.check_value):
        return key
    own_seal = RowSeal.objects.filter(of=SealKey._meta.db_table, row=str(row.pk), key=row.number).first()
    if own_seal is None:
        return None
    previous = RowSeal.objects.filter(chain=own_seal.chain, number=own_seal.number - 1).first()
    for secret in server_secrets():
        key = derived_key(secret, row.number)
        if key.mac(row_text(own_seal, previous.mac if previous else "")) == own_seal.mac:
            return key
    return None


# --- Ledgers ----------------------------------------------------------------------------------------------------------


def _check_ledgers(sealing: SealAudit, only: Table | None) -> Iterator[Difference]:
    entries = Entry.objects.select_related("seal", "table").order_by("table_id", "revision")
    if only is not None:
        entries = entries.filter(table=only)
    checked_tables: set[int] = set()
    try:
        with savepoint():
            for key, ledger_entries in groupby(entries.iterator(chunk_size=BATCH_SIZE), attrgetter("table_id")):
                yield from _check_ledger(sealing, ledger_entries)
                checked_tables.add(key)
    # One ledger can't be read: read the remaining ones one by one, so that they are still checked.
    except Exception:
        for key in entries.order_by("table_id").values_list("table_id", flat=True).distinct():
            if key not in checked_tables:
                about = _place(f"table:{key}")
                yield from run_part(partial(_check_ledger, sealing, entries.filter(table=key)), **about)
    if only is None:
        yield from run_part(_without_entries)


def _without_entries() -> Iterator[Difference]:
    """Count seals whose entry was deleted."""
    if lost := EntrySeal.objects.filter(~Exists(Entry.objects.filter(pk=OuterRef("pk")))).count():
        yield Difference("seals_without_entries", details={"seals": lost})


def _check_ledger(sealing: SealAudit, entries: Iterable[Entry]) -> Iterator[Difference]:
    """Check the chain of one ledger; ``entries`` come in order."""
    table, previous, last = Table(), "", 0
    for batch in batched(entries):
        table = batch[0].table
        salts = _salts({entry.seal.salt for entry in batch if hasattr(entry, "seal")})
        for entry in batch:
            seal: EntrySeal | None = getattr(entry, "seal", None)
            about = {"table": entry.table.public_id, "entry": entry.revision, "game": entry.game}
            if seal is None:
                yield Difference("entry_unsealed", about)
                previous, last = "", entry.revision
                continue
            for code, details in _check_entry(sealing, entry, seal, previous, salts=salts):
                yield Difference(code, about, details)
            previous, last = seal.mac, entry.revision
    yield from _check_head(sealing, f"ledger:{table.pk}", last, previous, {"table": table.public_id})


def _check_entry(
    sealing: SealAudit, entry: Entry, seal: EntrySeal, previous: str, *, salts: Mapping[int, tuple[str, str]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is wrong with one entry, as a code and its details."""
    key = sealing.key(seal.key)
    if key is not None:
        try:
            text = entry_text(entry, seal, previous)
        except (TypeError, ValueError, AttributeError):
            text = ""
        if key.mac(text) != seal.mac:
            yield "entry_differs", {}
    if seal.salt in salts:
        subject, salt = salts[seal.salt]
        if commitment(salt, subject, entry.by) != seal.by:
            yield "entry_name_differs", {"by": entry.by}
    elif seal.salt not in sealing.erased:
        yield "salt_missing", {"salt": seal.salt}


def _salts(numbers: set[int]) -> dict[int, tuple[str, str]]:
    return {number: (subject, salt) for number, subject, salt in salts_by_number(numbers)}


# --- Chains -----------------------------------------------------------------------------------------------------------


def _check_chains(sealing: SealAudit, only: Table | None) -> Iterator[Difference]:
    seals = RowSeal.objects.order_by("chain", "number")
    if only is not None:
        seals = seals.filter(chain=f"table:{only.pk}")
    checked_chains: set[str] = set()
    try:
        with savepoint():
            for chain, chain_seals in groupby(seals.iterator(chunk_size=BATCH_SIZE), attrgetter("chain")):
                yield from _check_chain(sealing, chain, chain_seals)
                checked_chains.add(chain)
    # One chain can't be read: read the remaining ones one by one.
    except Exception:
        for chain in seals.order_by("chain").values_list("chain", flat=True).distinct():
            if chain not in checked_chains:
                yield from run_part(partial(_check_chain, sealing, chain, seals.filter(chain=chain)), **_place(chain))
                checked_chains.add(chain)
    if only is None:
        for chain in (
            SealHead.objects.exclude(chain__in=checked_chains)
            .exclude(chain__startswith="ledger:")
            .values_list("chain", flat=True)
        ):
            yield Difference("chain_gone", _place(chain), {"chain": chain})


def _check_chain(sealing: SealAudit, chain: str, seals: Iterable[RowSeal]) -> Iterator[Difference]:
    """Check one chain; ``seals`` come in order."""
    about = _place(chain)
    previous, last, unbroken = "", 0, True
    for seal in seals:
        if seal.number != last + 1:
            yield Difference("seals_missing", about, {"chain": chain, "first": last + 1, "last": seal.number - 1})
            unbroken = False
        key = sealing.key(seal.key)
        # A seal covers the one before it, which is missing after a gap.
        if key is not None and unbroken and key.mac(row_text(seal, previous)) != seal.mac:
            yield Difference("seal_wrong", about, {"chain": chain, "number": seal.number})
        if seal.of == LEDGER and key is not None:
            yield from run_part(partial(_check_ledger_end, seal, about), **about)
        previous, last, unbroken = seal.mac, seal.number, True
    yield from _check_head(sealing, chain, last, previous, about)


def _check_ledger_end(seal: RowSeal, about: Mapping[str, Any]) -> Iterator[Difference]:
    """Check that a ledger still has the entry that the league's chain recorded as its last."""
    try:
        length, mac = loads(seal.said)
        length = int(length)
    except (TypeError, ValueError):
        # The seal's own check reports that it was changed.
        return
    if not EntrySeal.objects.filter(entry__table=int(seal.row), entry__revision=length, mac=mac).exists():
        yield Difference("ledger_put_back", about, {"table": int(seal.row), "entry": length})


def _check_head(
    sealing: SealAudit, chain: str, length: int, mac: str, about: Mapping[str, Any]
) -> Iterator[Difference]:
    """Check that a chain ends where its head says, and that the head is authentic."""
    head = SealHead.objects.filter(chain=chain).first()
    if head is None:
        yield Difference("head_missing", about, {"chain": chain})
        return
    key = sealing.key(head.key)
    if key is not None and key.mac(head_text(chain, head.length, head.mac, head.key)) != head.head:
        yield Difference("head_wrong", about, {"chain": chain})
    elif (head.length, head.mac) != (length, mac):
        yield Difference("chain_cut", about, {"chain": chain, "length": head.length, "there": length})


def _missing_chains() -> Iterator[Difference]:
    """Check that every table and every league has its chains."""
    for kind, rows in (("table", Table.objects.all()), ("league", League.objects.all())):
        for batch in batched(rows.order_by("pk").values_list("pk", "public_id").iterator()):
            heads = set(
                SealHead.objects.filter(chain__in=[f"{kind}:{pk}" for pk, _ in batch]).values_list("chain", flat=True)
            )
            for pk, public_id in batch:
                if f"{kind}:{pk}" not in heads:
                    yield Difference("head_missing", {kind: public_id}, {"chain": f"{kind}:{pk}"})
    ledgers = SealHead.objects.filter(chain__startswith="ledger:").values_list("chain", flat=True)
    for batch in batched(ledgers.iterator()):
        numbers = [int(number) for chain in batch if (number := chain.partition(":")[2]).isdigit()]
        with_entries = set(Entry.objects.filter(table__in=numbers, revision=1).values_list("table_id", flat=True))
        for chain in batch:
            if chain.partition(":")[2] not in map(str, with_entries):
                yield Difference("chain_gone", _place(chain), {"chain": chain})


def _place(chain: str) -> dict[str, Any]:
    """Return the table or the league of a chain, as the place of a difference."""
    kind, _, number = chain.partition(":")
    if not number.isdigit():
        return {}
    model = League if kind == "league" else Table
    public_id = model._base_manager.filter(pk=int(number)).values_list("public_id", flat=True).first()
    return {"league" if kind == "league" else "table": public_id or f"number {number}"}


# --- Rows -------------------------------------------------------------------------------------------------------------


def _check_rows(sealing: SealAudit, plan: SealPlan) -> Iterator[Difference]:
    sealed_rows = 0
    for batch in batched(plan.model._base_manager.order_by("pk").values_list("pk", flat=True).iterator()):
        for seal, differences in _compare(sealing, plan, batch):
            sealed_rows += seal
            yield from differences
    later = RowSeal.objects.filter(of=OuterRef("of"), row=OuterRef("row"), number__gt=OuterRef("number"))
    last = (
        RowSeal.objects.filter(of=plan.db_table)
        .exclude(row=SINCE)
        .filter(~Exists(later))
        .exclude(how=SealAction.REMOVED)
    )
    if last.aggregate(rows=Count("pk"))["rows"] == sealed_rows:
        return
    for batch in batched(last.values_list("row", "chain").iterator()):
        existing = set(plan.model._base_manager.filter(pk__in=[row for row, _ in batch]).values_list("pk", flat=True))
        for row, chain in batch:
            if row not in map(str, existing):
                yield Difference("row_gone", {**_place(chain), "of": plan.db_table, "row": row})


def _check_rows_of_table(sealing: SealAudit, table: Table) -> Iterator[Difference]:
    """Compare the rows of one table's chain, and the table's own row."""
    for plan in plans().values():
        if plan.sealed.chain == "table":
            rows = list(plan.model._base_manager.filter(**{plan.sealed.path: table.pk}).values_list("pk", flat=True))
        elif plan.model is Table:
            rows = [table.pk]
        else:
            continue
        for batch in batched(rows):
            for _, differences in _compare(sealing, plan, batch):
                yield from differences


def _compare(sealing: SealAudit, plan: SealPlan, rows: Sequence[Any]) -> Iterator[tuple[bool, list[Difference]]]:
    """Yield for each row whether its last seal says that it exists, and what is wrong with it.

    If reading fails, rows are compared one by one, and unreadable ones are reported.
    """
    try:
        with savepoint():
            results = list(_compare_at_once(sealing, plan, rows))
    except Exception:
        results = [result for row in rows for result in _compare_alone(sealing, plan, row)]
    yield from results


def _compare_alone(sealing: SealAudit, plan: SealPlan, row: Any) -> Iterator[tuple[bool, list[Difference]]]:
    try:
        with savepoint():
            results = list(_compare_at_once(sealing, plan, [row]))
    except Exception as error:
        results = [(True, [unreadable_difference(error, of=plan.db_table, row=row)])]
    yield from results


def _compare_at_once(
    sealing: SealAudit, plan: SealPlan, rows: Sequence[Any]
) -> Iterator[tuple[bool, list[Difference]]]:
    """Like ``_compare``; an error of one row ends the batch."""
    seals = last_seals(plan.db_table, rows)
    sealed = {row: values_in_seal(seal) for row, seal in seals.items()}
    names = plan.sealed.names
    salts = _salts({row[name][0] for row in sealed.values() for name in names if isinstance(row.get(name), list)})
    for values in rows_of(plan, rows):
        row = str(values["pk"])
        seal = seals.get(row)
        row_place = {"of": plan.db_table, "row": row}
        if seal is None or seal.how == SealAction.REMOVED:
            yield False, [Difference("row_unsealed", row_place)]
            continue
        key = sealing.key(seal.key)
        if key is None:
            yield True, []
            continue
        wrong, unknown = compare_columns(plan, values, sealed[row], key, salts)
        differences: list[Difference] = []
        about = _place(seal.chain) | row_place if wrong or unknown else row_place
        if wrong:
            differences.append(Difference("row_differs", about, {"columns": wrong}))
        missing = sorted({sealed[row][column][0] for column in unknown} - sealing.erased)
        differences += [Difference("salt_missing", about, {"salt": number}) for number in missing]
        yield True, differences
