"""Write the seals of what a transaction changed, at its end: which rows have an event, and what it says."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, Q
from django.utils import timezone

from games.models import Account, Device, Entry, League, Player, RowSeal, SealAction, SealHead, SealKey, SealSalt, Table
from games.sealing.chains import (
    LEDGER,
    SINCE,
    Salts,
    SealEvent,
    append,
    batched,
    seal_entries,
    seal_one_entry,
)
from games.sealing.encoding import (
    canonical,
    commitment,
    compare_columns,
    json_value,
    needs_salt,
    sealed_columns,
    text_digest,
    values_in_seal,
)
from games.sealing.keys import Key, find_key, own_key
from games.sealing.registry import ERASED_NAME, SITE, SealPlan, Values, plans, plans_by_table


@dataclass(slots=True)
class Pending:
    """What was written in the current transaction and has no seal yet.

    ``rows`` are primary keys by model, each with what happened to the row, as far as known (a ``SealAction``), and
    whether it is new. ``entries`` are entries of ledgers. ``forgotten`` are people (kind and number) whose salts will
    be deleted.
    """

    rows: dict[type[Model], dict[Any, tuple[SealAction, bool]]] = field(default_factory=dict)
    entries: list[tuple[Entry, SealAction]] = field(default_factory=list)
    forgotten: set[tuple[str, int]] = field(default_factory=set)
    covered: set[tuple[int, int]] = field(default_factory=set)
    """(League, table) primary keys: the league's chain is to record where the table's ledger ends."""
    savepoint_rolled_back: bool = False
    """Whether a savepoint was rolled back, so that some of the rows may not exist."""
    busy: bool = False

    def __bool__(self) -> bool:
        return bool(self.rows or self.entries or self.forgotten or self.covered)

    def clear(self) -> None:
        """Empty it, after everything was sealed or rolled back."""
        self.rows, self.entries, self.forgotten, self.covered, self.savepoint_rolled_back = {}, [], set(), set(), False


def current_key(pending: Pending | None = None) -> Key:
    """Return the newest key, or a new one if there is none or if the server's secret has changed.

    ``pending`` is what this transaction has written: a database with nothing else in it is sealed from the start.
    """
    newest = SealKey.objects.order_by("-number").values_list("number", "check_value").first()
    if newest is None:
        key = new_key(1)
        if pending is not None and _is_everything(pending):
            append(key, [sealing_start_event()])
        return key
    if (key := own_key(newest[0])).check_value == newest[1]:
        return key
    return new_key(newest[0] + 1)


def new_key(number: int) -> Key:
    """Create the key with this number and record that as an event of the site."""
    key = own_key(number)
    row, made = SealKey.objects.get_or_create(
        number=number, defaults={"check_value": key.check_value, "begun_at": timezone.now()}
    )
    if made:
        plan = plans()[SealKey]
        values = next(iter(rows_of(plan, [row.pk])))
        append(
            key,
            [
                SealEvent(
                    SITE,
                    plan.db_table,
                    str(row.pk),
                    SealAction.MADE,
                    sealed_text(plan, values, SITE, key=key, salts=Salts()),
                )
            ],
        )
    return key


def sealing_start_event() -> SealEvent:
    """Return the event that everything is sealed from here on, with the columns of each model."""
    columns = {plan.db_table: list(plan.columns) for plan in plans().values()}
    return SealEvent(SITE, SINCE, SINCE, SealAction.SINCE, canonical({**columns, Entry._meta.db_table: []}))


def _is_everything(pending: Pending) -> bool:
    """Return whether the database has no rows but those pending."""
    return not any(
        model._base_manager.exclude(pk__in=list(pending.rows.get(model, {}))).exists()
        for model in (Account, Device, Player)
    )


def seal(connection: BaseDatabaseWrapper, pending: Pending) -> None:
    """Write the seals of all that is pending, in the current transaction."""
    if (
        len(pending.entries) == 1
        and not pending.savepoint_rolled_back
        and seal_one_entry(connection, *pending.entries[0])
    ):
        pending.entries = []
    if not pending:
        return
    key = current_key(pending)
    changes = [change for model, rows in pending.rows.items() for change in _changes(plans()[model], rows)]
    changes += _dependent_changes(changes, pending)
    salts = Salts()
    erased = _drop_salts(_salts_to_drop(pending, changes))
    if pending.entries:
        seal_entries(key, _surviving_entries(pending), salts)
    events = [event for change in changes if (event := _event(change, key, salts))]
    append(key, [*erased, *_chain_starts(events), *events, *_ledger_ends(pending.covered)])


# --- Rows -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class RowChange:
    """A row that was written: its values (None if it was deleted) and its last seal (None if it has none)."""

    plan: SealPlan
    row: Any
    how: SealAction
    values: Values | None
    last: RowSeal | None


def rows_of(plan: SealPlan, rows: Collection[Any]) -> Iterable[dict[str, Any]]:
    """Return the values of some rows of a model."""
    return plan.model._base_manager.filter(pk__in=rows).order_by("pk").values(*plan.reads).iterator()


def last_seals(of: str, rows: Collection[Any]) -> dict[str, RowSeal]:
    """Return the last seal of each of these rows, by primary key as text."""
    found = RowSeal.objects.filter(of=of, row__in=[str(row) for row in rows]).order_by("row", "number")
    return {seal.row: seal for seal in found}


def _changes(plan: SealPlan, rows: Mapping[Any, tuple[SealAction, bool]]) -> list[RowChange]:
    changes = []
    for batch in batched(sorted(rows)):
        stored = {values["pk"]: values for values in rows_of(plan, batch)}
        already_sealed = [row for row in batch if not rows[row][1]]
        last = last_seals(plan.db_table, already_sealed) if already_sealed else {}
        changes += [RowChange(plan, row, rows[row][0], stored.get(row), last.get(str(row))) for row in batch]
    return changes


def _dependent_changes(changes: Sequence[RowChange], pending: Pending) -> list[RowChange]:
    """Return changes for rows whose seals depend on a changed row and that haven't changed themselves."""
    dependent = []
    for change in changes:
        for name, reference in change.plan.sealed.moves:
            if change.last is None or change.values is None:
                continue
            plan = next(plan for model, plan in plans().items() if model.__name__ == name)
            already_changed = pending.rows.get(plan.model, {})
            related_rows = plan.model._base_manager.filter(**{reference: change.row}).values_list("pk", flat=True)
            dependent += _changes(
                plan, {row: (SealAction.CHANGED, False) for row in related_rows if row not in already_changed}
            )
    return dependent


