"""Audit the chains and seals: every entry and event is as it was written, and what is finished is as it was sealed.

Codes whose key is lost are counted but aren't a difference.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from django.db.models import QuerySet

from games.models import League, LeagueEvent, Seal, Season, SettledSeat, Table
from games.rules.audit import Difference
from games.selectors.chains import Key, entry_mac, event_mac, head_mac, known_keys, seal_mac
from games.selectors.operating.audit_parts import run_part
from games.selectors.sharing.seal_check import ALTERED, AS_SEALED, CHANGED, DIFFERENT, check_seal

UNCHECKABLE: Final = "key_lost"
"""The code for what can't be checked, which isn't a difference."""
EXPLAINED: Final = "renamed_since"
"""The code for what was changed by the program itself, which isn't a difference either."""
_BATCH_SIZE: Final = 500
_RENAMES: Final = ("renamed", "merged", "parted", "erased")
"""Kinds of events that change names in what is finished."""


@dataclass(slots=True)
class ChainAudit:
    """The keys of the chain by number (None: lost), and how many codes were made with each that is lost or unknown."""

    keys: dict[int, Key | None] = field(default_factory=known_keys)
    unchecked: dict[int, int] = field(default_factory=dict)

    def key(self, number: int) -> Key | None:
        """Return the key with this number; None if it is lost, which is counted."""
        key = self.keys.get(number)
        if key is None:
            self.unchecked[number] = self.unchecked.get(number, 0) + 1
        return key


def audit_chains(table: Table | None = None) -> Iterator[Difference]:
    """Yield everything that isn't as it was written or sealed: in the whole database, or at one table."""
    audited = ChainAudit()
    tables = Table.objects.filter(pk=table.pk) if table else Table.objects.all()
    for one in tables.order_by("pk").iterator(chunk_size=_BATCH_SIZE):
        yield from run_part(partial(_check_ledger, audited, one), table=one.public_id)
        yield from run_part(partial(_check_finished_games, audited, one), table=one.public_id)
    if table is None:
        for league in League.objects.order_by("pk").iterator(chunk_size=_BATCH_SIZE):
            events = league.events.filter(season=None)
            yield from run_part(partial(_check_history, audited, league, events), league=league.public_id)
        for season in Season.objects.order_by("pk").select_related("league").iterator(chunk_size=_BATCH_SIZE):
            yield from run_part(partial(_check_history, audited, season, season.events.all()), season=season.public_id)
            yield from run_part(partial(_check_closed_season, audited, season), season=season.public_id)
    for number, codes in sorted(audited.unchecked.items()):
        code = "key_lost" if number in audited.keys else "key_unknown"
        yield Difference(code, details={"number": number, "codes": codes})


# --- Chains -----------------------------------------------------------------------------------------------------------


def _check_ledger(audited: ChainAudit, table: Table) -> Iterator[Difference]:
    """Check every entry of a table, and that none is missing at the end."""
    previous, last, key = "", 0, None
    for entry in table.entries.order_by("revision").iterator(chunk_size=_BATCH_SIZE):
        key, last = audited.key(entry.chain_key), entry.revision
        if key is not None and not _is_mac(entry.mac, entry_mac, key, table, entry, previous):
            yield Difference("entry_differs", {"table": table.public_id, "entry": last, "game": entry.game})
        previous = entry.mac
    if not _ends_there(table, key, table.chain_head, last, previous):
        yield Difference("ledger_cut", {"table": table.public_id}, {"last": last})


def _check_history(audited: ChainAudit, owner: League | Season, events: QuerySet[LeagueEvent]) -> Iterator[Difference]:
    """Check every event of a league or a season, and that none is missing at the end."""
    kind = "season" if isinstance(owner, Season) else "league"
    previous, last, key = "", 0, None
    for event in events.order_by("number").iterator(chunk_size=_BATCH_SIZE):
        key, last = audited.key(event.chain_key), event.number
        if key is not None and not _is_mac(event.mac, event_mac, key, owner, event, previous):
            yield Difference("event_differs", {kind: owner.public_id, "event": last})
        previous = event.mac
    if owner.history_length != last or not _ends_there(owner, key, owner.history_head, last, previous):
        yield Difference("history_cut", {kind: owner.public_id}, {"last": last, "length": owner.history_length})


def _ends_there(owner: Table | League | Season, key: Key | None, head: str, last: int, mac: str) -> bool:
    """Return whether the head of a chain is that of its last code; True where the key of that code is lost.

    No chain is empty: a ledger begins with its rules, a history with how the league or the season came to be.
    """
    return last > 0 and (key is None or hmac.compare_digest(head_mac(key, owner, last, mac), head))


def _is_mac(mac: str, made: Callable[..., str], *about: Any) -> bool:
    """Return whether a code is the one that ``made`` makes; damaged rows have none."""
    try:
        return hmac.compare_digest(made(*about), mac)
    except (TypeError, ValueError, AttributeError):
        return False


# --- What is finished -------------------------------------------------------------------------------------------------


def _check_finished_games(audited: ChainAudit, table: Table) -> Iterator[Difference]:
    over = SettledSeat.objects.filter(table=table).order_by("game").values_list("game", flat=True).distinct()
    seals: dict[int | None, list[Seal]] = {game: [] for game in over}
    for seal in table.seals.order_by("pk"):
        yield from _check_code(audited, seal, {"table": table.public_id, "game": seal.game})
        if seal.game in seals:
            seals[seal.game].append(seal)
    for game, issued in seals.items():
        # A game has several seals of one revision where a player's name was spelt anew.
        newest = [seal for seal in issued if seal.revision == issued[-1].revision]
        yield from _check_sealed(newest, {"table": table.public_id, "game": game})


def _check_closed_season(audited: ChainAudit, season: Season) -> Iterator[Difference]:
    about = {"season": season.public_id}
    seals = list(season.seals.order_by("pk"))
    for seal in seals:
        yield from _check_code(audited, seal, about)
    if season.closed_at is not None:
        yield from _check_sealed(seals[-1:], about)


def _check_code(audited: ChainAudit, seal: Seal, about: dict[str, Any]) -> Iterator[Difference]:
    """Check that a seal was issued by the program."""
    key = audited.key(seal.chain_key)
    if key is not None and not _is_mac(seal.mac, seal_mac, key, seal):
        yield Difference("seal_differs", about, {"seal": seal.seal})


def _check_sealed(seals: Sequence[Seal], about: dict[str, Any]) -> Iterator[Difference]:
    """Check that a finished game or a closed season is as one of its newest ``seals`` has it."""
    checks = [check_seal(seal) for seal in seals]
    if not checks:
        yield Difference("seal_missing", about)
    elif any(check.state == AS_SEALED and check.names != DIFFERENT for check in checks):
        return
    elif (last := checks[-1]).state == ALTERED or (last.state == CHANGED and last.seal.table is not None):
        yield Difference("sealed_differs", about)
    else:
        yield Difference(EXPLAINED if _renamed_since(last.seal) else "sealed_name_differs", about)


def _renamed_since(seal: Seal) -> bool:
    """Return whether the program has renamed, merged or erased somebody of this league since the seal was issued."""
    events = LeagueEvent.objects.filter(kind__in=_RENAMES, at__gt=seal.at)
    if seal.season is not None:
        return events.filter(league=seal.season.league_id).exists()
    return events.filter(league__seasons__matches__table=seal.table_id).exists()