def subject_of(plan: SealPlan, values: Values, column: str, chain: str) -> str:
    """Return the subject whose salt a name is sealed with.

    That is the person for the whole site, or for names in the history of a chain, the person within that chain.
    """
    for kind, path in plan.sealed.names[column]:
        if values[path] is not None:
            is_global = path == "id" or kind == "player"
            return f"{kind}:{values[path]}" if is_global else f"{chain}/{kind}:{values[path]}"
    return f"{plan.db_table}:{values['pk']}"


def sealed_text(
    plan: SealPlan,
    values: Values,
    chain: str,
    *,
    key: Key,
    salts: Salts,
    before: Mapping[str, Any] | None = None,
) -> str:
    """Return the JSON text that a seal has for a row: plain numbers, dates and states, and hashes of all texts.

    ``before`` are values by column to be kept as they were sealed before.
    """
    names = {c for c in plan.sealed.names if needs_salt(values[c])}
    subjects = {column: subject_of(plan, values, column, chain) for column in names}
    salts.load(subjects.values())
    sealed_values: dict[str, Any] = {}
    for column in sealed_columns(plan, values):
        value = values[column]
        if before is not None and column in before:
            sealed_values[column] = before[column]
        elif column in subjects:
            number, salt = salts.known[subjects[column]]
            sealed_values[column] = [number, commitment(salt, subjects[column], value)]
        elif column in plan.texts and value is not None:
            sealed_values[column] = text_digest(key, column, value)
        else:
            sealed_values[column] = json_value(value)
    return canonical(sealed_values)


def chain_of(plan: SealPlan, values: Values) -> str:
    """Return the chain that a row belongs to."""
    return SITE if plan.sealed.chain == SITE else f"{plan.sealed.chain}:{values[plan.sealed.path]}"


def _event(change: RowChange, key: Key, salts: Salts) -> SealEvent | None:
    """Return the event for a change, None if no sealed column has changed."""
    plan, last, row_key = change.plan, change.last, str(change.row)
    is_present = last is not None and last.how != SealAction.REMOVED
    if change.values is None:
        return SealEvent(last.chain, plan.db_table, row_key, SealAction.REMOVED, "{}") if is_present and last else None
    if is_present and last is not None:
        if _unchanged(plan, change.values, last):
            return None
        sealed_values = sealed_text(plan, change.values, last.chain, key=key, salts=salts)
        return SealEvent(
            last.chain,
            plan.db_table,
            row_key,
            change.how if change.how is SealAction.IMPORTED else SealAction.CHANGED,
            sealed_values,
        )
    chain = last.chain if last else chain_of(plan, change.values)
    how = change.how if change.how is SealAction.IMPORTED else SealAction.MADE
    return SealEvent(chain, plan.db_table, row_key, how, sealed_text(plan, change.values, chain, key=key, salts=salts))


def chain_start_events(plan: SealPlan, row: str) -> Iterator[SealEvent]:
    """Yield the first event of the chain of a new table or league, so that no chain is empty."""
    if plan.model in (Table, League):
        kind = "table" if plan.model is Table else "league"
        yield SealEvent(f"{kind}:{row}", plan.db_table, SINCE, SealAction.MADE, "{}")


def _chain_starts(events: Sequence[SealEvent]) -> Iterator[SealEvent]:
    for event in events:
        if event.how in (SealAction.MADE, SealAction.IMPORTED):
            yield from chain_start_events(plans_by_table()[event.db_table], event.row)


def _ledger_ends(covered: Collection[tuple[int, int]]) -> Iterator[SealEvent]:
    """Yield events that record in the chains of leagues where the ledgers of their tables end."""
    heads = {
        head.chain: head for head in SealHead.objects.filter(chain__in=[f"ledger:{table}" for _, table in covered])
    }
    for league, table in sorted(covered):
        if head := heads.get(f"ledger:{table}"):
            yield SealEvent(f"league:{league}", LEDGER, str(table), SealAction.MADE, canonical([head.length, head.mac]))


def _unchanged(plan: SealPlan, values: Values, last: RowSeal) -> bool:
    sealed_values = values_in_seal(last)
    check_value = SealKey.objects.filter(number=last.key).values_list("check_value", flat=True).first()
    key = find_key(last.key, check_value or "")
    numbers = [sealed_values[column][0] for column in plan.sealed.names if isinstance(sealed_values.get(column), list)]
    salts_found = {pk: (subject, salt) for pk, subject, salt in salts_by_number(numbers)}
    return key is not None and compare_columns(plan, values, sealed_values, key, salts_found) == ([], [])


def salts_by_number(numbers: Collection[int]) -> Iterable[tuple[int, str, str]]:
    """Return number, subject and salt of the existing salts among ``numbers``."""
    return SealSalt.objects.filter(pk__in=numbers).values_list("pk", "subject", "salt") if numbers else []


# --- Erased names -----------------------------------------------------------------------------------------------------


def _salts_to_drop(pending: Pending, changes: Sequence[RowChange]) -> list[int]:
    """Return the numbers of the salts to delete: those of forgotten people, and of names that were erased."""
    found: set[int] = set()
    for kind, number in sorted(pending.forgotten):
        subjects_of_person = Q(subject=f"{kind}:{number}") | Q(subject__endswith=f"/{kind}:{number}")
        found.update(SealSalt.objects.filter(subjects_of_person).values_list("pk", flat=True))
    for change in changes:
        if change.last is None or not change.plan.sealed.names:
            continue
        sealed_values = values_in_seal(change.last)
        for column in change.plan.sealed.names:
            row_removed = change.values is None and not change.plan.sealed.names[column]
            if isinstance(sealed_values.get(column), list) and (
                row_removed or (change.values or {}).get(column) == ERASED_NAME
            ):
                found.add(sealed_values[column][0])
    return sorted(found)


def _drop_salts(numbers: Collection[int]) -> list[SealEvent]:
    """Delete salts, and return an event of the site for each."""
    existing = sorted(SealSalt.objects.filter(pk__in=numbers).values_list("pk", flat=True)) if numbers else []
    if existing:
        SealSalt.objects.filter(pk__in=existing).delete()
    return [SealEvent(SITE, SealSalt._meta.db_table, str(number), SealAction.ERASED, "{}") for number in existing]


def _surviving_entries(pending: Pending) -> list[tuple[Entry, SealAction]]:
    """Return the pending entries, without those that were rolled back."""
    if not pending.savepoint_rolled_back:
        return pending.entries
    surviving = set(
        Entry.objects.filter(pk__in=[entry.pk for entry, _ in pending.entries]).values_list("pk", flat=True)
    )
    return [(entry, how) for entry, how in pending.entries if entry.pk in surviving]
